/**
 * What bytes that came back signed ask for, as an intent and a frame, so that the same can be built again and compared: then
 * nothing else is in them, whatever was left unread here.
 */
import { type Address, addressFromHex } from "../domain/address.js";
import { sun } from "../domain/money.js";
import type { TransactionFrame, UnsignedIntent } from "./port.js";
import { actsOf, Fields } from "./raw-transaction.js";

export interface ReadTransaction {
  readonly intent: UnsignedIntent;
  /** Its reference block is of the last two bytes of the number and a part of the id only. */
  readonly frame: TransactionFrame;
}

/** The bytes are no transaction that the desk has built for others to sign. */
export class UnknownIntent extends Error {
  override name = "UnknownIntent";
}

/** Throws `UnknownIntent`. */
export function readIntent(rawHex: string): ReadTransaction {
  const raw = Buffer.from(rawHex, "hex");
  try {
    const fields = new Fields(raw);
    const intent = intentOf(raw, fields);
    return { intent, frame: frameOf(fields) };
  } catch (error) {
    if (error instanceof UnknownIntent) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new UnknownIntent(`no transaction that can be read: ${why}`);
  }
}

const ACCOUNT_CREATE = 0;
const NOTHING = new Uint8Array();

function intentOf(raw: Uint8Array, fields: Fields): UnsignedIntent {
  const { stake, transfer, tokenCall } = actsOf(raw);
  if (stake) {
    const { kind, owner, receiver, resource, stakeSun } = stake;
    const delegation = { owner, receiver, resource, stakeSun: sun(stakeSun) };
    if (kind === "undelegate") return { kind, ...delegation };
    return { kind, ...delegation, lockPeriodBlocks: 0 };
  }
  if (transfer) {
    const { from: owner, to: receiver, amountSun } = transfer;
    return { kind: "transfer", owner, receiver, amountSun };
  }
  if (tokenCall) {
    const { from: owner, to: receiver, contract, amount } = tokenCall;
    const feeLimitSun = sun(safeNumber(fields.number(18) ?? 0n));
    return { kind: "token_transfer", owner, contract, receiver, amount, feeLimitSun };
  }
  return creationOf(fields);
}

function creationOf(fields: Fields): UnsignedIntent {
  const contract = new Fields(fields.bytes(11) ?? NOTHING);
  const type = Number(contract.number(1) ?? 0n);
  if (type !== ACCOUNT_CREATE) throw new UnknownIntent(`a contract of type ${type}`);
  const value = new Fields(new Fields(contract.bytes(2) ?? NOTHING).bytes(2) ?? NOTHING);
  return { kind: "create_account", owner: addressOf(value, 1), receiver: addressOf(value, 2) };
}

function addressOf(value: Fields, field: number): Address {
  return addressFromHex(Buffer.from(value.bytes(field) ?? NOTHING).toString("hex"));
}

function frameOf(fields: Fields): TransactionFrame {
  const number = Buffer.from(fields.bytes(1) ?? NOTHING);
  const part = Buffer.from(fields.bytes(4) ?? NOTHING);
  if (number.length !== 2 || part.length !== 8)
    throw new UnknownIntent("it has no reference block");
  const low = number.readUInt16BE();
  const id = low.toString(16).padStart(16, "0") + part.toString("hex").padEnd(48, "0");
  return {
    reference: { number: low, id, timestampMs: 0 },
    timestampMs: safeNumber(fields.number(14) ?? 0n),
    expiresAt: safeNumber(fields.number(8) ?? 0n),
  };
}

function safeNumber(value: bigint): number {
  if (value < 0n || value > BigInt(Number.MAX_SAFE_INTEGER)) {
    throw new UnknownIntent(`a number out of bounds: ${value}`);
  }
  return Number(value);
}
