/** Where Telegram brings updates: nobody else gets in, and nothing that comes through can hurt or hold up the desk. */

import { gzipSync } from "node:zlib";
import fc from "fast-check";
import pino from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Deliveries } from "../../src/telegram/transport/deliveries.js";
import { Inbox } from "../../src/telegram/transport/inbox.js";
import { readNow } from "../support/read-now.js";
import { type CallOptions, call, callNow, expectError } from "./client.js";
import { startDesk, type TestDesk } from "./desk.js";

const PATH = "/telegram/webhook";
const SECRET_HEADER = "x-telegram-bot-api-secret-token";
const SECRET = "S3cret-_of-this-test";
const MIB = 1_048_576;

let desk: TestDesk;
let inbox: Inbox;
let deliveries: Deliveries;
const logLines: string[] = [];
/** The ids of what was applied. */
const applied: number[] = [];

beforeAll(async () => {
  desk = await startDesk({
    logLines,
    telegramWebhook: (engine) => {
      deliveries = new Deliveries(engine.now);
      inbox = new Inbox({
        engine,
        logger: pino({ level: "error" }, { write: (line: string) => logLines.push(line) }),
        apply: async ({ update_id }) => void applied.push(update_id),
        onBuried: async () => {},
        notice: { tell: () => {}, over: () => {} },
      });
      deliveries.open(inbox.take);
      return { secretToken: SECRET, receive: deliveries.receive };
    },
  });
});
afterAll(async () => {
  await inbox.stop();
  await desk.close();
  expect(logLines.filter((line) => line.includes(SECRET))).toEqual([]);
});

let lastId = 1_000;
function nextId(): number {
  lastId += 1;
  return lastId;
}

function bring(raw: CallOptions["raw"], headers: Record<string, string> = {}) {
  const sent = raw === undefined ? {} : { raw };
  return call(desk, PATH, {
    method: "POST",
    headers: { [SECRET_HEADER]: SECRET, ...headers },
    ...sent,
  });
}

function stored(): number {
  return readNow(desk.database, function* () {
    const found = yield { sql: "SELECT count(*) AS count FROM inbox", params: [] };
    return Number(found[0]?.count);
  });
}

const utf8 = (text: string) => new TextEncoder().encode(text);

test("an update is answered with 200 and nothing else once it is stored", async () => {
  const before = stored();
  const answer = await bring(JSON.stringify({ update_id: nextId() }));
  expect(answer).toMatchObject({ status: 200, text: "" });
  expect(stored()).toBe(before + 1);
  expect(applied).toContain(lastId);
});

test.each([
  ["none", undefined],
  ["an empty one", ""],
  ["its beginning", SECRET.slice(0, -1)],
  ["more than it", `${SECRET}x`],
  ["another case", SECRET.toLowerCase()],
  ["one of the same length", "x".repeat(SECRET.length)],
  ["it twice", `${SECRET}, ${SECRET}`],
  ["a very long one", SECRET.repeat(300)],
])("with %s for a secret nothing is read", async (_name, secret) => {
  const before = stored();
  const headers: Record<string, string> = secret === undefined ? {} : { [SECRET_HEADER]: secret };
  const bodies = [JSON.stringify({ update_id: nextId() }), "{", "", " ".repeat(2 * MIB)];
  for (const raw of bodies) {
    const answer = await call(desk, PATH, { method: "POST", headers, raw });
    expectError(answer, 401, "UNAUTHORIZED");
    expect(answer.text).not.toContain(SECRET);
  }
  const html = await call(desk, PATH, {
    method: "POST",
    headers: { ...headers, "content-type": "text/html" },
    raw: "<p>",
  });
  expectError(html, 401, "UNAUTHORIZED");
  expect(stored()).toBe(before);
});

test("the secret counts in its header only", async () => {
  const raw = JSON.stringify({ update_id: nextId(), secret_token: SECRET });
  const path = `${PATH}?secret_token=${SECRET}&${SECRET_HEADER}=${SECRET}`;
  const headers = { "x-api-key": SECRET, authorization: `Bearer ${SECRET}` };
  expectError(await call(desk, path, { method: "POST", headers, raw }), 401, "UNAUTHORIZED");
});

test("an API key is no secret of the webhook, and the secret no API key", async () => {
  const { apiKey } = await desk.customer(1);
  const raw = JSON.stringify({ update_id: nextId() });
  expectError(await call(desk, PATH, { key: apiKey, raw }), 401, "UNAUTHORIZED");
  const headers = { [SECRET_HEADER]: SECRET };
  expectError(await call(desk, "/v1/balance", { headers }), 401, "UNAUTHORIZED");
  expectError(await call(desk, "/v1/balance", { key: SECRET }), 401, "UNAUTHORIZED");
});

test.each(["GET", "PUT", "DELETE", "PATCH", "OPTIONS"])("%s is no way in", async (method) => {
  const answer = await call(desk, PATH, { method, headers: { [SECRET_HEADER]: SECRET } });
  expectError(answer, 405, "METHOD_NOT_ALLOWED");
  expect(answer.headers.get("allow")).toBe("POST");
});

test.each([`${PATH}/`, `/v1${PATH}`, `/${PATH}`, PATH.toUpperCase(), `${PATH}/../webhook/x`])(
  "POST %s is not the way in",
  async (path) => {
    const headers = { [SECRET_HEADER]: SECRET };
    const { status } = await call(desk, path, { headers, raw: '{"update_id":1}' });
    expect([401, 404]).toContain(status);
  },
);

test("a desk that polls has no such path", async () => {
  const polling = await startDesk();
  const answer = await callNow(polling, PATH, { headers: { [SECRET_HEADER]: SECRET }, raw: "{}" });
  expectError(answer, 404, "NOT_FOUND");
  await polling.close();
});

test.each([
  ["no body", undefined],
  ["an empty body", ""],
  ["no JSON", "update_id=1"],
  ["half a body", '{"update_id":'],
  ["two values", "{} {}"],
  ["broken UTF-8", new Uint8Array([...utf8('{"update_id":1,"x":"'), 0xff, ...utf8('"}')])],
])("%s is MALFORMED_JSON", async (_name, raw) => {
  const before = stored();
  expectError(await bring(raw), 400, "MALFORMED_JSON");
  expect(stored()).toBe(before);
});

test.each([
  "null",
  "1",
  '"update_id"',
  "[]",
  '[{"update_id":1}]',
  "{}",
  '{"update_id":null}',
  '{"update_id":"1"}',
  '{"update_id":1.5}',
  '{"update_id":-1}',
  '{"update_id":1e400}',
  '{"update_id":9007199254740992}',
  '{"update_id":{"toString":1}}',
  '{"__proto__":{"update_id":1}}',
])("%s is no update", async (raw) => {
  const before = stored();
  const answer = await bring(raw);
  expectError(answer, 400, "VALIDATION_FAILED");
  expect(answer.error.details).toMatchObject([{ path: "update_id" }]);
  expect(stored()).toBe(before);
});

test.each([
  ["text/plain", {}],
  ["application/x-www-form-urlencoded", {}],
  ["application/json", { "content-encoding": "gzip" }],
])("%s with %j is UNSUPPORTED_MEDIA_TYPE", async (type, more) => {
  const raw = new Uint8Array(gzipSync('{"update_id":1}'));
  const answer = await bring(raw, { "content-type": type, ...more });
  expectError(answer, 415, "UNSUPPORTED_MEDIA_TYPE");
});

test("1 MiB is read, one byte more is not", async () => {
  const padded = (length: number) => JSON.stringify({ update_id: nextId() }).padEnd(length, " ");
  expect((await bring(padded(MIB))).status).toBe(200);
  const refused = await bring(padded(MIB + 1));
  expectError(refused, 413, "BODY_TOO_LARGE");
  expect(refused.error.message).toContain("1024 KiB");
});

/** A refusal would make Telegram bring them again and again, and hold up what else is said in the chat. */
test.each([
  ["half a surrogate pair", '"\\ud800"'],
  ["a zero character", '"\\u0000"'],
  ["__proto__", '{"__proto__":{"isAdmin":true}}'],
  ["1,000 levels", "[".repeat(1_000) + "]".repeat(1_000)],
  ["nothing", "null"],
])("an update with %s in it is taken and applied", async (_name, message) => {
  const id = nextId();
  expect((await bring(`{"update_id":${id},"message":${message}}`)).status).toBe(200);
  expect(applied).toContain(id);
  expect({}).not.toHaveProperty("isAdmin");
});

test("what is not an update's shape stops nobody: whatever JSON comes, those after it are applied", async () => {
  const fields = fc.dictionary(
    fc.constantFrom("message", "edited_message", "callback_query", "my_chat_member", "poll"),
    fc.dictionary(fc.constantFrom("chat", "from", "message", "text"), fc.jsonValue()),
  );
  await fc.assert(
    fc.asyncProperty(fields, async (more) => {
      const id = nextId();
      const answer = await bring(JSON.stringify({ ...more, update_id: id }));
      expect(answer.status).toBe(200);
      expect(applied).toContain(id);
    }),
    { numRuns: 60 },
  );
});

test("while the bot is not open an update is refused for a moment, and not stored", async () => {
  const before = stored();
  deliveries.close();
  const raw = JSON.stringify({ update_id: nextId() });
  expectError(await bring(raw), 503, "BUSY");
  expect(stored()).toBe(before);
  deliveries.open(inbox.take);
  expect((await bring(raw)).status).toBe(200);
});

test("an update that comes twice at once is applied once", async () => {
  const raw = JSON.stringify({ update_id: nextId() });
  const answers = await Promise.all(Array.from({ length: 8 }, () => bring(raw)));
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect(applied.filter((id) => id === lastId)).toHaveLength(1);
});
