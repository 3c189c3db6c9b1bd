/** Teams at the engine: what each role may do, and what each limit makes of an order. */
import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "../../src/common/time.js";
import { must } from "../../src/domain/assert.js";
import { DeskError } from "../../src/domain/errors.js";
import { sun } from "../../src/domain/money.js";
import { cancelBooking, holdBooking } from "../../src/engine/chat/bookings.js";
import { decide } from "../../src/engine/chat/team-requests.js";
import { nameWallets, unnameWallet } from "../../src/engine/customers/wallet-names.js";
import { cancelOrder } from "../../src/engine/orders/cancel-order.js";
import { changeOrder, readMoreHeld } from "../../src/engine/orders/change-order.js";
import { createOrders } from "../../src/engine/orders/create-orders.js";
import { setRates } from "../../src/engine/prices/rates.js";
import { makeLinkCode } from "../../src/engine/teams/groups.js";
import { readLog } from "../../src/engine/teams/log.js";
import type { By } from "../../src/engine/teams/rights.js";
import { invite } from "../../src/engine/teams/teams.js";
import { insertApiKey } from "../../src/store/customers.js";
import { availableOf, EXTERNAL, move } from "../../src/store/ledger.js";
import {
  deleteMember,
  findMember,
  findTeam,
  updateMember,
  updateTeam,
} from "../../src/store/teams/teams.js";
import { addressOf } from "../support/addresses.js";
import { type Desk, openDesk, request } from "../support/desk.js";
import { manual } from "../support/sellers.js";
import {
  APPROVER,
  asked,
  GUEST,
  OTHER_OWNER,
  OWNER,
  TRADER,
  TRX,
  teamOn,
  VIEWER,
} from "../support/teams.js";
import { newUpdate } from "./faults/updates.js";

const NOBODYS_KEY = "f".repeat(24);
const member = (userId: number): By => ({ kind: "member", userId });

async function opened() {
  const desk = await openDesk();
  return { desk, team: await teamOn(desk) };
}

function ordered(desk: Desk, customerId: string, by: By, change: Record<string, unknown> = {}) {
  const call = { customerId, channel: "telegram", by, idempotencyKey: undefined } as const;
  return createOrders(desk.engine, { ...call, request: request(change) });
}

/** A resting order of 5 TRX; nobody sells below 60 SUN. */
const resting = (desk: Desk, team: string, by: number, price = 50) =>
  ordered(desk, team, member(by), manual({ price })).then(({ orderIds }) =>
    must(orderIds[0], "an order"),
  );

let bookings = 0;
async function held(desk: Desk, team: string, userId: number, wallet = 1) {
  bookings += 1;
  const id = `b${bookings}`.padEnd(24, "0");
  const asks = request({ receiver: [addressOf(wallet)] });
  const booking = { request: asks, priceSun: 60, endsAt: desk.clock.nowMs + bookings };
  const draft = { id, customerId: team, ownerUserId: userId };
  await desk.commit(() => holdBooking(draft, booking, desk.moment));
  return id;
}

const named = async (desk: Desk, customerId: string, by: By, name: string, wallet = 1) =>
  nameWallets(desk.engine, {
    ...{ updateId: await newUpdate(desk), acting: { customerId, by } },
    ...{ names: [{ name, address: addressOf(wallet) }], told: () => [] },
  });

/** Who acts, by the columns of the table; the key is one that no member has. */
const ACTORS = {
  viewer: member(VIEWER),
  trader: member(TRADER),
  approver: member(APPROVER),
  owner: member(OWNER),
  removed: member(GUEST),
  key: { kind: "key", keyId: NOBODYS_KEY, isOfTeam: true },
} as const satisfies Record<string, By>;

type Act = (desk: Desk, team: string, by: By) => Promise<unknown>;
const userOf = (by: By) => (by.kind === "member" ? by.userId : 0);
const isMember = (userId: number) => [VIEWER, TRADER, APPROVER, OWNER].includes(userId);
const changed = (desk: Desk, customerId: string, by: By, id: string) =>
  changeOrder(desk.engine, { customerId, by }, id, { priceSun: 51 });
/** Of who may order; of others there is none, so theirs is another's. */
const ownOrder = (desk: Desk, team: string, by: By) => {
  const userId = userOf(by);
  return resting(desk, team, isMember(userId) && userId !== VIEWER ? userId : TRADER);
};
const approving = (desk: Desk, requestId: string, userId: number) =>
  decide(desk.engine, { requestId, userId, decision: "approve" });

const ACTS: readonly (readonly [string, readonly (keyof typeof ACTORS)[], Act])[] = [
  ["orders", ["trader", "approver", "owner"], (...all) => ordered(...all)],
  ["books", ["trader", "approver", "owner"], (desk, team, by) => held(desk, team, userOf(by))],
  [
    "raises their own",
    ["trader", "approver", "owner"],
    async (desk, team, by) => changed(desk, team, by, await ownOrder(desk, team, by)),
  ],
  [
    "raises another's",
    ["approver", "owner"],
    async (desk, team, by) => changed(desk, team, by, await resting(desk, team, OTHER_OWNER)),
  ],
  [
    "cancels their own",
    ["trader", "approver", "owner"],
    async (desk, team, by) =>
      cancelOrder(desk.engine, { customerId: team, by }, await ownOrder(desk, team, by)),
  ],
  [
    "cancels another's",
    ["approver", "owner"],
    async (desk, customerId, by) =>
      cancelOrder(desk.engine, { customerId, by }, await resting(desk, customerId, OTHER_OWNER)),
  ],
  [
    "cancels another's booking",
    ["approver", "owner"],
    async (desk, customerId, by) =>
      cancelBooking(desk.engine, { customerId, by }, await held(desk, customerId, OTHER_OWNER)),
  ],
  ["names a wallet", ["approver", "owner"], (desk, team, by) => named(desk, team, by, "x")],
  [
    "takes a name away",
    ["approver", "owner"],
    async (desk, customerId, by) =>
      unnameWallet(desk.engine, {
        ...{ updateId: await newUpdate(desk), acting: { customerId, by } },
        ...{ find: () => undefined, told: () => [] },
      }),
  ],
  [
    "invites",
    ["owner"],
    async (desk, customerId, by) =>
      invite(desk.engine, {
        ...{ updateId: await newUpdate(desk), customerId, userId: userOf(by), role: "viewer" },
      }),
  ],
  [
    "approves the trader's request",
    ["approver", "owner"],
    async (desk, team, by) =>
      approving(desk, await asked(desk, team, `r${userOf(by)}`), userOf(by)),
  ],
  [
    "links a group",
    ["owner"],
    async (desk, team, by) =>
      makeLinkCode(desk.engine, team, { updateId: await newUpdate(desk), userId: userOf(by) }),
  ],
];

test.each(ACTS)("who %s", async (_, may, act) => {
  const { desk, team } = await opened();
  const key = { id: NOBODYS_KEY, customerId: team, hash: "h".repeat(64), hint: "ed_x", at: 1 };
  await desk.commit(() => insertApiKey(key));
  const able: string[] = [];
  for (const [who, by] of Object.entries(ACTORS)) {
    try {
      await act(desk, team, by);
      able.push(who);
    } catch (error) {
      expect(error).toBeInstanceOf(DeskError);
      expect(error).toMatchObject({ code: "FORBIDDEN" });
    }
  }
  expect(able).toEqual(may);
});

type Columns = Partial<Record<"order_limit_sun" | "day_limit_sun" | "alone_limit_sun", number>>;
const sums = (columns: Columns) =>
  Object.fromEntries(Object.entries(columns).map(([key, trx]) => [key, sun(trx * TRX)]));

async function limited(desk: Desk, team: string, columns: Columns & { booked?: 1 }) {
  const { booked = 0, ...limits } = columns;
  await desk.commit(function* () {
    const row = must(yield* findTeam(team), "the team");
    yield* updateTeam({ ...row, ...sums(limits), only_booked_wallets: booked });
  });
}

async function ownLimits(desk: Desk, team: string, userId: number, columns: Columns) {
  await desk.commit(function* () {
    const row = must(yield* findMember(team, userId), "a member");
    yield* updateMember({ ...row, ...sums(columns) });
  });
}

const later = (desk: Desk, byMs: number) => {
  desk.clock.nowMs += byMs;
  desk.clock.monotonicMs += byMs;
};

/** Each orders 3.9 TRX, or rests one of 5 TRX at 50 SUN, until something says no. */
const LIMITS: readonly (readonly [string, RegExp, Act])[] = [
  [
    "own limit for an order, by two wallets of one call",
    /your limit for an order/,
    async (desk, team, by) => {
      await ownLimits(desk, team, TRADER, { order_limit_sun: 4 });
      await ordered(desk, team, by);
      await ordered(desk, team, by, { receiver: [addressOf(1), addressOf(2)] });
    },
  ],
  [
    "the team's limit for an order, by a raise",
    /team's limit for an order, 6 TRX/,
    async (desk, team, by) => {
      await limited(desk, team, { order_limit_sun: 6 });
      const id = await resting(desk, team, TRADER);
      await changeOrder(desk.engine, { customerId: team, by }, id, { priceSun: 55 });
      await changeOrder(desk.engine, { customerId: team, by }, id, { priceSun: 65 });
    },
  ],
  [
    "alone, by raises of each of two wallets",
    /one person orders alone/,
    async (desk, team, by) => {
      await limited(desk, team, { alone_limit_sun: 11 });
      const receiver = [addressOf(1), addressOf(2)];
      const { orderIds } = await ordered(desk, team, by, manual({ receiver }));
      for (const id of orderIds)
        await changeOrder(desk.engine, { customerId: team, by }, id, { priceSun: 58 });
    },
  ],
  [
    "own day, by an order, a booking and a raise; what was refunded is free again",
    /limit for a day/,
    async (desk, team, by) => {
      await ownLimits(desk, team, TRADER, { day_limit_sun: 9.5 });
      const acting = { customerId: team, by };
      await cancelOrder(desk.engine, acting, await resting(desk, team, TRADER, 55));
      const id = await resting(desk, team, TRADER);
      await held(desk, team, TRADER);
      await changeOrder(desk.engine, acting, id, { priceSun: 56 });
      await changeOrder(desk.engine, acting, id, { priceSun: 57 });
    },
  ],
  [
    "own day, which is free again at midnight (UTC)",
    /limit for a day.* 0\.1 TRX/,
    async (desk, team) => {
      await ownLimits(desk, team, TRADER, { day_limit_sun: 4 });
      await held(desk, team, TRADER);
      later(desk, DAY_MS - (desk.clock.nowMs % DAY_MS));
      await held(desk, team, TRADER);
      await held(desk, team, TRADER);
    },
  ],
  [
    "a price of one's own above the desk's",
    /above the desk's own/,
    (desk, team) => resting(desk, team, TRADER, 200),
  ],
  [
    "a wallet outside the book",
    /not in the team's book/,
    async (desk, team, by) => {
      await limited(desk, team, { booked: 1 });
      await named(desk, team, member(OWNER), "x");
      await ordered(desk, team, by);
      await ordered(desk, team, by, { receiver: [addressOf(2)] });
    },
  ],
  [
    "one's own new wallet, also by a name that another gave",
    /less than 24 hours ago/,
    async (desk, team) => {
      await limited(desk, team, { booked: 1 });
      const by = member(APPROVER);
      await named(desk, team, by, "x");
      later(desk, 24 * HOUR_MS);
      await held(desk, team, APPROVER);
      await named(desk, team, member(OWNER), "y", 2);
      await held(desk, team, APPROVER, 2);
      const names = [{ name: "y", address: addressOf(3), replaces: addressOf(2) }];
      const acting = { customerId: team, by };
      const updateId = await newUpdate(desk);
      await nameWallets(desk.engine, { updateId, acting, names, told: () => [] });
      await held(desk, team, APPROVER, 3);
    },
  ],
  [
    "a wallet that the maker of the key has put into the book",
    /less than 24 hours ago/,
    async (desk, team) => {
      await limited(desk, team, { booked: 1 });
      await named(desk, team, member(OTHER_OWNER), "x");
      await named(desk, team, member(OWNER), "y", 2);
      const ofMember = { memberId: TRADER, madeBy: OWNER, capSun: sun(50 * TRX) };
      const key = { id: NOBODYS_KEY, customerId: team, hash: "h".repeat(64), hint: "ed_x", at: 1 };
      await desk.commit(() => insertApiKey({ ...key, ofMember }));
      // Who has made it is a member no more: it works on, and their wallet is still new.
      await desk.commit(() => deleteMember(team, OWNER));
      await ordered(desk, team, ACTORS.key);
      await ordered(desk, team, ACTORS.key, { receiver: [addressOf(2)] });
    },
  ],
  [
    "the team's day, also once approved",
    /team's limit for a day: 1\.1 TRX/,
    async (desk, team, by) => {
      const requestId = await asked(desk, team, "r");
      await limited(desk, team, { day_limit_sun: 5 });
      await ordered(desk, team, by);
      await approving(desk, requestId, APPROVER);
    },
  ],
  [
    "one's own request",
    /asked may not decide/,
    async (desk, team) => approving(desk, await asked(desk, team, "r"), TRADER),
  ],
];

test.each(LIMITS)("stops at %s", async (_, words, act) => {
  const { desk, team } = await opened();
  let error: unknown;
  // Only the last step is refused: what stands in a row before it went through.
  await act(desk, team, member(TRADER)).catch((thrown) => {
    error = thrown;
  });
  expect(error).toMatchObject({ code: "FORBIDDEN" });
  expect(String(error)).toMatch(words);
});

test("a request that costs more by now, or more than there is, is not approved and still waits", async () => {
  const { desk, team } = await opened();
  const requestId = await asked(desk, team, "r");
  desk.clock.nowMs += desk.engine.policy.quoteTtlMs + 1;
  const approved = () => approving(desk, requestId, APPROVER);
  const { rates } = desk.engine.market;
  await setRates(desk.engine, { ...rates, fast: { ...rates.fast, energy: 61 } }, "test");
  await expect(approved()).rejects.toMatchObject({ why: "dearer" });
  await setRates(desk.engine, rates, "test");
  const [of, at] = [availableOf(team), desk.clock.nowMs];
  const all = { amountSun: sun(desk.moneySunOf(team).available), at };
  await desk.commit(() => move({ id: "out", from: of, to: EXTERNAL, kind: "correction", ...all }));
  await expect(approved()).rejects.toMatchObject({ why: "unpaid" });
  await desk.commit(() => move({ id: "in", from: EXTERNAL, to: of, kind: "payment", ...all }));
  await approved();
  expect(desk.rows("SELECT id FROM orders")).toHaveLength(1);
});

test("the price of a change says what they may not do, and only to who sees the balance that it is not enough", async () => {
  const { desk, team } = await opened();
  const large = manual({ price: 50, resourceAmount: 1_950_000 });
  const { batchId } = await ordered(desk, team, member(TRADER), large);
  const moreFor = (userId: number, priceSun = 55) =>
    readMoreHeld(desk.engine, { customerId: team, by: member(userId) }, batchId, priceSun);
  expect(await moreFor(TRADER)).toBe(9.75 * TRX);
  await expect(moreFor(APPROVER)).rejects.toMatchObject({ code: "INSUFFICIENT_BALANCE" });
  await expect(moreFor(TRADER, 200)).rejects.toThrow(/above the desk's own/);
  await limited(desk, team, { alone_limit_sun: 100 });
  await expect(moreFor(APPROVER)).rejects.toThrow(/that one person orders alone/);
});

test("a repeated call answers only its own member, while they may order", async () => {
  const { desk, team } = await opened();
  const again = (userId: number) =>
    createOrders(desk.engine, {
      ...{ customerId: team, channel: "http", idempotencyKey: "k", by: member(userId) },
      request: request(),
    });
  await again(TRADER);
  expect(await again(TRADER)).toMatchObject({ replayed: true });
  await expect(again(APPROVER)).rejects.toMatchObject({ code: "IDEMPOTENCY_KEY_REUSED" });
  await expect(again(VIEWER)).rejects.toMatchObject({ code: "FORBIDDEN" });
  await expect(again(GUEST)).rejects.toMatchObject({ code: "FORBIDDEN" });
});

test("what is done to another's order, and to the book, stands in the log with who", async () => {
  const { desk, team } = await opened();
  const acting = { customerId: team, by: member(APPROVER) };
  const id = await resting(desk, team, TRADER);
  await changeOrder(desk.engine, acting, id, { priceSun: 51 });
  await cancelOrder(desk.engine, acting, id);
  await cancelBooking(desk.engine, acting, await held(desk, team, TRADER));
  await cancelOrder(desk.engine, acting, await resting(desk, team, APPROVER));
  await named(desk, team, acting.by, "x");
  const { entries = [] } = (await readLog(desk.engine, team, OWNER)) ?? {};
  expect(entries.filter(({ userId }) => userId === APPROVER).map(({ act }) => act)).toEqual([
    ...["named", "cancelled", "cancelled", "changed"],
  ]);
});
