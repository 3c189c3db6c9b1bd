/** Runs of payouts through the sandbox node: who is paid, what is refused, and what is never started. */
import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import type { Chain } from "../../src/chain/port.js";
import { assert } from "../../src/domain/assert.js";
import { sun } from "../../src/domain/money.js";
import { addressOfKey } from "../../src/domain/public-key.js";
import { audit } from "../../src/engine/operating/audit.js";
import { run as sql } from "../../src/store/phase.js";
import { earn, TRX } from "../support/payouts.js";
import { POLICY } from "../support/terms.js";
import {
  allPaid,
  approveAll,
  assertPaidOnce,
  EARNED_TRX,
  earnedTrx,
  inState,
  PAID_TRX,
  paying,
  payouts,
  run,
} from "./paying.js";
import { ALICE, BOB, CAROL, startRig } from "./rig.js";
import { mineUntil, until } from "./steps.js";

test("all who are due are paid what they have earned, less the fee, once", async () => {
  const desk = await paying([ALICE, BOB]);
  const { rig } = desk;
  const { started, belowMinimum, waiting, problem } = await run(rig);
  expect(started).toMatchObject([
    { seller: ALICE, amountSun: PAID_TRX * TRX, feeSun: 0.5 * TRX, state: "sent" },
    { seller: BOB, amountSun: PAID_TRX * TRX, feeSun: 0.5 * TRX, state: "sent" },
  ]);
  expect({ belowMinimum, waiting, problem }).toEqual({
    belowMinimum: [],
    waiting: [],
    problem: null,
  });
  expect(await run(rig)).toMatchObject({ started: [], open: [{ seller: ALICE }, { seller: BOB }] });
  await allPaid(rig);
  expect(await desk.received(ALICE, BOB)).toEqual([PAID_TRX, PAID_TRX]);
  await rig.desk.database.commit(() => earn(ALICE, sun(9 * TRX), 2));
  expect(await run(rig)).toMatchObject({
    started: [],
    open: [],
    belowMinimum: [{ seller: ALICE, earnedSun: 9 * TRX }],
  });
  expect(earnedTrx(rig, ALICE)).toBe(9);
  await assertPaidOnce(desk);
});

test("the schedule pays by itself", async () => {
  const desk = await paying([ALICE], { payout: { everyMs: 50 } });
  await mineUntil(desk.rig, "it is paid", inState(desk.rig, "paid"));
  expect(await desk.received(ALICE)).toEqual([PAID_TRX]);
  await assertPaidOnce(desk);
});

test("two runs at once pay once", async () => {
  const desk = await paying([ALICE, BOB, CAROL]);
  const runs = await Promise.all([run(desk.rig), run(desk.rig), run(desk.rig)]);
  expect(runs.map(({ started }) => started.length)).toEqual([3, 0, 0]);
  await allPaid(desk.rig);
  expect(await desk.received(ALICE, BOB, CAROL)).toEqual([PAID_TRX, PAID_TRX, PAID_TRX]);
  await assertPaidOnce(desk);
});

test("what is refused for want of money is paid by the same bytes once there is some", async () => {
  let isLagging = true;
  // A node that lags behind shows money that is gone.
  const lagging = (chain: Chain): Chain => ({
    ...chain,
    async account(address) {
      const account = await chain.account(address);
      return account && isLagging ? { ...account, balanceSun: sun(1_000 * TRX) } : account;
    },
  });
  const desk = await paying([ALICE, BOB], { fundTrx: 20, wrapChain: lagging });
  const { rig } = desk;
  const refused = await run(rig);
  expect(refused.started).toMatchObject([{ seller: ALICE, state: "signed", deathReason: null }]);
  expect(refused.waiting.map(({ seller }) => seller)).toEqual([ALICE, BOB]);
  expect(refused.problem).toContain("it has too little TRX");
  expect([earnedTrx(rig, ALICE), earnedTrx(rig, BOB)]).toEqual([0, EARNED_TRX]);
  expect((await audit(rig.desk.database)).ok).toBe(true);
  isLagging = false;
  await rig.admin("fund", { address: desk.payer, amountSun: 100 * TRX });
  await mineUntil(rig, "it is paid", inState(rig, "paid"));
  expect((await run(rig)).started).toMatchObject([{ seller: BOB }]);
  await allPaid(rig);
  expect(await desk.received(ALICE, BOB)).toEqual([PAID_TRX, PAID_TRX]);
  await assertPaidOnce(desk);
});

test("a key that may not sign pays nobody and says so", async () => {
  const stranger = addressOfKey(randomBytes(32).toString("hex"));
  const desk = await paying([ALICE, BOB], { payout: { address: stranger } });
  const { started, problem } = await run(desk.rig);
  expect(started).toMatchObject([{ state: "signed", deathReason: null }]);
  expect(problem).toContain("the payout key may not sign for it");
  await allPaid(desk.rig);
  const dead = { state: "dead", deathReason: "expired", refusal: "permission" };
  expect(await payouts(desk.rig)).toMatchObject([dead]);
  expect(earnedTrx(desk.rig, ALICE)).toBe(EARNED_TRX);
  await assertPaidOnce(desk);
});

test("a seller that cannot be paid does not hold the others up", async () => {
  const desk = await paying([ALICE, BOB]);
  await desk.rig.admin("contract", { address: ALICE });
  const { started, problem } = await run(desk.rig);
  expect(started).toMatchObject([
    { seller: ALICE, state: "signed", deathReason: null },
    { seller: BOB, state: "sent" },
  ]);
  expect(problem).toBeNull();
  await allPaid(desk.rig);
  expect(await inState(desk.rig, "dead")()).toMatchObject({
    ...{ seller: ALICE, deathReason: "expired", refusal: "receiver_is_contract" },
  });
  expect(await desk.received(BOB)).toEqual([PAID_TRX]);
  await assertPaidOnce(desk);
});

test("too little in the account starts no more than it can pay, and says how much is missing", async () => {
  const desk = await paying([ALICE, BOB, CAROL], { fundTrx: 90 });
  const { rig } = desk;
  await rig.broadcastFault({ kind: "drop", count: 10_000 });
  const first = await run(rig);
  expect(first.started.map(({ seller }) => seller)).toEqual([ALICE, BOB]);
  expect(first.waiting).toEqual([{ seller: CAROL, earnedSun: EARNED_TRX * TRX }]);
  expect(first.problem).toMatch(/has 10\.4 TRX left and 39\.8 TRX are due.* send it 29\.4 TRX/);
  expect(rig.desk.logLines.join()).toContain("send it 29.4 TRX");
  // What is signed is spoken for, though the chain has not even seen it.
  expect((await run(rig)).started).toEqual([]);
  await rig.noFaults();
  await until("both transfers are pending", async () => (await rig.state()).pending === 2);
  expect(earnedTrx(rig, CAROL)).toBe(EARNED_TRX);
  await rig.admin("fund", { address: desk.payer, amountSun: 50 * TRX });
  await until("what was pending is followed", async () =>
    (await payouts(rig)).every(({ state }) => state !== "sent"),
  );
  expect((await run(rig)).started.map(({ seller }) => seller)).toEqual([CAROL]);
  await allPaid(rig);
  expect(await desk.received(ALICE, BOB, CAROL)).toEqual([PAID_TRX, PAID_TRX, PAID_TRX]);
  await assertPaidOnce(desk);
});

test("a halted desk pays nobody, settles what is out, and pays again after it was resumed", async () => {
  const desk = await paying([ALICE]);
  const { rig } = desk;
  await run(rig);
  await rig.desk.database.commit(() => earn(ALICE, sun(20 * TRX), 3));
  rig.desk.engine.gates.haltFor("a test");
  await expect(run(rig)).rejects.toMatchObject({ code: "DESK_HALTED" });
  await mineUntil(rig, "it is paid", inState(rig, "paid"));
  await expect(run(rig)).rejects.toMatchObject({ code: "DESK_HALTED" });
  expect(earnedTrx(rig, ALICE)).toBe(20);
  rig.desk.engine.gates.resume();
  expect((await run(rig)).started).toHaveLength(1);
  await allPaid(rig);
  expect(await desk.received(ALICE)).toEqual([PAID_TRX + 19.5]);
  await assertPaidOnce(desk);
});

test.each(["halted", "held"])(
  "a desk that is %s while it signs a payout keeps the money",
  async (how) => {
    const signing = { stops: () => {} };
    const wrapChain = (chain: Chain): Chain => ({
      ...chain,
      async sign(...call) {
        const signed = await chain.sign(...call);
        signing.stops();
        return signed;
      },
    });
    const desk = await paying([ALICE, BOB], { wrapChain });
    const { gates } = desk.rig.desk.engine;
    signing.stops = () =>
      how === "halted" ? gates.haltFor("a test") : gates.hold("payout-pause", "a test");
    await expect(run(desk.rig)).rejects.toMatchObject({ code: "DESK_HALTED" });
    expect(await payouts(desk.rig)).toEqual([]);
    expect(earnedTrx(desk.rig, ALICE)).toBe(EARNED_TRX);
    await assertPaidOnce(desk);
  },
);

test.each([
  [
    "a TypeError",
    () => (JSON.parse("null") as { wrong(): void }).wrong(),
    "TypeError: Cannot read",
  ],
  ["a failed assertion", () => assert(false, "sums differ"), "a check failed: sums differ"],
])(
  "%s while payouts are signed halts the desk, whoever asked for them",
  async (_, fail, reason) => {
    const wrapChain = (chain: Chain): Chain => ({ ...chain, sign: async () => fail() as never });
    for (const everyMs of [0, 20]) {
      const desk = await paying([ALICE], { wrapChain, payout: { everyMs } });
      const { gates } = desk.rig.desk.engine;
      if (everyMs === 0) await expect(run(desk.rig)).rejects.toThrow();
      else await until("the schedule has met it", () => gates.halt);
      expect(gates.halt).toContain(reason);
      await expect(run(desk.rig)).rejects.toMatchObject({ code: "DESK_HALTED" });
      expect(earnedTrx(desk.rig, ALICE)).toBe(EARNED_TRX);
      await assertPaidOnce(desk);
    }
  },
);

test("without an account that pays there is nothing to run", async () => {
  const rig = await startRig();
  expect(rig.desk.workers.payOut).toBeUndefined();
});

test("sellers are paid up to the day's limit; beyond it one waits for the operator, and a first payout for its time", async () => {
  const policy = {
    payouts: { ...POLICY.payouts, daySun: sun(60 * TRX), firstWaitMs: 3_600_000 },
  };
  const desk = await paying([ALICE, BOB], { policy });
  const { rig } = desk;
  const first = await run(rig);
  const dueAt = expect.any(Number);
  expect(first).toMatchObject({ started: [], waiting: [], problem: null });
  expect(first.held).toMatchObject([
    { seller: ALICE, waits: "first payout", dueAt },
    { seller: BOB, waits: "first payout", dueAt },
  ]);
  await rig.desk.database.commit(() =>
    sql("UPDATE seller SET payout_due_since = payout_due_since - 3600000"),
  );
  expect(await run(rig)).toMatchObject({
    started: [{ seller: ALICE }],
    held: [{ seller: BOB, waits: "approval", dueAt: null }],
  });
  await approveAll(rig);
  expect((await run(rig)).started).toMatchObject([{ seller: BOB }]);
  await allPaid(rig);
  await assertPaidOnce(desk);
});
