/**
 * What one of several hosts has of its own for some commands: it is behind, silent, busy or on another fork, it forgets what it was
 * sent, or it comes back from a restart as a host of another network. But for the last it says nothing wrong of what is solid.
 */
import { NodeRefused } from "../../../src/chain/http-host.js";
import { ChainUnavailable } from "../../../src/chain/port.js";
import { BLOCK_MS, last, type PaperBlock, PaperNode, type View } from "./paper-node.js";
import { PaperStake } from "./paper-stake.js";
import type { Random } from "./random.js";

const FAULTS = [
  "behind",
  "stands still",
  "own fork",
  "silent",
  "busy",
  "forgetful",
  "another network",
] as const;

/** Few are in step as it is, more are not. */
const DEPTHS = [1, 2, 3, 5, 12, 25];
const HEAD = /^wallet\/getblock/;
const HOUR_MS = 3_600_000;

export class Fault {
  readonly kind: (typeof FAULTS)[number];
  commandsLeft: number;
  readonly #node: PaperNode;
  readonly #depth: number;
  readonly #stood: readonly PaperBlock[];
  readonly #side: PaperBlock[];
  readonly #other: PaperNode | undefined;
  /** It is away until somebody has noticed: a host that restarts within a moment is another matter, a host that lies. */
  #isAway: boolean;
  #isOver = false;

  constructor(node: PaperNode, random: Random) {
    this.#node = node;
    this.kind = random.of(FAULTS);
    this.commandsLeft = 1 + random.below(12);
    this.#depth = random.of(DEPTHS);
    this.#stood = node.blocks;
    const forkDepth = Math.min(1 + random.below(5), node.head.number - node.solidNumber);
    this.#side = node.blocks.slice(0, node.blocks.length - forkDepth);
    const length = random.of([3, 40, node.head.number + 20]);
    this.#isAway = this.kind === "another network";
    this.#other = this.#isAway ? otherNetwork(node, Math.min(400, length)) : undefined;
  }

  /** It tells of another chain what it is asked of this one. */
  get isLie(): boolean {
    return this.#other !== undefined;
  }

  get isGone(): boolean {
    return this.#isOver && !this.#isAway;
  }

  /** Who was of another network is restarted once more. */
  end(): void {
    if (!this.#isOver) this.#isAway = this.#other !== undefined;
    this.#isOver = true;
  }

  /** Why it does not answer this; undefined where it does. */
  refusal(path: string, random: Random): ChainUnavailable | undefined {
    if (this.kind === "silent") return new ChainUnavailable("the host does not answer in time");
    if (this.#isAway) {
      if (HEAD.test(path)) this.#isAway = false;
      return new ChainUnavailable("the host is not there");
    }
    const isRead = !path.includes("broadcast");
    if (this.kind !== "busy" || !isRead || random.chance(0.5)) return undefined;
    return new NodeRefused("the host is busy", 503, undefined);
  }

  /** Whose chain it shows. */
  get node(): PaperNode {
    const other = this.#isOver ? undefined : this.#other;
    const { timestampMs } = this.#node.head;
    const laterMs = other ? timestampMs - other.head.timestampMs : 0;
    if (laterMs > 0) other?.mine(() => false, Math.min(HOUR_MS, laterMs));
    return other ?? this.#node;
  }

  blocks(shown: View["blocks"]): View["blocks"] {
    if (this.kind === "behind") return shown.slice(0, Math.max(2, shown.length - this.#depth));
    if (this.kind === "stands still") return this.#stood;
    return this.kind === "own fork" ? this.#grown(shown) : shown;
  }

  /** The fork has a block of its own whenever the chain has one. */
  #grown(shown: View["blocks"]): View["blocks"] {
    const side = this.#side;
    for (const { timestampMs } of shown.slice(side.length)) {
      const head = last(side);
      if (timestampMs > head.timestampMs) side.push(this.#node.empty(head, timestampMs));
    }
    return side;
  }
}

function otherNetwork(node: PaperNode, length: number): PaperNode {
  const startMs = node.head.timestampMs - length * BLOCK_MS;
  const other = new PaperNode(startMs, new PaperStake(), "another network");
  for (let made = 0; made < length; made += 1) other.mine();
  return other;
}
