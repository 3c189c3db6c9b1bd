/** Forks: blocks the desk has followed are gone, and with them what it took for delivered. */

import { describe, expect, test } from "vitest";
import type { Address } from "../../src/domain/address.js";
import {
  applyBlock,
  applySolid,
  backToSent,
  dropFork,
  startAt,
} from "../../src/engine/legs/follow-chain.js";
import { saveSnapshot } from "../../src/engine/legs/open-work.js";
import { latestIncidents } from "../../src/store/incidents.js";
import { type Desk, openDesk } from "../support/desk.js";
import { payoutRow, sellers, startPayout } from "../support/payouts.js";
import { readNow } from "../support/read-now.js";
import {
  deliver,
  fork,
  kill,
  legOf,
  mendNow,
  mine,
  mineAll,
  passRentals,
  reclaim,
  sign,
  solidify,
} from "../support/steps.js";

const TRX = 1_000_000;

const incidents = (desk: Desk) =>
  readNow(desk.database, () => latestIncidents(10)).map(({ kind }) => kind);
const reservedSun = (desk: Desk) =>
  desk.rows("SELECT sum(reserved_sun) AS sum FROM capacity")[0]?.sum;

/** An order whose only leg was included in a block that is gone. */
async function forked(policy = {}) {
  const desk = await openDesk({ policy });
  const id = await desk.order();
  await deliver(desk);
  await desk.snapshot();
  await fork(desk);
  return { desk, id };
}

describe("a leg whose block is gone", () => {
  test("is sent again: paid, counted and reserved as before", async () => {
    const { desk, id } = await forked();
    expect(desk.states(id)).toEqual(["sent"]);
    expect(desk.orderRow(id)).toMatchObject({ status: "completed", filled_amount: 65_000 });
    expect(desk.balanceSun("clearing")).toBe(3.9 * TRX);
    expect(reservedSun(desk)).toBe(legOf(desk, `${id}.1`).reserved_sun);
    expect(incidents(desk)).toEqual(["fork"]);
  });

  test("is included again in another block and pays once", async () => {
    const { desk, id } = await forked();
    await mine(desk);
    await mineAll(desk);
    expect(legOf(desk, `${id}.1`).block_number).toBe(desk.chain.head.number);
    await solidify(desk);
    expect(desk.balanceSun("revenue")).toBe(3.9 * TRX);
    expect(desk.rows("SELECT count(*) AS n FROM transfer WHERE id LIKE '%:post'")).toEqual([
      { n: 1 },
    ]);
  });

  test("dead in an order still processing: the money is held again and the part planned anew", async () => {
    const { desk, id } = await forked({ completion: "solidified" });
    await kill(desk, `${id}.1`, "expired");
    expect(desk.states(id)).toEqual(["dead", "planned"]);
    expect(desk.orderRow(id)).toMatchObject({ filled_amount: 0, posted_sun: 0 });
    expect(desk.moneySun.held).toBe(3.9 * TRX);
    expect(desk.balanceSun("clearing")).toBe(0);
    await deliver(desk);
    await solidify(desk);
    expect(desk.orderRow(id)).toMatchObject({ status: "completed", filled_amount: 65_000 });
  });
});

test("a fork that is gone when it is looked for has taken nothing, and is no incident", async () => {
  const desk = await openDesk();
  await desk.order();
  await deliver(desk);
  const { moment } = desk;
  expect(await desk.commit(() => dropFork(desk.chain.head.number, moment))).toBe(0);
  expect(incidents(desk)).toEqual([]);
});

describe("a leg dead in a final order", () => {
  async function dead() {
    const { desk, id } = await forked();
    await kill(desk, `${id}.1`, "expired");
    expect(desk.orderRow(id)).toMatchObject({ status: "completed", filled_amount: 65_000 });
    return { desk, id };
  }

  test("is replaced by one that posts nothing and earns the money of the first", async () => {
    const { desk, id } = await dead();
    expect(await mendNow(desk)).toBe(1);
    expect(await mendNow(desk)).toBe(0);
    expect(legOf(desk, `${id}.2`).replaces).toBe(`${id}.1`);
    await deliver(desk);
    expect(desk.balanceSun("clearing")).toBe(3.9 * TRX);
    await solidify(desk);
    expect(desk.balanceSun("revenue")).toBe(3.9 * TRX);
    expect(await mendNow(desk)).toBe(0);
    expect(desk.orderRow(id)).toMatchObject({ status: "completed", refunded_sun: 0 });
  });

  test("is replaced again when the replacement dies", async () => {
    const { desk, id } = await dead();
    await mendNow(desk);
    await sign(desk);
    await kill(desk, `${id}.2`, "expired");
    expect(await mendNow(desk)).toBe(1);
    await deliver(desk);
    await solidify(desk);
    expect(desk.states(id)).toEqual(["dead", "dead", "solidified"]);
    expect(desk.balanceSun("revenue")).toBe(3.9 * TRX);
  });

  test("is replaced again when a fork takes the replacement too", async () => {
    const { desk, id } = await dead();
    await mendNow(desk);
    await deliver(desk);
    await fork(desk);
    expect(desk.states(id)).toEqual(["dead", "sent"]);
    await kill(desk, `${id}.2`, "expired");
    expect(await mendNow(desk)).toBe(1);
    await deliver(desk);
    await solidify(desk);
    expect(desk.balanceSun("revenue")).toBe(3.9 * TRX);
  });

  test("is refunded when nobody could replace it in 10 minutes", async () => {
    const { desk, id } = await dead();
    for (const owner of desk.owners) desk.stakesSun.set(owner, 0);
    await desk.snapshot();
    expect(await mendNow(desk)).toBe(0);
    desk.clock.nowMs += 599_999;
    await mendNow(desk);
    expect(desk.balanceSun("clearing")).toBe(3.9 * TRX);
    desk.clock.nowMs += 1;
    await mendNow(desk);
    expect(desk.orderRow(id)).toMatchObject({
      status: "completed",
      filled_amount: 0,
      refunded_sun: 3.9 * TRX,
    });
    expect(desk.moneySun).toEqual({ available: 1_000 * TRX, held: 0 });
    expect(incidents(desk)).toEqual(["fork-refund", "fork"]);
    await mendNow(desk);
    expect(desk.moneySun.available).toBe(1_000 * TRX);
  });

  test("is refunded when its replacement is planned only, waited for when it is signed", async () => {
    const { desk, id } = await dead();
    await mendNow(desk);
    desk.clock.nowMs += 600_000;
    await sign(desk);
    await mendNow(desk);
    expect(desk.states(id)).toEqual(["dead", "signed"]);
    await kill(desk, `${id}.2`, "expired");
    await mendNow(desk);
    expect(desk.moneySun.available).toBe(1_000 * TRX);

    const late = await dead();
    await mendNow(late.desk);
    late.desk.clock.nowMs += 600_000;
    await mendNow(late.desk);
    expect(late.desk.states(late.id)).toEqual(["dead", "dead"]);
    expect(late.desk.moneySun.available).toBe(1_000 * TRX);
  });
});

describe("following blocks", () => {
  test("a block that does not continue ours changes nothing", async () => {
    const desk = await openDesk();
    const id = await desk.order();
    const [leg] = await sign(desk);
    const stranger = {
      ...desk.chain.head,
      number: desk.chain.head.number + 1,
      parentId: "0".repeat(64),
      transactions: [{ txid: leg?.txid ?? "", success: true }],
    };
    const { moment } = desk;
    expect(await desk.commit(() => applyBlock(stranger, moment))).toBeUndefined();
    expect(desk.states(id)).toEqual(["signed"]);
  });

  test("a solidified block other than ours finalises nothing", async () => {
    const desk = await openDesk();
    const id = await desk.order();
    await deliver(desk);
    const { moment } = desk;
    const other = { number: desk.chain.head.number, id: "0".repeat(64) };
    expect(await desk.commit(() => applySolid(other, moment))).toBeUndefined();
    expect(desk.states(id)).toEqual(["included"]);
  });

  test("a solidified block the desk has not reached finalises nothing: ours may be a fork", async () => {
    const desk = await openDesk();
    const id = await desk.order();
    await deliver(desk);
    const { moment } = desk;
    const ahead = { number: desk.chain.head.number + 5, id: "0".repeat(64) };
    expect(await desk.commit(() => applySolid(ahead, moment))).toBe(0);
    expect(desk.states(id)).toEqual(["included"]);
    expect(desk.balanceSun("revenue")).toBe(0);
  });

  test("a reclaim in a block that is gone is open again, and so it is after a gap", async () => {
    const desk = await openDesk();
    const id = await desk.order();
    await deliver(desk);
    await solidify(desk);
    await passRentals(desk);
    await reclaim(desk, `${id}.1`);
    await mineAll(desk);
    expect(legOf(desk, `${id}.1`).reclaim_block).toBe(desk.chain.head.number);
    await fork(desk);
    expect(legOf(desk, `${id}.1`).reclaim_block).toBeNull();
    await mineAll(desk);
    const block = desk.chain.mine();
    await desk.commit(() => startAt(block));
    expect(legOf(desk, `${id}.1`).reclaim_block).toBeNull();
  });

  test("a start below what was included takes that back: the chain there does not hold it", async () => {
    const desk = await openDesk();
    const id = await desk.order();
    await deliver(desk);
    const included = desk.chain.head.number;
    // Another replica's head: on a fork that has left all the desk has followed, and lower.
    desk.chain.drop(2);
    const { head } = desk.chain;
    expect(head.number).toBeLessThan(included);
    await desk.commit(() => startAt(head));
    expect(desk.states(id)).toEqual(["sent"]);
    while (desk.chain.head.number < included) await mine(desk);
    await solidify(desk);
    expect(desk.balanceSun("revenue")).toBe(0);
    await mineAll(desk);
    await solidify(desk);
    expect(desk.states(id)).toEqual(["solidified"]);
    expect(desk.balanceSun("revenue")).toBe(3.9 * TRX);
  });

  test("so it does with a payout: its money stays out, and the same bytes go out again", async () => {
    const desk = await openDesk();
    const [seller] = (await sellers(desk, 40)) as [Address];
    const payoutId = await startPayout(desk, seller);
    await mine(desk, [payoutRow(desk, payoutId).txid]);
    expect(payoutRow(desk, payoutId).state).toBe("included");
    desk.chain.drop(2);
    const { head } = desk.chain;
    await desk.commit(() => startAt(head));
    expect(payoutRow(desk, payoutId)).toMatchObject({ state: "sent", block_number: null });
    expect(desk.balanceSun(`earned:${seller}`)).toBe(0);
  });

  test("a leg is put back by what is stored now, not by what was read before a snapshot", async () => {
    const desk = await openDesk();
    const id = await desk.order();
    await deliver(desk);
    const before = legOf(desk, `${id}.1`);
    await saveSnapshot(desk.engine, {
      owner: before.owner,
      block: desk.chain.head.number,
      delegatableSun: { energy: 0, bandwidth: 0 },
    });
    await desk.commit(() => backToSent(before));
    expect(legOf(desk, `${id}.1`)).toMatchObject({ state: "sent", reserving: 1 });
    await desk.commit(() => backToSent(before));
    expect(reservedSun(desk)).toBe(before.reserved_sun);
  });
});
