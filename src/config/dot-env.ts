/**
 * Reads a `.env` of any editor. A byte order mark would become part of the first name, which then sets nothing; in UTF-16,
 * which Windows shells write, no name would match.
 */
import { parseEnv } from "node:util";

/** Undefined when it is no UTF-8 text. */
export function parseDotEnv(bytes: Buffer): NodeJS.Dict<string> | undefined {
  // The decoder drops a byte order mark; in UTF-16 every letter has a zero byte.
  return bytes.includes(0) ? undefined : parseEnv(new TextDecoder().decode(bytes));
}
