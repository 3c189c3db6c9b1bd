/** Orders: their statuses, what may be done with one, what each step makes of it, and where its money is. */

import type { OrderStatus as StatusOfClient } from "energy-desk-client";
import { describe, expect, test } from "vitest";
import { LEG_STATES } from "../../src/domain/leg.js";
import { sun } from "../../src/domain/money.js";
import {
  cancelStep,
  closingOf,
  giveUpReason,
  heldForPart,
  isOverdue,
  lostStep,
  mayBeFilled,
  moneyOf,
  ORDER_STATUSES,
  type OrderStatus,
  type PartToClose,
  restStep,
  shortfallStep,
  statusAfter,
} from "../../src/domain/order.js";

test("the client names the statuses that the desk has", () => {
  // The compiler compares the types; it wants each name, and no other.
  const ofClient: Record<StatusOfClient, OrderStatus> = {
    processing: "processing",
    completed: "completed",
    cancelled: "cancelled",
  };
  expect(Object.keys(ofClient)).toEqual([...ORDER_STATUSES]);
});

describe("an order of 100 units", () => {
  test.each`
    status          | filledUnits | heldSun | waitsForSolid | after           | why
    ${"processing"} | ${0}        | ${100}  | ${false}      | ${"processing"} | ${"nothing has happened"}
    ${"processing"} | ${40}       | ${60}   | ${false}      | ${"processing"} | ${"a part is in a block"}
    ${"processing"} | ${40}       | ${10}   | ${false}      | ${"processing"} | ${"closed, and a signed part is open"}
    ${"processing"} | ${100}      | ${0}    | ${false}      | ${"completed"}  | ${"all of it is in a block"}
    ${"processing"} | ${100}      | ${0}    | ${true}       | ${"processing"} | ${"and it waits until that is solid"}
    ${"processing"} | ${40}       | ${0}    | ${false}      | ${"cancelled"}  | ${"closed with a part delivered"}
    ${"processing"} | ${40}       | ${0}    | ${true}       | ${"processing"} | ${"and it waits until that is solid"}
    ${"processing"} | ${0}        | ${0}    | ${false}      | ${"cancelled"}  | ${"closed with nothing delivered"}
    ${"completed"}  | ${60}       | ${0}    | ${false}      | ${"completed"}  | ${"a fork has taken a part"}
    ${"cancelled"}  | ${0}        | ${0}    | ${false}      | ${"cancelled"}  | ${"it is final"}
  `(
    "$status with $filledUnits filled is $after: $why",
    ({ status, filledUnits, heldSun, waitsForSolid, after }) => {
      const order = { status, amount: 100, filledUnits, heldSun };
      expect(statusAfter(order, waitsForSolid)).toBe(after);
    },
  );
});

test.each`
  status          | cancelRequested | step         | fills
  ${"processing"} | ${false}        | ${"close"}   | ${true}
  ${"processing"} | ${true}         | ${"nothing"} | ${false}
  ${"cancelled"}  | ${true}         | ${"nothing"} | ${false}
  ${"cancelled"}  | ${false}        | ${"nothing"} | ${false}
  ${"completed"}  | ${false}        | ${"refuse"}  | ${false}
  ${"completed"}  | ${true}         | ${"refuse"}  | ${false}
`(
  "a cancel of a $status order (asked before: $cancelRequested): $step",
  ({ status, cancelRequested, step, fills }) => {
    expect(cancelStep({ status, cancelRequested })).toBe(step);
    expect(mayBeFilled({ status, cancelRequested })).toBe(fills);
  },
);

test("a deadline has passed from its millisecond on; a Fast order has none", () => {
  expect([999, 1_000, 1_001].map((atMs) => isOverdue(1_000, atMs))).toEqual([false, true, true]);
  expect(isOverdue(null, Number.MAX_SAFE_INTEGER)).toBe(false);
});

test.each`
  posted | returned | improved | shortfall | spent | held   | back   | what
  ${0}   | ${0}     | ${0}     | ${0}      | ${0}  | ${100} | ${0}   | ${"all is held"}
  ${60}  | ${0}     | ${0}     | ${0}      | ${60} | ${40}  | ${0}   | ${"a part is delivered"}
  ${50}  | ${10}    | ${10}    | ${0}      | ${50} | ${40}  | ${0}   | ${"a part is delivered at a better price"}
  ${60}  | ${40}    | ${0}     | ${0}      | ${60} | ${0}   | ${40}  | ${"the rest went back"}
  ${50}  | ${50}    | ${10}    | ${0}      | ${50} | ${0}   | ${40}  | ${"the rest went back, and what a better price saved"}
  ${100} | ${0}     | ${0}     | ${10}     | ${90} | ${0}   | ${10}  | ${"it fell short"}
  ${0}   | ${100}   | ${0}     | ${10}     | ${0}  | ${0}   | ${110} | ${"it fell short, and then a fork took it"}
`("$what: $spent spent, $held held, $back back", (row) => {
  const { posted, returned, improved, shortfall, spent, held, back } = row;
  const payments = { postedSun: posted, returnedSun: returned, improvedSun: improved };
  expect(moneyOf({ paidSun: sun(100), ...payments, shortfallSun: shortfall })).toEqual({
    ...{ paidSun: 100, spentSun: spent, heldSun: held, refundedSun: back, improvedSun: improved },
  });
});

test.each`
  costs  | price | capped   | held   | what
  ${100} | ${10} | ${false} | ${100} | ${"at the order's price"}
  ${90}  | ${10} | ${false} | ${100} | ${"at a better price: all of it until it is delivered"}
  ${90}  | ${8}  | ${false} | ${90}  | ${"the order's price was lowered below it"}
  ${90}  | ${10} | ${true}  | ${90}  | ${"the rest went back before a fork"}
`("for 10 units that cost $costs at an order's $price: $held held, $what", (row) => {
  const part = { costSun: row.costs, units: 10, isCapped: row.capped };
  expect(heldForPart(part, { priceSun: row.price, duration: "1h" })).toBe(row.held);
  const days = { ...part, costSun: row.costs * 3 };
  expect(heldForPart(days, { priceSun: row.price, duration: "3d" })).toBe(row.held * 3);
});

describe("closing an order", () => {
  const part = (of: Partial<PartToClose>): PartToClose => {
    return { state: "planned", heldSun: 10, isPosted: false, compensates: false, ...of };
  };

  test.each(LEG_STATES)("with a leg that is %s", (state) => {
    const isPosted = !["planned", "signed", "sent", "dead"].includes(state);
    const leg = part({ state, isPosted });
    const { ends, refundSun } = closingOf(100, [leg]);
    expect(ends).toEqual(state === "planned" ? [leg] : []);
    expect(refundSun).toBe(state === "signed" || state === "sent" ? 90 : 100);
  });

  test("leaves alone what a fork took back, whose money is not held, and what makes a shortfall good", () => {
    const taken = part({ state: "sent", isPosted: true });
    const good = [part({ compensates: true }), part({ compensates: true, state: "sent" })];
    expect(closingOf(100, [taken, ...good])).toEqual({ ends: [], refundSun: 100 });
  });

  test("ends each planned part and counts each signed one", () => {
    const planned = [part({ heldSun: 1 }), part({ heldSun: 2 })];
    const signed = [part({ state: "signed", heldSun: 4 }), part({ state: "sent", heldSun: 8 })];
    expect(closingOf(100, [...planned, ...signed])).toEqual({ ends: planned, refundSun: 88 });
  });
});

test.each`
  type        | restingUnits | firstDeathAt | dueAt    | step         | why
  ${"Fast"}   | ${0}         | ${null}      | ${1_500} | ${"nothing"} | ${"all of it is in delegations"}
  ${"Manual"} | ${0}         | ${null}      | ${1_500} | ${"nothing"} | ${"all of it is in delegations"}
  ${"Manual"} | ${40}        | ${null}      | ${9_999} | ${"match"}   | ${"a rest waits in the book as long as it may"}
  ${"Manual"} | ${40}        | ${1}         | ${9_999} | ${"match"}   | ${"what died goes back into the book"}
  ${"Fast"}   | ${40}        | ${900}       | ${1_899} | ${"plan"}    | ${"there is time still"}
  ${"Fast"}   | ${40}        | ${900}       | ${1_900} | ${"giveUp"}  | ${"a second after the first death"}
  ${"Fast"}   | ${40}        | ${null}      | ${2_000} | ${"plan"}    | ${"its first part dies just now"}
`("$restingUnits resting units of a $type order: $step, $why", (row) => {
  const { dueAt, step, why, ...order } = row;
  expect(restStep(order, { at: 1_500, dueAt, tryForMs: 1_000 })).toBe(step);
});

test("an order is given up because nobody could deliver it, or nobody could see the chain", () => {
  expect([true, false].map(giveUpReason)).toEqual([
    "no owner could deliver in time",
    "TRON could not be read in time",
  ]);
});

test.each`
  replacements           | early        | late
  ${[]}                  | ${"replace"} | ${"refund"}
  ${["planned"]}         | ${"wait"}    | ${"refund"}
  ${["signed"]}          | ${"wait"}    | ${"wait"}
  ${["planned", "sent"]} | ${"wait"}    | ${"wait"}
  ${["included"]}        | ${"wait"}    | ${"wait"}
  ${["solidified"]}      | ${"wait"}    | ${"wait"}
  ${["reclaimed"]}       | ${"wait"}    | ${"wait"}
`(
  "what a fork took of a final order, with $replacements in its place: $early, and $late when its time is over",
  ({ replacements, early, late }) => {
    const step = (dueAt: number) =>
      lostStep({ diedAt: 1_000, replacements }, { dueAt, replaceForMs: 500 });
    expect([step(1_000), step(1_499)]).toEqual([early, early]);
    expect([step(1_500), step(9_999)]).toEqual([late, late]);
  },
);

test.each`
  state           | expiresAt | first           | again         | why
  ${"included"}   | ${1_001}  | ${"compensate"} | ${"giveBack"} | ${"it runs"}
  ${"solidified"} | ${1_000}  | ${"giveBack"}   | ${"giveBack"} | ${"it has ended"}
  ${"sent"}       | ${null}   | ${"giveBack"}   | ${"giveBack"} | ${"a fork took it and it is sent again"}
  ${"dead"}       | ${null}   | ${"nothing"}    | ${"nothing"}  | ${"a fork took all of it"}
`("what fell short and is $state: $first, after a try $again: $why", (row) => {
  const { state, expiresAt } = row;
  expect(shortfallStep({ state, expiresAt }, 1_000)).toBe(row.first);
  expect(shortfallStep({ state, expiresAt }, undefined)).toBe(row.again);
});
