/**
 * Transactions as JSON: printed for reads, and rebuilt from JSON for broadcasttransaction and
 * getsignweight.
 */
import { encode } from "./codec.js";
import { JavaError, nullPointer } from "./java-error.js";
import { isJson, type Json, parseHex, parseMessage, parseText, printMessage } from "./json.js";
import { CONTRACTS, isKnownInPart, RAW } from "./messages.js";
import { type Transaction, transactionOf } from "./transaction.js";

/** `ret` is what the node adds once it has run the transaction. */
export function printTransaction(tx: Transaction, visible: boolean, ret?: Json): Json {
  const rawData = printMessage(RAW, tx.rawData, visible);
  rawData.contract = tx.contract?.isReadable ? [printContract(tx.contract, visible)] : [];
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
  const json: Json = {};
  if (tx.raw.length > 0) json.raw_data = printMessage(RAW, tx.rawData, true);
  if (tx.signatures.length > 0) json.signature = tx.signatures.map((one) => one.toString("hex"));
  return json;
}

/**
 * java-tron rebuilds the bytes from `raw_data` and ignores `raw_data_hex` and `txID`; a contract
 * whose type it does not know, or whose parameter does not parse, is silently left out, and what
 * does not parse elsewhere leaves no transaction at all. Contracts of which this node knows only
 * the owner are the exception: their bytes are taken as sent.
 */
export function parseTransaction(body: Json, visible: boolean): Transaction {
  const { raw_data: rawData, raw_data_hex: rawHex, signature } = body;
  if (!isJson(rawData) || !Array.isArray(rawData.contract)) throw nullPointer();
  const asSent = typeof rawHex === "string" && rawData.contract.some(isPartOnly);
  try {
    const raw = asSent ? parseHex(rawHex) : rebuild(rawData, rawData.contract, visible);
    const given = Array.isArray(signature) ? signature : [signature ?? []].flat();
    return transactionOf(
      raw,
      given.map((one) => parseHex(parseText(one))),
    );
  } catch (error) {
    if (error instanceof JavaError) throw nullPointer();
    throw error;
  }
}

function isPartOnly(json: unknown): boolean {
  const row = isJson(json) ? rowNamed(json.type) : undefined;
  return row !== undefined && isKnownInPart(row);
}

function rebuild(rawData: Json, contracts: readonly unknown[], visible: boolean): Buffer {
  const contract = contracts.flatMap((one) => packParameter(one, visible));
  return encode(RAW, parseMessage(RAW, { ...rawData, contract }, visible));
}

function rowNamed(name: unknown) {
  return Object.values(CONTRACTS).find((one) => one.name === name);
}

/** The contract with the parameter's bytes in place of its fields, and all else as it was given. */
function packParameter(json: unknown, visible: boolean): Json[] {
  if (!isJson(json) || !isJson(json.parameter) || !isJson(json.parameter.value)) return [];
  const row = rowNamed(json.type);
  if (row === undefined) return [];
  try {
    const message = parseMessage(row.schema, json.parameter.value, visible);
    const value = encode(row.schema, message).toString("hex");
    return [{ ...json, parameter: { ...json.parameter, value } }];
  } catch {
    return [];
  }
}
