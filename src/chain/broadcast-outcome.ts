/**
 * What a node's answer to `wallet/broadcasthex` means. Only a refusal that java-tron gives before
 * it takes a transaction into its pool counts as `rejected` or `retry`; everything else that is not
 * a clear yes is `unknown`.
 */
import { z } from "zod";
import { type Address, addressToHex } from "../domain/address.js";
import type { RejectionReason } from "../domain/death.js";
import type { BroadcastOutcome } from "./port.js";

const broadcastAnswer = z.object({
  result: z.boolean().default(false),
  code: z.string().default("SUCCESS"),
  message: z.string().default(""),
  txid: z.string().optional(),
});

/** A message is kept with the transaction; the longest of java-tron has about 200 characters. */
const LONGEST_MESSAGE = 500;

export interface Sent {
  readonly txid: string;
  readonly receiver: Address;
}

/** Counted before the push; "P2P broadcast failed." has the same code after it. */
const NOT_PUSHED = /^Effective connection:/i;

export function broadcastOutcome(answer: object, sent: Sent): BroadcastOutcome {
  const read = broadcastAnswer.safeParse(answer);
  if (!read.success) return { kind: "unknown", message: "the node's answer cannot be read" };
  const { result, code, txid } = read.data;
  const message = messageText(read.data.message);
  if (txid !== undefined && txid.toLowerCase() !== sent.txid) {
    return { kind: "unknown", message: `the node answered for another transaction: ${txid}` };
  }
  if (result) return { kind: "accepted" };
  switch (code) {
    case "DUP_TRANSACTION_ERROR":
      return { kind: "seen" };
    // Returned before the transaction is pushed to the pool.
    case "SERVER_BUSY":
    case "NO_CONNECTION":
    case "BLOCK_UNSOLIDIFIED":
      return { kind: "retry", message: `${code}: ${message}` };
    case "NOT_ENOUGH_EFFECTIVE_CONNECTION":
      return {
        kind: NOT_PUSHED.test(message) ? "retry" : "unknown",
        message: `${code}: ${message}`,
      };
    case "SIGERROR":
      return rejected("permission", code, message);
    case "CONTRACT_VALIDATE_ERROR":
      return {
        ...rejected(validationReason(message, sent.receiver), code, message),
        ...lockIn(message),
      };
    case "BANDWITH_ERROR":
      return rejected("owner_bandwidth", code, message);
    case "TAPOS_ERROR":
      return rejected("reference_block", code, message);
    case "TOO_BIG_TRANSACTION_ERROR":
      return rejected("other", code, message);
    // Among them: an expiry, which java-tron checks before it looks for duplicates; SUCCESS without a result; codes of a later
    // java-tron.
    default:
      return { kind: "unknown", message: `${code}: ${message}` };
  }
}

function rejected(reason: RejectionReason, code: string, message: string): BroadcastOutcome {
  return { kind: "rejected", reason, code, message };
}

/** "… cannot be less than the remaining time[897000ms] of the last lock period for ENERGY!" */
function lockIn(message: string): { lockRemainingMs?: number } {
  const lockRemainingMs = Number(/remaining time\[(\d+) ?ms\]/i.exec(message)?.[1]);
  return Number.isSafeInteger(lockRemainingMs) ? { lockRemainingMs } : {};
}

/** Texts of the three actuators, in the wording of several java-tron versions. */
const VALIDATION_TEXTS: readonly (readonly [RegExp, RejectionReason])[] = [
  [/available Freeze(Bandwidth|Energy)V2 balance/i, "owner_capacity"],
  [/Do not allow delegate resources to contract/i, "receiver_is_contract"],
  [/Cannot transfer TRX to a smartContract/i, "receiver_is_contract"],
  [/balance is not sufficient/i, "owner_balance"],
  [/lock period/i, "lock"],
  [/insufficient delegated?FrozenBalance/i, "not_undelegatable"],
  [/delegated Resource does not exist/i, "not_undelegatable"],
];

function validationReason(message: string, receiver: Address): RejectionReason {
  const missing = /Account\[([^\]]*)\] (?:not exists|does not exist)/i.exec(message)?.[1];
  if (missing !== undefined) {
    // The same sentence is said of the owner; java-tron prints the address in hex, some gateways in
    // base58.
    const named = missing === receiver || missing.toLowerCase() === addressToHex(receiver);
    return named ? "receiver_not_activated" : "other";
  }
  return VALIDATION_TEXTS.find(([pattern]) => pattern.test(message))?.[1] ?? "other";
}

/** `broadcasthex` answers text, `broadcasttransaction` the same text in hex; gateways mix them. */
function messageText(message: string): string {
  const hex = message.length >= 4 && /^(?:[0-9a-f]{2})+$/i.test(message);
  const text = hex ? Buffer.from(message, "hex").toString("utf8") : message;
  return text.slice(0, LONGEST_MESSAGE);
}
