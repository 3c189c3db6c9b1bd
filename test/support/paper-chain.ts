/** A chain on paper: blocks that follow each other, forks, and the stake that their transactions move. */
import { createHash } from "node:crypto";
import type { Address } from "../../src/domain/address.js";
import type { Resource } from "../../src/domain/resource.js";
import type { StakeAct } from "../../src/domain/transaction-acts.js";
import type { FollowedBlock } from "../../src/engine/legs/follow-chain.js";

export const BLOCK_MS = 3_000;

export function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

export class PaperChain {
  #blocks: FollowedBlock[];
  #made = 0;
  /** Every transaction that was ever signed, by txid. */
  readonly signed = new Map<string, StakeAct>();

  constructor(startMs: number) {
    this.#blocks = [this.#make(1, "genesis", startMs, [])];
  }

  get head(): FollowedBlock {
    const head = this.#blocks.at(-1);
    if (!head) throw new Error("the chain has no block");
    return head;
  }

  get blocks(): readonly FollowedBlock[] {
    return this.#blocks;
  }

  block(number: number): FollowedBlock | undefined {
    return this.#blocks.find((block) => block.number === number);
  }

  /** Appends a block with these transactions. */
  mine(transactions: FollowedBlock["transactions"] = [], laterMs = BLOCK_MS): FollowedBlock {
    const { number, id, timestampMs } = this.head;
    const block = this.#make(number + 1, id, timestampMs + laterMs, transactions);
    this.#blocks.push(block);
    return block;
  }

  /** Takes the newest blocks away; the number of the one that stays last. */
  drop(depth: number): number {
    this.#blocks = this.#blocks.slice(0, Math.max(1, this.#blocks.length - depth));
    return this.head.number;
  }

  holds(txid: string): boolean {
    return this.#succeeded().includes(txid);
  }

  /** Stake out by the blocks there are: of an owner and a resource, to one receiver or to all. */
  stakeOut(owner: Address, resource: Resource, receiver?: Address): number {
    let outSun = 0;
    for (const txid of this.#succeeded()) {
      const moved = this.signed.get(txid);
      if (moved?.owner !== owner || moved.resource !== resource) continue;
      if (receiver !== undefined && moved.receiver !== receiver) continue;
      outSun += moved.kind === "delegate" ? moved.stakeSun : -moved.stakeSun;
    }
    return outSun;
  }

  #succeeded(): string[] {
    return this.#blocks.flatMap(({ transactions }) =>
      transactions.filter(({ success }) => success).map(({ txid }) => txid),
    );
  }

  #make(
    number: number,
    parentId: string,
    timestampMs: number,
    transactions: FollowedBlock["transactions"],
  ): FollowedBlock {
    this.#made += 1;
    const id = number.toString(16).padStart(16, "0") + hashOf(`block ${this.#made}`).slice(16);
    return { number, id, parentId, timestampMs, transactions };
  }
}
