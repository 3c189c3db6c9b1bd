/** Sellers and their fills as the API and `--json` give them: money in TRX, prices in SUN per unit. */
import { toTrx } from "../domain/money.js";
import type {
  Fill,
  FillPage,
  Seller,
  SellerPayout,
  SellerSummary,
  StandingOffer,
} from "../engine/sellers/seller-resource.js";

export type SellerAnswer = ReturnType<typeof sellerAnswer>;

export function sellerAnswer(seller: Seller) {
  const { warnings, capacity, offers, openDelegations, paidOutSun, payout } = seller;
  const { count, newest } = openDelegations;
  return {
    ...summaryAnswer(seller),
    ...{ warnings, capacity, offers: offers.map(offerAnswer) },
    openDelegations: { count, newest: newest.map(fillAnswer) },
    paidOut: toTrx(paidOutSun),
    payout: payout && payoutAnswer(payout),
  };
}

function payoutAnswer({ waits, dueAt, minimumSun }: SellerPayout) {
  return { waits: waits && WAITS[waits], notBefore: dueAt, minimum: toTrx(minimumSun) };
}

const WAITS = {
  minimum: "minimum",
  "first payout": "first_payout",
  approval: "approval",
} as const;

export function summaryAnswer(seller: SellerSummary) {
  const { address, status, pauseReason, registeredAt, earnedSun } = seller;
  return { address, status, pauseReason, registeredAt, earned: toTrx(earnedSun) };
}

function offerAnswer({ resource, minPriceSun, shortest, longest, ...terms }: StandingOffer) {
  const { minChunk, keep, active, since, mostPriceSun, isTooDear } = terms;
  return {
    ...{ resourceType: resource, minPrice: minPriceSun },
    ...{ shortestDuration: shortest, longestDuration: longest },
    ...{ minChunk, keep, active, since, mostPrice: mostPriceSun, tooDear: isTooDear },
  };
}

export type FillsAnswer = ReturnType<typeof fillsAnswer>;

export function fillsAnswer({ fills, nextCursor }: FillPage) {
  return { fills: fills.map(fillAnswer), nextCursor };
}

function fillAnswer(fill: Fill) {
  const { receiver, resource, units, duration, priceSun, earnsSun, reclaimTxid, ...onChain } = fill;
  return {
    ...{ receiver, resourceType: resource, amount: units, duration, price: priceSun },
    ...{ earns: toTrx(earnsSun), ...onChain },
    ...(reclaimTxid === null ? {} : { reclaimTxid }),
  };
}
