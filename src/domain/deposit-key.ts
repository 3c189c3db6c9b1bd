/**
 * Checks the setting from which deposit addresses are derived. A module of its own, because checking needs none of what deriving
 * loads.
 */
import { ECDH, hash } from "node:crypto";
import { createBase58check } from "@scure/base";

/** An account's key, m/44'/195'/i', as wallets give it; its addresses are 0/i. */
export const ACCOUNT_DEPTH = 3;
/** The key of an account's receiving side, m/44'/195'/i'/0; its addresses are i. */
const RECEIVING_DEPTH = 4;
/** Child numbers from here on are hardened: wallets write them with a '. */
export const HARDENED = 2 ** 31;

/** Why a text is no key for deposits; never repeats the text, which may be a private key. */
export function depositKeyProblem(text: string): string | undefined {
  if (PRIVATE.test(text)) {
    return "is an extended private key: keep that offline, and set the xpub that belongs to it";
  }
  if (!PUBLIC.test(text))
    return "must be an extended public key: 111 characters that start with xpub";
  const place = placeOf(text);
  if (!place) return "has a wrong checksum, or is no key: a character is mistyped";
  const { depth, child } = place;
  if (depth === ACCOUNT_DEPTH) {
    if (child >= HARDENED) return undefined;
    return `is of the unhardened account ${child}, which no wallet shows: set the xpub of m/44'/195'/${child}'`;
  }
  if (depth === RECEIVING_DEPTH) {
    if (child === 0) return undefined;
    const shown = child < HARDENED ? `${child}` : `${child - HARDENED}'`;
    return `is not of the receiving side: its number is ${shown}, and that of the receiving side is 0 (1 is the change side, whose addresses wallets do not show)`;
  }
  return `has depth ${depth}: it must be the xpub of an account (m/44'/195'/i', depth 3) or of its receiving side (m/44'/195'/i'/0, depth 4)`;
}

/** Where a wallet shows the first address of a key, by which the operator knows it. */
export function firstAddressPlace(account: number | undefined): string {
  return `m/44'/195'/${account ?? "i"}'/0/0`;
}

/** Of every kind and network: xprv, tprv, yprv, zprv. */
const PRIVATE = /^\s*[a-z]prv/i;
const PUBLIC = /^xpub[1-9A-HJ-NP-Za-km-z]{107}$/;
/** Four bytes that make it an xpub, the depth, four of its parent and four of its own number, 32 of its chain, and the key. */
const VERSION = "0488b21e";
const BYTES = 78;
const DEPTH_AT = 4;
const CHILD_AT = 9;
const KEY_AT = 45;
const base58check = createBase58check((bytes: Uint8Array) => hash("sha256", bytes, "buffer"));

interface Place {
  readonly depth: number;
  /** Its number below its parent. */
  readonly child: number;
}

/** The key's place below its seed; undefined where the text is no extended public key. */
function placeOf(xpub: string): Place | undefined {
  try {
    const bytes = Buffer.from(base58check.decode(xpub));
    if (bytes.length !== BYTES || bytes.toString("hex", 0, DEPTH_AT) !== VERSION) return undefined;
    // Throws if it is no point of the curve.
    ECDH.convertKey(bytes.subarray(KEY_AT), "secp256k1");
    return { depth: bytes.readUInt8(DEPTH_AT), child: bytes.readUInt32BE(CHILD_AT) };
  } catch {
    return undefined;
  }
}
