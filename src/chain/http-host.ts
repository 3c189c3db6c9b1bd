/**
 * HTTP to one TRON node: keep-alive connections, one time limit a call, a limit on the size of an
 * answer. Whatever goes wrong becomes a `ChainUnavailable` that names the endpoint and never the
 * host's path, the query or the API key: some providers carry the key in the URL. Nothing is sent
 * twice.
 */
import { Pool } from "undici";
import { ChainUnavailable } from "./port.js";

interface HostOptions {
  readonly url: string;
  readonly apiKey?: string | undefined;
  readonly timeoutMs: number;
  readonly maxConnections: number;
  readonly maxAnswerBytes: number;
  readonly onCall?: ((path: string, ms: number, ok: boolean) => void) | undefined;
}

export interface TronHost {
  /** The JSON object that the node answers; a fresh one, not yet checked field by field. */
  post(path: string, body: object, timeoutMs?: number): Promise<object>;
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

/** The node does not know what it was asked: this call, or this kind of state, is not served there. */
export class NotServed extends ChainUnavailable {}

/** A java-tron full node answers 405 on the wallet's port when it is asked for solidified state. */
const NOT_SERVED = new Set([404, 405, 501]);
const REFUSALS = new Set([403, 429, 503]);
/** java-tron's own rate limiter answers 200 with this text. */
const NODE_BUSY = /lack of computing resources/;

/** A list as an answer; returned as `{ list }`. */
const LISTS = new Set([
  "wallet/gettransactioninfobyblocknum",
  "walletsolidity/gettransactioninfobyblocknum",
]);

export function createHost(options: HostOptions): TronHost {
  const url = new URL(options.url);
  const basePath = url.pathname.replace(/\/+$/, "");
  const pool = new Pool(url.origin, {
    connections: options.maxConnections,
    maxResponseSize: options.maxAnswerBytes,
    // The signal of each call is the one time limit: undici's own timers are coarse.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const headers: Record<string, string> = { "content-type": "application/json" };
  if (options.apiKey) headers["TRON-PRO-API-KEY"] = options.apiKey;
  const secrets = secretsOf(url, options.apiKey);

  async function exchange(path: string, body: object, timeoutMs: number): Promise<object> {
    const answer = await pool.request({
      method: "POST",
      path: `${basePath}/${path}`,
      headers,
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await answer.body.text();
    const status = answer.statusCode;
    if (status !== 200) {
      const reason = `${path} answered HTTP ${status}${quoted(text, secrets)}`;
      if (NOT_SERVED.has(status)) throw new NotServed(reason);
      if (!REFUSALS.has(status)) throw new ChainUnavailable(reason);
      throw new NodeRefused(reason, status, retryAfterMs(answer.headers["retry-after"]));
    }
    return parsed(path, text, secrets);
  }

  return {
    async post(path, body, timeoutMs = options.timeoutMs) {
      const startedAt = performance.now();
      let ok = false;
      try {
        const answer = await exchange(path, body, timeoutMs);
        ok = true;
        return answer;
      } catch (error) {
        throw unavailable(path, error, { ...options, timeoutMs });
      } finally {
        options.onCall?.(path, performance.now() - startedAt, ok);
      }
    },
    close: () => pool.destroy(),
  };
}

function parsed(path: string, text: string, secrets: readonly string[]): object {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    throw new ChainUnavailable(`${path} answered no JSON${quoted(text, secrets)}`);
  }
  if (LISTS.has(path) && Array.isArray(answer)) return { list: answer };
  if (typeof answer !== "object" || answer === null || Array.isArray(answer)) {
    throw new ChainUnavailable(`${path} answered no JSON object${quoted(text, secrets)}`);
  }
  const problem = "Error" in answer ? answer.Error : "error" in answer ? answer.error : undefined;
  if (problem === undefined) return answer;
  const reason = `${path} answered an error${quoted(String(problem), secrets)}`;
  if (NODE_BUSY.test(String(problem))) throw new NodeRefused(reason, 503, undefined);
  throw new NotServed(reason);
}

function unavailable(path: string, error: unknown, options: HostOptions): ChainUnavailable {
  if (error instanceof ChainUnavailable) return error;
  const name = error instanceof Error ? error.name : "";
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (name === "TimeoutError") {
    return new ChainUnavailable(`${path} did not answer within ${options.timeoutMs} ms`);
  }
  if (code === "UND_ERR_RES_EXCEEDED_MAX_SIZE") {
    return new ChainUnavailable(`${path} answered more than ${options.maxAnswerBytes} bytes`);
  }
  if (code === "UND_ERR_DESTROYED") {
    return new ChainUnavailable(`${path} was cut off: the chain is closed`);
  }
  return new ChainUnavailable(`${path} could not be asked: ${code || name || "unknown failure"}`);
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

function retryAfterMs(header: string | string[] | undefined): number | undefined {
  if (typeof header !== "string") return undefined;
  const seconds = /^\d{1,6}$/.test(header) ? Number(header) : Number.NaN;
  const ms = Number.isNaN(seconds) ? Date.parse(header) - Date.now() : seconds * 1_000;
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}
