/** Which request an answer and a line of the log speak of, who may keep the answer, and what is told of refusals. */
import { once } from "node:events";
import { connect } from "node:net";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { DeskError } from "../../src/domain/errors.js";
import { RefusalLog } from "../../src/http/error-answer.js";
import { type Answer, call, create } from "./client.js";
import { fastOrder, startDesk, type TestDesk } from "./desk.js";

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const INFO = 30;

let desk: TestDesk;
let key: string;
let customerId: string;
const logLines: string[] = [];
beforeAll(async () => {
  desk = await startDesk({ logLines });
  ({ apiKey: key, customerId } = await desk.customer(100));
});
beforeEach(() => {
  logLines.length = 0;
});
afterAll(() => desk.close());

const idOf = ({ headers }: Answer<unknown>) => headers.get("x-request-id") ?? "";

test.each([
  ["/healthz", 200, "no-store"],
  ["/setting/ui", 200, "no-store"],
  ["/openapi.json", 200, "public, max-age=300"],
  ["/nothing", 404, "no-store"],
  ["/v1/order/%", 400, "no-store"],
  ["/v1/orderbook", 400, "no-store"],
])("%s has an id and says who may keep it", async (path, status, cacheControl) => {
  const answer = await call(desk, path);
  expect(answer.status).toBe(status);
  expect(idOf(answer)).toMatch(ID);
  expect(answer.headers.get("cache-control")).toBe(cacheControl);
  if (status >= 400) expect(answer.requestId).toBe(idOf(answer));
});

test.each([
  ["/v1/balance", 200],
  ["/v1/orders", 200],
  ["/v1/orders?limit=x", 400],
  ["/v1/order/1", 404],
  ["/v1/nothing", 404],
  ["/v1/order/create", 405],
])("%s, which needs a key, is kept nowhere", async (path, status) => {
  const answer = await call(desk, path, { key });
  expect([answer.status, answer.headers.get("cache-control")]).toEqual([status, "no-store"]);
  expect(idOf(answer)).toMatch(ID);
  expect((await call(desk, path)).headers.get("cache-control")).toBe("no-store");
});

test("an order and its replay are kept nowhere, and each call has an id of its own", async () => {
  const headers = { "idempotency-key": "once" };
  const answers = [
    await create(desk, key, fastOrder(), headers),
    await create(desk, key, fastOrder(), headers),
  ];
  for (const answer of answers) expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(new Set(answers.map(idOf)).size).toBe(2);
});

test("an id that a client sends is not taken for one of ours", async () => {
  const headers = { "x-request-id": "mine", "request-id": "mine" };
  expect(idOf(await call(desk, "/healthz", { headers }))).toMatch(ID);
});

test("a refusal is in the log at the usual level: whose, of what order, why, and under which id", async () => {
  const answer = await call(desk, "/v1/order/0123456789/cancel", { key, method: "POST" });
  const lines = logLines.map((line) => JSON.parse(line)).filter(({ level }) => level >= INFO);
  expect(lines).toMatchObject([
    {
      requestId: answer.requestId,
      customerId,
      orderId: "0123456789",
      method: "POST",
      route: "/v1/order/:orderId/cancel",
      status: 404,
      code: "ORDER_NOT_FOUND",
    },
  ]);
  await call(desk, "/v1/balance");
  expect(JSON.parse(logLines.at(-2) ?? "")).toMatchObject({ status: 401, code: "UNAUTHORIZED" });
});

test("the log never holds a key, a query or a body, but tells of each request", async () => {
  const headers = { authorization: "Bearer hush", cookie: "hush=1" };
  const body = fastOrder({ note: "hush" });
  await call(desk, "/v1/order/create", { key, body, headers });
  await call(desk, "/v1/order/create?hush=1", { key, body, headers });
  await call(desk, "/v1/order/create?hush=1", { key, raw: "{hush", headers });
  const lines = logLines.filter((line) => line.includes(customerId));
  // Each refusal has a line of its own.
  expect(lines.map((line) => JSON.parse(line).status)).toEqual([200, 400, 400, 400, 400]);
  const all = logLines.join("\n");
  expect(all).not.toContain("hush");
  expect(all).not.toContain("edk_");
});

test("who is refused thousands of times in a second does not fill the log", async () => {
  const lines: { refusals?: number; code?: string }[] = [];
  const told = new Promise<void>((resolve) => {
    const write = (line: string) => {
      lines.push(JSON.parse(line));
      if (lines.at(-1)?.refusals !== undefined) resolve();
    };
    const log = new RefusalLog(pino({ level: "info" }, { write }));
    for (let refused = 0; refused < 1_000; refused += 1) {
      log.tell(new DeskError("RATE_LIMITED", "Wait."), { id: String(refused), customerId: "1" });
    }
    log.tell(new DeskError("NOT_FOUND", "Nothing."), { id: "other", customerId: "2" });
    // What the desk cannot do concerns no customer: all together are told as often as one.
    for (let refused = 0; refused < 100; refused += 1) {
      log.tell(new DeskError("BUSY", "Wait."), { id: "busy", customerId: String(refused) });
    }
  });
  await told;
  expect(lines).toHaveLength(102);
  expect(lines[49]).toMatchObject({ requestId: "49", code: "RATE_LIMITED", status: 429 });
  expect(lines[50]).toMatchObject({ requestId: "other", customerId: "2", code: "NOT_FOUND" });
  expect(lines[100]).toMatchObject({ requestId: "busy", code: "BUSY", level: 40 });
  expect(lines[101]).toMatchObject({ refusals: 1_000, level: 40 });
});

test("what never became a request is told with its id too", async () => {
  const socket = connect(Number(new URL(desk.url).port), "127.0.0.1");
  socket.setEncoding("utf8").write("hello\r\n\r\n");
  const [answer] = (await once(socket, "data")) as [string];
  const { requestId } = JSON.parse(answer.split("\r\n\r\n")[1] ?? "");
  expect(answer).toContain(`x-request-id: ${requestId}`);
  const refused = { level: INFO, requestId, status: 400, code: "VALIDATION_FAILED" };
  expect(logLines.map((line) => JSON.parse(line))).toMatchObject([refused]);
  socket.destroy();
});
