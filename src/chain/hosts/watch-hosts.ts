/**
 * Checks the hosts that are not read from: which network they serve, how far they are, whether their solid side continues. Two
 * calls in half a minute to each, and at once when the host in use falls silent.
 */
import { NoAnswer, NotServed } from "../http-host.js";
import { type BlockRef, type Chain, ChainUnavailable } from "../port.js";
import { isOfHost } from "./bound-chain.js";
import type { Admission, Host } from "./host.js";
import type { Hosts } from "./hosts.js";

const LOOK_EVERY_MS = 30_000;
/** How often a host that rests because it was silent is asked for its head. */
const ASK_SILENT_EVERY_MS = 5_000;
/** While no host is in step, rests do not count, and each would be asked in every round. */
const LOOK_AGAIN_MS = 2_000;
/** How late a block may be before other hosts are asked for it. */
const LATE_MS = 1_000;
/** A head so many blocks ahead is checked: do its parents lead to what is known? */
const AHEAD_BLOCKS = 3;
const MOST_JOINED = 20;

export interface WatchOptions {
  readonly hosts: Hosts;
  /** Block 0 of the desk's network. */
  readonly genesisId: string;
  readonly blockMs: number;
  readonly onForeign: (host: Host, genesisId: string) => void;
}

export class HostWatch {
  readonly #options: WatchOptions;
  readonly #lookedAtMs = new Map<Host, number>();
  readonly #lookedForLate = new Map<Host, string>();
  #timer: NodeJS.Timeout | undefined;
  /** Each by itself: one that is silent holds up no look at another. */
  readonly #looking = new Map<Host, Promise<void>>();

  constructor(options: WatchOptions) {
    this.#options = options;
  }

  /** Looks at all of them. */
  async look(): Promise<void> {
    await Promise.all(this.#options.hosts.all.map((host) => this.#look(host)));
  }

  /** The same, and from then on repeatedly. */
  async start(): Promise<void> {
    const { blockMs } = this.#options;
    await this.look();
    this.#timer = setInterval(() => this.round(), Math.max(50, Math.min(500, blockMs / 6)));
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.idle();
  }

  /** Resolves when nobody is being looked at. */
  async idle(): Promise<void> {
    await Promise.all(this.#looking.values());
  }

  /** Asks the hosts whose time has come. */
  round(): void {
    const [inUse] = this.#options.hosts.inStep();
    for (const host of this.#options.hosts.all) {
      if (host.isIgnored || this.#looking.has(host)) continue;
      const look = this.#dueLook(host, inUse);
      if (look)
        this.#looking.set(
          host,
          look().finally(() => this.#looking.delete(host)),
        );
    }
  }

  #dueLook(host: Host, inUse: Host | undefined): (() => Promise<void>) | undefined {
    const { nowMs } = this.#options.hosts;
    const lookedMsAgo = nowMs - this.#lookedAt(host);
    if (host.isSilent(nowMs) && lookedMsAgo >= ASK_SILENT_EVERY_MS) {
      return () => this.#lookAtSilent(host);
    }
    if (host.isResting(nowMs)) return undefined;
    if (this.#isBack(host)) return () => this.#look(host);
    if (host === inUse || (host.mustTell && host.admission.kind === "whole")) return undefined;
    if (inUse && this.#isLate(inUse, host)) return () => this.#lookForLate(host, inUse);
    return lookedMsAgo >= LOOK_EVERY_MS ? () => this.#look(host) : undefined;
  }

  #lookedAt(host: Host): number {
    return this.#lookedAtMs.get(host) ?? Number.NEGATIVE_INFINITY;
  }

  /** Its rest has ended. A useless host is asked as rarely as any other. */
  #isBack(host: Host): boolean {
    const { admission, lastRest, mustTell } = host;
    if (!mustTell) return false;
    const lookedAtMs = this.#lookedAt(host);
    if (this.#options.hosts.nowMs - lookedAtMs < LOOK_AGAIN_MS) return false;
    return admission.kind === "whole" || (lastRest !== undefined && lookedAtMs < lastRest.untilMs);
  }

  /** Its next block is late; true once for each slot without a block and each host that may have it. */
  #isLate({ number, head }: Host, other: Host): boolean {
    const { hosts, blockMs } = this.#options;
    const lateMs = head ? hosts.nowMs - head.newsAtMs - blockMs : 0;
    if (!head || lateMs <= LATE_MS) return false;
    const slot = `${number} ${head.block.number} ${Math.floor((lateMs - LATE_MS) / blockMs)}`;
    const isNew = slot !== this.#lookedForLate.get(other);
    this.#lookedForLate.set(other, slot);
    return isNew;
  }

  /** A host that has the missing block is read from instead. */
  async #lookForLate(host: Host, late: Host): Promise<void> {
    const lacks = late.head?.block;
    await this.#look(host);
    const { hosts } = this.#options;
    const has = host.head?.block.number ?? -1;
    if (!lacks || has <= lacks.number || late.head?.block.number !== lacks.number) return;
    if (hosts.outOfStep(host) !== undefined) return;
    const [next] = await hosts
      .boundTo(host)
      .blocks(lacks.number + 1, lacks.number + 1)
      .catch(() => []);
    if (next?.parentId === lacks.id) hosts.failed(late, `block ${next.number} is late there`, true);
  }

  async #lookAtSilent(host: Host): Promise<void> {
    await this.#look(host);
    this.#options.hosts.spokeAgain(host);
  }

  /** Never throws: a host that does not answer rests. */
  async #look(host: Host): Promise<void> {
    const { hosts } = this.#options;
    if (host.isIgnored) return;
    this.#lookedAtMs.set(host, hosts.nowMs);
    try {
      // It may have come back as another node.
      if (host.admission.kind !== "whole" || host.mustAdmit) await this.#admit(host);
      if (host.admission.kind !== "whole") return;
      const chain = hosts.boundTo(host);
      const [head] = await Promise.all([chain.head(), chain.solidHead()]);
      await this.#join(chain, head);
    } catch (error) {
      if (!(error instanceof ChainUnavailable)) throw error;
      if (isOfHost(error)) hosts.failed(host, error.message, error instanceof NoAnswer);
    }
  }

  async #admit(host: Host): Promise<void> {
    const { genesisId, onForeign } = this.#options;
    const was = host.admission.kind;
    const admission = await admissionOf(host.chain, genesisId, was === "whole");
    host.admission = admission;
    if (admission.kind === "foreign" && was !== "foreign") onForeign(host, admission.genesisId);
  }

  /** A head far ahead counts once its parents lead to what is known. */
  async #join(chain: Chain, head: BlockRef): Promise<void> {
    const { best } = this.#options.hosts;
    if (!best || head.number <= best.number + AHEAD_BLOCKS) return;
    const last = Math.min(head.number, best.number + MOST_JOINED);
    const blocks = await chain.blocks(best.number + 1, last);
    if (blocks[0]?.parentId !== best.id) return;
    const newest = blocks.at(-1);
    if (newest) this.#options.hosts.isOnChain(newest);
  }
}

/**
 * Which chain a host serves; throws while it does not answer. A host that had a solid side keeps it when that is silent for a
 * moment.
 */
export async function admissionOf(
  chain: Chain,
  genesisId: string,
  wasWhole = false,
): Promise<Admission> {
  const theirs = await chain.genesisId();
  if (theirs !== genesisId) return { kind: "foreign", genesisId: theirs };
  try {
    const solid = await chain.solidGenesisId();
    if (solid === genesisId) return { kind: "whole", genesisId };
    return { kind: "broadcasts", reason: "its solidified blocks are those of another chain" };
  } catch (error) {
    const isLost = error instanceof NotServed || !wasWhole;
    if (!(error instanceof ChainUnavailable) || !isLost) throw error;
    return { kind: "broadcasts", reason: `it serves no solidified blocks: ${error.message}` };
  }
}
