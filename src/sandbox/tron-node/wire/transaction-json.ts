/**
 * Transactions as JSON: printed for reads, and rebuilt from JSON for broadcasttransaction and
 * getsignweight.
 */
import { encode } from "./codec.js";
import { nullPointer } from "./java-error.js";
import { hexBytes, isJson, type Json, parseMessage, printMessage } from "./json.js";
import { CONTRACTS, isKnownInPart, RAW } from "./messages.js";
import type { Message } from "./schema.js";
import { contractMessage, type Transaction, transactionOf } from "./transaction.js";

/** `ret` is what the node adds once it has run the transaction. */
export function printTransaction(tx: Transaction, visible: boolean, ret?: Json): Json {
  const rawData = printMessage(RAW, tx.rawData, visible);
  rawData.contract = tx.contract ? [printContract(tx.contract, visible)] : [];
  const json: Json = { txID: tx.txid, raw_data: rawData, raw_data_hex: tx.raw.toString("hex") };
  if (ret) json.ret = [ret];
  if (tx.signatures.length > 0) json.signature = tx.signatures.map((one) => one.toString("hex"));
  return json;
}

function printContract(contract: NonNullable<Transaction["contract"]>, visible: boolean): Json {
  const row = CONTRACTS[contract.type];
  const value = row ? printMessage(row.schema, contract.parameter, visible) : undefined;
  const json: Json = {
    parameter: { value, type_url: contract.typeUrl },
    type: contract.name ?? contract.type,
  };
  if (contract.permissionId > 0) json.Permission_id = contract.permissionId;
  return json;
}

/** The plain protobuf print, which broadcasthex echoes: the parameter stays hex. */
export function printPlain(tx: Transaction): Json {
  return {
    raw_data: printMessage(RAW, tx.rawData, true),
    signature: tx.signatures.map((one) => one.toString("hex")),
  };
}

/**
 * java-tron rebuilds the bytes from `raw_data` and ignores `raw_data_hex` and `txID`; a contract
 * whose type it does not know, or whose parameter does not parse, is silently left out. Contracts
 * of which this node knows only the owner are the exception: their bytes are taken as sent.
 */
export function parseTransaction(body: Json, visible: boolean): Transaction {
  const { raw_data: rawData, raw_data_hex: rawHex, signature } = body;
  if (!isJson(rawData) || !Array.isArray(rawData.contract)) throw nullPointer();
  const asSent = typeof rawHex === "string" && rawData.contract.some(isPartOnly);
  const raw = asSent ? hexBytes(rawHex, nullPointer) : rebuild(rawData, rawData.contract, visible);
  const signatures = Array.isArray(signature)
    ? signature.map((one) => hexBytes(String(one), nullPointer))
    : [];
  return transactionOf(raw, signatures);
}

function isPartOnly(json: unknown): boolean {
  const row = isJson(json) ? rowNamed(json.type) : undefined;
  return row !== undefined && isKnownInPart(row);
}

function rebuild(rawData: Json, contracts: readonly unknown[], visible: boolean): Buffer {
  const message = parseMessage(RAW, { ...rawData, contract: undefined }, visible);
  const contract = contracts.flatMap((one) => parseContract(one, visible));
  return encode(RAW, { ...message, contract });
}

function rowNamed(name: unknown) {
  return Object.values(CONTRACTS).find((one) => one.name === name);
}

function parseContract(json: unknown, visible: boolean): Message[] {
  if (!isJson(json) || !isJson(json.parameter) || !isJson(json.parameter.value)) return [];
  const row = rowNamed(json.type);
  if (row === undefined) return [];
  try {
    const parameter = parseMessage(row.schema, json.parameter.value, visible);
    return [contractMessage(row.name, parameter, Number(json.Permission_id ?? 0))];
  } catch {
    return [];
  }
}
