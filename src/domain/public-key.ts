/** The address of a public key: the last 20 bytes of its keccak-256. By itself, because few need to load that. */
import { keccak_256 } from "@noble/hashes/sha3.js";
import { type Address, addressFromHex } from "./address.js";

/** Takes the 65 bytes: 04, x and y. */
export function addressOfPublicKey(publicKey: Uint8Array): Address {
  const hash = Buffer.from(keccak_256(publicKey.subarray(1)));
  return addressFromHex(`41${hash.toString("hex", 12)}`);
}
