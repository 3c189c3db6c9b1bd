/**
 * keys.json: every private key of the sandbox, made from the system's random source. It is written
 * whole (to a second file that is then renamed), so that a crash leaves either the file as it was
 * or a complete new one.
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

/** An account that was asked for later; the name, if any, finds it again. */
const madeAccount = keyPair.extend({ name: z.string().optional() });

const keysSchema = z.object({
  /** May delegate and undelegate for every owner. */
  operator: keyPair,
  owners: z.array(keyPair),
  faucet: keyPair,
  /** Signs the blocks. */
  witness: keyPair,
  /** Pays sellers. A file of an older sandbox has none; it gets one when it is read. */
  payout: keyPair.optional(),
  accounts: z.array(madeAccount).default([]),
});

export type KeyPair = z.infer<typeof keyPair>;
type MadeAccount = z.infer<typeof madeAccount>;
export type Keys = z.infer<typeof keysSchema> & { readonly payout: KeyPair };

const FILE_NAME = "keys.json";
const OWNERS = 4;

export function randomKeyPair(): KeyPair {
  const privateKeyHex = randomPrivateKeyHex();
  return { privateKeyHex, address: addressOfKey(privateKeyHex) };
}

export class KeysFile {
  readonly #file: string;
  #keys: Keys;

  private constructor(file: string, keys: Keys) {
    this.#file = file;
    this.#keys = keys;
  }

  get keys(): Keys {
    return this.#keys;
  }

  static read(directory: string): KeysFile | undefined {
    const file = join(directory, FILE_NAME);
    let text: string;
    try {
      text = readFileSync(file, "utf8");
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
      throw new StartProblem(`${file} cannot be read; make it readable for this user.`);
    }
    const { data: found } = keysSchema.safeParse(parseJson(text));
    if (found === undefined) {
      throw new StartProblem(`${file} is damaged; restore it, or delete the whole directory.`);
    }
    const { payout = randomKeyPair() } = found;
    const read = new KeysFile(file, { ...found, payout });
    if (found.payout === undefined) read.#save(read.keys);
    return read;
  }

  static create(directory: string): KeysFile {
    const keys: Keys = {
      operator: randomKeyPair(),
      owners: Array.from({ length: OWNERS }, randomKeyPair),
      faucet: randomKeyPair(),
      witness: randomKeyPair(),
      payout: randomKeyPair(),
      accounts: [],
    };
    const made = new KeysFile(join(directory, FILE_NAME), keys);
    made.#save(keys);
    return made;
  }

  /** Makes a key that is durable when this returns; the same name gives the same key. */
  account(name: string | undefined): MadeAccount {
    const known = this.#keys.accounts.find((one) => name !== undefined && one.name === name);
    if (known) return known;
    const made = { ...randomKeyPair(), ...(name === undefined ? {} : { name }) };
    this.#save({ ...this.#keys, accounts: [...this.#keys.accounts, made] });
    return made;
  }

  #save(keys: Keys): void {
    const next = `${this.#file}.new`;
    const descriptor = openSync(next, "w", 0o600);
    writeSync(descriptor, `${JSON.stringify(keys, null, 2)}\n`);
    fsyncSync(descriptor);
    closeSync(descriptor);
    renameSync(next, this.#file);
    this.#keys = keys;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
