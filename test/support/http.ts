/** HTTP as tests speak it, by undici's `request`: a call takes a sixth of the time that it takes by `fetch`. */
import { Agent, request } from "undici";
import { UNLIMITED_MS } from "./node-limit.js";

export interface Asked {
  /** GET without a body, else POST, unless given. */
  readonly method?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | null;
}

export const JSON_HEADERS = { "content-type": "application/json" };

/** The connection was refused, or ended before the whole answer was there. */
export class NoAnswer extends Error {}

const CONNECTION_ENDED: readonly unknown[] = ["ECONNREFUSED", "ECONNRESET", "UND_ERR_SOCKET"];

let agent = new Agent();

/** Later calls are on connections of their own: one whose server has ended it may not have noticed yet. */
export function forgetConnections(): void {
  const last = agent;
  agent = new Agent();
  void last.close();
}

export async function http(url: string, { method, headers = {}, body = null }: Asked = {}) {
  try {
    const answer = await request(url, {
      method: method ?? (body === null ? "GET" : "POST"),
      headers,
      body,
      dispatcher: agent,
      headersTimeout: UNLIMITED_MS,
      bodyTimeout: UNLIMITED_MS,
    });
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text: await answer.body.text(),
    };
  } catch (error) {
    const isEnded =
      error instanceof Error && "code" in error && CONNECTION_ENDED.includes(error.code);
    if (!isEnded) throw error;
    throw new NoAnswer(`no answer from ${url}`, { cause: error });
  }
}

/** Posts JSON; gives the JSON that it answers, whatever the status. */
export async function postJson<T>(url: string, body: unknown = {}): Promise<T> {
  const { text } = await http(url, { headers: JSON_HEADERS, body: JSON.stringify(body) });
  return JSON.parse(text) as T;
}

/** The same where it must be taken: java-tron tells errors with status 200, too. */
export async function postTaken<T>(url: string, body: unknown = {}): Promise<T> {
  const { status, text } = await http(url, { headers: JSON_HEADERS, body: JSON.stringify(body) });
  if (status !== 200 || text.includes('"Error"')) throw new Error(`${url}: ${status} ${text}`);
  return JSON.parse(text) as T;
}
