/**
 * The hosts of a run's desk: one in half of the runs, else two on the same chain, each with lies and faults of its own and chosen
 * between by the real code. In most runs with two only one of them lies at a time.
 */
import pino from "pino";
import { admitAll, genesisOfAll } from "../../../src/boot/connect-chain.js";
import { Host } from "../../../src/chain/hosts/host.js";
import { Hosts } from "../../../src/chain/hosts/hosts.js";
import { chainOfSeveral } from "../../../src/chain/hosts/several-hosts.js";
import { HostWatch } from "../../../src/chain/hosts/watch-hosts.js";
import type { Chain } from "../../../src/chain/port.js";
import { chainOver } from "../../../src/chain/tron-chain.js";
import { must } from "../../../src/domain/assert.js";
import { SOLID_STANDS_STILL } from "../../../src/engine/engine.js";
import { LyingNode } from "./lies.js";
import { BLOCK_MS, type PaperNode } from "./paper-node.js";
import { signOnPaper } from "./paper-transaction.js";
import type { Random } from "./random.js";

const SECOND = 0.5;
const ONE_SOLID_SIDE = 0.2;
const BOTH_LIE = 0.3;
/** No lie and no fault lasts for so many commands. */
const MOST_STARTS = 50;
const SOLID = /^walletsolidity\//;

/** What a process has of the hosts. */
export interface Connection {
  readonly chain: Chain;
  readonly genesisId: string;
  /** Where there are two. */
  readonly hosts?: Hosts;
  readonly watch?: HostWatch;
}

interface Process {
  readonly monotonicMs: () => number;
  /** A process that is gone waits for its answers for ever. */
  readonly isAlive: () => boolean;
}

export class PaperHosts {
  readonly #all: readonly LyingNode[];
  readonly #node: PaperNode;
  readonly #hasOneSolidSide: boolean;
  readonly #bothLie: boolean;
  #connected: Hosts | undefined;
  #wasVouched = true;
  #hasErred = false;

  /** How many there are is drawn unless given. */
  constructor(node: PaperNode, random: Random, drawn: Random, count?: number) {
    const hasSecond = drawn.chance(SECOND);
    const length = count ?? (hasSecond ? 2 : 1);
    this.#node = node;
    this.#all = Array.from({ length }, () => new LyingNode(node, random));
    this.#hasOneSolidSide = drawn.chance(ONE_SOLID_SIDE);
    this.#bothLie = drawn.chance(BOTH_LIE);
  }

  /** Set with each command. */
  set random(random: Random) {
    for (const host of this.#all) host.random = random;
  }

  /** Has one of them begin a lie; what it was, for the report. */
  begin(random: Random): string {
    const host = random.of(this.#all);
    this.#noteErrors();
    if (!this.#bothLie) this.#othersStopLying(host);
    return `${this.#nameOf(host)}${host.begin()}`;
  }

  /** Has one of two begin a fault of its own. */
  beginFault(random: Random): string {
    if (this.#all.length === 1) return "there is one host";
    const host = random.of(this.#all);
    this.#noteErrors();
    // Who alone tells the truth must be there to be asked.
    this.#othersStopDenying(host);
    const fault = host.beginFault();
    if (host.isLying && !this.#bothLie) this.#othersStopLying(host);
    return `${this.#nameOf(host)}${fault}`;
  }

  /** Has one of two deny what is final, while the other one tells the truth and is well. */
  deny(random: Random): string {
    const host = random.of(this.#all);
    if (!this.#canDeny) return "nobody could tell that it is wrong";
    this.#noteErrors();
    this.#othersStopLying(host);
    for (const other of this.#all) if (other !== host) other.endFault();
    return `${this.#nameOf(host)}${host.deny()}`;
  }

  get #canDeny(): boolean {
    return this.#all.length > 1 && !this.#bothLie && !this.#hasOneSolidSide;
  }

  get isDenying(): boolean {
    return this.#all.some(({ isDenying }) => isDenying);
  }

  #othersStopDenying(host: LyingNode): void {
    for (const other of this.#all) if (other !== host && other.isDenying) other.stopLying();
  }

  #othersStopLying(host: LyingNode): void {
    for (const other of this.#all) if (other !== host) other.stopLying();
  }

  #nameOf(host: LyingNode): string {
    return this.#all.length === 1 ? "" : `host ${this.#all.indexOf(host) + 1} `;
  }

  /** For some commands nobody answers this call. */
  silence(path: string, commandsLeft: number): void {
    for (const host of this.#all) host.silence(path, commandsLeft);
  }

  /** For some commands no host tells of all that new blocks brought: nothing that it tells is wrong. */
  lateInfos(commandsLeft: number): void {
    for (const host of this.#all) host.lateInfos(commandsLeft);
  }

  #noteErrors(): void {
    this.#hasErred ||= this.#all.some(({ isErring }) => isErring);
  }

  /** Whether any host may have answered wrongly, or nothing, since the last look. */
  get haveErred(): boolean {
    this.#noteErrors();
    return this.#hasErred;
  }

  /** What was looked at is over. */
  forgetErrors(): void {
    this.#hasErred = false;
  }

  /** One command is over. */
  pass(): void {
    this.#noteErrors();
    for (const host of this.#all) host.pass();
  }

  stop(): void {
    for (const host of this.#all) host.stop();
  }

  /** A host took it and told otherwise: whoever believes the others' refusals is wrong, and could not know it. */
  wasDenied(txid: string): boolean {
    return this.#all.some(({ denied }) => denied.has(txid));
  }

  /**
   * Since this was asked last, whenever something that frees money was to be proven, there was a host to be asked that tells the
   * truth: then no lie of another one excuses a wrong death. One solid side is one voice, whichever host it is asked through; where both
   * hosts lie, or the one that does not is out of step, nothing can be proven from outside, as with one host that lies.
   */
  wasVouched(): boolean {
    const was = this.#wasVouched;
    this.#wasVouched = true;
    return was;
  }

  #isVouched(): boolean {
    const lying = this.#all.filter(({ isLying }) => isLying);
    if (lying.length === 0) return true;
    if (this.#hasOneSolidSide) return false;
    const inStep = this.#connected?.inStep() ?? [];
    return inStep.some(({ number }) => this.#all[number - 1]?.isLying === false);
  }

  /** For a new process: nothing is known of the hosts yet. */
  connect({ monotonicMs, isAlive }: Process): Connection {
    const [first] = this.#all;
    const chains = this.#all.map((lying) => {
      const call = (path: string, body: object): Promise<object> => {
        if (!isAlive()) return new Promise(() => {});
        const asked = this.#hasOneSolidSide && SOLID.test(path) ? first : lying;
        return must(asked, "there is a host").call(path, body);
      };
      return { ...chainOver({ call, close: async () => {} }), sign: signOnPaper };
    });
    if (chains.length === 1) {
      const chain = must(chains[0], "there is a host");
      const solidified = this.#noted(chain.solidified);
      const solidInclusion = this.#noted(chain.solidInclusion);
      return { chain: { ...chain, solidified, solidInclusion }, genesisId: this.#genesisId };
    }
    const hosts = new Hosts({
      hosts: chains.map((chain, at) => {
        const label = `${at + 1} paper`;
        const solidSide = this.#hasOneSolidSide ? "both" : label;
        return new Host({ number: at + 1, label, chain, solidSide });
      }),
      monotonicMs,
      solidStandsStill: SOLID_STANDS_STILL,
      blockMs: BLOCK_MS,
    });
    this.#connected = hosts;
    const watching = { hosts, genesisId: this.#genesisId, blockMs: BLOCK_MS };
    const watch = new HostWatch({ ...watching, onForeign: () => {} });
    const chain = chainOfSeveral(hosts);
    const several = must(chain.several, "there are several hosts");
    const witnesses = this.#noted(several.witnesses);
    const noted = { ...chain, several: { ...several, witnesses } };
    return { chain: noted, genesisId: this.#genesisId, hosts, watch };
  }

  /** Whoever asks this wants something proven. */
  #noted<Args extends unknown[], Answer>(ask: (...args: Args) => Answer): typeof ask {
    return (...args) => {
      if (!this.#isVouched()) this.#wasVouched = false;
      return ask(...args);
    };
  }

  get #genesisId(): string {
    return must(this.#node.blocks[0], "the chain has a block 0").id;
  }

  /** Asks the hosts what a start does before anything else; one that fails is made again, and `failed` says that it was. */
  async start({ hosts, watch }: Connection, failed: () => void): Promise<void> {
    if (!hosts || !watch) return;
    const logger = pino({ level: "silent" });
    for (let starts = 0; starts < MOST_STARTS; starts += 1) {
      try {
        const genesisId = await genesisOfAll(hosts, logger);
        // The database is another network's then.
        if (genesisId !== this.#genesisId) throw new Error("a foreign network");
        await admitAll(hosts, genesisId, logger);
        await watch.look();
        return;
      } catch (error) {
        if (!(error instanceof Error) || error instanceof TypeError) throw error;
        failed();
      }
    }
    throw new Error("the desk does not start");
  }
}
