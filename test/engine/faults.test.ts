/**
 * A fault before every statement of every phase, one after the other: whatever had been written of the phase is gone, the
 * books are right, and doing it again succeeds.
 */
import { expect, test } from "vitest";
import { sun } from "../../src/domain/money.js";
import { cancelOrder } from "../../src/engine/cancel-order.js";
import { createCustomer, creditCustomer } from "../../src/engine/customers.js";
import { applyBlock, applySolid, dropFork } from "../../src/engine/follow-chain.js";
import { mendForks } from "../../src/engine/mend-forks.js";
import { saveSnapshot } from "../../src/engine/open-work.js";
import { quoteOrders } from "../../src/engine/quote-orders.js";
import { reclaimDead, reclaimSigned } from "../../src/engine/reclaim-leg.js";
import { replanAll } from "../../src/engine/replan.js";
import { type DeathReason, legDied } from "../../src/engine/settle-leg.js";
import { legSent, legsSigned, readyToSign } from "../../src/engine/sign-leg.js";
import { addressesOf } from "../support/addresses.js";
import { type Desk, openDesk, request } from "../support/desk.js";
import { commit, exhaust, exhaustPhase } from "../support/exhaust.js";
import {
  deliver,
  fork,
  legOf,
  mineAll,
  passRentals,
  reclaim,
  sign,
  solidify,
} from "../support/steps.js";

function followNext(desk: Desk): () => Promise<unknown> {
  const transactions = desk
    .legs("state IN ('signed','sent')")
    .flatMap(({ txid }) => (txid === null ? [] : [{ txid, success: true }]));
  const block = desk.chain.mine(transactions);
  desk.engine.chainClock.sawHead(block);
  const { moment } = desk;
  return commit(desk, () => applyBlock(block, moment));
}

const die = (desk: Desk, legId: string, reason: DeathReason) => {
  const { moment } = desk;
  const leg = legOf(desk, legId);
  return commit(desk, () => legDied(leg, reason, moment));
};

test("from customers to orders", async () => {
  const desk = await openDesk({ ownersUnits: [900_000, 800_000] });
  const { engine, customerId } = desk;
  expect(await exhaust(desk, () => createCustomer(engine, "Another", sun(5)))).toBeGreaterThan(4);
  const credit = { customerId, amountSun: sun(9), reason: "a gift", reference: "r1" };
  expect(await exhaust(desk, () => creditCustomer(engine, credit))).toBeGreaterThan(3);
  await quoteOrders(engine, customerId, request());
  const body = { receiver: addressesOf(1, 3), resourceAmount: 300_000 };
  await engine.receivers.verdicts(addressesOf(1, 3));
  const quote = await quoteOrders(engine, customerId, request(body));
  const create = () => desk.create({ ...body, quoteId: quote.quoteId }, "the key");
  expect(await exhaust(desk, create)).toBeGreaterThan(15);
  expect(desk.rows("SELECT count(*) AS n FROM orders")).toEqual([{ n: 3 }]);
  const [order] = desk.rows("SELECT id FROM orders");
  const cancel = () => cancelOrder(engine, customerId, String(order?.id));
  expect(await exhaust(desk, cancel)).toBeGreaterThan(5);
});

test("from planned to reclaimed", async () => {
  const desk = await openDesk();
  const id = await desk.order({ resourceAmount: 150_000 });
  const { moment } = desk;
  const { owner, receiver, resource } = legOf(desk, `${id}.1`);
  const ready = () => readyToSign(owner, [`${id}.1`], new Map(), moment);
  await exhaustPhase(desk, ready);
  const signed = (await desk.commit(ready)).ready.map((entry) => ({
    ...entry,
    txid: "a".repeat(64),
    hex: "00",
    expiresAt: moment.headTimestampMs + 1,
  }));
  for (const { txid, stakeSun } of signed) {
    desk.chain.signed.set(txid, { kind: "delegate", owner, receiver, resource, stakeSun });
  }
  expect(await exhaustPhase(desk, () => legsSigned(signed))).toBe(2);
  expect(await exhaustPhase(desk, () => legSent(`${id}.1`))).toBe(2);
  await sign(desk);
  expect(await exhaust(desk, followNext(desk))).toBeGreaterThan(10);
  expect(desk.orderRow(id).status).toBe("completed");
  const snapshot = {
    owner,
    block: desk.chain.head.number,
    delegatableSun: { energy: 5, bandwidth: 5 },
  };
  expect(await exhaust(desk, () => saveSnapshot(desk.engine, snapshot))).toBe(4);
  const solid = desk.chain.head;
  expect(await exhaustPhase(desk, () => applySolid(solid, desk.moment))).toBeGreaterThan(8);
  await passRentals(desk);
  const leg = legOf(desk, `${id}.1`);
  const taken = { txid: "b".repeat(64), hex: "00", expiresAt: 1 };
  expect(await exhaustPhase(desk, () => reclaimSigned(leg, taken))).toBe(1);
  expect(await exhaustPhase(desk, () => reclaimDead(`${id}.1`, taken.txid))).toBe(2);
  await reclaim(desk, `${id}.1`);
  await mineAll(desk);
  const last = desk.chain.head;
  expect(await exhaustPhase(desk, () => applySolid(last, desk.moment))).toBeGreaterThan(3);
  expect(desk.states(id)).toEqual(["reclaimed", "solidified"]);
});

test("deaths: planned anew, given up, after a cancel, hopeless, after a fork", async () => {
  const desk = await openDesk({ ownersUnits: [900_000, 800_000] });
  const { engine, customerId } = desk;
  const first = await desk.order();
  await sign(desk);
  expect(await exhaust(desk, die(desk, `${first}.1`, "owner_capacity"))).toBeGreaterThan(8);
  expect(desk.states(first)).toEqual(["dead", "planned"]);
  await sign(desk);
  expect(await exhaust(desk, die(desk, `${first}.2`, "receiver_is_contract"))).toBeGreaterThan(8);
  expect(desk.orderRow(first).status).toBe("cancelled");

  const second = await desk.order();
  await sign(desk);
  await cancelOrder(engine, customerId, second);
  expect(await exhaust(desk, die(desk, `${second}.1`, "expired"))).toBeGreaterThan(5);

  const third = await desk.order();
  await sign(desk);
  await exhaust(desk, die(desk, `${third}.1`, "other"));
  const { moment } = desk;
  const late = { ...moment, at: moment.at + 300_000 };
  expect(await exhaustPhase(desk, () => replanAll(late))).toBeGreaterThan(5);
  expect(desk.orderRow(third).status).toBe("cancelled");
  expect(desk.moneySun).toEqual({ available: 1_000_000_000, held: 0 });
});

test("forks: dropped, unposted, replaced, refunded", async () => {
  const desk = await openDesk({ policy: { completion: "solidified" } });
  const open = await desk.order();
  await deliver(desk);
  await desk.snapshot();
  const ancestor = desk.chain.drop(1);
  const { moment } = desk;
  expect(await exhaustPhase(desk, () => dropFork(ancestor, moment))).toBeGreaterThan(4);
  expect(await exhaust(desk, die(desk, `${open}.1`, "expired"))).toBeGreaterThan(8);

  const other = await openDesk();
  const final = await other.order();
  await deliver(other);
  await fork(other);
  expect(await exhaust(other, die(other, `${final}.1`, "expired"))).toBeGreaterThan(2);
  const now = other.moment;
  expect(await exhaustPhase(other, () => mendForks(now))).toBeGreaterThan(5);
  await sign(other);
  expect(await exhaust(other, followNext(other))).toBeGreaterThan(5);
  await fork(other);
  await exhaust(other, die(other, `${final}.2`, "expired"));
  const late = { ...now, at: now.at + 600_000 };
  expect(await exhaustPhase(other, () => mendForks(late))).toBeGreaterThan(5);
  expect(other.moneySun).toEqual({ available: 1_000_000_000, held: 0 });
  await solidify(other);
});

test("phases that are undone and run again do what they do once", async () => {
  const told: unknown[] = [];
  for (const runsTwice of [false, true]) {
    const desk = await openDesk({ ownersUnits: [900_000, 800_000] });
    desk.database.runsTwice = runsTwice;
    const { engine, customerId } = desk;
    const delivered = await desk.order({ receiver: addressesOf(1, 3) });
    await deliver(desk);
    await solidify(desk);
    const dying = await desk.order();
    await sign(desk);
    await die(desk, `${dying}.1`, "other")();
    await cancelOrder(engine, customerId, dying);
    await passRentals(desk);
    await reclaim(desk, `${delivered}.1`);
    await mineAll(desk);
    await solidify(desk);
    desk.assertSound();
    expect(desk.database.repeats > 10).toBe(runsTwice);
    const states = desk.legs().map(({ state, sequence }) => `${sequence} ${state}`);
    told.push({ states, money: desk.moneySun, revenue: desk.balanceSun("revenue") });
  }
  expect(told[1]).toEqual(told[0]);
});
