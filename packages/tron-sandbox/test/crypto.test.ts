/** Hashes, signatures and addresses against tronweb and against blocks of real networks. */
import { createHash, randomBytes } from "node:crypto";
import { TronWeb, utils } from "tronweb";
import { expect, test } from "vitest";
import { makeBlock } from "../src/chain/block.js";
import { addressOfKey, randomPrivateKeyHex } from "../src/crypto/keys.js";
import { recoverAddress, sign } from "../src/crypto/signature.js";
import { MNEMONIC_ACCOUNTS } from "../src/mnemonic-accounts.js";
import { decode, encode } from "../src/wire/codec.js";
import { BLOCK_HEADER_RAW } from "../src/wire/messages.js";
import { readFields } from "../src/wire/protobuf.js";
import { mnemonicKey } from "./support.js";

test("a block's id is that of a real network's block with the same header", () => {
  // An empty block of the Nile network. The signature, which is another here, is no part of it.
  const block = makeBlock(
    53_868_065,
    "000000000335f620ef6509d67751753763be896f7ac569fc1d1cfa059cecf619",
    1_745_423_034_000,
    [],
    {
      address: "41711cf6683d28621ae12030fd541b288c61d682cd",
      privateKeyHex: randomPrivateKeyHex(),
    },
  );
  expect(block.id).toBe("000000000335f6219b675cfb09a93b99a53729b80b188dcde464eb41625c3d0c");
});

test("the 40 known accounts are the mnemonic's", () => {
  expect(MNEMONIC_ACCOUNTS).toHaveLength(40);
  MNEMONIC_ACCOUNTS.forEach((address, index) => {
    expect(TronWeb.address.fromPrivateKey(mnemonicKey(index))).toBe(address);
  });
});

test("a key's address is what tronweb says", () => {
  const key = randomPrivateKeyHex();
  const base58 = TronWeb.address.fromPrivateKey(key) || "";
  expect(addressOfKey(key)).toBe(TronWeb.address.toHex(base58));
});

const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

interface Parts {
  readonly r: bigint;
  readonly s: bigint;
  readonly v: number;
}

function parts(signature: Buffer): Parts {
  const hex = signature.toString("hex");
  const [r, s] = [hex.slice(0, 64), hex.slice(64, 128)].map((one) => BigInt(`0x${one}`));
  return { r: r ?? 0n, s: s ?? 0n, v: signature[64] ?? 0 };
}

function join({ r, s, v }: Parts): Buffer {
  const [rHex, sHex] = [r, s].map((one) => one.toString(16).padStart(64, "0"));
  return Buffer.from(`${rHex}${sHex}${v.toString(16).padStart(2, "0")}`, "hex");
}

test("signers are recovered, and never taken for another", () => {
  const key = randomPrivateKeyHex();
  const address = addressOfKey(key);
  for (let round = 0; round < 10; round++) {
    const hash = randomBytes(32);
    const signature = sign(hash, key);
    expect(recoverAddress(hash, signature)).toBe(address);
    const { r, s, v } = parts(signature);
    expect(recoverAddress(hash, join({ r, s, v: 27 + 28 - v }))).not.toBe(address);
    expect(recoverAddress(randomBytes(32), signature)).not.toBe(address);
  }
});

test("every form of a signature that java-tron takes", () => {
  const key = randomPrivateKeyHex();
  const hash = randomBytes(32);
  const { r, s, v } = parts(sign(hash, key));
  expect(s <= ORDER / 2n).toBe(true);
  const high = { r, s: ORDER - s, v: 27 + 28 - v };
  for (const form of [{ r, s, v: v - 27 }, { r, s, v: v + 4 }, high]) {
    expect(recoverAddress(hash, join(form))).toBe(addressOfKey(key));
  }
  // No signer writes these two: s, and r as the whole x of the nonce, may exceed the order.
  const same: [Parts, Parts][] = [
    [
      { r, s: 7n + ORDER, v },
      { r, s: 7n, v },
    ],
    [
      { r: 2n + ORDER, s, v },
      { r: 2n, s, v: v + 2 },
    ],
  ];
  for (const [one, other] of same) {
    expect(recoverAddress(hash, join(one))).toBe(recoverAddress(hash, join(other)));
  }
});

test("a signature that has no signer", () => {
  const hash = randomBytes(32);
  const { r, s, v } = parts(sign(hash, randomPrivateKeyHex()));
  const none = "java.security.SignatureException: Could not recover public key from signature";
  const beyond = 2n ** 256n - 1n;
  for (const form of [
    { r: 0n, s, v },
    { r, s: 0n, v },
    { r: beyond, s, v },
    { r, s, v: 29 },
  ]) {
    expect(() => recoverAddress(hash, join(form))).toThrow(none);
  }
  const header = (byte: number): (() => string) => {
    return () => recoverAddress(hash, join({ r, s, v: byte }));
  };
  const text = "java.security.SignatureException: Header byte out of range:";
  expect(header(35)).toThrow(`${text} 35`);
  expect(header(127)).toThrow(`${text} 127`);
  expect(header(128)).toThrow(`${text} -101`);
  expect(header(255)).toThrow(`${text} 26`);
});

test("tronweb recovers what the sandbox signs", () => {
  const key = randomPrivateKeyHex();
  const hash = createHash("sha256").update("message").digest();
  const recovered = utils.crypto.ecRecover(hash.toString("hex"), sign(hash, key).toString("hex"));
  expect(recovered.toLowerCase()).toBe(addressOfKey(key));
});

test("integers of every size survive the wire", () => {
  const values = [0, 1, 127, 128, 2 ** 31, 2 ** 49 - 1, 2 ** 49, Number.MAX_SAFE_INTEGER, -1, -300];
  for (const number of values) {
    const bytes = encode(BLOCK_HEADER_RAW, { number });
    expect(decode(BLOCK_HEADER_RAW, bytes)).toEqual(number === 0 ? {} : { number });
  }
  expect(encode(BLOCK_HEADER_RAW, { number: 300 })).toEqual(Buffer.from("38ac02", "hex"));
});

test("broken bytes are refused", () => {
  for (const hex of ["08", "0a05ff", "00", "0affffffffff7f", "0b", `08${"ff".repeat(11)}`]) {
    expect(() => readFields(Buffer.from(hex, "hex"))).toThrow();
  }
});
