/**
 * Transactions that came back signed, as tronweb's `trx.sign` and wallets return them: who signed which bytes. Only the bytes
 * and the signatures are read; what the JSON says beside them could be of anything.
 */
import { recover } from "tiny-secp256k1";
import { z } from "zod";
import type { Address } from "../domain/address.js";
import { assert } from "../domain/assert.js";
import { addressOfPublicKey } from "../domain/public-key.js";
import type { SignedTransaction } from "./port.js";
import { txidOf, wireHex } from "./raw-transaction.js";

export interface SignedElsewhere extends SignedTransaction {
  /** In the order of the signatures. Whether they may act for the owner only the chain decides. */
  readonly signers: readonly Address[];
}

/** What came back cannot be sent, for a reason in words: "signature 1 is not 65 bytes in hex". */
export class NotSigned extends Error {
  override name = "NotSigned";
}

const signedJson = z.object({
  txID: z.string(),
  raw_data_hex: z.string(),
  signature: z.array(z.string()).default([]),
});

/** Takes one object of `trx.sign`. Throws `NotSigned`. */
export function readSigned(json: unknown): SignedElsewhere {
  const read = signedJson.safeParse(json);
  if (!read.success) {
    const [issue] = read.error.issues;
    const field = issue?.path.join(".") || "it";
    throw new NotSigned(`no transaction as trx.sign returns it: ${field}: ${issue?.message}`);
  }
  const { txID, raw_data_hex: rawHex, signature } = read.data;
  if (!/^(?:[0-9a-f]{2})+$/i.test(rawHex)) throw new NotSigned("raw_data_hex is not bytes in hex");
  const txid = txidOf(Buffer.from(rawHex, "hex"));
  if (txID.toLowerCase() !== txid) {
    throw new NotSigned(`txID is not the hash of raw_data_hex, which is ${txid}`);
  }
  return signedBytesOf(rawHex, signature);
}

/** Puts the signatures to the bytes of an `UnsignedTransaction`. Throws `NotSigned`. */
export function signedBytesOf(rawHex: string, signatures: readonly string[]): SignedElsewhere {
  assert(/^(?:[0-9a-f]{2})+$/i.test(rawHex), "the raw part is not bytes in hex");
  const raw = Buffer.from(rawHex, "hex");
  const txid = txidOf(raw);
  if (signatures.length === 0) throw new NotSigned("it has no signature");
  const read = signatures.map((signature, at) => readSignature(txid, signature, at + 1));
  const signers = read.map(({ signer }) => signer);
  const twice = signers.find((signer, at) => signers.indexOf(signer) !== at);
  if (twice !== undefined) throw new NotSigned(`${twice} signed it twice`);
  const hex = wireHex(
    raw,
    read.map(({ bytes }) => bytes),
  );
  return { txid, hex, signers };
}

/** r, s and one byte that tells the two possible keys apart. */
const SIGNATURE = /^(?:0x)?([0-9a-f]{128})(00|01|1b|1c)$/i;

function readSignature(txid: string, signature: string, number: number) {
  const [, pair = "", last = ""] = SIGNATURE.exec(signature) ?? [];
  if (pair === "") throw new NotSigned(`signature ${number} is not 65 bytes in hex`);
  const recovery = Number.parseInt(last, 16) % 27 === 0 ? 0 : 1;
  const rs = Buffer.from(pair, "hex");
  const signer = signerOf(Buffer.from(txid, "hex"), rs, recovery);
  if (!signer) throw new NotSigned(`signature ${number} is no signature of these bytes`);
  return { signer, bytes: Buffer.from([...rs, 27 + recovery]) };
}

function signerOf(hash: Uint8Array, rs: Uint8Array, recovery: 0 | 1): Address | undefined {
  try {
    const publicKey = recover(hash, rs, recovery, false);
    return publicKey ? addressOfPublicKey(publicKey) : undefined;
  } catch {
    return undefined;
  }
}
