/**
 * What may stop new orders: the desk halts after a failed assertion or audit, an operator pauses it, it shuts down, the chain
 * is out of sight, or too much waits to be signed. Settling and reclaiming never pass through here.
 */
import type { AssertionFailed } from "../domain/assert.js";
import { DeskError } from "../domain/errors.js";
import type { ChainClock } from "./chain-clock.js";
import type { Load } from "./load.js";
import type { NetworkFacts } from "./network-facts.js";

const RETRY_SOON_SECONDS = 3;
const RETRY_LATER_SECONDS = 60;

export class Gates {
  #halt: string | undefined;
  /** Every one that was raised, also while the desk was halted already. */
  #halts = 0;
  #newestHalt = "";
  #pause: string | undefined;
  #payoutHold: string | undefined;
  #starting = false;
  #shuttingDown = false;

  constructor(
    private readonly chainClock: ChainClock,
    private readonly network: NetworkFacts,
    private readonly load: Load,
    private readonly onHalt: (reason: string) => void,
  ) {}

  get halt(): string | undefined {
    return this.#halt;
  }

  get pause(): string | undefined {
    return this.#pause;
  }

  /** Why no payout may be started though the desk is open. */
  get payoutHold(): string | undefined {
    return this.#payoutHold;
  }

  get shuttingDown(): boolean {
    return this.#shuttingDown;
  }

  /** How many halts were raised by now: an audit clears those before it, and no later one. */
  get halts(): number {
    return this.#halts;
  }

  haltFor(reason: string): void {
    this.#halts += 1;
    this.#newestHalt = reason;
    if (this.#halt !== undefined) return;
    this.#halt = reason;
    this.onHalt(reason);
  }

  assertionFailed(failure: AssertionFailed): void {
    this.haltFor(`a check failed: ${failure.message}`);
  }

  /** After a clean audit; what was raised since it began halts anew. */
  resume(clearedHalts = this.#halts): void {
    this.#halt = undefined;
    this.#pause = undefined;
    if (this.#halts > clearedHalts) this.haltFor(this.#newestHalt);
  }

  pauseFor(reason: string): void {
    this.#pause = reason;
  }

  holdPayouts(reason: string | undefined): void {
    this.#payoutHold = reason;
  }

  /** The doors may open before the chain was read: what is known of the pool is from before the stop. */
  startUp(): void {
    this.#starting = true;
  }

  started(): void {
    this.#starting = false;
  }

  /** Why the chain cannot be sold by now, or undefined when it can. */
  chainProblem(): string | undefined {
    return this.#unread() ?? this.chainClock.problem() ?? this.#networkProblem();
  }

  /** Why nothing can be signed now, or undefined when it can: what is paid is signed by chain time, whatever this machine's clock says. */
  signingProblem(): string | undefined {
    return this.chainClock.signingProblem() ?? this.#networkProblem();
  }

  #networkProblem(): string | undefined {
    return this.network.problem(this.chainClock.head?.number ?? 0);
  }

  /** What the desk must have read before it takes its first order. */
  #unread(): string | undefined {
    if (this.#starting) return "the desk has just started and reads it";
    return this.chainClock.unread() ?? this.network.unread();
  }

  shutDown(): void {
    this.#shuttingDown = true;
  }

  /** Throws when nothing may be created at all. */
  assertOpen(): void {
    if (this.#shuttingDown) {
      throw new DeskError(
        "SHUTTING_DOWN",
        "The desk is shutting down. Nothing was created; send the order again in a moment.",
        undefined,
        RETRY_SOON_SECONDS,
      );
    }
    const reason = this.#halt
      ? "The desk has halted new orders until its operator has looked at a failed check."
      : this.#pause
        ? "The operator has paused new orders."
        : undefined;
    if (reason) {
      throw new DeskError(
        "DESK_HALTED",
        `${reason} Nothing was created; running orders go on. Send it again later, or ask the operator.`,
        undefined,
        RETRY_LATER_SECONDS,
      );
    }
  }

  /** False while what would be filled could not be signed, or must not be promised. */
  mayMatch(): boolean {
    return this.#halt === undefined && !this.chainProblem() && !this.load.isBusy();
  }

  /** Throws while the desk has not read what any order depends on. */
  assertChainRead(): void {
    const unread = this.#unread();
    if (unread) throw chainUnavailable(unread);
  }

  /** Throws when a Fast order could not be executed at once. */
  assertFastPossible(): void {
    const problem = this.chainProblem();
    if (problem) throw chainUnavailable(problem);
    if (this.load.isBusy()) {
      throw new DeskError(
        "BUSY",
        "More orders wait for the chain than it settles. Nothing was created; send the order again in a moment.",
        undefined,
        RETRY_SOON_SECONDS,
      );
    }
  }
}

/** What the node said instead of an answer, or how it failed, goes along for the operator; customers are not told. */
export function nodeFailed(error: unknown): never {
  const refusal = chainUnavailable("the TRON node does not answer");
  refusal.cause = error;
  throw refusal;
}

export function chainUnavailable(problem: string): DeskError {
  return new DeskError(
    "CHAIN_UNAVAILABLE",
    `TRON cannot be asked now: ${problem}. Nothing was created; send it again in a moment.`,
    undefined,
    RETRY_SOON_SECONDS,
  );
}
