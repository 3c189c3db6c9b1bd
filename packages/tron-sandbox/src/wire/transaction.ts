/**
 * A transaction as the node holds it: the exact raw bytes that were signed, its signatures, and
 * what they say.
 */
import { createHash } from "node:crypto";
import { decode, encode } from "./codec.js";
import { protobufException } from "./java-error.js";
import { CONTRACTS, type ContractRow, RAW } from "./messages.js";
import { bytesField, readFields } from "./protobuf.js";
import { bytes, inner, int, list, type Message, text } from "./schema.js";

export interface Contract {
  readonly type: number;
  /** Such as "DelegateResourceContract"; undefined when this node does not know the type. */
  readonly name: string | undefined;
  readonly typeUrl: string;
  readonly value: Buffer;
  readonly permissionId: number;
  /** The decoded parameter; empty for an unknown type, and when it is not readable. */
  readonly parameter: Message;
  /** Whether the parameter is of the contract's type, and its bytes can be decoded. */
  readonly isReadable: boolean;
  /** Hex; whatever the bytes are, not necessarily a valid address. Empty when not readable. */
  readonly owner: string;
}

export interface Transaction {
  /** 64 hex characters. */
  readonly txid: string;
  readonly raw: Buffer;
  readonly rawData: Message;
  readonly signatures: readonly Buffer[];
  readonly contractCount: number;
  readonly contract: Contract | undefined;
  readonly expiration: number;
  /** Bytes of the serialized transaction without `ret`, which is what bandwidth is charged for. */
  readonly size: number;
}

export function decodeTransaction(encoded: Buffer): Transaction {
  let raw: Buffer = Buffer.alloc(0);
  const signatures: Buffer[] = [];
  for (const field of readFields(encoded)) {
    if (!Buffer.isBuffer(field.value)) continue;
    if (field.number === 1) raw = field.value;
    if (field.number === 2) signatures.push(field.value);
  }
  return transactionOf(raw, signatures);
}

export function transactionOf(raw: Buffer, signatures: readonly Buffer[]): Transaction {
  const rawData = decode(RAW, raw);
  const contracts = list(rawData, "contract");
  const first = contracts[0];
  return {
    txid: createHash("sha256").update(raw).digest("hex"),
    raw,
    rawData,
    signatures,
    contractCount: contracts.length,
    contract: first && contractOf(first),
    expiration: int(rawData, "expiration"),
    size: encodeTransaction(raw, signatures).length,
  };
}

export function encodeTransaction(raw: Buffer, signatures: readonly Buffer[]): Buffer {
  return Buffer.concat([bytesField(1, raw), ...signatures.map((one) => bytesField(2, one))]);
}

function contractOf(message: Message): Contract {
  const type = int(message, "type");
  const row = CONTRACTS[type];
  const wrapped = inner(message, "parameter") ?? {};
  const value = bytes(wrapped, "value");
  const typeUrl = text(wrapped, "type_url");
  const unpacked = row && unpack(row, typeUrl, value);
  const parameter = unpacked ?? {};
  return {
    type,
    name: row?.name,
    typeUrl,
    value,
    permissionId: int(message, "Permission_id"),
    parameter,
    isReadable: row === undefined || unpacked !== undefined,
    owner: bytes(parameter, "owner_address").toString("hex"),
  };
}

/** undefined when the bytes are broken, or said to be of another message than the contract's. */
function unpack(row: ContractRow, typeUrl: string, value: Buffer): Message | undefined {
  if (!typeUrl.endsWith(`/protocol.${row.name}`)) return undefined;
  try {
    return decode(row.schema, value);
  } catch {
    return undefined;
  }
}

/**
 * The `Any` and contract type for a parameter, for transactions that the node itself makes.
 */
export function contractMessage(name: string, parameter: Message, permissionId: number): Message {
  const entry = Object.entries(CONTRACTS).find(([, row]) => row.name === name);
  if (entry === undefined) throw protobufException(`unknown contract ${name}`);
  const [type, row] = entry;
  return {
    type: Number(type),
    parameter: {
      type_url: `type.googleapis.com/protocol.${name}`,
      value: encode(row.schema, parameter),
    },
    Permission_id: permissionId,
  };
}
