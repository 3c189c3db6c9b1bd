/**
 * The text of a `.env`, whichever editor wrote it. A byte order mark would be part of the first name, which then sets nothing; in
 * UTF-16, as a shell of Windows writes it, no name would be one.
 */
import { parseEnv } from "node:util";

/** Undefined where it is no text in UTF-8. */
export function parseDotEnv(bytes: Buffer): NodeJS.Dict<string> | undefined {
  // The decoder leaves a byte order mark out; letters of UTF-16 have a zero byte each.
  return bytes.includes(0) ? undefined : parseEnv(new TextDecoder().decode(bytes));
}
