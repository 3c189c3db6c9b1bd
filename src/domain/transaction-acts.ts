/**
 * What a transaction does by its own bytes, as far as the desk is concerned. With their stake, owners do things beside the desk:
 * they delegate to the same receivers, and take back.
 */
import type { Address } from "./address.js";
import type { Sun } from "./money.js";
import type { Resource } from "./resource.js";

/** A transaction of a block. Its acts are told only where it succeeded. */
export interface BlockTransaction extends TransactionActs {
  readonly txid: string;
  readonly success: boolean;
  /** Its block names its result by a word that the desk does not know: whether it succeeded must be asked in another way. */
  readonly endUnknown?: true;
  /** Of a transfer, or of a change of stake: its bytes say whose it is, and only a signature proves who acted. */
  readonly signed?: SignedBy;
  /** It may have done something that cannot be read. */
  readonly unreadable?: Unreadable;
}

export interface SignedBy {
  /** Hex, as the node gives them. */
  readonly signatures: readonly string[];
  /** Which permission of the sender they act by; 0 is the owner's. */
  readonly permissionId: number;
}

/** What was found in bytes that cannot be read; the block is processed all the same. */
export interface Unreadable {
  readonly reason: string;
  /** Everything in it that could be an address. */
  readonly addresses: readonly Address[];
}

export interface UnreadTransaction extends Unreadable {
  readonly txid: string;
}

/** The transactions of a block that cannot be read. */
export function unreadOf(transactions: readonly BlockTransaction[]): UnreadTransaction[] {
  return transactions.flatMap(({ txid, unreadable }) =>
    unreadable ? [{ txid, ...unreadable }] : [],
  );
}

/** One of them at most. */
export interface TransactionActs {
  readonly stake?: StakeAct;
  readonly transfer?: TrxTransfer;
  readonly tokenCall?: TokenCall;
}

/** A delegation or undelegation. */
export interface StakeAct {
  readonly kind: "delegate" | "undelegate";
  readonly owner: Address;
  readonly receiver: Address;
  readonly resource: Resource;
  readonly stakeSun: number;
}

/** TRX sent from account to account. */
export interface TrxTransfer {
  readonly from: Address;
  readonly to: Address;
  readonly amountSun: Sun;
}

/**
 * A call of `transfer(address,uint256)`. It says what the caller wants: a contract can succeed and move nothing. What was moved
 * only its events tell.
 */
export interface TokenCall {
  readonly from: Address;
  readonly contract: Address;
  readonly to: Address;
  /** In the smallest units of the token, up to 2^256 - 1. */
  readonly amount: bigint;
}

/**
 * How much of a record is the owner's own delegation after these changes, in their order. What they take back counts first
 * against their own; the rest was ours. Counted from 0 it may be too low, because their earlier delegations are not known. That
 * does no harm: nothing of ours is gone before it is really 0, and from then on it is exact.
 */
export function privateStakeSun(knownSun: number, changesSun: readonly number[]): number {
  return changesSun.reduce((sum, change) => Math.max(0, sum + change), knownSun);
}
