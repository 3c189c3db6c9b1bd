/** What is found of a resting order at 50 SUN for which nobody sells. */
import type { Resting } from "../../src/domain/rest-reasons.js";

export const NOBODY_SELLS: Resting = {
  ...{
    isHeldUp: false,
    waitsForBulk: false,
    isOverdue: false,
    isOfPool: false,
    fillsSome: false,
    fillsAll: false,
  },
  ...{
    locked: null,
    underWay: 0,
    unlockable: 0,
    tooLittle: 0,
    tooCoarse: 0,
    giftsOnly: 0,
    failedLately: 0,
  },
  ...{ priceSun: 50, nextPriceSun: 55 },
};
