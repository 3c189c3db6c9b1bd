/** A card on which orders that rest get another price or lifetime. What they are now is read when it is drawn. */
import { z } from "zod";
import type { FlowCodec, FlowState } from "../kit/state.js";

const AMEND_STEPS = ["choose", "price", "lifetime", "hold"] as const;
type AmendStep = (typeof AMEND_STEPS)[number];

/** How long they may rest in all, as buttons. */
export const LIFETIMES_HOURS = [1, 6, 24, 72, 168] as const;

const amendDataSchema = z.object({
  batchId: z.string(),
  /** A higher price, which waits for a yes, and what it holds in addition. */
  asked: z.object({ priceSun: z.int(), moreSun: z.int() }).optional(),
  /** The yes was tapped and could not be done: nothing else comes to its place. */
  wasAsked: z.boolean().default(false),
  /** What was wrong last; `details` are those of the error table. */
  notice: z
    .object({ code: z.string(), details: z.record(z.string(), z.unknown()).optional() })
    .optional(),
  /** What has become of it. */
  done: z.object({ priceSun: z.int().optional(), lifetimeHours: z.int().optional() }).optional(),
});
export type AmendData = z.infer<typeof amendDataSchema>;

export type Amend = FlowState<"open" | "closed" | "replaced", AmendStep, AmendData>;

export const AMEND_CODEC: FlowCodec<Amend> = {
  kind: "amend",
  statuses: ["open", "closed", "replaced"],
  steps: AMEND_STEPS,
  data: amendDataSchema,
};

/** What a tap of the yes holds in addition, as a key: another one is another sum to be read. */
export function heldSum({ id, status, step, data: { asked } }: Amend): string | undefined {
  if (status !== "open" || step !== "hold" || !asked) return undefined;
  return `${asked.moreSun} more at ${asked.priceSun} of ${id}`;
}
