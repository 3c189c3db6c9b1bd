/**
 * API keys: `edk_` + 32 base62 characters (190 bits) + 6 characters of checksum. The checksum refuses a mistyped key before
 * anything is looked up, the prefix lets secret scanners recognise one; the desk stores the SHA-256 only.
 */
import { hash } from "node:crypto";
import { crc32 } from "node:zlib";
import { assert } from "./assert.js";

const PREFIX = "edk_";
const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
/** The most unrevoked keys one customer may have. */
export const MAX_KEYS = 10;
const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const SHAPE = new RegExp(`^${PREFIX}[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`);

/** How many random bytes `formatApiKey` needs: more than it uses, so that bytes which would bias base62 can be skipped. */
export const API_KEY_RANDOM_BYTES = 128;

/** Makes a key of random bytes. */
export function formatApiKey(random: Uint8Array): string {
  let body = "";
  for (const byte of random) {
    if (byte < 248 && body.length < RANDOM_LENGTH) body += BASE62[byte % 62];
  }
  assert(body.length === RANDOM_LENGTH, "too few random bytes for an API key");
  return PREFIX + body + checksum(body);
}

export function isWellFormedApiKey(text: string): boolean {
  if (!SHAPE.test(text)) return false;
  const body = text.slice(PREFIX.length, PREFIX.length + RANDOM_LENGTH);
  return text.endsWith(checksum(body));
}

const ANYWHERE = new RegExp(`${PREFIX}[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}`, "g");

/** The text with every key masked, its length unchanged: for texts that are stored as they arrive. */
export function withoutApiKeys(text: string): string {
  return text.replace(ANYWHERE, (key) => PREFIX.padEnd(key.length, "•"));
}

/** What is stored of a key. */
export function hashApiKey(key: string): string {
  return hash("sha256", key);
}

/** The part of a key that may be shown to recognise it by. */
export function apiKeyHint(key: string): string {
  return key.slice(0, PREFIX.length + 4);
}

function checksum(body: string): string {
  let rest = crc32(body);
  let text = "";
  for (let i = 0; i < CHECKSUM_LENGTH; i += 1) {
    text = BASE62[rest % 62] + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}
