/** What faults there are, as they are asked for. */
import { z } from "zod";
import { FIXED_TEXT, type RejectionCode } from "../chain/rejection.js";
import { fromBase58 } from "../wire/address.js";
import { REFUSAL_NAMES } from "./refusals.js";

const CODES = Object.keys(FIXED_TEXT) as [RejectionCode, ...RejectionCode[]];

const common = {
  /** Such as "/wallet/broadcasthex"; "*" is every path but those of the sandbox itself. */
  path: z.string().min(1),
  /** Only broadcasts of this account's transactions, in base58. */
  owner: z
    .string()
    .refine((text) => fromBase58(text) !== undefined, "must be a base58 address")
    .optional(),
  /** How many calls it applies to: 1 unless given, or all in the time that is given. */
  count: z.union([z.number().int().positive(), z.literal("unlimited")]).optional(),
  /** Real milliseconds after which it ends. */
  forMs: z.number().int().positive().optional(),
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
  /** Accepts a broadcast that it would accept, and knows nothing of it afterwards. */
  z.object({ kind: z.literal("accept-and-forget"), ...common }),
  /** Answers the infos of a block with the first few of them, or with none. */
  z.object({
    kind: z.literal("late-infos"),
    infos: z.number().int().min(0).default(0),
    /** Only for the newest so many blocks of the side that is asked; for every block unless given. */
    blocks: z.number().int().positive().optional(),
    ...common,
  }),
  /** Gives the infos of failed transfers of USDT the event that they would have had. */
  z.object({ kind: z.literal("failed-events"), ...common }),
  /** Answers and judges as of an older block, and passes no broadcast on. */
  z.object({
    kind: z.literal("behind"),
    blocks: z.number().int().min(0).default(0),
    /** Stays at the block where it is now, instead of following so many blocks behind. */
    standing: z.boolean().default(false),
    ...common,
  }),
]);

export type Fault = z.infer<typeof faultSchema>;
export type FaultKind = Fault["kind"];

export const FAULT_KINDS = faultSchema.options.map(({ shape }) => shape.kind.value);
