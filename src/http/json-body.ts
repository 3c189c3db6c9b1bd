/**
 * Reads JSON bodies. What zod cannot see is refused here: broken UTF-8, compressed bodies, names
 * that reach for a prototype, lone surrogates, nesting without end.
 */
import { isUtf8 } from "node:buffer";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { DeskError, type FieldProblem, validationFailed } from "../domain/errors.js";

/** No field of ours lies deeper than 3; JSON.stringify fails beyond some thousand. */
const MAX_DEPTH = 32;
/** A shorter text cannot nest deep enough to hurt. */
const PLAIN_LENGTH = 2_048;
const MAX_PROBLEMS = 20;
const LONE_SURROGATE = /\p{Surrogate}/u;
const BYTE_ORDER_MARK = 0xfeff;

/**
 * Makes JSON the only media type; an empty body is `undefined`, because not every route wants one.
 */
export function readJsonBodies(server: FastifyInstance): void {
  readBodies(server, (bytes) => assertHarmless(parseJson(bytes)));
}

/**
 * For bodies whose sender is known and whose fields are not ours: JSON is all they must be, because
 * a refusal would not make the sender change them.
 */
export function readForeignJson(scope: FastifyInstance): void {
  readBodies(scope, (bytes) => parseJson(bytes)?.value);
}

function readBodies(scope: FastifyInstance, read: (bytes: Buffer) => unknown): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser<Buffer>(
    "application/json",
    { parseAs: "buffer" },
    (request, bytes, done) => {
      try {
        assertNotEncoded(request);
        done(null, read(bytes));
      } catch (error) {
        done(error as Error);
      }
    },
  );
}

/** The body of a route that needs one. */
export function bodyOf(request: FastifyRequest): unknown {
  if (request.body === undefined) throw malformed("the body is empty");
  return request.body;
}

function assertNotEncoded(request: FastifyRequest): void {
  const encoding = request.headers["content-encoding"];
  if (encoding === undefined || encoding.toLowerCase() === "identity") return;
  throw new DeskError(
    "UNSUPPORTED_MEDIA_TYPE",
    "Send the body as it is: compressed bodies (content-encoding) are not read.",
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

function assertHarmless(parsed: Parsed | undefined): unknown {
  if (parsed === undefined) return undefined;
  const { text, value } = parsed;
  if (text.length > PLAIN_LENGTH || text.includes("__proto__") || text.includes("\\u")) {
    const problems = hostileParts(value);
    if (problems.length > 0) throw validationFailed(problems);
  }
  return value;
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw malformed(error instanceof SyntaxError ? positionOf(error.message) : "it is not JSON");
  }
}

/**
 * Where the JSON breaks; the rest of the message of V8 quotes the body, which an answer need not
 * repeat.
 */
function positionOf(message: string): string {
  const position = /at position \d+|Unexpected end of JSON input/.exec(message)?.[0];
  return position ? `it breaks ${position.replace("Unexpected", "off: unexpected")}` : "it breaks";
}

function malformed(why: string): DeskError {
  return new DeskError("MALFORMED_JSON", `The body must be one JSON object: ${why}.`);
}

/** Walks without recursion: the depth is the sender's to choose. */
function hostileParts(value: unknown): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const open: { value: unknown; path: string; depth: number }[] = [{ value, path: "", depth: 0 }];
  for (let at = open.pop(); at && problems.length < MAX_PROBLEMS; at = open.pop()) {
    const { value: part, path, depth } = at;
    if (typeof part === "string" && LONE_SURROGATE.test(part)) {
      problems.push({ path, message: "must be Unicode text; half of a surrogate pair is none" });
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
      open.push({ value: inner, path: join(path, name), depth: depth + 1 });
    }
  }
  return problems;
}

function join(path: string, name: string): string {
  return path === "" ? name.slice(0, 60) : `${path}.${name.slice(0, 60)}`;
}
