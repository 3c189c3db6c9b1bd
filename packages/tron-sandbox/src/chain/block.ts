/**
 * Blocks: header bytes, ids and the Merkle root of the transactions, hashed the way java-tron does.
 */
import { createHash } from "node:crypto";
import { sign } from "../crypto/signature.js";
import type { Block, IncludedTransaction } from "../storage/storage.js";
import { encode } from "../wire/codec.js";
import { BLOCK_HEADER_RAW } from "../wire/messages.js";
import { bytesField, varintField } from "../wire/protobuf.js";
import type { Message } from "../wire/schema.js";

export const BLOCK_INTERVAL_MS = 3_000;
const BLOCK_VERSION = 31;

/** What java-tron's contractRet numbers. */
const CONTRACT_RET = { SUCCESS: 1, REVERT: 2, OUT_OF_ENERGY: 10 };

/** `ret` of a transaction: one result, of which only contractRet (field 3) is there. */
function retOf({ call }: IncludedTransaction): Buffer {
  return bytesField(5, varintField(3, CONTRACT_RET[call?.result ?? "SUCCESS"]));
}

export function headerMessage(block: Omit<Block, "id" | "signature">): Message {
  return {
    timestamp: block.timestampMs,
    txTrieRoot: block.root,
    parentHash: Buffer.from(block.parentId, "hex"),
    number: block.number,
    witness_address: Buffer.from(block.witness, "hex"),
    version: BLOCK_VERSION,
  };
}

export interface BlockProducer {
  readonly address: string;
  readonly privateKeyHex: string;
}

export function makeBlock(
  number: number,
  parentId: string,
  timestampMs: number,
  transactions: readonly IncludedTransaction[],
  producer: BlockProducer,
): Block {
  const witness = producer.address;
  const header = { number, parentId, timestampMs, root: merkleRoot(transactions), witness };
  const hash = sha256(encode(BLOCK_HEADER_RAW, headerMessage(header)));
  return {
    ...header,
    id: number.toString(16).padStart(16, "0") + hash.subarray(8).toString("hex"),
    signature: witnessSignature(hash, producer.privateKeyHex),
  };
}

/** In a header the recovery byte counts from 0, not from 27 as in a transaction. */
function witnessSignature(hash: Buffer, privateKeyHex: string): Buffer {
  const signature = sign(hash, privateKeyHex);
  signature[64] = (signature[64] ?? 27) - 27;
  return signature;
}

/** An odd one at the end of a level goes up unchanged. */
function merkleRoot(transactions: readonly IncludedTransaction[]): Buffer {
  let level = transactions.map((one) => sha256(Buffer.concat([one.bytes, retOf(one)])));
  while (level.length > 1) {
    const parents: Buffer[] = [];
    for (let index = 0; index < level.length; index += 2) {
      parents.push(parent(level[index], level[index + 1]));
    }
    level = parents;
  }
  return level[0] ?? Buffer.alloc(32);
}

function parent(left: Buffer | undefined, right: Buffer | undefined): Buffer {
  if (left === undefined) return Buffer.alloc(32);
  return right === undefined ? left : sha256(Buffer.concat([left, right]));
}

function sha256(bytes: Buffer): Buffer {
  return createHash("sha256").update(bytes).digest();
}
