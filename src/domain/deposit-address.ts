/**
 * Where customers pay in: addresses derived from one extended public key (BIP-32), whose private keys this machine never has.
 * Together with the private key of any one of these addresses, the extended public key gives away all of them.
 */
import { createHash, ECDH } from "node:crypto";
import { HDKey } from "@scure/bip32";
import type { Address } from "./address.js";
import { assert, present } from "./assert.js";
import { addressOfPublicKey } from "./public-key.js";

/** An account's key, m/44'/195'/0', as wallets give it; its addresses are 0/i. */
const ACCOUNT_DEPTH = 3;
/** The key of an account's receiving side, m/44'/195'/0'/0; its addresses are i. */
const RECEIVING_DEPTH = 4;
/** Larger indexes need the private key. */
const INDEXES = 2 ** 31;

export interface DepositKey {
  addressAt(index: number): Address;
}

/** What is wrong with a text as the key of deposits; it never repeats the text, which may be a private key. */
export function depositKeyProblem(text: string): string | undefined {
  if (PRIVATE.test(text)) {
    return "is an extended private key: keep that offline, and set the xpub that belongs to it";
  }
  if (!PUBLIC.test(text))
    return "must be an extended public key: 111 characters that start with xpub";
  const key = keyOf(text);
  if (!key) return "has a wrong checksum, or is no key: a character is mistyped";
  if (key.depth === ACCOUNT_DEPTH || key.depth === RECEIVING_DEPTH) return undefined;
  return `has depth ${key.depth}: it must be the xpub of an account (m/44'/195'/0', depth 3) or of its receiving side (m/44'/195'/0'/0, depth 4)`;
}

/** Of every kind and network: xprv, tprv, yprv, zprv. */
const PRIVATE = /^\s*[a-z]prv/i;
const PUBLIC = /^xpub[1-9A-HJ-NP-Za-km-z]{107}$/;

function keyOf(xpub: string): HDKey | undefined {
  try {
    return HDKey.fromExtendedKey(xpub);
  } catch {
    return undefined;
  }
}

export function depositKey(xpub: string): DepositKey {
  assert(depositKeyProblem(xpub) === undefined, "the key of deposits is none");
  const key = present(keyOf(xpub), "the key of deposits is none");
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
