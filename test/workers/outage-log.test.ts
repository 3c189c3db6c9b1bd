/** What the log says of a worker while its node is away: that it is, and that it is over, each once. */
import pino, { type Logger } from "pino";
import { expect, onTestFinished, test } from "vitest";
import type { Address } from "../../src/domain/address.js";
import { Loop, Outage } from "../../src/workers/loop.js";
import { OwnerLoops } from "../../src/workers/owner-loops.js";
import { addressesOf } from "../support/addresses.js";
import { openDesk } from "../support/desk.js";

const AWAY = new Error("the node is away");
const SECOND_MS = 1_000;

function logOf(level = "info"): { readonly logger: Logger; readonly lines: string[] } {
  const lines: string[] = [];
  const write = (line: string) => {
    const { msg, failures, failedForSeconds } = JSON.parse(line) as Record<string, unknown>;
    lines.push([msg, failures, failedForSeconds].filter((one) => one !== undefined).join(" "));
  };
  return { logger: pino({ level }, { write }), lines };
}

function outageOf(everyMs = 100) {
  const { logger, lines } = logOf();
  const clock = { nowMs: 0 };
  const outage = new Outage({ worker: "test", logger, everyMs, monotonicMs: () => clock.nowMs });
  return { outage, lines, clock };
}

test("rounds that succeed in between are no end of an outage", () => {
  const { outage, lines, clock } = outageOf();
  for (let round = 0; round < 12; round += 1) {
    outage.failed(AWAY);
    clock.nowMs += 3 * SECOND_MS;
    outage.worked();
    clock.nowMs += 17 * SECOND_MS;
    outage.worked();
  }
  expect(lines).toEqual(["a round failed 1"]);
  clock.nowMs += 10 * SECOND_MS;
  outage.worked();
  outage.worked();
  expect(lines).toEqual(["a round failed 1", "works again 12 220"]);
  outage.failed(AWAY);
  expect(lines.at(-1)).toBe("a round failed 1");
});

test("one that lasts is told of again every five minutes", () => {
  const { outage, lines, clock } = outageOf();
  for (; clock.nowMs < 900 * SECOND_MS; clock.nowMs += 10 * SECOND_MS) outage.failed(AWAY);
  expect(lines).toEqual(["a round failed 1", "still fails 31", "still fails 61"]);
});

test("a worker with rare rounds works again with the first that succeeds", () => {
  const { outage, lines } = outageOf(3_600 * SECOND_MS);
  outage.failed(AWAY);
  outage.worked();
  expect(lines).toEqual(["a round failed 1", "works again 1 0"]);
});

test("a loop tells of its rounds, and of none that a stop cuts short", async () => {
  const { engine } = await openDesk();
  const { logger, lines } = logOf();
  let rounds = 0;
  let cutShort = () => {};
  const round = async () => {
    rounds += 1;
    // Every second one had nothing to ask.
    if (rounds < 6 && rounds % 2 === 1) throw AWAY;
    if (rounds < 6) return;
    await new Promise<void>((_, reject) => {
      cutShort = () => reject(AWAY);
    });
  };
  const loop = new Loop({ name: "test", everyMs: 1, context: { engine, logger }, round });
  loop.start();
  await expect.poll(() => rounds).toBe(6);
  const stopped = loop.stop();
  cutShort();
  await stopped;
  expect(lines).toEqual(["a round failed 1"]);
});

test("owners whose work fails at the same time are one outage", async () => {
  const { engine } = await openDesk();
  const { logger, lines } = logOf();
  const owners = addressesOf(1, 4) as Address[];
  const failed = new Set<Address>();
  const loops = new OwnerLoops({
    name: "test",
    context: { engine, logger, blockMs: 5 },
    ownersWithWork: async () => owners,
    work: async (owner) => {
      failed.add(owner);
      throw AWAY;
    },
  });
  onTestFinished(() => loops.stop());
  loops.start();
  await expect.poll(() => failed.size).toBe(4);
  expect(lines).toEqual(["a round failed 1"]);
});
