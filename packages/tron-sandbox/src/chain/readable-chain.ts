/**
 * A chain as one node sees it: up to its head, with what waits in its own pool. Nothing above the
 * head exists for it.
 */
import type { View } from "../state/view.js";
import type { Block, Storage, StoredTransaction } from "../storage/storage.js";
import { decodeTransaction, type Transaction } from "../wire/transaction.js";
import { BLOCK_INTERVAL_MS } from "./block.js";
import type { ChainFacts } from "./execute.js";
import type { Mempool } from "./mempool.js";

const RECENT_BLOCKS = 65_536;

interface Found {
  readonly transaction: Transaction;
  /** Undefined while the transaction is pending. */
  readonly stored?: StoredTransaction;
}

export abstract class ReadableChain {
  readonly storage: Storage;
  readonly genesis: Block;
  readonly solidLag: number;

  constructor(storage: Storage, solidLag: number) {
    this.storage = storage;
    this.solidLag = solidLag;
    this.genesis = this.existing(0);
  }

  abstract get head(): Block;
  abstract get mempool(): Mempool;

  /** What reads see: the head with the pending transactions, or the solid block. */
  abstract view(solid: boolean): View;

  get solidNumber(): number {
    return Math.max(0, this.head.number - this.solidLag);
  }

  slotOf(block: Block): number {
    return (block.timestampMs - this.genesis.timestampMs) / BLOCK_INTERVAL_MS;
  }

  block(number: number): Block | undefined {
    const { head } = this;
    if (number === head.number) return head;
    return number < head.number ? this.storage.block(number) : undefined;
  }

  get facts(): ChainFacts {
    return {
      head: this.head,
      slot: this.slotOf(this.head),
      recentId: (end) => this.#recentId(end),
      isKnown: (txid) => this.find(txid) !== undefined,
    };
  }

  accept(transaction: Transaction, withheld = false): void {
    this.mempool.accept(transaction, this.facts, withheld);
  }

  /** Throws what `accept` would, and keeps nothing. */
  judge(transaction: Transaction): void {
    this.mempool.judge(transaction, this.facts);
  }

  find(txid: string): Found | undefined {
    const pending = this.mempool.get(txid);
    if (pending) return { transaction: pending.transaction };
    const stored = this.storage.transaction(txid);
    if (stored === undefined || stored.block > this.head.number) return undefined;
    return { transaction: decodeTransaction(stored.bytes), stored };
  }

  /** All fees; those of the pending transactions count already at the head. */
  burntSun(solid: boolean): number {
    if (solid) return this.storage.feesUpTo(this.solidNumber);
    return this.storage.feesUpTo(this.head.number) + this.mempool.feesSun;
  }

  protected existing(number: number): Block {
    const block = this.storage.block(number);
    if (block === undefined) throw new Error(`chain.db lacks block ${number}`);
    return block;
  }

  #recentId(endHex: string): string | undefined {
    if (endHex.length !== 4) return undefined;
    const head = this.head.number;
    const end = Number.parseInt(endHex, 16);
    const number = head - ((head - end) & 0xffff);
    if (number < 0 || number <= head - RECENT_BLOCKS) return undefined;
    return this.block(number)?.id;
  }
}
