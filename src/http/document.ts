/** The OpenAPI document: every route, its input and all its answers, from the schemas that check and describe them. */
import { z } from "zod";
import { must } from "../domain/assert.js";
import { ERROR_STATUS, type ErrorCode } from "../domain/errors.js";
import { resourceSchema } from "../domain/fields.js";
import { ERROR_CODES, errorExample, errorSummary } from "./contract/errors.js";
import { namedSchemas, querySchema, requestSchema, sharedSchemas } from "./contract/json-schema.js";
import { orderBodies } from "./contract/order-bodies.js";
import { type JsonSchema, type RequestBody, type RouteContract, TAGS } from "./contract/route.js";
import { NAMED, refTo } from "./contract/shapes.js";
import { ROUTES } from "./routes.js";

const JSON_MEDIA = "application/json";

const DESCRIPTION = `For scripts that order TRON Energy and Bandwidth.

Money is in TRX (numbers, exact to 6 decimals), prices in SUN per unit, amounts in units, times in Unix milliseconds. A success is
\`{"success": true, "data": …}\` with status 200; anything else is \`{"success": false, "error": {"code", "message", "details"?},
"requestId"}\`: decide by \`code\`. Answers may gain fields. Unknown fields of a body are ignored, unless they
are near a known one (\`quoteID\`, \`partialMin\`): these are refused with the name that was meant. Numbers are numbers (\`65000\`, not
\`"65000"\`).`;

/** The document without its servers, which depend on the caller. */
export function openApiDocument() {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const route of ROUTES) {
    paths[route.path] = { ...paths[route.path], [route.method]: operationOf(route) };
  }
  return {
    openapi: "3.1.1",
    info: {
      title: "Energy Desk",
      version: "1",
      summary: "Order TRON Energy and Bandwidth for wallets.",
      description: DESCRIPTION,
      license: { name: "MIT", identifier: "MIT" },
    },
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: { ...requestSchemas(), ...namedSchemas() },
      examples: Object.fromEntries(ERROR_CODES.map((code) => [code, exampleOf(code)])),
      headers: ANSWER_HEADERS,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

const exampleOf = (code: ErrorCode) => ({
  summary: code,
  description: errorSummary(code),
  value: errorExample(code),
});

function operationOf(route: RouteContract): JsonSchema {
  const { id, tag, summary, description, body } = route;
  return {
    operationId: id,
    tags: [tag],
    summary,
    description,
    security: securityOf(route),
    parameters: parametersOf(route),
    ...(body ? { requestBody: bodyOf(body) } : {}),
    responses: {
      200: successOf(route),
      ...(route.isCached ? { 304: notChanged(route) } : {}),
      ...failuresOf(route),
    },
  };
}

function parametersOf({ params = {}, query, idempotencyKey }: RouteContract): JsonSchema[] {
  const inPath = Object.entries(params).map(([name, schema]) => ({
    name,
    in: "path",
    required: true,
    schema: querySchema(schema),
  }));
  const inQuery = Object.entries(query?.shape ?? {}).map(([name, field]) => {
    const { description, ...schema } = querySchema(field as z.ZodType);
    const required = !z.safeParse(field as z.ZodType, undefined).success;
    return { name, in: "query", required, ...(description ? { description } : {}), schema };
  });
  return [...inPath, ...inQuery, ...(idempotencyKey ? [keyHeader(idempotencyKey)] : [])];
}

function bodyOf({ name, schema, examples }: RequestBody): JsonSchema {
  const named = Object.entries(examples).map(([title, value]) => [title, { value }]);
  return {
    required: true,
    content: {
      [JSON_MEDIA]: {
        schema: name ? { $ref: refTo(name) } : written(schema),
        examples: Object.fromEntries(named),
      },
    },
  };
}

const written = (schema: RequestBody["schema"]): JsonSchema =>
  typeof schema === "function" ? schema() : requestSchema(schema);

/** The bodies, and what they share. */
function requestSchemas(): Record<string, JsonSchema> {
  const named = ROUTES.flatMap(({ body }) =>
    body?.name ? [[body.name, written(body.schema)] as const] : [],
  );
  return { ...orderBodies(), ...Object.fromEntries(named), ...sharedSchemas(resourceSchema) };
}

function successOf(route: RouteContract): JsonSchema {
  return { description: "Done.", headers: headersOf(route, 200), ...contentOf(route.answer) };
}

function notChanged(route: RouteContract): JsonSchema {
  return { description: "Nothing has changed.", headers: headersOf(route, 304) };
}

function contentOf(answer: RouteContract["answer"]): JsonSchema {
  if ("data" in answer) {
    const id = NAMED.get(answer.data)?.id;
    const schema = {
      type: "object",
      properties: {
        success: { type: "boolean", const: true },
        data: { $ref: refTo(must(id, "the data of each answer has a name")) },
      },
      required: ["success", "data"],
    };
    return {
      content: {
        [JSON_MEDIA]: { schema, example: { success: true, data: answer.example } },
        ...(answer.isPageToo ? { "text/html": { schema: { type: "string" } } } : {}),
      },
    };
  }
  const media = answer.contentTypes.map((contentType) => [
    contentType,
    { schema: { type: contentType === JSON_MEDIA ? "object" : "string" } },
  ]);
  return media.length > 0 ? { content: Object.fromEntries(media) } : {};
}

/** One answer for each status, which may have several codes. */
function failuresOf(route: RouteContract): Record<string, JsonSchema> {
  const codes = codesOf(route);
  const statuses = [...new Set(codes.map((code) => ERROR_STATUS[code]))].sort((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => {
      const ofStatus = codes.filter((code) => ERROR_STATUS[code] === status);
      return [status, failureOf(route, status, ofStatus)];
    }),
  );
}

function failureOf(route: RouteContract, status: number, codes: readonly ErrorCode[]): JsonSchema {
  const refs = codes.map((code) => ({ $ref: refTo(code) }));
  const examples = codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]);
  return {
    description: codes.map((code) => `\`${code}\`: ${errorSummary(code)}`).join("\n\n"),
    headers: headersOf(route, status),
    content: {
      [JSON_MEDIA]: {
        schema: refs.length === 1 ? refs[0] : { oneOf: refs },
        examples: Object.fromEntries(examples),
      },
    },
  };
}

/** A route's own refusals, and those of all routes of its kind. */
function codesOf(route: RouteContract): ErrorCode[] {
  const codes = new Set<ErrorCode>(route.errors);
  codes.add("VALIDATION_FAILED").add("METHOD_NOT_ALLOWED").add("HEADERS_TOO_LARGE").add("INTERNAL");
  if (route.path !== "/healthz") codes.add("SHUTTING_DOWN").add("DESK_HALTED");
  if (route.caller !== "anybody") codes.add("UNAUTHORIZED").add("OUTCOME_UNKNOWN");
  if (route.caller === "customer") codes.add("FORBIDDEN");
  if (route.limit) codes.add("RATE_LIMITED");
  if (route.ignoresBody) codes.add("BODY_TOO_LARGE");
  if (route.body) {
    codes.add("MALFORMED_JSON").add("BODY_TOO_LARGE").add("UNSUPPORTED_MEDIA_TYPE");
  }
  return ERROR_CODES.filter((code) => codes.has(code));
}

const text = { type: "string" };
const seconds = { type: "integer", minimum: 1 };
const LIMITS = "create|quote|cancel|read";

/** What stands in `components.headers`. */
const ANSWER_HEADERS: Readonly<Record<string, JsonSchema>> = {
  "X-Request-Id": {
    description:
      "By this id the operator finds the call in their log; a failure's `requestId` is the same.",
    required: true,
    schema: { ...text, format: "uuid" },
    example: "0b6e3c1a-7d52-4c8e-9f6a-2b1d4e5f6a7b",
  },
  "Cache-Control": {
    description: "Nobody may keep the answer.",
    required: true,
    schema: { ...text, const: "no-store" },
    example: "no-store",
  },
  Allow: {
    description: "The methods that the path has.",
    required: true,
    schema: text,
    example: "POST",
  },
  "Retry-After": {
    description: "Seconds after which asking again makes sense.",
    required: true,
    schema: seconds,
    example: 1,
  },
  "RateLimit-Policy": {
    description: "The limit that counts this call: `q` calls in any `w` seconds and customer.",
    schema: { ...text, pattern: `^"(${LIMITS})";q=\\d+;w=\\d+$` },
    example: '"create";q=15;w=1',
  },
  RateLimit: {
    description: "Where you stand: `r` calls are left, and more are in `t` seconds.",
    schema: { ...text, pattern: `^"(${LIMITS})";r=\\d+;t=\\d+$` },
    example: '"create";r=14;t=1',
  },
  "Idempotency-Replayed": {
    description: "The first answer to this Idempotency-Key, given once more; nothing was done.",
    schema: { ...text, const: "true" },
    example: "true",
  },
};

/** The headers of a route's answers. */
function headersOf(route: RouteContract, status: number): Record<string, JsonSchema> {
  const names = [
    "X-Request-Id",
    ...(route.isCached && status < 400 ? [] : ["Cache-Control"]),
    ...(status === 405 ? ["Allow"] : []),
    ...([429, 503, 504].includes(status) ? ["Retry-After"] : []),
    ...(route.limit ? ["RateLimit-Policy", "RateLimit"] : []),
    ...(route.idempotencyKey && status === 200 ? ["Idempotency-Replayed"] : []),
  ];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

const keyHeader = (need: "optional" | "required"): JsonSchema => ({
  ...(need === "required" ? { required: true } : {}),
  name: "Idempotency-Key",
  in: "header",
  description:
    "A key of your own for this call, bare or in double quotes. For 72 hours the same key and body give the first answer, " +
    "byte for byte, and debit nothing. Send the same request again whenever no answer came.",
  schema: { ...text, pattern: '^([!#-~][!-~]{0,254}|"([!#-[\\]-~]|\\\\["\\\\]){1,255}")$' },
});

const SECURITY_SCHEMES: Readonly<Record<string, JsonSchema>> = {
  apiKey: {
    type: "apiKey",
    in: "header",
    name: "x-api-key",
    description: "The operator issues it and it is shown once; keep it like a password.",
  },
  telegramSecret: {
    type: "apiKey",
    in: "header",
    name: "X-Telegram-Bot-Api-Secret-Token",
    description: "Known to Telegram and the desk.",
  },
  metricsToken: {
    type: "http",
    scheme: "bearer",
    description: "The operator's own, from their settings.",
  },
};

const SECURITY: Readonly<Record<RouteContract["caller"], readonly JsonSchema[]>> = {
  customer: [{ apiKey: [] }],
  anybody: [],
  telegram: [{ telegramSecret: [] }],
  operator: [{ metricsToken: [] }],
};

const securityOf = ({ caller }: RouteContract): readonly JsonSchema[] => SECURITY[caller];
