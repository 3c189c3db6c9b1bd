/**
 * The private keys of the well-known test mnemonic's accounts, m/44'/195'/0'/0/i (BIP-39, BIP-32).
 */
import { createHmac, pbkdf2Sync } from "node:crypto";
import { privateAdd } from "tiny-secp256k1";
import { publicKeyOf } from "./keys.js";

const MNEMONIC = `${"abandon ".repeat(11)}about`;
const HARDENED = 0x80000000;
const PARENT_PATH = [44 + HARDENED, 195 + HARDENED, HARDENED, 0];

interface Node {
  readonly key: Uint8Array;
  readonly chainCode: Uint8Array;
}

let parent: Node | undefined;

export function mnemonicKeyHex(index: number): string {
  parent ??= PARENT_PATH.reduce(child, root());
  return Buffer.from(child(parent, index).key).toString("hex");
}

function root(): Node {
  const seed = pbkdf2Sync(MNEMONIC, "mnemonic", 2_048, 64, "sha512");
  return nodeOf(createHmac("sha512", "Bitcoin seed").update(seed).digest());
}

function child({ key, chainCode }: Node, index: number): Node {
  const own = index >= HARDENED ? [0, ...key] : publicKeyOf(key, true);
  const number = Buffer.alloc(4);
  number.writeUInt32BE(index);
  const hash = createHmac("sha512", chainCode).update(Uint8Array.from(own)).update(number).digest();
  const { key: tweak, chainCode: next } = nodeOf(hash);
  const sum = privateAdd(key, tweak);
  if (!sum) throw new Error(`the mnemonic has no key ${index}`);
  return { key: sum, chainCode: next };
}

function nodeOf(hash: Buffer): Node {
  return {
    key: Uint8Array.from(hash.subarray(0, 32)),
    chainCode: Uint8Array.from(hash.subarray(32)),
  };
}
