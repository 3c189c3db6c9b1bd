/**
 * The last check before a transaction may be sent: its bytes, decoded again, say exactly what the intent and the frame say. A
 * difference is a bug, so it is an assertion.
 */
import { z } from "zod";
import { addressToHex } from "../domain/address.js";
import { assert } from "../domain/assert.js";
import { transferArguments } from "../domain/usdt.js";
import type { TokenTransfer, TransactionFrame, UnsignedIntent } from "./port.js";

export type ContractName =
  | "DelegateResourceContract"
  | "UnDelegateResourceContract"
  | "TransferContract"
  | "TriggerSmartContract"
  | "AccountCreateContract";

/** A contract's fields, with hex in any letter case. */
const decodedValue = z.record(z.string(), z.unknown());

/** For every contract: only the frame, no data, fee limit, scripts or other signers. */
export const decodedFrame = {
  data: z.literal(""),
  fee_limit: z.literal(0),
  scripts: z.literal(""),
  auths: z.tuple([]),
  ref_block_bytes: z.string().toLowerCase(),
  ref_block_hash: z.string().toLowerCase(),
  expiration: z.int(),
  timestamp: z.int(),
} as const;

/**
 * What `deserializeTransaction` makes of the raw bytes; it refuses bytes of another contract type.
 */
const decodedTransaction = z.object({
  contract: z.tuple([
    z.object({
      parameter: z.object({ value: z.unknown(), type_url: z.string() }),
      type: z.string(),
      Permission_id: z.int(),
    }),
  ]),
  ...decodedFrame,
  fee_limit: z.int(),
});

export interface Expected {
  readonly contractName: ContractName;
  readonly intent: UnsignedIntent;
  readonly frame: TransactionFrame;
  readonly permissionId: number;
}

export function assertDecodedEquals(decoded: unknown, expected: Expected): void {
  const { contractName, intent, frame, permissionId } = expected;
  const read = decodedTransaction.safeParse(decoded);
  assert(read.success, `decoded transaction has other fields: ${read.error?.message}`);
  const [contract] = read.data.contract;
  const { value, type_url } = contract.parameter;
  equal("type", contract.type, contractName);
  equal("type_url", type_url, `type.googleapis.com/protocol.${contractName}`);
  assertValue(value, intent);
  const feeLimitSun = intent.kind === "token_transfer" ? intent.feeLimitSun : 0;
  equal("fee_limit", read.data.fee_limit, feeLimitSun);
  equal("Permission_id", contract.Permission_id, permissionId);
  equal("ref_block_bytes", read.data.ref_block_bytes, refBlockBytes(frame));
  equal("ref_block_hash", read.data.ref_block_hash, refBlockHash(frame));
  equal("expiration", read.data.expiration, frame.expiresAt);
  equal("timestamp", read.data.timestamp, frame.timestampMs);
}

function equal(field: string, is: unknown, shouldBe: unknown): void {
  assert(is === shouldBe, `signed ${field} is ${is} instead of ${shouldBe}`);
}

/** The call of `transfer(address,uint256)` that moves the tokens. */
export function tokenTransferData({ receiver, amount }: TokenTransfer): string {
  return `a9059cbb${transferArguments(receiver, amount)}`;
}

function assertValue(value: unknown, intent: UnsignedIntent): void {
  const read = decodedValue.safeParse(value);
  assert(read.success, `decoded contract has other fields: ${read.error?.message}`);
  for (const [field, shouldBe] of Object.entries(fieldsOf(intent))) {
    const told = read.data[field] ?? LEFT_OUT[field];
    const is = typeof told === "string" && field !== "resource" ? told.toLowerCase() : told;
    equal(field.replace(/^to_address$/, "receiver").replace(/_address$/, ""), is, shouldBe);
  }
}

const LEFT_OUT: Readonly<Record<string, unknown>> = { lock: false, lock_period: 0 };

/** Written anew, and not taken from what was built. */
function fieldsOf(intent: UnsignedIntent): Record<string, string | number | boolean> {
  const owner_address = addressToHex(intent.owner);
  const receiver = addressToHex(intent.receiver);
  if (intent.kind === "create_account") return { owner_address, account_address: receiver };
  if (intent.kind === "transfer") {
    return { owner_address, to_address: receiver, amount: intent.amountSun };
  }
  if (intent.kind === "token_transfer") {
    const contract_address = addressToHex(intent.contract);
    // No TRX and no token of the old kind goes along.
    const nothing = { call_value: 0, call_token_value: 0, token_id: 0 };
    return { owner_address, contract_address, data: tokenTransferData(intent), ...nothing };
  }
  const resource = intent.resource.toUpperCase();
  const lock_period = intent.kind === "delegate" ? intent.lockPeriodBlocks : 0;
  const stake = { receiver_address: receiver, resource, balance: intent.stakeSun };
  return { owner_address, ...stake, lock: lock_period > 0, lock_period };
}

/** The frame in tronweb's form, so that it asks no node for one. */
export function blockHeaderOf(frame: TransactionFrame) {
  return {
    ref_block_bytes: refBlockBytes(frame),
    ref_block_hash: refBlockHash(frame),
    expiration: frame.expiresAt,
    timestamp: frame.timestampMs,
  };
}

/** The last two bytes of the number. */
function refBlockBytes(frame: TransactionFrame): string {
  return (frame.reference.number % 65_536).toString(16).padStart(4, "0");
}

/** Bytes 8 to 16 of the id. */
function refBlockHash(frame: TransactionFrame): string {
  return frame.reference.id.slice(16, 32);
}
