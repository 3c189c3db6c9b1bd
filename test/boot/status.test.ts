/** The word for a desk's state, and its reason. */
import { expect, test } from "vitest";
import { controlOf } from "../../src/boot/status.js";
import type { Chain } from "../../src/chain/port.js";
import { loadConfig } from "../../src/config.js";
import type { Engine } from "../../src/engine/context.js";
import { pauseDesk } from "../../src/engine/operating/operate.js";
import Sqlite from "../../src/sqlite.js";
import { one } from "../../src/store/phase.js";
import type { Workers } from "../../src/workers/workers.js";
import { addressOf } from "../support/addresses.js";
import { openDesk } from "../support/desk.js";

const WORKERS: Workers = {
  states: () => [],
  isNodeAnswering: () => true,
  payOut: undefined,
  reconcile: () => Promise.reject(new Error("not asked for here")),
  stop: async () => {},
};

/** Asks for the word and the reason. */
function stateOf(engine: Engine) {
  const { status } = controlOf({
    config: loadConfig({}),
    engine,
    chain: {} as Chain,
    operator: addressOf(1),
    workers: WORKERS,
    baseUrl: "",
    nodeUrl: "http://127.0.0.1:9090",
    telegram: () => undefined,
  });
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
  await pauseDesk(engine, "a walk");
  expect(await state()).toEqual(["paused", "a walk"]);
  engine.gates.haltFor("a check failed");
  expect(await state()).toEqual(["halted", "a check failed"]);
  engine.gates.shutDown();
  expect(await state()).toEqual(["stopping", "a check failed"]);
});

test("waits for a database that cannot be written", async () => {
  const { engine, database } = await openDesk();
  database.read(() => one("PRAGMA busy_timeout = 1"));
  const lock = new Sqlite(database.path);
  lock.exec("BEGIN IMMEDIATE");
  const state = stateOf(engine);
  await expect(pauseDesk(engine, "a walk")).rejects.toThrow("database is locked");
  expect(await state()).toEqual(["waiting", "the database cannot be written (database is locked)"]);
  lock.exec("COMMIT");
  lock.close();
  await pauseDesk(engine, "a walk");
  expect(await state()).toEqual(["paused", "a walk"]);
});
