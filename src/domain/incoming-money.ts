/** What came to an address, as the chain tells it: TRX or a token of any contract. */
import type { Address } from "./address.js";

export interface IncomingMoney {
  readonly txid: string;
  /** By a transfer of TRX, by an event of a contract, or TRX that a contract sent. */
  readonly source: "transfer" | "log" | "internal";
  /**
   * With txid and source it names this money for ever, whichever node tells of it: the place among the transaction's events, or
   * among the sendings of its contracts that every node keeps; 0 for a transfer.
   */
  readonly position: number;
  /** Undefined for tokens that were made anew. */
  readonly from: Address | undefined;
  readonly to: Address;
  /** TRX, or the contract of a token. */
  readonly asset: "TRX" | Address;
  /** Above 0: SUN, or the smallest units of the token, of which a contract may tell up to 2^256 - 1. */
  readonly amount: bigint;
}
