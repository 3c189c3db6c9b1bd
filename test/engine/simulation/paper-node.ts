/**
 * A TRON network on paper: blocks with chosen contents upon each other, a pool of what waits, forks, and solid blocks that
 * come later or not at all. What is on `blocks` is the truth that a run is measured by.
 */
import { createHash } from "node:crypto";
import { type Address, addressToHex } from "../../../src/domain/address.js";
import type { StakeRatio } from "../../../src/domain/stake.js";
import { PaperStake, type Refusal } from "./paper-stake.js";
import { type PaperTransaction, readPaper } from "./paper-transaction.js";
import type { Random } from "./random.js";

export const BLOCK_MS = 3_000;
/** How far the solid block is behind the head while the network is well. */
const SOLID_LAG_BLOCKS = 4;

const LONGEST_LIFE_MS = 86_400_000;

export interface PaperBlock {
  readonly number: number;
  readonly id: string;
  readonly parentId: string;
  readonly timestampMs: number;
  readonly transactions: readonly { readonly paper: PaperTransaction; readonly success: boolean }[];
  /** After this block. */
  readonly stake: PaperStake;
  readonly ratios: Readonly<Record<"energy" | "bandwidth", StakeRatio>>;
}

/** A chain as one host shows it. */
export interface View {
  readonly blocks: readonly PaperBlock[];
  readonly solidNumber: number;
}

/** 10 Energy and 1 Bandwidth for each TRX staked. */
const RATIOS = {
  energy: { totalLimit: 180_000_000_000, totalWeight: 18_000_000_000 },
  bandwidth: { totalLimit: 40_000_000_000, totalWeight: 40_000_000_000 },
};

export interface BroadcastAnswer {
  readonly result?: boolean;
  readonly code: string;
  readonly message: string;
  readonly txid: string;
}

export class PaperNode {
  blocks: readonly PaperBlock[];
  /** What was replaced last, as a host that lags would still show it. */
  otherBlocks: readonly PaperBlock[];
  solidNumber = 0;
  /** The network is cut in two: no block becomes solid. */
  isCut = false;
  ratios: PaperBlock["ratios"] = RATIOS;
  readonly pool = new Map<string, PaperTransaction>();
  /** Accounts whose permission for the desk's key is gone, and those that can pay no fee. */
  readonly revoked = new Set<Address>();
  readonly broke = new Set<Address>();
  /** Heights at which a fork has dropped a block. */
  readonly forked = new Set<number>();
  readonly notActivated = new Set<Address>();
  /** Where customers of the desk pay in. */
  readonly paidInAt = new Set<Address>();
  /** So many of the next broadcasts are refused for a reason that the desk does not know. */
  refusals = 0;
  #made = 0;
  /** The head's time when each transaction was first heard of: no block from before it can have it. */
  readonly #heardAtMs = new Map<string, number>();

  constructor(
    startMs: number,
    stake: PaperStake,
    /** Ids of blocks come of it. */
    private readonly name = "paper",
  ) {
    const genesis = this.#block(undefined, startMs - BLOCK_MS, [], stake);
    this.blocks = [genesis, this.#block(genesis, startMs, [], stake)];
    this.otherBlocks = this.blocks;
  }

  get head(): PaperBlock {
    return last(this.blocks);
  }

  get view(): View {
    return { blocks: this.blocks, solidNumber: this.solidNumber };
  }

  /** Number of the newest block that another fork has too. */
  lastInCommon(blocks: readonly PaperBlock[]): number {
    const first = blocks.findIndex((block, number) => block !== this.blocks[number]);
    return (first < 0 ? blocks.length : first) - 1;
  }

  /** The block that a transaction is in with success, by the truth. */
  blockOf(txid: string): PaperBlock | undefined {
    return this.blocks.findLast(({ transactions }) =>
      transactions.some((one) => one.success && one.paper.txid === txid),
    );
  }

  /** Appends a block with what waits and is wanted; `fails` takes a place in it and does nothing. */
  mine(
    wanted: (paper: PaperTransaction) => boolean = () => true,
    laterMs = BLOCK_MS,
    fails: (paper: PaperTransaction) => boolean = () => false,
  ): void {
    this.blocks = [...this.blocks, this.#next(this.head, laterMs, wanted, fails)];
    if (!this.isCut) this.#solidify(this.head.number - SOLID_LAG_BLOCKS);
  }

  /** Makes more blocks solid, up to the head. */
  solidify(random: Random): void {
    this.#solidify(this.head.number - random.below(SOLID_LAG_BLOCKS));
  }

  #solidify(number: number): void {
    this.solidNumber = Math.max(this.solidNumber, number);
  }

  /** Replaces the newest blocks, none of them solid, by one more than they were. */
  fork(depth: number, wanted: (paper: PaperTransaction) => boolean): void {
    const deepest = Math.min(depth, this.head.number - this.solidNumber);
    if (deepest <= 0) return;
    const kept = this.blocks.slice(0, -deepest);
    const dropped = this.blocks.slice(-deepest);
    this.otherBlocks = this.blocks;
    for (const { number } of dropped) this.forked.add(number);
    for (const { transactions } of dropped) {
      for (const { paper, success } of transactions) if (success) this.pool.set(paper.txid, paper);
    }
    this.blocks = kept;
    // Time is the same on both sides.
    const times = dropped.map(({ timestampMs }) => timestampMs);
    for (const timeMs of [...times, (times.at(-1) ?? 0) + BLOCK_MS]) {
      const laterMs = timeMs - this.head.timestampMs;
      const next = this.#next(this.head, laterMs, wanted, () => false, times.at(-1));
      this.blocks = [...this.blocks, next];
    }
  }

  /** A block with nothing in it upon any other one, for a fork that only one host is on. */
  empty(parent: PaperBlock, timestampMs: number): PaperBlock {
    return this.#block(parent, timestampMs, [], parent.stake);
  }

  /** What an owner does with their own key: it waits for a block like all else. Says whether the chain would take it. */
  submit(paper: PaperTransaction): boolean {
    if (this.#waiting().refusal(paper, this.head.timestampMs)) return false;
    this.#hear(paper);
    return true;
  }

  /** `wallet/broadcasthex`. */
  broadcast(hex: string): BroadcastAnswer {
    const paper = readPaper(hex);
    const { txid } = paper;
    const refusal = this.#refusal(paper);
    if (refusal) return { ...refusal, txid };
    this.#hear(paper);
    return { result: true, code: "SUCCESS", message: "", txid };
  }

  #hear(paper: PaperTransaction): void {
    this.pool.set(paper.txid, paper);
    if (this.#heardAtMs.has(paper.txid)) return;
    this.#heardAtMs.set(paper.txid, this.head.timestampMs);
  }

  #refusal(paper: PaperTransaction): Refusal | undefined {
    const { timestampMs } = this.head;
    const { frame, intent, txid } = paper;
    if (frame.expiresAt <= timestampMs || frame.expiresAt > timestampMs + LONGEST_LIFE_MS) {
      return { code: "TRANSACTION_EXPIRATION_ERROR", message: "Transaction expired" };
    }
    if (this.revoked.has(intent.owner)) {
      return { code: "SIGERROR", message: "Validate signature error: Permission denied" };
    }
    if (this.blocks[frame.reference.number]?.id !== frame.reference.id) {
      return { code: "TAPOS_ERROR", message: "Tapos check error." };
    }
    if (this.pool.has(txid) || this.#isIncluded(txid)) {
      return { code: "DUP_TRANSACTION_ERROR", message: "Dup transaction." };
    }
    if (this.broke.has(intent.owner)) {
      return { code: "BANDWITH_ERROR", message: "Account resource insufficient error." };
    }
    if (this.notActivated.has(intent.receiver)) {
      const message = `Contract validate error : Account[${addressToHex(intent.receiver)}] not exists`;
      return { code: "CONTRACT_VALIDATE_ERROR", message };
    }
    if (this.refusals > 0) {
      this.refusals -= 1;
      return { code: "CONTRACT_VALIDATE_ERROR", message: "Contract validate error : no reason" };
    }
    return this.#waiting().refusal(paper, timestampMs);
  }

  #isIncluded(txid: string): boolean {
    return this.blocks.some(({ transactions }) =>
      transactions.some(({ paper }) => paper.txid === txid),
    );
  }

  /** The state that the pool would make of the head's. */
  #waiting(): PaperStake {
    const stake = new PaperStake(this.head.stake);
    const { timestampMs } = this.head;
    for (const paper of this.pool.values()) {
      if (!stake.refusal(paper, timestampMs)) stake.apply(paper, timestampMs);
    }
    return stake;
  }

  /** `seenMs`: until when nobody could see it, where it takes the place of another block. */
  #next(
    parent: PaperBlock,
    laterMs: number,
    wanted: (paper: PaperTransaction) => boolean,
    fails: (paper: PaperTransaction) => boolean,
    seenMs = parent.timestampMs,
  ): PaperBlock {
    const nowMs = parent.timestampMs;
    const stake = new PaperStake(parent.stake);
    const transactions: { paper: PaperTransaction; success: boolean }[] = [];
    for (const paper of [...this.pool.values()]) {
      const isOver = paper.frame.expiresAt <= nowMs || this.#isIncluded(paper.txid);
      const isYoung = (this.#heardAtMs.get(paper.txid) ?? 0) > nowMs + laterMs;
      if (!isOver && (isYoung || !wanted(paper))) continue;
      this.pool.delete(paper.txid);
      if (isOver || this.revoked.has(paper.intent.owner) || stake.refusal(paper, nowMs)) continue;
      const success = !fails(paper) && !(paper.intent.kind === "call" && paper.intent.fails);
      if (success) stake.apply(paper, nowMs, seenMs);
      transactions.push({ paper, success });
    }
    return this.#block(parent, nowMs + laterMs, transactions, stake);
  }

  #block(
    parent: PaperBlock | undefined,
    timestampMs: number,
    transactions: PaperBlock["transactions"],
    stake: PaperStake,
  ): PaperBlock {
    this.#made += 1;
    const number = parent ? parent.number + 1 : 0;
    const hash = createHash("sha256").update(`${this.name} ${this.#made}`).digest("hex");
    const id = number.toString(16).padStart(16, "0") + hash.slice(16);
    const parentId = parent?.id ?? "0".repeat(64);
    return { number, id, parentId, timestampMs, transactions, stake, ratios: this.ratios };
  }
}

export function last(blocks: readonly PaperBlock[]): PaperBlock {
  const newest = blocks.at(-1);
  if (!newest) throw new Error("the chain has no block");
  return newest;
}
