/** Legs: the delegations of orders, every step of their life, and the locks that the chain reported. */
import type { Address } from "../domain/address.js";
import { assert, must } from "../domain/assert.js";
import type { Duration } from "../domain/duration.js";
import type { CustomerId, LegId, OrderId } from "../domain/ids.js";
import { assertTransition, LEG_STATES, type LegState } from "../domain/leg.js";
import type { Sun } from "../domain/money.js";
import type { Resource } from "../domain/resource.js";
import { LIVING, ON_RECORD } from "./conditions.js";
import {
  count,
  countChanged,
  exists,
  marks,
  one,
  type Phase,
  run,
  type SqlValue,
  value,
} from "./phase.js";
import { flag, integer, oneOf, type RowOf, sets, table, text } from "./table.js";

/**
 * One delegation on chain (or planned to be). The states are those of domain/leg.ts; dead_at is wall time, the other times
 * that end in _at are chain time.
 */
export const LEGS = table(
  "leg",
  {
    id: text<LegId>().key,
    order_id: text<OrderId>().references("orders"),
    sequence: integer(),
    owner: text<Address>(),
    receiver: text<Address>(),
    resource: text<Resource>(),
    units: integer().check("units > 0"),
    amount_sun: integer<Sun>().check("amount_sun BETWEEN 1 AND 9007199254740991"),
    duration: text<Duration>(),
    state: oneOf(LEG_STATES),
    locked: flag(),
    /** The leg that a fork killed in a finished order, in whose place this one delivers. */
    replaces: text<LegId>().orNull.references("leg"),
    /** The reservation of the owner's capacity: counted while reserving = 1. */
    reserved_sun: integer<Sun>().check("reserved_sun > 0"),
    reserving: flag().default(1),
    stake_sun: integer<Sun>().orNull,
    /** Whether its money was posted (held → clearing), and earned (clearing → revenue and the seller's). */
    posted: flag().default(0),
    earned: flag().default(0),
    txid: text().orNull,
    transaction_hex: text().orNull,
    transaction_expires_at: integer().orNull,
    attempts: integer().default(0),
    block_number: integer().orNull,
    delegated_at: integer().orNull,
    expires_at: integer().orNull,
    /** One takes back all legs of a record that end together: their places in it, from 0; the first has the bytes. */
    reclaim_txid: text().orNull,
    reclaim_part: integer().default(0),
    reclaim_hex: text().orNull,
    reclaim_expires_at: integer().orNull,
    reclaim_attempts: integer().default(0),
    reclaim_block: integer().orNull,
    death_reason: text().orNull,
    dead_at: integer().orNull,
    /** What a seller earns of it once it is solidified, the rest is commission; null: the pool's leg, all of it revenue. */
    seller_sun: integer<Sun>().orNull.check(
      "seller_sun IS NULL OR seller_sun BETWEEN 0 AND amount_sun",
    ),
    /** The leg that fell short of its units by the network's totals, for which this one delivers the rest. */
    compensates: text<LegId>().orNull.references("leg"),
    /** 1 once it was compared with the network's totals after its block. */
    compared: flag().default(0),
    /** Units that were missing then. */
    short_units: integer().default(0).check("short_units BETWEEN 0 AND units"),
    /** The block by which it failed: it dies of that when the solidified state says so too. */
    failed_block: integer().orNull,
    /** Block in which its undelegation failed. */
    reclaim_failed_block: integer().orNull,
    /** A block that holds it although it was taken for dead, until that is solid and reported. */
    late_block: integer().orNull,
    /** SUN per unit. */
    price_sun: integer().default(0),
    /** 1 when only the leg's own price is held for it, not the order's: the rest went back before a fork. */
    capped: flag().default(0),
    /** Of a dead leg: units that are to be planned again, at its price at most. */
    rest_units: integer().default(0).check("rest_units BETWEEN 0 AND units"),
    /**
     * Of a seller's leg: the customer whose paid money, and no gift, pays for it. Null of the pool's, and of one that takes
     * the place of another that was paid for.
     */
    paid_by: text<CustomerId>().orNull.references("customer"),
    /** 1 when its lock holds others of its record longer than it should: a fork brought it late. */
    overran: flag().default(0),
  },
  {
    unique: ["order_id, sequence"],
    checks: [
      "state IN ('planned','dead') OR (txid IS NOT NULL AND transaction_hex IS NOT NULL AND stake_sun IS NOT NULL AND transaction_expires_at IS NOT NULL)",
      "(state = 'planned' OR state = 'signed' OR state = 'sent' OR state = 'dead') OR (block_number IS NOT NULL AND delegated_at IS NOT NULL AND expires_at IS NOT NULL)",
    ],
    isNumbered: true,
    sql: `
-- The leg of a transaction that a block holds; and no two legs share one.
CREATE UNIQUE INDEX leg_by_txid ON leg (txid) WHERE txid IS NOT NULL;
-- The legs of a transaction that takes them back; no two transactions share one.
CREATE UNIQUE INDEX leg_by_reclaim_txid ON leg (reclaim_txid, reclaim_part) WHERE reclaim_txid IS NOT NULL;
-- What the signer has to sign, by owner; how much of it there is; what is to be closed with its order.
CREATE INDEX leg_planned ON leg (owner, id) WHERE state = 'planned';
-- What is signed and in no block: sent again, looked for, settled.
CREATE INDEX leg_in_flight ON leg (id) WHERE state IN ('signed','sent');
-- What is in a block that is not solid: earned with it, or taken back by a fork.
CREATE INDEX leg_included ON leg (block_number) WHERE state = 'included';
-- What has ended, the oldest first: taken back.
CREATE INDEX leg_to_reclaim ON leg (expires_at) WHERE state = 'solidified';
-- What is on its way back: sent again, looked for, settled.
CREATE INDEX leg_reclaiming ON leg (id) WHERE state IN ('reclaim_signed','reclaim_sent');
-- Reservations that end with a snapshot of their owner, and the owners that have some.
CREATE INDEX leg_reserving ON leg (owner, resource, block_number)
  WHERE reserving = 1 AND block_number IS NOT NULL;
-- What was posted and died in a fork: replaced, or its price given back.
CREATE INDEX leg_to_mend ON leg (id) WHERE posted = 1 AND earned = 0 AND state = 'dead';
-- Whether such a leg has a living replacement.
CREATE INDEX leg_replacing ON leg (replaces) WHERE replaces IS NOT NULL;
-- What is out on a record of the chain: locks, stake beside a leg, what a receiver rents; the pool's open stake. Not what is planned
-- without a lock, which concerns no other leg: to write it here would dirty a page of its own for almost every order.
CREATE INDEX leg_of_record ON leg (receiver, resource, locked, owner)
  WHERE state <> 'reclaimed' AND state <> 'released' AND state <> 'dead' AND (state <> 'planned' OR locked = 1);
-- What a seller has delegated, the newest first, page by page.
CREATE INDEX leg_of_seller ON leg (owner) WHERE seller_sun IS NOT NULL;
-- The same for what is not over, counted and listed without reading all they ever sold.
CREATE INDEX leg_open_of_seller ON leg (owner)
  WHERE seller_sun IS NOT NULL AND state <> 'reclaimed' AND state <> 'released' AND state <> 'dead';
-- What is in a block and not compared with the network's totals yet: a few seconds' worth.
CREATE INDEX leg_to_compare ON leg (block_number) WHERE compared = 0 AND block_number IS NOT NULL;
-- Dead legs that a block holds: told of once it is solid, forgotten with a fork.
CREATE INDEX leg_late ON leg (late_block) WHERE late_block IS NOT NULL;
-- The parts of an order with a price of their own: each time it is matched, closed or changed.
CREATE INDEX leg_with_rest ON leg (order_id) WHERE rest_units > 0;
-- What of a customer's paid money such legs wait for, until they are in a block.
CREATE INDEX leg_waiting_to_be_paid ON leg (paid_by)
  WHERE paid_by IS NOT NULL AND posted = 0 AND (state = 'planned' OR state = 'signed' OR state = 'sent');
-- Legs that were taken back without the desk, after a backup above all: whether an undelegation was theirs.
CREATE INDEX leg_released ON leg (receiver, resource, owner) WHERE state = 'released';
CREATE INDEX leg_overran ON leg (id) WHERE overran = 1;`,
  },
);

export type LegRow = RowOf<typeof LEGS>;

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

export const insertLegs = (legs: readonly NewLeg[]) =>
  LEGS.addAll(
    legs.map((leg) => ({
      ...leg,
      state: "planned" as const,
      // A leg that makes up for a shortfall is not made up for itself.
      compared: leg.compensates === undefined ? (0 as const) : (1 as const),
    })),
  );

export const findLeg = (id: LegId) => LEGS.one("WHERE id = ?", id);

export const findLegs = (ids: readonly LegId[]) =>
  LEGS.all(`WHERE id IN (${marks(ids)}) ORDER BY id`, ...ids);

/** The node has the bytes of these; legs that have moved on stay as they are. */
export const markLegsSent = (ids: readonly LegId[]) =>
  run(`UPDATE leg SET state = 'sent' WHERE state = 'signed' AND id IN (${marks(ids)})`, ...ids);

/** Legs that meet a condition on the table's columns; the condition is a constant, only its values vary. */
export const legsWhere = (condition: string, ...params: SqlValue[]) =>
  LEGS.all(`WHERE ${condition}`, ...params);

/** Legs that these transactions delegate. */
export const legsByTxids = (txids: readonly string[]) =>
  legsWhere(`txid IN (${marks(txids)})`, ...txids);

export function* findLegByTxid(txid: string): Phase<LegRow | undefined> {
  return (yield* legsWhere("txid = ?", txid))[0];
}

export type LegChange = Partial<Omit<LegRow, "id" | "order_id" | "sequence" | "state">>;

/** Moves a leg to another state and sets columns with it; asserts that the state was the one read before. */
export function* advanceLeg(leg: LegRow, to: LegState, change: LegChange = {}): Phase<LegRow> {
  if (to !== leg.state) assertTransition(leg.state, to);
  const set = sets(["state", ...Object.keys(change)]);
  const changed = yield* countChanged(
    `UPDATE leg SET ${set} WHERE id = ? AND state = ?`,
    to,
    ...(Object.values(change) as SqlValue[]),
    leg.id,
    leg.state,
  );
  assert(changed === 1, `leg ${leg.id} is no longer ${leg.state}`);
  return { ...leg, ...change, state: to };
}

/** Sets columns without a change of state. */
export const changeLeg = (leg: LegRow, change: LegChange): Phase<LegRow> =>
  advanceLeg(leg, leg.state, change);

export function* nextSequence(orderId: OrderId): Phase<number> {
  return must(
    yield* value<number>(
      "SELECT coalesce(max(sequence), 0) + 1 AS next FROM leg WHERE order_id = ?",
      orderId,
    ),
    "an aggregate has one row",
  );
}

/** Whose stake is delegated to whom: the chain keeps one sum, and one lock, of each. */
export type StakeRecord = Pick<LegRow, "owner" | "receiver" | "resource">;

export type RecordStake = {
  /** In a block and not on its way back. */
  delegated_sun: number;
  /** Being taken back, and in no block yet: the chain may or may not count it. */
  leaving_sun: number;
  /** Legs so young that a node which lags may not show them, or a node ahead of us may. */
  young: number;
};

/** The other legs that share the record of some on the chain. */
export function* stakeBeside(
  { owner, receiver, resource }: StakeRecord,
  ids: readonly string[],
): Phase<RecordStake> {
  const row = yield* one<RecordStake>(
    `SELECT
       coalesce(sum(CASE WHEN state IN ('included','solidified') THEN stake_sun END), 0)
         AS delegated_sun,
       coalesce(sum(CASE WHEN state IN ('reclaim_signed','reclaim_sent') AND reclaim_block IS NULL
         THEN stake_sun END), 0) AS leaving_sun,
       coalesce(sum(CASE WHEN state IN ('signed','sent','included') THEN 1 END), 0) AS young
     FROM leg WHERE receiver = ? AND resource = ? AND locked IN (0, 1) AND owner = ?
       AND id NOT IN (SELECT value FROM json_each(?)) AND ${LIVING} AND state <> 'planned'`,
    receiver,
    resource,
    owner,
    JSON.stringify(ids),
  );
  return must(row, "an aggregate has one row");
}

/**
 * Stake of ours on a seller's record as it was at a block, without what its owner may have taken back by then: what was locked at that time
 * at least, and what we were taking back ourselves.
 */
export function* stakeOnRecord(
  { owner, receiver, resource }: StakeRecord,
  block: number,
  lockedAtMs: number,
): Phase<number> {
  return must(
    yield* value<number>(
      `SELECT coalesce(sum(stake_sun), 0) AS stake_sun FROM leg INDEXED BY leg_of_seller
     WHERE receiver = ? AND resource = ? AND owner = ? AND seller_sun IS NOT NULL
       AND block_number <= ? AND state <> 'dead' AND state <> 'released'
       AND (reclaim_block IS NULL OR reclaim_block > ?)
       AND (expires_at > ? OR reclaim_txid IS NOT NULL)`,
      ...[receiver, resource, owner, block, block, lockedAtMs],
    ),
    "an aggregate has one row",
  );
}

/** True while a leg of the order is signed but not yet final on chain. */
export const hasOpenLegs = (orderId: OrderId) =>
  exists("leg WHERE order_id = ? AND state IN ('signed','sent','included')", orderId);

/** Whether the owner has or ever had a leg. No index helps: it may read all legs. */
export const hasLegs = (owner: Address) => exists("leg WHERE owner = ?", owner);

export const countPlannedLegs = () => count("leg WHERE state = 'planned'");

/** The pool's stake of a resource that is reserved or out on rentals. */
export function* legsOpenStake(resource: Resource): Phase<number> {
  return must(
    yield* value<number>(
      `SELECT coalesce(sum(sun), 0) AS sum_sun FROM (
       SELECT coalesce(stake_sun, reserved_sun) AS sun FROM leg INDEXED BY leg_of_record
       WHERE resource = ? AND seller_sun IS NULL AND ${ON_RECORD}
       UNION ALL SELECT reserved_sun FROM leg INDEXED BY leg_planned
       WHERE resource = ? AND seller_sun IS NULL AND state = 'planned' AND locked = 0) AS open`,
      resource,
      resource,
    ),
    "an aggregate has one row",
  );
}

/** Dead legs of an order with units that wait to be planned again at their price, the cheapest first. */
export const legsWithRest = (orderId: OrderId): Phase<LegRow[]> =>
  legsWhere("order_id = ? AND rest_units > 0 ORDER BY price_sun, sequence", orderId);

/** Clears the units of an order that were to be planned again. */
export const forgetRests = (orderId: OrderId) =>
  run("UPDATE leg SET rest_units = 0 WHERE order_id = ? AND rest_units > 0", orderId);
