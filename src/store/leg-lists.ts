/** The lists of legs that wait for a step: each is one partial index away. */
import type { Address } from "../domain/address.js";
import type { CustomerId, LegId, OrderId } from "../domain/ids.js";
import type { Resource } from "../domain/resource.js";
import type { StakeRatio } from "../domain/stake.js";
import { LIVING, ON_RECORD, oneOf } from "./conditions.js";
import { type LegRow, legsWhere } from "./legs.js";
import { all, countChanged, type Phase, run } from "./phase.js";

type Legs = Phase<LegRow[]>;

export function* legsOfOrder(orderId: OrderId): Legs {
  return yield* legsWhere("order_id = ? ORDER BY sequence", orderId);
}

const RUNNING = oneOf("state", "included", "solidified", "reclaim_signed", "reclaim_sent");

/**
 * A customer's rentals of a receiver, from the block of the delegation until the stake is taken back; what ends first comes
 * first.
 */
export function* rentalsTo(receiver: Address, customerId: CustomerId, limit: number): Legs {
  return yield* legsWhere(
    `receiver = ? AND ${ON_RECORD} AND ${RUNNING}
       AND EXISTS (SELECT 1 FROM orders WHERE orders.id = leg.order_id AND customer_id = ?)
     ORDER BY expires_at, id LIMIT ?`,
    receiver,
    customerId,
    limit,
  );
}

/** Planned legs of an owner, oldest first. */
export function* plannedLegs(owner: Address, limit: number): Legs {
  return yield* legsWhere("state = 'planned' AND owner = ? ORDER BY id LIMIT ?", owner, limit);
}

/** Owners with planned legs; skips through the index, so many legs of few owners cost little. */
export function* ownersWithPlannedLegs(): Phase<Address[]> {
  const rows = yield* all<{ owner: Address }>(
    `WITH RECURSIVE next (owner) AS (
       SELECT min(owner) FROM leg WHERE state = 'planned'
       UNION ALL
       SELECT (SELECT min(owner) FROM leg WHERE state = 'planned' AND owner > next.owner)
         FROM next WHERE next.owner IS NOT NULL)
     SELECT owner FROM next WHERE owner IS NOT NULL`,
  );
  return rows.map(({ owner }) => owner);
}

/** Legs whose bytes were sent and that are in no block. */
export function* legsInFlight(): Legs {
  return yield* legsWhere("state IN ('signed','sent') ORDER BY id");
}

/** The `+` keeps SQLite from reading all legs there ever were, in the order of their ids. */
export function* legsIncluded(): Legs {
  return yield* legsWhere("state = 'included' ORDER BY +id");
}

export function* legsIncludedUpTo(block: number, limit: number): Legs {
  return yield* legsWhere(
    "state = 'included' AND block_number <= ? ORDER BY block_number LIMIT ?",
    block,
    limit,
  );
}

export function* legsIncludedAfter(block: number): Legs {
  return yield* legsWhere("state = 'included' AND block_number > ?", block);
}

/**
 * Solidified legs whose rental ended strictly before this chain time, oldest first, up to a limit for each owner: legs that
 * cannot be taken back now must not keep other owners' legs out.
 */
export function* legsEndedBefore(chainTimeMs: number, limit: number): Legs {
  return yield* legsWhere(
    `id IN (SELECT id FROM (
         SELECT id, row_number() OVER (PARTITION BY owner ORDER BY expires_at) AS place
         FROM leg WHERE state = 'solidified' AND expires_at < ?)
       WHERE place <= ?) ORDER BY expires_at`,
    chainTimeMs,
    limit,
  );
}

/** Legs whose undelegation was sent and is in no block. */
export function* reclaimsInFlight(): Legs {
  return yield* legsWhere(
    "state IN ('reclaim_signed','reclaim_sent') AND reclaim_block IS NULL ORDER BY id",
  );
}

export function* reclaimsIncludedUpTo(block: number): Legs {
  return yield* legsWhere(
    "state IN ('reclaim_signed','reclaim_sent') AND reclaim_block <= ?",
    block,
  );
}

export function* reclaimsIncludedAfter(block: number): Legs {
  return yield* legsWhere(
    "state IN ('reclaim_signed','reclaim_sent') AND reclaim_block > ?",
    block,
  );
}

/** Dead legs that a block holds after all. */
export function* lateLegs(): Legs {
  return yield* legsWhere("late_block IS NOT NULL");
}

export function* lateLegsUpTo(block: number): Legs {
  return yield* legsWhere("late_block <= ?", block);
}

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
export function* forgetLateAfter(block: number): Phase<void> {
  yield* run("UPDATE leg SET late_block = NULL WHERE late_block > ?", block);
}

/** Locked legs whose end has not been read from the chain yet. */
export function* legsWithUnreadLock(limit: number): Legs {
  return yield* legsWhere(
    "locked = 1 AND expiry_read = 0 AND state IN ('included','solidified') ORDER BY id LIMIT ?",
    limit,
  );
}

/** Legs that a fork has killed after their money was posted. */
export function* legsPostedButDead(): Legs {
  return yield* legsWhere("posted = 1 AND earned = 0 AND state = 'dead'");
}

export function* livingReplacements(legId: LegId): Legs {
  return yield* legsWhere("replaces = ? AND state <> 'dead'", legId);
}

const TO_COMPARE = "compared = 0 AND block_number IS NOT NULL AND block_number <= ?";

/** Legs of a resource included by this block and not compared yet, whose stake gives fewer than their units at these totals. */
export function* legsFallenShort(
  resource: Resource,
  { totalLimit, totalWeight }: StakeRatio,
  block: number,
): Phase<LegId[]> {
  // The node's own arithmetic: doubles, truncated.
  const rows = yield* all<{ id: LegId }>(
    `SELECT id FROM leg WHERE ${TO_COMPARE} AND resource = ?
       AND CAST((stake_sun / 1000000.0) * ? AS INTEGER) < units ORDER BY id`,
    block,
    resource,
    totalLimit / totalWeight,
  );
  return rows.map(({ id }) => id);
}

/** Planned legs that make up for a shortfall. */
export function* plannedToCompensate(): Legs {
  return yield* legsWhere("compensates IS NOT NULL AND state = 'planned'");
}

/** Marks running legs of later blocks as not compared, apart from legs that make up for a shortfall or had theirs made up for. */
export function* compareLegsSince(block: number): Phase<void> {
  yield* run(
    `UPDATE leg SET compared = 0 WHERE state IN ('included','solidified') AND block_number > ?
       AND short_units = 0 AND compensates IS NULL`,
    block,
  );
}

/** Marks legs included by this block as compared, up to a limit; returns how many. */
export function* legsCompared(block: number, limit: number): Phase<number> {
  return yield* countChanged(
    `UPDATE leg SET compared = 1
     WHERE id IN (SELECT id FROM leg WHERE ${TO_COMPARE} ORDER BY block_number LIMIT ?)`,
    block,
    limit,
  );
}

/** Owners with a reservation that the chain may already count itself. */
export function* ownersWithIncludedReservations(): Phase<Address[]> {
  const rows = yield* all<{ owner: Address }>(
    "SELECT DISTINCT owner FROM leg WHERE reserving = 1 AND block_number IS NOT NULL",
  );
  return rows.map(({ owner }) => owner);
}

/** Those of them that are sellers, by address, after the given one. */
export function* sellersWithIncludedReservations(after: string, limit: number): Phase<Address[]> {
  const rows = yield* all<{ owner: Address }>(
    `SELECT DISTINCT owner FROM leg WHERE reserving = 1 AND block_number IS NOT NULL
       AND owner > ? AND EXISTS (SELECT 1 FROM seller WHERE address = owner)
     ORDER BY owner LIMIT ?`,
    after,
    limit,
  );
  return rows.map(({ owner }) => owner);
}

export type DeathsRow = {
  owner: Address;
  is_pool: 0 | 1;
  locked: 0 | 1;
  reason: string;
  times: number;
  /** Wall time. */
  last_at: number;
};

/** How often each owner has failed to deliver an order, why, and when last. */
export function* deathsByOwner(orderId: OrderId): Phase<DeathsRow[]> {
  return yield* all<DeathsRow>(
    `SELECT owner, seller_sun IS NULL AS is_pool, locked, death_reason AS reason, count(*) AS times,
       max(dead_at) AS last_at
     FROM leg WHERE order_id = ? AND state = 'dead' GROUP BY owner, is_pool, locked, reason`,
    orderId,
  );
}

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
export type ExpectedRecord = {
  owner: Address;
  receiver: Address;
  resource: Resource;
  /** In a block, and not on its way back. */
  least_sun: number;
  /** The same, with legs that may be in a block or may not have been sent yet. */
  most_sun: number;
};

export function* expectedRecords(): Phase<ExpectedRecord[]> {
  return yield* all<ExpectedRecord>(
    `SELECT owner, receiver, resource,
       sum(CASE WHEN state IN ('included','solidified') THEN stake_sun ELSE 0 END) AS least_sun,
       sum(stake_sun) AS most_sun
     FROM leg WHERE ${LIVING} AND state <> 'planned' GROUP BY owner, receiver, resource`,
  );
}
