/** Why a delegation or a payout died, in words for the operator; customers are told what becomes of their order instead. */
import type { RejectionReason } from "./broadcast.js";

export type DeathReason =
  | RejectionReason
  | "expired"
  | "failed in its block"
  | "cannot be locked"
  | "owner paused"
  | "replaced too late";

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

/** What the books keep may also be why the order was closed, which is in words already. */
export function deathInWords(reason: string): string {
  return Object.hasOwn(WORDS, reason) ? WORDS[reason as DeathReason] : reason;
}

/** A payout is a transfer of TRX, so it is the account that pays, and the seller, of whom something is wrong. */
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
