/**
 * Bodies that are wrong by mistake or on purpose: each a clear 4xx, nothing debited, the desk unharmed. A misspelt field is refused with
 * the name that was meant; other unknown fields pass.
 */
import { gzipSync } from "node:zlib";
import { fetch } from "undici";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { available, type CallOptions, call, create, expectError } from "./client.js";
import { fastOrder, startDesk, type TestDesk, wallet, wallets } from "./desk.js";

let desk: TestDesk;
let key: string;
beforeAll(async () => {
  desk = await startDesk();
  key = (await desk.customer(100)).apiKey;
});
afterAll(async () => {
  expect(desk.engine.gates.halt).toBeUndefined();
  await desk.close();
});

/** A valid body as text, with more members at its end. */
const withMember = (member: string) => `${JSON.stringify(fastOrder()).slice(0, -1)},${member}}`;
const amount = (literal: string) =>
  JSON.stringify(fastOrder({ resourceAmount: "$" })).replace('"$"', literal);
const manual = (options: string) =>
  JSON.stringify(fastOrder({ type: "Manual", price: 60, options: "$" })).replace('"$"', options);
const utf8 = (text: string) => new TextEncoder().encode(text);
const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);

async function refused(raw: CallOptions["raw"], headers: Record<string, string> = {}) {
  const sent = raw === undefined ? {} : { raw };
  const options = { method: "POST", key, headers, ...sent };
  const created = await call(desk, "/v1/order/create", options);
  const quoted = await call(desk, "/v1/order/quote", options);
  expect(created.status).toBe(quoted.status);
  expect(await available(desk, key)).toBe(100);
  return created;
}

test.each([
  ["an empty body", ""],
  ["no JSON", "type=Fast"],
  ["half a body", JSON.stringify(fastOrder()).slice(0, 40)],
  ["two values", "{} {}"],
  ["a trailing comma", '{"type":"Fast",}'],
  ["NaN", amount("NaN")],
  ["broken UTF-8", new Uint8Array([...utf8('{"type":"'), 0xff, 0xfe, ...utf8('"}')])],
  ["half a surrogate in UTF-8", new Uint8Array([0x22, 0xed, 0xa0, 0x80, 0x22])],
  ["UTF-16", new Uint8Array(Buffer.from(JSON.stringify(fastOrder()), "utf16le"))],
])("%s is MALFORMED_JSON", async (_name, raw) => {
  expectError(await refused(raw), 400, "MALFORMED_JSON");
});

test("no body at all is MALFORMED_JSON", async () => {
  expectError(await refused(undefined), 400, "MALFORMED_JSON");
});

describe("JSON that is no object is VALIDATION_FAILED,", () => {
  const OFFER = `/v1/seller/${wallet(0)}/offer`;

  test.each([
    ["null", "null"],
    ["[]", "an array"],
    ["1", "1"],
    ['"x"', '"x"'],
    ["true", "true"],
  ])("on every route: %s", async (raw, was) => {
    const posts = ["/v1/order/create", "/v1/order/quote", "/v1/seller", "/v1/seller/verify"];
    for (const path of [...posts, OFFER]) {
      const answer = await call(desk, path, { method: path === OFFER ? "PUT" : "POST", key, raw });
      expectError(answer, 400, "VALIDATION_FAILED");
      const message = `the body must be a JSON object; it was ${was}`;
      expect(answer.error.details).toEqual([{ path: "", message }]);
    }
  });

  test("and so it is told", async () => {
    const { text } = await call(desk, "/openapi.json");
    const { components } = JSON.parse(text) as {
      components: { examples: Record<string, { description: string }> };
    };
    const told = (code: string) => components.examples[code]?.description;
    expect(told("MALFORMED_JSON")).not.toContain("object");
    expect(told("VALIDATION_FAILED")).toContain("JSON but no object");
  });
});

test.each([
  ["an array of orders", JSON.stringify([fastOrder()]), ""],
  ["1e400", amount("1e400"), "resourceAmount"],
  ["1e308", amount("1e308"), "resourceAmount"],
  ["-1e308", amount("-1e308"), "resourceAmount"],
  ["400 digits", amount("9".repeat(400)), "resourceAmount"],
  ["-0", amount("-0"), "resourceAmount"],
  [
    "a receiver that is an array",
    JSON.stringify(fastOrder({ receiver: [[wallet(0)]] })),
    "receiver.0",
  ],
  ["__proto__", withMember('"__proto__":{"type":"Fast"}'), ""],
  ["__proto__ in disguise", withMember('"__pr\\u006fto__":1'), ""],
  ["__proto__ within", manual('{"allow_partial":true,"__proto__":1}'), "options"],
  [
    "half a surrogate pair in a part",
    manual('{"allow_partial":true,"partial_min":"\\ud800"}'),
    "options.partial_min",
  ],
  [
    "short nesting in a field that is not ours",
    withMember(`"note":${nested(40)}`),
    `note${".0".repeat(31)}`,
  ],
  [
    "the same in a longer body",
    withMember(`"note":${nested(40)},"more":"${"x".repeat(3_000)}"`),
    `note${".0".repeat(31)}`,
  ],
  ["half a surrogate pair", withMember('"note":"\\ud800"'), "note"],
  ["half a surrogate pair in a name", withMember('"\\udc00":1'), ""],
  ["nesting without end", withMember(`"note":${nested(20_000)}`), undefined],
  ["nesting in a field", JSON.stringify(fastOrder()).replace('"1h"', nested(30_000)), undefined],
  ["nesting short enough to pass", amount(nested(900)), `resourceAmount${".0".repeat(31)}`],
])("%s is VALIDATION_FAILED", async (_name, raw, path) => {
  const answer = await refused(raw);
  expectError(answer, 400, "VALIDATION_FAILED");
  const details = answer.error.details as { path: string }[];
  if (path !== undefined) expect(details[0]?.path).toBe(path);
  expect(answer.text.length).toBeLessThan(4_000);
});

test("10,000 receivers are refused by their size, or by their number", async () => {
  const many = JSON.stringify(fastOrder({ receiver: wallets(10_000) }));
  expectError(await refused(many), 413, "BODY_TOO_LARGE");
  const short = JSON.stringify(fastOrder({ receiver: Array(10_000).fill("T") }));
  expectError(await refused(short), 400, "VALIDATION_FAILED");
});

test("64 KiB are read, one byte more is not", async () => {
  const padded = (length: number) => JSON.stringify(fastOrder({ type: "?" })).padEnd(length, " ");
  expectError(await refused(padded(65_536)), 400, "VALIDATION_FAILED");
  expectError(await refused(padded(65_537)), 413, "BODY_TOO_LARGE");
  expectError(await refused(padded(5_000_000)), 413, "BODY_TOO_LARGE");
});

test("a chunked body is measured as it comes", async () => {
  const chunk = utf8(" ".repeat(10_000));
  const stream = new ReadableStream({
    start(controller) {
      for (let at = 0; at < 10; at += 1) controller.enqueue(chunk);
      controller.close();
    },
  });
  const response = await fetch(`${desk.url}/v1/order/create`, {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "application/json" },
    body: stream,
    duplex: "half",
  });
  expect(response.status).toBe(413);
});

test.each([
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "application/xml",
  "text/json",
  "application/json-patch+json",
  "json",
  "*/*",
])("the media type %s is refused", async (type) => {
  const answer = await refused(JSON.stringify(fastOrder()), { "content-type": type });
  expectError(answer, 415, "UNSUPPORTED_MEDIA_TYPE");
});

test("a compressed body is refused", async () => {
  const body = new Uint8Array(gzipSync(JSON.stringify(fastOrder())));
  const answer = await refused(body, { "content-encoding": "gzip" });
  expectError(answer, 415, "UNSUPPORTED_MEDIA_TYPE");
});

test("all problems of a body are told at once", async () => {
  const receiver = [wallet(1), "T123", 5, wallet(1), wallet(2).replace(/.$/, "1")];
  const body = { type: "Slow", resourceType: "Gas", receiver, resourceAmount: "1", quoteId: 1 };
  const answer = await call(desk, "/v1/order/create", { key, body });
  expectError(answer, 400, "VALIDATION_FAILED");
  const details = answer.error.details as { path: string; message: string }[];
  expect(details.map(({ path }) => path).sort()).toEqual([
    "duration",
    "quoteId",
    "receiver.1",
    "receiver.2",
    "receiver.4",
    "resourceAmount",
    "resourceType",
    "type",
  ]);
  for (const { message } of details) expect(message).not.toBe("");
});

test("what is hostile is told with all other problems", async () => {
  const raw =
    '{"type":"Fast","resourceType":"\\ud800","receiver":[],"resourceAmount":"x","duration":"z"}';
  const answer = await refused(raw);
  expectError(answer, 400, "VALIDATION_FAILED");
  expect(answer.error.details).toEqual([
    { path: "resourceType", message: "contains a lone surrogate" },
    ...["resourceAmount", "duration", "receiver"].map((path) => ({
      path,
      message: expect.stringMatching(/^must /),
    })),
  ]);
});

test.each([
  ["half a surrogate pair as a price", withMember('"price":"\\ud800"')],
  ["__proto__ in a price", withMember('"price":{"__proto__":1}')],
  ["a price nested 40 deep", withMember(`"price":${nested(40)}`)],
  ["a price nested as deep as a body can", withMember(`"price":${nested(30_000)}`)],
  ["the same in a longer body", withMember(`"price":${nested(40)},"more":"${"x".repeat(3_000)}"`)],
  ["a part of an order of one part", manual('{"allow_partial":false,"partial_min":"\\ud800"}')],
])("%s is dropped unread", async (_name, raw) => {
  const { apiKey } = await desk.customer();
  expect((await call(desk, "/v1/order/create", { key: apiKey, raw })).status).toBe(200);
  expect((await call(desk, "/v1/order/quote", { key: apiKey, raw })).status).toBe(200);
});

test.each([
  ["receiver", withMember(`"receiver":["${wallet(2)}"]`)],
  ["resourceAmount", withMember('"\\u0072esourceAmount":65000')],
  ["price", withMember('"price":1,"price":1')],
  ["more.0.a", withMember('"more":[{"a":{"b":[],"c":"x:{,"},"a":"\\"a"}]')],
  ["more.1", withMember('"more":{"0":",\\\\","1":[1,2],"1":{}}')],
])("%s given twice is refused", async (path, raw) => {
  const answer = await refused(raw);
  expectError(answer, 400, "VALIDATION_FAILED");
  expect(answer.error.details).toEqual([{ path, message: "was sent twice; send it once" }]);
});

test("what JSON allows is taken: a byte order mark, white space, a name in several objects", async () => {
  const { apiKey } = await desk.customer();
  const raw = `\uFEFF \r\n${withMember('"more":[{"a":1},{"a":{"a":"\\"a\\":"}}],"a":1')}\n`;
  const headers = { "content-type": "Application/JSON; charset=UTF-8" };
  const answer = await call<{ orders: { resourceAmount: number }[] }>(desk, "/v1/order/create", {
    key: apiKey,
    raw,
    headers,
  });
  expect(answer.status).toBe(200);
  expect(answer.data.orders[0]?.resourceAmount).toBe(65_000);
});

const SELLER_PATHS = ["/v1/seller", "/v1/seller/verify"];

test.each([
  ["nothing", ""],
  ["no JSON", "address=T"],
  ["an array", "[]"],
  ["a prototype", '{"__proto__":{"address":"T"}}'],
  ["an address that is a list", JSON.stringify({ address: [wallet(0)] })],
  ["half a surrogate", '{"address":"\\ud800"}'],
  [
    "a signature of 60,000 characters",
    JSON.stringify({ address: wallet(0), signature: "ab".repeat(30_000) }),
  ],
  ["nesting without end", `{"address":${"[".repeat(20_000)}${"]".repeat(20_000)}}`],
])("%s is a 400 of the seller's routes that says why", async (name, raw) => {
  for (const path of SELLER_PATHS) {
    const options: CallOptions = { method: "POST", key, raw };
    const answer = await call(desk, path, options);
    if (path === "/v1/seller" && name.startsWith("a signature")) continue;
    const isUnread = name === "nothing" || name === "no JSON";
    expectError(answer, 400, isUnread ? "MALFORMED_JSON" : "VALIDATION_FAILED");
    expect(answer.text.length).toBeLessThan(2_000);
  }
});

test.each([
  ["a mistyped address", wallet(0).replace(/.$/, "1"), 400],
  ["an address with a slash", `${wallet(0)}%2F..`, 400],
  ["no address", "%20", 400],
  ["a text without end", "T".repeat(8_000), 400],
  ["broken encoding", "%ff%", 400],
])("%s in a path is a %s", async (_name, address, status) => {
  const answer = await call(desk, `/v1/seller/${address}`, { key });
  expectError(answer, status, "VALIDATION_FAILED");
  expect(answer.text.length).toBeLessThan(2_000);
});

test("an account cannot be proven where no node is at hand", async () => {
  const answer = await call(desk, "/v1/seller", { key, body: { address: wallet(0) } });
  expectError(answer, 503, "CHAIN_UNAVAILABLE");
});

const manualOrder = fastOrder({ type: "Manual", price: 50, options: { allow_partial: true } });
const meant = (path: string, name: string) => ({
  path,
  message: `unknown field; did you mean ${name}?`,
});

test.each<[string, string, Record<string, unknown>]>([
  ["quoteID", "quoteId", fastOrder({ quoteId: "0".repeat(24), quoteID: "0".repeat(24) })],
  ["require_lock", "requireLock", fastOrder({ require_lock: true })],
  ["requireLocked", "requireLock", { ...manualOrder, requireLocked: true }],
  [
    "options.partialMin",
    "partial_min",
    { ...manualOrder, options: { allow_partial: true, partialMin: 50_000 } },
  ],
])("%s was meant for %s", async (path, name, body) => {
  const { apiKey } = await desk.customer(100);
  for (const to of ["create", "quote"]) {
    const answer = await call(desk, `/v1/order/${to}`, { key: apiKey, body });
    expectError(answer, 400, "VALIDATION_FAILED");
    expect(answer.error.details).toEqual([meant(path, name)]);
    expect(answer.error.message).toBe(`${path}: ${meant(path, name).message}`);
  }
  expect(await available(desk, apiKey)).toBe(100);
});

test("it is told with all else that is wrong, of rules and of hostile text", async () => {
  const { receiver: Receiver, ...rest } = fastOrder({ note: "\ud800", duration: "2h" });
  const answer = await create(desk, key, { ...rest, Receiver });
  expectError(answer, 400, "VALIDATION_FAILED");
  const details = answer.error.details as { path: string }[];
  expect(details.map(({ path }) => path).sort()).toEqual([
    "Receiver",
    "duration",
    "note",
    "receiver",
  ]);
});

test.each<[string, string, object, string]>([
  ["/v1/seller", "POST", { address: wallet(1), Address: wallet(2) }, "Address"],
  ["/v1/seller/verify", "POST", { address: wallet(1), signatur: "" }, "signatur"],
  [
    `/v1/seller/${wallet(1)}/offer`,
    "PUT",
    { resourceType: "Energy", min_chunk: 50_000 },
    "min_chunk",
  ],
])("%s too tells a misspelt field", async (path, method, body, name) => {
  const { apiKey } = await desk.customer();
  const answer = await call(desk, path, { method, key: apiKey, body });
  expectError(answer, 400, "VALIDATION_FAILED");
  const details = answer.error.details as { path: string; message: string }[];
  expect(details.find((one) => one.path === name)?.message).toMatch(/did you mean \w+\?$/);
});

test("a call that was answered before misspelt fields were refused is answered as it was", async () => {
  const { apiKey } = await desk.customer(100);
  const first = await create(desk, apiKey, fastOrder(), { "idempotency-key": "old" });
  const misspelt = fastOrder({ quoteID: "0".repeat(24) });
  const again = await create(desk, apiKey, misspelt, { "idempotency-key": "old" });
  expect([again.status, again.text]).toEqual([200, first.text]);
  expect(again.headers.get("idempotency-replayed")).toBe("true");
  const other = await create(desk, apiKey, misspelt, { "idempotency-key": "new" });
  expectError(other, 400, "VALIDATION_FAILED");
  expect(await available(desk, apiKey)).toBe(96.1);
  const right = await create(desk, apiKey, fastOrder(), { "idempotency-key": "new" });
  expect(right.status).toBe(200);
});
