/** Key pairs of the sandbox: random private keys, their public keys and their addresses. */
import { createHmac, pbkdf2Sync, randomBytes } from "node:crypto";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { isPrivate, pointFromScalar, privateAdd } from "tiny-secp256k1";

export function randomPrivateKeyHex(): string {
  const bytes = randomBytes(32);
  return isPrivate(bytes) ? bytes.toString("hex") : randomPrivateKeyHex();
}

/** 41 and the last 20 bytes of keccak-256 of x and y, in hex; the public key is 04, x and y. */
export function addressOf(publicKey: Uint8Array): string {
  const hash = Buffer.from(keccak_256(publicKey.subarray(1)));
  return `41${hash.toString("hex", 12)}`;
}

export function addressOfKey(privateKeyHex: string): string {
  return addressOf(publicKeyOf(Buffer.from(privateKeyHex, "hex"), false));
}

/** 33 bytes if compressed, else 65; throws for bytes that are no private key. */
function publicKeyOf(privateKey: Uint8Array, isCompressed: boolean): Uint8Array {
  const publicKey = pointFromScalar(privateKey, isCompressed);
  if (!publicKey) throw new Error("a private key has no public key");
  return publicKey;
}

const MNEMONIC = `${"abandon ".repeat(11)}about`;
const HARDENED = 0x80000000;
const PARENT_PATH = [44 + HARDENED, 195 + HARDENED, HARDENED, 0];

interface Node {
  readonly key: Uint8Array;
  readonly chainCode: Uint8Array;
}

let parent: Node | undefined;

/** The private key of the well-known test mnemonic's account m/44'/195'/0'/0/index (BIP-39, BIP-32). */
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
