/** What strangers can put into any block, and a reader of blocks must pass over. */
import { type Address, addressToHex } from "../../src/domain/address.js";
import { addressOf } from "./addresses.js";
import { message, ofBytes, rawTransaction } from "./raw-transaction.js";

export interface OddTransaction {
  readonly txID: string;
  readonly raw_data_hex: string;
  readonly ret: readonly object[];
}

const [STRANGER, ANOTHER] = [addressToHex(addressOf(0x5051)), addressToHex(addressOf(0x5052))];

const ended = (transaction: Omit<OddTransaction, "ret">, contractRet = "SUCCESS") => ({
  ...transaction,
  ret: [{ contractRet }],
});

/**
 * Each in a transaction of its own, others in each block. The first and the last name an account: the first in bytes that protobuf
 * reads, the last in such that nobody can read.
 */
export function oddTransactions(block: number, touched: Address): readonly OddTransaction[] {
  const own = { 14: block };
  const named = addressToHex(touched);
  const delegation = (resource: bigint, receiver = ANOTHER) =>
    rawTransaction(57, message({ 1: STRANGER, 2: resource, 3: 5, 4: receiver }), own);
  const transfer = rawTransaction(1, message({ 1: STRANGER, 2: ANOTHER, 3: 5 }), own);
  return [
    ended(delegation(2n ** 32n, named)),
    ended(delegation(7n)),
    ended(transfer, "A_WORD_OF_TOMORROW"),
    ended(ofBytes(`ff${message(own)}`)),
    ended(ofBytes(`ff${message({ ...own, 11: named })}`)),
  ];
}
