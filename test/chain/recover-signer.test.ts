/** Whose key signed a text: vectors, what wallets write, and what is no signature at all. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addressOfKey } from "../../src/chain/operator-key.js";
import { recoverSigner } from "../../src/chain/recover-signer.js";
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
