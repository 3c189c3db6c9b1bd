/**
 * Signs the three transactions the desk makes, and no others. libsecp256k1 signs them, in a tenth of the time that JavaScript
 * takes.
 */
import { isPrivate, signRecoverable } from "tiny-secp256k1";
import { assert } from "../domain/assert.js";
import { buildRaw } from "./build.js";
import type { SignedTransaction, SigningKey, TransactionFrame, TransactionIntent } from "./port.js";
import { txidOf, wireHex } from "./raw-transaction.js";

const SIGNED: readonly string[] = [
  "delegate",
  "undelegate",
  "transfer",
] satisfies TransactionIntent["kind"][];

export async function signTransaction(
  intent: TransactionIntent,
  frame: TransactionFrame,
  key: SigningKey,
): Promise<SignedTransaction> {
  assert(SIGNED.includes(intent.kind), `not a transaction we sign: ${intent.kind}`);
  const { permissionId, privateKeyHex } = key;
  assert(Number.isSafeInteger(permissionId) && permissionId >= 0, "no permission id");
  assert(/^[0-9a-f]{64}$/i.test(privateKeyHex), "the private key is not 64 hex characters");
  const { raw } = await buildRaw(intent, frame, permissionId);
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
