/**
 * The address of a key: the last 20 bytes of the keccak-256 of the public key. A module of its own, because few need to load
 * that.
 */
import { createECDH } from "node:crypto";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { type Address, addressFromHex } from "./address.js";

/** Takes the 65 bytes: 04, x and y. */
export function addressOfPublicKey(publicKey: Uint8Array): Address {
  const hash = Buffer.from(keccak_256(publicKey.subarray(1)));
  return addressFromHex(`41${hash.toString("hex", 12)}`);
}

/** Takes 64 hex characters; throws when they are no private key. The key is never part of the error. */
export function addressOfKey(privateKeyHex: string, whose = "operator"): Address {
  const ecdh = createECDH("secp256k1");
  try {
    ecdh.setPrivateKey(privateKeyHex, "hex");
  } catch {
    throw new Error(`the ${whose} key is not a private key of secp256k1`);
  }
  return addressOfPublicKey(ecdh.getPublicKey());
}
