/** What refusals teach: an owner that was refused for an order is passed over for it, and a lock that the chain told of is counted with. */
import { describe, expect, test } from "vitest";
import type { RejectionReason } from "../../src/domain/broadcast.js";
import { legRefused } from "../../src/engine/legs/settle-leg.js";
import { forgetOld } from "../../src/engine/operating/forget-old.js";
import { cancelOrder } from "../../src/engine/orders/cancel-order.js";
import { addressOf } from "../support/addresses.js";
import { type Desk, openDesk } from "../support/desk.js";
import { book, fillsOf, manual, openSeller, sweep } from "../support/sellers.js";
import { legOf, mine, replanNow, sign } from "../support/steps.js";

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
    await cancelOrder(desk.engine, desk.customerId, id);
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
    await cancelOrder(desk.engine, desk.customerId, id);
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
