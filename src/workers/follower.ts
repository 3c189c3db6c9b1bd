/**
 * Follows the chain: reads each new block, settles our transactions in it, finalises what is solidified, and undoes forks.
 * While blocks arrive one by one, only the next block is asked for, and it is the head. The head itself is asked for at the
 * start, after a failure, and when no block arrives. After a gap too long to read, and at each start, transactions are asked
 * for by their id instead.
 */

import {
  type BlockRef,
  type Chain,
  type ChainBlock,
  ChainUnavailable,
  type MissingBlock,
} from "../chain/port.js";
import { must } from "../domain/assert.js";
import { commitAndTell, orderIdsOf } from "../engine/close-order.js";
import { type Moment, momentOf } from "../engine/context.js";
import {
  applyBlock,
  applySolid,
  dropFork,
  passBlock,
  SOLIDIFIED_AT_ONCE,
  startAt,
  startInFork,
} from "../engine/legs/follow-chain.js";
import {
  readCursor,
  readFollowed,
  readFollowedBlocks,
  readLegs,
} from "../engine/legs/open-work.js";
import { waitsForSolid } from "../store/chain-blocks.js";
import { legsIncludedUpTo } from "../store/leg-lists.js";
import { askOneHost, BLOCKS_A_CALL, oneHost, type WorkerContext } from "./context.js";
import { NextBlock, SolidSchedule } from "./follower-schedule.js";
import { GivenBlocks, replacedBeforePassed } from "./given-blocks.js";
import { Loop } from "./loop.js";
import { tellOfSecondDesk } from "./reconcile.js";
import { ToAsk } from "./to-ask.js";

/** The most blocks that a round reads one by one; a longer gap is skipped. */
const LONGEST_GAP_BLOCKS = 1_000;

export interface FollowerWorker {
  readonly loop: Loop;
  /** One round: reads the head, so that the desk can sell as soon as it is up. */
  look(): Promise<void>;
  /** False while the rounds have failed for a few seconds, or the node does not answer a call. */
  readonly isAnswered: () => boolean;
}

export async function createFollower(context: WorkerContext): Promise<FollowerWorker> {
  const everyMs = Math.min(1_000, Math.max(5, Math.floor(context.blockMs / 3)));
  const follower = new Follower(context, everyMs);
  const last = await readCursor(context.engine);
  context.engine.chainClock.resumeFrom(last);
  const { look, pauseMs, silence } = follower;
  const loop = new Loop({ name: "follower", everyMs, pauseMs, context, round: look });
  const isAnswered = () => (loop.state.ok || follower.hasJustFollowed()) && !silence.isLong();
  return { loop, look, isAnswered };
}

/** The solidified block was asked for; whether an answer came shows at the end. */
interface Solid {
  readonly answer: Promise<BlockRef>;
}

class Follower {
  #context: WorkerContext;
  #everyMs: number;
  #nextBlock: NextBlock;
  #blocks: GivenBlocks;
  #solid: SolidSchedule;
  #toAsk = new ToAsk();
  /** The node's answers to the calls of the rounds. */
  readonly silence = new Silence();
  #doubtTold: string | undefined;
  #wentWellAtMs = Number.NEGATIVE_INFINITY;
  /** The node's next block may not be on our chain: its head is asked for first. */
  #mustLook = true;
  /** For the next block only. */
  #isWaiting = false;

  constructor(context: WorkerContext, everyMs: number) {
    const { blockMs, engine } = context;
    this.#context = context;
    this.#everyMs = everyMs;
    this.#nextBlock = new NextBlock(blockMs, performance.now());
    const noticedAfterMs = engine.chainClock.solidNoticedAfterMs(blockMs);
    this.#solid = new SolidSchedule({ blockMs, noticedAfterMs });
    this.#blocks = new GivenBlocks({ context, side: "blocks", pass: this.#pass });
  }

  look = async (): Promise<void> => {
    await askOneHost(this.#context.chain, (chain) => this.#round(chain));
    this.#wentWellAtMs = this.#context.monotonicMs();
  };

  /** One round that fails is no outage. */
  hasJustFollowed(): boolean {
    return this.#context.monotonicMs() - this.#wentWellAtMs < SILENT_AFTER_MS;
  }

  async #round(chain: Chain): Promise<void> {
    const { engine } = this.#context;
    const cursor = await readCursor(engine);
    const isLook = this.#mustLook || !cursor || !this.#isInStep(cursor);
    // Stays so until everything has gone well.
    this.#mustLook = true;
    const solid =
      isLook || this.#nextBlock.isOverdue(performance.now())
        ? await this.#seeHead(chain, cursor)
        : await this.#readNext(chain, cursor);
    await this.#toAsk.round(this.#context, chain);
    await this.#solidify(chain, solid);
    this.#mustLook = false;
    const followed = await readCursor(engine);
    this.#isWaiting = followed !== undefined && this.#isInStep(followed) && this.#toAsk.isDone;
  }

  /** After a round that went well. */
  pauseMs = (): number =>
    this.#isWaiting ? this.#nextBlock.pauseMs(performance.now()) : this.#everyMs;

  /** The newest head is the desk's newest block, or a few blocks after it. */
  #isInStep({ number, id }: BlockRef): boolean {
    const { head, doubt } = this.#context.engine.chainClock;
    if (!head || doubt !== undefined) return false;
    if (head.number === number) return head.id === id;
    return head.number > number && head.number - number < BLOCKS_A_CALL;
  }

  /** Asks for what comes after the cursor: a few blocks, in case there are several. */
  async #readNext(chain: Chain, cursor: BlockRef): Promise<Solid | undefined> {
    const { chainClock } = this.#context.engine;
    const next = cursor.number + 1;
    const askedMs = performance.now();
    const newestKnown = chainClock.head?.number ?? 0;
    const blocks = await this.silence.until(
      this.#blocks.read(chain, next, cursor.number + BLOCKS_A_CALL, newestKnown),
    );
    const newest = blocks.at(-1);
    if (!newest) {
      this.#nextBlock.nothing(askedMs);
      // An earlier answer showed a head that this one lacks.
      return chainClock.head?.id === cursor.id ? undefined : this.#seeHead(chain, cursor);
    }
    // There are more blocks than asked for: only the head shows where they end.
    if (blocks.length === BLOCKS_A_CALL) return this.#seeHead(chain, cursor, blocks);
    const isBehind = newest.number < (chainClock.head?.number ?? 0);
    if (!isBehind && !chainClock.sawHead(newest)) return this.#seeHead(chain, cursor, blocks);
    const isRead = await this.#read(chain, cursor.number, newest.number, this.#isInTime, blocks);
    if (isRead) this.#nextBlock.came(askedMs, blocks.length);
    else this.#nextBlock.begin(performance.now());
    return undefined;
  }

  /** Asks for the head and reads up to it; returns the solidified block when it was due. */
  async #seeHead(
    chain: Chain,
    cursor: BlockRef | undefined,
    inHand?: readonly ChainBlock[],
  ): Promise<Solid | undefined> {
    const { engine } = this.#context;
    const { chainClock } = engine;
    const isSolidDue =
      chainClock.doubt !== undefined || (await this.#isSolidDue(cursor?.number ?? 0));
    // Read first, so that it is not beyond the followed blocks; a silent solid side does not hold up the head.
    const solid = isSolidDue ? { answer: this.silence.until(chain.solidHead()) } : undefined;
    const [answer] = await Promise.allSettled([solid?.answer]);
    const head = await this.silence.until(chain.head());
    const isBelieved = chainClock.sawHead(head);
    if (isBelieved) this.#doubtTold = undefined;
    else if (answer.status === "fulfilled" && answer.value) chainClock.sawSolid(answer.value);
    if (!isBelieved) await this.#walk(chain, cursor, head, inHand);
    else if (!cursor || head.number - cursor.number > LONGEST_GAP_BLOCKS)
      await this.#jump(chain, head);
    // One of several hosts may be behind another: another fork shows once it has grown.
    else if (this.#context.chain.several && head.number < cursor.number) return solid;
    // Another block at a height of ours: the chain has forked without growing.
    else if (((await readFollowed(engine, head.number))?.id ?? head.id) !== head.id)
      await this.#dropFork(chain);
    else await this.#read(chain, cursor.number, head.number, this.#isInTime, inHand);
    if ((await readCursor(engine))?.id !== cursor?.id) this.#nextBlock.begin(performance.now());
    return solid;
  }

  /** A doubted head may be reached block by block when each block is believed; an invented time is on no block. */
  async #walk(
    chain: Chain,
    cursor: BlockRef | undefined,
    head: BlockRef,
    inHand?: readonly ChainBlock[],
  ): Promise<void> {
    const { engine, logger } = this.#context;
    const { chainClock } = engine;
    const reason = chainClock.doubt;
    if (reason !== this.#doubtTold) logger.warn({ block: head.number, reason }, "a doubtful head");
    this.#doubtTold = reason;
    const last = Math.min(head.number, (cursor?.number ?? 0) + LONGEST_GAP_BLOCKS);
    const isBelieved = (block: ChainBlock) => chainClock.sawHead(block);
    if (cursor) await this.#read(chain, cursor.number, last, isBelieved, inHand);
    if (!chainClock.head) throw new ChainUnavailable(reason ?? "no head is believed yet");
  }

  /** Reads and settles the blocks after the cursor, beginning with those already read; false when it did not reach the head. */
  async #read(
    chain: Chain,
    cursor: number,
    head: number,
    isBelieved: (block: ChainBlock) => boolean | Promise<boolean>,
    inHand?: readonly ChainBlock[],
  ): Promise<boolean> {
    let next = cursor + 1;
    let told = inHand?.filter(({ number }) => number <= head);
    while (next <= head) {
      const last = Math.min(head, next + BLOCKS_A_CALL - 1);
      const blocks = told ?? (await this.#blocks.read(chain, next, last, head));
      told = undefined;
      for (const block of blocks) {
        if (block.number !== next) return false;
        if (!(await isBelieved(block)))
          throw new ChainUnavailable(`the time of block ${next} is not believed`);
        if (!(await this.#apply(chain, block))) return false;
        next += 1;
      }
      // A node that lags behind the head it reported: the rest comes with the next round.
      if (blocks.length === 0) return false;
    }
    return true;
  }

  /**
   * Times of blocks grow with their numbers, up to the head's; rentals are counted by them. A block of another fork may be
   * older than our block before it.
   */
  #isInTime = async ({ number, parentId, timestampMs }: ChainBlock): Promise<boolean> => {
    const { head } = this.#context.engine.chainClock;
    const before = await readFollowed(this.#context.engine, number - 1);
    const afterMs = before?.id === parentId ? before.timestampMs : 0;
    return timestampMs <= (head?.timestampMs ?? 0) && timestampMs > afterMs;
  };

  async #apply(chain: Chain, block: ChainBlock): Promise<boolean> {
    const { engine } = this.#context;
    const moment = this.#moment(block);
    const effect = await engine.database.commit(() => applyBlock(block, moment));
    if (!effect) {
      await this.#dropFork(chain);
      return false;
    }
    this.#context.chain.several?.followed(block);
    engine.load.settled(effect.legs);
    this.#toAsk.add(effect.toAsk);
    if (effect.finishedOrders.length > 0) engine.signals.emit("finished", effect.finishedOrders);
    engine.signals.emit("block");
    await tellOfSecondDesk(this.#context, block);
    return true;
  }

  #pass = async (block: MissingBlock, reason: string): Promise<void> => {
    const { engine, logger, refusals, chain } = this.#context;
    const moment = this.#moment(block);
    if (!(await engine.database.commit(() => passBlock(block, reason, moment)))) {
      return this.#dropFork(oneHost(chain));
    }
    // It may hold what was refused.
    refusals.clear();
    const { number, id, timestampMs } = block;
    chain.several?.followed({ number, id, timestampMs });
    logger.error({ block: number, reason }, "a block cannot be read: the desk goes on without it");
    engine.signals.emit("block");
  };

  #moment(block: BlockRef): Moment {
    const moment = momentOf(this.#context.engine);
    return { ...moment, headTimestampMs: Math.max(moment.headTimestampMs, block.timestampMs) };
  }

  #isSolidDue(block: number): Promise<boolean> {
    const { engine } = this.#context;
    const { head, solid } = engine.chainClock;
    const waits = async () =>
      !solid || engine.database.read(() => waitsForSolid(head?.timestampMs ?? 0));
    return this.#solid.isDue(performance.now(), block, waits);
  }

  async #solidify(chain: Chain, asked: Solid | undefined): Promise<void> {
    const { engine } = this.#context;
    const cursor = await readCursor(engine);
    if (!asked && !(await this.#isSolidDue(cursor?.number ?? 0))) return;
    const solid = await (asked?.answer ?? this.silence.until(chain.solidHead()));
    const followed = await readFollowed(engine, solid.number);
    if (followed && followed.id !== solid.id) return this.#dropFork(chain);
    // Blocks that the desk has not followed yet may belong to another fork.
    if (!cursor || cursor.number < solid.number || !engine.chainClock.sawSolid(solid)) return;
    const replaced = await replacedBeforePassed(engine, chain);
    if (replaced !== undefined) return this.#dropFork(chain, replaced);
    // What blocks of another fork included must not become final unasked.
    if (!this.#toAsk.isDone) return;
    this.#solid.told(performance.now(), cursor.number);
    const moment = momentOf(engine);
    const waiting = engine.policy.completion === "solidified";
    const { unclear } = this.#toAsk;
    const most = SOLIDIFIED_AT_ONCE + unclear.size;
    const next = () => readLegs(engine, () => legsIncludedUpTo(solid.number, most));
    for (let legs: number | undefined = SOLIDIFIED_AT_ONCE; legs === SOLIDIFIED_AT_ONCE; ) {
      const orderIds = waiting ? orderIdsOf(await next()) : [];
      legs = await commitAndTell(engine, orderIds, () => applySolid(solid, moment, unclear));
      if (legs === undefined) await this.#dropFork(chain);
    }
  }

  async #dropFork(chain: Chain, below?: number): Promise<void> {
    const { engine, logger } = this.#context;
    await this.#context.chain.several?.verify(chain);
    const ancestor = await this.#ancestor(chain, below);
    if (ancestor === undefined) {
      logger.warn("the chain has forked before anything the desk has followed");
      return this.#jump(chain, must(engine.chainClock.head, "the head was seen"), true);
    }
    const moment = momentOf(engine);
    const dropped = await engine.database.commit(() => dropFork(ancestor, moment));
    this.#context.chain.several?.forkedAfter(ancestor);
    logger.warn({ ancestor, dropped }, "the chain has forked: blocks after the ancestor are gone");
  }

  /** The newest followed block (below one) that is still on the chain; undefined when none is, as after a start in a fork. */
  async #ancestor(chain: Chain, below = Number.POSITIVE_INFINITY): Promise<number | undefined> {
    for (const followed of await readFollowedBlocks(this.#context.engine)) {
      if (followed.number >= below) continue;
      if ((await readFollowed(this.#context.engine, followed.number))?.isPassed) continue;
      const block = await chain.block(followed.number);
      if (block?.id === followed.id) return followed.number;
    }
    return undefined;
  }

  /** A chain that leads to no block of ours may be another network's: an address can lead to another node by now. */
  async #assertOurNetwork(chain: Chain): Promise<void> {
    const { several } = this.#context.chain;
    if (several) return several.verify(chain);
    const genesisId = await chain.genesisId();
    if (genesisId === this.#context.genesisId) return;
    throw new ChainUnavailable(`the node serves another network, whose block 0 is ${genesisId}`);
  }

  async #jump(chain: Chain, head: BlockRef, hasForked = false): Promise<void> {
    const { engine, logger } = this.#context;
    await this.#assertOurNetwork(chain);
    const block = await chain.block(head.number);
    if (!block) throw new ChainUnavailable(`the node has no block ${head.number}, its own head`);
    if (block.id !== head.id || block.timestampMs !== head.timestampMs) {
      throw new ChainUnavailable(`the node tells two different blocks ${head.number}`);
    }
    this.#toAsk.begin();
    // The blocks between are not read, so they may hold what was refused.
    this.#context.refusals.clear();
    const moment = momentOf(engine);
    const start = () => (hasForked ? startInFork(block, moment) : startAt(block));
    await engine.database.commit(start);
    this.#context.chain.several?.forkedAfter(block.number);
    this.#context.chain.several?.followed(block);
    logger.info({ block: head.number }, "follows the chain from here");
    engine.signals.emit("block");
  }
}

/** Another host takes over within seconds; a head that stands still for 30 s keeps orders out anyway. */
const SILENT_AFTER_MS = 10_000;

/** Whether a call waits for its answer for so long that the node counts as silent. */
export class Silence {
  #sinceMs: number | undefined;

  /** One call comes after the other. */
  async until<T>(answer: Promise<T>): Promise<T> {
    this.#sinceMs = performance.now();
    try {
      return await answer;
    } finally {
      this.#sinceMs = undefined;
    }
  }

  isLong(): boolean {
    return this.#sinceMs !== undefined && performance.now() - this.#sinceMs > SILENT_AFTER_MS;
  }
}
