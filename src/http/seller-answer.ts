/** Sellers and their fills as the API gives them: money in TRX, prices in SUN per unit. */
import { toTrx } from "../domain/money.js";
import type {
  FillPage,
  FillResource,
  SellerResource,
  SellerSummary,
} from "../engine/sellers/seller-resource.js";

export type SellerAnswer = ReturnType<typeof sellerAnswer>;

export function sellerAnswer(seller: SellerResource) {
  const { warnings, capacity, offers, openDelegations, paidOutSun } = seller;
  const { count, newest } = openDelegations;
  return {
    ...summaryAnswer(seller),
    ...{ warnings, capacity, offers },
    openDelegations: { count, newest: newest.map(fillAnswer) },
    paidOut: toTrx(paidOutSun),
  };
}

export function summaryAnswer(seller: SellerSummary) {
  const { address, status, pauseReason, registeredAt, earnedSun } = seller;
  return { address, status, pauseReason, registeredAt, earned: toTrx(earnedSun) };
}

export function fillsAnswer({ fills, nextCursor }: FillPage) {
  return { fills: fills.map(fillAnswer), nextCursor };
}

function fillAnswer(fill: FillResource) {
  const { receiver, resourceType, amount, duration, price, earnsSun, ...onChain } = fill;
  return { receiver, resourceType, amount, duration, price, earns: toTrx(earnsSun), ...onChain };
}
