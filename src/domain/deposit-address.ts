/**
 * Where customers pay in: addresses derived from one extended public key (BIP-32), whose private keys this machine never has.
 * Together with the private key of any one of these addresses, the extended public key gives away all of them.
 */
import { createHash, ECDH } from "node:crypto";
import { HDKey } from "@scure/bip32";
import type { Address } from "./address.js";
import { assert, present } from "./assert.js";
import { ACCOUNT_DEPTH, depositKeyProblem } from "./deposit-key.js";
import { addressOfPublicKey } from "./public-key.js";

/** Larger indexes need the private key. */
const INDEXES = 2 ** 31;

export interface DepositKey {
  addressAt(index: number): Address;
}

export function depositKey(xpub: string): DepositKey {
  assert(depositKeyProblem(xpub) === undefined, "the key of deposits is none");
  const key = HDKey.fromExtendedKey(xpub);
  const receiving = key.depth === ACCOUNT_DEPTH ? key.deriveChild(0) : key;
  return {
    addressAt(index) {
      assert(Number.isInteger(index) && index >= 0 && index < INDEXES, `not an index: ${index}`);
      const { publicKey } = receiving.deriveChild(index);
      const point = ECDH.convertKey(present(publicKey, "no public key"), "secp256k1");
      assert(Buffer.isBuffer(point) && point.length === 65, "the public key is no point");
      return addressOfPublicKey(point);
    },
  };
}

/** The index of a customer's address, if nobody has it: 31 bits of the hash of his id. */
export function firstDepositIndex(customerId: string): number {
  return createHash("sha256").update(customerId).digest().readUInt32BE() % INDEXES;
}

/** The one to try when an index is taken. */
export function nextDepositIndex(index: number): number {
  return (index + 1) % INDEXES;
}
