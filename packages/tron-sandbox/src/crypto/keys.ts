/** Key pairs of the sandbox: random private keys, their public keys and their addresses. */
import { randomBytes } from "node:crypto";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { isPrivate, pointFromScalar } from "tiny-secp256k1";

export function randomPrivateKeyHex(): string {
  const bytes = randomBytes(32);
  return isPrivate(bytes) ? bytes.toString("hex") : randomPrivateKeyHex();
}

/** 41 and the last 20 bytes of keccak-256 of x and y, in hex; the public key is 04, x and y. */
export function addressOf(publicKey: Uint8Array): string {
  const hash = Buffer.from(keccak_256(publicKey.subarray(1)));
  return `41${hash.toString("hex", 12)}`;
}

export function addressOfKey(privateKeyHex: string): string {
  return addressOf(publicKeyOf(Buffer.from(privateKeyHex, "hex"), false));
}

/** 33 bytes if compressed, else 65; throws for bytes that are no private key. */
export function publicKeyOf(privateKey: Uint8Array, isCompressed: boolean): Uint8Array {
  const publicKey = pointFromScalar(privateKey, isCompressed);
  if (!publicKey) throw new Error("a private key has no public key");
  return publicKey;
}
