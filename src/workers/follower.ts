/**
 * Follows the chain: reads each new block, settles what is ours in it, finalises what is solidified, and takes forks back.
 * After a gap too long to read, and at each start, transactions are asked for by their id instead.
 */
import type { BlockRef, ChainBlock } from "../chain/port.js";
import { ChainUnavailable } from "../chain/port.js";
import { type Moment, momentOf } from "../engine/context.js";
import {
  applyBlock,
  applySolid,
  dropFork,
  SOLIDIFIED_AT_ONCE,
  startAt,
} from "../engine/legs/follow-chain.js";
import {
  readCursor,
  readFollowed,
  readFollowedBlocks,
  readIncludedUpTo,
} from "../engine/legs/open-work.js";
import { commitAndTell, orderIdsOf } from "../engine/orders/finishing.js";
import { allDone } from "./all-done.js";
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

  constructor(context: WorkerContext) {
    this.#context = context;
  }

  async round(): Promise<void> {
    const { engine, chain } = this.#context;
    const head = await chain.head();
    engine.chainClock.sawHead(head);
    const cursor = readCursor(engine);
    if (!cursor || head.number - cursor.number > LONGEST_GAP_BLOCKS) await this.#jump(head);
    else if (await this.#differs(head)) await this.#dropFork();
    else await this.#read(cursor.number, head.number);
    await this.#ask();
    await this.#solidify();
  }

  async #ask(): Promise<void> {
    const asked = this.#toAsk ?? readToAsk(this.#context.engine);
    this.#toAsk = asked;
    if (asked.length === 0) return;
    await allDone(asked.slice(0, ASKED_A_ROUND).map((one) => ask(this.#context, one)));
    this.#toAsk = asked.slice(ASKED_A_ROUND);
    this.#context.engine.signals.emit("planned");
  }

  /** Reads and settles the blocks after the cursor. */
  async #read(cursor: number, head: number): Promise<void> {
    let next = cursor + 1;
    while (next <= head) {
      const last = Math.min(head, next + BLOCKS_A_CALL - 1);
      const blocks = await this.#context.chain.blocks(next, last);
      for (const block of blocks) {
        if (block.number !== next || !(await this.#apply(block))) return;
        next += 1;
      }
      // A replica that lags behind the head it told: the rest comes with the next round.
      if (blocks.length === 0) return;
    }
  }

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

  async #solidify(): Promise<void> {
    const { engine, chain } = this.#context;
    const solid = await chain.solidHead();
    engine.chainClock.sawSolid(solid);
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
      return this.#jump(await this.#context.chain.head());
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

  async #jump(head: BlockRef): Promise<void> {
    const { engine, chain, logger } = this.#context;
    const block = await chain.block(head.number);
    if (!block) throw new ChainUnavailable(`the node has no block ${head.number}, its own head`);
    this.#toAsk = undefined;
    await engine.database.commit(() => startAt(block));
    logger.info({ block: head.number }, "follows the chain from here");
    engine.signals.emit("block");
  }
}
