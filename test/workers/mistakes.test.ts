/** A mistake of the desk's own in a loop: where money moves it halts, elsewhere it is told; foreign bytes are none. */
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { ChainUnavailable } from "../../src/chain/port.js";
import { chainOver } from "../../src/chain/tron-chain.js";
import { assert } from "../../src/domain/assert.js";
import { Loop, type LoopOptions } from "../../src/workers/loop.js";
import { openDesk } from "../support/desk.js";
import { until } from "./steps.js";

/** A loop whose rounds fail so. */
async function failing(fail: () => void, options: Partial<LoopOptions> = {}) {
  const desk = await openDesk();
  let rounds = 0;
  const loop = new Loop({
    ...{ name: "tester", everyMs: 1 },
    context: { engine: desk.engine, logger: pino({ enabled: false }) },
    round: async () => {
      rounds += 1;
      fail();
    },
    ...options,
  });
  onTestFinished(() => loop.stop());
  loop.start();
  await until("it has failed again", () => rounds >= 3);
  const incidents = () => desk.rows("SELECT kind, text FROM incident");
  return { desk, incidents };
}

const typeError = () => (JSON.parse("null") as { wrong(): void }).wrong();

test.each([
  ["a TypeError", typeError, "a mistake of the desk: TypeError: Cannot read"],
  ["an assertion", () => assert(false, "sums differ"), "a check failed: sums differ"],
])("%s halts where money moves", async (_, fail, reason) => {
  const { desk, incidents } = await failing(fail);
  expect(desk.engine.gates.halt).toContain(reason);
  await expect(desk.create()).rejects.toMatchObject({ code: "DESK_HALTED" });
  expect(incidents()).toEqual([]);
});

test.each([
  ["a TypeError", typeError],
  ["an assertion", () => assert(false, "sums differ")],
])("%s is one incident where none moves", async (_, fail) => {
  const { desk, incidents } = await failing(fail, { movesMoney: false });
  expect(desk.engine.gates.halt).toBeUndefined();
  await desk.create();
  const text = expect.stringMatching(/^The tester fails by a mistake of the desk/);
  expect(incidents()).toEqual([{ kind: "mistake", text }]);
});

test("a node that does not answer is neither", async () => {
  const { desk, incidents } = await failing(() => {
    throw new ChainUnavailable("no answer");
  });
  expect(desk.engine.gates.halt).toBeUndefined();
  expect(incidents()).toEqual([]);
});

test("an answer by which our own code fails is one that cannot be read", async () => {
  const odd = {
    get blockID() {
      return typeError();
    },
  };
  const chain = chainOver({ call: async () => odd, close: async () => {} } as never);
  await expect(chain.head()).rejects.toBeInstanceOf(ChainUnavailable);
  await expect(chain.block(1)).rejects.toThrow("cannot be read (block: Cannot read");
});
