/**
 * Signatures the TRON way: 65 bytes r, s, v over a 32-byte hash, and the signer's address recovered
 * from them.
 */
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { bytesToNumberBE } from "@noble/curves/utils.js";
import { addressOf } from "./keys.js";

/** Carries java-tron's text for a signature that has no signer. */
export class SignatureProblem extends Error {
  override name = "SignatureProblem";
}

const { ORDER } = secp256k1.Point.Fn;

/**
 * Takes any s and, as r, the whole x of the nonce, as java-tron does; the library wants both below
 * the order, and such an r written as the rest with bit 1 of the recovery set.
 */
export function recoverAddress(hash: Buffer, signature: Buffer): string {
  const recovery = recoveryOf(signature);
  const r = bytesToNumberBE(signature.subarray(0, 32));
  const s = bytesToNumberBE(signature.subarray(32, 64));
  try {
    const parsed = new secp256k1.Signature(r % ORDER, s % ORDER, recovery + (r < ORDER ? 0 : 2));
    return addressOf(parsed.recoverPublicKey(hash).toBytes(false));
  } catch {
    throw new SignatureProblem(
      "java.security.SignatureException: Could not recover public key from signature",
    );
  }
}

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
  const options = { prehash: false, format: "recovered" } as const;
  const bytes = secp256k1.sign(hash, Buffer.from(privateKeyHex, "hex"), options);
  return Buffer.from([...bytes.subarray(1), 27 + (bytes[0] ?? 0)]);
}
