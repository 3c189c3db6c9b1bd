/**
 * Faults on request, by endpoint path and for a number of calls: what a provider in front of a
 * node, the way to it, or the node itself can do wrong. The first fault that fits a call and has
 * calls left applies.
 */
import { z } from "zod";
import { FIXED_TEXT, type RejectionCode } from "../chain/rejection.js";
import { fromBase58 } from "../wire/address.js";
import type { Transaction } from "../wire/transaction.js";
import { concerns, REFUSAL_NAMES } from "./refusals.js";

const CODES = Object.keys(FIXED_TEXT) as [RejectionCode, ...RejectionCode[]];

const common = {
  /** Such as "/wallet/broadcasthex"; "*" is every path but those of the sandbox itself. */
  path: z.string().min(1),
  /** Only broadcasts of this account's transactions, in base58. */
  owner: z
    .string()
    .refine((text) => fromBase58(text) !== undefined, "must be a base58 address")
    .optional(),
  /** How many calls it applies to. */
  count: z.number().int().positive().default(1),
};

export const faultSchema = z.discriminatedUnion("kind", [
  /** Answers an HTTP status, as a provider that limits or is down. */
  z.object({ kind: z.literal("status"), status: z.number().int().min(400).max(599), ...common }),
  /** Closes the connection without doing anything. */
  z.object({ kind: z.literal("drop"), ...common }),
  /** Does everything, later. */
  z.object({ kind: z.literal("delay"), delayMs: z.number().int().positive(), ...common }),
  /** Does everything, then closes the connection: the caller cannot know. */
  z.object({ kind: z.literal("accept-then-drop"), ...common }),
  /** Does everything and never answers: the caller's time-out decides. */
  z.object({ kind: z.literal("accept-then-hang"), ...common }),
  /** Refuses a broadcast with this code without looking at it. */
  z.object({ kind: z.literal("code"), code: z.enum(CODES), ...common }),
  /** Refuses a broadcast in the node's words for this reason, if the reason is one of its contract. */
  z.object({
    kind: z.literal("reject"),
    reason: z.enum(REFUSAL_NAMES, { error: `must be one of ${REFUSAL_NAMES.join(", ")}` }),
    ...common,
  }),
  /** Accepts a broadcast, knows it from then on, and never puts it into a block. */
  z.object({ kind: z.literal("never-include"), ...common }),
]);

export type Fault = z.infer<typeof faultSchema>;

export class Faults {
  #faults: Fault[] = [];

  add(fault: Fault): void {
    this.#faults.push(fault);
  }

  clear(): void {
    this.#faults = [];
  }

  list(): readonly Fault[] {
    return this.#faults;
  }

  /** The fault for a call of this path, of which one call is used up. */
  take(path: string, broadcast: () => Transaction | undefined): Fault | undefined {
    const index = this.#faults.findIndex((one) => fits(one, path, broadcast));
    const fault = this.#faults[index];
    if (fault === undefined) return undefined;
    if (fault.count === 1) this.#faults.splice(index, 1);
    else this.#faults[index] = { ...fault, count: fault.count - 1 };
    return fault;
  }
}

function fits(fault: Fault, path: string, broadcast: () => Transaction | undefined): boolean {
  if (fault.path !== path && fault.path !== "*") return false;
  if (fault.owner === undefined && fault.kind !== "reject") return true;
  const contract = broadcast()?.contract;
  if (contract === undefined) return false;
  if (fault.owner !== undefined && fromBase58(fault.owner) !== contract.owner) return false;
  return fault.kind !== "reject" || concerns(fault.reason, contract);
}
