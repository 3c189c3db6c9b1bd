/** Views to draw: a draft, its price, an order; a test changes what it is about. */

import { address } from "../../../src/domain/address.js";
import type { LegState } from "../../../src/domain/leg.js";
import { sun } from "../../../src/domain/money.js";
import type { Delegation, Order } from "../../../src/domain/order.js";
import { type Sends, sendsOf, TRANSFER_ENERGY, type Unused } from "../../../src/domain/usdt.js";
import type { Withdrawal } from "../../../src/domain/withdrawal.js";
import {
  type Draft,
  type DraftData,
  type DraftQuote,
  EMPTY_DATA,
} from "../../../src/telegram/buy/draft.js";
import type { DraftView } from "../../../src/telegram/buy/views.js";
import type { Notice } from "../../../src/telegram/intake/findings.js";
import type { DeskContact } from "../../../src/telegram/kit/views.js";
import type { BatchView } from "../../../src/telegram/orders/batch-state.js";
import { addressOf } from "../../support/addresses.js";

export const NOW = Date.UTC(2026, 10, 20, 14, 5, 0);
export const HOUR_MS = 3_600_000;
/** A balance that occurs nowhere else. */
export const SECRET_SUN = 777_123_456_000;
export const SECRET = "777,123.456";

export const DESK: DeskContact = {
  operatorContact: "@desk_operator",
  takesDeposits: false,
  privateChatUrl: "https://t.me/desk_sandbox_bot",
};

const ENERGY_PRESETS: DraftView["presets"] = [
  { units: 65_000, use: "usdt" },
  { units: 130_000, use: "usdt", times: 2 },
  { units: 131_000, use: "usdtNew" },
  { units: 262_000, use: "usdtNew", times: 2 },
];

const DRAFT: Draft = {
  id: "0198c0de00000000000000d1",
  version: 7,
  ownerUserId: 7001,
  customerId: "c1c1c1c1c1c1",
  chatId: 7001,
  threadId: undefined,
  isGroup: false,
  status: "open",
  step: "type",
  data: EMPTY_DATA,
};

export const QUOTE = {
  quoteId: "0198c0de00000000000000a1",
  priceSun: 60,
  perReceiverSun: 3_900_000,
  totalSun: 3_900_000,
  expiresAt: NOW + 120_000,
  availableSun: SECRET_SUN,
  burnSun: 6_500_000,
  isSameForDay: true,
};

/** All fields filled, with a price. */
const FILLED = {
  type: "Fast",
  resource: "energy",
  receivers: [addressOf(1)],
  amount: 65_000,
  duration: "1h",
  quote: QUOTE,
} as const satisfies Partial<Record<keyof Given, unknown>>;

/** What the card is at follows from the price, or from what went wrong; unless it is given. */
export interface Given extends Partial<DraftData> {
  readonly quote?: DraftQuote | undefined;
  readonly notice?: Notice | undefined;
}

function atOf(step: Draft["step"], { quote, notice }: Given): DraftData["at"] {
  if (step !== "confirm") return { is: "asking", notice };
  if (notice) return { is: "failed", notice };
  return quote ? { is: "priced", quote } : { is: "pricing" };
}

export function draftView(
  step: Draft["step"],
  given: Given = {},
  draft: Partial<Draft> = {},
): DraftView {
  const { quote: _, notice: __, ...data } = { at: atOf(step, given), ...given };
  return {
    draft: { ...DRAFT, step, ...draft, data: { ...EMPTY_DATA, ...data } },
    desk: DESK,
    presets: ENERGY_PRESETS,
    endsAt: NOW + HOUR_MS,
    isWorthBooking: false,
    deadlineMs: 24 * HOUR_MS,
    look: undefined,
  };
}

export function confirmView(data: Given = {}, draft: Partial<Draft> = {}): DraftView {
  return draftView("confirm", { ...FILLED, receivers: [addressOf(1)], ...data }, draft);
}

export function legView(state: LegState, more: Partial<Delegation> = {}): Delegation {
  const isDelivered = !["planned", "signed", "sent", "dead"].includes(state);
  return {
    owner: addressOf(99),
    units: 65_000,
    costSun: sun(0),
    txid: state === "planned" ? null : "ab12",
    state,
    locked: true,
    delegatedAt: isDelivered ? NOW : null,
    expiresAt: isDelivered ? NOW + HOUR_MS : null,
    reclaimTxid: null,
    deathReason: null,
    ...more,
  };
}

export function orderView(delegations: readonly Delegation[], more: Partial<Order> = {}): Order {
  const delivered = delegations.filter(({ expiresAt }) => expiresAt !== null);
  const filledUnits = delivered.reduce((sum, { units }) => sum + units, 0);
  return {
    id: "0198c0de00000000000000f1",
    batchId: "0198c0de00000000000000b1",
    customerId: "c1c1c1c1c1c1",
    receiver: addressOf(1),
    type: "Fast",
    resource: "energy",
    amount: 65_000,
    priceSun: 60,
    options: null,
    paidSun: sun(3_900_000),
    spentSun: sun(0),
    heldSun: sun(0),
    refundedSun: sun(0),
    improvedSun: sun(0),
    reference: null,
    requireLock: false,
    status: filledUnits === 65_000 ? "completed" : "processing",
    createdAt: NOW,
    duration: "1h",
    filledUnits,
    restingUnits: 0,
    deadlineAt: null,
    cancelRequested: false,
    cancelReason: null,
    delegations,
    ...more,
  };
}

export function batchView(orders: readonly Order[], more: Partial<BatchView> = {}): BatchView {
  return {
    batchId: "0198c0de00000000000000b1",
    orders,
    txUrlPrefix: "https://tx.example/",
    waitsForNetwork: false,
    now: NOW,
    sends: Object.fromEntries(orders.map(({ id }) => [id, sendsView()])),
    burnPriceSun: 1_000,
    energyPriceSun: 100,
    ...more,
  };
}

/** What a wallet can send that has so much unused; one transfer to a wallet that holds USDT unless given. */
export function sendsView(unused: Partial<Unused> = {}, neededUnits = TRANSFER_ENERGY): Sends {
  const enough = { energyUnits: 65_000, bandwidthUnits: 0, freeBandwidthUnits: 600 };
  return sendsOf({ ...enough, ...unused }, neededUnits);
}

/** Of 10 TRX, which can be sent now. */
export function withdrawalView(change: Partial<Withdrawal> = {}): Withdrawal {
  return {
    ...{
      id: "0198c0de00000000000000f1",
      customerId: "c1c1c1c1c1c1",
      address: address(addressOf(2)),
    },
    ...{
      amountSun: sun(10 * 1_000_000),
      feeSun: sun(1_000_000),
      channel: "telegram",
      isNewAddress: false,
      status: "waiting",
    },
    ...{
      dueAt: NOW,
      decidedBy: null,
      askedBy: null,
      confirmedBy: null,
      reason: null,
      txid: null,
      createdAt: NOW,
      finishedAt: null,
    },
    ...change,
  };
}
