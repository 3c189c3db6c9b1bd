/** The headers of requests and answers that matter here. */
import type { JsonSchema, RouteContract } from "./route.js";

const text = { type: "string" };
const seconds = { type: "integer", minimum: 1 };
const LIMITS = "create|quote|read";

/** What stands in `components.headers`. */
export const ANSWER_HEADERS: Readonly<Record<string, JsonSchema>> = {
  "X-Request-Id": {
    description:
      "By this id the operator finds the call in his log; a failure's `requestId` is the same.",
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
export function headersOf(route: RouteContract, status: number): Record<string, JsonSchema> {
  const names = [
    "X-Request-Id",
    ...(route.isCached && status < 400 ? [] : ["Cache-Control"]),
    ...(status === 405 ? ["Allow"] : []),
    ...(status === 429 || status === 503 ? ["Retry-After"] : []),
    ...(route.limit ? ["RateLimit-Policy", "RateLimit"] : []),
    ...(route.isIdempotent && status === 200 ? ["Idempotency-Replayed"] : []),
  ];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

export const idempotencyKey = (required: boolean): JsonSchema => ({
  ...(required ? { required } : {}),
  name: "Idempotency-Key",
  in: "header",
  description:
    "A key of your own for this call, bare or in double quotes. For 72 hours the same key and body give the first answer, " +
    "byte for byte, and debit nothing. Send the same request again whenever no answer came.",
  schema: { ...text, pattern: '^([!#-~][!-~]{0,254}|"([!#-[\\]-~]|\\\\["\\\\]){1,255}")$' },
});

export const SECURITY_SCHEMES: Readonly<Record<string, JsonSchema>> = {
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
    description: "The operator's own, from his settings.",
  },
};

const SECURITY: Readonly<Record<RouteContract["caller"], readonly JsonSchema[]>> = {
  customer: [{ apiKey: [] }],
  anybody: [],
  telegram: [{ telegramSecret: [] }],
  operator: [{ metricsToken: [] }],
};

export const securityOf = ({ caller }: RouteContract): readonly JsonSchema[] => SECURITY[caller];
