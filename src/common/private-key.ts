/** Private keys that somebody sends by mistake: nothing keeps or repeats them. */

const PRIVATE_KEY = /(?<![0-9a-z])(?:0x)?[0-9a-f]{64}(?![0-9a-z])/gi;

/** The same text with whatever may be a private key hidden, as long as before; ids of transactions look the same. */
export function withoutPrivateKeys(text: string): string {
  return text.replace(PRIVATE_KEY, (key) => "•".repeat(key.length));
}
