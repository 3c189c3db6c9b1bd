/** What a transaction does by its own bytes, as far as the desk is concerned, in the terms of the chain port. */
import type { Address } from "../domain/address.js";
import type { Sun } from "../domain/money.js";
import type { StakeAct } from "../domain/stake-act.js";

/** Of a transaction that succeeded; each at most once, and never two of them. */
export interface TransactionActs {
  /** A delegation or undelegation. */
  readonly stake?: StakeAct;
  /** TRX sent from account to account. */
  readonly transfer?: TrxTransfer;
  /**
   * A call of `transfer(address,uint256)`. It says what the caller wants: a contract can succeed and move nothing. What was
   * moved only its events tell.
   */
  readonly tokenCall?: TokenCall;
}

export interface TrxTransfer {
  readonly from: Address;
  readonly to: Address;
  readonly amountSun: Sun;
}

export interface TokenCall {
  readonly from: Address;
  readonly contract: Address;
  readonly to: Address;
  /** In the smallest units of the token, up to 2^256 - 1. */
  readonly amount: bigint;
}
