/** Signing and recovering by libsecp256k1 beside JavaScript: the same bytes, the same signers, the same refusals. */
import { randomBytes } from "node:crypto";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { utils } from "tronweb";
import { expect, test } from "vitest";
import { signTransaction } from "../../src/chain/build.js";
import { recoverSigner } from "../../src/chain/signed-elsewhere.js";
import { sun } from "../../src/domain/money.js";
import { byForm } from "../support/forms.js";
import { signedText } from "../support/signed-text.js";
import { blockId, OWNER, RECEIVER } from "./fixtures.js";

const { ORDER } = secp256k1.Point.Fn;
const INPUTS = byForm(50, 2_000);
const MINUTES = 600_000;

const hexOf = (number: bigint): string => number.toString(16).padStart(64, "0");
const random = (below: number): number => randomBytes(4).readUInt32BE() % below;

/** Any private key, now and then one at the edges of what is one. */
function anyKey(): string {
  const edges = [1n, 2n, ORDER - 1n, ORDER / 2n, ORDER / 2n + 1n];
  const edge = edges[random(100)];
  return edge ? hexOf(edge) : Buffer.from(secp256k1.utils.randomSecretKey()).toString("hex");
}

test(
  "a transaction gets the signature that RFC 6979 gives it, with the lower s",
  async () => {
    for (let input = 0; input < INPUTS; input += 1) {
      const privateKeyHex = anyKey();
      const timestampMs = 1_700_000_000_000 + random(2 ** 31);
      const { txid, hex } = await signTransaction(
        { kind: "transfer", owner: OWNER, receiver: RECEIVER, amountSun: sun(1 + random(2 ** 31)) },
        {
          reference: { number: input, id: blockId(input), timestampMs: 1 },
          timestampMs,
          expiresAt: timestampMs + 60_000,
        },
        { privateKeyHex, permissionId: random(10) },
      );
      const options = { prehash: false, format: "recovered" } as const;
      const [recovery = 0, ...rs] = secp256k1.sign(
        Buffer.from(txid, "hex"),
        Buffer.from(privateKeyHex, "hex"),
        options,
      );
      expect(hex.slice(-130)).toBe(Buffer.from([...rs, 27 + recovery]).toString("hex"));
    }
  },
  MINUTES,
);

type Change = (signature: Buffer) => Buffer;

const scalarAt = (bytes: Buffer, from: number): bigint =>
  BigInt(`0x${bytes.toString("hex", from, from + 32)}`);

/** What may be done to a signature: nothing, another last byte, the higher s, numbers out of range, one bit, all bits. */
const CHANGES: readonly Change[] = [
  (signature) => signature,
  (signature) => Buffer.from([...signature.subarray(0, 64), random(256)]),
  (signature) => Buffer.from([...signature.subarray(0, 64), 27 + random(12)]),
  (signature) => {
    const high = Buffer.from(hexOf(ORDER - scalarAt(signature, 32)), "hex");
    return Buffer.concat([signature.subarray(0, 32), high, signature.subarray(64)]);
  },
  (signature) => {
    const from = random(2) * 32;
    const edges = [0n, 1n, ORDER - 1n, ORDER, ORDER + 1n, 2n ** 256n - 1n];
    const edge = Buffer.from(hexOf(edges[random(edges.length)] ?? 0n), "hex");
    return Buffer.concat([signature.subarray(0, from), edge, signature.subarray(from + 32)]);
  },
  (signature) => {
    const changed = Buffer.from(signature);
    const at = random(65);
    changed[at] = (changed[at] ?? 0) ^ (1 << random(8));
    return changed;
  },
  () => randomBytes(65),
];

function signerByTronweb(text: string, signatureHex: string): string | undefined {
  try {
    return utils.message.verifyMessage(text, signatureHex);
  } catch {
    return undefined;
  }
}

test(
  "a text has the signer that tronweb finds, or none where it finds none",
  async () => {
    for (let input = 0; input < INPUTS; input += 1) {
      const text = `Energy Desk ${input}\n`;
      const signed = Buffer.from((await signedText(text, anyKey())).slice(2), "hex");
      const change = CHANGES[input % CHANGES.length];
      const signatureHex = (change?.(signed) ?? signed).toString("hex");
      expect([signatureHex, await recoverSigner(text, signatureHex)]).toEqual([
        signatureHex,
        signerByTronweb(text, signatureHex),
      ]);
    }
  },
  MINUTES,
);
