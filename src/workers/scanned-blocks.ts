/**
 * What solid blocks brought to anybody, as their hosts tell it. Blocks that were passed over are tried again by themselves, now
 * and then, or when the operator says so.
 */
import { transfersOf } from "../chain/incoming-money.js";
import {
  BlockNotGiven,
  type BlockTransaction,
  type Chain,
  type ChainBlock,
  ChainUnavailable,
  type OfOurs,
} from "../chain/port.js";
import { transactionSigner } from "../chain/signed-elsewhere.js";
import { HOUR_MS, MINUTE_MS } from "../common/time.js";
import type { Address } from "../domain/address.js";
import type { Doubt, IncomingMoney } from "../domain/deposit.js";
import { DeskError } from "../domain/errors.js";
import { mayTransfer } from "../domain/permission.js";
import { type SignedBy, unreadOf } from "../domain/transaction-acts.js";
import { readMoneyOfCustomers, readsUsdt, type ScannedBlock } from "../engine/deposits/scan.js";
import {
  readIsFollowed,
  readOursAmong,
  readUnreadBlocks,
  scanAgain,
} from "../engine/deposits/unread-block.js";
import { chainUnavailable } from "../engine/gates.js";
import { readFollowed } from "../engine/legs/open-work.js";
import { depositCursor } from "../store/deposits.js";
import { oneHost, type WorkerContext } from "./context.js";
import { PASSED_AFTER_MS } from "./given-blocks.js";
import { witnessesOf } from "./proofs.js";

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

/**
 * Beyond one host's word: all hosts in step have the block, where the desk has not followed that height, and a transfer of TRX is signed
 * by its sender. Events of contracts have no signature: for them the block and the operator's bound must do. Reads what is needed of money that came to customers; most blocks need nothing. Throws while a host is not so far yet. */
export async function proven(
  context: Pick<WorkerContext, "chain" | "engine">,
  block: ChainBlock,
  money: readonly IncomingMoney[],
): Promise<Pick<ScannedBlock, "money" | "isAgreed">> {
  const theirs = await readMoneyOfCustomers(context.engine, money);
  const doubts = new Map<IncomingMoney, Doubt>();
  for (const one of theirs) {
    const doubt = await doubtOf(context, block, one);
    if (doubt) doubts.set(one, doubt);
  }
  return {
    money: money.map((one) => ({ ...one, doubt: doubts.get(one) })),
    isAgreed: theirs.length > 0 && (await isAgreed(context, block)),
  };
}

/** It is the one that was followed there, which may be forgotten by the time it is booked; else all hosts in step must have it. */
async function isAgreed(
  context: Pick<WorkerContext, "chain" | "engine">,
  block: ChainBlock,
): Promise<boolean> {
  const followed = await readFollowed(context.engine, block.number);
  if (followed) return followed.id === block.id;
  const witnesses = witnessesOf(context);
  if (witnesses.length === 0) throw new NotYet("no TRON node is in step");
  for (const witness of witnesses) if (!(await has(witness, block))) return false;
  return true;
}

/** A host in step that lacks a block only because it is not so far yet will have it soon. */
async function has(witness: Chain, { number, id }: ChainBlock): Promise<boolean> {
  try {
    const [read] = await witness.solidBlocks(number, number);
    if (read) return read.id === id;
    if ((await witness.solidHead()).number >= number) return false;
  } catch (error) {
    // It will not give it later, either: nobody waits for it.
    if (error instanceof BlockNotGiven) return false;
    // It was asked beside the host that is read from, which is not to blame.
    if (error instanceof ChainUnavailable) throw new NotYet(error.message);
    throw error;
  }
  throw new NotYet(`a node has no solid block ${number} yet`);
}

/** Tried again with the next round, until the host answers or is no longer in step. */
export class NotYet extends Error {
  override name = "NotYet";
}

async function doubtOf(
  context: Pick<WorkerContext, "chain">,
  { transactions }: ChainBlock,
  { txid, source, from }: IncomingMoney,
): Promise<Doubt | undefined> {
  if (source === "internal") return "contract";
  if (source === "log") return undefined;
  const signed = transactions.find((one: BlockTransaction) => one.txid === txid)?.signed;
  const signatures = signed?.signatures ?? [];
  if (signatures.length > 1) return "several_signatures";
  const signer = transactionSigner(txid, signatures[0] ?? "");
  if (!signed || signer === undefined || from === undefined) return "unsigned";
  if (signer === from) return undefined;
  return (await mayAllSay(context, from, signer, signed)) ? undefined : "permission";
}

/** Whether that key alone may send the account's TRX, to all hosts in step; whoever cannot say so does not. */
async function mayAllSay(
  context: Pick<WorkerContext, "chain">,
  owner: Address,
  signer: Address,
  { permissionId }: SignedBy,
): Promise<boolean> {
  const witnesses = witnessesOf(context);
  for (const witness of witnesses) {
    const account = await witness.account(owner).catch(() => undefined);
    if (!account || !mayTransfer(account, permissionId, signer)) return false;
  }
  return witnesses.length > 0;
}
