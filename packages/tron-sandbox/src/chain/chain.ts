/** The chain: its head and solid block, producing blocks, and replacing unsolidified ones. */
import type { HeadState } from "../state/head-state.js";
import { ACCOUNTS } from "../state/records.js";
import { get, Layer, type View } from "../state/view.js";
import type { Block, IncludedTransaction, Storage } from "../storage/storage.js";
import { decodeTransaction, type Transaction } from "../wire/transaction.js";
import { BLOCK_INTERVAL_MS, type BlockProducer, makeBlock } from "./block.js";
import { Mempool, type Pending } from "./mempool.js";
import { checkSignatures } from "./permission.js";
import { ReadableChain } from "./readable-chain.js";

/** Of solid blocks: a node that was killed came back about 95 blocks behind. */
const REMEMBERED_BLOCKS = 200;
/** Keeps the memory small when blocks are very full: then only states that may be asked for stay. */
const MAX_REMEMBERED_RECORDS = 100_000;

export class Chain extends ReadableChain {
  readonly mempool: Mempool;
  readonly #state: HeadState;
  readonly #producer: BlockProducer;
  #head: Block;
  /** Number of the oldest block whose state somebody else asks for. */
  oldestNeeded: () => number = () => Infinity;

  constructor(storage: Storage, state: HeadState, producer: BlockProducer, solidLag: number) {
    super(storage, solidLag);
    this.#state = state;
    this.#producer = producer;
    this.#head = this.existing(storage.headNumber() ?? 0);
    this.mempool = new Mempool(state);
  }

  get head(): Block {
    return this.#head;
  }

  view(solid: boolean): View {
    return solid ? this.#state.at(this.solidNumber) : this.mempool.state;
  }

  /** The state after a block that is one of the remembered ones. */
  stateAt(number: number): View {
    return this.#state.at(number);
  }

  /** How many blocks behind a node can be whose solid state is known as well. */
  get rememberedBlocks(): number {
    return Math.min(REMEMBERED_BLOCKS, this.solidNumber - this.#state.oldest);
  }

  /**
   * One block with the pending transactions; durable when this returns. `missedMs` are slots before
   * it in which no producer made a block, which is how chain time passes without blocks.
   */
  produce(missedMs = 0): Block {
    const { included, changes } = this.mempool.select(this.facts);
    this.#append(included, changes, this.#producer, missedMs);
    this.mempool.reset(this.mempool.withheld(), this.facts);
    return this.#head;
  }

  /** Many blocks at once, without what is pending. */
  produceEmpty(count: number, missedMs = 0): void {
    this.storage.commit(() => {
      for (let index = 0; index < count; index++) {
        this.#append([], new Layer(this.#state), this.#producer, missedMs);
      }
    });
  }

  /**
   * A change of the state without a transaction, for the admin endpoints; it belongs to the head
   * block.
   */
  amend(change: (layer: Layer) => void): void {
    const layer = new Layer(this.#state);
    change(layer);
    this.storage.commit(() => {
      this.#state.write(this.#head.number, layer.changes);
    });
    this.mempool.reset(this.mempool.all(), this.facts);
  }

  /** The same for what is there as if from the start: solid at once, and no fork undoes it. */
  found(change: (layer: Layer) => void): void {
    const layer = new Layer(this.#state);
    change(layer);
    this.storage.commit(() => this.#state.settle(layer.changes));
    this.mempool.reset(this.mempool.all(), this.facts);
  }

  /**
   * Replaces the newest `depth` blocks by empty ones of another producer. With `restore` the
   * dropped transactions become pending again, else nobody knows them any more.
   */
  reorganise(depth: number, restore: boolean, producer: BlockProducer): void {
    const dropped: Transaction[] = [];
    this.storage.commit(() => {
      for (let index = 0; index < depth; index++) {
        const { number } = this.#head;
        const transactions = this.storage.transactionsOf(number);
        dropped.unshift(...transactions.map((one) => decodeTransaction(one.bytes)));
        this.#state.revert(number);
        this.storage.deleteBlock(number);
        this.#head = this.existing(number - 1);
      }
      for (let index = 0; index < depth; index++) {
        this.#append([], new Layer(this.#state), producer);
      }
    });
    const pending = restore ? dropped.flatMap((one) => this.#asPending(one)) : [];
    this.mempool.reset([...pending, ...this.mempool.all()], this.facts);
  }

  #append(
    included: readonly IncludedTransaction[],
    changes: Layer,
    producer: BlockProducer,
    missedMs = 0,
  ): void {
    const { number, id, timestampMs } = this.#head;
    const time = timestampMs + missedMs + BLOCK_INTERVAL_MS;
    const block = makeBlock(number + 1, id, time, included, producer);
    this.storage.commit(() => {
      this.storage.insertBlock(block, included);
      this.#state.write(block.number, changes.changes);
      const remembered = this.#state.size > MAX_REMEMBERED_RECORDS ? 0 : REMEMBERED_BLOCKS;
      const oldest = block.number - this.solidLag - remembered;
      this.#state.forget(Math.min(oldest, this.oldestNeeded()));
    });
    this.#head = block;
  }

  #asPending(transaction: Transaction): Pending[] {
    const { contract } = transaction;
    if (contract === undefined) return [];
    try {
      const account = get(this.#state, ACCOUNTS, contract.owner);
      const signers = checkSignatures(account, transaction);
      return [{ transaction, contract, signers, withheld: false }];
    } catch {
      return [];
    }
  }
}
