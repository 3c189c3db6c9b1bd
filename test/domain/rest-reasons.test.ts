/** Why an order rests: what is said, in which order, and what is left unsaid because something else says it all. */
import { expect, test } from "vitest";
import { type Resting, type RestReason, restReasons } from "../../src/domain/rest-reasons.js";
import { NOBODY_SELLS } from "../support/resting.js";

const PRICE = { why: "price", priceSun: 50, nextPriceSun: 55, someoneOffers: false } as const;
const ELSE = { ...PRICE, someoneOffers: true };
const BULK = { why: "bulk" } as const;
const LOCKED = { owners: 2, untilMs: 1_000 };
const FILLS_ALL = { fillsSome: true, fillsAll: true };

const cases: readonly (readonly [string, Partial<Resting>, readonly RestReason[]])[] = [
  ["nobody sells at its price", {}, [PRICE]],
  ["nor at any", { nextPriceSun: null }, [{ ...PRICE, nextPriceSun: null }]],
  ["who is passed over does", { tooLittle: 3 }, [{ why: "tooLittle", owners: 3 }, ELSE]],
  [
    "each kind is told",
    { locked: LOCKED, underWay: 1, unlockable: 2, tooLittle: 3, tooCoarse: 4, failedLately: 5 },
    [
      { why: "locked", ...LOCKED },
      { why: "underWay", owners: 1 },
      { why: "unlockable", owners: 2 },
      { why: "tooLittle", owners: 3 },
      { why: "tooCoarse", owners: 4 },
      { why: "failedLately", owners: 5 },
      ELSE,
    ],
  ],
  ["it is filled next", { fillsSome: true, tooLittle: 3 }, [{ why: "fillsNow" }]],
  ["its call waits, and nobody sells", { waitsForBulk: true }, [BULK, PRICE]],
  [
    "its call waits, and somebody has a part",
    { waitsForBulk: true, fillsSome: true },
    [BULK, ELSE],
  ],
  ["its call waits for the others alone", { waitsForBulk: true, ...FILLS_ALL }, [BULK]],
  [
    "its call waits for the others, and somebody is passed over",
    { waitsForBulk: true, ...FILLS_ALL, underWay: 1 },
    [BULK, { why: "underWay", owners: 1 }],
  ],
  ["nothing is matched", { isHeldUp: true, isOverdue: true, ...FILLS_ALL }, [{ why: "heldUp" }]],
  ["its time is over", { isOverdue: true, waitsForBulk: true }, [{ why: "overdue" }]],
];

test.each(cases)("%s", (_, facts, reasons) => {
  expect(restReasons({ ...NOBODY_SELLS, ...facts })).toEqual(reasons);
});
