/** The word for a desk's state, and its reason. */

import { expect, test } from "vitest";
import Sqlite from "#shared/sqlite.js";
import { controlOf } from "../../src/boot/control.js";
import { deskNodes } from "../../src/boot/node.js";
import { CallTally } from "../../src/chain/node-calls.js";
import type { Chain } from "../../src/chain/port.js";
import { loadConfig } from "../../src/config.js";
import type { Engine } from "../../src/engine/context.js";
import { pausePayouts, placeHold } from "../../src/engine/operating/holds.js";
import { fileOf } from "../../src/store/database.js";
import { one } from "../../src/store/phase.js";
import type { Workers } from "../../src/workers/workers.js";
import { addressOf } from "../support/addresses.js";
import { DEPOSITS } from "../support/deposits.js";
import { openDesk } from "../support/desk.js";
import { letWait, WAITING } from "../support/waiting.js";

const WORKERS: Workers = {
  states: () => [],
  payOut: undefined,
  reconcile: () => Promise.reject(new Error("not asked for here")),
  takeBack: () => Promise.reject(new Error("not asked for here")),
  scanBlock: undefined,
  cover: () => Promise.reject(new Error("not asked for here")),
  lastCover: () => undefined,
  stop: async () => {},
};

const URL_WITH_KEY = "https://node.example/KEY-OF-THE-PROVIDER";

/** The control of a desk with one node. */
function deskOf(engine: Engine, calls = new CallTally()) {
  return controlOf({
    config: loadConfig({}),
    engine,
    chain: {} as Chain,
    genesisId: "0".repeat(64),
    operator: addressOf(1),
    workers: WORKERS,
    baseUrl: "",
    nodeUrl: URL_WITH_KEY,
    nodes: deskNodes({ engine, hosts: undefined, url: URL_WITH_KEY, calls }),
    telegram: () => undefined,
  });
}

/** Asks for the word and the reason. */
function stateOf(engine: Engine) {
  const { status } = deskOf(engine);
  return async () => {
    const { state: word, reason } = (await status?.()) ?? {};
    return [word, reason];
  };
}

test("waits for a chain that stands still, unless something else keeps it closed", async () => {
  const { engine, clock } = await openDesk();
  const state = stateOf(engine);
  expect(await state()).toEqual(["open", null]);
  clock.monotonicMs += 3_600_000;
  const waiting = expect.stringMatching(/^the TRON node has shown no new block for \d+ s$/);
  expect(await state()).toEqual(["waiting", waiting]);
  await placeHold(engine, "pause", "a walk");
  expect(await state()).toEqual(["paused", "a walk"]);
  engine.gates.haltFor("a check failed");
  expect(await state()).toEqual(["halted", "a check failed"]);
  engine.gates.shutDown();
  expect(await state()).toEqual(["stopping", "a check failed"]);
});

test("waits for a database that cannot be written", async () => {
  const { engine, database } = await openDesk();
  await database.read(() => one("PRAGMA busy_timeout = 1"));
  const lock = new Sqlite(fileOf(database));
  lock.exec("BEGIN IMMEDIATE");
  const state = stateOf(engine);
  await expect(placeHold(engine, "pause", "a walk")).rejects.toThrow("database is locked");
  expect(await state()).toEqual(["waiting", "the database cannot be written (database is locked)"]);
  lock.exec("COMMIT");
  lock.close();
  await placeHold(engine, "pause", "a walk");
  expect(await state()).toEqual(["paused", "a walk"]);
});

test("tells what waits for the operator", async () => {
  const { engine, customerId } = await openDesk({ deposits: DEPOSITS });
  await letWait(engine, customerId);
  const { depositLagBlocks: _, ...waiting } = WAITING;
  expect(await deskOf(engine).status?.()).toMatchObject({ ...waiting, payoutsHeld: null });
  await pausePayouts(engine, "a stolen key");
  expect(await deskOf(engine).status?.()).toMatchObject({
    ...{ state: "open", payoutsHeld: expect.stringContaining("a stolen key") },
  });
});

test("one node has its line, without what may be a key", async () => {
  const { engine, clock } = await openDesk();
  const calls = new CallTally(() => clock.monotonicMs);
  const count = calls.counter("1 https://node.example");
  count("wallet/getblock", 5, true);
  count("wallet/getblock", 5, false);
  clock.monotonicMs += 600_000;
  engine.chainClock.sawHead(blockAt(clock.nowMs, 120));
  engine.chainClock.sawSolid(blockAt(clock.nowMs, 101));
  const status = await deskOf(engine, calls).status?.();
  expect(status?.nodes).toEqual([
    {
      ...{ number: 1, node: "1 https://node.example", use: "reading" },
      ...{ headBlock: 120, behindBlocks: null, solidLagBlocks: 19 },
      ...{ answersLastHour: 1, failuresLastHour: 1, questionsADay: 288 },
      ...{ reason: null, outOfStepSince: null, restsUntil: null },
    },
  ]);
  expect(JSON.stringify(status)).not.toContain("KEY-OF");
  clock.monotonicMs += 3_600_000;
  const reason = expect.stringContaining("has shown no new block");
  expect((await deskOf(engine, calls).status?.())?.nodes).toMatchObject([
    { headBlock: 120, reason, answersLastHour: 0, questionsADay: 0 },
  ]);
});

function blockAt(timestampMs: number, number: number) {
  return { number, id: `${number}`, timestampMs };
}
