/** broadcasttransaction and broadcasthex: the same verdict, printed in two ways. */
import { Rejection } from "../chain/rejection.js";
import { decoderException } from "../wire/java-error.js";
import { hexBytes, type Json } from "../wire/json.js";
import { decodeTransaction, type Transaction } from "../wire/transaction.js";
import { parseTransaction, printPlain } from "../wire/transaction-json.js";
import type { Call } from "./answer.js";
import type { Reading } from "./request.js";

/** Takes a transaction, or throws Rejection. */
type Take = (transaction: Transaction) => void;

interface Broadcast {
  readonly reading: Reading;
  read(call: Call): Transaction;
  answer(call: Call, take: Take): Json;
}

export const BROADCASTS: Readonly<Record<string, Broadcast>> = {
  "/wallet/broadcasttransaction": {
    reading: "object",
    read: readJson,
    answer: broadcastTransaction,
  },
  "/wallet/broadcasthex": { reading: "plain", read: readHex, answer: broadcastHex },
};

function readJson({ body, visible }: Call): Transaction {
  return parseTransaction(body, visible);
}

function readHex({ body }: Call): Transaction {
  const { transaction: hex } = body;
  return decodeTransaction(hexBytes(String(hex ?? ""), decoderException));
}

function broadcastTransaction(call: Call, take: Take): Json {
  const { visible } = call;
  const transaction = readJson(call);
  const refused = refusalOf(transaction, take);
  if (refused === undefined) return { result: true, txid: transaction.txid };
  const { code, message } = refused;
  // A name field of the node's JSON: text when visible, else hex.
  const text = visible ? message : Buffer.from(message, "utf8").toString("hex");
  return { code, message: text, txid: transaction.txid };
}

function broadcastHex(call: Call, take: Take): Json {
  const transaction = readHex(call);
  const refused = refusalOf(transaction, take);
  return {
    result: refused === undefined,
    code: refused?.code ?? "SUCCESS",
    message: refused?.message ?? "",
    transaction: JSON.stringify(printPlain(transaction)),
    txid: transaction.txid,
  };
}

function refusalOf(transaction: Transaction, take: Take): Rejection | undefined {
  try {
    take(transaction);
    return undefined;
  } catch (error) {
    if (error instanceof Rejection) return error;
    throw error;
  }
}
