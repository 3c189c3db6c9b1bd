/**
 * Who signed: a text, as wallets sign messages (TIP-191), the bytes of a transaction in a block, and transactions that came back
 * signed, as tronweb's `trx.sign` and wallets return them. Of these only the bytes and the signatures are read; what the JSON says
 * beside them could be of anything.
 */
import { recover } from "tiny-secp256k1";
import { z } from "zod";
import { type Address, addressFromHex } from "../domain/address.js";
import { assert } from "../domain/assert.js";
import { sun } from "../domain/money.js";
import { addressOfPublicKey } from "../domain/public-key.js";
import { wireHex } from "./encode.js";
import type { SignedTransaction, TransactionFrame, UnsignedIntent } from "./port.js";
import { Fields } from "./protobuf.js";
import { actsOf, txidOf } from "./raw-transaction.js";
import { loadTronWeb } from "./tronweb.js";

export interface SignedElsewhere extends SignedTransaction {
  /** The bytes that were signed. */
  readonly rawHex: string;
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
  return { txid, rawHex: raw.toString("hex"), hex, signers };
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

/**
 * What bytes ask for, as an intent and a frame, so that the same can be built again and compared: then nothing else is in them,
 * whatever was left unread here.
 */
export interface ReadTransaction {
  readonly intent: UnsignedIntent;
  /** Its reference block is of the last two bytes of the number and a part of the id only. */
  readonly frame: TransactionFrame;
}

/** The bytes are no transaction that the desk has built for others to sign. */
export class UnknownIntent extends Error {
  override name = "UnknownIntent";
}

/** Throws `UnknownIntent`. */
export function readIntent(rawHex: string): ReadTransaction {
  const raw = Buffer.from(rawHex, "hex");
  try {
    const fields = new Fields(raw);
    const intent = intentOf(raw, fields);
    return { intent, frame: frameOf(fields) };
  } catch (error) {
    if (error instanceof UnknownIntent) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new UnknownIntent(`no transaction that can be read: ${why}`);
  }
}

const ACCOUNT_CREATE = 0;
const NOTHING = new Uint8Array();

function intentOf(raw: Uint8Array, fields: Fields): UnsignedIntent {
  const { stake, transfer, tokenCall } = actsOf(raw);
  if (stake) {
    const { kind, owner, receiver, resource, stakeSun } = stake;
    const delegation = { owner, receiver, resource, stakeSun: sun(stakeSun) };
    if (kind === "undelegate") return { kind, ...delegation };
    return { kind, ...delegation, lockPeriodBlocks: 0 };
  }
  if (transfer) {
    const { from: owner, to: receiver, amountSun } = transfer;
    return { kind: "transfer", owner, receiver, amountSun };
  }
  if (tokenCall) {
    const { from: owner, to: receiver, contract, amount } = tokenCall;
    const feeLimitSun = sun(safeNumber(fields.int64(18)));
    return { kind: "token_transfer", owner, contract, receiver, amount, feeLimitSun };
  }
  return creationOf(fields);
}

function creationOf(fields: Fields): UnsignedIntent {
  const contract = fields.message(11);
  const type = contract?.int32(1) ?? ACCOUNT_CREATE;
  if (type !== ACCOUNT_CREATE) throw new UnknownIntent(`a contract of type ${type}`);
  const value = new Fields(contract?.message(2)?.bytes(2) ?? NOTHING);
  return { kind: "create_account", owner: addressOf(value, 1), receiver: addressOf(value, 2) };
}

function addressOf(value: Fields, field: number): Address {
  return addressFromHex(Buffer.from(value.bytes(field) ?? NOTHING).toString("hex"));
}

function frameOf(fields: Fields): TransactionFrame {
  const number = Buffer.from(fields.bytes(1) ?? NOTHING);
  const part = Buffer.from(fields.bytes(4) ?? NOTHING);
  if (number.length !== 2 || part.length !== 8)
    throw new UnknownIntent("it has no reference block");
  const low = number.readUInt16BE();
  const id = low.toString(16).padStart(16, "0") + part.toString("hex").padEnd(48, "0");
  return {
    reference: { number: low, id, timestampMs: 0 },
    timestampMs: safeNumber(fields.int64(14)),
    expiresAt: safeNumber(fields.int64(8)),
  };
}

function safeNumber(value: bigint): number {
  if (value < 0n || value > BigInt(Number.MAX_SAFE_INTEGER)) {
    throw new UnknownIntent(`a number out of bounds: ${value}`);
  }
  return Number(value);
}

/** r, s and one byte that distinguishes the two possible keys. */
const TEXT_SIGNATURE = /^(0x)?([0-9a-f]{130})$/i;

export async function recoverSigner(
  text: string,
  signatureHex: string,
): Promise<Address | undefined> {
  const bytes = Buffer.from(TEXT_SIGNATURE.exec(signatureHex)?.[2] ?? "", "hex");
  const recoveryId = recoveryOf(bytes[64]);
  // No wallet writes the larger of the two possible s, which tronweb refuses too.
  if (recoveryId === undefined || (bytes[32] ?? 0) >= 0x80) return undefined;
  const { hashOfText } = await loadTronWeb();
  return signerOf(hashOfText(text), bytes.subarray(0, 64), recoveryId);
}

/** Undefined for what is no signature of that hash. */
export function signerOf(
  hash: Uint8Array,
  rs: Uint8Array,
  recovery: Recovery,
): Address | undefined {
  try {
    const publicKey = recover(hash, rs, recovery, false);
    return publicKey ? addressOfPublicKey(publicKey) : undefined;
  } catch {
    return undefined;
  }
}

type Recovery = 0 | 1 | 2 | 3;

/** As java-tron reads them: what follows the 65 bytes does not count, and the last may count from 0 or from 27. */
const OF_TRANSACTION = /^([0-9a-f]{128})([0-9a-f]{2})/i;

/** Whose key made a signature of a transaction in a block; undefined for what is no signature of it. */
export function transactionSigner(txid: string, signatureHex: string): Address | undefined {
  const [, pair, last = ""] = OF_TRANSACTION.exec(signatureHex) ?? [];
  if (pair === undefined) return undefined;
  const byte = Number.parseInt(last, 16);
  const from0 = byte >= 27 ? byte - 27 : byte;
  // From 31 on it also says that the key is compressed.
  if (from0 > 7) return undefined;
  const recovery = (from0 % 4) as Recovery;
  return signerOf(Buffer.from(txid, "hex"), Buffer.from(pair, "hex"), recovery);
}

/** The last byte as wallets write it: 0 or 1, the same plus 27, or, as EIP-155 has it, a number from 35 on, odd for 0. */
function recoveryOf(last: number | undefined): 0 | 1 | undefined {
  if (last === undefined) return undefined;
  if (last === 0 || last === 27) return 0;
  if (last === 1 || last === 28) return 1;
  if (last < 35) return undefined;
  return last % 2 === 1 ? 0 : 1;
}
