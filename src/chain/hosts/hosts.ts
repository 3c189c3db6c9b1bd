/**
 * Chooses one of several hosts: the first that is in step with the chain. A host that fails, lags or contradicts itself rests.
 * When none is in step, the desk continues with the one in use and proves nothing by it.
 */

import { type BlockRef, type Chain, ChainUnavailable, type HostState } from "../port.js";
import { boundChain } from "./bound-chain.js";
import type { Host, StandsStill } from "./host.js";

/** How far a host in step may be behind the best head seen. */
const MOST_BEHIND_BLOCKS = 3;
/** After so many failed calls about a proof a host no longer counts. */
const WITNESS_FAILURES = 3;
/** How long orders are taken while no host is in step; resting hosts are asked again meanwhile. */
const LASTS_AFTER_MS = 5_000;
/** An older report says nothing about a host now. */
const FRESH_MS = 90_000;
const FOREIGN = "it serves another network";

export interface HostsOptions {
  readonly hosts: readonly Host[];
  readonly monotonicMs: () => number;
  readonly solidStandsStill: StandsStill;
  readonly blockMs: number;
}

export class Hosts {
  readonly all: readonly Host[];
  readonly #options: HostsOptions;
  readonly #bound = new Map<Host, Chain>();
  readonly #witnesses = new Map<Host, Chain>();
  /** The highest block that the chain certainly has: reported by two hosts, or connected to a followed block. */
  #best: BlockRef | undefined;
  #bestAtMs = 0;
  #inUse: Host | undefined;
  readonly #troubledSinceMs = new Map<Host, number>();
  #noneSinceMs: number | undefined;

  constructor(options: HostsOptions) {
    this.#options = options;
    this.all = options.hosts;
    for (const host of this.all) {
      this.#bound.set(host, boundChain(host, this));
      this.#witnesses.set(host, boundChain(host, this, WITNESS_FAILURES));
    }
  }

  get nowMs(): number {
    return this.#options.monotonicMs();
  }

  get best(): BlockRef | undefined {
    return this.#best;
  }

  /** A block that is certainly on the chain: the desk follows it, or its parents lead to a followed one. */
  isOnChain(block: BlockRef): void {
    if (this.#best && block.number <= this.#best.number) return;
    this.#best = block;
    this.#bestAtMs = this.nowMs;
  }

  /** Blocks after this one are gone: the chain has forked. */
  forkedAfter(number: number): void {
    if (this.#best && this.#best.number > number) this.#best = undefined;
  }

  /** A host's newest block, or another block that it has. */
  told(host: Host, block: BlockRef, isHead: boolean): void {
    if (isHead) host.toldHead(block, this.nowMs);
    else host.hasBlock(block, this.nowMs);
    // A block that two hosts report is no mistake of one.
    const heads = this.all.flatMap(({ admission, head, isIgnored }) =>
      head && admission.kind === "whole" && !isIgnored && this.#isFresh(head.atMs) ? [head] : [],
    );
    const [, second] = heads.map((told) => told.block).sort((a, b) => b.number - a.number);
    if (second) this.isOnChain(second);
  }

  #isFresh(atMs: number): boolean {
    return this.nowMs - atMs <= FRESH_MS;
  }

  /** A head too far ahead of what is known for the time since: it may be another network's. */
  isFarAhead({ number }: BlockRef): boolean {
    if (!this.#best) return false;
    const since = Math.ceil((this.nowMs - this.#bestAtMs) / this.#options.blockMs);
    return number - this.#best.number > MOST_BEHIND_BLOCKS + since;
  }

  /**
   * For a host that has rested, before any other call. Throws when it does not name its network, or names another; its solid
   * side may be silent.
   */
  async admitAgain(host: Host): Promise<void> {
    const { admission, chain, mustAdmit } = host;
    if (!mustAdmit || admission.kind !== "whole") return;
    const { genesisId } = admission;
    const [id, solidId] = await Promise.all([
      chain.genesisId(),
      chain.solidGenesisId().catch(() => genesisId),
    ]);
    const isSame = id === genesisId && solidId === genesisId;
    host.admission = isSame ? admission : { kind: "unasked", reason: FOREIGN };
    if (!isSame) throw new ChainUnavailable(FOREIGN);
  }

  /**
   * Asks a doubtful host again which network it serves, because its address may lead to another node by now. Throws when it
   * does; then it is not used before its network is known again.
   */
  async verify(host: Host): Promise<void> {
    const genesisId = await this.boundTo(host).genesisId();
    // Another call may have found it out meanwhile.
    const { admission } = host;
    if (admission.kind === "whole" && genesisId === admission.genesisId) return;
    if (admission.kind === "whole") host.admission = { kind: "unasked", reason: FOREIGN };
    this.failed(host, FOREIGN);
    throw new ChainUnavailable(FOREIGN);
  }

  /** Verifies the host that this chain is bound to. */
  async verifyBound(chain: Chain): Promise<void> {
    for (const [host, bound] of this.#bound) if (bound === chain) await this.verify(host);
  }

  failed(host: Host, reason: string, isSilence = false): void {
    host.rest(reason, this.nowMs, isSilence);
  }

  /** A host that was silent has told its network and its head since: the rest ends if that is a good one. */
  spokeAgain(host: Host): void {
    if (!host.isSilent(this.nowMs) || host.mustTell || host.mustAdmit) return;
    if ((this.lagBlocks(host) ?? 0) > MOST_BEHIND_BLOCKS) return;
    host.endRest(this.nowMs);
    host.answered(this.nowMs);
  }

  /** Doubts the host that this chain is bound to. */
  doubted(chain: Chain, reason: string): void {
    for (const [host, bound] of this.#bound) if (bound === chain) this.failed(host, reason);
  }

  /** Why a host is not in step, or undefined where it is. */
  outOfStep(host: Host): string | undefined {
    const { admission, head } = host;
    if (host.isIgnored) return "ignored by the operator";
    if (admission.kind === "foreign") return FOREIGN;
    if (admission.kind !== "whole") return admission.reason;
    if (host.isResting(this.nowMs)) return host.lastRest?.reason ?? "it rests";
    if (!head) return "it has reported no block yet";
    if (host.mustTell)
      return `${host.lastRest?.reason ?? "it has rested"}; it has reported no block since`;
    if (!this.#isFresh(head.atMs)) return "it has reported no new block for long";
    const behind = this.lagBlocks(host) ?? 0;
    if (behind > MOST_BEHIND_BLOCKS) return `it is ${behind} blocks behind`;
    if (host.solidStandsStill(this.nowMs, this.#options.solidStandsStill))
      return "its solidified block stands still";
    return undefined;
  }

  /** How far it was behind when it reported its head; later blocks do not count. */
  lagBlocks({ head }: Host): number | undefined {
    if (!head || !this.#best) return undefined;
    const since = Math.ceil((this.nowMs - head.atMs) / this.#options.blockMs);
    return Math.max(0, this.#best.number - head.block.number - since);
  }

  /** In the order of the settings. A rest counts only while another host is in step. */
  inStep(): readonly Host[] {
    const found = this.#foundInStep();
    this.#noneSinceMs = found.length > 0 ? undefined : (this.#noneSinceMs ?? this.nowMs);
    return found;
  }

  #foundInStep(): readonly Host[] {
    const inStep = () => this.all.filter((host) => this.outOfStep(host) === undefined);
    const found = inStep();
    for (const host of this.all) this.#noteTrouble(host);
    if (found.length > 0) return found;
    for (const host of this.all) host.endRest(this.nowMs);
    return inStep();
  }

  /** Why a host is not in step, or why it rested if it has not answered since. */
  #trouble(host: Host): string | undefined {
    return this.outOfStep(host) ?? host.lastRest?.reason;
  }

  #noteTrouble(host: Host): void {
    if (host.isIgnored || this.#trouble(host) === undefined) this.#troubledSinceMs.delete(host);
    else if (!this.#troubledSinceMs.has(host)) this.#troubledSinceMs.set(host, this.nowMs);
  }

  /** Takes a host out of use at once; false when no other could be read from. */
  ignore(host: Host): boolean {
    if (!this.all.some((other) => other !== host && this.#isUsable(other))) return false;
    host.isIgnored = true;
    return true;
  }

  /** It answers and serves the desk's network with solid blocks; it may be behind. */
  #isUsable(host: Host): boolean {
    return host.admission.kind === "whole" && !host.isIgnored && host.lastRest === undefined;
  }

  /** Whether another host can be asked when this one does not answer. */
  hasOther(host: Host): boolean {
    return this.all.some((other) => other !== host && this.outOfStep(other) === undefined);
  }

  /** The host to ask now, for all reads that belong together; one that has reported this block at least, if it is given. */
  inUse(reached = 0): Chain {
    const inStep = this.inStep();
    const able = inStep.filter(({ head }) => (head?.block.number ?? -1) >= reached);
    const chosen = able[0] ?? (inStep.length === 0 ? this.#whoeverAnswers() : undefined);
    if (!chosen) throw new ChainUnavailable(`no TRON node has reached block ${reached} yet`);
    if (inStep[0] === chosen || inStep.length === 0) this.#inUse = chosen;
    return this.boundTo(chosen);
  }

  /**
   * Hosts for a call that stands alone, after those already asked: first hosts in step, then those that only rest. Throws when
   * none was asked and none can be.
   */
  next(asked: ReadonlySet<Host>): Host | undefined {
    const rests = (host: Host) =>
      host.mustTell && host.admission.kind === "whole" && !host.isIgnored;
    const host = [...this.inStep(), ...this.all.filter(rests)].find((one) => !asked.has(one));
    if (host || asked.size > 0) return host;
    this.#inUse = this.#whoeverAnswers();
    return this.#inUse;
  }

  boundTo(host: Host): Chain {
    const bound = this.#bound.get(host);
    if (!bound) throw new RangeError(`host ${host.number} is none of these`);
    return bound;
  }

  /** Hosts in step, one for each solid side. */
  witnesses(): readonly Chain[] {
    const sides = new Map<string, Host>();
    for (const host of this.inStep()) {
      if (!sides.has(host.solidSide)) sides.set(host.solidSide, host);
    }
    return [...sides.values()].flatMap((host) => this.#witnesses.get(host) ?? []);
  }

  #whoeverAnswers(): Host {
    const whole = this.all.filter(
      ({ admission, isIgnored }) => admission.kind === "whole" && !isIgnored,
    );
    const chosen = whole.find((host) => host === this.#inUse) ?? whole[0];
    if (chosen) return chosen;
    throw new ChainUnavailable("no TRON node can be asked: none has told which network it serves");
  }

  /** Why no host is in step, or undefined. Customers read it, so it names none; `states` has each. */
  problem(): string | undefined {
    if (this.inStep().length > 0) return undefined;
    return `none of the ${this.all.length} TRON nodes is in step with the chain`;
  }

  /** The same once it has lasted: one host may fail before another's rest has ended. */
  lastingProblem(): string | undefined {
    const problem = this.problem();
    const noneForMs = this.nowMs - (this.#noneSinceMs ?? this.nowMs);
    return noneForMs >= LASTS_AFTER_MS ? problem : undefined;
  }

  /** It serves the desk's network, and the operator lets it be used. */
  mayBroadcast({ admission: { kind }, isIgnored }: Host): boolean {
    return !isIgnored && (kind === "whole" || kind === "broadcasts");
  }

  /** It is sent broadcasts, in step or not. */
  takesBroadcasts(host: Host): boolean {
    return this.mayBroadcast(host) && !host.isResting(this.nowMs);
  }

  states(): readonly HostState[] {
    const first = this.inStep()[0];
    return this.all.map((host) =>
      host.isIgnored ? ignoredState(host, this.outOfStep(host)) : this.#state(host, first),
    );
  }

  #state(host: Host, first: Host | undefined): HostState {
    const { number, label, lastRest } = host;
    const [head, solid] = [host.head?.block.number, host.solid?.block.number];
    const aside = this.takesBroadcasts(host) ? "broadcasts" : "nothing";
    const isReading = host === (first ?? this.#inUse);
    const isStandBy = this.outOfStep(host) === undefined;
    const sinceMs = this.#troubledSinceMs.get(host);
    return {
      number,
      label,
      use: isReading ? "reading" : isStandBy ? "stand-by" : aside,
      head,
      behindBlocks: this.lagBlocks(host),
      solid,
      solidLagBlocks:
        head === undefined || solid === undefined ? undefined : Math.max(0, head - solid),
      reason: this.#trouble(host),
      outOfStepMs: sinceMs === undefined ? 0 : this.nowMs - sinceMs,
      restMs: lastRest && host.isResting(this.nowMs) ? lastRest.untilMs - this.nowMs : undefined,
    };
  }
}

/** The reason shown for a host that the operator ignores. */
function ignoredState(
  { number, label }: Pick<HostState, "number" | "label">,
  reason: string | undefined,
): HostState {
  const untold = { head: undefined, behindBlocks: undefined, solid: undefined };
  const rest = { solidLagBlocks: undefined, outOfStepMs: 0, restMs: undefined };
  return { number, label, use: "ignored", ...untold, reason, ...rest };
}
