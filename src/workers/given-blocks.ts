/**
 * Reads blocks of one host, and of another where that one lacks the first of them. One that no host in step can give, although
 * they give the blocks around it, is passed over after a minute.
 */
import { aroundBlock } from "../chain/blocks.js";
import { BlockNotGiven, type Chain, type ChainBlock, type MissingBlock } from "../chain/port.js";
import type { Engine } from "../engine/context.js";
import { readPassedToAsk } from "../engine/legs/follow-chain.js";
import { readFollowed } from "../engine/legs/open-work.js";
import type { WorkerContext } from "./context.js";

/** How long a block must be missing everywhere. */
export const PASSED_AFTER_MS = 60_000;

interface Lacking {
  /** Undefined where the blocks around it are not given either: the host lacks them all. */
  readonly block: MissingBlock | undefined;
  readonly reason: string;
}

interface GivenBlocksOptions {
  readonly context: WorkerContext;
  readonly side: "blocks" | "solidBlocks";
  /** Continues without this block. */
  readonly pass: (block: MissingBlock, reason: string) => Promise<void>;
}

export class GivenBlocks {
  readonly #options: GivenBlocksOptions;
  #waits: { readonly id: string; readonly sinceMs: number } | undefined;
  /** Why the last range that should be there was not given by any host. */
  lacking: string | undefined;

  constructor(options: GivenBlocksOptions) {
    this.#options = options;
  }

  /** Blocks first..last or fewer; `newest` is known to be there. None when the first is not there yet, lacking, or was passed. */
  async read(
    host: Chain,
    first: number,
    last: number,
    newest: number,
  ): Promise<readonly ChainBlock[]> {
    const answer = await this.#ask(host, first, last, newest);
    if (isGiven(answer) && answer.length > 0) return this.#found(answer);
    // A host that lacks the newest blocks only lags.
    if (isGiven(answer)) return answer;
    if (!answer.block && this.#options.side === "blocks") return [];
    const lacks = [answer];
    const hosts = this.#options.context.chain.several?.inStep() ?? [];
    for (const other of hosts.filter((one) => one !== host)) {
      const theirs = await this.#ask(other, first, last, newest);
      if (isGiven(theirs) && theirs.length > 0) return this.#found(theirs);
      if (!isGiven(theirs)) lacks.push(theirs);
    }
    const lacking = `no node gives block ${first}: ${lacks.map(({ reason }) => reason).join("; ")}`;
    if (lacking !== this.lacking) this.#options.context.logger.warn({ block: first }, lacking);
    this.lacking = lacking;
    const missing = agreed(lacks);
    if (!missing) {
      this.#waits = undefined;
      return [];
    }
    if (this.#waitedMs(missing) < PASSED_AFTER_MS) throw new BlockNotGiven(missing, lacking);
    await this.#options.pass(missing, lacking);
    return this.#found([]);
  }

  #found(blocks: readonly ChainBlock[]): readonly ChainBlock[] {
    this.#waits = undefined;
    this.lacking = undefined;
    return blocks;
  }

  #waitedMs({ id }: MissingBlock): number {
    const nowMs = this.#options.context.monotonicMs();
    if (this.#waits?.id !== id) this.#waits = { id, sinceMs: nowMs };
    return nowMs - this.#waits.sinceMs;
  }

  async #ask(
    host: Chain,
    first: number,
    last: number,
    newest: number,
  ): Promise<readonly ChainBlock[] | Lacking> {
    const read = host[this.#options.side];
    try {
      const blocks = await read(first, last);
      if (blocks.length > 0 || first > newest) return blocks;
      const block = first < newest ? await aroundBlock(read, first) : undefined;
      return { block, reason: block ? "it is left out" : "it keeps no blocks so old" };
    } catch (error) {
      if (!(error instanceof BlockNotGiven)) throw error;
      return { block: error.block, reason: error.message };
    }
  }
}

function isGiven(answer: readonly ChainBlock[] | Lacking): answer is readonly ChainBlock[] {
  return Array.isArray(answer);
}

/** All hosts that have the blocks around it tell of the same block. */
function agreed(lacks: readonly Lacking[]): MissingBlock | undefined {
  const told = lacks.flatMap(({ block }) => block ?? []);
  const [first] = told;
  return told.every(({ id, parentId }) => id === first?.id && parentId === first.parentId)
    ? first
    : undefined;
}

/**
 * The number of the followed block right before a solid one that was not read, where the chain has another by now: no parent linked
 * the two. Undefined where it is the same.
 */
export async function replacedBeforePassed(
  engine: Engine,
  chain: Chain,
): Promise<number | undefined> {
  const passed = await readPassedToAsk(engine);
  const before = passed === undefined ? undefined : await readFollowed(engine, passed - 1);
  if (!before || before.isPassed) return undefined;
  const shown = await chain.block(before.number);
  return shown && shown.id !== before.id ? before.number : undefined;
}
