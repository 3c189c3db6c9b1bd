/** What the questions about a node share: the adapter, the desk's settings, and reads that several of them need. */
import type { Address } from "../domain/address.js";
import { blockInfosAnswer, blockRangeAnswer, readAnswer } from "./answers.js";
import type { NodeCalls } from "./node-calls.js";
import { type BlockRef, type Chain, ChainUnavailable } from "./port.js";
import { chainOver } from "./tron-chain.js";

export interface NodeCheckContext {
  readonly calls: NodeCalls;
  /** Of `POOL_OWNERS`. */
  readonly owners: readonly Address[];
  /** The contract of USDT; undefined where none is used. */
  readonly usdt: Address | undefined;
  /** What is known about a network by the id of its block 0. */
  readonly networkOf: (genesisId: string) => KnownNetwork;
  readonly wallMs: () => number;
  /** Resolves after so many milliseconds, earlier only in tests. */
  readonly pause: (ms: number) => Promise<unknown>;
}

export interface KnownNetwork {
  /** Undefined when no public network has this block 0. */
  readonly name: string | undefined;
  /** Why a desk with these settings does not start on it. */
  readonly problem: string | undefined;
  /** False in a sandbox, whose chain has its own time. */
  readonly followsWallClock: boolean;
}

/** A block, read only to find transactions to ask about. */
export interface RecentBlock {
  readonly number: number;
  readonly txids: readonly string[];
}

export interface Asked extends NodeCheckContext {
  readonly chain: Chain;
  /** Each of these is asked of the node once. */
  readonly genesisId: () => Promise<string>;
  /** The newest solid blocks, in order; older ones too when these hold no transaction. */
  readonly recent: () => Promise<readonly RecentBlock[]>;
  /** The same, or none when they cannot be read: only one finding reports that. */
  readonly found: () => Promise<readonly RecentBlock[]>;
  readonly infosOf: (block: number) => Promise<readonly TransactionInfo[]>;
}

interface TransactionInfo {
  readonly id: string;
  readonly contract_address?: string | undefined;
  readonly internal_transactions: readonly unknown[];
}

/** A block of mainnet has hundreds of kilobytes; if so few hold no transaction, a hundred are small. */
const FEW_BLOCKS = 10;
const MANY_BLOCKS = 100;
/** For a node without solid blocks: about where one would be. */
const USUAL_SOLID_LAG = 20;

export function askedOf(context: NodeCheckContext): Asked {
  const { calls } = context;
  const chain = chainOver(calls);
  const infos = new Map<number, Promise<readonly TransactionInfo[]>>();
  const once = <T>(read: () => Promise<T>) => {
    let reading: Promise<T> | undefined;
    return () => {
      reading ??= read();
      return reading;
    };
  };

  async function newestSolid(): Promise<number> {
    try {
      return (await chain.solidHead()).number;
    } catch {
      return Math.max(0, (await chain.head()).number - USUAL_SOLID_LAG);
    }
  }

  async function recent(): Promise<readonly RecentBlock[]> {
    const last = await newestSolid();
    const first = Math.max(1, last - FEW_BLOCKS + 1);
    const few = await range(calls, first, last);
    if (first === 1 || few.some(({ txids }) => txids.length > 0)) return few;
    return [...(await range(calls, Math.max(1, first - MANY_BLOCKS), first - 1)), ...few];
  }

  const readRecent = once(recent);

  return {
    ...context,
    chain,
    genesisId: once(() => chain.genesisId()),
    recent: readRecent,
    found: () => readRecent().catch(() => []),
    infosOf(block) {
      const reading = infos.get(block) ?? infosOf(calls, block);
      infos.set(block, reading);
      return reading;
    },
  };
}

async function infosOf(calls: NodeCalls, num: number): Promise<readonly TransactionInfo[]> {
  const path = "wallet/gettransactioninfobyblocknum";
  return readAnswer(path, blockInfosAnswer, await calls.call(path, { num }, "read")).list;
}

/** Blocks first..last, both included; throws when one is missing or does not follow the one before. */
async function range(calls: NodeCalls, first: number, last: number): Promise<RecentBlock[]> {
  const path = "wallet/getblockbylimitnext";
  const answer = await calls.call(path, { startNum: first, endNum: last + 1 }, "read");
  const { block: blocks } = readAnswer(path, blockRangeAnswer, answer);
  if (blocks.length !== last - first + 1) {
    throw new ChainUnavailable(
      `${path} answered ${blocks.length} blocks for the range ${first} to ${last}`,
    );
  }
  for (const [at, { block_header }] of blocks.entries()) {
    const { number, parentHash } = block_header.raw_data;
    const follows = at === 0 || parentHash === blocks[at - 1]?.blockID;
    if (number === first + at && follows) continue;
    throw new ChainUnavailable(`${path} answered blocks that do not follow each other`);
  }
  return blocks.map(({ transactions }, at) => ({
    number: first + at,
    txids: transactions.map(({ txID }) => txID),
  }));
}

/** Pauses between two reads of a head: short at first, for fast chains. */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 1_000;

/** Reads until the block is another one than at first, or for so long. */
export async function watch(
  { pause }: Pick<Asked, "pause">,
  read: () => Promise<BlockRef>,
  longestMs: number,
): Promise<{ readonly from: BlockRef; readonly to: BlockRef; readonly waitedMs: number }> {
  const from = await read();
  let to = from;
  let waitedMs = 0;
  let pauseMs = FIRST_PAUSE_MS;
  while (to.number <= from.number && waitedMs < longestMs) {
    await pause(pauseMs);
    waitedMs += pauseMs;
    pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
    to = await read();
  }
  return { from, to, waitedMs };
}
