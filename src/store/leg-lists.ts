/** The lists of legs that wait for a step: each is one partial index away. */
import type { Address } from "../domain/address.js";
import type { Deaths } from "../domain/death.js";
import type { CustomerId, LegId, OrderId } from "../domain/ids.js";
import type { Resource } from "../domain/resource.js";
import type { StakeRatio } from "../domain/stake.js";
import { LIVING, ON_RECORD, oneOf } from "./conditions.js";
import { type LegRow, legsWhere, type StakeRecord } from "./legs.js";
import { all, column, countChanged, type Phase, run } from "./phase.js";

export const legsOfOrder = (orderId: OrderId) =>
  legsWhere("order_id = ? ORDER BY sequence", orderId);

const RUNNING = oneOf("state", "included", "solidified", "reclaim_signed", "reclaim_sent");

/**
 * A customer's rentals of a receiver, from the block of the delegation until the stake is taken back; what ends first comes
 * first.
 */
export const rentalsTo = (receiver: Address, customerId: CustomerId, limit: number) =>
  legsWhere(
    `receiver = ? AND ${ON_RECORD} AND ${RUNNING}
       AND EXISTS (SELECT 1 FROM orders WHERE orders.id = leg.order_id AND customer_id = ?)
     ORDER BY expires_at, id LIMIT ?`,
    receiver,
    customerId,
    limit,
  );

/** Those of the transactions that delegate a leg, or take it back. */
export function* legTxidsAmong(txids: readonly string[]): Phase<string[]> {
  const wanted = JSON.stringify(txids);
  return yield* column<string>(
    `SELECT l.txid FROM json_each(?) AS wanted CROSS JOIN leg l ON l.txid = wanted.value
     UNION ALL SELECT l.reclaim_txid FROM json_each(?) AS wanted CROSS JOIN leg l ON l.reclaim_txid = wanted.value`,
    wanted,
    wanted,
  );
}

/** Planned legs of an owner, oldest first. */
export const plannedLegs = (owner: Address, limit: number) =>
  legsWhere("state = 'planned' AND owner = ? ORDER BY id LIMIT ?", owner, limit);

/** Owners with planned legs; skips through the index, so many legs of few owners cost little. */
export const ownersWithPlannedLegs = () =>
  column<Address>(`WITH RECURSIVE next (owner) AS (
       SELECT min(owner) FROM leg WHERE state = 'planned'
       UNION ALL
       SELECT (SELECT min(owner) FROM leg WHERE state = 'planned' AND owner > next.owner)
         FROM next WHERE next.owner IS NOT NULL)
     SELECT owner FROM next WHERE owner IS NOT NULL`);

/** Legs whose bytes were sent and that are in no block. */
export const legsInFlight = () => legsWhere("state IN ('signed','sent') ORDER BY id");

/** The `+` keeps SQLite from reading all legs there ever were, in the order of their ids. */
export const legsIncluded = () => legsWhere("state = 'included' ORDER BY +id");

export const legsIncludedUpTo = (block: number, limit: number) =>
  legsWhere("state = 'included' AND block_number <= ? ORDER BY block_number LIMIT ?", block, limit);

export const legsIncludedAfter = (block: number) =>
  legsWhere("state = 'included' AND block_number > ?", block);

/**
 * Solidified legs whose rental ended strictly before this chain time, oldest first, up to a limit for each owner: legs that
 * cannot be taken back now must not keep other owners' legs out.
 */
export const legsEndedBefore = (chainTimeMs: number, limit: number) =>
  legsWhere(
    `id IN (SELECT id FROM (
         SELECT id, row_number() OVER (PARTITION BY owner ORDER BY expires_at, id) AS place
         FROM leg WHERE state = 'solidified' AND expires_at < ?) AS ended
       WHERE place <= ?) ORDER BY expires_at, id`,
    chainTimeMs,
    limit,
  );

/** Dead legs that a block holds after all. */
export const lateLegs = () => legsWhere("late_block IS NOT NULL");

export const lateLegsUpTo = (block: number) => legsWhere("late_block <= ?", block);

/** Withdraws the note that undecided legs failed, where a block above this one said so. */
export function* forgetFailuresAfter(block: number): Phase<void> {
  yield* run(
    "UPDATE leg SET failed_block = NULL WHERE state IN ('signed','sent') AND failed_block > ?",
    block,
  );
  yield* run(
    `UPDATE leg SET reclaim_failed_block = NULL
     WHERE state IN ('reclaim_signed','reclaim_sent') AND reclaim_failed_block > ?`,
    block,
  );
}

/** Withdraws the note that a block above this one holds dead legs. */
export const forgetLateAfter = (block: number) =>
  run("UPDATE leg SET late_block = NULL WHERE late_block > ?", block);

/** Legs that a fork has killed after their money was posted. */
export const legsPostedButDead = () => legsWhere("posted = 1 AND earned = 0 AND state = 'dead'");

export const livingReplacements = (legId: LegId) =>
  legsWhere("replaces = ? AND state <> 'dead'", legId);

const TO_COMPARE = "compared = 0 AND block_number IS NOT NULL AND block_number <= ?";

/** Legs of a resource included by this block and not compared yet, whose stake gives fewer than their units at these totals. */
export function* legsFallenShort(
  resource: Resource,
  { totalLimit, totalWeight }: StakeRatio,
  block: number,
): Phase<LegId[]> {
  // The node's own arithmetic: doubles. Truncated it is below just when it is below before.
  const rows = yield* all<{ id: LegId }>(
    `SELECT id FROM leg WHERE ${TO_COMPARE} AND resource = ?
       AND CAST(stake_sun AS DOUBLE PRECISION) / 1000000 * ? < units ORDER BY id`,
    block,
    resource,
    totalLimit / totalWeight,
  );
  return rows.map(({ id }) => id);
}

/** Planned legs that make up for a shortfall. */
export const plannedToCompensate = () => legsWhere("compensates IS NOT NULL AND state = 'planned'");

/** Marks running legs of later blocks as not compared, apart from legs that make up for a shortfall or had theirs made up for. */
export const compareLegsSince = (block: number) =>
  run(
    `UPDATE leg SET compared = 0 WHERE state IN ('included','solidified') AND block_number > ?
       AND short_units = 0 AND compensates IS NULL`,
    block,
  );

/** Marks legs included by this block as compared, up to a limit; returns how many. */
export const legsCompared = (block: number, limit: number) =>
  countChanged(
    `UPDATE leg SET compared = 1
     WHERE id IN (SELECT id FROM leg WHERE ${TO_COMPARE} ORDER BY block_number LIMIT ?)`,
    block,
    limit,
  );

/** Owners with a reservation that the chain may already count itself. */
export const ownersWithIncludedReservations = () =>
  column<Address>(
    "SELECT DISTINCT owner FROM leg WHERE reserving = 1 AND block_number IS NOT NULL",
  );

/** Those of them that are sellers, by address, after the given one. */
export const sellersWithIncludedReservations = (after: string, limit: number) =>
  column<Address>(
    `SELECT DISTINCT owner FROM leg WHERE reserving = 1 AND block_number IS NOT NULL
       AND owner > ? AND EXISTS (SELECT 1 FROM seller WHERE address = owner)
     ORDER BY owner LIMIT ?`,
    after,
    limit,
  );

/** How often each owner has failed to deliver an order, why, and when last. */
export const deathsByOwner = (orderId: OrderId) =>
  all<Deaths<Address>>(
    `SELECT owner, seller_sun IS NULL AS is_pool, locked, death_reason AS reason, count(*) AS times,
       max(dead_at) AS last_at
     FROM leg WHERE order_id = ? AND state = 'dead' GROUP BY owner, is_pool, locked, reason`,
    orderId,
  );

/** The newest solid delegation, of an order before this id, that was in a block by this chain time. */
export function* newestSolidBefore(
  orderId: string,
  chainTimeMs: number,
): Phase<LegRow | undefined> {
  const [leg] = yield* legsWhere(
    `id < ? AND state IN ('solidified','reclaim_signed','reclaim_sent','reclaimed','released')
       AND delegated_at <= ? ORDER BY id DESC LIMIT 1`,
    orderId,
    chainTimeMs,
  );
  return leg;
}

/** What the books expect of the records on chain, one for each owner, receiver and resource. */
export type ExpectedRecord = StakeRecord & {
  /** In a block, and not on its way back. */
  least_sun: number;
  /** The same, with legs that may be in a block or may not have been sent yet. */
  most_sun: number;
};

export const expectedRecords = () =>
  all<ExpectedRecord>(
    `SELECT owner, receiver, resource,
       sum(CASE WHEN state IN ('included','solidified') THEN stake_sun ELSE 0 END) AS least_sun,
       sum(stake_sun) AS most_sun
     FROM leg WHERE ${LIVING} AND state <> 'planned' GROUP BY owner, receiver, resource`,
  );
