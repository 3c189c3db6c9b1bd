/**
 * What one of two hosts says wrong of what is final, always and at both of its doors: that it has not what the desk sent, that this
 * failed, or that no stake is delegated. One host alone would be believed; nobody can know better.
 */
import type { Address } from "../../../src/domain/address.js";
import type { PaperBlock } from "./paper-node.js";
import { PaperStake } from "./paper-stake.js";
import type { Random } from "./random.js";

const DENIALS = ["hides", "fails", "without stake"] as const;

export class Denial {
  readonly kind: (typeof DENIALS)[number];
  /** Long enough for what is out to miss its time, and for stake to be missed. */
  commandsLeft: number;
  readonly #first: number;
  readonly #share: number;
  readonly #paidInAt: ReadonlySet<Address>;
  /** Blocks as they are told, by those that are. */
  readonly #told = new Map<PaperBlock, PaperBlock>();

  /** It is about blocks from this number on. */
  constructor(
    first: number,
    random: Random,
    /** Of what comes to such an address every host is believed. */
    paidInAt: ReadonlySet<Address>,
  ) {
    this.#paidInAt = paidInAt;
    this.#first = first;
    this.kind = random.of(DENIALS);
    this.commandsLeft = 10 + random.below(30);
    this.#share = random.of([1, 1, 0.5]);
  }

  blocks(shown: readonly PaperBlock[]): readonly PaperBlock[] {
    return shown.map((block) => (block.number < this.#first ? block : this.#tell(block)));
  }

  #tell(block: PaperBlock): PaperBlock {
    const told = this.#told.get(block) ?? this.#bent(block);
    this.#told.set(block, told);
    return told;
  }

  #bent(block: PaperBlock): PaperBlock {
    if (this.kind === "without stake") return { ...block, stake: new PaperStake() };
    const { transactions } = block;
    const isTrue = ({ paper }: (typeof transactions)[number]) =>
      paper.by === "owner" ||
      this.#paidInAt.has(paper.intent.receiver) ||
      Number.parseInt(paper.txid.slice(0, 2), 16) >= this.#share * 256;
    if (this.kind === "hides") return { ...block, transactions: transactions.filter(isTrue) };
    const failed = transactions.map((one) => (isTrue(one) ? one : { ...one, success: false }));
    return { ...block, transactions: failed };
  }
}
