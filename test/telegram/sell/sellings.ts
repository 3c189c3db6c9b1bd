/** Cards of /sell at any of their steps, for tests. */

import { sun } from "../../../src/domain/money.js";
import type { Offer } from "../../../src/domain/seller.js";
import type { ShownSeller } from "../../../src/engine/sellers/look-at-seller.js";
import type { SellingAction } from "../../../src/telegram/kit/buttons.js";
import type { SellingView } from "../../../src/telegram/sell/offer-card.js";
import {
  type Look,
  type reduceSelling,
  type Selling,
  type SellingData,
  type SellingEvent,
  type SellingStep,
  sellingDataSchema,
} from "../../../src/telegram/sell/state.js";
import { addressOf } from "../../support/addresses.js";
import { NOW } from "../cards/views.js";

export const OWNER = 7001;
export const SELLER = addressOf(1);
const OTHER_SELLER = addressOf(2);
export const OPERATOR = addressOf(9);

export const FINE: Look = { isOwn: false, account: "wallet", powers: [] };
export const OFFER: Offer = {
  resource: "energy",
  minPriceSun: 55,
  shortest: "15m",
  longest: "30d",
  minChunk: 20_000,
  keep: 0,
  active: true,
};
export const CHALLENGE = { text: "1234\n5678", expiresAt: NOW + 600_000 };

/** With all that any step may need, unless changed. */
export function selling(
  step: SellingStep,
  data: Partial<SellingData> = {},
  more: Partial<Selling> = {},
): Selling {
  const filled = {
    sellers: [SELLER, OTHER_SELLER],
    ...(step === "list" || step === "address" ? {} : { address: SELLER }),
    ...(step === "permission" || step === "challenge" ? { look: FINE } : {}),
    ...(step === "challenge" ? { challenge: CHALLENGE } : {}),
    ...(["offer", "price", "shortest", "longest", "chunk", "keep"].includes(step)
      ? { offer: OFFER, prices: [35, 54, 55, 60] }
      : {}),
  };
  return {
    id: "0198c0de00000000000000e1",
    version: 7,
    ownerUserId: OWNER,
    customerId: "c".repeat(24),
    chatId: OWNER,
    threadId: undefined,
    isGroup: false,
    status: "open",
    step,
    data: sellingDataSchema.parse({ ...filled, ...data }),
    ...more,
  };
}

export function tap({ version }: Selling, action: SellingAction, by = OWNER): SellingEvent {
  return { kind: "tap", version, action, by };
}

/** What is to be looked up or done before the card is written. */
export function wishOf({ effects }: ReturnType<typeof reduceSelling>) {
  return effects.find(({ kind }) => kind !== "toast" && kind !== "redraw");
}

export function toastOf({ effects }: ReturnType<typeof reduceSelling>): string | undefined {
  return effects.find((effect) => effect.kind === "toast")?.toast;
}

/** What comes of a wish. */
export function granted(wish: string, look: Look, ok: boolean): SellingEvent {
  if (!ok) return { kind: "failed", notice: "CHAIN_UNAVAILABLE" };
  switch (wish) {
    case "list":
      return { kind: "listed", sellers: look.isOwn ? [SELLER] : [] };
    case "look":
      return { kind: "looked", look };
    case "challenge":
      return { kind: "challenged", ...CHALLENGE };
    case "verify":
      return { kind: "verified" };
    case "terms":
      return { kind: "terms", offer: OFFER, prices: [50] };
    default:
      return { kind: "offered" };
  }
}

export function shownSeller(more: Partial<ShownSeller> = {}): ShownSeller {
  return {
    address: SELLER,
    status: "active",
    pause: undefined,
    pauseReason: null,
    registeredAt: NOW,
    earnedSun: sun(12_500_000),
    paidOutSun: sun(30_000_000),
    payout: { waits: null, dueAt: null, minimumSun: sun(10_000_000) },
    warnings: [],
    capacity: { energy: 320_000, bandwidth: 0 },
    offers: [
      {
        resource: "energy",
        minPriceSun: 55,
        shortest: "15m",
        longest: "30d",
        minChunk: 20_000,
        keep: 0,
        active: true,
        since: NOW,
        mostPriceSun: 300,
        isTooDear: false,
      },
    ],
    openDelegations: { count: 0, newest: [] },
    ...more,
  };
}

export function sellingView(subject: Selling, more: Partial<SellingView> = {}): SellingView {
  return {
    selling: subject,
    operator: OPERATOR,
    signCommand: undefined,
    commissionBps: 1_000,
    usualUnits: { energy: 65_000, bandwidth: 1_000 },
    book: undefined,
    accounts: [
      { address: SELLER, status: "active", earnedSun: 12_500_000, isOffering: true },
      { address: OTHER_SELLER, status: "paused", earnedSun: 0, isOffering: false },
    ],
    seller: shownSeller(),
    ...more,
  };
}
