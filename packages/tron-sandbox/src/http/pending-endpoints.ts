/** What waits for a block: how many transactions, which, and each of them. */
import { illegalArgument } from "../wire/java-error.js";
import { printTransaction } from "../wire/transaction-json.js";
import { compact, type Endpoint, hexField } from "./answer.js";
import { SUCCESS } from "./print.js";

const TXID_DIGITS = 64;

/** A size of 0 is printed. */
export const getPendingSize: Endpoint = ({ chain }) => ({ pendingSize: chain.mempool.size });

export const getTransactionListFromPending: Endpoint = ({ chain }) =>
  compact({ txId: chain.mempool.all().map(({ transaction }) => transaction.txid) });

export const getTransactionFromPending: Endpoint = (call) => {
  const txid = hexField(call, "value");
  if (txid.length !== TXID_DIGITS) throw illegalArgument("null");
  const pending = call.chain.mempool.get(txid);
  return pending ? printTransaction(pending.transaction, call.visible, SUCCESS) : {};
};
