/**
 * Takes back what the desk's key has delegated since a restored backup: reads the solid blocks since for the operator's list, and
 * once that is confirmed continues reading and undelegates each part when the lock of its record is over.
 */
import type { ChainBlock } from "../chain/port.js";
import { DeskError } from "../domain/errors.js";
import type { Sun } from "../domain/money.js";
import { readCursor, readOwner } from "../engine/legs/open-work.js";
import { takeReclaimTimestamp } from "../engine/legs/reclaim-leg.js";
import {
  type ActsOfOurKey,
  judgeTakeBack,
  readTakeBacks,
  type TakeBack,
  type TakeBackList,
  takeBackConfirmed,
  takeBackDead,
  takeBackDone,
  takeBackGone,
  takeBackRead,
  takeBackSigned,
} from "../engine/operating/take-back.js";
import { countTakeBacks } from "../store/take-backs.js";
import { BLOCKS_A_CALL, oneHost, type WorkerContext } from "./context.js";
import { GivenBlocks } from "./given-blocks.js";
import { Loop } from "./loop.js";
import { isUnknownForGood, solidOutcome, sumOf } from "./proofs.js";
import { compare, unknownOfOurKey } from "./reconcile.js";
import { frameOf } from "./signer.js";

/** How long a call of the operator reads blocks before it tells how far it is. */
const READ_FOR_MS = 20_000;
const CALLS_A_ROUND = 5;
/** What cannot be taken back now is looked at again after so many blocks, unless the end of its lock is known. */
const RETRY_BLOCKS = 10;

type ReadBlock = Pick<ChainBlock, "number" | "timestampMs" | "transactions">;

export class TakeBacksWorker {
  readonly loop: Loop;
  readonly #context: WorkerContext;
  readonly #blocks: GivenBlocks;
  /** The head when the operator began to ask: the list is whole once that block is solid and read. */
  #listsUpTo: number | undefined;
  /** By record: the chain time at which its lock ends. */
  readonly #lockedUntil = new Map<string, number>();
  /** By the id of a delegation: not before this real time. */
  readonly #pausedUntilMs = new Map<string, number>();

  constructor(context: WorkerContext) {
    const { engine, logger, blockMs } = context;
    this.#context = context;
    this.#blocks = new GivenBlocks({
      context,
      side: "solidBlocks",
      pass: async (block, reason) => {
        await this.#note([{ ...block, transactions: [] }]);
        logger.error({ block: block.number, reason }, "delegations in this block are not known");
      },
    });
    this.loop = new Loop({
      name: "take back",
      everyMs: Math.max(50, Math.min(3_000, blockMs)),
      context: { engine, logger },
      round: (stopping) => this.#round(stopping),
    });
  }

  /** For the operator; with `isConfirmed` all that is listed is taken back. Called again until all blocks are read. */
  async list(isConfirmed: boolean): Promise<TakeBackList> {
    const { engine } = this.#context;
    const problem = engine.chainClock.signingProblem();
    if (problem) throw new Error(`TRON is unavailable: ${problem}. Try again in a moment`);
    const endMs = performance.now() + READ_FOR_MS;
    const solid = await this.#solid();
    let reading = await this.#readSome(solid);
    while (reading && performance.now() < endMs) {
      const before = reading.nextBlock;
      reading = await this.#readSome(solid);
      if (reading?.nextBlock === before) break;
    }
    // What is in blocks that are not solid yet would else look as if it were not ours.
    this.#listsUpTo ??= engine.chainClock.head?.number ?? 0;
    const nextBlock = (await readTakeBacks(engine)).nextBlock ?? 0;
    if (reading || nextBlock <= this.#listsUpTo) {
      const counts = await engine.database.read(countTakeBacks);
      const lastBlock = Math.max(this.#listsUpTo, nextBlock);
      return { reading: { nextBlock, lastBlock }, confirmed: false, ours: [], notOurs: [], counts };
    }
    this.#listsUpTo = undefined;
    if (isConfirmed) await engine.database.commit(() => takeBackConfirmed());
    this.loop.wake();
    const { differences } = await compare(this.#context);
    const { open } = await readTakeBacks(engine);
    const lockOf = (one: TakeBack) =>
      differences.find((difference) => keyOf(difference) === keyOf(one))?.lockExpiresAt ?? null;
    return {
      reading: null,
      confirmed: isConfirmed,
      ours: open.map((one) => ({ ...one, lockExpiresAt: lockOf(one) })),
      notOurs: differences.flatMap((one) => {
        const ours = open.filter((other) => keyOf(other) === keyOf(one));
        const oursSun = ours.reduce((sum, { stakeSun }) => sum + stakeSun, 0);
        const notOursSun = (one.onChainSun - one.inBooksSun - oursSun) as Sun;
        return notOursSun > 0 ? [{ ...one, notOursSun }] : [];
      }),
      counts: await engine.database.read(countTakeBacks),
    };
  }

  /** The follower asks for it only while something of the books waits for it. */
  async #solid(): Promise<number> {
    return (await oneHost(this.#context.chain).solidHead()).number;
  }

  /** Reads the next blocks; null when there are none. Throws while no host gives them. */
  async #readSome(solid: number): Promise<TakeBackList["reading"]> {
    const { engine, chain } = this.#context;
    const { nextBlock } = await readTakeBacks(engine);
    if (nextBlock === undefined) throw notRestored();
    if (nextBlock > solid) return null;
    const last = Math.min(nextBlock + BLOCKS_A_CALL - 1, solid);
    const blocks = await this.#blocks.read(oneHost(chain, solid), nextBlock, last, solid);
    if (blocks.length > 0) await this.#note(blocks);
    else if (this.#blocks.lacking) {
      throw new DeskError(
        "CHAIN_UNAVAILABLE",
        `What was delegated since the backup cannot be read: ${this.#blocks.lacking}. Set a node with its whole history in TRON_FULL_HOST and ask again; it goes on with block ${nextBlock}.`,
      );
    }
    return { nextBlock: nextBlock + blocks.length, lastBlock: solid };
  }

  async #note(blocks: readonly ReadBlock[]): Promise<void> {
    const { engine } = this.#context;
    const read: ActsOfOurKey[] = [];
    for (const block of blocks) {
      const { number, timestampMs, transactions } = block;
      const ours = new Set((await unknownOfOurKey(this.#context, block)).map(({ txid }) => txid));
      const acts = transactions.flatMap(({ txid, success, stake }) =>
        success && stake && (stake.kind === "undelegate" || ours.has(txid))
          ? [{ txid, stake }]
          : [],
      );
      read.push({ number, timestampMs, acts });
    }
    await engine.database.commit(() => takeBackRead(read, engine.now()));
  }

  async #round(stopping: AbortSignal): Promise<void> {
    const { engine, chain } = this.#context;
    const { open, nextBlock } = await readTakeBacks(engine);
    const begun = open.filter(({ state }) => state !== "found");
    this.#forget(begun);
    if (begun.length === 0 || nextBlock === undefined) return;
    for (const one of begun) if (one.undelegation && this.#isDue(one)) await this.#follow(one);
    const { head, solid } = engine.chainClock;
    if (!head || !solid || engine.chainClock.signingProblem() || chain.several?.problem()) return;
    const due = begun.filter(
      (one) =>
        one.state === "waiting" &&
        this.#isDue(one) &&
        (this.#lockedUntil.get(keyOf(one)) ?? 0) < head.timestampMs,
    );
    // All that was taken back until now must be known before more is; without that, a call for many blocks.
    if (due.length === 0 && solid.number - nextBlock < BLOCKS_A_CALL) return;
    const newest = due.length > 0 ? await this.#solid() : solid.number;
    for (let calls = 0; await this.#readSome(newest); calls += 1) {
      if (calls >= CALLS_A_ROUND || stopping.aborted) return;
    }
    for (const one of due) {
      if (stopping.aborted) return;
      await this.#take(one, head.timestampMs);
    }
  }

  #forget(begun: readonly TakeBack[]): void {
    const [records, txids] = [new Set(begun.map(keyOf)), new Set(begun.map(({ txid }) => txid))];
    for (const key of this.#lockedUntil.keys())
      if (!records.has(key)) this.#lockedUntil.delete(key);
    for (const id of this.#pausedUntilMs.keys()) if (!txids.has(id)) this.#pausedUntilMs.delete(id);
  }

  #isDue({ txid }: TakeBack): boolean {
    return (this.#pausedUntilMs.get(txid) ?? 0) <= performance.now();
  }

  #pause({ txid }: TakeBack, ms = RETRY_BLOCKS * this.#context.blockMs): void {
    this.#pausedUntilMs.set(txid, performance.now() + ms);
  }

  async #take(one: TakeBack, headMs: number): Promise<void> {
    const { engine, operator, logger } = this.#context;
    const { txid, owner, receiver, resource } = one;
    const permissionId = (await readOwner(engine, owner))?.permissionId;
    if (!permissionId) return this.#pause(one);
    // A host that is behind would show what is no longer there.
    const chain = oneHost(this.#context.chain, (await readCursor(engine))?.number);
    const record = await chain.delegated(owner, receiver, resource, "reclaim");
    const isLocked = record.lockedSun > 0 && record.lockExpiresAt >= headMs;
    if (isLocked) this.#lockedUntil.set(keyOf(one), record.lockExpiresAt);
    const step = await engine.database.commit(() => judgeTakeBack(txid, record, headMs));
    if (step === "gone") {
      const solid = await chain.solidDelegated(owner, receiver, resource);
      if (solid && sumOf(solid) > 0) return this.#pause(one);
      return engine.database.commit(() => takeBackGone(txid));
    }
    if (step === "wait" && !isLocked) this.#pause(one);
    // What others took back meanwhile has lessened it.
    const now = (await readTakeBacks(engine)).open.find((other) => other.txid === txid);
    if (step !== "take" || now?.stakeSun !== one.stakeSun) return;
    const timestampMs = await engine.database.commit(() => takeReclaimTimestamp(one, headMs));
    const frame = frameOf(this.#context, timestampMs);
    const intent = {
      kind: "undelegate",
      owner,
      receiver,
      resource,
      stakeSun: one.stakeSun,
    } as const;
    const { privateKeyHex } = operator;
    const signed = await this.#context.chain.sign(intent, frame, { privateKeyHex, permissionId });
    const undelegation = { ...signed, expiresAt: frame.expiresAt };
    if (!(await engine.database.commit(() => takeBackSigned(txid, undelegation)))) return;
    logger.info({ txid, owner, receiver, undelegation: signed.txid }, "taken back by confirmation");
    await this.#send({ ...one, undelegation });
  }

  /** The node's answer decides nothing: only the solid chain does. */
  async #send(one: TakeBack): Promise<void> {
    const { chain, logger, resendEveryMs } = this.#context;
    const { receiver, undelegation } = one;
    if (!undelegation) return;
    this.#pause(one, resendEveryMs);
    const outcome = await chain.broadcast(undelegation, receiver, "reclaim");
    if (outcome.kind !== "rejected") return;
    const { reason, code, message } = outcome;
    logger.warn({ txid: undelegation.txid, reason, code, answer: message }, "take-back refused");
  }

  async #follow(one: TakeBack): Promise<void> {
    const { engine, chain, resendEveryMs } = this.#context;
    const { txid, undelegation } = one;
    if (!undelegation) return;
    this.#pause(one, resendEveryMs);
    const outcome = await solidOutcome(this.#context, undelegation.txid);
    if (outcome?.success) return engine.database.commit(() => takeBackDone(txid));
    const { expiresAt } = undelegation;
    if (outcome || (await isUnknownForGood(this.#context, undelegation.txid, expiresAt))) {
      this.#pause(one);
      return engine.database.commit(() => takeBackDead(txid));
    }
    const isAlive = (engine.chainClock.head?.timestampMs ?? 0) < expiresAt;
    if (isAlive && !(await oneHost(chain).inclusion(undelegation.txid))) await this.#send(one);
  }
}

const keyOf = ({ owner, receiver, resource }: Pick<TakeBack, "owner" | "receiver" | "resource">) =>
  `${owner} ${receiver} ${resource}`;

function notRestored(): DeskError {
  return new DeskError(
    "NOT_FOUND",
    "This desk was not restored from a backup whose newest block is known, so there is nothing to take back. If another desk runs with its key, stop one of the two.",
  );
}
