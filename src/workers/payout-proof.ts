/**
 * The proof that a payout can never be paid. Its time is over, and each host in step gives all solid blocks from before it was
 * signed to the newest: none holds it, and what the account that pays has is not less than these blocks leave it.
 */
import { BlockNotGiven, type BlockRef, type Chain, ChainUnavailable } from "../chain/port.js";
import type { Address } from "../domain/address.js";
import { type PayingPurse, type Payout, type SolidTransfer, whyNotDead } from "../domain/payout.js";
import {
  payoutStaysOpen,
  readBookedTxids,
  readOpenPayouts,
} from "../engine/payouts/payout-lists.js";
import { payoutBackToSent, payoutFinal, payoutNotLate } from "../engine/payouts/payouts.js";
import { isPassedByAny } from "../store/not-read.js";
import { BLOCKS_A_CALL, DEATH_MARGIN_MS, type WorkerContext } from "./context.js";
import { PASSED_AFTER_MS } from "./given-blocks.js";
import { isUnknownForGood, solidOutcome, witnessesOf } from "./proofs.js";

/** Calls for blocks in one look: what lies far back is read in several. */
const CALLS_A_LOOK = 10;
/** How often an account that the next solid block fell into is read again. */
const TRIES = 5;

/** What solid blocks of one host show, read on with each look. */
interface Reading {
  readonly account: Address;
  readonly first: number;
  /** Looked for, whether or not they can be read. */
  readonly txids: ReadonlySet<string>;
  readonly transfers: SolidTransfer[];
  /** Of those looked for. */
  readonly found: Set<string>;
  last?: BlockRef;
  /** The block that the host has not given, and since when. */
  waits?: { readonly id: string; readonly sinceMs: number };
}

export class PayoutProof {
  readonly #context: WorkerContext;
  readonly #readings = new WeakMap<Chain, Reading>();
  /** The incidents of these are written. */
  readonly #told = new Set<string>();
  #lastLook: Promise<unknown> = Promise.resolve();

  constructor(context: WorkerContext) {
    this.#context = context;
  }

  /** False while anything is to be read, or contradicts it; the operator is told of what does not pass by itself. */
  isDead(payout: Payout): Promise<boolean> {
    // Several payouts are dead at once: their blocks are read once.
    const look = this.#lastLook.then(() => this.#isDead(payout));
    this.#lastLook = look.catch(() => {});
    return look;
  }

  async #isDead(payout: Payout): Promise<boolean> {
    const witnesses = witnessesOf(this.#context);
    if (payout.signedBlock === null) {
      await this.#tell(payout, "the desk does not know from which block on it may be in one");
      return false;
    }
    for (const host of witnesses) {
      const why = await this.#whyOpen(host, payout, payout.signedBlock);
      if (why === MORE_TO_READ) return false;
      if (why !== undefined) {
        await this.#tell(payout, why);
        return false;
      }
    }
    return witnesses.length > 0;
  }

  async #whyOpen(host: Chain, payout: Payout, signedBlock: number): Promise<string | undefined> {
    const account = payout.payer ?? this.#context.payout?.address;
    if (account === undefined) return "the desk does not know which account pays it";
    const reading = await this.#readingOf(host, { ...payout, signedBlock }, account);
    const there = await this.#readUp(host, reading);
    if (!there) return MORE_TO_READ;
    if (there.block.timestampMs < payout.expiresAt + DEATH_MARGIN_MS) return MORE_TO_READ;
    if (reading.found.has(payout.txid)) return "a solid block of a host holds it";
    const { transfers } = reading;
    const booked = await readBookedTxids(
      this.#context.engine,
      transfers.map(({ txid }) => txid),
    );
    const shown = { transfers, balanceSun: there.balanceSun };
    return whyNotDead(payout, account, shown, (txid) => booked.has(txid));
  }

  /** One that continues for all payouts of the account, unless it began too late for this one. */
  async #readingOf(
    host: Chain,
    { txid, purse, signedBlock }: Payout & { readonly signedBlock: number },
    account: Address,
  ): Promise<Reading> {
    const known = this.#readings.get(host);
    const first = Math.min(signedBlock, purse?.block ?? signedBlock) + 1;
    const isOfIt = known?.account === account && known.txids.has(txid) && known.first <= first;
    if (isOfIt) return known;
    const others = (await readOpenPayouts(this.#context.engine)).filter(
      (one) => one.blockNumber === null,
    );
    const txids = new Set([txid, ...others.map((one) => one.txid)]);
    const reading: Reading = { account, first, txids, transfers: [], found: new Set() };
    this.#readings.set(host, reading);
    return reading;
  }

  /** What the account has after the last block that was read, which is the newest solid one; undefined while there are more. */
  async #readUp(host: Chain, reading: Reading) {
    let calls = CALLS_A_LOOK;
    for (let tries = TRIES; tries > 0; tries -= 1) {
      const there = await solidPurse(host, reading.account);
      if (!there) return undefined;
      for (; nextOf(reading) <= there.block.number; calls -= 1) {
        if (calls === 0) return undefined;
        const last = Math.min(nextOf(reading) + BLOCKS_A_CALL - 1, there.block.number);
        if (!(await this.#readOn(host, reading, last))) return undefined;
      }
      if (reading.last?.id === there.block.id) return there;
    }
    this.#readings.delete(host);
    return undefined;
  }

  /** False when the host does not give the first of them. */
  async #readOn(host: Chain, reading: Reading, last: number): Promise<boolean> {
    const blocks = await this.#given(host, reading, last);
    for (const block of blocks) {
      if (reading.last && block.parentId !== reading.last.id) {
        this.#readings.delete(host);
        throw new ChainUnavailable(`solid block ${block.number} does not follow the one before it`);
      }
      reading.last = block;
      for (const { txid, success, transfer } of block.transactions) {
        if (!success) continue;
        if (reading.txids.has(txid)) reading.found.add(txid);
        if (transfer?.from !== reading.account && transfer?.to !== reading.account) continue;
        reading.transfers.push({ ...transfer, txid, block: block.number });
      }
    }
    return blocks.length > 0;
  }

  /**
   * Of a block that is not given, to other readers or here for a minute, the payout was asked for by its id; what the account has
   * tells of the rest.
   */
  async #given(host: Chain, reading: Reading, last: number) {
    try {
      return await host.solidBlocks(nextOf(reading), last);
    } catch (error) {
      if (!(error instanceof BlockNotGiven)) throw error;
      const { number, id } = error.block;
      const nowMs = this.#context.monotonicMs();
      if (reading.waits?.id !== id) reading.waits = { id, sinceMs: nowMs };
      const isPassed =
        nowMs - reading.waits.sinceMs >= PASSED_AFTER_MS ||
        (await this.#context.engine.database.read(() => isPassedByAny(number)));
      return isPassed ? [{ ...error.block, transactions: [] }] : [];
    }
  }

  async #tell(payout: Payout, why: string): Promise<void> {
    if (this.#told.has(payout.id)) return;
    const { engine, logger } = this.#context;
    await payoutStaysOpen(engine, payout, why);
    this.#told.add(payout.id);
    logger.error({ payout: payout.id, txid: payout.txid, why }, "a payout stays open");
  }
}

/** Nothing to tell of: the next look continues. */
const MORE_TO_READ = "there is more to read";

function nextOf({ first, last }: Reading): number {
  return last ? last.number + 1 : first;
}

/** What an account has right after the newest solid block of a host; undefined where the next ones come too fast to tell. */
async function solidPurse(host: Chain, account: Address) {
  for (let tries = TRIES; tries > 0; tries -= 1) {
    const block = await host.solidHead();
    const balanceSun = await host.solidBalance(account);
    if ((await host.solidHead()).number === block.number) return { block, balanceSun };
  }
  return undefined;
}

/** What the account holds before a payout is signed, for the books; no payout waits for a node that cannot tell. */
export async function purseBefore(host: Chain, account: Address): Promise<PayingPurse | null> {
  try {
    const there = await solidPurse(host, account);
    return there ? { account, balanceSun: there.balanceSun, block: there.block.number } : null;
  } catch (error) {
    if (error instanceof ChainUnavailable) return null;
    throw error;
  }
}

/**
 * A payout was paid, or one that counted as dead was paid after all, when the solidified state of each host in step says so: how a
 * transaction ended is in no hash. Nothing while hosts disagree, or do not know it yet.
 */
export async function settleInFinalBlock(context: WorkerContext, payout: Payout): Promise<void> {
  const { engine, logger } = context;
  const { id, txid, expiresAt } = payout;
  const outcome = await solidOutcome(context, txid);
  if (outcome?.success) {
    const at = engine.now();
    await engine.database.commit(() => payoutFinal(id, outcome.blockNumber, at));
    return;
  }
  if (!outcome && !(await isUnknownForGood(context, txid, expiresAt))) return;
  const failedBlock = outcome?.blockNumber ?? null;
  await engine.database.commit(() =>
    payout.lateBlock === null ? payoutBackToSent(payout, failedBlock) : payoutNotLate(payout),
  );
  logger.warn(
    { payout: id, txid, failedBlock },
    "a payout was not paid by the block that showed it",
  );
}

/** Whether a final block holds it by the books, and its end is not booked. */
export function isInFinalBlock({ blockNumber, lateBlock }: Payout, solidBlock: number): boolean {
  const block = lateBlock ?? blockNumber;
  return block !== null && block <= solidBlock;
}
