/** Why a node refused a transaction, and why a delegation or a payout died, in words for the operator; customers are told what becomes of their order. */

export type DeathReason =
  | RejectionReason
  | "expired"
  | "failed in its block"
  | "cannot be locked"
  | "owner paused"
  | "replaced too late";

/** Deaths that say something about the owner; the others could have happened to any owner. */
const REFUSALS: ReadonlySet<string> = new Set<DeathReason>([
  "owner_capacity",
  "lock",
  "owner_bandwidth",
  "owner_balance",
  "permission",
  "other",
  "cannot be locked",
]);

/** Why one owner's delegations for an order died, for each reason. */
export type Deaths<Owner extends string> = {
  readonly owner: Owner;
  readonly is_pool: 0 | 1;
  readonly locked: 0 | 1;
  readonly reason: string;
  readonly times: number;
  /** When the last of them died; wall time. */
  readonly last_at: number;
};

export interface Patience {
  readonly at: number;
  /** How long an owner is passed over after one refusal; twice as long after each further one. */
  readonly retryAfterMs: number;
  /** The pool may deliver without a lock: after a refusal for its lock, a delegation without one is another attempt. */
  readonly mayUnlock: boolean;
}

/** Owners that are passed over for an order because a recent delegation of theirs was refused. */
export function refusedLately<Owner extends string>(
  deaths: readonly Deaths<Owner>[],
  { at, retryAfterMs, mayUnlock }: Patience,
): Set<Owner> {
  const refusals = new Map<Owner, { times: number; lastAt: number }>();
  for (const { owner, is_pool, locked, reason, times, last_at } of deaths) {
    const isOfLockAlone = mayUnlock && is_pool === 1 && locked === 1 && reason === "lock";
    if (!REFUSALS.has(reason) || isOfLockAlone) continue;
    const before = refusals.get(owner) ?? { times: 0, lastAt: 0 };
    refusals.set(owner, {
      times: before.times + times,
      lastAt: Math.max(before.lastAt, last_at),
    });
  }
  const isSpared = ({ times, lastAt }: { times: number; lastAt: number }) =>
    at < lastAt + retryAfterMs * 2 ** (times - 1);
  return new Set([...refusals].flatMap(([owner, of]) => (isSpared(of) ? [owner] : [])));
}

const WORDS: Readonly<Record<DeathReason, string>> = {
  receiver_not_activated: "the node refused it: the receiver is not activated",
  receiver_is_contract: "the node refused it: the receiver is a contract",
  owner_capacity: "the owner has not enough stake free",
  lock: "the node refused it: the owner has locked more for this receiver, and for longer",
  owner_bandwidth: "the node refused it: the owner has neither bandwidth nor TRX for the fee",
  owner_balance: "the node refused it: the owner has not enough TRX",
  permission: "the node refused it: the owner's permission does not let the desk's key delegate",
  not_undelegatable: "the node refused it: less than that can be taken back",
  reference_block: "the node refused it: it did not know the block that it refers to",
  other: "the node refused it for another reason; the log has the node's words",
  expired: "no block took it in its time",
  "failed in its block": "a block took it, but it failed there",
  "cannot be locked": "the owner has locked more for this receiver, and for longer",
  "owner paused": "the owner was paused before it was signed",
  "replaced too late": "it came too late to replace what a fork had taken",
};

/** The stored reason in words; that of a closed order may be words already. */
export function deathInWords(reason: string): string {
  return Object.hasOwn(WORDS, reason) ? WORDS[reason as DeathReason] : reason;
}

/** For a payout the account that pays or the seller is at fault. */
const WORDS_OF_PAYOUT: Partial<Record<DeathReason, string>> = {
  receiver_not_activated: "the node refused it: the seller's account is not activated",
  receiver_is_contract: "the node refused it: the seller's account is a contract",
  owner_balance: "the node refused it: the account that pays had too little TRX",
  owner_bandwidth:
    "the node refused it: the account that pays had neither bandwidth nor TRX for the fee",
  permission: "the node refused it: the payout key may not sign for the account that pays",
};

export function payoutDeathInWords(reason: string): string {
  return WORDS_OF_PAYOUT[reason as DeathReason] ?? deathInWords(reason);
}

const REJECTION_REASONS = [
  /** The receiver is not activated: nobody can deliver, the money goes back. */
  "receiver_not_activated",
  /** The receiver is a contract: nobody can deliver, the money goes back. */
  "receiver_is_contract",
  /** The owner has less stake free than the snapshot said: read it again, another owner. */
  "owner_capacity",
  /** A longer lock to this receiver exists: unlocked, or another owner. */
  "lock",
  /** The owner can pay neither bandwidth nor TRX: paused until it can. */
  "owner_bandwidth",
  /** A transfer: the account has less TRX than is to be sent. */
  "owner_balance",
  /** The key may not sign for the owner (any more): paused until it may. */
  "permission",
  /** Undelegate: less than that is free to take back; compare the chain's record with our legs. */
  "not_undelegatable",
  /** The reference block is unknown to this node. */
  "reference_block",
  /** Anything else definite: a bug or a rule we do not know. */
  "other",
] as const;

export type RejectionReason = (typeof REJECTION_REASONS)[number];
