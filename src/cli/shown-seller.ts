/** Sellers as the command line shows them, and as `--json` gives them: money in TRX, prices in SUN per unit. */
import { toTrx } from "../domain/money.js";
import type {
  FillPage,
  FillResource,
  SellerResource,
  SellerSummary,
} from "../engine/sellers/seller-resource.js";

export type ShownSeller = ReturnType<typeof shownSeller>;

export function shownSeller(seller: SellerResource) {
  const { warnings, capacity, offers, openDelegations, paidOutSun } = seller;
  const { count, newest } = openDelegations;
  return {
    ...shownSummary(seller),
    ...{ warnings, capacity, offers },
    openDelegations: { count, newest: newest.map(shownFill) },
    paidOut: toTrx(paidOutSun),
  };
}

function shownSummary(seller: SellerSummary) {
  const { address, status, pauseReason, registeredAt, earnedSun } = seller;
  return { address, status, pauseReason, registeredAt, earned: toTrx(earnedSun) };
}

export function listedSeller(seller: SellerSummary & { readonly customerId: string }) {
  return { ...shownSummary(seller), customerId: seller.customerId };
}

export type ShownFills = ReturnType<typeof shownFills>;

export function shownFills({ fills, nextCursor }: FillPage) {
  return { fills: fills.map(shownFill), nextCursor };
}

function shownFill(fill: FillResource) {
  const { receiver, resourceType, amount, duration, price, earnsSun, ...onChain } = fill;
  return { receiver, resourceType, amount, duration, price, earns: toTrx(earnsSun), ...onChain };
}
