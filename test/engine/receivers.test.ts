/** Receivers: what is remembered of them and for how long, and the accounts of the desk and of nobody, which are none. */

import { expect, onTestFinished, test, vi } from "vitest";
import { address } from "../../src/domain/address.js";
import { BOOKING_LEAD_MS } from "../../src/domain/booking.js";
import { sun } from "../../src/domain/money.js";
import { matchSeller } from "../../src/engine/book/match-book.js";
import { ANSWER_WITHIN_MS } from "../../src/engine/chain-reads.js";
import { startDueBookings } from "../../src/engine/chat/bookings.js";
import { changeOrder } from "../../src/engine/orders/change-order.js";
import { quoteOrders } from "../../src/engine/orders/quote-orders.js";
import { ReceiverCheck } from "../../src/engine/receiver-check.js";
import { Addresses } from "../../src/engine/receivers/address-resource.js";
import { approveWithdrawal } from "../../src/engine/withdrawals/decide.js";
import { prepareWithdrawal } from "../../src/engine/withdrawals/withdraw.js";
import { addOwner, setDraining, setPause } from "../../src/store/owners.js";
import { addressOf } from "../support/addresses.js";
import { booked } from "../support/bookings.js";
import { type Desk, openDesk, request } from "../support/desk.js";
import { pass } from "../support/notifications.js";
import { book, fillsOf, manual, openSeller, sweep } from "../support/sellers.js";
import { sqliteTest } from "../support/sqlite-only.js";
import { kill, sign } from "../support/steps.js";
import {
  OUTSIDE,
  ownMoney,
  payWithdrawal,
  withdraw,
  withdrawalRow,
} from "../support/withdrawals.js";

/** The clock of timers stands until it is advanced. */
function holdTimers(): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
}

test.each([
  ["within three seconds", 2_999, 1],
  ["after three seconds", 3_000, 2],
  ["when the clock was set back", -3_600_000, 2],
])("an account that is not activated, looked at again %s (%d ms)", async (_, laterMs, asked) => {
  const { engine } = await openDesk();
  let now = 1_800_000_000_000;
  let calls = 0;
  const lookUp = async () => {
    calls += 1;
    return undefined;
  };
  const check = new ReceiverCheck(engine.database, lookUp, () => now);
  expect(await check.verdicts([addressOf(7)])).toEqual(["not activated"]);
  now += laterMs;
  expect(await check.verdicts([addressOf(7)])).toEqual(["not activated"]);
  expect(calls).toBe(asked);
});

sqliteTest(
  "a wallet that a slow node keeps silent about is refused in time, and known once the node has answered",
  async () => {
    const { engine } = await openDesk();
    holdTimers();
    let answer: (account: { contract: boolean }) => void = () => {};
    const answered = new Promise<{ contract: boolean }>((resolve) => {
      answer = resolve;
    });
    const lookUp = vi.fn(() => answered);
    const check = new ReceiverCheck(engine.database, lookUp, () => 1_800_000_000_000);
    const refused = expect(check.assertDeliverable([addressOf(7)])).rejects.toMatchObject({
      code: "CHAIN_UNAVAILABLE",
      retryAfterSeconds: 3,
    });
    await vi.advanceTimersByTimeAsync(ANSWER_WITHIN_MS);
    await refused;
    const again = check.verdicts([addressOf(7)]);
    answer({ contract: false });
    expect(await again).toEqual(["ok"]);
    expect(lookUp).toHaveBeenCalledOnce();
  },
);

test("so is a look at what a wallet has", async () => {
  const { engine } = await openDesk();
  holdTimers();
  const check = new ReceiverCheck(engine.database, async () => ({ contract: false }), engine.now);
  const lookUpResources = () => new Promise<never>(() => {});
  const addresses = new Addresses({ ...engine, receivers: check, lookUpResources });
  const refused = expect(addresses.read(engine.newId(), addressOf(7))).rejects.toMatchObject({
    code: "CHAIN_UNAVAILABLE",
  });
  await vi.advanceTimersByTimeAsync(ANSWER_WITHIN_MS);
  await refused;
});

const ZERO = address("T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb");
const BLACKHOLE = address("TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy");
const PAYOUT = addressOf(0x77);
const GOOD = addressOf(1);

/** The third owner takes the orders, the first is paused, the second drains; the payout account is known. */
async function opened(): Promise<Desk> {
  const desk = await openDesk({ ownersUnits: [100_000, 100_000, 100_000] });
  const { engine, database } = desk;
  const [paused = GOOD, draining = GOOD] = desk.owners;
  await database.commit(() => setPause(paused, "permission"));
  await database.commit(() => setDraining(draining, true));
  const check = new ReceiverCheck(database, (one) => desk.lookUp(one), engine.now, [PAYOUT]);
  desk.engine = { ...engine, receivers: check };
  return desk;
}

const refusedOf = ({ owners }: Desk) => [...owners, PAYOUT, ZERO, BLACKHOLE];
const problem = (at: number, receiver: string) => ({
  path: `receiver.${at}`,
  receiver,
  message: "is an account of the desk, or nobody's",
});

test("none of them gets an order, alone or among others, and each is named", async () => {
  const desk = await opened();
  for (const type of ["Fast", "Manual"]) {
    const price = type === "Manual" ? { price: 60, options: { allow_partial: true } } : {};
    for (const receiver of refusedOf(desk)) {
      await expect(
        desk.create({ type, ...price, receiver: [GOOD, receiver] }),
      ).rejects.toMatchObject({ code: "RECEIVER_REFUSED", details: [problem(1, receiver)] });
    }
    const receiver = [ZERO, GOOD, PAYOUT];
    await expect(desk.create({ type, ...price, receiver })).rejects.toMatchObject({
      details: [problem(0, ZERO), problem(2, PAYOUT)],
    });
  }
  expect(desk.rows("SELECT id FROM orders")).toEqual([]);
});

test("a quote marks them and binds no price", async () => {
  const desk = await opened();
  const receiver = [GOOD, ...refusedOf(desk)];
  const quote = await quoteOrders(desk.engine, desk.customerId, request({ receiver }));
  expect(quote.quoteId).toBeUndefined();
  expect(quote.receivers.map(({ ok, reason }) => (ok ? "ok" : reason))).toEqual([
    "ok",
    ...refusedOf(desk).map(() => "refused"),
  ]);
});

test("no withdrawal goes there", async () => {
  const desk = await opened();
  const { engine, customerId } = desk;
  for (const to of refusedOf(desk)) {
    const asked = { customerId, address: to, amountSun: sun(5_000_000) };
    await expect(prepareWithdrawal(engine, asked)).rejects.toMatchObject({
      code: "RECEIVER_REFUSED",
      details: [{ path: "address", receiver: to, message: problem(0, to).message }],
    });
  }
});

test("a wallet that was known to be good is refused as soon as it is in the pool", async () => {
  const desk = await openDesk();
  await desk.create();
  await desk.database.commit(() => addOwner(GOOD, "pool", 0));
  await expect(desk.create()).rejects.toMatchObject({ code: "RECEIVER_REFUSED" });
});

test("and if it joins the pool while the node is asked", async () => {
  for (const type of ["Fast", "Manual"]) {
    const desk = await openDesk();
    desk.lookUp = async () => {
      await desk.database.commit(() => addOwner(GOOD, "pool", 0));
      return { contract: false };
    };
    const price = type === "Manual" ? { price: 60, options: { allow_partial: true } } : {};
    await expect(desk.create({ type, ...price })).rejects.toMatchObject({
      code: "RECEIVER_REFUSED",
      details: [problem(0, GOOD)],
    });
  }
});

test("nothing is booked for it, and what was goes back", async () => {
  const desk = await openDesk();
  const { customerId, endsAt } = await booked(desk);
  await desk.database.commit(() => addOwner(GOOD, "pool", 0));
  const late = booked(desk, { name: "c" });
  await expect(late).rejects.toMatchObject({ code: "RECEIVER_REFUSED" });
  await pass(desk, endsAt - BOOKING_LEAD_MS - desk.chain.head.timestampMs);
  await startDueBookings(desk.engine);
  expect(desk.rows("SELECT status, reason FROM booking")).toEqual([
    { status: "returned", reason: "receiver" },
  ]);
  expect(desk.moneySunOf(customerId).held).toBe(0);
});

test("a withdrawal to it waits for the operator, who may let it go there", async () => {
  const one = await ownMoney();
  const { id } = await withdraw(one);
  await one.database.commit(() => addOwner(OUTSIDE, "pool", 0));
  await expect(payWithdrawal(one, id)).rejects.toThrow();
  expect(withdrawalRow(one, id).status).toBe("approval");
  await approveWithdrawal(one.engine, id, "operator");
  await payWithdrawal(one, id);
  expect(withdrawalRow(one, id).status).toBe("signed");
});

test("what rests for a wallet that has joined the pool is planned no more", async () => {
  const { desk } = await book([]);
  const id = await desk.order(manual());
  await desk.database.commit(() => addOwner(GOOD, "pool", 0));
  const seller = await openSeller(desk, { units: 100_000 });
  await matchSeller(desk.engine, seller);
  await sweep(desk);
  expect(fillsOf(desk, id)).toEqual([]);
  const order = await changeOrder(desk.engine, desk, id, { priceSun: 55 });
  expect(order.restReasons).toEqual([{ why: "ofPool" }]);
});

test("nor is what dies on the way to it", async () => {
  const desk = await openDesk();
  const id = await desk.order();
  await sign(desk);
  await desk.database.commit(() => addOwner(GOOD, "pool", 0));
  await kill(desk, `${id}.1`, "owner_capacity");
  expect(fillsOf(desk, id)).toEqual([]);
});

test("a seller may be a receiver, and another one delivers", async () => {
  const { desk, sellers } = await book([
    [45, 100_000],
    [50, 100_000],
  ]);
  const id = await desk.order(manual({ receiver: [sellers[0]] }));
  expect(fillsOf(desk, id)).toEqual([[sellers[1], 100_000]]);
});
