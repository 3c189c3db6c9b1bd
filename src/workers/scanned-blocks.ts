/**
 * What solid blocks brought to anybody, as their hosts tell it. Blocks that were passed over are tried again by themselves, now
 * and then, or when the operator says so.
 */
import { transfersOf } from "../chain/incoming-money.js";
import { type Chain, type ChainBlock, ChainUnavailable, type OfOurs } from "../chain/port.js";
import { HOUR_MS, MINUTE_MS } from "../common/time.js";
import { DeskError } from "../domain/errors.js";
import { unreadOf } from "../domain/transaction-acts.js";
import { readsUsdt, type ScannedBlock } from "../engine/deposits/scan.js";
import {
  readIsFollowed,
  readOursAmong,
  readUnreadBlocks,
  scanAgain,
} from "../engine/deposits/unread-block.js";
import { chainUnavailable } from "../engine/gates.js";
import { depositCursor } from "../store/deposits.js";
import type { WorkerContext } from "./context.js";
import { NotYet, proven } from "./deposit-proofs.js";
import { PASSED_AFTER_MS } from "./given-blocks.js";
import { oneHost } from "./one-host.js";

/** The first pause before a block is tried again; each further one is twice as long. */
const FIRST_AGAIN_MS = MINUTE_MS;
const LONGEST_AGAIN_MS = HOUR_MS;

export class ScannedBlocks {
  readonly #context: WorkerContext;
  /** The block whose infos no host gives, and since when. */
  #waits: { readonly id: string; readonly sinceMs: number } | undefined;
  /** By the number of a block: when it is tried again, and how long it was left alone. */
  readonly #again = new Map<number, { readonly atMs: number; readonly pauseMs: number }>();

  constructor(context: WorkerContext) {
    this.#context = context;
  }

  /** The host itself, and then the others in step. */
  #hosts(host: Chain): readonly Chain[] {
    const inStep = this.#context.chain.several?.inStep() ?? [];
    return [host, ...inStep.filter((one) => one !== host)];
  }

  /** As many of these blocks as their infos are given: a block without them comes alone, once nobody gives them for a minute. */
  async withMoney(host: Chain, blocks: readonly ChainBlock[]): Promise<ScannedBlock[]> {
    const read: ScannedBlock[] = [];
    for (const block of blocks) {
      try {
        read.push(await this.#scanned(host, block));
      } catch (error) {
        if (!(error instanceof ChainUnavailable)) throw error;
        if (read.length > 0) return read;
        return [await this.#withoutInfos(host, blocks, error)];
      }
    }
    this.#waits = undefined;
    return read;
  }

  /** One call for each block while USDT is taken; the same answers tell what contracts sent in TRX. */
  async #scanned(host: Chain, block: ChainBlock): Promise<ScannedBlock> {
    const withEvents = await readsUsdt(this.#context.engine);
    const told = withEvents ? await this.#moneyOf(host, block) : { money: [], unread: [] };
    // A transfer that is there by its block and failed by its info is not credited.
    const contradicted = new Set(told.unread.map(({ txid }) => txid));
    const transfers = transfersOf(block).filter(({ txid }) => !contradicted.has(txid));
    const money = [...transfers, ...told.money];
    const unread = [...unreadOf(block.transactions), ...told.unread];
    return { ...block, withEvents, unread, ...(await proven(this.#context, block, money)) };
  }

  #ofOurs: OfOurs = (addresses) => readOursAmong(this.#context.engine, addresses);

  async #moneyOf(host: Chain, block: ChainBlock) {
    let failure: unknown;
    for (const one of this.#hosts(host)) {
      try {
        return await one.solidMoney(block, this.#ofOurs);
      } catch (error) {
        if (!(error instanceof ChainUnavailable)) throw error;
        failure ??= error;
      }
    }
    throw failure;
  }

  /** It counts as not to be had only while the infos of a block after it are given. */
  async #withoutInfos(
    host: Chain,
    blocks: readonly ChainBlock[],
    failure: ChainUnavailable,
  ): Promise<ScannedBlock> {
    const [block, ...later] = blocks;
    if (!block) throw failure;
    if (this.#waits?.id !== block.id)
      this.#waits = { id: block.id, sinceMs: this.#context.monotonicMs() };
    if (this.#context.monotonicMs() - this.#waits.sinceMs < PASSED_AFTER_MS) throw failure;
    const other = later.find(({ transactions }) => transactions.length > 0);
    if (!other) throw failure;
    await this.#moneyOf(host, other);
    this.#waits = undefined;
    const unread = unreadOf(block.transactions);
    const told = { withEvents: false, unread, notRead: failure.message };
    return { ...block, ...told, ...(await proven(this.#context, block, transfersOf(block))) };
  }

  /** Tries what was passed over, when its time has come. */
  async tryAgain(host: Chain): Promise<void> {
    const blocks = await readUnreadBlocks(this.#context.engine);
    for (const number of this.#again.keys()) {
      if (!blocks.includes(number)) this.#again.delete(number);
    }
    for (const number of blocks) {
      const due = this.#again.get(number) ?? this.#pause(number, FIRST_AGAIN_MS);
      if (due.atMs > this.#context.monotonicMs()) continue;
      this.#pause(number, Math.min(LONGEST_AGAIN_MS, 2 * due.pauseMs));
      try {
        await this.#scan(host, number);
      } catch (error) {
        if (!isForLater(error) && !(error instanceof DeskError)) throw error;
        this.#context.logger.debug({ block: number, err: error }, "a block cannot be read yet");
      }
    }
  }

  #pause(number: number, pauseMs: number) {
    const due = { atMs: this.#context.monotonicMs() + pauseMs, pauseMs };
    this.#again.set(number, due);
    return due;
  }

  /** Books what a block brought that was read before, or passed; how many deposits were credited. */
  async scan(number: number): Promise<number> {
    const cursor = await this.#context.engine.database.read(depositCursor);
    if (!cursor || number > cursor.block_number) {
      throw new DeskError(
        "NOT_FOUND",
        `Block ${number} is still to come: deposits are read up to block ${cursor?.block_number ?? 0}, and it is read in its turn.`,
      );
    }
    try {
      return await this.#scan(oneHost(this.#context.chain), number);
    } catch (error) {
      if (isForLater(error)) throw chainUnavailable(error.message);
      throw error;
    }
  }

  async #scan(host: Chain, number: number): Promise<number> {
    const { engine, logger } = this.#context;
    const terms = engine.deposits?.terms;
    if (!terms) throw new DeskError("NOT_FOUND", "DEPOSIT_XPUB is not set: there are no deposits.");
    const block = await this.#solidBlock(host, number);
    const scanned = await this.#scanned(host, block);
    if (!(await readIsFollowed(engine, scanned))) {
      throw new ChainUnavailable(`the node shows another block ${number} than was followed`);
    }
    const at = engine.now();
    const credited = await engine.database.commit(() => scanAgain(scanned, terms, at));
    logger.info(
      { block: number, credited },
      "a block was read for deposits that was passed before",
    );
    return credited;
  }

  async #solidBlock(host: Chain, number: number): Promise<ChainBlock> {
    let failure: unknown = new ChainUnavailable(`no node has block ${number}`);
    for (const one of this.#hosts(host)) {
      try {
        const [block] = await one.solidBlocks(number, number);
        if (block) return block;
      } catch (error) {
        if (!(error instanceof ChainUnavailable)) throw error;
        failure = error;
      }
    }
    throw failure;
  }
}

function isForLater(error: unknown): error is Error {
  return error instanceof ChainUnavailable || error instanceof NotYet;
}
