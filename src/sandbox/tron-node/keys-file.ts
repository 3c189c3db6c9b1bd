/**
 * keys.json: every private key of the sandbox, made at the first start from the system's random
 * source. It is written whole (to a second file that is then renamed), so that a crash leaves
 * either no file or a complete one.
 */
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { addressOfKey, randomPrivateKeyHex } from "./crypto/keys.js";
import { StartProblem } from "./options.js";

const keyPair = z.object({
  privateKeyHex: z.string().regex(/^[0-9a-f]{64}$/),
  /** Hex, 41…. */
  address: z.string().regex(/^41[0-9a-f]{40}$/),
});

const keysSchema = z.object({
  /** May delegate and undelegate for every owner. */
  operator: keyPair,
  owners: z.array(keyPair),
  faucet: keyPair,
  /** Signs the blocks. */
  witness: keyPair,
});

type KeyPair = z.infer<typeof keyPair>;
export type Keys = z.infer<typeof keysSchema>;

const OWNERS = 4;

export function randomKeyPair(): KeyPair {
  const privateKeyHex = randomPrivateKeyHex();
  return { privateKeyHex, address: addressOfKey(privateKeyHex) };
}

export function readKeys(directory: string): Keys | undefined {
  const file = join(directory, "keys.json");
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw new StartProblem(`${file} cannot be read; make it readable for this user.`);
  }
  const parsed = keysSchema.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  throw new StartProblem(`${file} is damaged; restore it, or delete the whole directory.`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function createKeys(directory: string): Keys {
  const keys: Keys = {
    operator: randomKeyPair(),
    owners: Array.from({ length: OWNERS }, randomKeyPair),
    faucet: randomKeyPair(),
    witness: randomKeyPair(),
  };
  const file = join(directory, "keys.json");
  const descriptor = openSync(`${file}.new`, "w", 0o600);
  writeSync(descriptor, `${JSON.stringify(keys, null, 2)}\n`);
  fsyncSync(descriptor);
  closeSync(descriptor);
  renameSync(`${file}.new`, file);
  return keys;
}
