/** Key pairs of the sandbox: random private keys, their public keys and their addresses. */
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { keccak_256 } from "@noble/hashes/sha3.js";

export function randomPrivateKeyHex(): string {
  return Buffer.from(secp256k1.utils.randomSecretKey()).toString("hex");
}

/** 41 and the last 20 bytes of keccak-256 of x and y, in hex; the public key is 04, x and y. */
export function addressOf(publicKey: Uint8Array): string {
  const hash = Buffer.from(keccak_256(publicKey.subarray(1)));
  return `41${hash.toString("hex", 12)}`;
}

export function addressOfKey(privateKeyHex: string): string {
  return addressOf(secp256k1.getPublicKey(Buffer.from(privateKeyHex, "hex"), false));
}
