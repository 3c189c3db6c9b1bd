/** What a complete draft costs: its quote, the cheaper offers, and the Bandwidth beside it. */

import { isAddress } from "../../domain/address.js";
import { billedDays } from "../../domain/duration.js";
import { DeskError } from "../../domain/errors.js";
import type { CustomerId } from "../../domain/ids.js";
import type { OrderRequest } from "../../domain/order-request.js";
import { costSun, totalCostSun } from "../../domain/price.js";
import { TRANSFER_BANDWIDTH } from "../../domain/usdt.js";
import type { BookInstead } from "../../engine/book/price-look.js";
import type { Engine } from "../../engine/context.js";
import { bindPrice, type Price, quoteOrders } from "../../engine/orders/quote-orders.js";
import { fastPriceAt } from "../../engine/prices/market.js";
import { readyUnits } from "../../engine/prices/ready-units.js";
import { availableSunOf } from "../../store/ledger.js";
import type { BotDeps } from "../kit/deps.js";
import { noticeOf, walletsRefused } from "../kit/notices.js";
import type { DraftEvent } from "./change.js";
import { type Draft, type DraftQuote, isSized } from "./draft.js";
import { besideOf, offersRequestOf } from "./payable.js";
import { requestOf } from "./request.js";

/** The result, or why there is none; with what else can be paid on the card. */
export async function quoteEvent(
  door: BotDeps,
  draft: Draft,
  isCheck = false,
): Promise<DraftEvent> {
  const { engine, settings } = door;
  const { version, customerId } = draft;
  try {
    await door.quotePace.turn(customerId);
    engine.gates.assertReady();
    const request = requestOf(draft);
    // A price that could not be paid now is not offered.
    if (request.type === "Fast") engine.gates.assertKeepsUp();
    const quote = await quoteOrders(engine, customerId, request, settings.quoteTtlMs);
    const bad = quote.receivers.filter(({ ok }) => !ok);
    if (quote.quoteId === undefined || quote.expiresAt === undefined) {
      const has = (sought: string) => bad.some(({ reason }) => reason === sought);
      const others = has("contract") ? "RECEIVER_IS_CONTRACT" : "RECEIVER_NOT_ACTIVATED";
      const code = has("refused") ? "RECEIVER_REFUSED" : others;
      return { kind: "failed", version, notice: walletsRefused(code, bad) };
    }
    const { quoteId, expiresAt } = quote;
    const terms = await termsOf(engine, customerId, request, quote);
    const beside = await quoteBeside(door, draft);
    const offers =
      quote.book && !beside && (await boundOffers(door, draft, quote.book, terms.totalSun));
    const bandwidth = beside ? undefined : await lackedBandwidth(engine, draft);
    return {
      kind: "quoted",
      version,
      isCheck,
      quote: {
        ...{ quoteId, expiresAt, ...terms, ...beside },
        totalSun: terms.totalSun + (beside?.beside.totalSun ?? 0),
        ...(offers && { offers }),
        ...(bandwidth && { bandwidth }),
        ...(beside && terms.burnSun !== undefined && burnOfBoth(engine, draft, terms.burnSun)),
      },
    };
  } catch (error) {
    if (error instanceof DeskError) return { kind: "failed", version, notice: noticeOf(error) };
    door.logger.error({ draft: draft.id, err: error }, "a draft could not be quoted");
    return { kind: "failed", version, notice: { code: "INTERNAL" } };
  }
}

/** The Bandwidth beside with a quote of its own; undefined where it cannot be had now. */
async function quoteBeside(
  { engine, settings }: BotDeps,
  draft: Draft,
): Promise<{ readonly beside: NonNullable<DraftQuote["beside"]> } | undefined> {
  const request = besideOf(draft);
  if (!request) return undefined;
  const { customerId } = draft;
  const quote = await quoteOrders(engine, customerId, request, settings.quoteTtlMs);
  const units = request.amounts.reduce((sum, one) => sum + one, 0);
  if (quote.quoteId === undefined || quote.capacityUnits < units) return undefined;
  const { quoteId, priceSun, totalSun } = quote;
  return { beside: { quoteId, priceSun, totalSun } };
}

/** What a transfer of USDT lacks of Bandwidth, where the desk has it. */
async function lackedBandwidth(
  engine: Engine,
  { data, customerId }: Draft,
): Promise<DraftQuote["bandwidth"] | undefined> {
  const { duration, type } = data;
  const units = isSized(data) ? (data.sizing?.bandwidthUnits ?? 0) : 0;
  if (units === 0 || !duration || type !== "Fast") return undefined;
  const resource = "bandwidth";
  const priceSun = fastPriceAt(engine.market, resource, duration);
  const receivers = data.receivers.filter(isAddress).map((receiver) => ({ receiver, units }));
  const lockedFor = data.requireLock ? receivers : undefined;
  const sought = { resource, duration, upToPriceSun: priceSun, lockedFor } as const;
  const ready = await readyUnits(engine, sought, { customerId, isFast: true });
  if (ready < units) return undefined;
  const burnPriceSun = engine.network.parameters?.burnPriceSun.bandwidth;
  const burn = burnPriceSun && { burnSun: TRANSFER_BANDWIDTH * burnPriceSun };
  return { units, totalSun: costSun(units, priceSun, duration), ...burn };
}

/** Of Bandwidth only what one transfer takes: nothing else would be burnt. */
function burnOfBoth({ network }: Engine, { data }: Draft, energySun: number) {
  const { bandwidth: burnPriceSun = 0 } = network.parameters?.burnPriceSun ?? {};
  const { receivers, duration } = data;
  const days = duration ? billedDays(duration) : 1;
  return { burnSun: energySun + receivers.length * TRANSFER_BANDWIDTH * burnPriceSun * days };
}

/** The cheaper order with a quote of its own; undefined where the most that it may cost is no less. */
async function boundOffers(
  { engine, settings }: BotDeps,
  draft: Draft,
  { priceSun, costSun }: BookInstead,
  fastTotalSun: number,
): Promise<DraftQuote["offers"]> {
  const request = offersRequestOf(draft, priceSun);
  const totalSun = totalCostSun(request.amounts, priceSun, request.duration);
  if (totalSun >= fastTotalSun) return undefined;
  const { customerId } = draft;
  const bound = await bindPrice(engine, customerId, request, priceSun, settings.quoteTtlMs);
  return { quoteId: bound.quoteId, priceSun, totalSun, costSun };
}

/** What a rental costs a customer, beside their balance, what can be delivered, and what the network would burn. */
export async function termsOf(
  engine: Engine,
  customerId: CustomerId,
  { resource, amounts, duration }: OrderRequest,
  { priceSun, totalSun, isSameForDay, capacityUnits, manual, fast }: Price,
): Promise<Omit<DraftQuote, "quoteId" | "expiresAt">> {
  const burnPriceSun = engine.network.parameters?.burnPriceSun[resource];
  return {
    ...{ priceSun, totalSun, isSameForDay },
    availableSun: await engine.database.read(() => availableSunOf(customerId)),
    ...(manual && fast
      ? {
          manual: {
            fillsUnits: manual.fillsUnits,
            fillsSun: manual.costSun,
            fastTotalSun: fast.totalSun,
          },
        }
      : { capacityUnits }),
    ...(burnPriceSun && { burnSun: totalCostSun(amounts, burnPriceSun, duration) }),
  };
}
