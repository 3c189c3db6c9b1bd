/**
 * A card of /sell: on it a customer shows that an account is theirs, lets the desk delegate, offers what it has, and looks after it. What it
 * is at, and what an event makes of it. Pure: what needs the chain or the tables is an effect that comes back as an event. A card that is
 * closed or replaced never changes again.
 */
import { z } from "zod";
import { must } from "../../domain/assert.js";
import { DURATIONS, durationSeconds, durationWith } from "../../domain/duration.js";
import { DeskError } from "../../domain/errors.js";
import { DELEGATING, POWERS } from "../../domain/permission.js";
import { RESOURCES, type Resource, resourceTitle } from "../../domain/resource.js";
import { type Offer, parseOffer } from "../../domain/seller.js";
import type { AmountAnswer } from "../intake/amount.js";
import { OFFER_FIELDS, type SellingAction } from "../kit/buttons.js";
import {
  changed,
  type RedrawEffect,
  type Reduction,
  type Tap,
  type ToastEffect,
  tapped,
  unchanged,
} from "../kit/reduction.js";
import type { FlowCodec, FlowState } from "../kit/state.js";

export type OfferField = (typeof OFFER_FIELDS)[number];

export const SELLING_STEPS = [
  ...["list", "address", "permission", "challenge", "seller", "offer"],
  ...OFFER_FIELDS,
] as const;
export type SellingStep = (typeof SELLING_STEPS)[number];

const lookSchema = z.object({
  isOwn: z.boolean(),
  account: z.enum(["wallet", "notActivated", "unstaked", "contract", "desk"]),
  gap: z
    .object({
      hasKey: z.boolean(),
      missing: z.array(z.enum(DELEGATING)).readonly(),
      weight: z.object({ has: z.number(), needs: z.number() }).optional(),
    })
    .optional(),
  powers: z.array(z.enum(POWERS)).readonly(),
});
export type Look = z.infer<typeof lookSchema>;

const offerSchema = z.object({
  resource: z.enum(RESOURCES),
  minPriceSun: z.int(),
  shortest: z.enum(DURATIONS),
  longest: z.enum(DURATIONS),
  minChunk: z.int(),
  keep: z.int(),
  active: z.boolean(),
});

/** What went wrong last: a code of the error table, or one of the card's own. */
export const SELLING_NOTICES = [
  ...["NO_ADDRESS", "BAD_ADDRESS", "NOT_ACTIVATED", "NOT_STAKED", "CONTRACT", "DESKS_OWN"],
  ...["NO_SIGNATURE", "SIGNATURE_INVALID", "OTHER_KEY", "WEAK_KEY"],
  ...["CHALLENGE_EXPIRED", "PERMISSION_MISSING"],
  ...["PRICE_RANGE", "CHUNK_RANGE", "KEEP_RANGE", "CHAIN_UNAVAILABLE", "NOT_YOURS", "FAILED"],
] as const;
export type SellingNotice = (typeof SELLING_NOTICES)[number];

export const sellingDataSchema = z.object({
  /** The accounts on the list; a button names one by its place. */
  sellers: z.array(z.string()).default([]),
  address: z.string().optional(),
  look: lookSchema.optional(),
  challenge: z.object({ text: z.string(), expiresAt: z.int() }).optional(),
  offer: offerSchema.optional(),
  /** Prices to choose from, in SUN. */
  prices: z.array(z.int()).default([]),
  notice: z.enum(SELLING_NOTICES).optional(),
  /** What was typed, where that is what is wrong; short. */
  said: z.string().optional(),
  /** Whose key it was, of OTHER_KEY. */
  signer: z.string().optional(),
});
export type SellingData = z.infer<typeof sellingDataSchema>;

export type Selling = FlowState<"open" | "closed" | "replaced", SellingStep, SellingData>;

export const SELLING_CODEC: FlowCodec<Selling> = {
  kind: "selling",
  statuses: ["open", "closed", "replaced"],
  steps: SELLING_STEPS,
  data: sellingDataSchema,
};

export function isOfferField(step: SellingStep): step is OfferField {
  return OFFER_FIELDS.some((field) => field === step);
}

/** A typed text, read for the question the card is at. */
export type SellingAnswer =
  | { readonly kind: "address"; readonly address: string }
  | { readonly kind: "signature"; readonly signature: string }
  | { readonly kind: "number"; readonly answer: AmountAnswer }
  | { readonly kind: "bad"; readonly notice: SellingNotice };

export type SellingEvent =
  | Tap<SellingAction>
  /** `said` is what a card may repeat of it. */
  | {
      readonly kind: "answer";
      readonly answer: SellingAnswer;
      readonly said?: string | undefined;
    }
  | { readonly kind: "listed"; readonly sellers: readonly string[] }
  | { readonly kind: "looked"; readonly look: Look }
  | { readonly kind: "challenged"; readonly text: string; readonly expiresAt: number }
  /** The account sells for the customer now. */
  | { readonly kind: "verified" }
  | { readonly kind: "terms"; readonly offer: Offer; readonly prices: readonly number[] }
  | { readonly kind: "offered" }
  | {
      readonly kind: "failed";
      readonly notice: SellingNotice;
      /** Whose key made the signature, of OTHER_KEY. */
      readonly signer?: string | undefined;
    };

/** What must be looked up or done before the card is written; what comes of it is the next event. */
export type SellingWish =
  | { readonly kind: "list" }
  | { readonly kind: "look" }
  | { readonly kind: "challenge" }
  | { readonly kind: "verify"; readonly signature: string }
  | { readonly kind: "terms"; readonly resource: Resource }
  | { readonly kind: "put"; readonly offer: Offer }
  | { readonly kind: "switch"; readonly resource: Resource; readonly active: boolean };

export type SellingEffect =
  | ToastEffect<"notYours" | "stale" | "closed" | "saved" | "unchanged" | "fine" | "refreshed">
  | RedrawEffect
  | SellingWish;

type SellingReduction = Reduction<Selling, SellingEffect>;

export function reduceSelling(selling: Selling, event: SellingEvent): SellingReduction {
  if (event.kind === "tap") {
    return tapped(selling, event, "closed", (action) => acted(selling, action));
  }
  if (selling.status !== "open") return unchanged(selling);
  switch (event.kind) {
    case "answer":
      return repeating(event.said, answered(selling, event.answer));
    case "listed":
      return listed(selling, event.sellers);
    case "looked":
      return looked(selling, event.look);
    case "challenged": {
      const { text, expiresAt } = event;
      return at(selling, "challenge", { challenge: { text, expiresAt } });
    }
    case "verified":
      return at(
        selling,
        "seller",
        { challenge: undefined, look: undefined },
        { kind: "terms", resource: "energy" },
      );
    case "terms":
      return at(selling, "offer", { offer: event.offer, prices: [...event.prices] });
    case "offered":
      // The card may be at the same step as before: what it shows of the tables is new.
      return at(
        selling,
        "seller",
        { offer: undefined, prices: [] },
        { kind: "toast", toast: "saved" },
        REDRAW,
      );
    case "failed":
      return noticed(selling, event.notice, event.signer);
  }
}

const REDRAW: SellingEffect = { kind: "redraw" };

function acted(selling: Selling, action: SellingAction): SellingReduction {
  const { step, data } = selling;
  switch (action.kind) {
    case "list":
      return unchanged(selling, { kind: "list" });
    case "add":
      return at(selling, "address", { address: undefined, look: undefined, challenge: undefined });
    case "open": {
      const address = step === "list" ? data.sellers[action.at] : undefined;
      return address === undefined ? unchanged(selling) : at(selling, "seller", { address });
    }
    case "check":
      return data.address === undefined ? unchanged(selling) : unchanged(selling, { kind: "look" });
    case "sign":
      return maySign(selling) ? unchanged(selling, { kind: "challenge" }) : unchanged(selling);
    case "edit":
      if (step !== "seller" && step !== "offer") return unchanged(selling);
      return unchanged(selling, { kind: "terms", resource: action.resource });
    case "on":
    case "off": {
      if (step !== "seller") return unchanged(selling);
      const { resource, kind } = action;
      return unchanged(selling, { kind: "switch", resource, active: kind === "on" });
    }
    case "ask":
      return data.offer && step === "offer" ? at(selling, action.field) : unchanged(selling);
    case "set":
      return isOfferField(step) ? set(selling, step, action.value) : unchanged(selling);
    case "save": {
      if (step !== "offer" || !data.offer) return unchanged(selling);
      return unchanged(selling, { kind: "put", offer: { ...data.offer, active: true } });
    }
    case "refresh":
      return unchanged(selling, { kind: "toast", toast: "refreshed" }, REDRAW);
    case "back":
      return back(selling);
    case "close":
      return changed(selling, { status: "closed" });
  }
}

/** Only for an account that the desk may delegate for. */
function maySign({ step, data: { look } }: Selling): boolean {
  return step === "challenge" || (step === "permission" && look !== undefined && !look.gap);
}

function back(selling: Selling): SellingReduction {
  switch (selling.step) {
    case "list":
    case "address":
    case "seller":
      return unchanged(selling, { kind: "list" });
    case "permission":
      return selling.data.look?.isOwn ? at(selling, "seller") : at(selling, "address");
    case "challenge":
      return at(selling, "permission");
    case "offer":
      return at(selling, "seller", { offer: undefined, prices: [] });
    default:
      return at(selling, "offer");
  }
}

function listed(selling: Selling, sellers: readonly string[]): SellingReduction {
  const step = sellers.length > 0 ? "list" : "address";
  return at(selling, step, { sellers: [...sellers], address: undefined, look: undefined });
}

const REFUSED: Record<Exclude<Look["account"], "wallet">, SellingNotice> = {
  notActivated: "NOT_ACTIVATED",
  unstaked: "NOT_STAKED",
  contract: "CONTRACT",
  desk: "DESKS_OWN",
};

/** What is missing or too much is shown; where nothing is, the next question comes at once. */
function looked(selling: Selling, look: Look): SellingReduction {
  if (look.account !== "wallet") return noticed(selling, REFUSED[look.account]);
  const isFine = !look.gap && look.powers.length === 0;
  const isAsked = selling.step === "permission" || selling.step === "seller";
  if (look.isOwn && (isFine || !isAsked)) {
    const said: SellingEffect[] = isFine && isAsked ? [{ kind: "toast", toast: "fine" }] : [];
    return at(selling, "seller", {}, REDRAW, ...said);
  }
  if (isFine) return at(selling, "permission", { look }, { kind: "challenge" });
  const shown = at(selling, "permission", { look });
  // The card would look as if nobody had looked.
  return shown.state === selling
    ? unchanged(selling, { kind: "toast", toast: "unchanged" })
    : shown;
}

function answered(selling: Selling, answer: SellingAnswer): SellingReduction {
  const { step, data } = selling;
  switch (answer.kind) {
    case "bad":
      return noticed(selling, answer.notice);
    case "address": {
      if (step !== "address") return unchanged(selling);
      const { address } = answer;
      return at(selling, "address", { address, look: undefined }, { kind: "look" });
    }
    case "signature": {
      if (step !== "challenge" || !data.challenge) return unchanged(selling);
      return unchanged(selling, { kind: "verify", signature: answer.signature });
    }
    case "number": {
      if (!isOfferField(step)) return unchanged(selling);
      const { answer: number } = answer;
      return set(selling, step, number.kind === "units" ? number.units : Number.NaN);
    }
  }
}

/** Nobody should have to look for what they typed. */
function repeating(said: string | undefined, { state, effects }: SellingReduction) {
  if (said === undefined || !state.data.notice) return { state, effects };
  return { state: { ...state, data: { ...state.data, said } }, effects };
}

const RANGES: Record<OfferField, SellingNotice> = {
  price: "PRICE_RANGE",
  shortest: "FAILED",
  longest: "FAILED",
  chunk: "CHUNK_RANGE",
  keep: "KEEP_RANGE",
};

/** What the offer may be is the domain's to say. */
function set(selling: Selling, field: OfferField, value: number): SellingReduction {
  const offer = must(selling.data.offer, "an offer to change");
  try {
    const judged = parseOffer(bodyOf(withField(offer, field, value)));
    return at(selling, "offer", { offer: judged });
  } catch (error) {
    if (error instanceof DeskError) return noticed(selling, RANGES[field]);
    throw error;
  }
}

/** Moves the other end of the rentals where it would be on the wrong side. */
function withField(offer: Offer, field: OfferField, value: number): Offer {
  switch (field) {
    case "price":
      return { ...offer, minPriceSun: value };
    case "chunk":
      return { ...offer, minChunk: value };
    case "keep":
      return { ...offer, keep: value };
    case "shortest": {
      const shortest = durationWith(value) ?? offer.shortest;
      const isLonger = durationSeconds(shortest) > durationSeconds(offer.longest);
      return { ...offer, shortest, longest: isLonger ? shortest : offer.longest };
    }
    case "longest": {
      const longest = durationWith(value) ?? offer.longest;
      const isShorter = durationSeconds(longest) < durationSeconds(offer.shortest);
      return { ...offer, longest, shortest: isShorter ? longest : offer.shortest };
    }
  }
}

function bodyOf(offer: Offer): Record<string, unknown> {
  return {
    resourceType: resourceTitle(offer.resource),
    minPrice: offer.minPriceSun,
    shortestDuration: offer.shortest,
    longestDuration: offer.longest,
    minChunk: offer.minChunk,
    keep: offer.keep,
    active: offer.active,
  };
}

function noticed(selling: Selling, notice: SellingNotice, signer?: string): SellingReduction {
  return changed(selling, { data: { ...selling.data, notice, signer, said: undefined } });
}

/** Goes to a step; what was wrong before is not said there. */
function at(
  selling: Selling,
  step: SellingStep,
  data: Partial<SellingData> = {},
  ...effects: readonly SellingEffect[]
): SellingReduction {
  const clean = { notice: undefined, signer: undefined, said: undefined };
  const patch = { step, data: { ...selling.data, ...data, ...clean } };
  return changed(selling, patch, ...effects);
}

/** Whether a typed text answers the question the card is at. */
export function awaitsText({ status, step }: Selling): boolean {
  const isTyped = step === "price" || step === "chunk" || step === "keep";
  return status === "open" && (step === "address" || step === "challenge" || isTyped);
}
