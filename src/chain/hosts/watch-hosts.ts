/**
 * Checks the hosts that are not read from: which network they serve, how far they are, whether their solid side goes on. Two
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
  #lookedForLate: string | undefined;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<unknown> | undefined;

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
    await this.#looking;
  }

  /** Asks the hosts whose time has come. */
  round(): void {
    if (this.#looking !== undefined) return;
    const looks = this.#looks();
    if (looks.length === 0) return;
    this.#looking = Promise.all(looks).finally(() => {
      this.#looking = undefined;
    });
  }

  #looks(): readonly Promise<void>[] {
    const { hosts } = this.#options;
    const { nowMs } = hosts;
    const [inUse] = hosts.inStep();
    const silent = hosts.all.filter(
      (host) => host.isSilent(nowMs) && nowMs - this.#lookedAt(host) >= ASK_SILENT_EVERY_MS,
    );
    return [...silent.map((host) => this.#lookAtSilent(host)), ...this.#looksAtOthers(inUse)];
  }

  #looksAtOthers(inUse: Host | undefined): readonly Promise<void>[] {
    const { hosts } = this.#options;
    const { nowMs } = hosts;
    const awake = hosts.all.filter((host) => !host.isIgnored && !host.isResting(nowMs));
    const back = awake.filter((host) => this.#isBack(host));
    if (back.length > 0) return back.map((host) => this.#look(host));
    const others = awake.filter(
      (host) => host !== inUse && !(host.mustTell && host.admission.kind === "whole"),
    );
    if (inUse && this.#isLate(inUse)) return others.map((host) => this.#lookForLate(host, inUse));
    const isDue = (host: Host) => nowMs - this.#lookedAt(host) >= LOOK_EVERY_MS;
    return others.filter(isDue).map((host) => this.#look(host));
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

  /** Its next block is late; true once for each slot without a block. */
  #isLate({ number, head }: Host): boolean {
    const { hosts, blockMs } = this.#options;
    const lateMs = head ? hosts.nowMs - head.newsAtMs - blockMs : 0;
    if (!head || lateMs <= LATE_MS) return false;
    const slot = `${number} ${head.block.number} ${Math.floor((lateMs - LATE_MS) / blockMs)}`;
    const isNew = slot !== this.#lookedForLate;
    this.#lookedForLate = slot;
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
