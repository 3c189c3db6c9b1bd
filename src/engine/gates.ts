/**
 * What may stop new orders and payouts: a halt after a failed assertion or audit, holds, a shutdown, a chain out of sight, or too
 * many unsigned legs. Settling and reclaiming never pass through here.
 */
import type { AssertionFailed } from "../domain/assert.js";
import { DeskError } from "../domain/errors.js";
import { HOLDS, type Hold, PAYOUT_HOLDS } from "../domain/hold.js";
import type { ChainClock } from "./chain-clock.js";
import type { Load } from "./load.js";
import type { NetworkFacts } from "./network-facts.js";

const RETRY_SOON_SECONDS = 3;
const RETRY_LATER_SECONDS = 60;

export class Gates {
  #halt: string | undefined;
  /** Every halt, also one raised while the desk was halted already. */
  #halts = 0;
  #newestHalt = "";
  readonly #holds = new Map<Hold, string>();
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
    return this.#holds.get("pause");
  }

  /** Why no payout may be started although the desk is open, and what to do. */
  get payoutHold(): string | undefined {
    const held = PAYOUT_HOLDS.flatMap((hold) => {
      const reason = this.#holds.get(hold);
      return reason === undefined ? [] : `${reason}; ${HOLDS[hold].next}`;
    });
    return held.length > 0 ? held.join(". ") : undefined;
  }

  reasonOf(hold: Hold): string | undefined {
    return this.#holds.get(hold);
  }

  get shuttingDown(): boolean {
    return this.#shuttingDown;
  }

  /** How many halts were raised: an audit clears those before it, and no later one. */
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

  /** Orders are taken again, after a clean audit; a halt raised since it began stays. */
  resume(clearedHalts = this.#halts): void {
    this.#halt = undefined;
    this.lift("pause");
    if (this.#halts > clearedHalts) this.haltFor(this.#newestHalt);
  }

  hold(hold: Hold, reason: string): void {
    this.#holds.set(hold, reason);
  }

  lift(hold: Hold): void {
    this.#holds.delete(hold);
  }

  /** The doors may open before the chain was read: until then the pool is known from before the stop. */
  startUp(): void {
    this.#starting = true;
  }

  started(): void {
    this.#starting = false;
  }

  /** Why the chain's state does not allow sales now, or undefined. */
  chainProblem(): string | undefined {
    return this.#unread() ?? this.chainClock.problem() ?? this.#networkProblem();
  }

  /** Why nothing can be signed now, or undefined. Paid orders are signed by chain time, whatever this machine's clock says. */
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

  /** Throws when no order may be created at all. */
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
      : this.pause
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

  /** False while filled orders could not be signed, or must not be promised. */
  mayMatch(): boolean {
    return this.#halt === undefined && !this.chainProblem() && !this.load.isBusy();
  }

  /** Throws while the desk has not read what every order depends on. */
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

/** The node's words or the failure go along for the operator; customers do not see them. */
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
