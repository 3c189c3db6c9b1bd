/**
 * The last check before a transaction may be sent: its bytes, decoded again, say exactly what the intent and the frame say. A
 * difference is a bug, so it is an assertion.
 */
import { z } from "zod";
import { addressToHex } from "../domain/address.js";
import { assert } from "../domain/assert.js";
import { transferArguments } from "../domain/usdt.js";
import type {
  AccountCreation,
  TokenTransfer,
  TransactionFrame,
  TransactionIntent,
  UnsignedIntent,
} from "./port.js";

export type ContractName =
  | "DelegateResourceContract"
  | "UnDelegateResourceContract"
  | "TransferContract"
  | "TriggerSmartContract"
  | "AccountCreateContract";

const decodedDelegation = z.object({
  owner_address: z.string().toLowerCase(),
  receiver_address: z.string().toLowerCase(),
  resource: z.string(),
  balance: z.int(),
  lock: z.boolean().optional(),
  lock_period: z.int().optional(),
});

const decodedTransfer = z.object({
  owner_address: z.string().toLowerCase(),
  to_address: z.string().toLowerCase(),
  amount: z.int(),
});

const decodedCall = z.object({
  owner_address: z.string().toLowerCase(),
  contract_address: z.string().toLowerCase(),
  data: z.string().toLowerCase(),
  /** No TRX and no token of the old kind goes along. */
  call_value: z.literal(0),
  call_token_value: z.literal(0),
  token_id: z.literal(0),
});

const decodedCreation = z.object({
  owner_address: z.string().toLowerCase(),
  account_address: z.string().toLowerCase(),
});

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
  if (intent.kind === "transfer") assertTransfer(value, intent);
  else if (intent.kind === "token_transfer") assertTokenTransfer(value, intent);
  else if (intent.kind === "create_account") assertCreation(value, intent);
  else assertDelegation(value, intent);
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

type Transfer = Extract<TransactionIntent, { kind: "transfer" }>;

function assertTransfer(value: unknown, intent: Transfer): void {
  const read = decodedTransfer.safeParse(value);
  assert(read.success, `decoded transfer has other fields: ${read.error?.message}`);
  equal("owner", read.data.owner_address, addressToHex(intent.owner));
  equal("receiver", read.data.to_address, addressToHex(intent.receiver));
  equal("amount", read.data.amount, intent.amountSun);
}

/** The call of `transfer(address,uint256)` that moves the tokens. */
export function tokenTransferData({ receiver, amount }: TokenTransfer): string {
  return `a9059cbb${transferArguments(receiver, amount)}`;
}

function assertTokenTransfer(value: unknown, intent: TokenTransfer): void {
  const read = decodedCall.safeParse(value);
  assert(read.success, `decoded call has other fields: ${read.error?.message}`);
  equal("owner", read.data.owner_address, addressToHex(intent.owner));
  equal("contract", read.data.contract_address, addressToHex(intent.contract));
  equal("data", read.data.data, tokenTransferData(intent));
}

function assertCreation(value: unknown, intent: AccountCreation): void {
  const read = decodedCreation.safeParse(value);
  assert(read.success, `decoded account creation has other fields: ${read.error?.message}`);
  equal("owner", read.data.owner_address, addressToHex(intent.owner));
  equal("account", read.data.account_address, addressToHex(intent.receiver));
}

function assertDelegation(value: unknown, intent: Exclude<TransactionIntent, Transfer>): void {
  const read = decodedDelegation.safeParse(value);
  assert(read.success, `decoded delegation has other fields: ${read.error?.message}`);
  const lockPeriodBlocks = intent.kind === "delegate" ? intent.lockPeriodBlocks : 0;
  equal("owner", read.data.owner_address, addressToHex(intent.owner));
  equal("receiver", read.data.receiver_address, addressToHex(intent.receiver));
  equal("resource", read.data.resource, intent.resource.toUpperCase());
  equal("balance", read.data.balance, intent.stakeSun);
  equal("lock", read.data.lock ?? false, lockPeriodBlocks > 0);
  equal("lock_period", read.data.lock_period ?? 0, lockPeriodBlocks);
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
