/** What a seller is shown of their delegations and their money: all that is theirs, and nothing of the buyers' orders. */
import { expect, test } from "vitest";
import type { Address } from "../../src/domain/address.js";
import { type Fill, readFills, readSeller } from "../../src/engine/sellers/seller-resource.js";
import { run } from "../../src/store/phase.js";
import { addressOf } from "../support/addresses.js";
import { type Desk, openDesk } from "../support/desk.js";
import { manual, openSeller } from "../support/sellers.js";
import { auditedOnce, deliver, kill, solidify } from "../support/steps.js";

/** A seller who alone sells, and as many delegations of 32,000 Energy at 50 SUN. */
async function withFills(count: number): Promise<{ desk: Desk; seller: Address; ids: string[] }> {
  const desk = await openDesk({ ownersUnits: [] });
  const seller = await openSeller(desk, { units: 10_000_000 });
  const ids: string[] = [];
  await auditedOnce(desk, async () => {
    for (let at = 0; at < count; at += 1) ids.push(await orderFor(desk, at));
  });
  return { desk, seller, ids };
}

const orderFor = (desk: Desk, at: number) =>
  desk.order(manual({ resourceAmount: 32_000, receiver: [addressOf(100 + at)] }));

const receiversOf = (fills: readonly Fill[]) => fills.map(({ receiver }) => receiver);
const receivers = (...numbers: number[]) => numbers.map((at) => addressOf(100 + at));

test("pages of fills go from the newest on, and new ones do not shift them", async () => {
  const { desk, seller } = await withFills(5);
  const first = await readFills(desk.engine, { address: seller, limit: 2 });
  expect(receiversOf(first.fills)).toEqual(receivers(4, 3));
  await orderFor(desk, 5);
  const cursor = first.nextCursor ?? "";
  const second = await readFills(desk.engine, { address: seller, limit: 2, cursor });
  expect(receiversOf(second.fills)).toEqual(receivers(2, 1));
  const last = { address: seller, limit: 2, cursor: second.nextCursor ?? "" };
  expect(await readFills(desk.engine, last)).toMatchObject({
    fills: [{ receiver: addressOf(100) }],
    nextCursor: null,
  });
  const all = await readFills(desk.engine, { address: seller, limit: 6 });
  expect(all.nextCursor).toBeNull();
  expect(all.fills).toHaveLength(6);
});

test("a fill says what is on chain and what it earns, and never whose order it is", async () => {
  const { desk, seller, ids } = await withFills(2);
  const [died = "", delivered = ""] = ids;
  await kill(desk, `${died}.1`, "owner_capacity");
  await deliver(desk);
  const { fills } = await readFills(desk.engine, { address: seller, limit: 100 });
  expect(receiversOf(fills)).toEqual(receivers(1));
  const [leg] = desk.legs(`order_id = '${delivered}'`);
  expect(fills[0]).toEqual({
    receiver: addressOf(101),
    resource: "energy",
    units: 32_000,
    duration: "1h",
    priceSun: 50,
    earnsSun: 1_440_000,
    txid: leg?.txid,
    state: "included",
    locked: true,
    delegatedAt: leg?.delegated_at,
    expiresAt: leg?.expires_at,
    reclaimTxid: null,
  });
  const shown = JSON.stringify([fills, await readSeller(desk.engine, seller)]);
  for (const id of [died, delivered]) expect(shown).not.toContain(id);
});

test("what is out is counted whole and listed up to the newest hundred", async () => {
  const { desk, seller } = await withFills(101);
  const { openDelegations } = await readSeller(desk.engine, seller);
  expect(openDelegations.count).toBe(101);
  expect(openDelegations.newest).toHaveLength(100);
  expect(openDelegations.newest[0]?.receiver).toBe(addressOf(200));
});

test("what was earned waits to be paid; what is paid or under way is told, what died is not", async () => {
  const { desk, seller } = await withFills(3);
  await deliver(desk);
  expect(await readSeller(desk.engine, seller)).toMatchObject({ earnedSun: 0, paidOutSun: 0 });
  await solidify(desk);
  expect(await readSeller(desk.engine, seller)).toMatchObject({
    earnedSun: 4_320_000,
    paidOutSun: 0,
  });
  const payout = (id: string, state: string, amountSun: number, at: number) =>
    desk.database.commit(() =>
      run(
        `INSERT INTO payout (id, seller, receiver, amount_sun, fee_sun, state, txid, transaction_hex,
           transaction_expires_at, timestamp_ms, created_at, finished_at, block_number)
         VALUES (?, ?, ?, ?, 0, ?, ?, '00', 1, ?, 1, ?, ?)`,
        id.padStart(24, "0"),
        seller,
        seller,
        amountSun,
        state,
        id,
        at,
        state === "sent" ? null : 1,
        state === "paid" ? 1 : null,
      ),
    );
  await payout("1", "paid", 1_000_000, 1);
  await payout("2", "dead", 5_000_000, 2);
  await payout("3", "sent", 250_000, 3);
  expect((await readSeller(desk.engine, seller)).paidOutSun).toBe(1_250_000);
});
