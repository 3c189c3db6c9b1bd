/** Runs of payouts and withdrawals through the sandbox node: who is paid, once, what is refused, and what is never started. */

import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import type { Chain } from "../../src/chain/port.js";
import type { Address } from "../../src/domain/address.js";
import { assert, must } from "../../src/domain/assert.js";
import { sun } from "../../src/domain/money.js";
import { addressOfKey } from "../../src/domain/public-key.js";
import { readCustomers } from "../../src/engine/customers/customers.js";
import { pausePayouts, resumePayouts } from "../../src/engine/operating/holds.js";
import { approveWithdrawal, cancelWithdrawal } from "../../src/engine/withdrawals/decide.js";
import { readWithdrawal } from "../../src/engine/withdrawals/read-withdrawals.js";
import { createWithdrawal, withdrawalPhase } from "../../src/engine/withdrawals/withdraw.js";
import { all } from "../../src/store/phase.js";
import { earn, TRX } from "../support/payouts.js";
import { readNow } from "../support/read-now.js";
import { POLICY } from "../support/terms.js";
import { until } from "../support/until.js";
import { botKnows, paidIn } from "../support/withdrawals.js";
import {
  allPaid,
  assertPaidOnce,
  balanceOnChain,
  EARNED_TRX,
  earnedTrx,
  inState,
  PAID_TRX,
  paying,
  payouts,
  run,
} from "./paying.js";
import { ALICE, BOB, CAROL, type Rig } from "./rig.js";
import { followed, mineUntil } from "./steps.js";

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

const typeError = () => (JSON.parse("null") as { wrong(): void }).wrong();

test.each([
  ["a TypeError", 0, typeError, "TypeError: Cannot read"],
  ["a failed assertion", 20, () => assert(false, "sums differ"), "a check failed: sums differ"],
])(
  "%s while payouts are signed halts the desk, asked for or each %i ms",
  async (_, everyMs, fail, reason) => {
    const wrapChain = (chain: Chain): Chain => ({ ...chain, sign: async () => fail() as never });
    const desk = await paying([ALICE], { wrapChain, payout: { everyMs } });
    const { gates } = desk.rig.desk.engine;
    if (everyMs === 0) await expect(run(desk.rig)).rejects.toThrow();
    else await until("the schedule has met it", () => gates.halt);
    expect(gates.halt).toContain(reason);
    await expect(run(desk.rig)).rejects.toMatchObject({ code: "DESK_HALTED" });
    expect(earnedTrx(desk.rig, ALICE)).toBe(EARNED_TRX);
    await assertPaidOnce(desk);
  },
);

const TERMS = { ...POLICY.withdrawals, newAddressMs: 0 };

/** A desk that pays, with a customer who has 100 TRX of their own; sellers are paid on command alone. */
async function paysCustomers(
  terms: Partial<typeof TERMS> = {},
  fundTrx = 1_000,
  sellers: readonly Address[] = [],
) {
  const policy = { withdrawals: { ...TERMS, ...terms } };
  const desk = await paying(sellers, { policy, fundTrx });
  const { engine, database } = desk.rig.desk;
  const { customerId } = must((await readCustomers(engine))[0], "a customer");
  await database.commit(() => paidIn(customerId, sun(100 * TRX), 1));
  await database.commit(() => botKnows(customerId));
  const withdraw = async (address: Address, trx = 10) => {
    const call = { customerId, address, amountSun: sun(trx * TRX), channel: "http" } as const;
    const idempotencyKey = engine.newId();
    const made = await createWithdrawal(engine, { ...call, idempotencyKey, hasRight: true });
    return made.withdrawal.id;
  };
  const statusOf = async (id: string) =>
    (await readWithdrawal(desk.rig.desk.engine, customerId, id)).status;
  const becomes = (id: string, status: string) =>
    mineUntil(desk.rig, `the withdrawal is ${status}`, async () => (await statusOf(id)) === status);
  return { ...desk, customerId, withdraw, statusOf, becomes };
}

async function balanceTrx(rig: Rig, address: Address): Promise<number> {
  return (await balanceOnChain(rig, address)) / TRX;
}

const told = (rig: Rig) =>
  readNow(rig.desk.database, () =>
    all<{ payload: string }>("SELECT payload FROM outbox ORDER BY id"),
  ).map(({ payload }) => JSON.parse(payload).kind);

test("it is paid as soon as it is asked for, the fee on top", async () => {
  const desk = await paysCustomers();
  const before = await balanceTrx(desk.rig, ALICE);
  const ids = await Promise.all([desk.withdraw(ALICE), desk.withdraw(ALICE, 5.5)]);
  for (const id of ids) await desk.becomes(id, "paid");
  expect((await balanceTrx(desk.rig, ALICE)) - before).toBe(15.5);
  await assertPaidOnce(desk);
});

test("a run of payouts pays both, withdrawals first", async () => {
  const desk = await paysCustomers({ mode: "approve" }, 1_000, [BOB]);
  const { engine } = desk.rig.desk;
  const id = await desk.withdraw(ALICE);
  expect((await run(desk.rig)).started).toMatchObject([{ seller: BOB }]);
  expect(await desk.statusOf(id)).toBe("approval");
  await approveWithdrawal(engine, id, "operator");
  await desk.becomes(id, "paid");
  await allPaid(desk.rig);
  expect(earnedTrx(desk.rig, BOB)).toBe(0);
  await assertPaidOnce(desk);
});

test("an account that does not exist is made, and its customer has paid for it", async () => {
  const desk = await paysCustomers();
  const stranger = addressOfKey(randomBytes(32).toString("hex"));
  const id = await desk.withdraw(stranger);
  await desk.becomes(id, "paid");
  expect(await balanceTrx(desk.rig, stranger)).toBe(10);
  const { feeSun } = await readWithdrawal(desk.rig.desk.engine, desk.customerId, id);
  expect(feeSun).toBe(2.1 * TRX);
  await assertPaidOnce(desk);
});

test("what creating an account burns must be there, too", async () => {
  const desk = await paysCustomers({}, 11);
  const stranger = addressOfKey(randomBytes(32).toString("hex"));
  const id = await desk.withdraw(stranger);
  const { started, problem } = await run(desk.rig);
  expect(started).toEqual([]);
  expect(problem).toMatch(/has 11 TRX left and 11\.4\d* TRX are due/);
  expect(await desk.statusOf(id)).toBe("waiting");
});

test("without enough in the account it waits, its customer is told once, and it is paid later", async () => {
  const desk = await paysCustomers({}, 8);
  const { rig } = desk;
  const id = await desk.withdraw(ALICE);
  await until("the customer is told", () => told(rig).includes("delayed"));
  const { waitingWithdrawals, problem } = await run(rig);
  expect(waitingWithdrawals).toMatchObject([{ id, status: "waiting" }]);
  expect(problem).toMatch(/has 8 TRX left and 10\.3\d* TRX are due/);
  expect(told(rig)).toEqual(["asked", "delayed"]);
  const small = await desk.withdraw(ALICE, 2);
  await desk.becomes(small, "paid");
  expect(await desk.statusOf(id)).toBe("waiting");
  await rig.admin("fund", { address: desk.payer, amountSun: 100 * TRX });
  await followed(rig);
  expect((await run(rig)).started).toMatchObject([{ withdrawalId: id }]);
  await desk.becomes(id, "paid");
  await assertPaidOnce(desk);
});

test("while withdrawals are off it waits, and a run of payouts says why", async () => {
  const { rig, customerId, statusOf } = await paysCustomers({ mode: "off" });
  const { engine, database } = rig.desk;
  const asked = { customerId, address: ALICE, amountSun: sun(10 * TRX), channel: "http" } as const;
  const call = { ...asked, idempotencyKey: "before", hasRight: true };
  const at = engine.now();
  const creation = { id: engine.newId(), at, dueAt: at, feeSun: sun(TRX), terms: TERMS };
  await database.commit(() => withdrawalPhase(call, creation));
  const { started, waitingWithdrawals, problem } = await run(rig);
  expect(started).toEqual([]);
  expect(waitingWithdrawals).toMatchObject([{ id: creation.id }]);
  expect(problem).toMatch(/withdrawals are off.*WITHDRAW_MODE/);
  expect(await statusOf(creation.id)).toBe("waiting");
});

test("one that was asked for before a stop is paid after the start", async () => {
  const desk = await paysCustomers({ mode: "approve" });
  const { rig } = desk;
  const id = await desk.withdraw(ALICE);
  await rig.desk.database.commit(function* () {
    yield { sql: "UPDATE withdrawal SET status = 'waiting' WHERE id = ?", params: [id] };
  });
  await rig.stopDesk();
  await rig.startDesk();
  await desk.becomes(id, "paid");
  await assertPaidOnce(desk);
});

test("while payouts are paused it may be asked for and cancelled, and waits until they go on", async () => {
  const desk = await paysCustomers();
  await pausePayouts(desk.rig.desk.engine, "a stolen key");
  const [kept, given] = [await desk.withdraw(ALICE), await desk.withdraw(BOB)];
  await desk.rig.stopDesk();
  await desk.rig.startDesk();
  await expect(run(desk.rig)).rejects.toThrow("Payouts are held: a stolen key");
  expect(await desk.statusOf(kept)).toBe("waiting");
  await cancelWithdrawal(desk.rig.desk.engine, desk.customerId, given);
  expect(await resumePayouts(desk.rig.desk.engine)).toMatchObject({ stillHeld: null });
  await desk.becomes(kept, "paid");
  expect(await desk.statusOf(given)).toBe("cancelled");
  await assertPaidOnce(desk);
});

test("nothing is taken or paid while the desk is halted", async () => {
  const desk = await paysCustomers({ mode: "approve" });
  const id = await desk.withdraw(ALICE);
  desk.rig.desk.engine.gates.haltFor("test");
  await expect(desk.withdraw(ALICE)).rejects.toMatchObject({ code: "DESK_HALTED" });
  await approveWithdrawal(desk.rig.desk.engine, id, "operator");
  await expect(run(desk.rig)).rejects.toMatchObject({ code: "DESK_HALTED" });
  expect(await desk.statusOf(id)).toBe("waiting");
});
