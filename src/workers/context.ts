/** What every worker works with. */
import type { Logger } from "pino";
import { isOfHost } from "../chain/hosts/bound-chain.js";
import type { BroadcastOutcome, Chain } from "../chain/port.js";
import type { Address } from "../domain/address.js";
import type { SeenBlock } from "../engine/chain-clock.js";
import type { Engine } from "../engine/context.js";
import type { AuditResult, AuditScope } from "../engine/operating/audit.js";
import type { OperatorNews } from "../engine/operating/tell-operator.js";

export interface WorkerOptions {
  readonly engine: Engine;
  readonly chain: Chain;
  /** Id of block 0 of the desk's network. */
  readonly genesisId: string;
  readonly logger: Logger;
  /** The key that delegates for all pool owners. */
  readonly operator: { readonly privateKeyHex: string; readonly address: Address };
  /** The account that pays sellers; undefined while payouts are off. */
  readonly payout?: PayoutOptions | undefined;
  /** The operator's accounts beside the desk: cover counts them; none unless given. */
  readonly coverAccounts?: readonly Address[];
  /** Real time of a block: how often the chain is read. */
  readonly blockMs: number;
  /** Real time between two broadcasts of the same bytes. */
  readonly resendEveryMs: number;
  readonly auditEveryMs: number;
  /** Audits the database; in a process of its own unless given. */
  readonly audit?: (scope: AuditScope, stopping: AbortSignal) => Promise<AuditResult>;
  /** How long a rush of new orders may hold up an owner's next signatures. */
  readonly longestRushMs: number;
  /** Undefined where no chat hears of the desk. */
  readonly operatorChat?: OperatorChat | undefined;
  /** A monotonic clock in real time; the process's own unless given. */
  readonly monotonicMs?: () => number;
}

export interface PayoutOptions {
  readonly privateKeyHex: string;
  readonly address: Address;
  /** Real time between two runs; 0 leaves them to the operator. */
  readonly everyMs: number;
}

export interface OperatorChat {
  readonly chatId: number;
  /** Sends a message past the outbox; false unless it has certainly arrived. */
  readonly say: (news: OperatorNews) => Promise<boolean>;
  /** A minute unless given. */
  readonly everyMs?: number;
}

export interface WorkerContext extends WorkerOptions {
  readonly monotonicMs: () => number;
  /**
   * Ids of transactions whose first broadcast has no result yet. It may wait long for its turn, and a definite refusal counts
   * only while it is the only attempt, so nobody else may send them.
   */
  readonly firstAttempts: Set<string>;
  /**
   * By txid: only attempts that the node has definitely refused. A load balancer may have sent the bytes twice and returned the
   * answer to the second copy, so the transaction is dead only when some blocks have passed without it. Until then nobody sends
   * it again.
   */
  readonly refusals: Map<string, Refusal>;
  /** By txid: what several hosts contradict each other about. */
  readonly disagreements: Disagreements;
  /** The same for a leg's stake, by the leg's id. */
  readonly stakeDisagreements: Disagreements;
}

/** Since when (monotonic) hosts contradict each other, and whether that was reported. */
export type Disagreements = Map<string, { readonly sinceMs: number; readonly isTold: boolean }>;

type Rejected = Extract<BroadcastOutcome, { kind: "rejected" }>;

export interface Refusal extends Pick<Rejected, "reason" | "lockRemainingMs"> {
  /** The newest block when the refusal came. */
  readonly head: SeenBlock;
}

/** The most blocks read at once: a block of mainnet may have half a megabyte. */
export const BLOCKS_A_CALL = 20;

/** How far a node may lag, in chain time: added before a transaction counts as dead. */
export const DEATH_MARGIN_MS = 60_000;

/** One of several hosts, which has reported block `reached` at least: another would not know what is in it. */
export function oneHost(chain: Chain, reached?: number | null): Chain {
  return chain.several?.inUse(reached ?? undefined) ?? chain;
}

/** Makes all reads on one host; a host whose answers are impossible or contradict each other rests. */
export async function askOneHost(chain: Chain, ask: (host: Chain) => Promise<void>): Promise<void> {
  const host = oneHost(chain);
  try {
    await ask(host);
  } catch (error) {
    doubt(chain, host, error);
    throw error;
  }
}

/** Lets a host of several rest where this is its fault. */
export function doubt(chain: Chain, host: Chain, error: unknown): void {
  if (isOfHost(error)) chain.several?.doubted(host, error.message);
}

/** The host that is read from, for the operator. */
export function nameOfHost({ several }: Chain): string {
  const inUse = several?.states().find(({ use }) => use === "reading");
  return inUse ? `node ${inUse.label}` : "the node";
}
