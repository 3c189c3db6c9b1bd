/** What happens to a leg on chain, and to the money of its order: included, solidified, dead. */
import { assert, must } from "../../domain/assert.js";
import type { DeathReason, RejectionReason } from "../../domain/death.js";
import { durationMs } from "../../domain/duration.js";
import { isInFlight } from "../../domain/leg.js";
import { breaksBound, lockPeriodMs } from "../../domain/lock.js";
import { sun } from "../../domain/money.js";
import { AT_ONCE_RESTS_MS, type CloseReason } from "../../domain/order.js";
import { PAUSE_NO_BANDWIDTH, PAUSE_NO_PERMISSION } from "../../domain/pause.js";
import { costSun } from "../../domain/price.js";
import { noteSale } from "../../store/chat/sales.js";
import { CLEARING, earnedOf, heldOf, move, REVENUE, type Transfer } from "../../store/ledger.js";
import { advanceLeg, changeLeg, findLeg, type LegRow } from "../../store/legs.js";
import { locksBeside, setLockEnd } from "../../store/locks.js";
import {
  findOrder,
  findOrders,
  type OrderRow,
  updateOrder,
  updateTerms,
} from "../../store/orders.js";
import { setPause, storeSnapshot } from "../../store/owners.js";
import type { Phase } from "../../store/phase.js";
import { closeOrder, endLeg, giveBack, refundOf, saveOrder } from "../close-order.js";
import type { Moment } from "../context.js";
import { learnLock, lockModeFor } from "../known-locks.js";
import { heldForLeg, manualOptionsOf } from "../order-of-row.js";
import { compensationDied } from "./compensate.js";
import { replan } from "./replan.js";

export interface InclusionBlock {
  readonly number: number;
  readonly timestampMs: number;
  /** A lock's period counts from the block before the one that includes it. */
  readonly parentTimestampMs: number;
}

/**
 * A leg's transaction is in a block with success: its rental runs, and its money is posted by the transfers that this returns. What
 * changes of the order stands in `order`, too.
 */
export function* legIncluded(
  leg: LegRow,
  order: OrderRow,
  block: InclusionBlock,
  moment: Moment,
): Phase<Transfer[]> {
  assert(isInFlight(leg.state), `leg ${leg.id} is ${leg.state} and cannot be included`);
  const expiresAt = block.timestampMs + durationMs(leg.duration);
  const locked = leg.locked ? yield* joinLocks(leg, block, moment) : undefined;
  const posts = !leg.posted && !leg.replaces && !leg.compensates;
  yield* advanceLeg(leg, "included", {
    block_number: block.number,
    delegated_at: block.timestampMs,
    expires_at: Math.max(expiresAt, locked?.untilMs ?? 0),
    overran: locked?.overran ? 1 : 0,
    failed_block: null,
    posted: posts ? 1 : leg.posted,
  });
  if (!posts) return [];
  const { at } = moment;
  const post: Transfer = {
    id: `${leg.id}:post`,
    from: heldOf(order.customer_id),
    to: CLEARING,
    amountSun: leg.amount_sun,
    at,
    ...(leg.paid_by === null ? {} : { sparesGifts: true }),
  };
  // What was held above the price of a delivered leg goes back with it.
  const improvedSun = heldForLeg(leg, order) - leg.amount_sun;
  order.filled_amount += leg.units;
  order.posted_sun += leg.amount_sun;
  order.refunded_sun += improvedSun;
  order.improved_sun += improvedSun;
  yield* saveOrder(order, moment);
  return improvedSun === 0 ? [post] : [post, refundOf(order, `${leg.id}:improve`, improvedSun, at)];
}

/**
 * A locked leg moves the end of all locks of its record that still live. After a fork its block may be later than it was signed
 * for: what then breaks a bound stays as it is, and is told.
 */
function* joinLocks(
  leg: LegRow,
  { parentTimestampMs }: InclusionBlock,
  { maxLockPeriodBlocks = 0, policy }: Moment,
): Phase<{ readonly untilMs: number; readonly overran: boolean }> {
  const untilMs = parentTimestampMs + lockPeriodMs(leg.duration, maxLockPeriodBlocks);
  const others = yield* locksBeside(leg, parentTimestampMs);
  if (others.length === 0) return { untilMs, overran: false };
  yield* setLockEnd(leg, parentTimestampMs, untilMs);
  if (leg.seller_sun !== null) return { untilMs, overran: false };
  const joined = { units: leg.units, durationMs: durationMs(leg.duration) };
  const terms = { untilMs, overrunPercent: policy.lockOverrunPercent };
  return { untilMs, overran: breaksBound(others, joined, terms) };
}

/** The blocks of these legs are final: the cleared money is earned, by the seller and the desk, or by the desk alone. */
export function* legsSolidified(legs: readonly LegRow[], moment: Moment): Phase<void> {
  if (legs.length === 0) return;
  const earned: Transfer[] = [];
  for (const leg of legs) {
    const isEarned = leg.compensates || leg.replaces ? leg.earned : 1;
    yield* advanceLeg(leg, "solidified", { earned: isEarned });
    if (leg.compensates) continue;
    earned.push(...earnings(leg, moment.at));
    if (leg.seller_sun) yield* noteSale(leg, moment.at);
    if (!leg.replaces) continue;
    const replaced = must(yield* findLeg(leg.replaces), "the replaced leg");
    yield* changeLeg(replaced, { earned: 1 });
  }
  yield* move(...earned);
  // Those that completed with their blocks have nothing more to become.
  const orders = yield* findOrders(legs.map(({ order_id }) => order_id));
  for (const order of orders) {
    if (order.status === "processing") yield* saveOrder(order, moment);
  }
}

/** A seller's share and the commission; the pool's legs are revenue whole. */
function earnings(leg: LegRow, at: number): Transfer[] {
  const sellerSun = leg.seller_sun ?? 0;
  const revenueSun = leg.amount_sun - sellerSun;
  const earn = { id: `${leg.id}:earn`, from: CLEARING, at };
  if (sellerSun === 0) return [{ ...earn, to: REVENUE, amountSun: leg.amount_sun }];
  const toSeller = { ...earn, to: earnedOf(leg.owner), amountSun: sun(sellerSun) };
  if (revenueSun === 0) return [toSeller];
  const commission = { ...earn, id: `${leg.id}:commission`, to: REVENUE };
  return [toSeller, { ...commission, amountSun: sun(revenueSun) }];
}

/**
 * A leg is provably dead. Its part is planned again while the order may still be filled; otherwise its money goes back. What the
 * reason says about the owner or the receiver takes effect in the same transaction.
 */
export function* legDied(leg: LegRow, reason: DeathReason, moment: Moment): Phase<OrderRow> {
  const dead = yield* endLeg(leg, reason, moment.at);
  yield* learn(leg, reason);
  if (leg.compensates) yield* compensationDied(leg.compensates, moment.at);
  const order = yield* orderOf(leg);
  if (leg.compensates) return order;
  if (leg.replaces || (leg.posted && order.status !== "processing")) return order;
  if (leg.posted) yield* unpost(dead, order, moment.at);
  const unheld = { ...dead, capped: leg.posted || leg.capped };
  if (order.cancel_requested) {
    const heldSun = heldForLeg(unheld, order);
    yield* giveBack(order, `${leg.id}:void`, heldSun, moment.at);
    order.refunded_sun += heldSun;
    return yield* saveOrder(order, moment);
  }
  yield* noteFirstDeath(order, moment);
  order.unplanned_amount += leg.units;
  yield* updateOrder(order);
  yield* restAgain(unheld, order, moment.at);
  const hopeless = HOPELESS[reason];
  if (hopeless) return yield* closeOrder(order, hopeless, moment);
  if (WAIT_FOR_NEXT_BLOCK.has(reason)) return order;
  if (reason !== "lock" && reason !== "cannot be locked") {
    // With another owner if any can: this one may fail again.
    const elsewhere = yield* replan(order, moment, { exceptOwner: leg.owner });
    return yield* replan(elsewhere, moment);
  }
  // Another owner may be able to lock. The pool may deliver without a lock; a seller never does.
  const elsewhere = yield* replan(order, moment, { exceptOwner: leg.owner });
  const unlocks = lockModeFor(order, moment) === "auto" && leg.seller_sun === null;
  return unlocks ? yield* replan(elsewhere, moment, { lockMode: "never" }) : elsewhere;
}

/**
 * The node has definitely refused the only attempt: the leg dies early. `lockRemainingMs` is how long an older lock lasts, if
 * the node said so. Does nothing when the leg has moved on meanwhile.
 */
export function* legRefused(
  legId: string,
  reason: RejectionReason,
  moment: Moment,
  lockRemainingMs?: number,
): Phase<boolean> {
  const leg = yield* findLeg(legId);
  if (leg?.state !== "signed" || leg.attempts !== 1 || leg.failed_block !== null) return false;
  if (lockRemainingMs !== undefined) {
    yield* learnLock(leg, moment.headTimestampMs + lockRemainingMs, moment);
  }
  yield* legDied(leg, reason, moment);
  return true;
}

/** No node will ever include these bytes: they have provably expired. Does nothing when the leg has moved on meanwhile. */
export function* legExpired(legId: string, txid: string, moment: Moment): Phase<boolean> {
  const leg = yield* findLeg(legId);
  if (!leg || !isInFlight(leg.state) || leg.txid !== txid) return false;
  yield* legDied(leg, "expired", moment);
  return true;
}

/** It failed in a final block, and the solidified state says so too. Does nothing when the leg has moved on meanwhile. */
export function* legFailed(legId: string, txid: string, moment: Moment): Phase<boolean> {
  const leg = yield* findLeg(legId);
  if (!leg || !isInFlight(leg.state) || leg.txid !== txid || leg.failed_block === null)
    return false;
  yield* legDied(leg, "failed in its block", moment);
  return true;
}

/** Nobody can deliver to this receiver, so trying again is pointless. */
const HOPELESS: Partial<Record<DeathReason, CloseReason>> = {
  receiver_not_activated: "the receiver is not activated",
  receiver_is_contract: "the receiver is a contract",
};

/** A customer who took sellers' offers to have it at once does not wait: what nobody delivers then goes back. */
function* noteFirstDeath(order: OrderRow, { at }: Moment): Phase<void> {
  if (order.first_death_at !== null) return;
  order.first_death_at = at;
  if (order.deadline_at === null || !manualOptionsOf(order).atOnce) return;
  order.deadline_at = Math.min(order.deadline_at, at + AT_ONCE_RESTS_MS);
  yield* updateTerms(order);
}

/** Causes that probably persist: trying again at once would waste attempts. */
const WAIT_FOR_NEXT_BLOCK: ReadonlySet<DeathReason> = new Set(["other", "reference_block"]);

function* learn(leg: LegRow, reason: DeathReason): Phase<void> {
  if (reason === "permission") yield* setPause(leg.owner, PAUSE_NO_PERMISSION);
  if (reason === "owner_bandwidth") yield* setPause(leg.owner, PAUSE_NO_BANDWIDTH);
  // Until the next snapshot nothing is planned on a number that the chain has just refuted.
  if (reason === "owner_capacity") yield* storeSnapshot(leg.owner, leg.resource, 0, 0);
}

function* unpost(leg: LegRow, order: OrderRow, at: number): Phase<void> {
  yield* move({
    id: `${leg.id}:unpost`,
    from: CLEARING,
    to: heldOf(order.customer_id),
    amountSun: leg.amount_sun,
    undoes: `${leg.id}:post`,
    at,
  });
  yield* changeLeg(leg, { posted: 0 });
  order.filled_amount -= leg.units;
  order.posted_sun -= leg.amount_sun;
}

/**
 * The units of a dead leg rest again. Where less is held for them than the order's price, they rest at the leg's; where more is,
 * because the order's was lowered meanwhile, the difference goes back.
 */
function* restAgain(leg: LegRow, order: OrderRow, at: number): Phase<void> {
  const limitSun = costSun(leg.units, order.price_sun, order.duration);
  const heldSun = heldForLeg(leg, order);
  if (heldSun < limitSun) yield* changeLeg(leg, { rest_units: leg.units });
  if (heldSun <= limitSun) return;
  yield* giveBack(order, `${leg.id}:lower`, heldSun - limitSun, at);
  order.paid_sun = sun(order.paid_sun - (heldSun - limitSun));
  yield* updateTerms(order);
}

export function* orderOf(leg: LegRow): Phase<OrderRow> {
  return must(yield* findOrder(leg.order_id), `no order of leg ${leg.id}`);
}
