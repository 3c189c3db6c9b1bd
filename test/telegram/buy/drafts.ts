/** Drafts and events as the tests of the wizard need them. */
import { expect } from "vitest";
import { totalCostSun } from "../../../src/domain/price.js";
import type { DraftEffect, DraftEvent, DraftReduction } from "../../../src/telegram/buy/change.js";
import {
  amountsOf,
  type Draft,
  type DraftData,
  type DraftQuote,
  mostPriceSun,
} from "../../../src/telegram/buy/draft.js";
import { type NewDraft, newDraft } from "../../../src/telegram/buy/open.js";
import { reduce } from "../../../src/telegram/buy/reduce.js";
import type { Action } from "../../../src/telegram/kit/buttons.js";
import { wallet, wallets } from "../wallets.js";

export const OWNER = 7_001;
export const STRANGER = 7_002;
export const NOW = 1_795_000_000_000;
export const [A, B, C] = [wallet(1), wallet(2), wallet(3)] as const;

export const COMPLETE = {
  fields: { type: "Fast", resource: "energy", amount: 65_000, duration: "1h" },
  receivers: [A],
} satisfies Partial<NewDraft>;

export const MANUAL = {
  fields: { ...COMPLETE.fields, type: "Manual", price: 55, allowPartial: true },
  receivers: [A],
} satisfies Partial<NewDraft>;

export function opened(known: Partial<NewDraft> = {}): Draft {
  return newDraft({
    id: "019a9b2c3d4e000123456789",
    ownerUserId: OWNER,
    customerId: "customer",
    chatId: OWNER,
    threadId: undefined,
    isGroup: false,
    fields: {},
    wallets: wallets(3),
    ...known,
  });
}

/** A quote that fits the draft: at its own price, or at 60 SUN a unit. */
export function quoteFor({ data }: Draft, quoteId = "quote"): DraftQuote {
  // No quote is of a price that is asked for again.
  const { duration = "1h" } = data;
  const priceSun = Math.min(data.price ?? 60, mostPriceSun({ ...data, duration }));
  return {
    quoteId,
    priceSun,
    totalSun: totalCostSun(amountsOf(data) ?? [], priceSun, duration),
    expiresAt: NOW + 120_000,
    availableSun: 1_000_000_000,
  };
}

/** Complete, with its price on the card. */
export function quotedDraft(known: Partial<NewDraft> = {}): Draft {
  const draft = opened({ ...COMPLETE, ...known });
  const { version } = draft;
  return reduce(draft, { kind: "quoted", version, quote: quoteFor(draft) }, NOW).state;
}

export function tap(draft: Draft, action: Action, by = OWNER): DraftReduction {
  return reduce(draft, { kind: "tap", version: draft.version, action, by }, NOW);
}

export function tapOf(draft: Draft, kind: "next" | "back" | "cancel" | "pay" | "requote"): Draft {
  return tap(draft, { kind }).state;
}

export function on(draft: Draft, event: DraftEvent, now = NOW): DraftReduction {
  return reduce(draft, event, now);
}

export function receivers(addresses: readonly string[], messageId = 10): DraftEvent {
  return { kind: "receivers", verdicts: addresses.map((address) => ({ address })), messageId };
}

export function units(amount: number, messageId = 20): DraftEvent {
  return { kind: "amount", answer: { kind: "units", units: amount }, messageId };
}

/** The draft is the same one, and these are the effects. */
export function expectUnchanged(
  draft: Draft,
  reduction: DraftReduction,
  ...effects: DraftEffect[]
): void {
  expect(reduction).toEqual({ state: draft, effects });
  expect(reduction.state).toBe(draft);
}

/** The version rose by one, and these are the effects; the data can be looked at further. */
export function expectChanged(
  draft: Draft,
  reduction: DraftReduction,
  expected: Partial<Pick<Draft, "step" | "status">>,
  ...effects: DraftEffect[]
): DraftData {
  expect(reduction.state).toMatchObject({ ...expected, version: draft.version + 1 });
  expect(reduction.effects).toEqual(effects);
  return reduction.state.data;
}
