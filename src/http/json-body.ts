/**
 * Reads JSON bodies and refuses what zod cannot see: broken UTF-8, compressed bodies, fields given twice, names that reach for a
 * prototype, lone surrogates, endless nesting.
 */
import { isUtf8 } from "node:buffer";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { DeskError, type FieldProblem, validationFailed } from "../domain/errors.js";
import { unusedPaths } from "../domain/order-request.js";

/** Our fields are at most 3 levels deep; JSON.stringify fails beyond some thousand. */
const MAX_DEPTH = 32;
const MAX_PROBLEMS = 20;
const LONE_SURROGATE = /\p{Surrogate}/u;
const BYTE_ORDER_MARK = 0xfeff;

/** The body's JSON value, and what in it no schema would see. */
interface JsonBody {
  readonly value: unknown;
  readonly hostile: readonly FieldProblem[];
}

/**
 * Makes JSON the only media type; an empty body is `undefined`, because not every route wants one.
 */
export function readJsonBodies(server: FastifyInstance): void {
  readBodies(server, ({ text, value }) => ({ value, hostile: hostileIn(text, value) }));
}

/**
 * For bodies from a known sender whose fields are not ours: they must only be JSON, because a refusal would not make the sender
 * change them.
 */
export function readForeignJson(scope: FastifyInstance): void {
  readBodies(scope, ({ value }) => ({ value, hostile: [] }));
}

function readBodies(scope: FastifyInstance, judge: (parsed: Parsed) => JsonBody): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser<Buffer>(
    "application/json",
    { parseAs: "buffer" },
    (request, bytes, done) => {
      try {
        assertNotEncoded(request);
        const parsed = parseJson(bytes);
        done(null, parsed && judge(parsed));
      } catch (error) {
        done(error as Error);
      }
    },
  );
}

/** The body of a route that needs one. */
export function bodyOf(request: FastifyRequest): unknown {
  return jsonOf(request).value;
}

/** The same, read by rules that throw VALIDATION_FAILED: their findings and hostile parts are reported together. */
export function readBody<T>(request: FastifyRequest, read: (body: unknown) => T): T {
  const { value, hostile } = jsonOf(request);
  if (hostile.length === 0) return read(value);
  try {
    read(value);
  } catch (error) {
    const found = error instanceof DeskError && error.detailsOf("VALIDATION_FAILED");
    if (!found) throw error;
    const told = new Set(hostile.map(({ path }) => path));
    throw validationFailed([...hostile, ...found.filter(({ path }) => !told.has(path))]);
  }
  throw validationFailed(hostile);
}

function jsonOf(request: FastifyRequest): JsonBody {
  if (request.body === undefined) throw malformed("it is empty");
  return request.body as JsonBody;
}

function assertNotEncoded(request: FastifyRequest): void {
  const encoding = request.headers["content-encoding"];
  if (encoding === undefined || encoding.toLowerCase() === "identity") return;
  throw new DeskError(
    "UNSUPPORTED_MEDIA_TYPE",
    "Send the body uncompressed: Content-Encoding is not supported.",
  );
}

interface Parsed {
  readonly text: string;
  readonly value: unknown;
}

/** Undefined for an empty body. */
function parseJson(bytes: Buffer): Parsed | undefined {
  if (bytes.length === 0) return undefined;
  if (!isUtf8(bytes)) throw malformed("it is not UTF-8");
  const decoded = bytes.toString("utf8");
  const text = decoded.charCodeAt(0) === BYTE_ORDER_MARK ? decoded.slice(1) : decoded;
  return { text, value: parseText(text) };
}

/** Most bodies can contain nothing of that, and are not walked. */
function hostileIn(text: string, value: unknown): FieldProblem[] {
  const isSuspect =
    text.includes("__proto__") || text.includes("\\u") || isDeeper(value, MAX_DEPTH);
  return [...givenTwice(text), ...(isSuspect ? hostileParts(value) : [])];
}

/** A text, or what begins, parts or ends an object or an array; all else of valid JSON is passed over. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],]/g;

/** Fields that an object has twice: JSON.parse keeps the last and says nothing. */
function givenTwice(text: string): FieldProblem[] {
  const problems = new Map<string, FieldProblem>();
  /** The object or array that is open, and those around it. */
  const open: Opened[] = [];
  let within: Opened | undefined;
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === "{" || token === "[") {
      const path = within ? join(within.path, within.last) : "";
      within = {
        path,
        last: token === "[" ? "0" : "",
        names: token === "{" ? new Set() : undefined,
      };
      within.isNameNext = token === "{";
      open.push(within);
    } else if (token === "}" || token === "]") {
      open.pop();
      within = open.at(-1);
    } else if (within === undefined) {
      return [];
    } else if (token === ",") {
      if (within.names) within.isNameNext = true;
      else within.last = String(Number(within.last) + 1);
    } else if (within.names && within.isNameNext) {
      within.isNameNext = false;
      within.last = JSON.parse(token) as string;
      const path = join(within.path, within.last);
      if (within.names.has(within.last) && problems.size < MAX_PROBLEMS) {
        problems.set(path, { path, message: "was sent twice; send it once" });
      }
      within.names.add(within.last);
    }
  }
  return [...problems.values()];
}

interface Opened {
  readonly path: string;
  /** Of an object; undefined of an array. */
  readonly names: Set<string> | undefined;
  /** The field or the place that is read. */
  last: string;
  isNameNext?: boolean;
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return true;
  for (const inner of Object.values(value)) if (isDeeper(inner, levels - 1)) return true;
  return false;
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw malformed(error instanceof SyntaxError ? positionOf(error.message) : "it is not JSON");
  }
}

/** Where the JSON breaks. V8's message also quotes the body, which an answer need not repeat. */
function positionOf(message: string): string {
  const position = /at position \d+|Unexpected end of JSON input/.exec(message)?.[0];
  return position ? `it breaks ${position.replace("Unexpected", "off: unexpected")}` : "it breaks";
}

function malformed(why: string): DeskError {
  return new DeskError("MALFORMED_JSON", `The body must be JSON: ${why}.`);
}

/** Walks without recursion, because the sender chooses the depth. */
function hostileParts(value: unknown): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const unused = new Set(unusedPaths(value));
  const open: { value: unknown; path: string; depth: number }[] = [{ value, path: "", depth: 0 }];
  for (let at = open.pop(); at && problems.length < MAX_PROBLEMS; at = open.pop()) {
    const { value: part, path, depth } = at;
    if (typeof part === "string" && LONE_SURROGATE.test(part)) {
      problems.push({ path, message: "contains a lone surrogate" });
    }
    if (typeof part !== "object" || part === null) continue;
    if (depth === MAX_DEPTH) {
      problems.push({ path, message: `must not nest deeper than ${MAX_DEPTH} levels` });
      continue;
    }
    for (const [name, inner] of Object.entries(part)) {
      if (name === "__proto__" || LONE_SURROGATE.test(name)) {
        problems.push({
          path,
          message: `must not hold a field named ${JSON.stringify(name).slice(0, 60)}`,
        });
      }
      const innerPath = join(path, name);
      if (unused.has(innerPath)) continue;
      open.push({ value: inner, path: innerPath, depth: depth + 1 });
    }
  }
  return problems;
}

function join(path: string, name: string): string {
  return path === "" ? name.slice(0, 60) : `${path}.${name.slice(0, 60)}`;
}

/** Any body is accepted: clients differ in what they send with an empty POST. */
export function ignoreBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, _body, done) => done(null));
}
