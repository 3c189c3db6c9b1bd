/** A path that is known, asked with a method that it does not have. */
import { request } from "undici";
import { afterAll, beforeAll, expect, test } from "vitest";
import { call, expectError } from "./client.js";
import { startDesk, type TestDesk, wallet } from "./desk.js";

let desk: TestDesk;
let key: string;
beforeAll(async () => {
  desk = await startDesk();
  key = (await desk.customer(100)).apiKey;
});
afterAll(() => desk.close());

test.each([
  ["GET", "/v1/order/create", "POST"],
  ["PUT", "/v1/order/create", "POST"],
  ["DELETE", "/v1/order/create", "POST"],
  ["OPTIONS", "/v1/order/create", "POST"],
  ["HEAD", "/v1/order/quote", "POST"],
  ["GET", "/v1/order/quote", "POST"],
  ["POST", "/v1/order/1", "GET, HEAD, PATCH"],
  ["DELETE", "/v1/order/1", "GET, HEAD, PATCH"],
  ["GET", "/v1/order/1/cancel", "POST"],
  ["PATCH", "/v1/balance", "GET, HEAD"],
  ["POST", "/v1/balance", "GET, HEAD"],
  ["PROPFIND", "/v1/balance", "GET, HEAD"],
  ["PUT", "/v1/seller", "GET, HEAD, POST"],
  ["GET", "/v1/seller/verify", "POST"],
  ["POST", "/v1/orderbook", "GET, HEAD"],
  ["POST", "/setting/ui", "GET, HEAD"],
  ["DELETE", "/healthz", "GET, HEAD"],
  ["TRACE", "/docs", "GET, HEAD"],
])("%s %s is METHOD_NOT_ALLOWED, and told of %s", async (method, path, allowed) => {
  // A fetch sends no TRACE.
  const { statusCode, headers, body } = await request(desk.url + path, {
    method: method as "GET",
    headers: { "x-api-key": key, "content-type": "a/b" },
  });
  expect([statusCode, headers.allow]).toEqual([405, allowed]);
  const text = await body.text();
  if (method !== "HEAD") {
    const ways = allowed.split(", ");
    const either =
      ways.length < 3 ? ways.join(" or ") : `${ways.slice(0, -1).join(", ")}, or ${ways.at(-1)}`;
    const message = `${method} is not allowed here; use ${either}.`;
    expect(JSON.parse(text).error).toEqual({ code: "METHOD_NOT_ALLOWED", message });
    expect(JSON.parse(text).requestId).toBe(headers["x-request-id"]);
  }
});

test("the methods of a path are told to no one without a key", async () => {
  const answer = await call(desk, "/v1/balance", { method: "POST" });
  expectError(answer, 401, "UNAUTHORIZED");
  expect(answer.headers.has("allow")).toBe(false);
});

test.each([
  ["POST", "/v1/order/create"],
  ["POST", "/v1/order/quote"],
  ["GET", "/v1/order/1"],
  ["PATCH", "/v1/order/1"],
  ["POST", "/v1/order/1/cancel"],
  ["GET", "/v1/balance"],
  ["GET", `/v1/address/${wallet(1)}`],
  ["GET", "/v1/deposit"],
  ["GET", "/v1/seller"],
  ["POST", "/v1/seller"],
  ["POST", "/v1/seller/verify"],
  ["GET", `/v1/seller/${wallet(1)}`],
  ["PUT", `/v1/seller/${wallet(1)}/offer`],
  ["POST", "/v1/withdrawals"],
  ["GET", "/setting/ui"],
])("%s %s refuses a parameter that it does not have", async (method, path) => {
  const sent = method === "GET" ? {} : { body: {} };
  const answer = await call(desk, `${path}?dry_run=true`, { method, key, ...sent });
  expectError(answer, 400, "VALIDATION_FAILED");
  const message = "unknown parameter; this call takes none";
  expect(answer.error.details).toEqual([{ path: "dry_run", message }]);
});
