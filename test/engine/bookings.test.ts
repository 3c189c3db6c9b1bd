/** Bookings: the money is held until the old rental ends, then it is an order or back, exactly once, whatever comes between. */
import { describe, expect, test } from "vitest";
import { BOOKING_GRACE_MS, BOOKING_LEAD_MS } from "../../src/domain/booking.js";
import { AlreadyBooked, cancelBooking, startDueBookings } from "../../src/engine/chat/bookings.js";
import { readHistory } from "../../src/engine/customers/history.js";
import { confirmRestore } from "../../src/engine/operating/restore.js";
import { setRates } from "../../src/engine/prices/rates.js";
import { findBooking } from "../../src/store/bookings.js";
import { addressesOf } from "../support/addresses.js";
import { type Booked, booked, MINUTE_MS } from "../support/bookings.js";
import { type Desk, openDesk, RATES } from "../support/desk.js";
import { pass, told } from "../support/notifications.js";
import { deliver } from "../support/steps.js";

const HELD_SUN = 3_900_000;
const CREDIT_SUN = 50_000_000;

async function start(desk: Desk): Promise<void> {
  await startDueBookings(desk.engine);
  desk.assertSound();
}

/** To so long before the old end. */
async function passTo(desk: Desk, { endsAt }: Booked, beforeMs: number): Promise<void> {
  await pass(desk, endsAt - beforeMs - desk.chain.head.timestampMs);
}

const ordersOf = (desk: Desk, { customerId }: Booked) =>
  desk.rows(
    `SELECT id, status, paid_sun, price_sun, require_lock FROM orders WHERE customer_id = '${customerId}'`,
  );

const statusOf = async (desk: Desk, { id }: Booked) => {
  const booking = await desk.engine.database.read(() => findBooking(id));
  return [booking?.status, booking?.reason];
};

function expectBack(desk: Desk, { customerId }: Booked): void {
  expect(desk.moneySunOf(customerId)).toEqual({ available: CREDIT_SUN, held: 0 });
}

test("the money is held until a minute before the old end, and is that of the order then", async () => {
  const desk = await openDesk();
  const booking = await booked(desk);
  const money = { available: CREDIT_SUN - HELD_SUN, held: HELD_SUN };
  expect(desk.moneySunOf(booking.customerId)).toEqual(money);
  await passTo(desk, booking, BOOKING_LEAD_MS + 3_000);
  await start(desk);
  expect(ordersOf(desk, booking)).toEqual([]);
  await passTo(desk, booking, BOOKING_LEAD_MS);
  await start(desk);
  expect(ordersOf(desk, booking)).toMatchObject([{ status: "processing", paid_sun: HELD_SUN }]);
  expect(desk.moneySunOf(booking.customerId)).toEqual(money);
  expect(await statusOf(desk, booking)).toEqual(["ordered", null]);
  // Its card is that of the order, and the order is told of like any other.
  const [flow] = desk.rows("SELECT status, batch_id FROM flow");
  expect(flow?.status).toBe("paid");
  await start(desk);
  await deliver(desk);
  expect(ordersOf(desk, booking)).toMatchObject([{ status: "completed" }]);
  expect((await told(desk)).map(({ kind }) => kind)).toEqual(["completed"]);
  expect(await cancelBooking(desk.engine, booking, booking.id)).toBe(false);
});

test("it is paid at the price that was booked, also for several wallets", async () => {
  const desk = await openDesk({ ownersUnits: [1_000_000] });
  const booking = await booked(desk, { change: { receiver: addressesOf(1, 3) } });
  const [rate] = desk.rows("SELECT price_sun, held_sun FROM booking");
  await setRates(desk.engine, { ...RATES, fast: { ...RATES.fast, energy: 70 } }, "test");
  await passTo(desk, booking, BOOKING_LEAD_MS);
  await start(desk);
  const orders = ordersOf(desk, booking);
  expect(orders).toHaveLength(3);
  for (const order of orders) expect(order.price_sun).toBe(rate?.price_sun);
  expect(rate?.held_sun).toBe(3 * HELD_SUN);
});

test("it is locked, or given back, where that was asked for", async () => {
  const desk = await openDesk({ ownersUnits: [1_000_000] });
  const change = { requireLock: true };
  const booking = await booked(desk, { change });
  await passTo(desk, booking, BOOKING_LEAD_MS);
  await start(desk);
  expect(ordersOf(desk, booking)).toMatchObject([{ require_lock: 1 }]);
  expect(desk.legs()).toMatchObject([{ locked: 1 }]);
  const other = await booked(desk, { name: "c", change: { ...change, duration: "3h" } });
  await passTo(desk, other, BOOKING_LEAD_MS);
  await start(desk);
  expect(await statusOf(desk, other)).toEqual(["open", null]);
  await passTo(desk, other, 0);
  await start(desk);
  expect(await statusOf(desk, other)).toEqual(["returned", "noCapacity"]);
});

describe("given back, and told why:", () => {
  test("nobody can deliver until the old rental ends", async () => {
    const desk = await openDesk({ ownersUnits: [100_000] });
    const booking = await booked(desk, { change: { resourceAmount: 80_000 }, creditTrx: 50 });
    await desk.order({ resourceAmount: 60_000, duration: "3d" });
    await passTo(desk, booking, BOOKING_LEAD_MS);
    await start(desk);
    expect(await statusOf(desk, booking)).toEqual(["open", null]);
    await passTo(desk, booking, 0);
    await start(desk);
    expect(await statusOf(desk, booking)).toEqual(["returned", "noCapacity"]);
    expectBack(desk, booking);
    expect(await told(desk)).toMatchObject([
      { kind: "booking", reason: "noCapacity", amount: 80_000, heldSun: 4_800_000 },
    ]);
    await start(desk);
    expect(await told(desk)).toHaveLength(1);
  });

  test("the desk is paused; it waits for ten minutes after the end", async () => {
    const desk = await openDesk();
    const booking = await booked(desk);
    desk.engine.gates.hold("pause", "maintenance");
    await passTo(desk, booking, -BOOKING_GRACE_MS);
    await start(desk);
    expect(await statusOf(desk, booking)).toEqual(["open", null]);
    await pass(desk, 3_000);
    await start(desk);
    expect(await statusOf(desk, booking)).toEqual(["returned", "closed"]);
    expectBack(desk, booking);
    expect(await told(desk)).toMatchObject([{ kind: "booking", reason: "closed" }]);
  });

  test("a pause that ends in time costs nothing", async () => {
    const desk = await openDesk();
    const booking = await booked(desk);
    desk.engine.gates.hold("pause", "maintenance");
    await passTo(desk, booking, 0);
    await start(desk);
    desk.engine.gates.resume();
    await start(desk);
    expect(await statusOf(desk, booking)).toEqual(["ordered", null]);
  });

  test("a wallet that cannot receive it any more", async () => {
    const desk = await openDesk();
    const booking = await booked(desk);
    await desk.engine.receivers.forget(addressesOf(1, 1)[0] as string as never);
    desk.lookUp = async () => ({ contract: true });
    await passTo(desk, booking, BOOKING_LEAD_MS);
    await start(desk);
    expect(await statusOf(desk, booking)).toEqual(["returned", "receiver"]);
    expectBack(desk, booking);
  });

  test("a price below the floor by then", async () => {
    const desk = await openDesk();
    const booking = await booked(desk);
    const floors = { ...RATES.floors, "1h": { ...RATES.floors["1h"], energy: 61 } };
    await setRates(desk.engine, { ...RATES, floors }, "test");
    await passTo(desk, booking, BOOKING_LEAD_MS);
    await start(desk);
    expect(await statusOf(desk, booking)).toEqual(["returned", "belowFloor"]);
    expectBack(desk, booking);
  });

  test("cancelled: nobody needs to be told, and nobody else can", async () => {
    const desk = await openDesk();
    const booking = await booked(desk);
    expect(await cancelBooking(desk.engine, desk, booking.id)).toBe(false);
    expect(await cancelBooking(desk.engine, booking, booking.id)).toBe(true);
    desk.assertSound();
    expectBack(desk, booking);
    expect(await cancelBooking(desk.engine, booking, booking.id)).toBe(false);
    await passTo(desk, booking, 0);
    await start(desk);
    expect(ordersOf(desk, booking)).toEqual([]);
    expect(await told(desk)).toEqual([]);
  });

  test("a restored desk, whose orders since nobody knows", async () => {
    const desk = await openDesk();
    const booking = await booked(desk);
    const plan = await confirmRestore(desk.engine, { takenAt: 1, block: null });
    expect(plan?.heldSun).toBe(HELD_SUN);
    desk.assertSound();
    expect(await statusOf(desk, booking)).toEqual(["returned", "restored"]);
    expectBack(desk, booking);
  });
});

test("a cancel and the start at once: one of them happens", async () => {
  const desk = await openDesk();
  const booking = await booked(desk);
  await passTo(desk, booking, BOOKING_LEAD_MS);
  const [isCancelled] = await Promise.all([
    cancelBooking(desk.engine, booking, booking.id),
    startDueBookings(desk.engine),
    startDueBookings(desk.engine),
  ]);
  desk.assertSound();
  expect(ordersOf(desk, booking)).toHaveLength(isCancelled ? 0 : 1);
  expect(await statusOf(desk, booking)).toEqual(
    isCancelled ? ["returned", "cancelled"] : ["ordered", null],
  );
});

describe("a restart later than it was due", () => {
  test("becomes an order while the old rental has not ended long ago", async () => {
    const desk = await openDesk();
    const booking = await booked(desk);
    await passTo(desk, booking, -9 * MINUTE_MS);
    await desk.restart();
    await start(desk);
    expect(await statusOf(desk, booking)).toEqual(["ordered", null]);
  });

  test("gives the money back after that", async () => {
    const desk = await openDesk();
    const booking = await booked(desk);
    await passTo(desk, booking, -11 * MINUTE_MS);
    await desk.restart();
    await start(desk);
    expect(await statusOf(desk, booking)).toEqual(["returned", "late"]);
    expectBack(desk, booking);
  });
});

test("who has too little cannot book", async () => {
  const desk = await openDesk();
  await expect(booked(desk, { creditTrx: 3 })).rejects.toMatchObject({
    code: "INSUFFICIENT_BALANCE",
  });
  desk.assertSound();
  expect(desk.rows("SELECT 1 FROM booking")).toEqual([]);
});

test("one of its wallets is not booked twice from the same end, but again once the money is back", async () => {
  const desk = await openDesk();
  const first = await booked(desk, { change: { receiver: addressesOf(1, 2) } });
  const again = { name: "d", change: { receiver: addressesOf(1, 1) } };
  await expect(booked(desk, again)).rejects.toThrow(AlreadyBooked);
  expect(desk.moneySunOf(first.customerId).held).toBe(2 * HELD_SUN);
  await booked(desk, { ...again, name: "e", inMs: 31 * MINUTE_MS });
  await booked(desk, { name: "f", change: { receiver: addressesOf(3, 1) } });
  await cancelBooking(desk.engine, first, first.id);
  await booked(desk, { ...again, name: "a" });
  desk.assertSound();
});

test("the statement has what was booked, given back, and handed to the order", async () => {
  const desk = await openDesk();
  const first = await booked(desk);
  desk.clock.nowMs += 1_000;
  await cancelBooking(desk.engine, first, first.id);
  desk.clock.nowMs += 1_000;
  const second = await booked(desk, { name: "d" });
  await passTo(desk, second, BOOKING_LEAD_MS);
  await start(desk);
  const period = { customerId: first.customerId, from: 0, to: 2 ** 52 };
  const lines: unknown[] = [];
  for await (const page of readHistory(desk.engine, period)) {
    lines.push(
      ...page.map(({ kind, heldSun, heldAfterSun, reason }) => [
        kind,
        heldSun,
        heldAfterSun,
        reason,
      ]),
    );
  }
  expect(lines).toEqual([
    ["payment", 0, 0, expect.anything()],
    ["booked", HELD_SUN, HELD_SUN, "booked for the end of a rental"],
    ["unbooked", -HELD_SUN, 0, "the booking was given back: cancelled by the customer"],
    ["booked", HELD_SUN, HELD_SUN, "booked for the end of a rental"],
    ["unbooked", -HELD_SUN, 0, "the booking became an order"],
    ["hold", HELD_SUN, HELD_SUN, undefined],
  ]);
});
