/** What an order costs, line by line: the sum first, then its factors, then the rest. */

import { billedDays, durationMs } from "../../domain/duration.js";

import type { ManualOptions } from "../../domain/order-request.js";
import { amountOfEach, costOf, costSun } from "../../domain/price.js";
import { MIN_AMOUNT, type Resource } from "../../domain/resource.js";
import type { RestReason } from "../../domain/rest-reasons.js";
import type { PriceView } from "../buy/views.js";
import { namedWallet } from "../kit/parts.js";
import { rentalOf, sumOf, walletWithAmount } from "../kit/rental.js";
import { restReasonLine } from "../orders/rest-reason.js";
import type { Messages } from "../text/messages.js";
import { aboutSun } from "../text/words.js";
import type { Part } from "../transport/format.js";
import { isShort } from "./payable.js";

/** What is to be read before it is paid: all but the title and how the sum comes about. A group sees no balance. */
export function priceLines(view: PriceView, messages: Messages): (Part | undefined)[] {
  const { quote, endsAt, isGroup, duration } = view;
  const { confirm } = messages;
  return [
    isGroup ? undefined : balanceLine(view, messages),
    sellersLine(view, messages),
    toOthersLine(view, messages),
    endsAt === undefined || quote.manual
      ? undefined
      : confirm.ends(endTime(endsAt, duration, messages)),
    view.requireLock ? confirm.locked : undefined,
    ...fillLines(view, messages),
    ...(fillsAll(view) ? [] : heldLines(view, messages)),
    burnWarning(view, messages),
    shortLine(view, messages),
  ];
}

/** How the sum comes about, and what it saves: on a card that is paid they are folded. */
export function priceDetails(view: PriceView, messages: Messages): Part[] {
  const { quote } = view;
  const { amounts, resource, duration, bandwidth = 0 } = view;
  const { confirm } = messages;
  const each = amountOfEach(amounts);
  // By whatever floor, a price of one's own is that of a day.
  const isSameForDay = !quote.manual && (quote.isSameForDay ?? false);
  const explained = (...cost: Parameters<typeof costOf>) =>
    confirm.explanation(costOf(...cost), isSameForDay).split("\n");
  const [sum = "", ...why] = explained(resource, amounts, quote.priceSun, duration);
  const ofBandwidth = amounts.map(() => bandwidth);
  const [beside] = quote.beside
    ? explained("bandwidth", ofBandwidth, quote.beside.priceSun, duration)
    : [];
  return [
    // Sellers have times of their own.
    [sum, ...(beside === undefined ? [] : [beside]), ...(quote.sellers ? [] : why)].join("\n"),
    ...(amounts.length > 1 && each !== undefined && !quote.beside
      ? [
          confirm.perReceiver(
            messages.trx(costSun(each, quote.priceSun, duration)),
            messages.trx(quote.totalSun),
          ),
        ]
      : []),
    ...burnLines(view, messages),
    ...(fillsAll(view) ? heldLines(view, messages) : []),
    ...manualLines(view, messages),
  ];
}

/** Nothing of what the book delivers would have to wait now. */
function fillsAll({ quote, amounts }: Pick<PriceView, "quote" | "amounts">): boolean {
  return quote.sellers !== undefined || (quote.manual?.fillsUnits ?? 0) >= sumOf(amounts);
}

/** Whose price it is, where it is not the desk's. */
function sellersLine(
  { quote }: Pick<PriceView, "quote">,
  { confirm, trx }: Messages,
): string | undefined {
  const { sellers, priceSun, totalSun } = quote;
  if (!sellers) return undefined;
  return confirm.sellers(priceSun, sellers.costSun < totalSun, trx(sellers.deskSun));
}

/** Why it is not the best price of the book. */
function toOthersLine(
  { quote: { toOthers }, receivers }: Pick<PriceView, "quote" | "receivers">,
  { confirm }: Messages,
): Part | undefined {
  return toOthers && confirm.toOthers(toOthers.priceSun, receivers.length, toOthers.locked);
}

/** The day is plain while it ends within hours. */
export function endTime(endsAt: number, duration: PriceView["duration"], { time }: Messages): Part {
  return time(endsAt, durationMs(duration) < durationMs("1d") ? "t" : "Dt");
}

function balanceLine({ quote }: PriceView, { confirm, trx }: Messages): string {
  const { availableSun, totalSun } = quote;
  const before = trx(availableSun);
  return availableSun < totalSun
    ? confirm.short(before, trx(totalSun - availableSun))
    : confirm.balance(before, trx(availableSun - totalSun));
}

/** Burning TRX costs less now. */
function burnWarning(
  { quote, duration }: PriceView,
  { confirm, trx }: Messages,
): string | undefined {
  const { burnSun, totalSun } = quote;
  if (burnSun === undefined || burnSun >= totalSun) return undefined;
  const days = billedDays(duration);
  return confirm.burnCheaper(trx(burnSun), trx(totalSun - burnSun), days);
}

function burnLines({ quote, duration }: PriceView, { confirm, trx }: Messages): string[] {
  const { burnSun, totalSun } = quote;
  if (burnSun === undefined) return [confirm.burnUnknown];
  if (burnSun < totalSun) return [];
  return [confirm.burn(trx(burnSun), trx(burnSun - totalSun), billedDays(duration))];
}

/** All of them in full, with their names, and with their amounts where these differ. */
export function receiverLines(
  {
    receivers,
    names,
    amounts = [],
  }: Pick<PriceView, "receivers" | "names"> & {
    readonly amounts?: readonly number[];
  },
  messages: Messages,
): Part[] {
  if (receivers.length === 0) return [];
  const differ = amountOfEach(amounts) === undefined;
  return [
    messages.confirm.receivers(receivers.length),
    ...receivers.map((receiver, at) =>
      walletWithAmount(namedWallet(receiver, names), differ ? amounts[at] : undefined, messages),
    ),
  ];
}

/** What of a Manual order is filled now, and what all of it costs at once. */
function fillLines(view: PriceView, messages: Messages): (Part | undefined)[] {
  const { quote, manual } = view;
  if (!quote.manual || !manual) return [];
  const reasons = fillsAll(view) ? [] : (quote.manual.waits ?? []);
  return [
    fillLine(view, quote.manual, manual.options, messages),
    partsLine(manual.options, messages),
    ...shownReasons(reasons).map((reason) => restReasonLine(reason, messages)),
    atOnceLine(view, messages),
  ];
}

/** Who is passed over first, and the price, which can be changed. */
function shownReasons(reasons: readonly RestReason[]): readonly RestReason[] {
  const price = reasons.find(({ why }) => why === "price");
  const [first] = reasons.filter((reason) => reason !== price);
  return [first, price].filter((one) => one !== undefined);
}

/** What an order comes to if nothing changes: what the book fills now at the offers' own prices, and the rest at its limit. */
function expectedSun({ quote, duration }: Pick<PriceView, "quote" | "duration">): number {
  if (quote.sellers) return quote.sellers.costSun;
  const { fillsUnits = 0, fillsSun } = quote.manual ?? {};
  if (fillsSun === undefined) return quote.totalSun;
  return quote.totalSun - costSun(fillsUnits, quote.priceSun, duration) + fillsSun;
}

/** The most that an order costs; and what it costs now, if all of it fills now and for less. */
export function sumTitle(
  view: Pick<PriceView, "quote" | "amounts" | "resource" | "duration" | "bandwidth">,
  { confirm, trx }: Messages,
): Part {
  const { quote } = view;
  const [total, expected] = [trx(quote.totalSun), expectedSun(view)];
  const rental = rentalOf(view);
  if (expected >= quote.totalSun) return confirm.title(total, rental);
  const about = aboutSun(expected);
  const isSaid = fillsAll(view) && about < quote.totalSun;
  return confirm.titleAtMost(total, isSaid ? trx(about) : undefined, rental);
}

/** How long a Manual order waits. */
function heldLines({ quote, manual, endsAt, duration }: PriceView, messages: Messages): Part[] {
  if (!quote.manual || !manual || endsAt === undefined) return [];
  const until = endsAt - durationMs(duration) + manual.deadlineMs;
  return [messages.manual.order.restsUntil(messages.time(until))];
}

function partsLine({ allowPartial, partialMin }: ManualOptions, { manual }: Messages): string {
  return allowPartial ? manual.confirm.parts(partialMin) : manual.confirm.whole;
}

/** On which further terms a Manual order waits. */
function manualLines({ quote, manual, duration }: PriceView, messages: Messages): string[] {
  if (!quote.manual || !manual) return [];
  const { options } = manual;
  const { confirm } = messages.manual;
  return [...(options.bulkOrder ? [confirm.bulk] : []), confirm.runs(duration)];
}

function fillLine(
  { amounts, quote, duration }: PriceView,
  { fillsUnits: fills, fillsSun }: NonNullable<PriceView["quote"]["manual"]>,
  { bulkOrder }: ManualOptions,
  { manual: { confirm }, trx }: Messages,
): string {
  const wanted = sumOf(amounts);
  if (fills >= wanted) return confirm.fillsAll;
  if (bulkOrder) return confirm.waitsForAll;
  if (fills === 0) return confirm.fillsNone;
  const isLess = fillsSun !== undefined && fillsSun < costSun(fills, quote.priceSun, duration);
  return confirm.fillsSome(fills, wanted - fills, isLess ? trx(aboutSun(fillsSun)) : undefined);
}

/** Nothing of what is filled now anyhow, unless for less. */
function atOnceLine(view: PriceView, { manual: { confirm }, trx }: Messages): string | undefined {
  const { atOnce } = view.quote.manual ?? {};
  const isInstead = atOnceInsteadSun(view) !== undefined;
  if (!atOnce || (fillsAll(view) && !isInstead)) return undefined;
  return confirm.atOnce(trx(atOnce.totalSun), isInstead);
}

/** What one Pay for all of it at once takes at most, where the limit of a Manual order is not below that and does not get the same. */
export function atOnceInsteadSun(
  view: Pick<PriceView, "quote" | "amounts" | "duration">,
): number | undefined {
  const { totalSun, manual } = view.quote;
  if (!manual?.atOnce) return undefined;
  const { atOnce } = manual;
  const isLess = atOnce.totalSun < totalSun && atOnce.costSun <= expectedSun(view);
  const isInstead = fillsAll(view) ? isLess : atOnce.totalSun <= totalSun;
  return isInstead ? atOnce.totalSun : undefined;
}

/** Units for each receiver that can be delivered now, if fewer than wanted and enough for an order; else undefined. */
export function takeableUnits(
  availableUnits: number,
  { resource, amounts }: { readonly resource: Resource; readonly amounts: readonly number[] },
): number | undefined {
  const each = Math.floor(availableUnits / amounts.length);
  const isEnough = each >= MIN_AMOUNT[resource] && each < Math.max(...amounts);
  return isEnough ? each : undefined;
}

type Priced = Pick<PriceView, "resource" | "receivers" | "amounts" | "quote" | "requireLock">;

function shortLine(view: Priced, { confirm }: Messages): Part | undefined {
  const { resource, receivers, quote, requireLock = false } = view;
  if (!isShort(view)) return undefined;
  return confirm.capacityShort(quote.capacityUnits ?? 0, resource, receivers.length, requireLock);
}
