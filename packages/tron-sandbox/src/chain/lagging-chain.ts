/**
 * The chain as a node sees it that is behind its network: the network's blocks and states up to an
 * older head, which follows the network at a distance or stands still. What is broadcast to it
 * waits in a pool of its own, is judged by that old state, and reaches nobody else.
 */
import type { View } from "../state/view.js";
import type { Block } from "../storage/storage.js";
import type { Chain } from "./chain.js";
import { Mempool } from "./mempool.js";
import { ReadableChain } from "./readable-chain.js";

export interface Distance {
  /** How many blocks it is behind the network now. */
  readonly blocks: number;
  /** Whether it stays at the block where it is now. */
  readonly standing: boolean;
}

export class LaggingChain extends ReadableChain {
  readonly #network: Chain;
  readonly #blocks: number;
  readonly #standsAt: number | undefined;
  #mempool: Mempool;
  /** The head that the pool was judged by. */
  #judgedAt: Block;

  constructor(network: Chain, { blocks, standing }: Distance) {
    super(network.storage, network.solidLag);
    this.#network = network;
    this.#blocks = blocks;
    this.#standsAt = standing ? Math.max(0, network.head.number - blocks) : undefined;
    this.#judgedAt = this.head;
    this.#mempool = new Mempool(network.stateAt(this.#judgedAt.number));
  }

  /** After a fork it is the new chain's block of the number. */
  get head(): Block {
    const { head } = this.#network;
    const number = this.#standsAt ?? Math.max(0, head.number - this.#blocks);
    return this.#network.block(Math.min(number, head.number)) ?? head;
  }

  get mempool(): Mempool {
    const { head } = this;
    if (head.id !== this.#judgedAt.id) {
      const waiting = this.#mempool.all();
      this.#judgedAt = head;
      this.#mempool = new Mempool(this.#network.stateAt(head.number));
      this.#mempool.reset(waiting, this.facts);
    }
    return this.#mempool;
  }

  view(solid: boolean): View {
    return solid ? this.#network.stateAt(this.solidNumber) : this.mempool.state;
  }
}
