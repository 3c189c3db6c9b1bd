/** Creations that come faster than they are handled: which are refused, which wait, and what of it others notice. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { setImmediate as nextTurn } from "node:timers/promises";
import pino from "pino";
import { Agent, request } from "undici";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Load } from "../../src/engine/load.js";
import { Connections } from "../../src/http/connection.js";
import { RefusalLog } from "../../src/http/error-answer.js";
import { creationsInTurn } from "../../src/http/in-turn.js";
import { available, callNow, expectError } from "./client.js";
import { fastOrder, startDesk, type TestDesk } from "./desk.js";

let desk: TestDesk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

const PATH = "/v1/order/create";

/** 64 calls wait, the first of them for 100 ms. Gives what looks at all of them. */
function fill(): () => void {
  const looks = Array.from({ length: 64 }, () => desk.engine.load.arrived());
  desk.clock.monotonicMs += 100;
  return () => {
    for (const look of looks) look();
  };
}

test("a creation is refused unread while the desk is full, and all else is served", async () => {
  const { apiKey: key } = await desk.customer();
  const empty = fill();
  const calls = [
    { path: PATH, key, body: fastOrder() },
    { path: `${PATH}?x=1`, key, body: fastOrder() },
    // Neither key nor body is looked at.
    { path: PATH, key: "none", raw: "{" },
  ];
  for (const { path, ...options } of calls) {
    const refused = await callNow(desk, path, options);
    expectError(refused, 503, "BUSY");
    expect(refused.headers.get("retry-after")).toBe("3");
    expect(refused.headers.has("ratelimit")).toBe(false);
  }
  expect((await callNow(desk, "/v1/balance", { key })).status).toBe(200);
  const quote = await callNow(desk, "/v1/order/quote", { key, body: fastOrder() });
  expect(quote.status).toBe(200);
  expectError(await callNow(desk, PATH, { key }), 405, "METHOD_NOT_ALLOWED");
  expect(await available(desk, key)).toBe(1_000);
  empty();
  const taken = await callNow(desk, PATH, { key, body: fastOrder() });
  expect(taken.status).toBe(200);
  // Refusals did not count.
  expect(taken.headers.get("ratelimit")).toBe('"create";r=14;t=1');
});

test("a refused call leaves its connection open, with a body longer than is read at once", async () => {
  const { apiKey } = await desk.customer();
  const dispatcher = new Agent({ connections: 1 });
  let connects = 0;
  dispatcher.on("connect", () => {
    connects += 1;
  });
  const send = async (padding = "") => {
    const { statusCode, body } = await request(`${desk.url}${PATH}`, {
      ...{ dispatcher, method: "POST", body: `${JSON.stringify(fastOrder())}${padding}` },
      headers: { "content-type": "application/json", "x-api-key": apiKey },
    });
    await body.dump();
    return statusCode;
  };
  const empty = fill();
  expect(await send()).toBe(503);
  expect(await send(" ".repeat(50_000))).toBe(503);
  empty();
  expect(await send()).toBe(200);
  expect(connects).toBe(1);
  await dispatcher.close();
});

/** Creations that arrive at once, and how many are served. */
function openTurns(calls: number) {
  const served = { calls: 0 };
  const clock = { monotonicMs: 0 };
  const load = new Load(() => clock.monotonicMs, 1_000);
  const connections = new Connections();
  const serve = creationsInTurn(
    () => {
      served.calls += 1;
    },
    { load },
    connections,
    new RefusalLog(pino({ level: "silent" })),
  );
  const asked = { method: "POST", url: PATH } as IncomingMessage;
  for (let call = 0; call < calls; call += 1) serve(asked, {} as ServerResponse);
  return { served, connections, load, clock };
}

test("a turn serves 16", async () => {
  const { served } = openTurns(40);
  const after: number[] = [];
  for (let turn = 1; turn <= 3; turn += 1) {
    await nextTurn();
    after.push(served.calls);
  }
  expect(after).toEqual([16, 32, 40]);
});

test("turns in which connections are accepted are left to further ones, 64 in a row", async () => {
  const { served, connections } = openTurns(40);
  const turns: number[] = [];
  for (let turn = 1; turn <= 66; turn += 1) {
    connections.accepted += 1;
    const before = served.calls;
    await nextTurn();
    if (served.calls > before) turns.push(turn);
  }
  expect(turns).toEqual([65]);
  await nextTurn();
  expect(served.calls).toBe(32);
});

test("while creations are slow none is looked at", async () => {
  const { served, load, clock } = openTurns(1);
  let end = () => {};
  const slow = new Promise<void>((resolve) => {
    end = resolve;
  });
  const ended = load.creating(() => slow);
  clock.monotonicMs += 32;
  for (let turn = 0; turn < 100; turn += 1) await nextTurn();
  expect(served.calls).toBe(0);
  end();
  await ended;
  await nextTurn();
  expect(served.calls).toBe(1);
});
