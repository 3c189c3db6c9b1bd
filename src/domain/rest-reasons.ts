/** Why a Manual order rests, in numbers; each channel has its own words. */

/** What the order book would answer to an order now. */
export interface Resting {
  /** Nothing is matched now: the chain is out of sight or behind, or a failed check waits for the operator. */
  readonly isHeldUp: boolean;
  /** The orders of its call start together or not at all, and the order book cannot fill all of them. */
  readonly waitsForBulk: boolean;
  /** Its deadline has passed; it is about to be closed. */
  readonly isOverdue: boolean;
  /** Its receiver has become a pool owner since: nobody delivers to it. */
  readonly isOfPool: boolean;
  /** The order book could fill some of it, or all, if it did not have to wait for other orders. */
  readonly fillsSome: boolean;
  readonly fillsAll: boolean;
  /** Owners passed over because of a longer lock to the receiver, and when the first of these locks ends (chain time). */
  readonly locked: { readonly owners: number; readonly untilMs: number } | null;
  /** Owners passed over because another locked delegation to the receiver is in no block yet. */
  readonly underWay: number;
  /** Sellers passed over because the network cannot lock for so long. */
  readonly unlockable: number;
  /** Owners that have too little for a legal part. */
  readonly tooLittle: number;
  /** Sellers whose smallest part is larger, or would leave too small a rest. */
  readonly tooCoarse: number;
  /** Sellers too expensive for the rest of the customer's paid money: gifts buy only from the pool. */
  readonly giftsOnly: number;
  /** Owners whose delegation for this order died recently; they are asked again later. */
  readonly failedLately: number;
  readonly priceSun: number;
  /** The next higher price at which anybody sells for this duration; null when nobody does. */
  readonly nextPriceSun: number | null;
}

/** Codes of why owners are passed over. */
export const PASSED_OVER = [
  "underWay",
  "unlockable",
  "tooLittle",
  "tooCoarse",
  "giftsOnly",
  "failedLately",
] as const satisfies readonly (keyof Resting)[];

export type RestReason =
  /** Matching is stopped; the deadline has passed; its receiver is the desk's; the next round fills it; its call starts together. */
  | { readonly why: "heldUp" | "overdue" | "ofPool" | "fillsNow" | "bulk" }
  | { readonly why: (typeof PASSED_OVER)[number]; readonly owners: number }
  | { readonly why: "locked"; readonly owners: number; readonly untilMs: number }
  /** Nobody sells at its price, apart from the owners already counted. */
  | {
      readonly why: "price";
      readonly priceSun: number;
      readonly nextPriceSun: number | null;
      readonly someoneOffers: boolean;
    };

/** Reasons that concern the whole order come first; some of them stand alone. */
export function restReasons(resting: Resting): RestReason[] {
  if (resting.isHeldUp) return [{ why: "heldUp" }];
  if (resting.isOverdue) return [{ why: "overdue" }];
  if (resting.isOfPool) return [{ why: "ofPool" }];
  if (!resting.waitsForBulk && resting.fillsSome) return [{ why: "fillsNow" }];
  return whyNotFilled(resting);
}

/** Of what is left when the order book has been asked. */
export function whyNotFilled(
  resting: Omit<Resting, "isHeldUp" | "isOverdue" | "isOfPool">,
): RestReason[] {
  const { waitsForBulk, locked, fillsSome, fillsAll, priceSun, nextPriceSun } = resting;
  const passedOver: RestReason[] = [
    ...(locked ? [{ why: "locked", ...locked } as const] : []),
    ...PASSED_OVER.map((why) => ({ why, owners: resting[why] })).filter(({ owners }) => owners > 0),
  ];
  const reasons: RestReason[] = [
    ...(waitsForBulk ? [{ why: "bulk" } as const] : []),
    ...passedOver,
  ];
  if (fillsAll) return reasons;
  const someoneOffers = passedOver.length > 0 || fillsSome;
  return [...reasons, { why: "price", priceSun, nextPriceSun, someoneOffers }];
}
