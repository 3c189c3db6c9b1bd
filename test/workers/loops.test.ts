/** Loops of workers: one for each owner with work, what their failures say in the log and do to the desk, and what they know while they read. */

import { type Logger, pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { type BlockRef, type Chain, ChainUnavailable } from "../../src/chain/port.js";
import { chainOver } from "../../src/chain/tron-chain.js";
import type { Address } from "../../src/domain/address.js";
import { assert } from "../../src/domain/assert.js";
import { scanFrom } from "../../src/engine/deposits/scan.js";
import type { Refusal, WorkerContext } from "../../src/workers/context.js";
import { ScanLag } from "../../src/workers/deposit-scanner.js";
import { Loop, type LoopOptions, Outage, OwnerLoops } from "../../src/workers/loop.js";
import { createResender } from "../../src/workers/resender.js";
import { addressesOf } from "../support/addresses.js";
import { openDesk } from "../support/desk.js";
import { holdReads } from "../support/hold-reads.js";
import { hashOf } from "../support/paper-chain.js";
import { until } from "../support/until.js";

const [FIRST, SECOND] = addressesOf(1, 2) as [Address, Address];

async function loopsOf(
  owners: Set<Address>,
  work: (owner: Address) => Promise<void>,
  blockMs = 60_000,
): Promise<OwnerLoops> {
  const { engine } = await openDesk();
  const logger = pino({ level: "silent" });
  const context = { engine, logger, blockMs };
  const loops = new OwnerLoops({
    name: "test",
    context,
    ownersWithWork: async () => [...owners],
    work,
  });
  onTestFinished(() => loops.stop());
  return loops;
}

test("work for those that have some, and for nobody else", async () => {
  const owners = new Set([FIRST]);
  const worked: Address[] = [];
  const loops = await loopsOf(owners, async (owner) => void worked.push(owner));
  loops.start();
  await expect.poll(() => worked).toEqual([FIRST]);
  owners.delete(FIRST);
  owners.add(SECOND);
  loops.wake();
  await expect.poll(() => worked).toEqual([FIRST, SECOND]);
});

test("one whose work is gone leaves nothing behind, its failure included", async () => {
  const owners = new Set([FIRST]);
  const loops = await loopsOf(owners, async () => {
    throw new Error("no luck");
  });
  loops.start();
  await expect.poll(() => loops.state).toMatchObject({ ok: false, lastError: "no luck" });
  owners.delete(FIRST);
  loops.wake();
  await expect.poll(() => loops.state).toMatchObject({ name: "test", ok: true, lastError: null });
});

test("one that is slow holds up no other, and is not doubled by coming and going", async () => {
  const owners = new Set([FIRST]);
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const running = { now: 0, most: 0 };
  const worked: Address[] = [];
  const loops = await loopsOf(owners, async (owner) => {
    worked.push(owner);
    if (owner !== FIRST) return;
    running.now += 1;
    running.most = Math.max(running.most, running.now);
    await gate;
    running.now -= 1;
  });
  loops.start();
  await expect.poll(() => worked).toEqual([FIRST]);
  owners.delete(FIRST);
  owners.add(SECOND);
  loops.wake();
  await expect.poll(() => worked).toEqual([FIRST, SECOND]);
  owners.add(FIRST);
  owners.delete(SECOND);
  loops.wake();
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
  expect(worked).toEqual([FIRST, SECOND]);
  // Woken while it runs, it works again as soon as it is through.
  open();
  await expect.poll(() => worked).toEqual([FIRST, SECOND, FIRST]);
  expect(running.most).toBe(1);
});

test("what nobody wakes for is found by the next look", async () => {
  const owners = new Set<Address>();
  const worked: Address[] = [];
  const loops = await loopsOf(owners, async (owner) => void worked.push(owner), 5);
  loops.start();
  owners.add(SECOND);
  await expect.poll(() => worked.length).toBeGreaterThan(0);
});

test("stopping waits for what runs and begins nothing more", async () => {
  const owners = new Set([FIRST]);
  const events: string[] = [];
  const loops = await loopsOf(owners, async () => {
    events.push("begun");
    await new Promise((resolve) => setImmediate(resolve));
    events.push("ended");
  });
  loops.start();
  await expect.poll(() => events).toContain("begun");
  await loops.stop();
  expect(events).toEqual(["begun", "ended"]);
  loops.wake();
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
  expect(events).toEqual(["begun", "ended"]);
});

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

test("a refusal that comes while the resender reads what is out is not forgotten", async () => {
  const { engine, database } = await openDesk();
  const known = { refusals: new Map<string, Refusal>(), disagreements: new Map() };
  const operator = { privateKeyHex: "", address: "" as Address };
  const context: WorkerContext = {
    ...{ engine, logger: pino({ level: "silent" }), blockMs: 3_000, resendEveryMs: 60_000 },
    ...{ firstAttempts: new Set<string>(), stakeDisagreements: new Map(), ...known },
    // Nothing is out, so nobody asks the chain.
    ...{ chain: {} as Chain, genesisId: "", operator },
    ...{ auditEveryMs: 0, longestRushMs: 0, monotonicMs: () => 0 },
  };
  const resender = createResender(context);
  onTestFinished(() => resender.stop());
  const reads = holdReads(database);
  resender.start();
  await expect.poll(() => reads.waiting.length).toBe(1);
  known.refusals.set("txid", {} as Refusal);
  await reads.answer();
  await expect.poll(() => resender.isIdle).toBe(true);
  expect([...known.refusals.keys()]).toEqual(["txid"]);
});

test("an incident that cannot be written is with the next round", async () => {
  const desk = await openDesk();
  const block = (number: number): BlockRef => ({
    ...{ number, id: hashOf(`block ${number}`), timestampMs: number * 3_000 },
  });
  await desk.commit(() => scanFrom(block(100)));
  let nowMs = 0;
  const context = {
    engine: desk.engine,
    logger: pino({ enabled: false }),
    monotonicMs: () => nowMs,
  };
  const lag = new ScanLag(context as never);
  const told = () => desk.rows("SELECT text FROM incident WHERE kind = 'deposits-late'").length;
  await lag.note(block(200), undefined);
  nowMs = 600_000;
  const { commit } = desk.database;
  desk.database.commit = () => Promise.reject(new Error("database or disk is full"));
  await expect(lag.note(block(300), undefined)).rejects.toThrow("is full");
  expect(told()).toBe(0);
  desk.database.commit = commit;
  await lag.note(block(300), undefined);
  expect(told()).toBe(1);
});
