/** What has to fit, in every language: labels on a phone, answers to taps, placeholders, what Telegram shows of the bot. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DURATIONS } from "../../../src/domain/duration.js";
import { MAX_RECEIVERS } from "../../../src/domain/fields.js";
import type { PerResource } from "../../../src/domain/resource.js";
import { menuCard } from "../../../src/telegram/account/menu.js";
import { draftCard } from "../../../src/telegram/buy/card.js";
import type { DraftView } from "../../../src/telegram/buy/views.js";
import { COMMANDS } from "../../../src/telegram/commands.js";
import { LANGUAGES } from "../../../src/telegram/kit/language.js";

import { failureToast } from "../../../src/telegram/kit/notices.js";

import { batchCard } from "../../../src/telegram/orders/batch-card.js";
import { ordersCard } from "../../../src/telegram/orders/orders-card.js";
import type { Card } from "../../../src/telegram/transport/message.js";
import { byForm } from "../../support/forms.js";
import { en } from "../en.js";
import { anyBatchView, anyDraftView } from "./any-view.js";
import { cutLabels, widthOf } from "./legible.js";
import { batchView, confirmView, DESK, legView, NOW, orderView, QUOTE } from "./views.js";

const RUNS = { numRuns: byForm(25, 200) };
/** Far more than is rented at once; of a larger order the end of a label is cut. */
const MOST_UNITS: PerResource<number> = { energy: 9_999_999, bandwidth: 999_999 };
const MOST_TOAST = 200;
const MOST_PLACEHOLDER = 64;
const languages = Object.entries(LANGUAGES).map(([code, { messages }]) => ({ code, messages }));

const shown = (text: string) => [...text].length;

test("what is measured tells narrow letters from wide ones, in each script", () => {
  expect(widthOf("iiii")).toBeLessThan(widthOf("mmmm") / 2);
  expect(widthOf("шшшш")).toBeGreaterThan(widthOf("гггг") * 1.5);
  expect(widthOf("购买：")).toBeGreaterThan(widthOf("ccc") * 1.6);
  expect(widthOf("✏️")).toBeGreaterThan(0);
  const tooLong: Card = {
    text: "x",
    entities: [],
    keyboard: [["Continue with 20 wallets", "Back"].map((text) => ({ text, callback_data: "x" }))],
  };
  expect(cutLabels(tooLong)).toEqual([expect.stringContaining("[Continue with 20 wallets] of 2")]);
});

function ofAModestAmount({ draft, ...view }: DraftView): DraftView {
  const { at, amount = 0 } = draft.data;
  const most = MOST_UNITS.energy * draft.data.receivers.length;
  const modest = (key: string, value: unknown) =>
    key === "capacityUnits" ? Math.min(Number(value), most) : value;
  const data = {
    ...draft.data,
    amount: Math.min(amount, MOST_UNITS.energy),
    amounts: Object.fromEntries(
      Object.entries(draft.data.amounts).map(([one, units]) => [
        one,
        Math.min(units, MOST_UNITS.energy),
      ]),
    ),
    at: JSON.parse(JSON.stringify(at), modest) as typeof at,
  };
  return { ...view, draft: { ...draft, data } };
}

describe.each(languages)("in $code", ({ messages }) => {
  test("every label of any draft, any order and any list can be read whole", () => {
    const fits = (card: Card): void => {
      expect(cutLabels(card)).toEqual([]);
    };
    fc.assert(
      fc.property(anyDraftView, (view) => fits(draftCard(ofAModestAmount(view), messages))),
      RUNS,
    );
    fc.assert(
      fc.property(anyBatchView, (view) => {
        fits(batchCard(view, messages));
        const { now } = view;
        const orders = view.orders.map((order) => ({
          ...order,
          amount: Math.min(order.amount, MOST_UNITS[order.resource]),
        }));
        const batches = [orders, orders.slice(0, 1)];
        fits(ordersCard({ batches, now, olderCursor: "f".repeat(24), isNewest: false }, messages));
      }),
      RUNS,
    );
    fits(menuCard({ giftSun: undefined, takesDeposits: true }, messages));
  });

  test("the button that books an extension can be read whole, whatever it holds", () => {
    for (const total of ["3.9", "44.207561", "1,234.567891", "777,123.456123"]) {
      const { book, bookAgain } = messages.booking;
      const keyboard = [book(total), bookAgain(total)].map((text) => [
        { text, callback_data: "x" },
      ]);
      expect(cutLabels({ text: "x", entities: [], keyboard })).toEqual([]);
    }
  });

  test("ids of many orders are copied ten at a time", () => {
    const ids = Array.from({ length: MAX_RECEIVERS }, (_, at) => at.toString(16).padStart(24, "0"));
    const orders = ids.map((id) => orderView([legView("sent")], { id }));
    const card = batchCard(batchView(orders, { now: NOW }), messages);
    expect(cutLabels(card)).toEqual([]);
    const copied = card.keyboard
      .flat()
      .flatMap((button) => ("copy_text" in button ? [button.copy_text.text] : []));
    expect(copied.length).toBeGreaterThan(1);
    expect(copied.every((text) => text.length <= 256)).toBe(true);
    expect(copied.join("\n").split("\n")).toEqual(ids);
  });

  test("answers to taps are not cut", () => {
    for (const toast of Object.values(messages.toasts)) {
      const text = typeof toast === "string" ? toast : toast("1,234,567.123456");
      expect(shown(text)).toBeLessThan(MOST_TOAST);
    }
    const customerId = "c".repeat(24);
    const desk = { ...DESK, operatorContact: `@${"o".repeat(32)}` };
    for (const code of Object.keys(messages.notices)) {
      const details = { required: 1_234_567.123456, available: 0.5 };
      const toast = failureToast({ code, details, isGroup: false, customerId, desk }, messages);
      expect(shown(toast), toast).toBeLessThanOrEqual(MOST_TOAST);
      expect(toast, code).not.toContain("…");
    }
  });

  test("placeholders, commands and what the bot says of itself are short enough", () => {
    for (const { placeholder } of Object.values(messages.prompts)) {
      expect(placeholder).toBe(placeholder.trim());
      expect(shown(placeholder)).toBeLessThanOrEqual(MOST_PLACEHOLDER);
      expect(shown(placeholder)).toBeGreaterThan(0);
    }
    for (const { name } of COMMANDS) {
      const description = messages.command(name);
      // Telegram takes 256; a phone shows about so many.
      expect(shown(description)).toBeLessThanOrEqual(48);
      expect(shown(description)).toBeGreaterThan(0);
    }
    const { description, shortDescription } = messages.profile;
    expect(shown(description)).toBeLessThanOrEqual(512);
    expect(shown(shortDescription)).toBeLessThanOrEqual(120);
    for (const text of [description, shortDescription]) expect(text).toBe(text.trim());
  });

  test("no two choices of a question read the same", () => {
    const { buttons } = messages;
    const choices = [
      DURATIONS.map(buttons.duration),
      Object.values(buttons.resource),
      Object.values(buttons.type),
      [buttons.back, buttons.cancel, buttons.other],
      [buttons.repeat, buttons.refresh, buttons.cancel, buttons.tryAgain, buttons.retry],
    ];
    for (const labels of choices) expect(new Set(labels).size).toBe(labels.length);
  });
});

test("what scripts tap is called in English as it always was", () => {
  const { buttons } = en;
  expect([
    ...[buttons.buyEnergy, buttons.buyBandwidth, buttons.type.Fast, buttons.type.Manual],
    ...[buttons.resource.energy, buttons.resource.bandwidth, buttons.other, buttons.newQuote],
    ...[buttons.back, buttons.cancel, buttons.repeat, buttons.refresh],
  ]).toEqual([
    ...["Buy Energy", "Buy Bandwidth", "Best price now", "Manual"],
    ...["Energy", "Bandwidth", "Other", "New quote"],
    ...["Back", "Cancel", "Repeat", "Refresh"],
  ]);
  expect(DURATIONS.map(buttons.duration)).toEqual(DURATIONS);
  expect(buttons.pay("3.9")).toBe("Pay 3.9 TRX");
  expect(
    buttons.presets([{ units: 65_000, use: "usdt", times: 1, costSun: undefined }])[0],
  ).toContain("65,000");
  const pay = draftCard(confirmView({ quote: QUOTE }), en).keyboard.flat();
  expect(pay.map(({ text }) => text)).toContain("Pay 3.9 TRX");
});

test.each(Object.entries(LANGUAGES))("in %s choices that stand together say the same", (_, one) => {
  const { buttons } = one.messages;
  for (const daySun of [2_925_000, 5_895_000, 117_900_000]) {
    const durations = buttons.durations([
      { duration: "1h", costSun: daySun },
      { duration: "30d", costSun: 30 * daySun },
    ]);
    expect(durations.filter((label) => label.endsWith(" TRX"))).toEqual(durations);
    const presets = buttons.presets([
      { units: 65_000, use: "usdt", times: 1, costSun: daySun },
      { units: 131_000, use: "usdtNew", times: 1, costSun: 2 * daySun },
    ]);
    expect(presets.filter((label) => label.endsWith(" TRX"))).toEqual(presets);
    expect(presets.filter((label) => label.includes("USDT"))).toEqual(presets);
  }
});

test("in Russian a choice of amounts reads as it is said", () => {
  const { buttons } = LANGUAGES.ru.messages;
  expect(
    buttons.presets([
      { units: 65_000, use: "usdt", times: 1, costSun: 2_925_000 },
      { units: 131_000, use: "usdtNew", times: 1, costSun: 5_895_000 },
    ]),
  ).toEqual([
    "65\u00a0000 · перевод USDT · 2.925 TRX",
    "131\u00a0000 · на адрес без USDT · 5.895 TRX",
  ]);
});
