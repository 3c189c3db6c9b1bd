/**
 * Builds and signs the three transactions the desk makes, and no others. tronweb builds them, without the network: the block
 * header is our own, so it has nothing to ask for. libsecp256k1 signs them, in a tenth of the time that JavaScript takes.
 */
import { createHash } from "node:crypto";
import { isPrivate, signRecoverable } from "tiny-secp256k1";
import { addressToHex } from "../domain/address.js";
import { assert, present } from "../domain/assert.js";
import type { SignedTransaction, SigningKey, TransactionFrame, TransactionIntent } from "./port.js";
import { assertDecodedEquals, blockHeaderOf, type ContractName } from "./signed-bytes.js";
import { loadTronWeb } from "./tronweb.js";

const CONTRACT: Record<TransactionIntent["kind"], ContractName> = {
  delegate: "DelegateResourceContract",
  undelegate: "UnDelegateResourceContract",
  transfer: "TransferContract",
};

export async function signTransaction(
  intent: TransactionIntent,
  frame: TransactionFrame,
  key: SigningKey,
): Promise<SignedTransaction> {
  const contractName = present(CONTRACT[intent.kind], `not a transaction we sign: ${intent.kind}`);
  checkArguments(intent, frame, key);
  const { permissionId } = key;
  const tron = await loadTronWeb();
  const raw = tron.rawBytes(contractName, valuesOf(intent), blockHeaderOf(frame), permissionId);
  const decoded = tron.decode(contractName, raw.toString("hex"));
  assertDecodedEquals(decoded, { contractName, intent, frame, permissionId });
  return sealed(raw, key.privateKeyHex);
}

function checkArguments(intent: TransactionIntent, frame: TransactionFrame, key: SigningKey): void {
  const { reference, timestampMs, expiresAt } = frame;
  const movedSun = intent.kind === "transfer" ? intent.amountSun : intent.stakeSun;
  assert(Number.isSafeInteger(movedSun) && movedSun > 0, "no stake or amount to sign for");
  assert(intent.owner !== intent.receiver, "owner and receiver are the same");
  if (intent.kind === "delegate") {
    const blocks = intent.lockPeriodBlocks;
    assert(Number.isSafeInteger(blocks) && blocks >= 0, `not a lock period: ${blocks}`);
  }
  assert(/^[0-9a-f]{64}$/.test(reference.id), "the reference block has no id");
  assert(
    reference.id.startsWith(reference.number.toString(16).padStart(16, "0")),
    "the reference block's id is of another number",
  );
  assert(Number.isSafeInteger(timestampMs) && timestampMs > 0, "no timestamp");
  assert(Number.isSafeInteger(expiresAt) && expiresAt > timestampMs, "expires before it is made");
  assert(Number.isSafeInteger(key.permissionId) && key.permissionId >= 0, "no permission id");
  assert(/^[0-9a-f]{64}$/i.test(key.privateKeyHex), "the private key is not 64 hex characters");
}

/** The contract's fields, as java-tron's JSON has them. */
function valuesOf(intent: TransactionIntent): object {
  const owner_address = addressToHex(intent.owner);
  const receiver_address = addressToHex(intent.receiver);
  if (intent.kind === "transfer") {
    return { owner_address, to_address: receiver_address, amount: intent.amountSun };
  }
  const resource = intent.resource.toUpperCase();
  const values = { owner_address, receiver_address, balance: intent.stakeSun, resource };
  if (intent.kind === "undelegate" || intent.lockPeriodBlocks === 0) return values;
  return { ...values, lock: true, lock_period: intent.lockPeriodBlocks };
}

/** The transaction message: field 1 is the raw part, field 2 the one signature; nothing else. */
function sealed(raw: Buffer, privateKeyHex: string): SignedTransaction {
  const hash = createHash("sha256").update(raw).digest();
  const fields = [Buffer.from([0x0a, ...varint(raw.length)]), raw, Buffer.from([0x12, 65])];
  const signed = Buffer.concat([...fields, signatureOf(hash, privateKeyHex)]);
  return { txid: hash.toString("hex"), hex: signed.toString("hex") };
}

/** r, s and 27 plus the recovery, as wallets write it. The same key signs the same hash with the same bytes (RFC 6979). */
function signatureOf(hash: Buffer, privateKeyHex: string): Buffer {
  const key = Buffer.from(privateKeyHex, "hex");
  assert(isPrivate(key), "the private key is not one of secp256k1");
  const { signature, recoveryId } = signRecoverable(hash, key);
  assert(signature.length === 64, "the signature is not 64 bytes and the recovery");
  return Buffer.from([...signature, 27 + recoveryId]);
}

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
}
