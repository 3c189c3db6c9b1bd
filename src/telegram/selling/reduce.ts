/**
 * What becomes of a card of /sell when something happens to it. Pure: what needs the chain or the tables is wished for, and
 * comes back as an event. A card that is closed or replaced never changes again.
 */
import { present } from "../../domain/assert.js";
import { DURATIONS, durationSeconds } from "../../domain/duration.js";
import { DeskError } from "../../domain/errors.js";
import { resourceTitle } from "../../domain/resource.js";
import { type Offer, parseOffer } from "../../domain/seller.js";
import type { SellingAction } from "../buttons.js";
import {
  isOfferField,
  type Look,
  type OfferField,
  type Selling,
  type SellingData,
  type SellingNotice,
  type SellingStep,
} from "../state/selling.js";
import type {
  SellingAnswer,
  SellingEvent,
  SellingReduction,
  SellingToast,
  SellingWish,
} from "./events.js";

export function reduceSelling(selling: Selling, event: SellingEvent): SellingReduction {
  if (event.kind === "tap") return tapped(selling, event);
  if (selling.status !== "open") return { selling };
  switch (event.kind) {
    case "answer":
      return answered(selling, event.answer);
    case "listed":
      return listed(selling, event.sellers);
    case "looked":
      return looked(selling, event.look);
    case "challenged": {
      const { text, expiresAt } = event;
      return at(selling, "challenge", { challenge: { text, expiresAt } });
    }
    case "verified":
      return wishing(at(selling, "seller", { challenge: undefined, look: undefined }), {
        kind: "terms",
        resource: "energy",
      });
    case "terms":
      return at(selling, "offer", { offer: event.offer, prices: [...event.prices] });
    case "offered": {
      // The card may be at the same step as before: what it shows of the tables is new.
      const shown = at(selling, "seller", { offer: undefined, prices: [] });
      return { ...shown, toast: "saved", redraws: true };
    }
    case "failed":
      return noticed(selling, event.notice);
  }
}

/** Whose card it is comes first: a stranger learns nothing about it. */
function tapped(
  selling: Selling,
  { by, version, action }: Extract<SellingEvent, { kind: "tap" }>,
): SellingReduction {
  const refused = (toast: SellingToast) => ({ selling, toast });
  if (by !== selling.ownerUserId) return refused("notYours");
  if (selling.status !== "open") return refused("closed");
  if (version !== selling.version) return { ...refused("stale"), redraws: true };
  return acted(selling, action);
}

function acted(selling: Selling, action: SellingAction): SellingReduction {
  const { step, data } = selling;
  switch (action.kind) {
    case "list":
      return wishing({ selling }, { kind: "list" });
    case "add":
      return at(selling, "address", { address: undefined, look: undefined, challenge: undefined });
    case "open": {
      const address = step === "list" ? data.sellers[action.at] : undefined;
      return address === undefined ? { selling } : at(selling, "seller", { address });
    }
    case "check":
      return data.address === undefined ? { selling } : wishing({ selling }, { kind: "look" });
    case "sign":
      return maySign(selling) ? wishing({ selling }, { kind: "challenge" }) : { selling };
    case "edit":
      if (step !== "seller" && step !== "offer") return { selling };
      return wishing({ selling }, { kind: "terms", resource: action.resource });
    case "on":
    case "off": {
      if (step !== "seller") return { selling };
      const { resource, kind } = action;
      return wishing({ selling }, { kind: "switch", resource, active: kind === "on" });
    }
    case "ask":
      return data.offer && step === "offer" ? at(selling, action.field) : { selling };
    case "set":
      return isOfferField(step) ? set(selling, step, action.value) : { selling };
    case "save": {
      if (step !== "offer" || !data.offer) return { selling };
      return wishing({ selling }, { kind: "put", offer: { ...data.offer, active: true } });
    }
    case "refresh":
      return { selling, redraws: true, toast: "refreshed" };
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
      return wishing({ selling }, { kind: "list" });
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
  contract: "CONTRACT",
  desk: "DESKS_OWN",
};

/** What is missing or too much is shown; where nothing is, the next question comes at once. */
function looked(selling: Selling, look: Look): SellingReduction {
  if (look.account !== "wallet") return noticed(selling, REFUSED[look.account]);
  const isFine = !look.gap && look.powers.length === 0;
  const isAsked = selling.step === "permission" || selling.step === "seller";
  if (look.isOwn && (isFine || !isAsked)) return { ...at(selling, "seller"), redraws: true };
  const shown = at(selling, "permission", { look });
  if (isFine) return wishing(shown, { kind: "challenge" });
  // The card would look as if nobody had looked.
  return shown.selling === selling ? { ...shown, toast: "unchanged" } : shown;
}

function answered(selling: Selling, answer: SellingAnswer): SellingReduction {
  const { step, data } = selling;
  switch (answer.kind) {
    case "bad":
      return noticed(selling, answer.notice);
    case "address": {
      if (step !== "address") return { selling };
      const { address } = answer;
      return wishing(at(selling, "address", { address, look: undefined }), { kind: "look" });
    }
    case "signature": {
      if (step !== "challenge" || !data.challenge) return { selling };
      return wishing({ selling }, { kind: "verify", signature: answer.signature });
    }
    case "number": {
      if (!isOfferField(step)) return { selling };
      const { answer: number } = answer;
      return set(selling, step, number.kind === "units" ? number.units : Number.NaN);
    }
  }
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
  const offer = present(selling.data.offer, "an offer to change");
  try {
    const judged = parseOffer(bodyOf(withField(offer, field, value)));
    return at(selling, "offer", { offer: judged });
  } catch (error) {
    if (error instanceof DeskError) return noticed(selling, RANGES[field]);
    throw error;
  }
}

/** The other end of the rentals goes along, where it would be on the wrong side. */
function withField(offer: Offer, field: OfferField, value: number): Offer {
  switch (field) {
    case "price":
      return { ...offer, minPriceSun: value };
    case "chunk":
      return { ...offer, minChunk: value };
    case "keep":
      return { ...offer, keep: value };
    case "shortest": {
      const shortest = DURATIONS[value] ?? offer.shortest;
      const isLonger = durationSeconds(shortest) > durationSeconds(offer.longest);
      return { ...offer, shortest, longest: isLonger ? shortest : offer.longest };
    }
    case "longest": {
      const longest = DURATIONS[value] ?? offer.longest;
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

function noticed(selling: Selling, notice: SellingNotice): SellingReduction {
  return changed(selling, { data: { ...selling.data, notice } });
}

/** Goes to a step; what was wrong before is not said there. */
function at(
  selling: Selling,
  step: SellingStep,
  data: Partial<SellingData> = {},
): SellingReduction {
  return changed(selling, { step, data: { ...selling.data, ...data, notice: undefined } });
}

function wishing(reduction: SellingReduction, wish: SellingWish): SellingReduction {
  return { ...reduction, wish };
}

/** The next version of the card; the same one when nothing would be different. */
function changed(
  selling: Selling,
  patch: Partial<Pick<Selling, "status" | "step" | "data">>,
): SellingReduction {
  const next = { ...selling, ...patch };
  const isSame =
    next.status === selling.status &&
    next.step === selling.step &&
    JSON.stringify(next.data) === JSON.stringify(selling.data);
  return { selling: isSame ? selling : { ...next, version: selling.version + 1 } };
}

/** Whether a typed text answers the question the card is at. */
export function awaitsText({ status, step }: Selling): boolean {
  const isTyped = step === "price" || step === "chunk" || step === "keep";
  return status === "open" && (step === "address" || step === "challenge" || isTyped);
}
