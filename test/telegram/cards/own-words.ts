/** What a language says holds no word of English. */
import { expect } from "vitest";

/** Addresses, ids and the zone of a time are the same in every language. */
export const NAMES = /T[1-9A-HJ-NP-Za-km-z]{33}|T\w{5}…\w{6}|\b[0-9a-f]{24}\b|UTC/g;

/** What is called the same in every language: units, names of the product and of order types, words of a line, file kinds. */
const SAME = new Set(
  [
    ...["TRX", "SUN", "USDT", "TRON", "TRC", "UTC", "ID", "API", "CSV", "TXT", "HTTP", "KiB"],
    ...["Energy", "Desk", "Fast", "Manual", "Bandwidth", "Telegram", "UTF", "Ethereum", "QR"],
    // A language is called by its own name.
    "English",
    ...["TronLink", "TronScan", "signMessageV", "TIP", "Ctrl"],
    // Operations, as wallets and the chain call them.
    ...["Delegate", "Reclaim", "Resources", "DelegateResource", "UnDelegateResource"],
  ].map((word) => word.toLowerCase()),
);
/** What was typed, or is on a button, is quoted so. */
const QUOTED: Readonly<Record<string, RegExp>> = { ru: /«[^»]*»/g, zh: /“[^”]*”/g };

/** Common words that no Spanish text has. */
const ENGLISH =
  /\b(the|of|to|and|or|for|with|from|at|on|in|is|are|you|your|it|this|that|not|wallets?|orders?|price|balance|delivered|waiting|cancel|back|days?|hours?)\b/i;

/** Other letters show each foreign word; in Spanish the commonest words of English must do. */
export function expectOwnWords(code: string, said: readonly string[]): void {
  const lines = said.filter((line) => !line.includes("must be one of"));
  const quoted = QUOTED[code];
  if (code === "es") {
    const foreign = lines.map((line) => line.replace(/\/[a-z]+/g, ""));
    expect(foreign.filter((line) => ENGLISH.test(line))).toEqual([]);
  }
  if (quoted) expect(lines.flatMap((line) => englishIn(line, quoted))).toEqual([]);
}

function englishIn(line: string, quoted: RegExp): string[] {
  const words = line
    // Names of entities, states and error codes before what is said, and what a golden says of a button.
    .replace(/^[A-Z_]+$|^ *([a-z_]+|[A-Z_]+): /, "")
    .replace(quoted, "")
    .replace(/ → \w+:\S+| ⧉ \S+| \((primary|success|danger)\)/g, "")
    .replace(
      /\/book (remove cold1|export|cold1|vault)|\/[a-z]+(@\w+)?( 65k energy 1h)?|T… locked|@\w+|https?:\S+|c1c1\w+/g,
      "",
    )
    .replace(/edk_\w+|fee_limit|await tronWeb\S+|desk sandbox sign \S+ --file/g, "")
    .replace(NAMES, "")
    // What the tests call their wallets.
    .replace(/\b(cold\d*|hot|vault|x{40,})\b/g, "")
    .match(/[A-Za-z]{2,}/g);
  return (words ?? [])
    .filter((word) => !SAME.has(word.toLowerCase()))
    .map((word) => `${word}: ${line}`);
}
