/** Signatures by libsecp256k1 beside JavaScript: the same bytes, the same signers, the same refusals. */
import { randomBytes } from "node:crypto";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { expect, test } from "vitest";
import { addressOf, addressOfKey, randomPrivateKeyHex } from "../src/crypto/keys.js";
import { recoverAddress, SignatureProblem, sign } from "../src/crypto/signature.js";

const { ORDER } = secp256k1.Point.Fn;
const INPUTS = process.env.TEST_FORM === "long" ? 2_000 : 50;

/** r and s below the order, as the oracle takes them; java-tron takes any, and counts a larger r as that point's. */
function signerByNoble(hash: Buffer, signature: Buffer): string | undefined {
  const [r, s] = [0, 32].map((from) => BigInt(`0x${signature.toString("hex", from, from + 32)}`));
  const recovery = ((signature[64] ?? 0) - 27) % 4;
  if (r === undefined || s === undefined) throw new Error("not 65 bytes");
  try {
    const parsed = new secp256k1.Signature(r % ORDER, s % ORDER, recovery + (r < ORDER ? 0 : 2));
    return addressOf(parsed.recoverPublicKey(hash).toBytes(false));
  } catch {
    return undefined;
  }
}

function signer(hash: Buffer, signature: Buffer): string | undefined {
  try {
    return recoverAddress(hash, signature);
  } catch (error) {
    if (error instanceof SignatureProblem) return undefined;
    throw error;
  }
}

test("signatures are those of RFC 6979, and their signers those that JavaScript finds", () => {
  for (let input = 0; input < INPUTS; input += 1) {
    const key = randomPrivateKeyHex();
    const hash = randomBytes(32);
    const signature = sign(hash, key);
    const [recovery = 0, ...rs] = secp256k1.sign(hash, Buffer.from(key, "hex"), {
      prehash: false,
      format: "recovered",
    });
    expect(signature).toEqual(Buffer.from([...rs, 27 + recovery]));
    expect(recoverAddress(hash, signature)).toBe(addressOfKey(key));
    const edges = [0n, 1n, ORDER - 1n, ORDER, ORDER + 1n, ORDER + 2n, 2n ** 256n - 1n];
    const edge = (edges[input % edges.length] ?? 0n).toString(16).padStart(64, "0");
    const any = [
      randomBytes(64),
      Buffer.concat([Buffer.from(edge, "hex"), signature.subarray(32, 64)]),
      Buffer.concat([signature.subarray(0, 32), Buffer.from(edge, "hex")]),
    ];
    for (const bytes of any) {
      const form = Buffer.from([...bytes, 27 + (input % 8)]);
      expect([form.toString("hex"), signer(hash, form)]).toEqual([
        form.toString("hex"),
        signerByNoble(hash, form),
      ]);
    }
  }
}, 600_000);

test("what is no private key signs nothing and has no address", () => {
  for (const key of ["0".repeat(64), ORDER.toString(16), "f".repeat(64), "12".repeat(31)]) {
    expect(() => sign(randomBytes(32), key)).toThrow();
    expect(() => addressOfKey(key)).toThrow();
  }
});
