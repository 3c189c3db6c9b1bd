/** Legs that die: what each reason does to the order, the owner and the money, and what refusals teach. */

import { describe, expect, test } from "vitest";
import { orderAnswer } from "../../src/answers/order.js";
import { shownOrder } from "../../src/cli/commands/order.js";
import { findCommand } from "../../src/cli/commands.js";
import type { RejectionReason } from "../../src/domain/death.js";
import { legExpired, legRefused } from "../../src/engine/legs/settle-leg.js";
import { nextAttempt } from "../../src/engine/legs/sign-leg.js";
import { forgetOld } from "../../src/engine/operating/forget-old.js";
import { cancelOrder } from "../../src/engine/orders/cancel-order.js";
import { readAnyOrder, readOrder } from "../../src/engine/orders/read-orders.js";
import { findOwner } from "../../src/store/owners.js";
import { addressOf } from "../support/addresses.js";
import { type Desk, openDesk } from "../support/desk.js";
import { readNow } from "../support/read-now.js";
import { book, fillsOf, manual, openSeller, sweep } from "../support/sellers.js";
import {
  deliver,
  kill,
  legOf,
  mendNow,
  mine,
  moveAway,
  replanNow,
  send,
  sign,
} from "../support/steps.js";

const TRX = 1_000_000;
const THREE_OWNERS = { ownersUnits: [100_000, 90_000, 80_000] };

const ownerOf = (desk: Desk, legId: string) => legOf(desk, legId).owner;

test.each([
  ["permission", /^the node refused it: .* does not let the desk's key delegate$/],
  ["other", /the log has the node's words$/],
  ["expired", /^no block took it in its time$/],
] as const)("the operator reads why it died: %s", async (reason, says) => {
  const desk = await openDesk();
  const id = await desk.order();
  await sign(desk);
  await kill(desk, `${id}.1`, reason);
  const order = shownOrder(await readAnyOrder(desk.engine, id));
  expect(order.delegations[0]?.deathReason).toMatch(says);
  expect(order.delegations[1] ?? {}).not.toHaveProperty("deathReason");
  const text = findCommand("order show")?.print(order);
  expect(text).toMatch(/txid +why dead$/m);
  expect(text).toMatch(new RegExp(says.source.replace("^", ""), "m"));
  // What the node says is the operator's alone.
  const customers = orderAnswer(await readOrder(desk.engine, desk.customerId, id));
  expect(JSON.stringify(customers)).not.toContain("deathReason");
});

describe("a dead leg is planned anew at once:", () => {
  test.each(["expired", "failed in its block", "owner paused"] as const)("%s", async (reason) => {
    const desk = await openDesk();
    const id = await desk.order();
    await sign(desk);
    await kill(desk, `${id}.1`, reason);
    expect(desk.states(id)).toEqual(["dead", "planned"]);
    expect(desk.moneySun.held).toBe(3.9 * TRX);
    await deliver(desk);
    expect(desk.orderRow(id).status).toBe("completed");
  });

  test("with another owner, when the chain refuted the capacity of the first", async () => {
    const desk = await openDesk(THREE_OWNERS);
    const id = await desk.order();
    const first = ownerOf(desk, `${id}.1`);
    await sign(desk);
    await kill(desk, `${id}.1`, "owner_capacity");
    expect(ownerOf(desk, `${id}.2`)).not.toBe(first);
    expect(
      desk.rows(`SELECT snapshot_sun FROM capacity
        WHERE owner = '${first}' AND resource = 'energy'`),
    ).toEqual([{ snapshot_sun: 0 }]);
  });

  test.each([
    ["permission", /may not delegate/],
    ["owner_bandwidth", /bandwidth/],
  ] as const)("with another owner, and the first is paused: %s", async (reason, says) => {
    const desk = await openDesk(THREE_OWNERS);
    const id = await desk.order();
    const first = ownerOf(desk, `${id}.1`);
    await sign(desk);
    await kill(desk, `${id}.1`, reason);
    expect(ownerOf(desk, `${id}.2`)).not.toBe(first);
    expect(readNow(desk.database, () => findOwner(first))?.pause_reason).toMatch(says);
  });

  test.each([
    ["by another owner", [100_000, 100_000], 1],
    ["unlocked where there is none", [100_000], 0],
  ])("when the chain knows a longer lock than we do: %s", async (_, ownersUnits, locked) => {
    const desk = await openDesk({ ownersUnits });
    const id = await desk.order();
    await sign(desk);
    await kill(desk, `${id}.1`, "lock");
    const [dead, planned] = [legOf(desk, `${id}.1`), legOf(desk, `${id}.2`)];
    expect([dead.locked, planned.locked]).toEqual([1, locked]);
    expect(planned.owner !== dead.owner).toBe(locked === 1);
  });
});

describe("a refusal nobody understands waits for the next block:", () => {
  test.each(["other", "reference_block"] as const)("%s", async (reason) => {
    const desk = await openDesk();
    const id = await desk.order();
    await sign(desk);
    await kill(desk, `${id}.1`, reason);
    expect(desk.states(id)).toEqual(["dead"]);
    expect(desk.orderRow(id).unplanned_amount).toBe(65_000);
    await replanNow(desk);
    expect(desk.states(id)).toEqual(["dead", "planned"]);
  });
});

describe("a receiver nobody can deliver to gets its money back at once:", () => {
  test.each([
    ["receiver_not_activated", "the receiver is not activated"],
    ["receiver_is_contract", "the receiver is a contract"],
  ] as const)("%s", async (reason, says) => {
    const desk = await openDesk();
    const id = await desk.order();
    await sign(desk);
    await kill(desk, `${id}.1`, reason);
    expect(desk.orderRow(id)).toMatchObject({ status: "cancelled", cancel_reason: says });
    expect(desk.moneySun).toEqual({ available: 1_000 * TRX, held: 0 });
  });

  test("in parts, the part in flight is waited for", async () => {
    const desk = await openDesk();
    const id = await desk.order({ resourceAmount: 150_000 });
    await sign(desk);
    await kill(desk, `${id}.1`, "receiver_is_contract");
    expect(desk.orderRow(id)).toMatchObject({ status: "processing", cancel_requested: 1 });
    expect(desk.moneySun.held).toBe(3 * TRX);
    await kill(desk, `${id}.2`, "receiver_is_contract");
    expect(desk.orderRow(id).status).toBe("cancelled");
    expect(desk.moneySun).toEqual({ available: 1_000 * TRX, held: 0 });
  });
});

describe("an order that cannot be delivered", () => {
  async function stuck() {
    const desk = await openDesk();
    const id = await desk.order();
    await sign(desk);
    for (const owner of desk.owners) desk.stakesSun.set(owner, 0);
    await desk.snapshot();
    await kill(desk, `${id}.1`, "expired");
    return { desk, id };
  }

  test("waits for capacity and is delivered when there is some", async () => {
    const { desk, id } = await stuck();
    desk.clock.nowMs += 299_999;
    await replanNow(desk);
    expect(desk.states(id)).toEqual(["dead"]);
    for (const owner of desk.owners) desk.stakesSun.set(owner, 100_000 * 100_000);
    await desk.snapshot();
    await replanNow(desk);
    await deliver(desk);
    expect(desk.orderRow(id)).toMatchObject({ status: "completed", cancel_requested: 0 });
  });

  test("is given up 5 minutes after its first dead leg, and refunded", async () => {
    const { desk, id } = await stuck();
    desk.clock.nowMs += 300_000;
    expect(await replanNow(desk)).toBe(1);
    expect(desk.orderRow(id)).toMatchObject({
      status: "cancelled",
      cancel_reason: "no owner could deliver in time",
      refunded_sun: 3.9 * TRX,
    });
    expect(desk.moneySun).toEqual({ available: 1_000 * TRX, held: 0 });
  });

  test("counts the 5 minutes from the first death, not from the last", async () => {
    const desk = await openDesk(THREE_OWNERS);
    const id = await desk.order();
    await sign(desk);
    await kill(desk, `${id}.1`, "expired");
    desk.clock.nowMs += 200_000;
    await sign(desk);
    await kill(desk, `${id}.2`, "expired");
    desk.clock.nowMs += 100_000;
    await sign(desk);
    await kill(desk, `${id}.3`, "expired");
    expect(desk.orderRow(id).status).toBe("cancelled");
  });

  test("keeps and pays what one part delivered, and refunds the rest", async () => {
    const desk = await openDesk();
    const id = await desk.order({ resourceAmount: 150_000 });
    await sign(desk);
    await mine(desk, [legOf(desk, `${id}.1`).txid ?? ""]);
    desk.clock.nowMs += 1;
    for (const owner of desk.owners) desk.stakesSun.set(owner, 0);
    await desk.snapshot();
    await kill(desk, `${id}.2`, "expired");
    desk.clock.nowMs += 300_000;
    await replanNow(desk);
    expect(desk.orderRow(id)).toMatchObject({
      status: "cancelled",
      filled_amount: 100_000,
      posted_sun: 6 * TRX,
      refunded_sun: 3 * TRX,
    });
    expect(desk.moneySun).toEqual({ available: 994 * TRX, held: 0 });
  });
});

describe("a verdict that comes too late changes nothing:", () => {
  test("a refusal of a second attempt proves nothing about the first", async () => {
    const desk = await openDesk();
    const id = await desk.order();
    await sign(desk);
    await desk.commit(() => nextAttempt(`${id}.1`));
    const { moment } = desk;
    expect(await desk.commit(() => legRefused(`${id}.1`, "other", moment))).toBe(false);
    expect(desk.states(id)).toEqual(["signed"]);
  });

  test("a leg that was included meanwhile is not dead", async () => {
    const desk = await openDesk();
    const id = await desk.order();
    await deliver(desk);
    const { moment } = desk;
    const txid = legOf(desk, `${id}.1`).txid ?? "";
    expect(await desk.commit(() => legExpired(`${id}.1`, txid, moment))).toBe(false);
    expect(await desk.commit(() => legRefused(`${id}.1`, "other", moment))).toBe(false);
    expect(await desk.commit(() => nextAttempt(`${id}.1`))).toBeUndefined();
    expect(await mendNow(desk)).toBe(0);
    expect(desk.states(id)).toEqual(["included"]);
  });
});

test("planned legs of a paused owner move to another one", async () => {
  const desk = await openDesk(THREE_OWNERS);
  const id = await desk.order();
  const owner = ownerOf(desk, `${id}.1`);
  await desk.database.commit(function* () {
    yield { sql: "UPDATE owner SET pause_reason = 'test' WHERE address = ?", params: [owner] };
  });
  expect(await moveAway(desk, owner)).toBe(1);
  expect(desk.states(id)).toEqual(["dead", "planned"]);
  expect(ownerOf(desk, `${id}.2`)).not.toBe(owner);
});

test("a dead leg never reserves, a sent one that nobody has seen still does", async () => {
  const desk = await openDesk();
  const id = await desk.order();
  await sign(desk);
  await send(desk);
  await desk.snapshot();
  expect(legOf(desk, `${id}.1`).reserving).toBe(1);
  await kill(desk, `${id}.1`, "receiver_is_contract");
  expect(legOf(desk, `${id}.1`).reserving).toBe(0);
  expect(desk.rows("SELECT sum(reserved_sun) AS sum FROM capacity")).toEqual([{ sum: 0 }]);
});

const HOUR_MS = 3_600_000;
const LARGE = [1_000_000, 900_000];

/** Has what is planned signed, and the order's newest delegation refused. */
async function refuse(
  desk: Desk,
  orderId: string,
  reason: RejectionReason,
  lockRemainingMs?: number,
): Promise<void> {
  await sign(desk);
  const leg = desk.legs(`order_id = '${orderId}' AND state = 'signed'`)[0];
  if (!leg) throw new Error("nothing is signed");
  const { moment } = desk;
  await desk.commit(() => legRefused(leg.id, reason, moment, lockRemainingMs));
}

const ownersOf = (desk: Desk, orderId: string) =>
  desk.legs(`order_id = '${orderId}'`).map(({ owner }) => owner);
const reportedLocks = (desk: Desk) => desk.rows("SELECT ends_at, believed_until FROM told_lock");

describe("a Fast order", () => {
  test("that two owners are refused for waits, a minute, two, four, and they take no turns", async () => {
    const desk = await openDesk({ ownersUnits: LARGE, policy: { replanForMs: 1e9 } });
    const id = await desk.order();
    await refuse(desk, id, "owner_capacity");
    await desk.snapshot();
    await refuse(desk, id, "owner_capacity");
    await desk.snapshot();
    expect(ownersOf(desk, id)).toEqual(desk.owners);
    for (const waitMs of [60_000, 120_000, 240_000]) {
      const before = ownersOf(desk, id).length;
      desk.clock.nowMs += waitMs - 1;
      await replanNow(desk);
      expect(ownersOf(desk, id)).toHaveLength(before);
      desk.clock.nowMs += 1;
      await replanNow(desk);
      await refuse(desk, id, "owner_capacity");
      await desk.snapshot();
      await refuse(desk, id, "owner_capacity");
      await desk.snapshot();
      expect(ownersOf(desk, id)).toHaveLength(before + 2);
    }
  });

  test("asks its only owner again after a minute, within the time it has", async () => {
    const desk = await openDesk({ ownersUnits: [100_000] });
    const id = await desk.order();
    await refuse(desk, id, "other");
    await replanNow(desk);
    expect(desk.states(id)).toEqual(["dead"]);
    desk.clock.nowMs += 60_000;
    await replanNow(desk);
    expect(desk.states(id)).toEqual(["dead", "planned"]);
  });

  test("passes refused sellers over as well", async () => {
    const desk = await openDesk({ ownersUnits: [] });
    const first = await openSeller(desk, { units: 100_000, minPrice: 40 });
    const second = await openSeller(desk, { units: 100_000, minPrice: 41 });
    const id = await desk.order();
    await refuse(desk, id, "other");
    await replanNow(desk);
    await refuse(desk, id, "other");
    await replanNow(desk);
    expect(ownersOf(desk, id)).toEqual([first, second]);
    const other = await desk.order({ receiver: [addressOf(2)] });
    expect(ownersOf(desk, other)).toEqual([first]);
  });
});

describe("a lock that a refusal tells of", () => {
  test("lets a pool owner deliver without one at once, and no other order is locked there", async () => {
    const desk = await openDesk({ ownersUnits: [1_000_000] });
    const id = await desk.order();
    await refuse(desk, id, "lock", 2 * HOUR_MS);
    expect(legOf(desk, `${id}.2`)).toMatchObject({ state: "planned", locked: 0 });
    expect(legOf(desk, `${await desk.order()}.1`).locked).toBe(0);
    const elsewhere = await desk.order({ receiver: [addressOf(2)] });
    expect(legOf(desk, `${elsewhere}.1`).locked).toBe(1);
  });

  test("keeps a seller from being asked by other orders to that receiver until it is over", async () => {
    const { desk, sellers } = await book([[45, 300_000]]);
    const id = await desk.order(manual());
    const endsAt = desk.moment.headTimestampMs + 600_000;
    await refuse(desk, id, "lock", 600_000);
    await cancelOrder(desk.engine, desk, id);
    expect(reportedLocks(desk)).toEqual([{ ends_at: endsAt, believed_until: endsAt }]);
    const same = await desk.order(manual());
    const other = await desk.order(manual({ receiver: [addressOf(2)] }));
    expect([fillsOf(desk, same), fillsOf(desk, other)]).toEqual([[], [[sellers[0], 100_000]]]);
    await mine(desk, [], true, 600_001);
    await sweep(desk);
    expect(fillsOf(desk, same)).toEqual([[sellers[0], 100_000]]);
  });

  test("is believed for an hour only, and asked for anew then", async () => {
    const { desk, sellers } = await book([[45, 300_000]]);
    const id = await desk.order(manual());
    const headMs = desk.moment.headTimestampMs;
    await refuse(desk, id, "lock", 365 * 24 * HOUR_MS);
    await cancelOrder(desk.engine, desk, id);
    expect(reportedLocks(desk)).toEqual([
      { ends_at: headMs + 365 * 24 * HOUR_MS, believed_until: headMs + HOUR_MS },
    ]);
    const other = await desk.order(manual());
    // An hour's lock may not end where another is believed to go on, however long that is believed.
    await mine(desk, [], true, 30_000);
    await sweep(desk);
    expect(fillsOf(desk, other)).toEqual([]);
    await mine(desk, [], true, HOUR_MS);
    await sweep(desk);
    expect(fillsOf(desk, other)).toEqual([[sellers[0], 100_000]]);
    await forgetOld(desk.engine);
    expect(reportedLocks(desk)).toEqual([]);
  });

  test("is remembered also when it was read before signing", async () => {
    const { desk } = await book([[45, 300_000]]);
    const id = await desk.order(manual());
    const far = desk.moment.headTimestampMs + 600_000;
    await sign(desk, undefined, new Map([[`${id}.1`, far]]));
    expect(legOf(desk, `${id}.1`).death_reason).toBe("cannot be locked");
    expect(fillsOf(desk, await desk.order(manual()))).toEqual([]);
  });
});
