/** The address of a private key, computed without tronweb. */
import { createECDH } from "node:crypto";
import type { Address } from "../domain/address.js";
import { addressOfPublicKey } from "../domain/public-key.js";

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
