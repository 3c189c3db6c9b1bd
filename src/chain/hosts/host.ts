/** One of several hosts: what it has reported about the chain, whether it may be used, and since when and why it rests. */
import type { BlockRef, Chain } from "../port.js";

/** The first rest of a host that failed; each further one is twice as long. */
const FIRST_REST_MS = 5_000;
const LONGEST_REST_MS = 60_000;
/** After so long in step, a host begins again with the shortest rest. */
const FORGIVEN_AFTER_MS = 600_000;

export interface HostOptions {
  /** From 1, in the order of the settings. */
  readonly number: number;
  /** To be shown: number and origin, no path and no key. */
  readonly label: string;
  /** Calls that go to this host alone. */
  readonly chain: Chain;
  /** Hosts with the same one count once about what is solid. */
  readonly solidSide: string;
}

export interface Told {
  readonly block: BlockRef;
  /** Monotonic time of the last report. */
  readonly atMs: number;
  /** Monotonic time of the last report that was new. */
  readonly newsAtMs: number;
}

/** Why a host is not used now. */
export interface Rest {
  readonly reason: string;
  /** It did not answer, or its block was late: over as soon as it shows a good head. */
  readonly isSilence: boolean;
  readonly untilMs: number;
}

/** Which chain a host serves, as far as is known. */
export type Admission =
  | { readonly kind: "unasked"; readonly reason: string }
  | { readonly kind: "foreign"; readonly genesisId: string }
  /** It has no solid side, or that of another chain: it gets broadcasts and is not read from. */
  | { readonly kind: "broadcasts"; readonly reason: string }
  | { readonly kind: "whole"; readonly genesisId: string };

export class Host {
  readonly number: number;
  readonly label: string;
  readonly chain: Chain;
  readonly solidSide: string;
  /** The operator has taken it out of use. */
  isIgnored = false;
  #admission: Admission = { kind: "unasked", reason: "it has not answered yet" };
  #head: Told | undefined;
  #solid: (Told & { readonly head: number }) | undefined;
  #rest: Rest | undefined;
  #rests = 0;
  #inStepSinceMs: number | undefined;
  #mustTell = false;
  #mustAdmit = false;

  constructor({ number, label, chain, solidSide }: HostOptions) {
    this.number = number;
    this.label = label;
    this.chain = chain;
    this.solidSide = solidSide;
  }

  get admission(): Admission {
    return this.#admission;
  }

  set admission(admission: Admission) {
    this.#admission = admission;
    this.#mustAdmit = false;
  }

  /** It has rested, and not said since which chain it serves: it may have come back as another node. */
  get mustAdmit(): boolean {
    return this.#mustAdmit;
  }

  /** Takes its head, which may be older than an earlier one: after a restart a node is behind. */
  toldHead(block: BlockRef, nowMs: number): void {
    const isNews = block.number !== this.#head?.block.number;
    this.#mustTell = false;
    this.#head = { block, atMs: nowMs, newsAtMs: isNews ? nowMs : (this.#head?.newsAtMs ?? nowMs) };
  }

  /** Takes a block that it has: its head is this block or a later one. */
  hasBlock(block: BlockRef, nowMs: number): void {
    if (block.number >= (this.#head?.block.number ?? -1)) this.toldHead(block, nowMs);
  }

  toldSolid(block: BlockRef, nowMs: number): void {
    const head = this.#head?.block.number ?? block.number;
    const before = this.#solid;
    this.#solid =
      before && block.number <= before.block.number
        ? { ...before, atMs: nowMs }
        : { block, atMs: nowMs, newsAtMs: nowMs, head };
  }

  get head(): Told | undefined {
    return this.#head;
  }

  get solid(): Told | undefined {
    return this.#solid;
  }

  /** Its solidified block stands still while its head continues. */
  solidStandsStill(nowMs: number, { afterMs, blocks }: StandsStill): boolean {
    if (!this.#head || !this.#solid || this.#solid.block.number === 0) return false;
    const wentOn = this.#head.block.number - this.#solid.head;
    return nowMs - this.#solid.newsAtMs > afterMs && wentOn >= blocks;
  }

  /** Leaves it alone for a while, longer each time. */
  rest(reason: string, nowMs: number, isSilence = false): void {
    if (this.isResting(nowMs)) return;
    const isForgiven =
      this.#inStepSinceMs !== undefined && nowMs - this.#inStepSinceMs >= FORGIVEN_AFTER_MS;
    this.#rests = isForgiven ? 1 : this.#rests + 1;
    this.#inStepSinceMs = undefined;
    const ms = Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** (this.#rests - 1));
    this.#rest = { reason, isSilence, untilMs: nowMs + ms };
    this.#mustTell = true;
    this.#mustAdmit = true;
  }

  /** It has rested, and not reported its head since: until then it is not read from. */
  get mustTell(): boolean {
    return this.#mustTell;
  }

  isResting(nowMs: number): boolean {
    return this.#rest !== undefined && this.#rest.untilMs > nowMs;
  }

  /** It rests because it was silent. */
  isSilent(nowMs: number): boolean {
    return this.isResting(nowMs) && this.#rest?.isSilence === true;
  }

  /** There is no other host to ask, or it has shown a good head. */
  endRest(nowMs: number): void {
    if (this.#rest && this.#rest.untilMs > nowMs) this.#rest = { ...this.#rest, untilMs: nowMs };
  }

  /** The current rest, or the last one if it has not answered since. */
  get lastRest(): Rest | undefined {
    return this.#rest;
  }

  /** It answered: its failures are forgotten once it has done so for long enough. */
  answered(nowMs: number): void {
    if (this.isResting(nowMs)) return;
    this.#rest = undefined;
    this.#inStepSinceMs ??= nowMs;
  }
}

export interface StandsStill {
  readonly afterMs: number;
  readonly blocks: number;
}
