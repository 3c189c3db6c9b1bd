/** Signatures of texts, as wallets make them (TIP-191): they prove who holds a key and move nothing. */
import { keccak_256 } from "@noble/hashes/sha3.js";
import { sign } from "./signature.js";

const PREFIX = "\x19TRON Signed Message:\n";

/** 0x and 130 hex digits. */
export function signText(text: string, privateKeyHex: string): string {
  const bytes = Buffer.from(text, "utf8");
  const prefixed = Buffer.concat([Buffer.from(`${PREFIX}${bytes.length}`, "utf8"), bytes]);
  return `0x${sign(Buffer.from(keccak_256(prefixed)), privateKeyHex).toString("hex")}`;
}
