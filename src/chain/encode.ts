/**
 * The raw part of the desk's transactions, written as java-tron and tronweb write it: fields in the order of their numbers, what is
 * 0 or empty left out. Numbers of fields are those of Tron.proto and of the contracts of its core.
 */
import { type Address, addressToHex } from "../domain/address.js";
import { transferArguments } from "../domain/usdt.js";
import type { TokenTransfer, TransactionFrame, UnsignedIntent } from "./port.js";

/** A contract's number and its name, which is also that of its message. */
export const CONTRACTS = {
  delegate: [57, "DelegateResourceContract"],
  undelegate: [58, "UnDelegateResourceContract"],
  transfer: [1, "TransferContract"],
  token_transfer: [31, "TriggerSmartContract"],
  create_account: [0, "AccountCreateContract"],
} as const satisfies Record<UnsignedIntent["kind"], readonly [number, string]>;

export const typeUrlOf = (name: string) => `type.googleapis.com/protocol.${name}`;

/** By permission 0, the owner's, or an active one. */
export function encodeRaw(
  intent: UnsignedIntent,
  frame: TransactionFrame,
  permissionId: number,
): Buffer {
  const [type, name] = CONTRACTS[intent.kind];
  const parameter = message(
    bytes(1, Buffer.from(typeUrlOf(name), "ascii")),
    bytes(2, messageOf(intent)),
  );
  return message(
    bytes(1, fromHex(refBlockBytes(frame))),
    bytes(4, fromHex(refBlockHash(frame))),
    number(8, frame.expiresAt),
    bytes(11, message(number(1, type), bytes(2, parameter), number(5, permissionId))),
    number(14, frame.timestampMs),
    number(18, intent.kind === "token_transfer" ? intent.feeLimitSun : 0),
  );
}

function messageOf(intent: UnsignedIntent): Buffer {
  const owner = bytes(1, ofAddress(intent.owner));
  switch (intent.kind) {
    case "create_account":
      return message(owner, bytes(2, ofAddress(intent.receiver)));
    case "transfer":
      return message(owner, bytes(2, ofAddress(intent.receiver)), number(3, intent.amountSun));
    case "token_transfer": {
      const data = fromHex(tokenTransferData(intent));
      return message(owner, bytes(2, ofAddress(intent.contract)), bytes(4, data));
    }
    default: {
      const blocks = intent.kind === "delegate" ? intent.lockPeriodBlocks : 0;
      return message(
        owner,
        number(2, intent.resource === "energy" ? 1 : 0),
        number(3, intent.stakeSun),
        bytes(4, ofAddress(intent.receiver)),
        number(5, blocks > 0 ? 1 : 0),
        number(6, blocks),
      );
    }
  }
}

/** The last two bytes of the reference block's number. */
export function refBlockBytes({ reference }: TransactionFrame): string {
  return (reference.number % 65_536).toString(16).padStart(4, "0");
}

/** Bytes 8 to 16 of its id. */
export function refBlockHash({ reference }: TransactionFrame): string {
  return reference.id.slice(16, 32);
}

/** The call of `transfer(address,uint256)` that moves the tokens. */
export function tokenTransferData({ receiver, amount }: TokenTransfer): string {
  return `a9059cbb${transferArguments(receiver, amount)}`;
}

/**
 * A signed transaction as `wallet/broadcasthex` takes it: field 1 is the raw part, each field 2 one signature of 65 bytes; nothing
 * else.
 */
export function wireHex(raw: Uint8Array, signatures: readonly Uint8Array[]): string {
  return message(bytes(1, raw), ...signatures.map((one) => bytes(2, one))).toString("hex");
}

const fromHex = (hex: string) => Buffer.from(hex, "hex");
const ofAddress = (address: Address) => fromHex(addressToHex(address));
const message = (...fields: readonly Uint8Array[]) => Buffer.concat(fields);

/** A field that is a message, text or address: the length before it. */
function bytes(field: number, value: Uint8Array): Uint8Array {
  return message(Uint8Array.from([...varint(field * 8 + 2), ...varint(value.length)]), value);
}

function number(field: number, value: number): Uint8Array {
  return Uint8Array.from(value === 0 ? [] : [...varint(field * 8), ...varint(value)]);
}

/** Seven bits a byte, the low ones first; for whole numbers from 0 to 2^53 − 1. */
function varint(value: number): number[] {
  const all: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) all.push((rest % 128) + 128);
  all.push(rest);
  return all;
}
