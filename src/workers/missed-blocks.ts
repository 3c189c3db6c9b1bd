/**
 * Reads the blocks that the follower has skipped, a few at a time, because what sellers did with their stake in them decides
 * what may be taken back. Only solid blocks are read, so no fork changes them. Of blocks that no host gives, the chain's records of
 * that stake are read instead.
 */
import type { BlockRef, Chain } from "../chain/port.js";
import {
  missedRead,
  passMissed,
  readRecordsToRead,
  recordRead,
  recordsRead,
} from "../engine/legs/private-stake.js";
import type { StakeRecord } from "../store/legs.js";
import { missedBlocks } from "../store/stake-acts.js";
import { BLOCKS_A_CALL, oneHost, type WorkerContext } from "./context.js";
import { GivenBlocks } from "./given-blocks.js";
import { Loop } from "./loop.js";
import { sumOf, tellDisagreement, witnessesOf } from "./proofs.js";

const CALLS_A_ROUND = 5;
/** How often the log reports progress. */
const BLOCKS_A_LINE = 2_000;

export function createMissedBlockReader(context: WorkerContext): Loop {
  const { engine, chain, logger } = context;
  let told: number | undefined;
  const records = new StakeRecords(context);
  const given = new GivenBlocks({
    context,
    side: "solidBlocks",
    async pass({ number }, reason) {
      const at = engine.now();
      await engine.database.commit(() => passMissed(number, reason, at));
      logger.error({ block: number, reason }, "a block that was missed cannot be read");
    },
  });
  return new Loop({
    name: "missed blocks",
    movesMoney: false,
    everyMs: Math.max(20, Math.min(1_000, context.blockMs)),
    context,
    round: async (stopping) => {
      let missed = await engine.database.read(missedBlocks);
      const { solid } = engine.chainClock;
      for (let calls = 0; calls < CALLS_A_ROUND && missed && solid; calls += 1) {
        const last = Math.min(missed.next + BLOCKS_A_CALL - 1, missed.last, solid.number);
        if (last < missed.next || stopping.aborted) return;
        if (told === undefined || missed.next - told >= BLOCKS_A_LINE) {
          logger.info({ ...missed }, "reads the blocks that were missed");
          told = missed.next;
        }
        const blocks = await given.read(oneHost(chain), missed.next, last, solid.number);
        // No host has it, or it was passed.
        if (blocks.length === 0) return;
        const at = engine.now();
        missed = await engine.database.commit(() => missedRead(blocks, at));
        if (!missed) logger.info("has read the blocks that were missed");
      }
      if (!missed) told = undefined;
      await records.round(stopping);
    },
  });
}

class StakeRecords {
  readonly #context: WorkerContext;
  /** Those read since the last block that was not. */
  #read = { last: -1, keys: new Set<string>() };
  /** What the newest state told where no solid one is served, and at which block: it counts once that is solid. */
  readonly #newest = new Map<string, { readonly sumSun: number; readonly block: BlockRef }>();

  constructor(context: WorkerContext) {
    this.#context = context;
  }

  async round(stopping: AbortSignal): Promise<void> {
    const { engine, chain, logger } = this.#context;
    const wanted = await readRecordsToRead(engine);
    if (!wanted) return;
    const { last, records } = wanted;
    if (this.#read.last !== last) {
      this.#read = { last, keys: new Set() };
      this.#newest.clear();
    }
    for (const record of records) {
      const key = keyOf(record);
      if (this.#read.keys.has(key)) continue;
      if (stopping.aborted) return;
      if (await this.#readOne(oneHost(chain, last), record, last)) this.#read.keys.add(key);
    }
    if (records.some((record) => !this.#read.keys.has(keyOf(record)))) return;
    const at = engine.now();
    await engine.database.commit(() => recordsRead(wanted, at));
    logger.info({ block: last, records: records.length }, "has read what sellers delegate");
  }

  /** False where it is not known at which solid block it was read: it is read again. */
  async #readOne(host: Chain, record: StakeRecord, last: number): Promise<boolean> {
    const { owner, receiver, resource } = record;
    const { database } = this.#context.engine;
    const solid = await host.solidHead();
    if (solid.number < last) return false;
    const told = await host.solidDelegated(owner, receiver, resource);
    if (told) {
      if ((await host.solidHead()).id !== solid.id) return false;
      return database.commit(() => recordRead(record, sumOf(told), solid, last));
    }
    const newest = this.#newest.get(keyOf(record));
    if (!newest) await this.#readNewest(host, record);
    if (!newest || newest.block.number > solid.number) return false;
    // If a fork has replaced that block, it is read again.
    this.#newest.delete(keyOf(record));
    return database.commit(() => recordRead(record, newest.sumSun, newest.block, last));
  }

  /** Every host in step must tell the same. */
  async #readNewest(host: Chain, record: StakeRecord): Promise<void> {
    const { owner, receiver, resource } = record;
    const key = keyOf(record);
    const { number, id, timestampMs } = await host.head();
    const sums = new Set<number>();
    for (const witness of witnessesOf(this.#context)) {
      sums.add(sumOf(await witness.delegated(owner, receiver, resource)));
    }
    await tellDisagreement(this.#context, this.#context.stakeDisagreements, key, {
      isThere: sums.size > 1,
      what: `the stake that ${owner} delegates to ${receiver}`,
    });
    const [sumSun] = sums;
    if (sumSun === undefined || sums.size > 1 || (await host.head()).id !== id) return;
    this.#newest.set(key, { sumSun, block: { number, id, timestampMs } });
  }
}

const keyOf = ({ owner, receiver, resource }: StakeRecord) => `${owner} ${receiver} ${resource}`;
