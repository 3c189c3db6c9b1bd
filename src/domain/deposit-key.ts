/** The setting from which addresses of deposits are derived. By itself, because checking it needs none of what deriving loads. */
import { ECDH, hash } from "node:crypto";
import { createBase58check } from "@scure/base";

/** An account's key, m/44'/195'/0', as wallets give it; its addresses are 0/i. */
export const ACCOUNT_DEPTH = 3;
/** The key of an account's receiving side, m/44'/195'/0'/0; its addresses are i. */
const RECEIVING_DEPTH = 4;

/** What is wrong with a text as the key of deposits; it never repeats the text, which may be a private key. */
export function depositKeyProblem(text: string): string | undefined {
  if (PRIVATE.test(text)) {
    return "is an extended private key: keep that offline, and set the xpub that belongs to it";
  }
  if (!PUBLIC.test(text))
    return "must be an extended public key: 111 characters that start with xpub";
  const depth = depthOf(text);
  if (depth === undefined) return "has a wrong checksum, or is no key: a character is mistyped";
  if (depth === ACCOUNT_DEPTH || depth === RECEIVING_DEPTH) return undefined;
  return `has depth ${depth}: it must be the xpub of an account (m/44'/195'/0', depth 3) or of its receiving side (m/44'/195'/0'/0, depth 4)`;
}

/** Of every kind and network: xprv, tprv, yprv, zprv. */
const PRIVATE = /^\s*[a-z]prv/i;
const PUBLIC = /^xpub[1-9A-HJ-NP-Za-km-z]{107}$/;
/** Four bytes that make it an xpub, the depth, four and four of its place, 32 of its chain, and the key. */
const VERSION = "0488b21e";
const BYTES = 78;
const DEPTH_AT = 4;
const KEY_AT = 45;
const base58check = createBase58check((bytes: Uint8Array) => hash("sha256", bytes, "buffer"));

/** Undefined where the text is no extended public key. */
function depthOf(xpub: string): number | undefined {
  try {
    const bytes = Buffer.from(base58check.decode(xpub));
    if (bytes.length !== BYTES || bytes.toString("hex", 0, DEPTH_AT) !== VERSION) return undefined;
    // Throws where it is no point of the curve.
    ECDH.convertKey(bytes.subarray(KEY_AT), "secp256k1");
    return bytes[DEPTH_AT];
  } catch {
    return undefined;
  }
}
