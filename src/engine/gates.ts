/**
 * What may stop new orders and payouts: a halt after a failed assertion or audit, holds, a shutdown, a chain out of sight, or too
 * many unsigned legs. Settling and reclaiming never pass through here.
 */
import { AssertionFailed } from "../domain/assert.js";
import { DeskError, type ErrorCode } from "../domain/errors.js";
import { HOLDS, type Hold, PAYOUT_HOLDS } from "../domain/hold.js";
import type { ChainClock } from "./chain-clock.js";
import type { Load } from "./load.js";
import type { NetworkFacts } from "./network-facts.js";

const AFTER_HALT = "look at `desk audit`, then `desk resume`";
const RETRY_SOON_SECONDS = 3;
const RETRY_LATER_SECONDS = 60;

export class Gates {
  #halt: string | undefined;
  /** Every halt, also one raised while the desk was halted already. */
  #halts = 0;
  #newestHalt = "";
  readonly #holds = new Map<Hold, string>();
  #starting = false;
  #isNodeAnswering = () => true;
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

  /** Why nothing more leaves, whatever is due, and what to do. */
  get payoutsStopped(): string | undefined {
    if (this.#halt === undefined) return this.payoutHold;
    return `the desk is halted (${this.#halt}); ${AFTER_HALT}`;
  }

  /** Why the operator's desk takes no orders although it has read the chain, and what to do. */
  get ordersStopped(): string | undefined {
    if (this.#halt !== undefined) return `${this.#halt}; ${AFTER_HALT}`;
    return this.pause === undefined ? undefined : `${this.pause}; ${HOLDS.pause.next}`;
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

  /** A failed assertion, or another mistake of the desk's own where money moves. */
  mistakeMade(error: Error): void {
    const { name, message } = error;
    this.haltFor(
      error instanceof AssertionFailed
        ? `a check failed: ${message}`
        : `a mistake of the desk: ${name}: ${message}`,
    );
  }

  databaseDamaged(words: string): void {
    this.haltFor(`the database is damaged (${words})`);
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

  /** The channels may open before the chain was read: until then the pool is known from before the stop. */
  startUp(): void {
    this.#starting = true;
  }

  started(): void {
    this.#starting = false;
  }

  /** Whether the node gives the blocks that the desk follows: without them nothing is delivered. */
  follows(isNodeAnswering: () => boolean): void {
    this.#isNodeAnswering = isNodeAnswering;
  }

  /** Why the chain's state does not allow sales now, or undefined. */
  chainProblem(): string | undefined {
    const unread = this.#unread();
    if (unread !== undefined) return unread;
    // It may show blocks that are not believed.
    if (!this.#isNodeAnswering()) return this.chainClock.doubt ?? "the TRON node does not answer";
    return this.chainClock.problem() ?? this.#networkProblem();
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
    if (this.#starting) return "the desk is still starting";
    return this.chainClock.unread() ?? this.network.unread();
  }

  shutDown(): void {
    this.#shuttingDown = true;
  }

  /** Throws when existing orders may not be changed or priced. */
  assertOpen(): void {
    const obstacle = this.#closed();
    if (obstacle) throw nothingCreated(obstacle);
  }

  /** Throws when no order may be created. */
  assertReady(): void {
    const obstacle = this.obstacle();
    if (obstacle) throw nothingCreated(obstacle);
  }

  /** The one predicate of `/readyz` and of every order: why none is taken now, or undefined. */
  obstacle(): DeskError | undefined {
    return this.obstacleAt(this.chainProblem());
  }

  /** The same with the chain's state given: asked twice, it may have changed. */
  obstacleAt(problem: string | undefined): DeskError | undefined {
    const closed = this.#closed();
    if (closed) return closed;
    return problem === undefined ? undefined : refusal("CHAIN_UNAVAILABLE", outOfSight(problem));
  }

  #closed(): DeskError | undefined {
    if (this.#shuttingDown) return refusal("SHUTTING_DOWN", "The desk is shutting down.");
    if (this.#halt !== undefined) {
      const message =
        "The desk has halted new orders until its operator has looked at a failed check.";
      return refusal("DESK_HALTED", message);
    }
    if (this.pause === undefined) return undefined;
    return refusal("DESK_HALTED", "The operator has paused new orders.");
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

  /** Throws while more waits for the chain than it settles: a Fast order could not be executed at once. */
  assertKeepsUp(): void {
    if (!this.load.isBusy()) return;
    throw new DeskError(
      "BUSY",
      "More orders are waiting than the chain can settle. Nothing was created; send the order again in a moment.",
      undefined,
      RETRY_SOON_SECONDS,
    );
  }
}

function refusal(code: "SHUTTING_DOWN" | "DESK_HALTED" | "CHAIN_UNAVAILABLE", message: string) {
  const retrySeconds = code === "DESK_HALTED" ? RETRY_LATER_SECONDS : RETRY_SOON_SECONDS;
  return new DeskError(code, message, undefined, retrySeconds);
}

const WHAT_NEXT: Partial<Record<ErrorCode, string>> = {
  SHUTTING_DOWN: "Nothing was created; try again in a few seconds.",
  DESK_HALTED:
    "Nothing was created; running orders continue. Try again later, or ask the operator.",
  CHAIN_UNAVAILABLE: "Nothing was created; try again in a few seconds.",
};

function nothingCreated({ code, message, retryAfterSeconds }: DeskError): DeskError {
  return new DeskError(code, `${message} ${WHAT_NEXT[code]}`, undefined, retryAfterSeconds);
}

function outOfSight(problem: string): string {
  return `TRON is unavailable: ${problem}.`;
}

/** With the node's words or the failure, which only the operator sees. */
export function nodeFailed(error: unknown): never {
  const refusal = chainUnavailable("the TRON node does not answer");
  refusal.cause = error;
  throw refusal;
}

export function chainUnavailable(problem: string): DeskError {
  return nothingCreated(refusal("CHAIN_UNAVAILABLE", outOfSight(problem)));
}
