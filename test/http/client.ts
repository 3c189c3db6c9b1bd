/** Calls a test desk over real HTTP. */
import { expect } from "vitest";
import { http, JSON_HEADERS } from "../support/http.js";
import type { TestDesk } from "./desk.js";

export interface Failure {
  readonly code: string;
  readonly message: string;
  readonly details?: unknown;
}

export interface Answer<T> {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly success: boolean;
  readonly data: T;
  readonly error: Failure;
  readonly requestId: string | undefined;
}

export interface CallOptions {
  readonly method?: string;
  readonly key?: string;
  readonly headers?: Record<string, string>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is. */
  readonly raw?: string | Uint8Array<ArrayBuffer>;
}

/** Steps over the second of the rate limit first, so that only tests of the limit meet it. */
export async function call<T = Record<string, unknown>>(
  desk: TestDesk,
  path: string,
  options: CallOptions = {},
): Promise<Answer<T>> {
  desk.clock.monotonicMs += 1_001;
  return callNow(desk, path, options);
}

export async function callNow<T = Record<string, unknown>>(
  desk: TestDesk,
  path: string,
  { method, key, headers = {}, body, raw }: CallOptions = {},
): Promise<Answer<T>> {
  const sent = raw ?? (body === undefined ? null : JSON.stringify(body));
  const {
    status,
    headers: answered,
    text,
  } = await http(desk.url + path, {
    method,
    headers: {
      ...(key === undefined ? {} : { "x-api-key": key }),
      ...(sent === null ? {} : JSON_HEADERS),
      ...headers,
    },
    body: sent,
  });
  const parsed = JSON.parse(text || "{}") as Omit<Answer<T>, "status" | "headers" | "text">;
  return { ...parsed, status, headers: new Headers(answered as Record<string, string>), text };
}

/** One entry of the answer to a creation. */
export interface Entry {
  readonly orderId: string;
  readonly receiver: string;
  readonly price: number;
  readonly paidAmount: number;
  readonly [field: string]: unknown;
}

export interface Created {
  readonly count: number;
  readonly orders: readonly Entry[];
}

export function create(
  desk: TestDesk,
  key: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Answer<Created>> {
  return call<Created>(desk, "/v1/order/create", { key, body, headers });
}

export async function available(desk: TestDesk, key: string): Promise<number> {
  const answer = await call<{ available: number; held: number }>(desk, "/v1/balance", { key });
  expect(answer.status).toBe(200);
  return answer.data.available;
}

/** The shape and the table: what every failure must look like. */
export function expectError(answer: Answer<unknown>, status: number, code: string): void {
  expect({ status: answer.status, code: answer.error?.code }).toEqual({ status, code });
  expect(answer.success).toBe(false);
  expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
  const { success, error, requestId, ...more } = JSON.parse(answer.text);
  expect(more).toEqual({});
  expect(Object.keys(error).filter((name) => name !== "details")).toEqual(["code", "message"]);
  expect(error.message.length).toBeGreaterThan(10);
  expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
  const waits = [429, 503, 504].includes(status);
  expect(answer.headers.has("retry-after")).toBe(waits);
}
