/** A key in a file of its own: nobody but its owner may read it, and it holds nothing else. */
import { readFileSync, statSync } from "node:fs";
import type { z } from "zod";
import { apiKey, privateKeyHex } from "./variable.js";

export type KeyRead = { readonly key: string } | { readonly wrong: string };

/** The private key, or what is wrong with the file, as the end of a sentence that begins with its path. */
export function readKeyFile(path: string): KeyRead {
  return readSecret(path, privateKeyHex, "a private key of 64 hex characters");
}

/** The same for a provider's API key. */
export function readApiKeyFile(path: string): KeyRead {
  return readSecret(path, apiKey, "a key of printable characters without spaces");
}

function readSecret(path: string, schema: z.ZodType<string>, what: string): KeyRead {
  try {
    const stat = statSync(path);
    if (!stat.isFile()) return { wrong: "is not a file." };
    if ((stat.mode & 0o077) !== 0) {
      return { wrong: `may be read by others than its owner; run: chmod 600 '${path}'` };
    }
    const parsed = schema.safeParse(readFileSync(path, "utf8").trim());
    if (parsed.success) return { key: parsed.data };
    return { wrong: `must hold ${what} and nothing else.` };
  } catch (error) {
    return { wrong: `cannot be read (${error instanceof Error ? error.message : String(error)}).` };
  }
}
