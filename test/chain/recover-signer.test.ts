/** Whose key signed a text: vectors, what wallets write, and what is no signature at all. */
import { keccak_256 } from "@noble/hashes/sha3.js";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { recoverSigner } from "../../src/chain/signed-elsewhere.js";
import { addressOfKey } from "../../src/domain/public-key.js";
import { byForm } from "../support/forms.js";
import { signedText } from "../support/signed-text.js";

const KEY = "4f".repeat(32);
const SIGNER = addressOfKey(KEY);
const TEXT = "Energy Desk\nsell from this account\n";

describe("the signer of a text", () => {
  it("is the address of the key, with and without 0x, in any letter case", async () => {
    const signature = await signedText(TEXT, KEY);
    for (const form of [signature, signature.slice(2), signature.slice(2).toUpperCase()]) {
      expect(await recoverSigner(TEXT, form)).toBe(SIGNER);
    }
  });

  it("is found whichever way a wallet writes the last byte", async () => {
    const signature = await signedText(TEXT, KEY);
    const recovery = Number.parseInt(signature.slice(-2), 16) - 27;
    expect(await recoverSigner(TEXT, `${signature.slice(0, -2)}0${recovery}`)).toBe(SIGNER);
  });

  it("counts the bytes of a text, not its characters", async () => {
    const text = "продам энергию ⚡ 能量";
    expect(await recoverSigner(text, await signedText(text, KEY))).toBe(SIGNER);
  });

  it("is somebody else when one character differs", async () => {
    const signature = await signedText(TEXT, KEY);
    const other = await recoverSigner(TEXT.trimEnd(), signature);
    expect(other).not.toBe(SIGNER);
  });

  it("agrees with the address of any key and text", async () => {
    const key = fc.bigInt(1n, 2n ** 255n).map((value) => value.toString(16).padStart(64, "0"));
    await fc.assert(
      fc.asyncProperty(key, fc.string({ unit: "grapheme" }), async (privateKeyHex, text) => {
        const signature = await signedText(text, privateKeyHex);
        expect(await recoverSigner(text, signature)).toBe(addressOfKey(privateKeyHex));
      }),
      { numRuns: byForm(10, 50) },
    );
  });
});

/** Keccak-256 of "\\x19TRON Signed Message:\\n", the number of bytes and the text, signed beside this program. */
const VECTORS = [
  {
    text: TEXT,
    hash: "85f4e48b7c9c71aadf4802758964f2ebd677118913d1b2f1f8cf31b131dff1ee",
    rs: "21d2e898ecdd9c2218f84b41edebb15f3e2e7a9197143e1fd23cf30cff6aca8a1f950b119bc72530ded141a8bcc2dde9cba56f541a72afbe20e43a31d8edeac9",
    recovery: 0,
  },
  {
    text: "продам энергию ⚡",
    hash: "b2049be91df5ab497ae6dd0066c9866a26fe4028514dab8baf3670ae7ffceaa2",
    rs: "ce3b104d3fab99c7f47e31d28c37a464677badafa33ce2c129bd53f0beb27e383d04d6466bbd399d714b5f440480cf37886bc09fc0c4d87f385247edcee82fbe",
    recovery: 1,
  },
];

describe.each(VECTORS)("the vector of $hash", ({ text, hash, rs, recovery }) => {
  test("has the hash of TIP-191", () => {
    const bytes = Buffer.from(text);
    const message = Buffer.concat([
      Buffer.from(`\x19TRON Signed Message:\n${bytes.length}`),
      bytes,
    ]);
    expect(Buffer.from(keccak_256(message)).toString("hex")).toBe(hash);
  });

  test.each([0, 27])(
    "is of its signer with a last byte from %i, with and without 0x",
    async (from) => {
      const last = (from + recovery).toString(16).padStart(2, "0");
      for (const signature of [`${rs}${last}`, `0x${rs}${last}`]) {
        expect(await recoverSigner(text, signature)).toBe(SIGNER);
      }
      const other = (from + 1 - recovery).toString(16).padStart(2, "0");
      expect(await recoverSigner(text, `${rs}${other}`)).not.toBe(SIGNER);
    },
  );
});

describe("no signature", () => {
  it.each([
    ["nothing", ""],
    ["no hex", "z".repeat(130)],
    ["too short", "ab".repeat(64)],
    ["too long", "ab".repeat(66)],
    ["zeros", "0".repeat(130)],
    ["all bits", "f".repeat(130)],
    ["0x alone", "0x"],
    ["white space around it", ` ${"ab".repeat(65)} `],
  ])("is %s", async (_name, signature) => {
    expect(await recoverSigner(TEXT, signature)).toBeUndefined();
  });

  it("ever throws, whatever its bytes", async () => {
    const bytes = fc.uint8Array({ minLength: 65, maxLength: 65 });
    await fc.assert(
      fc.asyncProperty(bytes, async (some) => {
        const signer = await recoverSigner(TEXT, Buffer.from(some).toString("hex"));
        expect(signer).not.toBe(SIGNER);
      }),
    );
  });
});
