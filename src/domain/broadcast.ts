/** Why a node definitely refused a transaction: one code for each reaction of the desk. */
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
