/** Sellers: to register one in two steps, to set what it offers, and to look at it. */
import { z } from "zod";
import { fillsAnswer, sellerAnswer, summaryAnswer } from "../answers/seller.js";
import {
  offerSchema,
  parseAddress,
  parseOffer,
  parseProof,
  parseRegistration,
  proofSchema,
  registerSchema,
} from "../domain/seller.js";
import { challengeSeller, verifySeller } from "../engine/sellers/register-seller.js";
import { readFills, readSeller, readSellers } from "../engine/sellers/seller-resource.js";
import { setOffer } from "../engine/sellers/sellers.js";
import {
  address,
  duration,
  EXAMPLE_ADDRESS,
  EXAMPLE_FILL,
  EXAMPLE_TIME,
  fill,
  named,
  nextCursor,
  perResource,
  priceSun,
  resourceName,
  trx,
  units,
  unixMs,
} from "./contract/shapes.js";
import { cursorOf, limit } from "./query.js";
import { READ, route } from "./route.js";

const challenge = named(
  "Challenge",
  z.object({
    address,
    challenge: z.string().describe("Sign it exactly as it is (`signMessageV2`, TIP-191)."),
    expiresAt: unixMs,
  }),
);

const offer = z.object({
  resourceType: resourceName,
  minPrice: priceSun,
  shortestDuration: duration,
  longestDuration: duration,
  minChunk: units,
  keep: units,
  active: z.boolean(),
  since: unixMs.describe("Its place among equal prices: the older offer sells first."),
  mostPrice: priceSun.describe(
    "The most that a unit sells for now, whatever is bid: a multiple of the Fast price, for the dearest duration offered.",
  ),
  tooDear: z.boolean().describe("`minPrice` is above `mostPrice`: the offer sells nothing now."),
});

const summaryFields = {
  address,
  status: z.enum(["active", "paused"]).describe("A paused seller sells nothing."),
  pauseReason: z.string().nullable().describe("What to do about it; it goes on by itself then."),
  registeredAt: unixMs,
  earned: trx.describe("TRX that wait to be paid out to the account itself."),
};

const sellerList = named("SellerList", z.object({ sellers: z.array(z.object(summaryFields)) }));

const seller = named(
  "Seller",
  z.object({
    ...summaryFields,
    warnings: z
      .array(z.string())
      .describe("What the desk's key may do with the account beyond delegating."),
    capacity: perResource(units).describe("Units that can be sold now."),
    offers: z.array(offer),
    openDelegations: z.object({
      count: z.int().min(0),
      newest: z.array(fill).describe("Up to 100 of them."),
    }),
    paidOut: trx.describe("TRX paid out, or on their way."),
    payout: z
      .object({
        waits: z
          .enum(["minimum", "first_payout", "approval"])
          .nullable()
          .describe(
            "Why the next run does not pay `earned`: too little, the first payout to an account waits, or the operator must approve it; null: it does.",
          ),
        notBefore: unixMs.nullable(),
        minimum: trx,
      })
      .nullable()
      .describe("Null where the desk pays nothing out."),
  }),
);

const fillPage = named("FillPage", z.object({ fills: z.array(fill), nextCursor }));

const EXAMPLE_SUMMARY = {
  address: EXAMPLE_ADDRESS,
  status: "active",
  pauseReason: null,
  registeredAt: EXAMPLE_TIME,
  earned: 3.51,
};

const EXAMPLE_OFFER = {
  resourceType: "energy",
  minPrice: 45,
  shortestDuration: "15m",
  longestDuration: "3d",
  minChunk: 20_000,
  keep: 100_000,
  active: true,
};

const EXAMPLE_SELLER = {
  ...EXAMPLE_SUMMARY,
  warnings: [],
  capacity: { energy: 500_000, bandwidth: 0 },
  offers: [{ ...EXAMPLE_OFFER, since: EXAMPLE_TIME, mostPrice: 300, tooDear: false }],
  openDelegations: { count: 1, newest: [EXAMPLE_FILL] },
  paidOut: 0,
  payout: { waits: "minimum", notBefore: null, minimum: 10 },
};

const OF_SELLER = { caller: "customer", tag: "Sellers" } as const;

export const SELLER_ROUTES = [
  route({
    ...OF_SELLER,
    limit: "quote",
    method: "post",
    path: "/v1/seller",
    id: "challengeSeller",
    right: "manage",
    summary: "Get a text to sign that shows an account is yours",
    description:
      "Good for 10 minutes; a newer text takes its place. The account needs an active permission for the desk's operator " +
      "account too: threshold 1, weight 1, the operations 57 and 58 and no others.",
    body: {
      name: "SellerAccount",
      schema: registerSchema,
      read: parseRegistration,
      examples: { Account: { address: EXAMPLE_ADDRESS } },
    },
    answer: {
      data: challenge,
      example: {
        address: EXAMPLE_ADDRESS,
        challenge: "Energy Desk: sell from this account\n…",
        expiresAt: EXAMPLE_TIME + 600_000,
      },
    },
    errors: ["CHAIN_UNAVAILABLE"],
    serve: async ({ engine }, { customerId, body }) =>
      challengeSeller(engine, customerId, body().address),
  }),
  route({
    ...OF_SELLER,
    limit: "quote",
    method: "post",
    path: "/v1/seller/verify",
    id: "verifySeller",
    right: "manage",
    summary: "Give the text back signed",
    description: "What is wrong can be mended and tried again with the same text.",
    body: {
      name: "SellerProof",
      schema: proofSchema,
      read: parseProof,
      examples: { Proof: { address: EXAMPLE_ADDRESS, signature: `0x${"1b".repeat(65)}` } },
    },
    answer: { data: seller, example: EXAMPLE_SELLER },
    errors: ["CHALLENGE_EXPIRED", "SIGNATURE_INVALID", "PERMISSION_MISSING", "CHAIN_UNAVAILABLE"],
    serve: async ({ engine }, { customerId, body }) =>
      sellerAnswer(await verifySeller(engine, customerId, body())),
  }),
  route({
    ...OF_SELLER,
    limit: "quote",
    method: "put",
    path: "/v1/seller/{address}/offer",
    id: "setOffer",
    right: "manage",
    summary: "Set what a seller sells of a resource, and for how much",
    description:
      "Sets all terms of this resource. A new price, or putting the offer on again, goes to the end of its price. What is " +
      "already delegated stays as it is.",
    params: { address },
    body: {
      name: "OfferTerms",
      schema: offerSchema,
      read: parseOffer,
      examples: { Offer: { ...EXAMPLE_OFFER, resourceType: "Energy" } },
    },
    answer: { data: seller, example: EXAMPLE_SELLER },
    errors: ["NOT_FOUND", "CHAIN_UNAVAILABLE"],
    serve: async ({ engine }, { customerId, params, body }) => {
      const address = parseAddress(params.address);
      await setOffer(engine, { address, customerId, offer: body() });
      return sellerAnswer(await readSeller(engine, address, customerId));
    },
  }),
  route({
    ...READ,
    ...OF_SELLER,
    path: "/v1/seller",
    id: "sellers",
    right: "seeMoney",
    summary: "Your sellers",
    description: "Those whose text you have signed.",
    answer: { data: sellerList, example: { sellers: [EXAMPLE_SUMMARY] } },
    serve: async ({ engine }, { customerId }) => ({
      sellers: (await readSellers(engine, customerId)).map(summaryAnswer),
    }),
  }),
  route({
    ...READ,
    ...OF_SELLER,
    path: "/v1/seller/{address}",
    id: "seller",
    right: "seeMoney",
    summary: "One seller with its capacity and what it has earned",
    description: "A seller of another customer is not found.",
    params: { address },
    answer: { data: seller, example: EXAMPLE_SELLER },
    errors: ["NOT_FOUND"],
    serve: async ({ engine }, { customerId, params }) =>
      sellerAnswer(await readSeller(engine, parseAddress(params.address), customerId)),
  }),
  route({
    ...READ,
    ...OF_SELLER,
    path: "/v1/seller/{address}/fills",
    id: "fills",
    right: "seeMoney",
    summary: "What a seller has delegated, newest first",
    description:
      "`earns` is yours once the delegation is `solidified`. Delegations that arrive meanwhile do not move the pages.",
    params: { address },
    query: z.object({ limit, cursor: cursorOf((given) => given) }),
    answer: { data: fillPage, example: { fills: [EXAMPLE_FILL], nextCursor: null } },
    errors: ["NOT_FOUND"],
    serve: async ({ engine }, { customerId, params, query }) => {
      const address = parseAddress(params.address);
      return fillsAnswer(await readFills(engine, { address, customerId, ...query }));
    },
  }),
];
