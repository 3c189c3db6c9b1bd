/**
 * A card on which orders that rest get another price or lifetime: what it is at, and what an event makes of it. Pure: what the orders are
 * is read when it is drawn, what a price would hold was looked up before.
 */
import { z } from "zod";
import type { OrderChange } from "../../engine/orders/change-order.js";
import { noticeSchema } from "../intake/findings.js";
import type { PriceAnswer } from "../intake/price.js";
import type { AmendAction } from "../kit/buttons.js";
import {
  changed,
  type Reduction,
  type RefusalWord,
  type Tap,
  type ToastEffect,
  tapped,
  unchanged,
} from "../kit/reduction.js";
import type { FlowCodec, FlowState } from "../kit/state.js";

const AMEND_STEPS = ["choose", "price", "lifetime", "hold"] as const;
type AmendStep = (typeof AMEND_STEPS)[number];

/** How long they may rest in all, as buttons. */
export const LIFETIMES_HOURS = [1, 6, 24, 72, 168] as const;

const amendDataSchema = z.object({
  batchId: z.string(),
  /** A higher price that waits for a yes, and what it holds additionally. */
  asked: z.object({ priceSun: z.int(), moreSun: z.int() }).optional(),
  /** The yes was tapped and could not be done: nothing else comes to its place. */
  wasAsked: z.boolean().default(false),
  /** What was wrong last. */
  notice: noticeSchema.optional(),
  /** How the card ended. */
  done: z.object({ priceSun: z.int().optional(), lifetimeHours: z.int().optional() }).optional(),
});
type AmendData = z.infer<typeof amendDataSchema>;

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

type Notice = NonNullable<AmendData["notice"]>;

export type AmendEvent =
  | Tap<AmendAction>
  /** A typed price; `said` is what a card may repeat of it. */
  | { readonly kind: "answer"; readonly answer: PriceAnswer; readonly said?: string | undefined }
  /** What a price holds in addition; less than nothing where it gives money back. */
  | { readonly kind: "cost"; readonly priceSun: number; readonly moreSun: number }
  /** The sum that was shown is not enough any more. */
  | { readonly kind: "outdated"; readonly priceSun: number }
  /** The sum that was tapped had only just come to the screen. */
  | { readonly kind: "unread" }
  | { readonly kind: "refused"; readonly notice: Notice }
  /** The orders were changed in the same transaction. */
  | { readonly kind: "amended"; readonly change: OrderChange };

type AmendWord = RefusalWord | "alreadyDropped" | "readFirst";

export type AmendEffect =
  | ToastEffect<AmendWord>
  /** Look up what the price would hold: it comes back as `cost`. */
  | { readonly kind: "look"; readonly priceSun: number }
  | { readonly kind: "amend"; readonly change: OrderChange; readonly mostMoreSun: number }
  /** In a group: ask for the price with a forced reply. */
  | { readonly kind: "prompt" };

type AmendReduction = Reduction<Amend, AmendEffect>;

export function reduceAmend(amend: Amend, event: AmendEvent): AmendReduction {
  if (event.kind === "tap") {
    return tapped(amend, event, "alreadyDropped", (action) => acted(amend, action));
  }
  if (amend.status !== "open") return unchanged(amend);
  const { data } = amend;
  switch (event.kind) {
    case "answer":
      return answered(amend, event.answer, event.said);
    case "cost":
      return costed(amend, event);
    case "outdated": {
      const look = { kind: "look", priceSun: event.priceSun } as const;
      const asksAnew = { ...onlyOf(data), wasAsked: true };
      return changed(amend, { step: "price", data: asksAnew }, look);
    }
    case "unread":
      return unchanged(amend, { kind: "toast", toast: "readFirst" });
    case "refused": {
      const wasAsked = amend.step === "hold";
      const step = wasAsked ? "price" : amend.step;
      const { batchId } = data;
      return changed(amend, { step, data: { batchId, wasAsked, notice: event.notice } });
    }
    case "amended": {
      const { priceSun, lifetimeHours } = event.change;
      const done = { priceSun, lifetimeHours };
      return changed(amend, { status: "closed", data: { ...onlyOf(data), done } });
    }
  }
}

function acted(amend: Amend, action: AmendAction): AmendReduction {
  const { data, step } = amend;
  switch (action.kind) {
    case "ask":
      return at(amend, action.field);
    case "back":
      return at(amend, step === "hold" ? "price" : "choose");
    case "close":
      return changed(amend, { status: "closed" });
    case "other":
      return amend.isGroup ? unchanged(amend, { kind: "prompt" }) : unchanged(amend);
    case "price":
      return step === "price"
        ? unchanged(amend, { kind: "look", priceSun: action.price })
        : unchanged(amend);
    case "lifetime": {
      const change = { lifetimeHours: action.hours };
      return step === "lifetime"
        ? unchanged(amend, { kind: "amend", change, mostMoreSun: 0 })
        : unchanged(amend);
    }
    case "hold": {
      const { asked } = data;
      if (step !== "hold" || !asked) return unchanged(amend);
      const { priceSun, moreSun } = asked;
      return unchanged(amend, { kind: "amend", change: { priceSun }, mostMoreSun: moreSun });
    }
  }
}

function at(amend: Amend, step: Amend["step"]): AmendReduction {
  return changed(amend, { step, data: onlyOf(amend.data) });
}

/** Without what belongs to the last step. */
function onlyOf({ batchId }: AmendData): AmendData {
  return { batchId, wasAsked: false };
}

/** What holds more money waits for a yes; anything else is done. */
function costed(
  amend: Amend,
  asked: { readonly priceSun: number; readonly moreSun: number },
): AmendReduction {
  const { priceSun, moreSun } = asked;
  if (moreSun <= 0) {
    return unchanged(amend, { kind: "amend", change: { priceSun }, mostMoreSun: 0 });
  }
  const data = { ...onlyOf(amend.data), asked: { priceSun, moreSun } };
  return changed(amend, { step: "hold", data });
}

function answered(amend: Amend, answer: PriceAnswer, said: string | undefined): AmendReduction {
  const notice = priceNotice(answer);
  if (!notice && answer.kind === "sun") {
    return unchanged(amend, { kind: "look", priceSun: answer.priceSun });
  }
  const { code = "PRICE_NOT_UNDERSTOOD", details } = notice ?? {};
  const data = { ...onlyOf(amend.data), notice: { code, details: { ...details, said } } };
  return changed(amend, { step: "price", data });
}

function priceNotice(answer: PriceAnswer): Notice | undefined {
  const maximum = Number.MAX_SAFE_INTEGER;
  const tooHigh = { code: "PRICE_TOO_HIGH", details: { maximum } };
  if (answer.kind === "none") return { code: "PRICE_NOT_UNDERSTOOD" };
  if (answer.kind === "sun") return answer.priceSun > maximum ? tooHigh : undefined;
  const readings = answer.near.map(String);
  return readings.length > 0 ? { code: "PRICE_NOT_WHOLE", details: { readings } } : tooHigh;
}

/** A typed price answers it. */
export function awaitsPrice({ status, step }: Amend): boolean {
  return status === "open" && (step === "price" || step === "hold");
}
