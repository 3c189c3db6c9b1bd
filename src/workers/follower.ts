/**
 * Follows the chain: reads each new block, settles what is ours in it, finalises what is solidified, and takes forks back.
 * After a gap too long to read, and at each start, transactions are asked for by their id instead.
 */
import type { BlockRef, ChainBlock } from "../chain/port.js";
import { ChainUnavailable } from "../chain/port.js";
import { present } from "../domain/assert.js";
import { type Moment, momentOf } from "../engine/context.js";
import { eachDone, throwFirst } from "../engine/each-done.js";
import {
  applyBlock,
  applySolid,
  dropFork,
  SOLIDIFIED_AT_ONCE,
  startAt,
  startInFork,
} from "../engine/legs/follow-chain.js";
import {
  type ChainBlockRow,
  readCursor,
  readFollowed,
  readFollowedBlocks,
  readIncludedUpTo,
} from "../engine/legs/open-work.js";
import { commitAndTell, orderIdsOf } from "../engine/orders/finishing.js";
import { BLOCKS_A_CALL, type WorkerContext } from "./context.js";
import { type Asked, ask, readToAsk } from "./look-up.js";
import { Loop } from "./loop.js";

/** Blocks a round reads one by one; a longer gap is jumped over. */
const LONGEST_GAP_BLOCKS = 1_000;
/** Few enough for the blocks to go on meanwhile. */
const ASKED_A_ROUND = 8;

export interface FollowerWorker {
  readonly loop: Loop;
  /** One round: sees the head, so that the desk can sell as soon as it is up. */
  look(): Promise<void>;
}

export function createFollower(context: WorkerContext): FollowerWorker {
  const follower = new Follower(context);
  const last = readCursor(context.engine);
  context.engine.chainClock.resumeFrom(last && { ...last, timestampMs: last.timestamp_ms });
  const look = () => follower.round();
  const loop = new Loop({
    name: "follower",
    everyMs: Math.min(1_000, Math.max(5, Math.floor(context.blockMs / 3))),
    context,
    round: look,
  });
  return { loop, look };
}

class Follower {
  #context: WorkerContext;
  /** What no block that is still to be read tells about: asked for by its id. Undefined until it was listed. */
  #toAsk: readonly Asked[] | undefined;
  #doubtTold: string | undefined;

  constructor(context: WorkerContext) {
    this.#context = context;
  }

  async round(): Promise<void> {
    const { engine, chain } = this.#context;
    // Read first, so that it is not beyond what is followed now; a side that does not answer keeps the head from nothing.
    const solid = chain.solidHead();
    const [answer] = await Promise.allSettled([solid]);
    const head = await chain.head();
    const cursor = readCursor(engine);
    const isBelieved = engine.chainClock.sawHead(head);
    if (isBelieved) this.#doubtTold = undefined;
    else if (answer.status === "fulfilled") engine.chainClock.sawSolid(answer.value);
    if (!isBelieved) await this.#walk(cursor, head);
    else if (!cursor || head.number - cursor.number > LONGEST_GAP_BLOCKS) await this.#jump(head);
    else if (await this.#differs(head)) await this.#dropFork();
    else await this.#read(cursor.number, head.number);
    await this.#ask();
    await this.#solidify(await solid);
  }

  /** A head that is not believed may be reached block by block, each of them believed; a time that was made up is not. */
  async #walk(cursor: ChainBlockRow | undefined, head: BlockRef): Promise<void> {
    const { engine, logger } = this.#context;
    const { chainClock } = engine;
    const reason = chainClock.doubt;
    if (reason !== this.#doubtTold) logger.warn({ block: head.number, reason }, "a doubtful head");
    this.#doubtTold = reason;
    const last = Math.min(head.number, (cursor?.number ?? 0) + LONGEST_GAP_BLOCKS);
    if (cursor) await this.#read(cursor.number, last, (block) => chainClock.sawHead(block));
    if (!chainClock.head) throw new ChainUnavailable(reason ?? "no head is believed yet");
  }

  async #ask(): Promise<void> {
    const asked = this.#toAsk ?? readToAsk(this.#context.engine);
    this.#toAsk = asked;
    if (asked.length === 0) return;
    const failed: Asked[] = [];
    const asking = asked.slice(0, ASKED_A_ROUND).map((one) =>
      ask(this.#context, one).catch((error: unknown) => {
        failed.push(one);
        throw error;
      }),
    );
    const { failures } = await eachDone(asking);
    // What cannot be asked about comes again after the others.
    this.#toAsk = [...asked.slice(ASKED_A_ROUND), ...failed];
    this.#context.engine.signals.emit("planned");
    throwFirst(failures);
  }

  /** Reads and settles the blocks after the cursor. */
  async #read(cursor: number, head: number, isBelieved = this.#isInTime): Promise<void> {
    let next = cursor + 1;
    while (next <= head) {
      const last = Math.min(head, next + BLOCKS_A_CALL - 1);
      const blocks = await this.#context.chain.blocks(next, last);
      for (const block of blocks) {
        if (block.number !== next) return;
        if (!isBelieved(block))
          throw new ChainUnavailable(`the time of block ${next} is not believed`);
        if (!(await this.#apply(block))) return;
        next += 1;
      }
      // A replica that lags behind the head it told: the rest comes with the next round.
      if (blocks.length === 0) return;
    }
  }

  /** Times of blocks grow with their numbers, up to the head's; rentals are counted by them. */
  #isInTime = ({ number, timestampMs }: ChainBlock): boolean => {
    const { head } = this.#context.engine.chainClock;
    const before = readFollowed(this.#context.engine, number - 1);
    return timestampMs <= (head?.timestampMs ?? 0) && timestampMs > (before?.timestamp_ms ?? 0);
  };

  async #apply(block: ChainBlock): Promise<boolean> {
    const { engine } = this.#context;
    const moment = this.#moment(block);
    const effect = await engine.database.commit(() => applyBlock(block, moment));
    if (!effect) {
      await this.#dropFork();
      return false;
    }
    engine.load.settled(effect.legs);
    if (effect.finishedOrders.length > 0) engine.signals.emit("finished", effect.finishedOrders);
    engine.signals.emit("block");
    return true;
  }

  #moment(block: BlockRef): Moment {
    const moment = momentOf(this.#context.engine);
    return { ...moment, headTimestampMs: Math.max(moment.headTimestampMs, block.timestampMs) };
  }

  async #solidify(solid: BlockRef): Promise<void> {
    const { engine } = this.#context;
    const followed = readFollowed(engine, solid.number);
    if (followed && followed.id !== solid.id) return this.#dropFork();
    const cursor = readCursor(engine);
    // What the desk has not followed yet may be of another fork.
    if (!cursor || cursor.number < solid.number || !engine.chainClock.sawSolid(solid)) return;
    // What was included by the blocks of another fork must not become final unasked.
    if (this.#toAsk?.length !== 0) return;
    const moment = momentOf(engine);
    const waiting = engine.policy.completion === "solidified";
    const next = () => readIncludedUpTo(engine, solid.number, SOLIDIFIED_AT_ONCE);
    for (let legs: number | undefined = SOLIDIFIED_AT_ONCE; legs === SOLIDIFIED_AT_ONCE; ) {
      const orderIds = waiting ? orderIdsOf(next()) : [];
      legs = await commitAndTell(engine, orderIds, () => applySolid(solid, moment));
      if (legs === undefined) await this.#dropFork();
    }
  }

  /** The node shows another block where we have one: the chain has forked without growing. */
  async #differs(head: BlockRef): Promise<boolean> {
    const followed = readFollowed(this.#context.engine, head.number);
    return followed !== undefined && followed.id !== head.id;
  }

  async #dropFork(): Promise<void> {
    const { engine, logger } = this.#context;
    const ancestor = await this.#ancestor();
    if (ancestor === undefined) {
      logger.warn("the chain has forked before anything the desk has followed");
      return this.#jump(present(engine.chainClock.head, "the head was seen"), true);
    }
    const moment = momentOf(engine);
    const dropped = await engine.database.commit(() => dropFork(ancestor, moment));
    logger.warn({ ancestor, dropped }, "the chain has forked: blocks after the ancestor are gone");
  }

  /** The newest followed block that is still on the chain; undefined when none is, as after a start in a fork. */
  async #ancestor(): Promise<number | undefined> {
    const { engine, chain } = this.#context;
    for (const followed of readFollowedBlocks(engine)) {
      const block = await chain.block(followed.number);
      if (block?.id === followed.id) return followed.number;
    }
    return undefined;
  }

  async #jump(head: BlockRef, hasForked = false): Promise<void> {
    const { engine, chain, logger } = this.#context;
    const block = await chain.block(head.number);
    if (!block) throw new ChainUnavailable(`the node has no block ${head.number}, its own head`);
    if (block.id !== head.id || block.timestampMs !== head.timestampMs) {
      throw new ChainUnavailable(`the node tells two different blocks ${head.number}`);
    }
    this.#toAsk = undefined;
    // The blocks between are not read, so they may hold what was refused.
    this.#context.refusals.clear();
    const moment = momentOf(engine);
    const start = () => (hasForked ? startInFork(block, moment) : startAt(block));
    await engine.database.commit(start);
    logger.info({ block: head.number }, "follows the chain from here");
    engine.signals.emit("block");
  }
}
