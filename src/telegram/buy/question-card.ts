/** The wizard card: one question, its choices, and what is known already as buttons. */

import { DURATIONS } from "../../domain/duration.js";

import { ORDER_TYPES } from "../../domain/order-request.js";
import { amountOfEach, totalCostSun } from "../../domain/price.js";
import { MIN_CHUNK, RESOURCES } from "../../domain/resource.js";
import { TRANSFER_ENERGY } from "../../domain/usdt.js";
import {
  cardOf,
  type DraftButton,
  disabledButton,
  flowButtons,
  type Row,
  rowsOf,
  walletLabel,
} from "../kit/parts.js";
import { sumOf } from "../kit/rental.js";
import { firstThatFits } from "../kit/sendable.js";
import type { WalletNames } from "../kit/views.js";
import type { Messages } from "../text/messages.js";
import { blocks, bold, type Part, whatFits } from "../transport/format.js";
import type { Button, Card } from "../transport/message.js";
import { PRICED_DURATION } from "./choice-costs.js";
import {
  amountRange,
  amountsInOrder,
  amountsOf,
  type Draft,
  leadsBackToFast,
  noticeIn,
  othersWithout,
  type Step,
} from "./draft.js";
import { noticeText } from "./notices.js";
import { meantAmounts, meantTimes, nearPrices } from "./readings.js";
import { sizingLine, sizingQuestion } from "./usdt-lines.js";
import { LINE_LIMITS, verdictLines } from "./verdict-lines.js";
import type { DraftView } from "./views.js";

export function wizardCard(view: DraftView, messages: Messages): Card {
  const { draft } = view;
  const button = flowButtons("draft", draft);
  const title = messages.wizard.title(draft.data.resource, draft.data.type === "Manual");
  // The way back leads to Pay, which stands in the lowest row.
  const { at } = draft.data;
  const isChange = at.is === "changing" && (at.back === "order" || leadsBackToFast(draft));
  const isWrong = isAnsweredWrong(draft);
  const fields = fieldRows(view, messages, button);
  return firstThatFits(LINE_LIMITS, (limit) =>
    cardOf(
      blocks(
        [...verdictLines(draft.data, limit, messages), noticeText(view, messages)],
        // What was wrong takes its place: on a low phone there is no room for both.
        [isWrong ? undefined : bold(title)],
        [
          sizingLine(view, messages),
          ownAmountsLine(draft, messages),
          lowEnergyWarning(draft, messages),
        ],
        marketLines(view, messages, isWrong),
        [question(view, messages)],
      ),
      [
        ...choiceRows(view, messages, button),
        ...(isChange ? [[button(messages.buttons.backToOrder, { kind: "back" })]] : []),
        // Two of them keep the choices away from the rows that pay.
        ...(isWrong ? fields.slice(-2) : fields),
        isChange ? [cancelButton(messages, button)] : endRow(messages, button),
        // A tap on Pay has led here: a second one finds nothing to drop.
        noticeIn(draft.data)?.code === "PRICE_BELOW_FLOOR"
          ? [disabledButton(messages.noPay.floor)]
          : [],
      ],
    ),
  );
}

/** What was typed for the question on the card is of no use: the card makes room for why. */
function isAnsweredWrong({ step, data }: Draft): boolean {
  const { problems, receivers, refused } = data;
  if (noticeIn(data) || problems.some(({ field }) => field === step)) return true;
  return step === "receivers" && receivers.length === 0 && refused.length > 0;
}

function question(view: DraftView, messages: Messages): Part {
  const { draft, costs } = view;
  const { data, isGroup } = draft;
  const isPriced = costs !== undefined && costs.size > 0;
  if (data.sizes && draft.step === "receivers") return sizingQuestion(view, messages);
  return messages.wizard.question[askedStep(draft.step)]({
    resource: data.resource ?? "energy",
    receivers: data.receivers.length,
    isGroup,
    awaitsText: awaitsText(data),
    hasWallets: offeredWallets(draft).length > 0,
    others: othersWithout(data).length,
    replacesAll: amountOfEach(amountsOf(data) ?? []) === undefined && amountsOf(data) !== undefined,
    isPriced,
    pricedFor: isPriced && !data.duration ? PRICED_DURATION : undefined,
  });
}

/** These say what to type themselves. */
const TELL_WHAT_TO_TYPE: readonly string[] = [
  ...["AMOUNT_AMBIGUOUS", "AMOUNT_NOT_UNDERSTOOD"],
  ...["PRICE_NOT_UNDERSTOOD", "PRICE_NOT_WHOLE"],
];

function awaitsText(data: Draft["data"]): boolean {
  const { awaits } = data;
  if (awaits === undefined || awaits === "receivers") return false;
  return awaits === "partialMin" || !TELL_WHAT_TO_TYPE.includes(noticeIn(data)?.code ?? "");
}

/** The card of `confirm` is another one (draft.ts). */
function askedStep(step: Step): Exclude<Step, "confirm"> {
  return step === "confirm" ? "duration" : step;
}

/** Said once an amount is chosen that is too little for what most want it for. */
export function lowEnergyWarning({ data }: Draft, { wizard }: Messages): Part | undefined {
  const least = amountRange(data)?.least ?? data.amount;
  if (data.resource !== "energy" || least === undefined) return undefined;
  return least < TRANSFER_ENERGY ? wizard.lowEnergy(TRANSFER_ENERGY) : undefined;
}

/** A list or a file named them: that it was understood is said at once. */
function ownAmountsLine({ data }: Draft, { wizard }: Messages): Part | undefined {
  const own = data.receivers.flatMap((receiver) => data.amounts[receiver] ?? []);
  return own.length > 0 ? wizard.ownAmounts(own.length, sumOf(own)) : undefined;
}

/**
 * They stand above the filled fields, so that the first button that says "1h" is the choice, and no receiver that happens to
 * hold these letters.
 */
function choiceRows(view: DraftView, messages: Messages, button: DraftButton): Row[] {
  switch (view.draft.step) {
    case "type":
      return [
        ORDER_TYPES.map((type) =>
          button(messages.buttons.type[type], { kind: "type", type }, "primary"),
        ),
      ];
    case "resource":
      return [
        RESOURCES.map((resource) =>
          button(messages.buttons.resource[resource], { kind: "resource", resource }, "primary"),
        ),
      ];
    case "receivers":
      return receiverRows(view, messages, button);
    case "amount":
      return amountRows(view, messages, button);
    case "duration":
      return durationRows(view, messages, button);
    case "price":
      return priceRows(view, messages, button);
    case "options":
      return optionRows(view, messages, button);
    case "confirm":
      return [];
  }
}

/** Two a row have room for what they cost. */
function durationRows({ costs }: DraftView, messages: Messages, button: DraftButton): Row[] {
  const isPriced = costs !== undefined && costs.size > 0;
  const choices = DURATIONS.map((duration) => ({
    duration,
    costSun: isPriced ? costs.get(duration) : undefined,
  }));
  const labels = messages.buttons.durations(choices);
  return rowsOf(
    DURATIONS.map((duration, at) => button(labels[at] ?? duration, { kind: "duration", duration })),
    isPriced ? 2 : 4,
  );
}

/** Of amounts on one button. */
const READ_SHOWN = 2;

/** Beside what was wrong with a typed amount there are fewer of them, so that all of it is in sight on a low phone. */
const PRESETS_BESIDE_NOTICE = 3;

function amountRows(
  { draft: { data, isGroup }, presets, costs }: DraftView,
  messages: Messages,
  button: DraftButton,
): Row[] {
  const { buttons } = messages;
  const isWrong = noticeIn(data) !== undefined;
  const meant = [
    ...meantAmounts(data).map((units) =>
      button(buttons.meant(units), { kind: "amount", amount: units }, "primary"),
    ),
    ...meantTimes(data).map((duration) =>
      button(buttons.meant(duration), { kind: "duration", duration }, "primary"),
    ),
  ];
  const room = meant.length > 0 ? PRESETS_BESIDE_NOTICE - 1 : PRESETS_BESIDE_NOTICE;
  const shown = isWrong ? presets.slice(0, room) : presets;
  const read = amountsInOrder(data).map(([, units]) => messages.number(units));
  const isMore = read.length > READ_SHOWN;
  const labels = buttons.presets(
    shown.map(({ units, use, times = 1 }) => ({ units, use, times, costSun: costs?.get(units) })),
  );
  return [
    read.length === 0
      ? []
      : [
          button(
            buttons.inOrder(read.slice(0, READ_SHOWN), isMore),
            { kind: "inOrder" },
            "primary",
          ),
        ],
    meant,
    ...rowsOf(
      shown.map(({ units }, at) => button(labels[at] ?? "", { kind: "amount", amount: units })),
      // What one is for takes a row.
      shown.some(({ use }) => use !== undefined) ? 1 : 2,
    ),
    // In private an amount is just typed again.
    isWrong && !isGroup ? [] : [button(buttons.other, { kind: "other" })],
  ];
}

/** In a group none: they are their owner's. */
function offeredWallets({ isGroup, data }: Draft): readonly string[] {
  return isGroup ? [] : data.wallets;
}

function receiverRows({ draft }: DraftView, messages: Messages, button: DraftButton): Row[] {
  const { receivers, walletNames } = draft.data;
  const rows = rowsOf(
    offeredWallets(draft).map((wallet, at) =>
      button(walletLabel(wallet, walletNames[wallet]), { kind: "wallet", at }),
    ),
    2,
  );
  if (receivers.length === 0) return rows;
  return [...rows, [button(messages.buttons.next(receivers.length), { kind: "next" }, "primary")]];
}

/** The price that fills all at once, the next lower one, and the floor; with cost and fill of each. */
function priceRows(view: DraftView, messages: Messages, button: DraftButton): Row[] {
  const { duration = "1h" } = view.draft.data;
  const amounts = amountsOf(view.draft.data) ?? [];
  const { manual, buttons } = messages;
  const choices = view.look?.choices ?? [];
  return [
    nearPrices(view.draft.data, view.look).map((price) =>
      button(manual.buttons.priceField(price), { kind: "price", price }),
    ),
    ...choices.map(({ priceSun, fillsUnits }) => {
      const total = messages.trx(totalCostSun(amounts, priceSun, duration));
      const text = manual.buttons.price(priceSun, total, fillsUnits, sumOf(amounts));
      return [button(text, { kind: "price", price: priceSun })];
    }),
    [button(buttons.other, { kind: "other" })],
  ];
}

/** Floor, Fast, and the best of both sides of the book; the first two where there is room for no more. */
function marketLines({ draft, look }: DraftView, { manual }: Messages, isShort: boolean): Part[] {
  if (draft.step !== "price" || !look) return [];
  const { floorSun, fastSun, asks, bids, choices } = look;
  const { market } = manual;
  const wanted = sumOf(amountsOf(draft.data) ?? []);
  const best = choices.find(({ fillsUnits }) => fillsUnits >= wanted);
  const offered = market.asks(look, draft.data.receivers.length);
  if (isShort) return [market.prices(floorSun, fastSun), ...(asks.length > 0 ? [] : [offered])];
  return [
    market.prices(floorSun, fastSun),
    offered,
    ...(bids.length > 0 ? [market.bids(bids)] : []),
    ...(best && best.priceSun >= fastSun ? [market.fastIsBetter] : []),
  ];
}

/** One tap answers; whether all wallets start together is set beside it. */
function optionRows({ draft }: DraftView, messages: Messages, button: DraftButton): Row[] {
  const { receivers, bulk } = draft.data;
  const words = messages.manual.buttons;
  const [usual, ...others] = chunkChoices(draft.data);
  const parts = (least: number) => button(words.parts(least), { kind: "parts", least });
  return [
    [button(words.parts(usual), { kind: "parts", least: usual }, "primary")],
    ...others.map((least) => [parts(least)]),
    [button(words.otherChunk, { kind: "other" })],
    [button(words.whole, { kind: "whole" })],
    receivers.length > 1 ? [button(words.bulk(bulk), { kind: "bulk" })] : [],
  ];
}

/** The least part that is sold, a quarter and half of the amount. */
function chunkChoices(data: Draft["data"]): [number, ...number[]] {
  const least = MIN_CHUNK[data.resource ?? "energy"];
  const amount = amountRange(data)?.least ?? 0;
  const larger = [Math.floor(amount / 4), Math.floor(amount / 2)].filter((units) => units > least);
  return [least, ...larger];
}

/** A shortened receiver needs a row of its own on a phone. */
const ROWS: readonly (readonly Step[])[] = [
  ["type", "resource"],
  ["receivers"],
  ["amount", "duration"],
  ["price", "options"],
];

/** Filled fields as buttons that lead back to their question. */
export function fieldRows(
  { draft, names }: DraftView,
  messages: Messages,
  button: DraftButton,
): Row[] {
  const buttonOf = (step: Step): Button[] => {
    if (step === "type" && draft.step !== step && draft.data.type === "Fast") {
      return [button(messages.buttons.nameYourPrice, { kind: "type", type: "Manual" })];
    }
    const value = step === draft.step ? undefined : writtenValue(draft, step, messages, names);
    return value ? [button(messages.buttons.field(value), { kind: "jump", step })] : [];
  };
  return ROWS.map((steps) => steps.flatMap(buttonOf)).filter((row) => row.length > 0);
}

function writtenValue(
  { data, isGroup }: Draft,
  step: Step,
  { buttons, manual, number }: Messages,
  names: WalletNames | undefined,
): string | undefined {
  const { receivers } = data;
  switch (step) {
    case "type":
      return data.type && buttons.type[data.type];
    case "resource":
      return data.resource && buttons.resource[data.resource];
    case "receivers":
      return (
        receivers[0] &&
        buttons.receiversField(
          receivers.length,
          isGroup ? undefined : walletLabel(receivers[0], names?.get(receivers[0])),
        )
      );
    case "amount":
      return amountWritten(data, number);
    case "duration":
      return data.duration && buttons.duration(data.duration);
    case "price":
      return data.price === undefined ? undefined : manual.buttons.priceField(data.price);
    case "options":
      return optionsWritten(data, manual);
    case "confirm":
      return undefined;
  }
}

/** Half a row has no room for two large numbers. */
const WIDEST_RANGE = 14;

function amountWritten(data: Draft["data"], number: Messages["number"]): string | undefined {
  const range = amountRange(data);
  if (!range) return undefined;
  const most = number(range.most);
  if (range.least === range.most) return most;
  return whatFits(WIDEST_RANGE, `${number(range.least)}–${most}`, `≤ ${most}`);
}

function optionsWritten(data: Draft["data"], { buttons }: Messages["manual"]): string | undefined {
  const { allowPartial, partialMin, receivers, resource = "energy" } = data;
  if (allowPartial === undefined) return undefined;
  const least = allowPartial ? (partialMin ?? MIN_CHUNK[resource]) : undefined;
  return buttons.optionsField(least, data.bulk && receivers.length > 1);
}

function endRow({ buttons }: Pick<Messages, "buttons">, button: DraftButton): Row {
  return [button(buttons.back, { kind: "back" }), cancelButton({ buttons }, button)];
}

export function cancelButton({ buttons }: Pick<Messages, "buttons">, button: DraftButton): Button {
  return button(buttons.cancel, { kind: "cancel" }, "danger");
}
