/** Legs: the delegations of orders, every step of their life, and the locks that the chain reported. */
import type { Address } from "../domain/address.js";
import { assert, must } from "../domain/assert.js";
import type { Duration } from "../domain/duration.js";
import type { CustomerId, LegId, OrderId } from "../domain/ids.js";
import { assertTransition, type LegState } from "../domain/leg.js";
import type { Sun } from "../domain/money.js";
import type { Resource } from "../domain/resource.js";
import { LIVING, ON_RECORD } from "./conditions.js";
import { all, countChanged, one, type Phase, run, type SqlValue } from "./phase.js";

export type LegRow = {
  id: LegId;
  order_id: OrderId;
  sequence: number;
  owner: Address;
  receiver: Address;
  resource: Resource;
  units: number;
  /** For a unit: what its trade was made at. */
  price_sun: number;
  amount_sun: Sun;
  /** What the seller earns of the amount; null for the pool, where all of it is revenue. */
  seller_sun: Sun | null;
  /** Of a seller's leg: whose paid money pays for it, and no gift. */
  paid_by: CustomerId | null;
  duration: Duration;
  state: LegState;
  locked: 0 | 1;
  replaces: LegId | null;
  /** The leg whose shortfall this one makes good; it moves no money. */
  compensates: LegId | null;
  /** 1 once its stake was compared with the first totals read after its block. */
  compared: 0 | 1;
  /** Units that were missing then. */
  short_units: number;
  reserved_sun: Sun;
  reserving: 0 | 1;
  stake_sun: Sun | null;
  posted: 0 | 1;
  earned: 0 | 1;
  txid: string | null;
  transaction_hex: string | null;
  transaction_expires_at: number | null;
  attempts: number;
  block_number: number | null;
  delegated_at: number | null;
  expires_at: number | null;
  expiry_read: 0 | 1;
  /** 1 when its lock holds others of its record longer than it should: a fork brought it late. */
  overran: 0 | 1;
  reclaim_txid: string | null;
  reclaim_hex: string | null;
  reclaim_expires_at: number | null;
  reclaim_attempts: number;
  reclaim_block: number | null;
  /** The block in which its transaction failed, until that is settled. */
  failed_block: number | null;
  /** The same of its undelegation. */
  reclaim_failed_block: number | null;
  /** A block that holds it although it is dead, until that is solid and reported. */
  late_block: number | null;
  death_reason: string | null;
  dead_at: number | null;
  /** 1 when only its own price is held, not the order's. */
  capped: 0 | 1;
  /** Of a dead leg: units that are to be planned anew at its price, because the order's is no longer held for them. */
  rest_units: number;
};

const COLUMNS = `id, order_id, sequence, owner, receiver, resource, units, price_sun, amount_sun, seller_sun,
  paid_by, duration, state, locked, replaces, compensates, compared, short_units, reserved_sun, reserving, stake_sun, posted, earned, txid,
  transaction_hex, transaction_expires_at, attempts, block_number, delegated_at, expires_at,
  expiry_read, reclaim_txid, reclaim_hex, reclaim_expires_at, reclaim_attempts, reclaim_block,
  failed_block, reclaim_failed_block, late_block, death_reason, dead_at, capped, rest_units, overran`;

export type NewLeg = Pick<
  LegRow,
  | "id"
  | "order_id"
  | "sequence"
  | "owner"
  | "receiver"
  | "resource"
  | "units"
  | "price_sun"
  | "amount_sun"
  | "seller_sun"
  | "paid_by"
  | "duration"
  | "locked"
  | "reserved_sun"
> & { replaces?: LegId; compensates?: LegId; capped: 0 | 1 };

export function* insertLeg(leg: NewLeg): Phase<void> {
  yield* run(
    `INSERT INTO leg (id, order_id, sequence, owner, receiver, resource, units, price_sun, amount_sun,
       seller_sun, paid_by, duration, state, locked, reserved_sun, replaces, compensates, compared, capped)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'planned', ?, ?, ?, ?, ?, ?)`,
    leg.id,
    leg.order_id,
    leg.sequence,
    leg.owner,
    leg.receiver,
    leg.resource,
    leg.units,
    leg.price_sun,
    leg.amount_sun,
    leg.seller_sun,
    leg.paid_by,
    leg.duration,
    leg.locked,
    leg.reserved_sun,
    leg.replaces ?? null,
    leg.compensates ?? null,
    // A leg that makes a shortfall good is not made good itself.
    leg.compensates === undefined ? 0 : 1,
    leg.capped,
  );
}

export function* findLeg(id: LegId): Phase<LegRow | undefined> {
  return yield* one<LegRow>(`SELECT ${COLUMNS} FROM leg WHERE id = ?`, id);
}

/** Legs that meet a condition on the table's columns; the condition is a constant, only its values vary. */
export function* legsWhere(condition: string, ...params: SqlValue[]): Phase<LegRow[]> {
  return yield* all<LegRow>(`SELECT ${COLUMNS} FROM leg WHERE ${condition}`, ...params);
}

export function* findLegByTxid(txid: string): Phase<LegRow | undefined> {
  return (yield* legsWhere("txid = ?", txid))[0];
}

export function* findLegByReclaimTxid(txid: string): Phase<LegRow | undefined> {
  return (yield* legsWhere("reclaim_txid = ?", txid))[0];
}

export type LegChange = Partial<Omit<LegRow, "id" | "order_id" | "sequence" | "state">>;

/** Moves a leg to another state and sets columns with it; asserts that the state was the one read before. */
export function* advanceLeg(leg: LegRow, to: LegState, change: LegChange = {}): Phase<LegRow> {
  if (to !== leg.state) assertTransition(leg.state, to);
  const columns = Object.keys(change);
  const values = Object.values(change) as SqlValue[];
  const sets = ["state = ?", ...columns.map((column) => `${column} = ?`)];
  const changed = yield* countChanged(
    `UPDATE leg SET ${sets.join(", ")} WHERE id = ? AND state = ?`,
    to,
    ...values,
    leg.id,
    leg.state,
  );
  assert(changed === 1, `leg ${leg.id} is no longer ${leg.state}`);
  return { ...leg, ...change, state: to };
}

/** Sets columns without a change of state. */
export function* changeLeg(leg: LegRow, change: LegChange): Phase<LegRow> {
  return yield* advanceLeg(leg, leg.state, change);
}

export function* nextSequence(orderId: OrderId): Phase<number> {
  const row = yield* one<{ next: number }>(
    "SELECT coalesce(max(sequence), 0) + 1 AS next FROM leg WHERE order_id = ?",
    orderId,
  );
  return must(row, "an aggregate has one row").next;
}

export type LockedRecord = Pick<LegRow, "owner" | "receiver" | "resource">;

export type RecordStake = {
  /** In a block and not on its way back. */
  delegated_sun: number;
  /** Being taken back, and in no block yet: the chain may or may not count it. */
  leaving_sun: number;
  /** Legs so young that a node which lags may not show them, or a node ahead of us may. */
  young: number;
};

/** The other legs that share a leg's record on the chain. */
export function* stakeBeside(leg: LockedRecord & Pick<LegRow, "id">): Phase<RecordStake> {
  const row = yield* one<RecordStake>(
    `SELECT
       coalesce(sum(CASE WHEN state IN ('included','solidified') THEN stake_sun END), 0)
         AS delegated_sun,
       coalesce(sum(CASE WHEN state IN ('reclaim_signed','reclaim_sent') AND reclaim_block IS NULL
         THEN stake_sun END), 0) AS leaving_sun,
       coalesce(sum(state IN ('signed','sent','included')), 0) AS young
     FROM leg WHERE receiver = ? AND resource = ? AND locked IN (0, 1) AND owner = ?
       AND id <> ? AND ${LIVING} AND state <> 'planned'`,
    leg.receiver,
    leg.resource,
    leg.owner,
    leg.id,
  );
  return must(row, "an aggregate has one row");
}

/**
 * Stake of ours on a seller's record as it was at a block, without what its owner may have taken back by then: what was locked at that time
 * at least, and what we were taking back ourselves.
 */
export function* stakeOnRecord(
  { owner, receiver, resource }: LockedRecord,
  block: number,
  lockedAtMs: number,
): Phase<number> {
  const row = yield* one<{ stake_sun: number }>(
    `SELECT coalesce(sum(stake_sun), 0) AS stake_sun FROM leg INDEXED BY leg_of_seller
     WHERE receiver = ? AND resource = ? AND owner = ? AND seller_sun IS NOT NULL
       AND block_number <= ? AND state <> 'dead' AND state <> 'released'
       AND (reclaim_block IS NULL OR reclaim_block > ?)
       AND (expires_at > ? OR reclaim_txid IS NOT NULL)`,
    ...[receiver, resource, owner, block, block, lockedAtMs],
  );
  return must(row, "an aggregate has one row").stake_sun;
}

/** True while a leg of the order is signed but not yet final on chain. */
export function* hasOpenLegs(orderId: OrderId): Phase<boolean> {
  const row = yield* one(
    "SELECT id FROM leg WHERE order_id = ? AND state IN ('signed','sent','included') LIMIT 1",
    orderId,
  );
  return row !== undefined;
}

/** Whether the owner has or ever had a leg. No index helps: it may read all legs. */
export function* hasLegs(owner: Address): Phase<boolean> {
  return (yield* one("SELECT id FROM leg WHERE owner = ? LIMIT 1", owner)) !== undefined;
}

export function* countPlannedLegs(): Phase<number> {
  const row = yield* one<{ count: number }>(
    "SELECT count(*) AS count FROM leg WHERE state = 'planned'",
  );
  return must(row, "an aggregate has one row").count;
}

/** The pool's stake of a resource that is reserved or out on rentals. */
export function* legsOpenStake(resource: Resource): Phase<number> {
  const row = yield* one<{ sum_sun: number }>(
    `SELECT coalesce(sum(sun), 0) AS sum_sun FROM (
       SELECT coalesce(stake_sun, reserved_sun) AS sun FROM leg INDEXED BY leg_of_record
       WHERE resource = ? AND seller_sun IS NULL AND ${ON_RECORD}
       UNION ALL SELECT reserved_sun FROM leg INDEXED BY leg_planned
       WHERE resource = ? AND seller_sun IS NULL AND state = 'planned' AND locked = 0)`,
    resource,
    resource,
  );
  return must(row, "an aggregate has one row").sum_sun;
}

/** Dead legs of an order with units that wait to be planned anew at their price, the cheapest first. */
export function* legsWithRest(orderId: OrderId): Phase<LegRow[]> {
  return yield* legsWhere("order_id = ? AND rest_units > 0 ORDER BY price_sun, sequence", orderId);
}

/** Nothing of an order is planned any more. */
export function* forgetRests(orderId: OrderId): Phase<void> {
  yield* run("UPDATE leg SET rest_units = 0 WHERE order_id = ? AND rest_units > 0", orderId);
}
