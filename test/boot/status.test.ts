/** The word for a desk's state, and its reason. */
import { expect, test } from "vitest";
import { controlOf } from "../../src/boot/status.js";
import type { Chain } from "../../src/chain/port.js";
import { loadConfig } from "../../src/config.js";
import { pauseDesk } from "../../src/engine/operate.js";
import type { Workers } from "../../src/workers/workers.js";
import { addressOf } from "../support/addresses.js";
import { openDesk } from "../support/desk.js";

const WORKERS: Workers = {
  states: () => [],
  payOut: undefined,
  reconcile: () => Promise.reject(new Error("not asked for here")),
  stop: async () => {},
};

test("waits for a chain that stands still, unless something else keeps it closed", async () => {
  const { engine, clock } = await openDesk();
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
  const state = async () => {
    const { state: word, reason } = (await status?.()) ?? {};
    return [word, reason];
  };
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
