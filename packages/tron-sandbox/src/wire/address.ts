/**
 * Addresses inside the node are lower-case hex (41 and 40 digits). Unlike the desk, a node also
 * meets malformed ones in transactions, so nothing here asserts; `isValidAddress` says what an
 * actuator would.
 */
import { createHash } from "node:crypto";
import { createBase58check } from "@scure/base";

const base58check = createBase58check((bytes: Uint8Array) =>
  createHash("sha256").update(bytes).digest(),
);

/** Encoding costs about 10 us and the same few addresses are printed again and again. */
const encoded = new Map<string, string>();
const CACHE_SIZE = 10_000;

export function isValidAddress(hex: string): boolean {
  return hex.length === 42 && hex.startsWith("41");
}

export function toBase58(hex: string): string {
  const known = encoded.get(hex);
  if (known !== undefined) return known;
  const text = base58check.encode(Buffer.from(hex, "hex"));
  if (encoded.size >= CACHE_SIZE) encoded.clear();
  encoded.set(hex, text);
  return text;
}

/** undefined when the text is not base58check of a mainnet address. */
export function fromBase58(text: string): string | undefined {
  try {
    const hex = Buffer.from(base58check.decode(text)).toString("hex");
    return isValidAddress(hex) ? hex : undefined;
  } catch {
    return undefined;
  }
}
