/** What must be true once all has come to rest, by the books, by the customer's own notes, and by the chain. */
import { expect } from "vitest";
import { address, addressToHex } from "../../../src/domain/address.js";
import type { Place } from "../../../src/store/postgres/open.js";
import { askNode, delegationsOnChain } from "../../e2e/api.js";
import { until } from "../../support/until.js";
import { askPrimary } from "../patroni.js";
import type { Buyer } from "./buyer.js";
import type { Load } from "./load.js";
import type { SupervisedDesk } from "./supervised.js";

const AT_REST_MS = 180_000;

/** Of the withdrawal that is made before all. */
export const FIRST_TRX = 1;

export interface Afterwards {
  readonly place: Place;
  readonly nodeUrl: string;
  readonly active: SupervisedDesk;
  readonly load: Load;
  readonly buyers: readonly Buyer[];
  readonly outside: string;
  /** What the customer had, here and outside, once the first withdrawal was paid. */
  readonly before: { readonly trx: number; readonly outsideSun: number };
}

export async function expectAllOnce(one: Afterwards): Promise<void> {
  const { active, nodeUrl } = one;
  await comesToRest(one);
  const audit = await active.command("audit");
  expect(audit, audit.stdout).toMatchObject({ status: 0 });
  const reconcile = await active.command("reconcile");
  expect(reconcile, reconcile.stdout).toMatchObject({ status: 0 });
  await expectOrders(one);
  await expectMoney(one);
  const legs = await askPrimary<{ txid: string }>(
    one.place,
    "SELECT txid FROM leg WHERE txid IS NOT NULL AND state <> 'dead'",
  );
  expect(legs.map(({ txid }) => txid).sort()).toEqual((await delegationsOnChain(nodeUrl)).sort());
}

/** What was begun is done: nothing is under way, and each payment has arrived. */
async function comesToRest({ place, load }: Afterwards): Promise<void> {
  const look = async () => {
    const [open] = await askPrimary<Record<string, number>>(place, OPEN);
    return { ...open, uncredited: load.paidIn.size - Number(open?.credited) };
  };
  type Open = Awaited<ReturnType<typeof look>> & { orders?: number; withdrawals?: number };
  const isAtRest = ({ orders, withdrawals, uncredited }: Open) =>
    orders === 0 && withdrawals === 0 && uncredited === 0;
  await until("all has come to rest", look, isAtRest, AT_REST_MS);
}

const OPEN = `SELECT
  (SELECT count(*) FROM orders WHERE status NOT IN ('completed', 'cancelled')) AS orders,
  (SELECT count(*) FROM withdrawal WHERE status NOT IN ('paid', 'refused', 'cancelled')) AS withdrawals,
  (SELECT count(*) FROM deposit WHERE status = 'credited') AS credited`;

/** Each that was acknowledged is there and delivered whole; nothing else is. */
async function expectOrders({ place, load, buyers }: Afterwards): Promise<void> {
  const orders = await collect(load.client.orders());
  const acknowledged = [...load.acknowledged.values()].flat();
  expect(orders.map(({ orderId }) => orderId).sort()).toEqual(acknowledged.sort());
  expect(orders.filter(({ status }) => status !== "completed")).toEqual([]);
  const delivered = orders.map(({ delegations }) =>
    delegations
      .filter(({ state }) => state !== "dead")
      .reduce((total, { amount }) => total + amount, 0),
  );
  expect(delivered).toEqual(orders.map(({ resourceAmount }) => resourceAmount));
  const keys = await askPrimary<{ key: string }>(
    place,
    "SELECT idempotency_key AS key FROM batch UNION ALL SELECT idempotency_key FROM withdrawal",
  );
  expect(keys.filter(({ key }) => load.refused.has(key))).toEqual([]);
  const bought = await askPrimary<{ id: number; orders: number }>(place, BOUGHT);
  expect(bought).toEqual(buyers.map(({ id, bought: count }) => ({ id, orders: count })));
}

const BOUGHT = `SELECT user_id AS id, count(*) AS orders FROM telegram_user
  JOIN orders ON orders.customer_id = telegram_user.customer_id WHERE orders.status = 'completed'
  GROUP BY user_id ORDER BY user_id`;

/** Each payment is credited once, each withdrawal is paid once, each order is debited once. */
async function expectMoney(one: Afterwards): Promise<void> {
  const { load, nodeUrl, outside, before } = one;
  const deposits = await collect(load.client.deposits());
  const credited = deposits.map(({ txid, creditedTrx }) => [txid, creditedTrx]);
  expect(credited.sort()).toEqual([...load.paidIn].sort());
  const withdrawals = (await collect(load.client.withdrawals())).filter(
    ({ amount }) => amount !== FIRST_TRX,
  );
  const paid = withdrawals.map(({ withdrawalId: id, amount }) => ({ id, amount }));
  expect(paid.sort(byId)).toEqual([...load.withdrawn.values()].sort(byId));
  expect(withdrawals.filter(({ status }) => status !== "paid")).toEqual([]);
  expect(new Set(withdrawals.map(({ txid }) => txid)).size).toBe(withdrawals.length);
  const arrivedSun = (await sunOf(nodeUrl, outside)) - before.outsideSun;
  expect(arrivedSun).toBe(sumSun(withdrawals.map(({ amount }) => amount)));
  const orders = await collect(load.client.orders());
  const { available, held } = await load.client.balance();
  expect(toSun(available) + toSun(held)).toBe(
    toSun(before.trx) +
      sumSun([...load.paidIn.values()]) -
      sumSun(withdrawals.map(({ amount }) => amount)) -
      sumSun(withdrawals.map(({ fee }) => fee)) -
      sumSun(orders.map(({ paidAmount }) => paidAmount)) +
      sumSun(orders.map(({ refundedAmount }) => refundedAmount)),
  );
}

/** On the chain. */
export async function sunOf(nodeUrl: string, account: string): Promise<number> {
  const body = { address: addressToHex(address(account)) };
  return (await askNode<{ balance?: number }>(nodeUrl, "wallet/getaccount", body)).balance ?? 0;
}

const toSun = (trx: number) => Math.round(trx * 1e6);
const sumSun = (trx: readonly number[]) => trx.reduce((total, one) => total + toSun(one), 0);
const byId = (a: { readonly id: string }, b: { readonly id: string }) => (a.id < b.id ? -1 : 1);

async function collect<T>(pages: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const one of pages) found.push(one);
  return found;
}
