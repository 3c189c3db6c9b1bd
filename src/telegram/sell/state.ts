/**
 * A card of /sell: on it a customer shows that an account is his, lets the desk delegate, offers what it has, and looks after
 * it. What is sold and earned is read when the card is drawn; this is what the card is at.
 */
import { z } from "zod";
import { DURATIONS } from "../../domain/duration.js";
import { DELEGATING, POWERS } from "../../domain/permission.js";
import { RESOURCES } from "../../domain/resource.js";
import { OFFER_FIELDS } from "../kit/buttons.js";
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
  ...[
    "NO_ADDRESS",
    "BAD_ADDRESS",
    "SEVERAL_ADDRESSES",
    "NOT_ACTIVATED",
    "NOT_STAKED",
    "CONTRACT",
    "DESKS_OWN",
  ],
  ...["NO_SIGNATURE", "SIGNATURE_INVALID", "OTHER_KEY", "WEAK_KEY"],
  ...["CHALLENGE_EXPIRED", "PERMISSION_MISSING"],
  ...["PRICE_RANGE", "CHUNK_RANGE", "KEEP_RANGE", "CHAIN_UNAVAILABLE", "NOT_YOURS", "FAILED"],
] as const;
export type SellingNotice = (typeof SELLING_NOTICES)[number];

export const sellingDataSchema = z.object({
  /** The accounts on the list; a button means one by its place. */
  sellers: z.array(z.string()).default([]),
  address: z.string().optional(),
  look: lookSchema.optional(),
  challenge: z.object({ text: z.string(), expiresAt: z.int() }).optional(),
  offer: offerSchema.optional(),
  /** To choose from, in SUN. */
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
