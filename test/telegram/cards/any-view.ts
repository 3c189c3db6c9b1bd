/** Any draft and any batch a card may have to be drawn of, up to 20 of everything and beyond. */

import fc from "fast-check";
import type { Taken } from "../../../src/domain/deposit.js";
import { DURATIONS } from "../../../src/domain/duration.js";
import { LEG_STATES } from "../../../src/domain/leg.js";
import { sun } from "../../../src/domain/money.js";
import { type Delegation, ORDER_STATUSES, type Order } from "../../../src/domain/order.js";
import { MAX_AMOUNT, ORDER_TYPES } from "../../../src/domain/order-request.js";
import { MAX_PRICE_SUN } from "../../../src/domain/rates.js";
import { RESOURCES } from "../../../src/domain/resource.js";
import { type Resting, restReasons } from "../../../src/domain/rest-reasons.js";
import { REASONS } from "../../../src/domain/team.js";
import type { PriceLook } from "../../../src/engine/book/price-look.js";
import type { Outlook } from "../../../src/engine/chat/outlook.js";
import {
  type At,
  type DraftData,
  type DraftQuote,
  TYPED_FIELDS,
} from "../../../src/telegram/buy/draft.js";
import type { DraftView } from "../../../src/telegram/buy/views.js";
import { BAD_REASONS, LINE_PROBLEMS, type Notice } from "../../../src/telegram/intake/findings.js";
import { STEPS } from "../../../src/telegram/kit/buttons.js";
import type { BatchView } from "../../../src/telegram/orders/batch-state.js";
import { addressOf } from "../../support/addresses.js";
import { en } from "../en.js";
import { batchView, draftView, NOW, QUOTE, SECRET_SUN, sendsView } from "./views.js";

const address = fc.integer({ min: 1, max: 1_000_000 }).map(addressOf);
const receivers = fc.uniqueArray(address, { minLength: 1, maxLength: 20 });
const word = fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 });
const trxSun = fc.integer({ min: 1, max: 9_000_000_000_000 }).map(sun);
const amount = fc.integer({ min: 1_000, max: MAX_AMOUNT });
/** So that no price looks like the balance of views.ts. */
const smallSun = fc.integer({ min: 1, max: 100_000_000_000 });

const refused = fc.record({
  address: fc.oneof(address, word),
  bad: fc.constantFrom(...BAD_REASONS),
});
const problem = fc.record({
  word,
  code: fc.constantFrom(...LINE_PROBLEMS),
  // A price that was typed has three whole ones beside it at most.
  hint: fc.oneof(fc.array(word, { maxLength: 12 }), fc.array(fc.nat(99), { maxLength: 3 })),
});

const notice = fc.record({
  code: fc.constantFrom(...Object.keys(en.notices), "NOT_A_CODE"),
  details: fc.option(
    fc.record(
      {
        required: trxSun,
        minimum: amount,
        readings: fc.array(fc.oneof(word, fc.nat(99)), { maxLength: 2 }),
        problems: fc.array(
          fc.record({ path: fc.constantFrom("receiver.0", "receiver.19", "x"), message: word }),
          { maxLength: 30 },
        ),
        receivers: fc.array(
          fc.record({ receiver: address, reason: fc.constantFrom(...BAD_REASONS) }),
          { maxLength: 20 },
        ),
      },
      { requiredKeys: [] },
    ),
    { nil: undefined },
  ),
});

const quote = fc.record({
  perReceiverSun: smallSun,
  burnSun: fc.option(smallSun),
  capacityUnits: fc.oneof(fc.constant(undefined), fc.nat(MAX_AMOUNT)),
  sellers: fc.option(fc.record({ costSun: smallSun, deskSun: smallSun }), { nil: undefined }),
});

const priceSun = fc.integer({ min: 1, max: MAX_PRICE_SUN });
const depth = fc.array(fc.record({ priceSun, units: amount }), { maxLength: 3 });

/** What only a Manual draft has, and what its price says of the book. */
const manual = fc.record({
  fields: fc.record(
    { price: priceSun, allowPartial: fc.boolean(), partialMin: amount, bulk: fc.boolean() },
    { requiredKeys: ["bulk"] },
  ),
  quoted: fc.record({
    fillsUnits: fc.nat(MAX_AMOUNT),
    waits: fc.array(
      fc.oneof(
        fc.record({
          why: fc.constant("locked" as const),
          owners: amount,
          untilMs: fc.constant(NOW + 3_600_000),
        }),
        fc.record({ why: fc.constant("tooCoarse" as const), owners: amount }),
        fc.record({
          ...{ why: fc.constant("price" as const), priceSun, someoneOffers: fc.boolean() },
          nextPriceSun: fc.option(priceSun),
        }),
      ),
      { maxLength: 3 },
    ),
    atOnce: fc.option(fc.record({ totalSun: smallSun, costSun: smallSun }), { nil: undefined }),
  }),
});

const look: fc.Arbitrary<PriceLook> = fc.record({
  ...{ floorSun: priceSun, fastSun: priceSun, asks: depth, bids: depth },
  choices: fc.array(fc.record({ priceSun, fillsUnits: fc.nat(MAX_AMOUNT) }), { maxLength: 3 }),
});

const draftData = fc
  .record({
    receivers,
    requireLock: fc.boolean(),
    startsNow: fc.boolean(),
    wallets: fc.uniqueArray(address, { maxLength: 10 }),
    refused: fc.array(refused, { maxLength: 60 }),
    beyondLimit: fc.nat(1_000),
    problems: fc.array(problem, { maxLength: 30 }),
    resource: fc.constantFrom(...RESOURCES),
    amount,
    own: fc.array(fc.option(amount, { nil: undefined }), { maxLength: 20 }),
    duration: fc.constantFrom(...DURATIONS),
    manual: fc.option(manual, { nil: undefined }),
    awaits: fc.constantFrom(...TYPED_FIELDS, undefined),
    is: fc.constantFrom("priced", "lapsed", "choosing", "accounts", "confirming", "booking"),
    notice: fc.option(notice, { nil: undefined }),
    price: fc.option(quote, { nil: undefined }),
  })
  .map(({ price, manual: terms, notice: said, own, is, ...data }) => {
    const amounts = own.flatMap((units, at) => {
      const receiver = data.receivers[at];
      return units === undefined || receiver === undefined ? [] : [[receiver, units] as const];
    });
    const { burnSun, perReceiverSun = 0, capacityUnits, sellers } = price ?? {};
    const totalSun = perReceiverSun * data.receivers.length;
    const burn = burnSun === null || burnSun === undefined ? {} : { burnSun };
    const { burnSun: _, ...rest } = { ...QUOTE, perReceiverSun, totalSun };
    const details = said?.details && { ...said.details, available: SECRET_SUN / 1_000_000 };
    const quote = {
      ...{ ...rest, ...burn, ...(capacityUnits !== undefined && { capacityUnits }) },
      ...(terms ? { manual: terms.quoted } : sellers && { sellers }),
    };
    const notice = said && { code: said.code, ...(details && { details }) };
    const fields: Partial<DraftData> = {
      type: terms ? "Manual" : "Fast",
      ...data,
      amounts: Object.fromEntries(amounts),
      ...terms?.fields,
    };
    return {
      fields,
      notice,
      shown: shownAt(terms && isAsked(is) ? "priced" : is, price && quote, notice),
    };
  });

type Shown = "priced" | "lapsed" | "choosing" | "accounts" | "confirming" | "booking";

/** Once more. */
const isAsked = (is: Shown) => is === "confirming" || is === "booking";

/** Of a whole order. */
function shownAt(is: Shown, quote: DraftQuote | undefined, notice: Notice | undefined): At {
  const none: Behind = notice ? { is: "failed", notice } : { is: "pricing" };
  const behind: Behind = quote && !notice ? { is: "priced", quote } : none;
  if (is === "choosing") return { is, behind };
  if (is === "accounts") return { is: "choosing", behind, isOfAccount: true };
  if (behind.is !== "priced") return behind;
  const { quote: price } = behind;
  return is === "booking"
    ? { is: "confirming", quote: price, isBooking: true }
    : { is, quote: price };
}

type Behind = Extract<At, { readonly is: "choosing" }>["behind"];

const units = fc.oneof(fc.nat(1_000), fc.nat(MAX_AMOUNT));
const sends = fc
  .record({ energyUnits: units, bandwidthUnits: units, freeBandwidthUnits: units })
  .map((unused) => sendsView(unused));

const taken: fc.Arbitrary<Taken> = fc.record({
  minimumTrxSun: fc.constant(sun(1_000_000)),
  usdt: fc.option(
    fc.record({
      minimumUnits: fc.constant(1_000_000),
      rateSun: fc.option(fc.constant(3_200_000), { nil: undefined }),
    }),
    { nil: undefined },
  ),
});

const limit = fc.option(trxSun);
const outlook: fc.Arbitrary<Outlook> = fc.oneof(
  fc.record({
    is: fc.constant("asked" as const),
    why: fc.uniqueArray(fc.constantFrom(...REASONS), { minLength: 1 }),
    limits: fc.record({ orderSun: limit, daySun: limit, aloneSun: limit }),
    approvers: fc.array(fc.constant("@".padEnd(64, "w")), { minLength: 1, maxLength: 49 }),
  }),
  fc.record({
    is: fc.constant("refused" as const),
    why: fc.constantFrom("teamOrder" as const, "teamDay" as const, "nobodyElse" as const),
    leftSun: trxSun,
  }),
);

/** Its balance, and what an error says is available, is `SECRET_SUN`. */
export const anyDraftView: fc.Arbitrary<DraftView> = fc
  .record({
    ...{ data: draftData, step: fc.constantFrom(...STEPS), isGroup: fc.boolean() },
    ...{ oldEndsInMs: fc.option(fc.nat(1e8), { nil: undefined }), isWorthBooking: fc.boolean() },
    look: fc.option(look, { nil: undefined }),
    cost: fc.option(trxSun, { nil: undefined }),
    taken: fc.option(taken, { nil: undefined }),
    teamName: fc.constantFrom(undefined, "Desk 7", "W".repeat(64)),
    others: fc.constantFrom(0, 1, 10),
    outlook: fc.option(outlook, { nil: undefined }),
  })
  .map(({ data: { fields: data, notice, shown: at }, step, isGroup, ...more }) => {
    const {
      look: seen,
      oldEndsInMs,
      isWorthBooking,
      cost,
      taken,
      teamName,
      others,
      outlook,
    } = more;
    const ofTeam = { customerId: "1b".repeat(12), team: "Desk 7" };
    const otherAccounts = Array.from({ length: isGroup ? 0 : others }, () => ofTeam);
    const isAsked = data.type === "Manual" || (step !== "price" && step !== "options");
    const { receivers: wallets = [], resource: rented = "energy" } = data;
    const old = { endsAt: NOW + (oldEndsInMs ?? 0), resource: rented, receivers: wallets };
    const extended = { batchId: "0198c0de00000000000000b1", endsBy: old.endsAt, old };
    const shown = oldEndsInMs === undefined ? data : { ...data, extended };
    const now = step === "confirm" ? { ...shown, at } : { ...shown, notice };
    const view = draftView(isAsked ? step : "duration", now, { isGroup });
    const choices = [...DURATIONS, ...view.presets.map(({ units: one }) => one)];
    const costs = cost === undefined ? undefined : new Map(choices.map((one) => [one, cost]));
    const desk = { ...view.desk, takesDeposits: taken !== undefined };
    const accounts = { teamName, otherAccounts, outlook };
    return { ...view, ...accounts, isWorthBooking, look: seen, costs, desk, taken };
  });

const delegation: fc.Arbitrary<Delegation> = fc.record({
  owner: address,
  units: amount,
  costSun: trxSun,
  txid: fc.option(fc.constant("ab".repeat(32))),
  state: fc.constantFrom(...LEG_STATES),
  locked: fc.boolean(),
  delegatedAt: fc.constant(null),
  expiresAt: fc.option(fc.integer({ min: NOW - 1e7, max: NOW + 1e10 })),
  reclaimTxid: fc.constant(null),
  deathReason: fc.constant(null),
});

const owners = fc.nat(99);
const resting: fc.Arbitrary<Resting> = fc.record({
  ...{ isHeldUp: fc.boolean(), waitsForBulk: fc.boolean(), isOverdue: fc.boolean() },
  isOfPool: fc.boolean(),
  ...{ fillsSome: fc.boolean(), fillsAll: fc.boolean() },
  locked: fc.option(fc.record({ owners, untilMs: fc.constant(NOW + 1e8) })),
  ...{ underWay: owners, unlockable: owners, tooLittle: owners, tooCoarse: owners },
  ...{ giftsOnly: owners, failedLately: owners, priceSun, nextPriceSun: fc.option(priceSun) },
});

const anyOrder: fc.Arbitrary<Order> = fc.record({
  id: fc.integer({ min: 0 }).map((number) => number.toString(16).padStart(24, "0")),
  batchId: fc.constant("0198c0de00000000000000b1"),
  customerId: fc.constant("c1c1c1c1c1c1"),
  receiver: address,
  type: fc.constantFrom(...ORDER_TYPES),
  resource: fc.constantFrom(...RESOURCES),
  amount,
  priceSun: fc.integer({ min: 1, max: 1_000 }),
  options: fc.constant(null),
  reference: fc.constant(null),
  requireLock: fc.constant(false),
  paidSun: trxSun,
  spentSun: fc.oneof(fc.constant(sun(0)), trxSun),
  heldSun: fc.oneof(fc.constant(sun(0)), trxSun),
  refundedSun: fc.oneof(fc.constant(sun(0)), trxSun),
  improvedSun: fc.oneof(fc.constant(sun(0)), trxSun),
  restingUnits: fc.nat(MAX_AMOUNT),
  deadlineAt: fc.constantFrom(null, NOW + 86_400_000),
  restReasons: resting.map(restReasons),
  status: fc.constantFrom(...ORDER_STATUSES),
  createdAt: fc.constant(NOW),
  duration: fc.constantFrom(...DURATIONS),
  filledUnits: fc.nat(MAX_AMOUNT),
  cancelRequested: fc.boolean(),
  cancelReason: fc.constantFrom(null, "cancelled by the customer", "the receiver is a contract"),
  by: fc.constantFrom(undefined, { userId: 1, name: "@".padEnd(200, "1"), keyId: null }),
  approvedBy: fc.constantFrom(undefined, { userId: 2, name: "@".padEnd(200, "2"), keyId: null }),
  delegations: fc.array(delegation, { maxLength: 25 }),
});

/** Nobody saves more than they have paid. */
const order = anyOrder.map(({ improvedSun, ...one }) => ({
  ...one,
  improvedSun: sun(Math.min(improvedSun, one.paidSun)),
}));

export const anyBatchView: fc.Arbitrary<BatchView> = fc
  .record({
    orders: fc.array(order, { minLength: 1, maxLength: 20, size: "max" }),
    waitsForNetwork: fc.boolean(),
    burnPriceSun: fc.constantFrom(undefined, 1_000),
    sends: fc.array(fc.option(sends, { nil: undefined }), { minLength: 20, maxLength: 20 }),
  })
  .map(({ orders, sends: read, ...more }) => {
    const known = orders.flatMap(({ id }, at) => (read[at] ? [[id, read[at]] as const] : []));
    return batchView(orders, { ...more, sends: Object.fromEntries(known) });
  });
