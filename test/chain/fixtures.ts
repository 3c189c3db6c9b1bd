/** Addresses, ids and answers the chain tests share. */
import { address } from "../../src/domain/address.js";

/** "abandon … about", index 0 and 1. */
export const OWNER = address("TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH");
export const OWNER_HEX = "41c8599111f29c1e1e061265b4af93ea1f274ad78a";
export const RECEIVER = address("TSeJkUh4Qv67VNFwY8LaAxERygNdy6NQZK");
export const RECEIVER_HEX = "41b6e708a39781c96bd399c7657780ff9fe9f052a8";
export const TXID = "5".repeat(64);

export function blockId(number: number): string {
  return number.toString(16).padStart(16, "0").padEnd(64, "a");
}

/** A block as java-tron prints it. */
export function blockJson(number: number, transactions: object[] = []) {
  return {
    blockID: blockId(number),
    block_header: {
      raw_data: { number, timestamp: number * 3_000, parentHash: blockId(number - 1), version: 31 },
      witness_signature: "ab",
    },
    ...(transactions.length > 0 ? { transactions } : {}),
  };
}
