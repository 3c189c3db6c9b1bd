/**
 * HTTP to one TRON node: keep-alive connections, one time limit a call, a limit on the size of an
 * answer. Whatever goes wrong becomes a `ChainUnavailable` that names the endpoint and never the
 * host's path, the query or the API key: some providers carry the key in the URL. Nothing is sent
 * twice.
 */
import { Pool } from "undici";
import { ChainUnavailable } from "./port.js";
import { wholeAnswer } from "./whole-answer.js";

interface HostOptions {
  readonly url: string;
  readonly apiKey?: string | undefined;
  readonly timeoutMs: number;
  readonly maxConnections: number;
  readonly maxAnswerBytes: number;
  readonly onCall?: ((path: string, ms: number, ok: boolean) => void) | undefined;
}

/** More bytes come once it is done. */
export type TakeElement = (element: unknown) => Promise<void> | void;

export interface TronHost {
  /** The JSON object that the node answers; a fresh one, not yet checked field by field. */
  post(path: string, body: object, timeoutMs?: number): Promise<object>;
  /**
   * Takes the elements of a list that the node answers one by one, as they come: it may be larger than any other answer, and take
   * longer as long as some of it comes in time.
   */
  each(path: string, body: object, take: TakeElement, timeoutMs?: number): Promise<void>;
  /** Cuts off the calls under way: they fail at once, also where the node would never answer. */
  close(): Promise<void>;
}

/** The node asks for a pause (403, 429, 503, or its own limit inside a 200). */
export class NodeRefused extends ChainUnavailable {
  constructor(
    message: string,
    readonly status: number,
    readonly retryAfterMs: number | undefined,
  ) {
    super(message);
  }
}

/** Nothing came back in time, or nothing at all. */
export class NoAnswer extends ChainUnavailable {}

/** The node, or what stands before it, failed or wants another key: says nothing of what it serves. */
export class NodeFailed extends ChainUnavailable {}

/** The node does not know what it was asked: this call, or this kind of state, is not served there. */
export class NotServed extends ChainUnavailable {}

/** A java-tron full node answers 405 on the wallet's port when it is asked for solidified state. */
const NOT_SERVED = new Set([404, 405, 501]);
const REFUSALS = new Set([403, 429, 503]);
/** java-tron's own rate limiter answers 200 with this text. */
const NODE_BUSY = /lack of computing resources/;

/** java-tron's words for an endpoint that is switched off, or of which a lite node has no history: bare text or JSON. */
const SWITCHED_OFF = /this API is (?:closed|unavailable)/i;

/** What java-tron may answer of one block: its transactions' infos. */
const MOST_LIST_BYTES = 256 * 1024 * 1024;
/** How much longer than another answer a list may take as a whole. */
const LIST_TIMES = 12;

export function createHost(options: HostOptions): TronHost {
  const url = new URL(options.url);
  const basePath = url.pathname.replace(/\/+$/, "");
  const pool = new Pool(url.origin, {
    connections: options.maxConnections,
    // The signal of each call is the one time limit: undici's own timers are coarse.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const headers: Record<string, string> = { "content-type": "application/json" };
  if (options.apiKey) headers["TRON-PRO-API-KEY"] = options.apiKey;
  const secrets = secretsOf(url, options.apiKey);

  const requestOf = (path: string, body: object) => ({
    method: "POST" as const,
    path: `${basePath}/${path}`,
    headers,
    body: JSON.stringify(body),
  });

  /** What a status other than 200 means. */
  function failureOfStatus(path: string, status: number, text: string, retryAfter: Header): Error {
    const reason = `${path} answered HTTP ${status}${quoted(text, secrets)}`;
    if (NOT_SERVED.has(status)) return new NotServed(reason);
    if (REFUSALS.has(status)) return new NodeRefused(reason, status, retryAfterMs(retryAfter));
    return new (status === 401 || status >= 500 ? NodeFailed : ChainUnavailable)(reason);
  }

  async function exchange(path: string, body: object, timeoutMs: number): Promise<object> {
    const signal = AbortSignal.timeout(timeoutMs);
    const check = (bytes: number) => assertWithin(options.maxAnswerBytes, bytes, path);
    const answer = await wholeAnswer(pool, requestOf(path, body), signal, check);
    const text = answer.bytes.toString();
    if (answer.status === 200) return parsed(path, text, secrets);
    throw failureOfStatus(path, answer.status, text, answer.headers["retry-after"]);
  }

  /** An answer's bytes as they come. */
  async function stream(path: string, body: object, signal: AbortSignal) {
    const answer = await pool.request({ ...requestOf(path, body), signal });
    const status = answer.statusCode;
    if (status === 200) return limited(answer.body, MOST_LIST_BYTES, path);
    const parts: Buffer[] = [];
    for await (const part of limited(answer.body, options.maxAnswerBytes, path)) parts.push(part);
    const text = Buffer.concat(parts).toString();
    throw failureOfStatus(path, status, text, answer.headers["retry-after"]);
  }

  async function exchangeList(
    path: string,
    body: object,
    take: TakeElement,
    timeoutMs: number,
  ): Promise<void> {
    const silent = new AbortController();
    const timeout = () => silent.abort(new DOMException("nothing came", "TimeoutError"));
    const timer = setTimeout(timeout, timeoutMs);
    const longest = AbortSignal.timeout(LIST_TIMES * timeoutMs);
    try {
      const answer = await stream(path, body, AbortSignal.any([silent.signal, longest]));
      const list = new JsonList();
      for await (const part of answer) {
        timer.refresh();
        for (const element of list.push(part)) await take(element);
        timer.refresh();
      }
      const other = list.end();
      // It says why it answers no list.
      if (other !== undefined && Object.keys(parsed(path, other, secrets)).length > 0) {
        throw new ChainUnavailable(`${path} answered no list${quoted(other, secrets)}`);
      }
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      throw new ChainUnavailable(`${path} answered no JSON: ${error.message}`);
    } finally {
      clearTimeout(timer);
    }
  }

  async function timed<T>(path: string, timeoutMs: number, ask: () => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    let ok = false;
    try {
      const answer = await ask();
      ok = true;
      return answer;
    } catch (error) {
      throw unavailable(path, error, timeoutMs);
    } finally {
      options.onCall?.(path, performance.now() - startedAt, ok);
    }
  }

  return {
    post: (path, body, timeoutMs = options.timeoutMs) =>
      timed(path, timeoutMs, () => exchange(path, body, timeoutMs)),
    async each(path, body, take, timeoutMs = options.timeoutMs) {
      // What fails in taking an element is not the node's failure.
      let ours: { readonly error: unknown } | undefined;
      const guarded = async (element: unknown) => {
        try {
          await take(element);
        } catch (error) {
          ours = { error };
          throw error;
        }
      };
      try {
        await timed(path, timeoutMs, () => exchangeList(path, body, guarded, timeoutMs));
      } catch (error) {
        throw ours ? ours.error : error;
      }
    },
    close: () => pool.destroy(),
  };
}

/** Fails, and the connection is cut off, when more comes. */
async function* limited(body: AsyncIterable<Buffer>, mostBytes: number, path: string) {
  let bytes = 0;
  for await (const part of body) {
    bytes += part.length;
    assertWithin(mostBytes, bytes, path);
    yield part;
  }
}

function assertWithin(mostBytes: number, bytes: number, path: string): void {
  if (bytes > mostBytes)
    throw new ChainUnavailable(`${path} answered more than ${mostBytes} bytes`);
}

function parsed(path: string, text: string, secrets: readonly string[]): object {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    throw failureOf(`${path} answered no JSON`, text, secrets);
  }
  if (typeof answer !== "object" || answer === null || Array.isArray(answer)) {
    throw new ChainUnavailable(`${path} answered no JSON object${quoted(text, secrets)}`);
  }
  const problem = "Error" in answer ? answer.Error : "error" in answer ? answer.error : undefined;
  if (problem === undefined) return answer;
  throw failureOf(`${path} answered an error`, String(problem), secrets);
}

/** In java-tron's words; other words, such as "internal server error", say nothing of what the node can serve. */
function failureOf(what: string, words: string, secrets: readonly string[]): ChainUnavailable {
  const reason = `${what}${quoted(words, secrets)}`;
  if (NODE_BUSY.test(words)) return new NodeRefused(reason, 503, undefined);
  return SWITCHED_OFF.test(words) ? new NotServed(reason) : new ChainUnavailable(reason);
}

function unavailable(path: string, error: unknown, timeoutMs: number): ChainUnavailable {
  if (error instanceof ChainUnavailable) return error;
  const name = error instanceof Error ? error.name : "";
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (name === "TimeoutError") {
    return new NoAnswer(`${path} did not answer within ${timeoutMs} ms`);
  }
  if (code === "UND_ERR_DESTROYED") {
    return new NoAnswer(`${path} was cut off: the chain is closed`);
  }
  return new NoAnswer(`${path} could not be asked: ${code || name || "unknown failure"}`);
}

/** Shorter parts of a path are words such as "jsonrpc". */
const LEAST_KEY_LENGTH = 8;

/** What a node or a proxy may repeat: the key, and parts of the URL's path, which may be a key. */
function secretsOf({ pathname }: URL, apiKey: string | undefined): string[] {
  const parts = pathname.split("/").filter((part) => part.length >= LEAST_KEY_LENGTH);
  const secrets = apiKey ? [...parts, apiKey] : parts;
  // The longest first: one may contain another.
  return secrets.sort((a, b) => b.length - a.length);
}

/** The beginning of the node's words, on one line and without keys, as the end of a sentence. */
function quoted(text: string, secrets: readonly string[]): string {
  const withoutKeys = secrets.reduce((rest, secret) => rest.replaceAll(secret, "***"), text);
  const line = withoutKeys.replace(/[\s\p{Cc}]+/gu, " ").trim();
  return line ? `: ${line.slice(0, 200)}` : "";
}

type Header = string | string[] | undefined;

function retryAfterMs(header: Header): number | undefined {
  if (typeof header !== "string") return undefined;
  const seconds = /^\d{1,6}$/.test(header) ? Number(header) : Number.NaN;
  const ms = Number.isNaN(seconds) ? Date.parse(header) - Date.now() : seconds * 1_000;
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}

const [QUOTE, BACKSLASH, COMMA] = bytesOf('"\\,');
const [LIST, LIST_END, OBJECT, OBJECT_END] = bytesOf("[]{}");
const BLANKS = new Set(bytesOf(" \t\r\n"));

function bytesOf(text: string): number[] {
  return [...Buffer.from(text)];
}

/**
 * Cuts the elements of a JSON list out of bytes as they come, so that a list needs no more memory than its largest element. Of
 * anything else than a list the bytes are kept.
 */
export class JsonList {
  /** Of the element that has begun, or of what is no list. */
  #parts: Buffer[] = [];
  #depth = 0;
  #inString = false;
  #isEscaped = false;
  #hasElements = false;
  #state: "before" | "in" | "after" | "other" = "before";

  /** The elements that end in these bytes. Throws `SyntaxError` where they are no JSON. */
  push(bytes: Buffer): unknown[] {
    const found: unknown[] = [];
    let at = 0;
    while (this.#state === "before" && at < bytes.length) {
      const byte = bytes[at] ?? 0;
      if (byte === LIST) this.#state = "in";
      else if (!BLANKS.has(byte)) this.#state = "other";
      if (this.#state !== "other") at += 1;
    }
    let start = at;
    for (; this.#state === "in" && at < bytes.length; at += 1) {
      if (!this.#ends(bytes[at])) continue;
      this.#parts.push(bytes.subarray(start, at));
      start = at + 1;
      this.#take(found);
    }
    if (this.#state === "after" && bytes.subarray(start).some((byte) => !BLANKS.has(byte))) {
      throw new SyntaxError("there is more behind the list");
    }
    if (this.#state === "in" || this.#state === "other") this.#parts.push(bytes.subarray(start));
    return found;
  }

  /** All bytes have come; the text of what is no list. Throws `SyntaxError` for a list that has not ended. */
  end(): string | undefined {
    if (this.#state === "in") throw new SyntaxError("the list has no end");
    return this.#state === "after" ? undefined : Buffer.concat(this.#parts).toString();
  }

  /** Whether an element, or the list, ends before this byte. */
  #ends(byte: number | undefined): boolean {
    if (this.#inString) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (byte === BACKSLASH) this.#isEscaped = true;
      else if (byte === QUOTE) this.#inString = false;
      return false;
    }
    if (byte === QUOTE) this.#inString = true;
    else if (byte === OBJECT || byte === LIST) this.#depth += 1;
    else if (byte === COMMA) return this.#depth === 0;
    else if (byte === OBJECT_END || byte === LIST_END) {
      if (this.#depth === 0 && byte === OBJECT_END) throw new SyntaxError("the list has no end");
      if (this.#depth === 0) this.#state = "after";
      this.#depth -= 1;
      return this.#state === "after";
    }
    return false;
  }

  #take(found: unknown[]): void {
    const text = Buffer.concat(this.#parts).toString();
    this.#parts = [];
    const isEmpty = this.#state === "after" && !this.#hasElements && text.trim() === "";
    if (!isEmpty) found.push(JSON.parse(text));
    this.#hasElements = true;
  }
}
