/**
 * Signatures the TRON way: 65 bytes r, s, v over a 32-byte hash, and the signer's address recovered
 * from them.
 */

import { keccak_256 } from "@noble/hashes/sha3.js";
import { recover, signRecoverable } from "tiny-secp256k1";
import { addressOf } from "./keys.js";

/** Carries java-tron's text for a signature that has no signer. */
export class SignatureProblem extends Error {
  override name = "SignatureProblem";
}

/**
 * Takes any s and, as r, the whole x of the nonce, as java-tron does; libsecp256k1 wants both below
 * the order, and such an r written as the rest with bit 1 of the recovery set.
 */
export function recoverAddress(hash: Buffer, signature: Buffer): string {
  const recovery = recoveryOf(signature);
  const r = numberOf(signature.subarray(0, 32));
  const s = numberOf(signature.subarray(32, 64));
  const parsed = Buffer.from(hexOf(r % ORDER) + hexOf(s % ORDER), "hex");
  const id = recovery + (r < ORDER ? 0 : 2);
  try {
    const publicKey = id < 4 && recover(hash, parsed, id as RecoveryId, false);
    if (publicKey) return addressOf(publicKey);
  } catch {
    // Said below.
  }
  throw new SignatureProblem(
    "java.security.SignatureException: Could not recover public key from signature",
  );
}

/** Of the group of secp256k1. */
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

type RecoveryId = Parameters<typeof recover>[2];

const numberOf = (bytes: Buffer): bigint => BigInt(`0x${bytes.toString("hex")}`);
const hexOf = (number: bigint): string => number.toString(16).padStart(64, "0");

/** Bit 0 is the parity of the nonce's y; bit 1 says that its x is r plus the order. */
function recoveryOf(signature: Buffer): number {
  let v = signature.readInt8(64);
  if (v < 27) v += 27; // java-tron does so too when it reads the bytes
  if (v < 27 || v > 34) {
    throw new SignatureProblem(`java.security.SignatureException: Header byte out of range: ${v}`);
  }
  return (v - 27) % 4;
}

/** The same key signs the same hash with the same bytes, as on java-tron (RFC 6979). */
export function sign(hash: Buffer, privateKeyHex: string): Buffer {
  const { signature, recoveryId } = signRecoverable(hash, Buffer.from(privateKeyHex, "hex"));
  return Buffer.from([...signature, 27 + recoveryId]);
}

const PREFIX = "\x19TRON Signed Message:\n";

/** Signs a text as wallets do (TIP-191), which proves who holds a key and moves nothing: 0x and 130 hex digits. */
export function signText(text: string, privateKeyHex: string): string {
  const bytes = Buffer.from(text, "utf8");
  const prefixed = Buffer.concat([Buffer.from(`${PREFIX}${bytes.length}`, "utf8"), bytes]);
  return `0x${sign(Buffer.from(keccak_256(prefixed)), privateKeyHex).toString("hex")}`;
}
