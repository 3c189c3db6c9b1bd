/**
 * TRON addresses. Ours are always base58check text that starts with T (25 bytes: 0x41, 20 bytes, 4 bytes of checksum);
 * nothing is trimmed or normalised, because an address that was mistyped must not become another one.
 */
import { hash } from "node:crypto";
import { createBase58check } from "@scure/base";
import { remembering } from "../common/remembering.js";
import { assert } from "./assert.js";

export type Address = string & { readonly __unit: "address" };

/** The pattern of every address; it does not check the checksum. */
export const ADDRESS_PATTERN = "^T[1-9A-HJ-NP-Za-km-z]{33}$";
const SHAPE = new RegExp(ADDRESS_PATTERN);
const MAINNET_PREFIX = 0x41;
const base58check = createBase58check((bytes: Uint8Array) => hash("sha256", bytes, "buffer"));

/** The same addresses come again and again, and a checksum is two hashes. */
const MOST_REMEMBERED = 20_000;

const ofHex = remembering(
  MOST_REMEMBERED,
  (hex) => base58check.encode(Buffer.from(hex, "hex")) as Address,
);

/** Undefined for what is no address. */
const hexOf = remembering(MOST_REMEMBERED, (text) => {
  try {
    const bytes = base58check.decode(text);
    const isOurs = bytes.length === 21 && bytes[0] === MAINNET_PREFIX;
    return isOurs ? Buffer.from(bytes).toString("hex") : undefined;
  } catch {
    return undefined;
  }
});

export const NO_ADDRESS = "must be a base58 address: 34 characters that start with T";
const HEX = /^(0x|41|0x41)[0-9a-f]{40}$/i;

/** What can be wrong with an address, one code each. */
export const ADDRESS_FAULTS = ["spaces", "hex", "not an address", "checksum"] as const;
export type AddressFault = (typeof ADDRESS_FAULTS)[number];

const SAID: Readonly<Record<AddressFault, string>> = {
  spaces: `has white space around it: ${NO_ADDRESS}`,
  hex: `is a hex address: ${NO_ADDRESS}`,
  "not an address": NO_ADDRESS,
  checksum: "has a wrong checksum: a character is mistyped",
};

export function addressFault(text: string): AddressFault | undefined {
  if (SHAPE.test(text)) return hexOf(text) ? undefined : "checksum";
  if (text !== text.trim() && SHAPE.test(text.trim())) return "spaces";
  return HEX.test(text) ? "hex" : "not an address";
}

/** Why a text is no address, or undefined when it is one. */
export function addressProblem(text: string): string | undefined {
  const fault = addressFault(text);
  return fault && SAID[fault];
}

export function isAddress(text: string): text is Address {
  return addressFault(text) === undefined;
}

/** Brands a text that is known to be an address (own data, an answer of the node). */
export function address(text: string): Address {
  assert(isAddress(text), `not an address: ${text}`);
  return text;
}

/** The 42 hex characters (41…) a node uses. */
export function addressToHex(value: Address): string {
  const hex = hexOf(value);
  assert(hex, `not an address: ${value}`);
  return hex;
}

export function addressFromHex(hex: string): Address {
  assert(/^41[0-9a-f]{40}$/i.test(hex), `not a hex address: ${hex}`);
  return ofHex(hex);
}

/** The zero address, and mainnet's Blackhole, which collects what is burnt: nobody has their keys. */
export const NOBODYS: readonly Address[] = [
  addressFromHex(`41${"0".repeat(40)}`),
  address("TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy"),
];
