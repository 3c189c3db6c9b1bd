/**
 * Builds the transactions that the desk signs or has signed, without the network. The bytes are read again and must say exactly what
 * was asked for.
 */

import { isPrivate, signRecoverable } from "tiny-secp256k1";
import type { Types } from "tronweb";
import { z } from "zod";
import { type Address, addressToHex } from "../domain/address.js";
import { assert } from "../domain/assert.js";
import type { AccountPermissions, NamedKeyRing } from "../domain/permission.js";
import {
  CONTRACTS,
  encodeRaw,
  refBlockBytes,
  refBlockHash,
  tokenTransferData,
  typeUrlOf,
  wireHex,
} from "./encode.js";
import type {
  SignedTransaction,
  SigningKey,
  TokenTransfer,
  TransactionFrame,
  TransactionIntent,
  UnsignedIntent,
  UnsignedTransaction,
} from "./port.js";
import { txidOf } from "./raw-transaction.js";
import { assertBytesSay } from "./signed-bytes.js";
import { loadTronWeb } from "./tronweb.js";

/** For the owner's own key, their owner permission, to be signed elsewhere. */
export async function buildUnsigned(
  intent: UnsignedIntent,
  frame: TransactionFrame,
): Promise<UnsignedTransaction> {
  const raw = buildRaw(intent, frame, 0);
  const txid = txidOf(raw);
  const rawHex = raw.toString("hex");
  const [, type] = CONTRACTS[intent.kind];
  const parameter = { value: valuesOf(intent), type_url: typeUrlOf(type) };
  const header = { ...blockHeaderOf(frame), ...feeLimitOf(intent) };
  const raw_data = { contract: [{ parameter, type }], ...header };
  return {
    txid,
    rawHex,
    transaction: { visible: false, txID: txid, raw_data_hex: rawHex, raw_data },
  };
}

function buildRaw(intent: UnsignedIntent, frame: TransactionFrame, permissionId: number): Buffer {
  assert(Object.hasOwn(CONTRACTS, intent.kind), `not a transaction we build: ${intent.kind}`);
  checkIntent(intent);
  checkFrame(frame);
  const raw = encodeRaw(intent, frame, permissionId);
  assertBytesSay(raw, { intent, frame, permissionId });
  return raw;
}

function checkIntent(intent: UnsignedIntent): void {
  assert(intent.owner !== intent.receiver, "owner and receiver are the same");
  if (intent.kind === "token_transfer") {
    checkTokenTransfer(intent);
    return;
  }
  if (intent.kind === "create_account") return;
  const movedSun = intent.kind === "transfer" ? intent.amountSun : intent.stakeSun;
  assert(Number.isSafeInteger(movedSun) && movedSun > 0, "no stake or amount to sign for");
  if (intent.kind === "delegate") {
    const blocks = intent.lockPeriodBlocks;
    assert(Number.isSafeInteger(blocks) && blocks >= 0, `not a lock period: ${blocks}`);
  }
}

const MOST_TOKENS = 2n ** 256n - 1n;

function checkTokenTransfer({ amount, feeLimitSun }: TokenTransfer): void {
  assert(typeof amount === "bigint" && amount > 0n, "no amount of tokens to sign for");
  assert(amount <= MOST_TOKENS, "more tokens than a contract can count");
  assert(Number.isSafeInteger(feeLimitSun) && feeLimitSun > 0, "no limit of the fee");
}

function checkFrame({ reference, timestampMs, expiresAt }: TransactionFrame): void {
  assert(/^[0-9a-f]{64}$/.test(reference.id), "the reference block has no id");
  assert(
    reference.id.startsWith(reference.number.toString(16).padStart(16, "0")),
    "the reference block's id is of another number",
  );
  assert(Number.isSafeInteger(timestampMs) && timestampMs > 0, "no timestamp");
  assert(Number.isSafeInteger(expiresAt) && expiresAt > timestampMs, "expires before it is made");
}

/** The contract's fields as java-tron's JSON has them. */
function valuesOf(intent: UnsignedIntent): object {
  if (intent.kind === "token_transfer") return tokenValuesOf(intent);
  const owner_address = addressToHex(intent.owner);
  const receiver_address = addressToHex(intent.receiver);
  if (intent.kind === "create_account") return { owner_address, account_address: receiver_address };
  if (intent.kind === "transfer") {
    return { owner_address, to_address: receiver_address, amount: intent.amountSun };
  }
  const resource = intent.resource.toUpperCase();
  const values = { owner_address, receiver_address, balance: intent.stakeSun, resource };
  if (intent.kind === "undelegate" || intent.lockPeriodBlocks === 0) return values;
  return { ...values, lock: true, lock_period: intent.lockPeriodBlocks };
}

function tokenValuesOf(intent: TokenTransfer): object {
  return {
    owner_address: addressToHex(intent.owner),
    contract_address: addressToHex(intent.contract),
    data: tokenTransferData(intent),
  };
}

function feeLimitOf(intent: UnsignedIntent): { fee_limit?: number } {
  return intent.kind === "token_transfer" ? { fee_limit: intent.feeLimitSun } : {};
}

/** What the desk signs, and nothing else. */
const SIGNED: readonly string[] = [
  "delegate",
  "undelegate",
  "transfer",
] satisfies TransactionIntent["kind"][];

/** By libsecp256k1, in a tenth of the time that JavaScript takes. */
export async function signTransaction(
  intent: TransactionIntent,
  frame: TransactionFrame,
  key: SigningKey,
): Promise<SignedTransaction> {
  assert(SIGNED.includes(intent.kind), `not a transaction we sign: ${intent.kind}`);
  const { permissionId, privateKeyHex } = key;
  assert(Number.isSafeInteger(permissionId) && permissionId >= 0, "no permission id");
  assert(/^[0-9a-f]{64}$/i.test(privateKeyHex), "the private key is not 64 hex characters");
  const raw = buildRaw(intent, frame, permissionId);
  const txid = txidOf(raw);
  const hex = wireHex(raw, [signatureOf(txid, privateKeyHex)]);
  return { txid, hex };
}

/** A signature of the transaction with this id, as wallets write it in hex. */
export function signTxid(txid: string, privateKeyHex: string): string {
  assert(/^[0-9a-f]{64}$/.test(txid), `not a transaction id: ${txid}`);
  return signatureOf(txid, privateKeyHex).toString("hex");
}

/** r, s and 27 plus the recovery, as wallets write it. The same key signs the same hash with the same bytes (RFC 6979). */
function signatureOf(txid: string, privateKeyHex: string): Buffer {
  const key = Buffer.from(privateKeyHex, "hex");
  assert(isPrivate(key), "the private key is not one of secp256k1");
  const { signature, recoveryId } = signRecoverable(Buffer.from(txid, "hex"), key);
  assert(signature.length === 64, "the signature is not 64 bytes and the recovery");
  return Buffer.from([...signature, 27 + recoveryId]);
}

/** The frame in the form of wallets; with it tronweb asks no node for one. */
function blockHeaderOf(frame: TransactionFrame) {
  return {
    ref_block_bytes: refBlockBytes(frame),
    ref_block_hash: refBlockHash(frame),
    expiration: frame.expiresAt,
    timestamp: frame.timestampMs,
  };
}

const PERMISSION_UPDATE = "AccountPermissionUpdateContract";

/** A signature of it gives the keys in it power over the account. */
export async function buildPermissionUpdate(
  owner: Address,
  permissions: AccountPermissions,
  frame: TransactionFrame,
): Promise<UnsignedTransaction> {
  assert(/^[0-9a-f]{64}$/.test(frame.reference.id), "the reference block has no id");
  assert(frame.expiresAt > frame.timestampMs, "expires before it is made");
  const { builder, decode } = await loadTronWeb();
  const blockHeader = blockHeaderOf(frame);
  const transaction = await builder.updateAccountPermissions(
    addressToHex(owner),
    ringOf(permissions.owner, 0),
    permissions.witness && ringOf(permissions.witness, 1),
    permissions.active.map((one) => ({ ...ringOf(one, 2), operations: one.operations })),
    { blockHeader },
  );
  const rawHex = transaction.raw_data_hex.toLowerCase();
  const txid = txidOf(Buffer.from(rawHex, "hex"));
  assert(txid === transaction.txID, "the txid is not the hash of the raw bytes");
  assertSays(decode(PERMISSION_UPDATE, rawHex), { owner, permissions, blockHeader });
  return { txid, rawHex, transaction };
}

function ringOf({ name, threshold, keys }: NamedKeyRing, type: 0 | 1 | 2): Types.Permission {
  return {
    type,
    permission_name: name,
    threshold,
    keys: keys.map(({ address, weight }) => ({ address: addressToHex(address), weight })),
  };
}

const ring = z.object({
  permission_name: z.string(),
  threshold: z.int(),
  operations: z.string().toLowerCase(),
  keys: z.array(z.object({ address: z.string().toLowerCase(), weight: z.int() })),
});

const decodedUpdate = z.object({
  contract: z.tuple([
    z.object({
      parameter: z.object({
        value: z.strictObject({
          owner_address: z.string().toLowerCase(),
          owner: ring,
          witness: ring.nullable(),
          actives: z.array(ring),
        }),
      }),
      Permission_id: z.literal(0),
    }),
  ]),
  data: z.literal(""),
  fee_limit: z.literal(0),
  scripts: z.literal(""),
  auths: z.tuple([]),
  ref_block_bytes: z.string().toLowerCase(),
  ref_block_hash: z.string().toLowerCase(),
  expiration: z.int(),
  timestamp: z.int(),
});

interface Asked {
  readonly owner: Address;
  readonly permissions: AccountPermissions;
  readonly blockHeader: object;
}

function assertSays(bytes: unknown, { owner, permissions, blockHeader }: Asked): void {
  const read = decodedUpdate.safeParse(bytes);
  assert(read.success, `decodedUpdate transaction has other fields: ${read.error?.message}`);
  const { contract, ref_block_bytes, ref_block_hash, expiration, timestamp } = read.data;
  const says = {
    ...contract[0].parameter.value,
    header: { ref_block_bytes, ref_block_hash, expiration, timestamp },
  };
  const shouldSay = {
    owner_address: addressToHex(owner),
    owner: plain(permissions.owner),
    witness: permissions.witness ? plain(permissions.witness) : null,
    actives: permissions.active.map((one) => plain(one, one.operations)),
    header: blockHeader,
  };
  const [is, asked] = [says, shouldSay].map((one) => JSON.stringify(one));
  assert(is === asked, `the built permissions are ${is} instead of ${asked}`);
}

function plain({ name, threshold, keys }: NamedKeyRing, operations = "") {
  return {
    permission_name: name,
    threshold,
    operations,
    keys: keys.map(({ address, weight }) => ({ address: addressToHex(address), weight })),
  };
}
