/** Keys of a team's members: which routes each role's opens, what is above a limit, and that nobody else pays for it. */

import { afterAll, beforeAll, expect, test } from "vitest";
import { API_KEY_RANDOM_BYTES, formatApiKey, hashApiKey } from "../../src/domain/api-key.js";
import { sun } from "../../src/domain/money.js";
import { ROLES, type Role } from "../../src/domain/team.js";
import { creditCustomer } from "../../src/engine/customers/customers.js";
import { ROUTES } from "../../src/http/routes.js";
import { insertApiKey, insertCustomer } from "../../src/store/customers.js";
import { openCustomerAccounts } from "../../src/store/ledger.js";
import { type Phase, run } from "../../src/store/phase.js";
import { findMember, insertMember, insertTeam, updateMember } from "../../src/store/teams/teams.js";
import { watched } from "../support/watched.js";
import { call, create, expectError } from "./client.js";
import { fastOrder, startDesk, type TestDesk, wallet } from "./desk.js";

let desk: TestDesk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

const TRX = 1_000_000;
let made = 0;

/** With a member of each role, whose user ids are 1 to 4, and a key for each; the team has so much money. */
async function teamWithKeys(capTrx = 100, creditTrx = 50) {
  made += 1;
  const customerId = `7ea${made}`.padEnd(24, "0");
  const at = desk.clock.nowMs;
  const keys = {} as Record<Role, string>;
  await desk.database.commit(function* (): Phase<void> {
    yield* insertCustomer(customerId, "Desk", at);
    yield* openCustomerAccounts(customerId);
    yield* insertTeam(customerId, at);
    for (const [place, role] of ROLES.entries()) {
      const memberId = place + 1;
      yield* insertMember({ customer_id: customerId, user_id: memberId, role, joined_at: at });
      const key = formatApiKey(new Uint8Array(API_KEY_RANDOM_BYTES).fill(made * 4 + place));
      keys[role] = key;
      yield* insertApiKey({
        ...{
          id: `${made}${place}`.padEnd(24, "a"),
          customerId,
          hash: hashApiKey(key),
          hint: "edk_",
        },
        ...{ at, ofMember: { memberId, madeBy: 4, capSun: sun(capTrx * TRX) } },
      });
    }
  });
  const amountSun = sun(creditTrx * TRX);
  const credit = { customerId, amountSun, kind: "payment", reason: "test" } as const;
  if (creditTrx > 0) await creditCustomer(desk.engine, { ...credit, reference: "first" });
  const becomes = (
    memberId: number,
    change: { role?: Role; alone_limit_sun?: ReturnType<typeof sun> },
  ) =>
    desk.database.commit(function* (): Phase<void> {
      const member = yield* findMember(customerId, memberId);
      if (member) yield* updateMember({ ...member, ...change });
    });
  return { customerId, keys, becomes };
}

test("each role's key opens the routes that the role may, and none takes money out", async () => {
  const { keys } = await teamWithKeys();
  const opened: Record<string, string[]> = {};
  for (const role of ROLES) {
    for (const { method, path, id, caller } of ROUTES) {
      if (caller !== "customer") continue;
      const at = path.replace("{address}", wallet(1)).replace(/\{\w+\}/, "f".repeat(24));
      const body = method === "get" ? {} : { body: {} };
      const options = { method: method.toUpperCase(), key: keys[role], ...body };
      const { status } = await call(desk, at, options);
      if (status !== 403) opened[id] = [...(opened[id] ?? []), role];
    }
  }
  const all = [...ROLES];
  const [, ...ordering] = all;
  const [, , ...seeing] = all;
  expect(opened).toEqual({
    ...{ order: all, orders: all, address: all, quote: all, team: all },
    ...{ createOrder: ordering, change: ordering, cancel: ordering },
    ...{ balance: seeing, statement: seeing, deposit: seeing, deposits: seeing },
    ...{ withdrawals: seeing, sellers: seeing, seller: seeing, fills: seeing },
    ...{ challengeSeller: ["owner"], verifySeller: ["owner"], setOffer: ["owner"] },
  });
});

test("what is above a limit is 403 with what is left, and asks nobody", async () => {
  const { customerId, keys, becomes } = await teamWithKeys(7);
  expect((await create(desk, keys.trader, fastOrder())).status).toBe(200);
  const capped = await create(desk, keys.trader, fastOrder());
  expectError(capped, 403, "FORBIDDEN");
  expect(capped.error).toMatchObject({ details: { left: 3.1 } });
  // What is told can be ordered: not more than they may order alone.
  await becomes(2, { alone_limit_sun: sun(3 * TRX) });
  const less = await create(desk, keys.trader, fastOrder());
  expect(less.error).toMatchObject({
    message: expect.stringContaining("3.1 TRX are left today"),
    details: { left: 3 },
  });
  await becomes(3, { alone_limit_sun: sun(2 * TRX) });
  const alone = await create(desk, keys.approver, fastOrder());
  expectError(alone, 403, "FORBIDDEN");
  expect(alone.error).toMatchObject({ details: { left: 2 } });
  // Of a key never more than its cap, and for a wallet outside the book nothing at all.
  await becomes(2, { alone_limit_sun: sun(20 * TRX) });
  const dear = fastOrder({
    type: "Manual",
    price: 70,
    resourceAmount: 32_000,
    options: { allow_partial: true },
  });
  const ofKey = await create(desk, keys.trader, dear);
  expect(ofKey.error).toMatchObject({
    message: expect.stringContaining("above the desk's own"),
    details: { left: 3.1 },
  });
  await desk.database.commit(() =>
    run("UPDATE team SET only_booked_wallets = 1 WHERE customer_id = ?", customerId),
  );
  const ofWallet = await create(desk, keys.trader, dear);
  expectError(ofWallet, 403, "FORBIDDEN");
  expect(ofWallet.error).not.toHaveProperty("details.left");
  expect((await call(desk, "/v1/orders", { key: keys.viewer })).data.orders).toHaveLength(1);
});

test("of keys that race for the last of a day's limit, or of a cap, one wins", async () => {
  const raced = async (capTrx: number, daySun: number | null, racing: readonly Role[]) => {
    const { customerId, keys } = await teamWithKeys(capTrx);
    await desk.database.commit(() =>
      run("UPDATE team SET day_limit_sun = ? WHERE customer_id = ?", daySun, customerId),
    );
    const called = await Promise.all(racing.map((role) => create(desk, keys[role], fastOrder())));
    return called.map(({ status }) => status).sort();
  };
  const members = ["trader", "approver", "owner", "trader"] as const;
  expect(await raced(50, 7 * TRX, members)).toEqual([200, 403, 403, 403]);
  expect(await raced(7, null, ["trader", "trader", "trader"])).toEqual([200, 403, 403]);
});

test("a key reads its team, and what is left to it; the account of one person has none", async () => {
  const { keys, becomes } = await teamWithKeys(10);
  await create(desk, keys.trader, fastOrder());
  await becomes(2, { alone_limit_sun: sun(5 * TRX) });
  const read = async (key: string) => (await call(desk, "/v1/team", { key })).data;
  const limits = { order: null, day: null, alone: null };
  expect(await read(keys.trader)).toMatchObject({
    ...{ name: "Desk", limits, onlyBookedWallets: false, tradersSeeMoney: false, usedToday: 3.9 },
    members: [
      { userId: 4, role: "owner", limits, usedToday: 0 },
      { userId: 3, role: "approver" },
      { userId: 2, role: "trader", limits: { ...limits, alone: 5 }, usedToday: 3.9 },
      { userId: 1, role: "viewer" },
    ],
    key: { userId: 2, cap: 10, usedToday: 3.9, leftAlone: 5 },
  });
  expect(await read(keys.approver)).toMatchObject({ key: { userId: 3, leftAlone: 10 } });
  expect(await read(keys.viewer)).toMatchObject({ key: { userId: 1, leftAlone: 0 } });
  const { apiKey } = await desk.customer();
  expectError(await call(desk, "/v1/team", { key: apiKey }), 404, "NOT_FOUND");
});

test("a price is raised within the cap, and a trader's key touches no order of another's", async () => {
  const { keys } = await teamWithKeys(5);
  const options = { allow_partial: true };
  const resting = fastOrder({ type: "Manual", price: 50, options });
  const rests = async (key: string) =>
    `/v1/order/${(await create(desk, key, resting)).data.orders[0]?.orderId}`;
  const own = await rests(keys.approver);
  const raise = (key: string, path: string, price: number) =>
    call(desk, path, { method: "PATCH", key, body: { price } });
  const raised = await raise(keys.approver, own, 100);
  expectError(raised, 403, "FORBIDDEN");
  expect(raised.error).toMatchObject({ details: { left: 1.75 } });
  expect((await raise(keys.approver, own, 55)).status).toBe(200);
  expectError(await raise(keys.trader, own, 56), 403, "FORBIDDEN");
  const cancel = (key: string, path: string) =>
    call(desk, `${path}/cancel`, { method: "POST", key });
  const refused = await cancel(keys.trader, own);
  expectError(refused, 403, "FORBIDDEN");
  expect(refused.error.message).toBe(
    "This is another member's order: approvers and owners change and cancel it.",
  );
  const others = await rests(keys.trader);
  expect((await cancel(keys.approver, others)).status).toBe(200);
});

test("a replay answers only the member who ordered, while they may", async () => {
  const { keys, becomes } = await teamWithKeys();
  const headers = { "idempotency-key": "1" };
  const again = (key: string) =>
    call(desk, "/v1/order/create", { key, body: fastOrder(), headers });
  expect((await again(keys.trader)).status).toBe(200);
  expect((await again(keys.trader)).headers.get("idempotency-replayed")).toBe("true");
  const ofOwner = await again(keys.owner);
  expectError(ofOwner, 422, "IDEMPOTENCY_KEY_REUSED");
  expect(ofOwner.error.message).toContain("Another member of the team has used");
  await becomes(2, { role: "viewer" });
  expectError(await again(keys.trader), 403, "FORBIDDEN");
});

test("a balance that is too little is told to who may see it", async () => {
  const { keys } = await teamWithKeys(100, 1);
  const ofTrader = await create(desk, keys.trader, fastOrder());
  expectError(ofTrader, 402, "INSUFFICIENT_BALANCE");
  expect(ofTrader.error.details).toEqual({ required: 3.9 });
  expect(ofTrader.error.message).not.toContain(" 1 TRX");
  const ofApprover = await create(desk, keys.approver, fastOrder());
  expect(ofApprover.error.details).toEqual({ required: 3.9, available: 1 });
});

test("for an account of one person nothing of teams is read", async () => {
  const { apiKey } = await desk.customer();
  await create(desk, apiKey, fastOrder());
  const { database } = desk;
  const { read, commit } = database;
  const statements: string[] = [];
  const noted = (phase: () => Phase<unknown>) => () =>
    watched(phase(), ({ sql }) => statements.push(sql));
  database.read = (phase: () => Phase<unknown>) => read.call(database, noted(phase)) as never;
  database.commit = (phase: () => Phase<unknown>) => commit.call(database, noted(phase)) as never;
  await create(desk, apiKey, fastOrder());
  Object.assign(database, { read, commit });
  expect(statements.length).toBeGreaterThan(5);
  expect(statements.filter((sql) => /\bteam/.test(sql))).toEqual([]);
});
