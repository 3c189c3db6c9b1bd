/**
 * Holds what a desk answers against its own OpenAPI document: the route, the status, the headers, the body to the last field.
 * What the document does not tell of is an error here.
 */
import type { ValidateFunction } from "ajv/dist/2020.js";
import { openApiDocument } from "../../src/http/document.js";
import { documentAjv } from "./document-ajv.js";

/** Read where the document is known to have fields; what they hold is checked by what is done with it. */
type Json = { readonly [name: string]: Json };

export interface Seen {
  readonly method: string;
  /** With or without a query. */
  readonly path: string;
  readonly status: number;
  readonly contentType: string | undefined;
  readonly hasHeader: (name: string) => boolean;
  readonly body: string;
  /** What was sent, where it was JSON. */
  readonly sent?: unknown;
}

/** What any path that leads nowhere answers; behind a key under /v1. */
const NOWHERE = ["NOT_FOUND", "UNAUTHORIZED", "SHUTTING_DOWN", "VALIDATION_FAILED"];

const document = JSON.parse(JSON.stringify(openApiDocument())) as Json;
const paths = Object.entries(document.paths ?? {}).map(([path, operations]) => ({
  path,
  pattern: new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`),
  operations,
}));

/** Schemas that a request refers to. */
const BODIES = new Set(
  paths
    .flatMap(({ operations }) => Object.values(operations))
    .flatMap(({ requestBody }) => [
      ...JSON.stringify(requestBody ?? {}).matchAll(/#\/components\/schemas\/(\w+)"/g),
    ])
    .map(([, name = ""]) => name),
);

const ajv = documentAjv(closed(document) as object, { validateSchema: false });
const compiled = new Map<string, ValidateFunction>();

/** Every object that lists its fields may hold no others; requests may, because unknown fields are ignored. */
function closed(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(closed);
  if (typeof part !== "object" || part === null) return part;
  const fields = Object.entries(part).map(([name, value]) => {
    const isBody = BODIES.has(name) || name === "requestBody";
    return [name, isBody ? value : closed(value)];
  });
  const isListed = "type" in part && part.type === "object" && "properties" in part;
  return { ...Object.fromEntries(fields), ...(isListed ? { additionalProperties: false } : {}) };
}

/** JSON pointer within the document. */
function problemsAt(pointer: readonly string[], value: unknown): string | undefined {
  const at = pointer.map((name) => name.replace(/~/g, "~0").replace(/\//g, "~1"));
  const key = `document#/${at.map(encodeURIComponent).join("/")}`;
  let check = compiled.get(key);
  if (!check) {
    check = ajv.compile({ $ref: key });
    compiled.set(key, check);
  }
  return check(value) ? undefined : ajv.errorsText(check.errors, { dataVar: "body" });
}

/** What of an answer the document does not tell, or undefined. */
export function undocumented(seen: Seen): string | undefined {
  const { method, path, status } = seen;
  const problem = problemOf(seen);
  return (
    problem && `${method} ${path} answered ${status}: ${problem}\n${seen.body.slice(0, 1_000)}`
  );
}

function problemOf(seen: Seen): string | undefined {
  const path = decoded(seen.path.split("?", 1)[0] ?? "");
  const method = seen.method === "HEAD" ? "get" : seen.method.toLowerCase();
  const able = paths.filter(({ operations }) => method in operations);
  // A path of fixed names stands before one with a parameter.
  const found = able.find((one) => one.path === path) ?? able.find((one) => one.pattern.test(path));
  const operation = found?.operations[method];
  if (seen.status === 405) return problemOfOtherMethod({ ...seen, path });
  if (!seen.hasHeader("x-request-id")) return "the header X-Request-Id is missing";
  if (!found || !operation) return problemOfNowhere({ ...seen, path });
  const answer = operation.responses?.[seen.status];
  if (!answer) return "the document has no such status";
  for (const name of Object.keys(answer.headers ?? {})) {
    const isRequired = document.components?.headers?.[name]?.required;
    if (isRequired && !seen.hasHeader(name)) return `the header ${name} is missing`;
  }
  // Where a limit is told it stands in every answer that came so far, a success and its own refusal above all.
  const isCounted = seen.status === 200 || seen.status === 429;
  if (isCounted && "RateLimit" in (answer.headers ?? {}) && !seen.hasHeader("RateLimit"))
    return "the header RateLimit is missing";
  if (seen.method === "HEAD") return undefined;
  const at = ["paths", found.path, method];
  return problemOfBody(seen, answer, [...at, "responses", String(seen.status)]) ?? sentProblem();

  /** What the desk has taken must be what the document says it takes. */
  function sentProblem(): string | undefined {
    const body = operation?.requestBody;
    if (!body || seen.status !== 200 || seen.sent === undefined) return undefined;
    const pointer = [...at, "requestBody", "content", "application/json", "schema"];
    const problem = problemsAt(pointer, seen.sent);
    return problem && `the desk took a body that the document forbids: ${problem}`;
  }
}

/** As routes are found: an encoded slash divides nothing, and a path that cannot be decoded leads nowhere. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path.replace(/%2f/gi, "%252F"));
  } catch {
    return path;
  }
}

function problemOfBody(seen: Seen, answer: Json, at: readonly string[]): string | undefined {
  const told = Object.keys(answer.content ?? {});
  const media = seen.contentType?.split(";", 1)[0];
  if (told.length === 0) return seen.body === "" ? undefined : "the document has no body";
  if (media === undefined || !told.includes(media)) return `the type is ${seen.contentType}`;
  if (media !== "application/json") return undefined;
  return problemsAt([...at, "content", media, "schema"], JSON.parse(seen.body));
}

/** What a path that is known answers to a method that it does not have. */
function problemOfOtherMethod({ body, path, method, hasHeader }: Seen): string | undefined {
  if (!paths.some(({ pattern }) => pattern.test(path))) return "the document has no such path";
  if (!hasHeader("allow")) return "the header Allow is missing";
  if (method === "HEAD") return undefined;
  return problemsAt(["components", "schemas", "METHOD_NOT_ALLOWED"], JSON.parse(body));
}

function problemOfNowhere({ body, path, status, method }: Seen): string | undefined {
  if (status < 400) return "the document has no such route";
  if (method === "HEAD") return undefined;
  const code = (JSON.parse(body) as { error?: { code?: string } }).error?.code ?? "";
  if (!NOWHERE.includes(code)) return `a path that leads nowhere cannot answer ${code}`;
  if (code === "UNAUTHORIZED" && !path.startsWith("/v1")) return "the path needs no key";
  return problemsAt(["components", "schemas", code], JSON.parse(body));
}
