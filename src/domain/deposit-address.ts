/**
 * Where customers pay in: addresses derived from one extended public key (BIP-32), whose private keys this machine never has.
 * Together with the private key of any one of these addresses, the extended public key gives away all of them.
 */
import { ECDH } from "node:crypto";
import { HDKey } from "@scure/bip32";
import { type Address, addressProblem } from "./address.js";
import { assert, must } from "./assert.js";
import { ACCOUNT_DEPTH, depositKeyProblem, HARDENED } from "./deposit-key.js";
import type { CustomerId } from "./ids.js";
import { addressOfPublicKey } from "./public-key.js";

/** Larger indexes need the private key. */
const INDEXES = HARDENED;

export interface DepositKey {
  /** The i of m/44'/195'/i'; undefined where the key is that of a receiving side, which does not tell. */
  readonly account: number | undefined;
  addressAt(index: number): Address;
}

export function depositKey(xpub: string): DepositKey {
  assert(depositKeyProblem(xpub) === undefined, "the key of deposits is none");
  const key = HDKey.fromExtendedKey(xpub);
  const isAccount = key.depth === ACCOUNT_DEPTH;
  const receiving = isAccount ? key.deriveChild(0) : key;
  return {
    account: isAccount ? key.index - HARDENED : undefined,
    addressAt(index) {
      assert(Number.isInteger(index) && index >= 0 && index < INDEXES, `not an index: ${index}`);
      const { publicKey } = receiving.deriveChild(index);
      const point = ECDH.convertKey(must(publicKey, "no public key"), "secp256k1");
      assert(Buffer.isBuffer(point) && point.length === 65, "the public key is no point");
      return addressOfPublicKey(point);
    },
  };
}

/** Addresses are given out from here on, in order, so that a wallet finds all of them. The first of all is the operator's, to compare. */
export const FIRST_GIVEN_INDEX = 1;

/** So many may have been given out after a backup, beyond the last that is known. */
const MOST_UNKNOWN = 1_000;

/**
 * The index from which on no address can have been given out after a backup: `next` is where its books continue, `logged` are
 * indexes that a log knows of. One far beyond all others was not given out in this order, and does not count.
 */
export function indexBehindUnknown(next: number, logged: readonly number[]): number {
  let behind = next + MOST_UNKNOWN;
  for (const index of logged.filter((one) => one >= next).sort((a, b) => a - b)) {
    if (index <= behind) behind = Math.max(behind, index + 1 + MOST_UNKNOWN);
  }
  return Math.min(behind, INDEXES);
}

/** An address that was given out, as a line of the address log: for people, and for use after a restore. */
export interface GivenAddress {
  readonly customerId: CustomerId;
  /** The customer's name. */
  readonly name: string;
  /** Which address of the key it is. */
  readonly index: number;
  readonly address: Address;
}

/** Customer, name, index and address, separated by tabs; without the line feed. */
export function givenLine({ customerId, name, index, address }: GivenAddress): string {
  return [customerId, name.replace(/\p{Cc}+/gu, " "), index, address].join("\t");
}

/** Undefined for a line that was cut off or written by hand. */
export function readGivenLine(line: string): GivenAddress | undefined {
  const [customerId = "", name = "", index = "", address = "", ...more] = line.split("\t");
  if (more.length > 0 || !CUSTOMER.test(customerId) || name.length > 200) return undefined;
  if (!/^\d{1,10}$/.test(index) || Number(index) > LARGEST_INDEX) return undefined;
  if (addressProblem(address) !== undefined) return undefined;
  return { customerId, name, index: Number(index), address: address as Address };
}

const CUSTOMER = /^[0-9a-f]{24}$/;
const LARGEST_INDEX = INDEXES - 1;
