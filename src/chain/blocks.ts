/**
 * Reads of blocks, and of where a transaction is. An answer whose ids, numbers, parents and bytes do not fit together is
 * refused.
 */
import type { z } from "zod";
import { assert } from "../domain/assert.js";
import { BLOCK_SECONDS } from "../domain/duration.js";
import {
  blockAnswer,
  blockListAnswer,
  blockRefAnswer,
  isNothing,
  readAnswer,
  transactionAnswer,
  transactionInfoAnswer,
  type wholeTransactionAnswer,
} from "./answers.js";
import { NoAnswer, NodeRefused } from "./http-host.js";
import type { NodeCalls } from "./node-calls.js";
import { NotStarted } from "./pace.js";
import {
  BlockNotGiven,
  type BlockRef,
  type BlockTransaction,
  type CallPriority,
  type Chain,
  type ChainBlock,
  ChainUnavailable,
  type Inclusion,
  type MissingBlock,
} from "./port.js";
import { actsOfAnybody, addressesIn, permissionIdOf, txidOf } from "./raw-transaction.js";

/** java-tron answers nothing for a larger range. */
const MOST_BLOCKS = 100;

export function blockReads(node: NodeCalls, sizes = new Map<string, RangeSize>()) {
  /** Without its transactions: on mainnet these are hundreds of kilobytes, and both heads are read all the time. */
  async function newest(path: string): Promise<BlockRef> {
    const answer = await node.call(path, { detail: false }, "block");
    return blockRef(path, readAnswer(path, blockRefAnswer, answer));
  }

  async function block(
    number: number,
    path = "wallet/getblockbynum",
  ): Promise<ChainBlock | undefined> {
    assert(Number.isSafeInteger(number) && number >= 0, `not a block number: ${number}`);
    const answer = await node.call(path, { num: number }, "block");
    if (isNothing(answer)) return undefined;
    const read = chainBlock(path, readAnswer(path, blockAnswer, answer));
    if (read.number === number) return read;
    throw new ChainUnavailable(`${path} answered block ${read.number} instead of ${number}`);
  }

  async function blocks(
    path: string,
    first: number,
    last: number,
    priority: CallPriority,
  ): Promise<readonly ChainBlock[]> {
    assert(Number.isSafeInteger(first) && first >= 0, `not a block number: ${first}`);
    assert(last >= first && last < first + MOST_BLOCKS, `not 1 to 100 blocks: ${first}..${last}`);
    const answer = await node.call(path, { startNum: first, endNum: last + 1 }, priority);
    const list = readAnswer(path, blockListAnswer, answer).block.map((b) => chainBlock(path, b));
    for (const [index, read] of list.entries()) {
      const before = list[index - 1];
      if (read.number === first + index && (!before || read.parentId === before.id)) continue;
      throw new ChainUnavailable(`${path} answered blocks that do not follow each other`);
    }
    if (list.length <= last - first + 1) return list;
    throw new ChainUnavailable(`${path} answered more blocks than it was asked for`);
  }

  async function genesisId(path?: string): Promise<string> {
    const first = await block(0, path);
    if (first) return first.id;
    throw new ChainUnavailable("the node has no block 0");
  }

  async function header(side: string, number: number): Promise<BlockRef> {
    const path = `${side}/getblock`;
    const answer = await node.call(path, { id_or_num: String(number), detail: false }, "read");
    return blockRef(path, readAnswer(path, blockRefAnswer, answer));
  }

  const sizeOf = (side: string) => {
    const size = sizes.get(side) ?? { most: Number.POSITIVE_INFINITY };
    sizes.set(side, size);
    return size;
  };

  const ranges = (side: string, priority: CallPriority) =>
    inFewerBlocks(
      (first, last) => blocks(`${side}/getblockbylimitnext`, first, last, priority),
      (number) => header(side, number),
      sizeOf(side),
    );

  return {
    genesisId: () => genesisId(),
    solidGenesisId: () => genesisId("walletsolidity/getblockbynum"),
    head: () => newest("wallet/getblock"),
    solidHead: () => newest("walletsolidity/getblock"),
    block: (number) => block(number),
    blocks: ranges("wallet", "block"),
    solidBlocks: ranges("walletsolidity", "read"),
  } satisfies Partial<Chain>;
}

type BlockFields = z.infer<typeof blockRefAnswer>;

function blockRef(path: string, block: BlockFields): BlockRef {
  const { number, timestamp } = block.block_header.raw_data;
  if (!block.blockID.startsWith(number.toString(16).padStart(16, "0"))) {
    throw new ChainUnavailable(`${path} answered block ${number} with the id of another number`);
  }
  // Only the genesis block may have a timestamp of zero.
  if (timestamp === 0 && number > 0) {
    throw new ChainUnavailable(`${path} answered block ${number} without a timestamp`);
  }
  return { number, id: block.blockID, timestampMs: timestamp };
}

type TransactionFields = z.infer<typeof wholeTransactionAnswer>;

/**
 * How a transaction ends without success, as Tron.proto lists it. `DEFAULT` is not among them: java-tron has it before the end
 * is known.
 */
const FAILURES: ReadonlySet<unknown> = new Set([
  "REVERT",
  "BAD_JUMP_DESTINATION",
  "OUT_OF_MEMORY",
  "PRECOMPILED_CONTRACT",
  "STACK_TOO_SMALL",
  "STACK_TOO_LARGE",
  "ILLEGAL_OPERATION",
  "STACK_OVERFLOW",
  "OUT_OF_ENERGY",
  "OUT_OF_TIME",
  "JVM_STACK_OVER_FLOW",
  "UNKNOWN",
  "TRANSFER_FAILED",
  "INVALID_CODE",
]);

function chainBlock(path: string, block: z.infer<typeof blockAnswer>): ChainBlock {
  const ref = blockRef(path, block);
  const ended = (one: TransactionFields) => blockTransaction(path, ref.number, one);
  return {
    ...ref,
    parentId: block.block_header.raw_data.parentHash,
    // Nobody sent the transactions of block 0, and they have no result.
    transactions: ref.number === 0 ? [] : block.transactions.map(ended),
  };
}

/**
 * One that is in this block. That its end is told, and its bytes are those of its id, is the node's doing; what its bytes say, and
 * how it ended, is that of whoever sent it, and holds up nothing.
 */
export function blockTransaction(
  path: string,
  blockNumber: number,
  { txID: txid, ret, raw_data_hex, signature: signatures }: TransactionFields,
): BlockTransaction {
  if (!ret) {
    throw new ChainUnavailable(`${path} answered block ${blockNumber} without how ${txid} ended`);
  }
  const raw = Buffer.from(raw_data_hex, "hex");
  if (txidOf(raw) !== txid) {
    throw new ChainUnavailable(`${path} answered the bytes of another transaction for ${txid}`);
  }
  const { contractRet: end } = ret[0];
  if (end === "SUCCESS") {
    const acts = actsOfAnybody(raw);
    const signed = (acts.transfer ?? acts.stake) && {
      signatures,
      permissionId: permissionIdOf(raw),
    };
    return { txid, success: true, ...acts, ...(signed && { signed }) };
  }
  if (FAILURES.has(end)) return { txid, success: false };
  const reason = `how it ended is told as ${String(end ?? "nothing").slice(0, 50)}`;
  const unreadable = { reason, addresses: addressesIn(raw) };
  return { txid, success: false, endUnknown: true, unreadable };
}

/** Where a transaction is: in a block by the head state, or known to the solidified state. */
export function transactionReads(node: NodeCalls) {
  async function info(path: string, txid: string) {
    assert(/^[0-9a-f]{64}$/.test(txid), `not a transaction id: ${txid}`);
    const answer = await node.call(path, { value: txid }, "inclusion");
    if (isNothing(answer)) return undefined;
    const read = readAnswer(path, transactionInfoAnswer, answer);
    if (read.id !== txid) throw new ChainUnavailable(`${path} answered another transaction`);
    return read;
  }

  async function inclusion(path: string, txid: string): Promise<Inclusion | undefined> {
    const read = await info(path, txid);
    if (!read) return undefined;
    return {
      blockNumber: read.blockNumber,
      blockTimestampMs: read.blockTimeStamp,
      // `receipt.result` is absent for anything that is not a smart contract.
      success: read.result === "SUCESS",
    };
  }

  return {
    inclusion: (txid) => inclusion("wallet/gettransactioninfobyid", txid),
    solidInclusion: (txid) => inclusion("walletsolidity/gettransactioninfobyid", txid),

    async solidified(txid) {
      if (await info("walletsolidity/gettransactioninfobyid", txid)) return true;
      const path = "walletsolidity/gettransactionbyid";
      const answer = await node.call(path, { value: txid }, "inclusion");
      if (isNothing(answer)) return false;
      const { txID } = readAnswer(path, transactionAnswer, answer);
      if (txID === txid) return true;
      throw new ChainUnavailable(`${path} answered another transaction`);
    },
  } satisfies Partial<Chain>;
}

export type ReadRange = (first: number, last: number) => Promise<readonly ChainBlock[]>;

const BLOCK_MS = BLOCK_SECONDS * 1_000;

/** The most blocks that a node is asked for at once now; it outlives each call. */
export interface RangeSize {
  most: number;
}

/**
 * Fewer at a time where a node cannot give so many: halved with each failure, doubled with each success. A block that it cannot give
 * although it has those around it is named, and is no failure of the node: java-tron has had one that it could not print.
 */
function inFewerBlocks(
  read: ReadRange,
  headerOf: (number: number) => Promise<BlockRef>,
  size: RangeSize,
): ReadRange {
  return async (first, last) => {
    let failure: ChainUnavailable | undefined;
    for (;;) {
      const count = Math.min(last - first + 1, size.most);
      try {
        const blocks = await read(first, first + count - 1);
        size.most *= 2;
        return blocks;
      } catch (error) {
        if (!isAboutBlocks(error)) throw error;
        failure ??= error;
        // A silent node is not asked again at once, but for less the next time.
        if (count > 1) size.most = Math.floor(count / 2);
        if (count > 1 && error instanceof NoAnswer) throw error;
        if (count > 1) continue;
      }
      const missing = await aroundBlock(read, first, headerOf).catch(() => undefined);
      throw missing ? new BlockNotGiven(missing, failure.message) : failure;
    }
  };
}

function isAboutBlocks(error: unknown): error is ChainUnavailable {
  if (error instanceof NodeRefused || error instanceof NotStarted) return false;
  return error instanceof ChainUnavailable;
}

/** What a node tells of a block that it does not give: undefined when it lacks those around it too. */
export async function aroundBlock(
  read: ReadRange,
  number: number,
  headerOf?: (number: number) => Promise<BlockRef>,
): Promise<MissingBlock | undefined> {
  const [next] = await read(number + 1, number + 1);
  // Read last: a fork in between shows another block there than the reader has.
  const [before] = number > 0 && next ? await read(number - 1, number - 1) : [];
  if (!before || !next) return undefined;
  const id = next.parentId;
  const header = await headerOf?.(number).catch(() => undefined);
  const usualMs = Math.max(before.timestampMs + 1, next.timestampMs - BLOCK_MS);
  const timestampMs = header?.id === id ? header.timestampMs : usualMs;
  return { number, id, timestampMs, parentId: before.id };
}
