/** What every worker works with. */
import type { Logger } from "pino";
import type { BroadcastOutcome, Chain } from "../chain/port.js";
import type { Address } from "../domain/address.js";
import type { PayoutTerms } from "../domain/payout.js";
import type { SeenBlock } from "../engine/chain-clock.js";
import type { Engine } from "../engine/context.js";
import type { AuditResult, AuditScope } from "../engine/operating/audit.js";

export interface WorkerOptions {
  readonly engine: Engine;
  readonly chain: Chain;
  /** Id of block 0 of the desk's network. */
  readonly genesisId: string;
  readonly logger: Logger;
  /** The key that delegates for all pool owners. */
  readonly operator: { readonly privateKeyHex: string; readonly address: Address };
  /** The account that pays sellers, and on which terms; undefined where payouts are off. */
  readonly payout?: PayoutOptions | undefined;
  /** Real time of a block: how often the chain is looked at. */
  readonly blockMs: number;
  /** Chain time a transaction lives. */
  readonly transactionLifeMs: number;
  /** Real time between two broadcasts of the same bytes. */
  readonly resendEveryMs: number;
  readonly auditEveryMs: number;
  /** Audits the database; in a process of its own unless given. */
  readonly audit?: (scope: AuditScope, stopping: AbortSignal) => Promise<AuditResult>;
  /** The longest that a rush of new orders may hold up the next signatures of an owner. */
  readonly longestRushMs: number;
  /** Real time that no clock moves; this process's own unless given. */
  readonly monotonicMs?: () => number;
}

export interface PayoutOptions {
  readonly privateKeyHex: string;
  readonly address: Address;
  readonly terms: PayoutTerms;
  /** Real time between two runs; 0 leaves them to the operator. */
  readonly everyMs: number;
}

export interface WorkerContext extends WorkerOptions {
  /**
   * Ids of transactions whose first broadcast has no outcome yet: it may wait long for its turn, and only while it is the
   * only attempt does a definite refusal count, so nobody else may send them.
   */
  readonly firstAttempts: Set<string>;
  /**
   * By txid: only attempts that the node has definitely refused. The way to it may have sent the bytes twice, and this be the answer to
   * the second copy, so the transaction is dead only when some blocks have gone by without it. Until then nobody sends it again.
   */
  readonly refusals: Map<string, Refusal>;
  /** By txid: what several hosts have said different things of. */
  readonly disagreements: Disagreements;
  /** The same of a leg's stake, by its id. */
  readonly stakeDisagreements: Disagreements;
}

/** Since when (monotonic) hosts say different things of something, and whether that was told. */
export type Disagreements = Map<string, { readonly sinceMs: number; readonly isTold: boolean }>;

type Rejected = Extract<BroadcastOutcome, { kind: "rejected" }>;

export interface Refusal extends Pick<Rejected, "reason" | "lockRemainingMs"> {
  /** The newest block when it came. */
  readonly head: SeenBlock;
}

/** A block of mainnet may be half a megabyte. */
export const BLOCKS_A_CALL = 20;

/** Chain time by which a replica may lag: added before a transaction counts as dead. */
export const DEATH_MARGIN_MS = 60_000;
