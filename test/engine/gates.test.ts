/** What stops new orders, and never what runs: a halt, a pause, a shutdown, a chain out of sight, too much to sign. */

import { describe, expect, onTestFinished, test, vi } from "vitest";
import Sqlite from "#shared/sqlite.js";
import { assert } from "../../src/domain/assert.js";
import { matchSeller, sweepBook } from "../../src/engine/book/match-book.js";
import { readIncidents } from "../../src/engine/incidents.js";
import type { AuditResult } from "../../src/engine/operating/audit.js";
import { placeHold, resumeDesk } from "../../src/engine/operating/holds.js";
import { cancelOrder } from "../../src/engine/orders/cancel-order.js";
import { one, run } from "../../src/store/phase.js";
import { addressOf } from "../support/addresses.js";
import { damage } from "../support/damage.js";
import { type Desk, type DeskOptions, openDesk } from "../support/desk.js";
import { fillsOf, manual, NO_POOL, openSeller } from "../support/sellers.js";
import { sqliteTest } from "../support/sqlite-only.js";
import { deliver, mine, solidify } from "../support/steps.js";

const HALTED = { code: "DESK_HALTED" };

async function failAssertion(desk: Desk): Promise<void> {
  const failing = desk.database.commit(function* () {
    yield* run("SELECT 1");
    assert(false, "two and two are five");
  });
  await expect(failing).rejects.toThrow("two and two are five");
  // What the halt wrote is committed with the next turn.
  await desk.database.commit(() => run("SELECT 1"));
}

describe("a failed assertion", () => {
  test("halts new orders, while what runs is settled and may be cancelled", async () => {
    const desk = await openDesk();
    const id = await desk.order();
    await failAssertion(desk);
    expect(desk.halts).toEqual(["a check failed: two and two are five"]);
    await expect(desk.create()).rejects.toMatchObject(HALTED);
    await deliver(desk);
    await solidify(desk);
    expect(desk.orderRow(id).status).toBe("completed");
  });

  test("halts until a clean audit, over restarts too", async () => {
    const desk = await openDesk();
    await failAssertion(desk);
    await desk.restart();
    await expect(desk.create()).rejects.toMatchObject(HALTED);
    const write = (deltaSun: number) =>
      desk.database.commit(() =>
        run("UPDATE capacity SET reserved_sun = reserved_sun + ?", deltaSun),
      );
    await write(5);
    await expect(resumeDesk(desk.engine)).rejects.toMatchObject(HALTED);
    await expect(desk.create()).rejects.toMatchObject(HALTED);
    await write(-5);
    await resumeDesk(desk.engine);
    await desk.create();
    await desk.restart();
    await desk.create({ receiver: [addressOf(2)] });
  });
});

test("a halt is lifted by an audit that is made elsewhere, and orders wait for it", async () => {
  const desk = await openDesk();
  await failAssertion(desk);
  const violations = [{ invariant: "it holds", subject: "here", found: "nothing" }];
  const wrong = async () => ({ ok: false, violations });
  await expect(resumeDesk(desk.engine, wrong)).rejects.toMatchObject({
    ...HALTED,
    details: violations,
  });
  let resumed: Promise<void> | undefined;
  const audited = await new Promise<(result: AuditResult) => void>((asked) => {
    resumed = resumeDesk(desk.engine, () => new Promise(asked));
  });
  await expect(desk.create()).rejects.toMatchObject(HALTED);
  audited({ ok: true, violations: [] });
  await resumed;
  await desk.create();
});

test("a check that fails while a halt is lifted halts anew, over restarts too", async () => {
  const desk = await openDesk();
  await failAssertion(desk);
  const resumed = resumeDesk(desk.engine);
  // The audit is done by now, and knows nothing of this one.
  const failed = failAssertion(desk);
  await resumed;
  await failed;
  await expect(desk.create()).rejects.toMatchObject(HALTED);
  await desk.restart();
  await expect(desk.create()).rejects.toMatchObject(HALTED);
  await resumeDesk(desk.engine);
  await desk.create();
});

test("a pause stops new orders until it is lifted, over restarts too", async () => {
  const desk = await openDesk();
  const id = await desk.order();
  await placeHold(desk.engine, "pause", "lunch");
  await expect(desk.create()).rejects.toMatchObject(HALTED);
  await desk.restart();
  await expect(desk.create()).rejects.toMatchObject(HALTED);
  await cancelOrder(desk.engine, desk, id);
  await resumeDesk(desk.engine);
  await desk.create();
});

sqliteTest("a database that turns out to be damaged halts, whoever reads it", async () => {
  const desk = await openDesk();
  damage(desk.path, "incident");
  await desk.restart();
  await expect(readIncidents(desk.engine, 5)).rejects.toThrow("malformed");
  await expect(desk.create({ receiver: [addressOf(2)] })).rejects.toMatchObject(HALTED);
  await desk.restart();
  await expect(desk.create({ receiver: [addressOf(2)] })).rejects.toMatchObject(HALTED);
});

sqliteTest(
  "a halt that cannot be written is written once it can be, and not after a resume",
  async () => {
    const desk = await openDesk();
    await desk.database.read(() => one("PRAGMA busy_timeout = 1"));
    const lock = new Sqlite(desk.path);
    onTestFinished(() => void lock.close());
    const kept = () => desk.rows("SELECT value FROM setting WHERE key = 'halt'").length;
    for (const isResumed of [false, true]) {
      lock.exec("BEGIN IMMEDIATE");
      desk.engine.gates.haltFor("test");
      await expect(desk.database.commit(() => run("SELECT 1"))).rejects.toThrow("locked");
      if (isResumed) desk.engine.gates.resume();
      lock.exec("ROLLBACK");
      if (!isResumed) await vi.waitFor(() => expect(kept()).toBe(1), 10_000);
      await resumeDesk(desk.engine);
    }
    expect(kept()).toBe(0);
  },
);

test("a desk that shuts down takes no orders", async () => {
  const desk = await openDesk();
  desk.engine.gates.shutDown();
  await expect(desk.create()).rejects.toMatchObject({ code: "SHUTTING_DOWN" });
});

test("a halt during a look at a receiver stops the order before it is paid", async () => {
  const desk = await openDesk();
  desk.lookUp = async () => {
    desk.engine.gates.haltFor("test");
    return { contract: false };
  };
  await expect(desk.create()).rejects.toMatchObject(HALTED);
  expect(desk.moneySun.held).toBe(0);
});

describe("a chain out of sight", () => {
  test("refuses Fast orders once the head has stood still for 30 s, until it moves", async () => {
    const desk = await openDesk();
    desk.clock.monotonicMs += 30_000;
    await desk.create();
    desk.clock.monotonicMs += 1;
    const refused = { code: "CHAIN_UNAVAILABLE", retryAfterSeconds: 3 };
    await expect(desk.create()).rejects.toMatchObject(refused);
    desk.engine.chainClock.sawHead(desk.chain.head);
    await expect(desk.create()).rejects.toMatchObject(refused);
    await mine(desk);
    await desk.create({ receiver: [addressOf(2)] });
  });
});

describe("a resting order is filled by nobody", () => {
  /** One that rests, and a seller who could fill it. */
  async function fillable(options: DeskOptions = {}) {
    const desk = await openDesk({ ...NO_POOL, ...options });
    const id = await desk.order(manual());
    const seller = await openSeller(desk, { units: 100_000 });
    const pass = async () => {
      await matchSeller(desk.engine, seller);
      await sweepBook(desk.engine, {});
      desk.assertSound();
      return fillsOf(desk, id);
    };
    return { desk, filled: [[seller, 100_000]], pass };
  }

  test("while the desk is halted", async () => {
    const { desk, filled, pass } = await fillable();
    desk.engine.gates.haltFor("test");
    expect(await pass()).toEqual([]);
    desk.engine.gates.resume();
    expect(await pass()).toEqual(filled);
  });

  test("while more waits to be signed than the chain settles", async () => {
    const { desk, filled, pass } = await fillable({ unsignedLimit: 2 });
    desk.engine.load.counted(3);
    expect(await pass()).toEqual([]);
    desk.engine.load.counted(0);
    expect(await pass()).toEqual(filled);
  });

  test("while the chain is out of sight", async () => {
    const { desk, filled, pass } = await fillable();
    desk.clock.monotonicMs += 30_001;
    expect(await pass()).toEqual([]);
    await mine(desk);
    expect(await pass()).toEqual(filled);
  });
});

test("more unsigned legs than the chain settles refuse Fast orders", async () => {
  const desk = await openDesk({ ownersUnits: [5_000_000], unsignedLimit: 2 });
  for (let at = 1; at <= 3; at += 1) await desk.create({ receiver: [addressOf(at)] });
  await expect(desk.create()).rejects.toMatchObject({ code: "BUSY" });
  desk.engine.load.settled(3);
  await desk.create({ receiver: [addressOf(4)] });
  await expect(desk.create()).rejects.toMatchObject({ code: "BUSY" });
  desk.clock.monotonicMs += 60_001;
  desk.engine.chainClock.sawHead(desk.chain.mine());
  await expect(desk.create()).rejects.toMatchObject({ code: "BUSY" });
  await desk.restart();
  await expect(desk.create()).rejects.toMatchObject({ code: "BUSY" });
});
