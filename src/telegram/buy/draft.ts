/**
 * A draft: the order that a user is putting together on one card. Its fields are what a row stores as JSON; every change
 * raises the version, which the buttons of the card carry. `step` is what is asked; `at` is what the card is at, and holds what belongs
 * to that alone: a price is on the card that can be paid or nowhere.
 *
 *   at a question     asking      the way to a whole order; Back leads to the question before
 *                     changing    one field of a whole order, or the price of one's own of a Fast one; Back leads to that order
 *   at `confirm`      pricing     the price is asked for
 *                     priced      it can be paid. Held for two minutes; later Pay asks again, and pays what costs no more
 *                     confirming  Pay was tapped for a large sum, or what books an extension: it asks once more
 *                     lapsed      the price is too old even for that
 *                     failed      there is no price, or it could not be paid
 *                     choosing    the fields, or the accounts, are shown, to change one; behind it the card is at what it was
 */
import { z } from "zod";
import { DURATIONS } from "../../domain/duration.js";
import { SUN_PER_TRX } from "../../domain/money.js";
import { ORDER_TYPES } from "../../domain/order-request.js";
import { amountOfEach, highestPriceSun } from "../../domain/price.js";
import { RESOURCES } from "../../domain/resource.js";
import { PASSED_OVER } from "../../domain/rest-reasons.js";
import {
  alsoRefusedSchema,
  lineProblemSchema,
  type Notice,
  noticeSchema,
  verdictSchema,
} from "../intake/findings.js";
import { STEPS } from "../kit/buttons.js";
import { type Short, shortIn } from "../kit/notices.js";
import { sizingSchema } from "../kit/sizing.js";
import type { FlowCodec, FlowState } from "../kit/state.js";

export type Step = (typeof STEPS)[number];

/** What Manual asks and Fast does not. */
const MANUAL_STEPS: readonly Step[] = ["price", "options"];

/** What can be answered by typing. */
export const TYPED_FIELDS = ["receivers", "amount", "duration", "price", "partialMin"] as const;
export type TypedField = (typeof TYPED_FIELDS)[number];
/** What a group is asked for by a forced reply; a duration is tapped there. */
export type AskedField = Exclude<TypedField, "duration">;

const restReasonSchema = z.discriminatedUnion("why", [
  z.object({ why: z.enum(["heldUp", "overdue", "ofPool", "fillsNow", "bulk"]) }),
  z.object({ why: z.enum(PASSED_OVER), owners: z.int() }),
  z.object({ why: z.literal("locked"), owners: z.int(), untilMs: z.int() }),
  z.object({
    ...{ why: z.literal("price"), priceSun: z.int(), nextPriceSun: z.int().nullable() },
    someoneOffers: z.boolean(),
  }),
]);

const quoteSchema = z.object({
  quoteId: z.string(),
  priceSun: z.int(),
  totalSun: z.int(),
  /** Wall time until which the price is bound. */
  expiresAt: z.int(),
  /** What the customer had when it was quoted. */
  availableSun: z.int(),
  /** Units the pool could deliver then: the price is bound, what can be delivered is not. */
  capacityUnits: z.int().optional(),
  /** Any time of up to a day costs as much. */
  isSameForDay: z.boolean().optional(),
  /** What the network would burn for the same units on each day, for all receivers; undefined when it is not known. */
  burnSun: z.int().optional(),
  /** Of a Manual order: what the book would fill at once and for how much, for all receivers. */
  manual: z
    .object({
      ...{ fillsUnits: z.int(), fillsSun: z.int().optional() },
      /** Why the rest would wait. */
      waits: z.array(restReasonSchema).optional(),
      /** What one Pay for all of it at once takes at most instead, and what it costs now; undefined where that cannot be had. */
      atOnce: z.object({ totalSun: z.int(), costSun: z.int() }).optional(),
    })
    .optional(),
  /** Sellers deliver all of a Fast order at once for less than the desk's own price: what it costs now by theirs, and what it is. */
  sellers: z.object({ costSun: z.int(), deskSun: z.int() }).optional(),
  /** Sellers ask less, but cannot sell to these wallets before then. */
  toOthers: z
    .object({
      priceSun: z.int(),
      locked: z.object({ untilMs: z.int(), isWithinDay: z.boolean() }).optional(),
    })
    .optional(),
  /** Binds the desk's own price where the quote is of sellers. */
  deskQuoteId: z.string().optional(),
  /** Bandwidth that is paid with it, contained in the total sum. */
  beside: z.object({ quoteId: z.string(), priceSun: z.int(), totalSun: z.int() }).optional(),
  /** Bandwidth that a transfer of USDT lacks: what it would cost, and what is burnt without it. */
  bandwidth: z
    .object({ units: z.int(), totalSun: z.int(), burnSun: z.int().optional() })
    .optional(),
});
export type DraftQuote = z.infer<typeof quoteSchema>;

const notice = noticeSchema.optional();
const asking = z.object({ is: z.literal("asking"), notice });
const shown = [
  z.object({ is: z.literal("pricing") }),
  z.object({ is: z.literal("priced"), quote: quoteSchema }),
  z.object({ is: z.literal("lapsed"), quote: quoteSchema }),
  z.object({ is: z.literal("failed"), notice: noticeSchema }),
] as const;
const atSchema = z.discriminatedUnion("is", [
  asking,
  z.object({ is: z.literal("changing"), back: z.enum(["order", "fast"]), notice }),
  ...shown,
  z.object({ is: z.literal("confirming"), quote: quoteSchema, isBooking: z.boolean().optional() }),
  z.object({
    is: z.literal("choosing"),
    behind: z.discriminatedUnion("is", [...shown]),
    isOfAccount: z.boolean().optional(),
  }),
]);
/** What the card is at. */
export type At = z.infer<typeof atSchema>;

export const draftDataSchema = z.object({
  type: z.enum(ORDER_TYPES).optional(),
  resource: z.enum(RESOURCES).optional(),
  /** Good ones only, at most 20, in the order they were given. */
  receivers: z.array(z.string()).default([]),
  /** The lines of the last answer that could not be used, and how many good ones were beyond 20. */
  refused: z.array(verdictSchema).default([]),
  beyondLimit: z.int().default(0),
  /** How many lines could not be used beyond those, and why. */
  alsoRefused: alsoRefusedSchema.default({}),
  /** The last answer was about further wallets: how many there are now is said. */
  hasMore: z.boolean().default(false),
  /** Good ones beyond 20, for the next cards: as many as a file holds at most. */
  waiting: z.array(z.string()).default([]),
  /** Offered as buttons at the receivers; fixed with the draft: a place keeps its meaning. */
  wallets: z.array(z.string()).default([]),
  /** What the owner calls those of them that have a name; in a group none has. */
  walletNames: z.record(z.string(), z.string()).default({}),
  /** `/usdt` asks who sends and who gets: two wallets are sized as a transfer. */
  sizes: z.boolean().default(false),
  /** The one of them that is known. */
  transfer: z.object({ from: z.string().optional(), to: z.string().optional() }).optional(),
  /** What `/usdt` has found; said while the amount is still the one it proposes. */
  sizing: sizingSchema.optional(),
  /** The rentals that it extends: of a call, those that end by then (chain time). */
  extended: z
    .object({
      ...{ batchId: z.string(), endsBy: z.int() },
      /** Rentals being extended; endsAt is the earliest. */
      old: z
        .object({ endsAt: z.int(), resource: z.enum(RESOURCES), receivers: z.array(z.string()) })
        .optional(),
    })
    .optional(),
  /** An extension does not wait for the end of the old rental. */
  startsNow: z.boolean().default(false),
  /** Units per receiver. */
  amount: z.int().optional(),
  /** An amount that nobody has chosen: found by /usdt, what the money is enough for, or that of another order. */
  foundAmount: z.int().optional(),
  /** Those that get another amount than the others. */
  amounts: z.record(z.string(), z.int()).default({}),
  /** Units of Bandwidth for each wallet, paid with the Energy of a Fast order. */
  bandwidth: z.int().optional(),
  duration: z.enum(DURATIONS).optional(),
  /** SUN per unit; of a Manual order, as are the options. */
  price: z.int().optional(),
  allowPartial: z.boolean().optional(),
  /** The least part in units; undefined is the least that is sold. */
  partialMin: z.int().optional(),
  /** All receivers start together; it counts where there are several. */
  bulk: z.boolean().default(false),
  /** What is not locked is not delivered. */
  requireLock: z.boolean().default(false),
  /** A typed answer is awaited for this field (Other, or the receivers). */
  awaits: z.enum(TYPED_FIELDS).optional(),
  /** Which message, by its number in which chat, answered a field (change.ts). */
  sources: z
    .object({
      chatId: z.int().optional(),
      receivers: z.int().optional(),
      amount: z.int().optional(),
      duration: z.int().optional(),
      price: z.int().optional(),
      partialMin: z.int().optional(),
      /** The message that began the card, and a line that answered several questions at once. */
      opened: z.int().optional(),
      line: z.int().optional(),
      /** The wallets that further messages have added. */
      added: z.array(z.object({ messageId: z.int(), receivers: z.array(z.string()) })).optional(),
    })
    .default({}),
  at: atSchema.default({ is: "asking" }),
  /** What was wrong on the line that opened the card, said until the question is answered. */
  problems: z.array(lineProblemSchema).default([]),
});
export type DraftData = z.infer<typeof draftDataSchema>;

/** `closed`: it was booked. */
export type Draft = FlowState<"open" | "paid" | "closed" | "dropped" | "replaced", Step, DraftData>;

export const DRAFT_CODEC: FlowCodec<Draft> = {
  kind: "draft",
  statuses: ["open", "paid", "closed", "dropped", "replaced"],
  steps: STEPS,
  data: draftDataSchema,
  /** What lacks money keeps saying so: its price cannot be paid. */
  dueAt({ status, data }, at) {
    const quote = quoteOf(data);
    const isPriced = status === "open" && quote && shownOf(data).is !== "lapsed";
    if (!isPriced || shortOf(data)) return undefined;
    return at < quote.expiresAt ? quote.expiresAt : lapsesAt(quote);
  },
  /** Not while its fields are shown: somebody is at it. */
  needsSun({ status, data }) {
    const isLeft = status === "open" && data.at.is !== "choosing";
    return isLeft ? shortOf(data)?.neededSun : undefined;
  },
};

export const EMPTY_DATA: DraftData = draftDataSchema.parse({});

/** For how long Pay asks again for a price that is over, and pays it where it is no higher. */
const ASKED_ANEW_FOR_MS = 15 * 60_000;

/** When a price is too old to be paid. */
export function lapsesAt({ expiresAt }: DraftQuote): number {
  return expiresAt + ASKED_ANEW_FOR_MS;
}

/** What an extension is booked at: the desk's own price. Sellers of now, and what can be delivered now, say nothing of then. */
export function bookedQuote(quote: DraftQuote): DraftQuote {
  const { sellers, toOthers: _, capacityUnits: __, deskQuoteId, ...kept } = quote;
  const totalSun = sellers?.deskSun ?? quote.totalSun;
  // Both are for the same units and days.
  const priceSun = totalSun / (quote.totalSun / quote.priceSun);
  return { ...kept, quoteId: deskQuoteId ?? quote.quoteId, priceSun, totalSun };
}

/** What the card is at behind its fields. */
export function shownOf({ at }: Pick<DraftData, "at">): Exclude<At, { readonly is: "choosing" }> {
  return at.is === "choosing" ? at.behind : at;
}

/** The price on the card, also one that cannot be paid now. */
export function quoteOf(data: Pick<DraftData, "at">): DraftQuote | undefined {
  const shown = shownOf(data);
  return "quote" in shown ? shown.quote : undefined;
}

/** What went wrong last, said on the card until the next change. */
export function noticeIn(data: Pick<DraftData, "at">): Notice | undefined {
  const shown = shownOf(data);
  return "notice" in shown ? shown.notice : undefined;
}

/** What money is missing for it; undefined where none is, as far as the card knows. */
export function shortOf(data: Pick<DraftData, "at">): Short | undefined {
  const [quote, notice] = [quoteOf(data), noticeIn(data)];
  if (notice) {
    return notice.code === "INSUFFICIENT_BALANCE" ? shortIn(notice.details ?? {}) : undefined;
  }
  if (!quote || quote.availableSun >= quote.totalSun) return undefined;
  return { neededSun: quote.totalSun, missingSun: quote.totalSun - quote.availableSun };
}

/** The same for a balance that is still too little: what is missing is less, or more, than when it was asked for. */
export function withBalance(data: DraftData, availableSun: number): DraftData {
  const { at } = data;
  const short = shortOf(data);
  if (!short || availableSun >= short.neededSun) return data;
  if (at.is === "priced") return { ...data, at: { ...at, quote: { ...at.quote, availableSun } } };
  if (at.is !== "failed") return data;
  const details = { ...at.notice.details, available: availableSun / SUN_PER_TRX };
  return { ...data, at: { ...at, notice: { ...at.notice, details } } };
}

/** The end of the rentals that the draft still extends, whatever was changed on it; undefined when it extends none. */
export function oldEndOf({ extended, resource, receivers }: DraftData): number | undefined {
  const { old } = extended ?? {};
  const isSame =
    old?.resource === resource && receivers.every((one) => old?.receivers.includes(one));
  return isSame ? old?.endsAt : undefined;
}

/** A Fast extension begins at a time, and a booking keeps one resource and one amount for all wallets: whether it is such a one, or what keeps it from that. */
export function bookingOf(data: DraftData): "can" | "amounts" | "bandwidth" | undefined {
  if (data.type !== "Fast" || oldEndOf(data) === undefined) return undefined;
  if (data.bandwidth !== undefined) return "bandwidth";
  return amountOfEach(amountsOf(data) ?? []) === undefined ? "amounts" : "can";
}

/** What is asked of an order of this type; all of it while there is none. */
export function stepsOf({ type }: Pick<DraftData, "type">): readonly Step[] {
  return type === "Fast" ? STEPS.filter((step) => !MANUAL_STEPS.includes(step)) : STEPS;
}

/** Where Back gives up the price of one's own; from the options it leads to that price. */
export function leadsBackToFast({ step, data: { at } }: Pick<Draft, "step" | "data">): boolean {
  return at.is === "changing" && at.back === "fast" && step !== "options";
}

/** The first question that is not answered; `confirm` when all are. */
export function firstOpenStep(data: DraftData): Step {
  if (!data.type) return "type";
  if (!data.resource) return "resource";
  if (data.receivers.length === 0) return "receivers";
  if (!amountsOf(data)) return "amount";
  if (!data.duration) return "duration";
  if (data.type === "Fast") return "confirm";
  if (data.price === undefined || data.price > mostPriceSun(data)) return "price";
  return data.allowPartial === undefined ? "options" : "confirm";
}

/** Beyond it the order would cost more than money can be; of an order that is not known yet, more than a number can be. */
export function mostPriceSun(data: DraftData): number {
  const amounts = amountsOf(data);
  if (!amounts || !data.duration) return Number.MAX_SAFE_INTEGER;
  return highestPriceSun(amounts, data.duration);
}

/** Units for each receiver, in their order; one amount while there is none of them. Undefined until all are known. */
export function amountsOf({
  receivers,
  amount,
  amounts,
}: Readonly<Pick<DraftData, "amount" | "amounts">> & {
  readonly receivers: readonly string[];
}): number[] | undefined {
  if (receivers.length === 0) return amount === undefined ? undefined : [amount];
  const known = receivers.flatMap((receiver) => amounts[receiver] ?? amount ?? []);
  return known.length === receivers.length ? known : undefined;
}

/** How most would read the amounts of a list whose they are asked of, in its order; empty where that is not certain, or nothing is asked. */
export function amountsInOrder({
  problems,
}: Pick<DraftData, "problems">): (readonly [string, number])[] {
  const asked = problems.find(({ code }) => code === "WHOSE_AMOUNTS");
  return (asked?.hint ?? []).flatMap((pair) => {
    const [address = "", units] = String(pair).split(" ");
    return Number(units) > 0 ? [[address, Number(units)] as const] : [];
  });
}

/** The least and the most that a receiver gets; undefined until it is known of each. */
export function amountRange(data: DraftData): { least: number; most: number } | undefined {
  const amounts = amountsOf(data);
  return amounts && { least: Math.min(...amounts), most: Math.max(...amounts) };
}

/** The receivers that are still asked about while others have amounts of their own; none when that is not so. */
export function othersWithout({ receivers, amount, amounts }: DraftData): readonly string[] {
  if (amount !== undefined) return [];
  const others = receivers.filter((receiver) => amounts[receiver] === undefined);
  return others.length < receivers.length ? others : [];
}

/** Amounts of its wallets only; one that all have alike is the common one. */
export function withCommonAmount(data: DraftData): DraftData {
  const wallets = [...data.receivers, ...data.waiting];
  const own = wallets.map((wallet) => data.amounts[wallet] ?? data.amount);
  const [first] = own;
  if (first !== undefined && own.every((units) => units === first)) {
    return { ...data, amount: first, amounts: {} };
  }
  const kept = wallets.flatMap((wallet) => {
    const units = data.amounts[wallet];
    return units === undefined || units === data.amount ? [] : [[wallet, units] as const];
  });
  return { ...data, amounts: Object.fromEntries(kept) };
}

export function isComplete(data: DraftData): boolean {
  return firstOpenStep(data) === "confirm";
}

export function isAtConfirm({ step, data }: Pick<Draft, "step" | "data">): boolean {
  return step === "confirm" && isComplete(data);
}

/** The card still rents what `/usdt` proposed, for the same sender. */
export function isSized({ sizing, amount, receivers, resource }: DraftData): boolean {
  if (!sizing || resource !== "energy" || amount !== sizing.rentUnits) return false;
  return receivers.length === 1 && receivers[0] === sizing.from;
}
