/**
 * What must hold of a thief and a victim: what has left for the thief is at most what they paid in and what others paid for stake that
 * their account really delivered, none of it dearer than the desk's bound; and the victim's money went for such stake alone.
 */
import { utcMidnightMs } from "../../../src/common/time.js";
import { costSun } from "../../../src/domain/price.js";
import { fastPriceSun } from "../../../src/domain/rates.js";
import type { LegRow } from "../../../src/store/legs.js";
import type { Row } from "../../../src/store/phase.js";
import { POLICY } from "../../support/terms.js";
import { leftForThief } from "./thief.js";
import type { World } from "./world.js";

export function theftProblems(
  world: World,
  legs: readonly LegRow[],
  isExcused: (payout: Row) => boolean,
): string[] {
  rememberBounds(world, legs);
  return [
    ...tooDear(world, legs),
    ...stolen(world, legs, isExcused),
    ...takenFromVictim(world, legs),
    ...paidBeyondLimits(world),
  ];
}

/**
 * Sellers together are paid no more in a day than the limit, none after a payout that died, and none first before its time, but for what
 * was approved; an approval stands in the place of the one before, and a payout uses it up.
 */
function paidBeyondLimits(world: World): string[] {
  const payouts = world
    .rows(
      `SELECT p.id, p.seller, p.state, p.amount_sun, p.fee_sun, p.created_at, s.payout_due_since
     FROM payout p JOIN seller s ON s.address = p.seller ORDER BY p.seq`,
    )
    .map(sellerPayoutOf);
  const { daySun, firstWaitMs } = world.engine.policy.payouts;
  const days = new Map<number, number>();
  const problems: string[] = [];
  for (const [at, payout] of payouts.entries()) {
    const { id, seller, isDead, amountSun, feeSun, createdAt, dueSince } = payout;
    const before = payouts.slice(0, at).filter((one) => one.seller === seller);
    const last = before.at(-1);
    const day = utcMidnightMs(createdAt);
    const paidSun = (days.get(day) ?? 0) + (isDead ? 0 : amountSun);
    days.set(day, paidSun);
    const goesByItself = paidSun <= daySun && last?.isDead !== true;
    if (!goesByItself && amountSun + feeSun > approvedSun(world.approvals, seller, last))
      problems.push(`theft: payout ${id} goes past the day's limit, or a death, unapproved`);
    const dueAt = dueSince + firstWaitMs;
    if (!last && createdAt < dueAt) problems.push(`theft: payout ${id}, a first one, did not wait`);
  }
  return problems;
}

interface SellerPayout {
  readonly id: string;
  readonly seller: string;
  readonly isDead: boolean;
  readonly amountSun: number;
  readonly feeSun: number;
  readonly createdAt: number;
  readonly dueSince: number;
}

function sellerPayoutOf(row: Row): SellerPayout {
  return {
    id: String(row.id),
    seller: String(row.seller),
    isDead: row.state === "dead",
    amountSun: Number(row.amount_sun),
    feeSun: Number(row.fee_sun),
    createdAt: Number(row.created_at),
    dueSince: Number(row.payout_due_since ?? Infinity),
  };
}

/** What was approved since the seller's last payout, and since that died. */
function approvedSun(
  approvals: World["approvals"],
  seller: string,
  last: SellerPayout | undefined,
): number {
  const newest = approvals.findLast((one) => one.seller === seller && one.lastId === last?.id);
  return newest && (last?.isDead !== true || newest.lastWasDead) ? newest.sumSun : 0;
}

/** A leg is first seen right after it was planned: no price has changed since. */
function rememberBounds({ bounds, engine }: World, legs: readonly LegRow[]): void {
  for (const { id, resource, duration } of legs) {
    if (bounds.has(id)) continue;
    const fastSun = fastPriceSun(engine.market.rates, resource, duration, 0);
    bounds.set(id, POLICY.sellerPriceCap * fastSun);
  }
}

const boundOf = ({ bounds }: World, { id }: LegRow): number => bounds.get(id) ?? 0;

function tooDear(world: World, legs: readonly LegRow[]): string[] {
  return legs.flatMap((leg) => {
    if (leg.seller_sun === null || leg.price_sun <= boundOf(world, leg)) return [];
    return [`too dear: leg ${leg.id} of a seller at ${leg.price_sun} SUN`];
  });
}

function isOnChain({ node }: World, { txid }: LegRow): boolean {
  return txid !== null && node.blockOf(txid) !== undefined;
}

/** What the units of a leg may cost at most. */
const mostSun = (world: World, leg: LegRow): number =>
  costSun(leg.units, Math.min(leg.price_sun, boundOf(world, leg)), leg.duration);

function stolen(
  world: World,
  legs: readonly LegRow[],
  isExcused: (payout: Row) => boolean,
): string[] {
  const { thief, paidIn } = world;
  const payouts = new Map(
    world.rows("SELECT id, txid FROM payout").map((row) => [String(row.txid), row]),
  );
  const left = leftForThief(world).filter(({ txid }) => {
    const payout = payouts.get(txid);
    return !payout || !isExcused(payout);
  });
  const leftSun = left.reduce((sum, { amountSun }) => sum + amountSun, 0);
  const customers = customersOf(world);
  const sold = legs.filter(
    (leg) =>
      leg.owner === thief.seller &&
      isOnChain(world, leg) &&
      customers.get(leg.order_id) !== thief.customerId,
  );
  const soldSun = sold.reduce((sum, leg) => sum + mostSun(world, leg), 0);
  const ownSun = paidIn.creditedSun(thief.customerId) + shortfallsOf(world, thief.customerId);
  if (leftSun <= ownSun + soldSun) return [];
  return [`stolen: ${leftSun} SUN left for the thief, of ${ownSun} paid in and ${soldSun} earned`];
}

/** What fell short and was given back is the customer's own again. */
function shortfallsOf(world: World, customerId: string): number {
  const [row] = world.rows(
    `SELECT coalesce(sum(amount_sun), 0) AS sun FROM transfer
     WHERE id LIKE '%:shortfall' AND to_account = 'available:${customerId}'`,
  );
  return Number(row?.sun);
}

function customersOf(world: World): Map<string, string> {
  const orders = world.rows("SELECT id, customer_id FROM orders");
  return new Map(orders.map(({ id, customer_id }) => [String(id), String(customer_id)]));
}

/** What is earned of the victim's money is for stake on the chain, at no more than the bound; nothing else has left. */
function takenFromVictim(world: World, legs: readonly LegRow[]): string[] {
  const { victimId } = world.thief;
  const [out] = world.rows(
    `SELECT count(*) AS count FROM withdrawal WHERE customer_id = '${victimId}'`,
  );
  const problems = Number(out?.count) === 0 ? [] : ["theft: the victim's money was taken out"];
  const customers = customersOf(world);
  for (const leg of legs) {
    if (customers.get(leg.order_id) !== victimId || !leg.earned) continue;
    const bearers = [leg, ...legs.filter(({ replaces }) => replaces === leg.id)];
    if (!bearers.some((one) => isOnChain(world, one)))
      problems.push(`theft: the victim paid for leg ${leg.id}, which is not on the chain`);
    if (leg.amount_sun > mostSun(world, leg))
      problems.push(`too dear: the victim paid ${leg.amount_sun} SUN for leg ${leg.id}`);
  }
  return problems;
}
