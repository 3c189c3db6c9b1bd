/** A desk that pays sellers through the sandbox node, and what must hold of its payouts at the end of each test. */

import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { expect } from "vitest";
import { transferIn } from "../../src/chain/raw-transaction.js";
import { type Address, addressToHex } from "../../src/domain/address.js";
import { must } from "../../src/domain/assert.js";
import { sun } from "../../src/domain/money.js";
import { addressOfKey } from "../../src/domain/public-key.js";
import { readCustomers } from "../../src/engine/customers/customers.js";
import { audit } from "../../src/engine/operating/audit.js";
import { readPayoutList } from "../../src/engine/payouts/payout-lists.js";
import { approveSellerPayout, readEarners } from "../../src/engine/payouts/seller-payouts.js";
import { balanceSunOf, earnedOf } from "../../src/store/ledger.js";
import { all } from "../../src/store/phase.js";
import type { PayoutOptions } from "../../src/workers/context.js";
import { postJson } from "../support/http.js";
import { openDatabase } from "../support/open-database.js";
import { sellerWith, TRX } from "../support/payouts.js";
import { readNow } from "../support/read-now.js";
import { type Rig, type RigOptions, startRig } from "./rig.js";
import { followed, mineUntil } from "./steps.js";

export const EARNED_TRX = 40;
export const PAID_TRX = 39.5;

interface PayingRig {
  readonly rig: Rig;
  readonly payer: Address;
  /** What the chain says each of these accounts received since the start, in TRX. */
  received(...sellers: Address[]): Promise<number[]>;
}

interface Change extends RigOptions {
  readonly fundTrx?: number;
  readonly payout?: Partial<PayoutOptions>;
}

/** A desk with an account that pays, and these sellers, each with 40 TRX earned. */
export async function paying(sellers: readonly Address[], change: Change = {}): Promise<PayingRig> {
  const { fundTrx = 1_000, payout, ...options } = change;
  const privateKeyHex = randomBytes(32).toString("hex");
  const payer = payout?.address ?? addressOfKey(privateKeyHex);
  const rig = await startRig({
    ...options,
    workers: { payout: { privateKeyHex, address: payer, everyMs: 0, ...payout } },
  });
  await rig.admin("fund", { address: payer, amountSun: fundTrx * TRX });
  // The faucet's transfers are in blocks of their own; the desk starts from there.
  await followed(rig);
  const { engine, database } = rig.desk;
  const customerId = must((await readCustomers(engine))[0], "a customer").customerId;
  for (const [at, seller] of sellers.entries()) {
    await database.commit(() => sellerWith(seller, customerId, sun(EARNED_TRX * TRX), at + 1));
  }
  const before = new Map<Address, number>();
  for (const seller of sellers) before.set(seller, await balanceOnChain(rig, seller));
  return {
    rig,
    payer,
    received: (...of) =>
      Promise.all(
        of.map(async (one) => ((await balanceOnChain(rig, one)) - (before.get(one) ?? 0)) / TRX),
      ),
  };
}

export async function balanceOnChain(rig: Rig, address: Address): Promise<number> {
  const body = { address: addressToHex(address) };
  const account = await postJson<{ balance?: number }>(`${rig.url}/wallet/getaccount`, body);
  return account.balance ?? 0;
}

export const run = (rig: Rig) => must(rig.desk.workers.payOut, "payouts are on")();
/** Approves what waits for it, each whole: a payout that died was looked at. */
export async function approveAll({ desk: { engine } }: Rig): Promise<void> {
  for (const { seller, earnedSun: sumSun, waits } of (await readEarners(engine)).held) {
    if (waits === "approval") await approveSellerPayout(engine, { seller, sumSun, by: "Ann" });
  }
}

export const payouts = async (rig: Rig) =>
  (await readPayoutList(rig.desk.engine, { limit: 1_000 })).payouts;
export const inState = (rig: Rig, state: string) => async () =>
  (await payouts(rig)).find((payout) => payout.state === state);
export const earnedTrx = (rig: Rig, seller: Address) =>
  readNow(rig.desk.database, () => balanceSunOf(earnedOf(seller))) / TRX;

export async function restart(rig: Rig): Promise<void> {
  await rig.stopDesk();
  await rig.startDesk();
  await followed(rig);
}

/** Takes away what a stopped desk knows of the blocks, as a long time without it would. */
export async function forgetBlocks(rig: Rig): Promise<void> {
  const database = await openDatabase(join(rig.directory, "desk.db"));
  await database.commit(() => all("DELETE FROM chain_block"));
  await database.close();
}

/** Lets what is out be paid, and waits until nothing is under way. */
export async function allPaid(rig: Rig): Promise<void> {
  const isOver = async () =>
    (await payouts(rig)).every(({ state }) => state === "paid" || state === "dead");
  await mineUntil(rig, "no payout is under way", isOver);
}

/** The books are right and the chain holds exactly the transfers of the payouts that are paid or included. */
export async function assertPaidOnce({ rig, payer }: PayingRig): Promise<void> {
  expect(await audit(rig.desk.database, { sentBy: transferIn })).toEqual({
    ok: true,
    violations: [],
  });
  const onChain = (await rig.transactions()).filter(({ owner }) => owner === payer);
  const onBooks = (await payouts(rig)).filter(
    ({ state }) => state === "paid" || state === "included",
  );
  expect(onChain.map(({ txid }) => txid).sort()).toEqual(onBooks.map(({ txid }) => txid).sort());
}
