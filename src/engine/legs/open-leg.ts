/** A leg as far as whoever signs, sends and takes back asks. */
import type { Address } from "../../domain/address.js";
import type { Duration } from "../../domain/duration.js";
import type { LegId, OrderId } from "../../domain/ids.js";
import type { LegState } from "../../domain/leg.js";
import type { Sun } from "../../domain/money.js";
import type { Resource } from "../../domain/resource.js";
import type { LegRow } from "../../store/legs.js";

/** Times are chain time. */
export interface OpenLeg {
  readonly id: LegId;
  readonly orderId: OrderId;
  readonly owner: Address;
  /** Its owner is a seller, not the pool's. */
  readonly isSellers: boolean;
  readonly receiver: Address;
  readonly resource: Resource;
  readonly duration: Duration;
  readonly state: LegState;
  readonly locked: boolean;
  /** Null until it is signed. */
  readonly stakeSun: Sun | null;
  readonly attempts: number;
  readonly delegation: SignedTransaction | null;
  readonly undelegation: SignedTransaction | null;
  readonly blockNumber: number | null;
  /** A block that holds it although it is dead, until that is solid and told. */
  readonly lateBlock: number | null;
  readonly expiresAt: number | null;
}

export interface SignedTransaction {
  readonly txid: string;
  readonly hex: string;
  readonly expiresAt: number;
  /** The block by which it failed, until that is settled. */
  readonly failedBlock: number | null;
}

export function openLegOf(row: LegRow): OpenLeg {
  return {
    id: row.id,
    orderId: row.order_id,
    owner: row.owner,
    isSellers: row.seller_sun !== null,
    receiver: row.receiver,
    resource: row.resource,
    duration: row.duration,
    state: row.state,
    locked: row.locked === 1,
    stakeSun: row.stake_sun,
    attempts: row.attempts,
    delegation: signed(row.txid, row.transaction_hex, row.transaction_expires_at, row.failed_block),
    undelegation: signed(
      row.reclaim_txid,
      row.reclaim_hex,
      row.reclaim_expires_at,
      row.reclaim_failed_block,
    ),
    blockNumber: row.block_number,
    lateBlock: row.late_block,
    expiresAt: row.expires_at,
  };
}

function signed(
  txid: string | null,
  hex: string | null,
  expiresAt: number | null,
  failedBlock: number | null,
): SignedTransaction | null {
  if (txid === null || hex === null || expiresAt === null) return null;
  return { txid, hex, expiresAt, failedBlock };
}
