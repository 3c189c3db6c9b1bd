/** Hashes, signatures and addresses against tronweb and against blocks of real networks. */
import { createHash, randomBytes } from "node:crypto";
import { TronWeb, utils } from "tronweb";
import { expect, test } from "vitest";
import { makeBlock } from "../../src/sandbox/tron-node/chain/block.js";
import { addressOfKey, randomPrivateKeyHex } from "../../src/sandbox/tron-node/crypto/keys.js";
import { recoverAddress, sign } from "../../src/sandbox/tron-node/crypto/signature.js";
import { MNEMONIC_ACCOUNTS } from "../../src/sandbox/tron-node/mnemonic-accounts.js";
import { decode, encode } from "../../src/sandbox/tron-node/wire/codec.js";
import { BLOCK_HEADER_RAW } from "../../src/sandbox/tron-node/wire/messages.js";
import { readFields } from "../../src/sandbox/tron-node/wire/protobuf.js";
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

test("signers are recovered, first and again, and never taken for another", () => {
  const key = randomPrivateKeyHex();
  const address = addressOfKey(key);
  for (let round = 0; round < 40; round++) {
    const hash = randomBytes(32);
    const signature = sign(hash, key);
    expect(recoverAddress(hash, signature, [address])).toBe(address);
    const otherParity = Buffer.from(signature);
    otherParity[64] = 27 + 28 - (signature[64] ?? 0);
    const other = recoverAddress(hash, otherParity, []);
    expect(other).not.toBe(address);
    expect(recoverAddress(hash, otherParity, [address])).toBe(other);
    expect(recoverAddress(randomBytes(32), signature, [address])).not.toBe(address);
  }
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
