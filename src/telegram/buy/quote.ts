/** What a complete draft costs: its quote, from the desk or from sellers, and the Bandwidth beside it. */

import { isAddress } from "../../domain/address.js";
import { billedDays } from "../../domain/duration.js";
import { DeskError } from "../../domain/errors.js";
import type { CustomerId } from "../../domain/ids.js";
import type { OrderRequest } from "../../domain/order-request.js";
import { costSun, totalCostSun } from "../../domain/price.js";
import { TRANSFER_BANDWIDTH } from "../../domain/usdt.js";
import {
  atOnceRequest,
  mostOfSellersSun,
  readOfferedToOthers,
} from "../../engine/book/price-look.js";
import type { Engine } from "../../engine/context.js";
import {
  bindPrice,
  type Price,
  priceOrders,
  quoteOrders,
} from "../../engine/orders/quote-orders.js";
import { fastPriceAt } from "../../engine/prices/market.js";
import { readyUnits } from "../../engine/prices/ready-units.js";
import { availableSunOf } from "../../store/ledger.js";
import { findTeam } from "../../store/teams/teams.js";
import type { BotDeps } from "../kit/deps.js";
import { noticeOf, walletsRefused } from "../kit/notices.js";
import type { DraftEvent } from "./change.js";
import { bookedQuote, type Draft, type DraftQuote, isSized } from "./draft.js";
import { besideOf, isShort } from "./payable.js";
import { requestOf } from "./request.js";

/** The best price that delivers all of it at once, bound for a while; or why there is none. */
export async function quoteEvent(
  deps: BotDeps,
  draft: Draft,
  why?: "check",
): Promise<Extract<DraftEvent, { readonly kind: "quoted" | "failed" }>> {
  const { engine, settings } = deps;
  const { version, customerId } = draft;
  try {
    await deps.quotePace.turn(customerId);
    engine.gates.assertReady();
    const request = requestOf(draft);
    // A price that could not be paid now is not offered.
    if (request.type === "Fast") engine.gates.assertKeepsUp();
    const quote = await quoteOrders(engine, customerId, request, settings.quoteTtlMs);
    const bad = quote.receivers.filter(({ ok }) => !ok);
    const { quoteId, expiresAt } = quote;
    if (quoteId === undefined || expiresAt === undefined) {
      const has = (sought: string) => bad.some(({ reason }) => reason === sought);
      const others = has("contract") ? "RECEIVER_IS_CONTRACT" : "RECEIVER_NOT_ACTIVATED";
      const code = has("refused") ? "RECEIVER_REFUSED" : others;
      return { kind: "failed", version, notice: walletsRefused(code, bad) };
    }
    const terms = await termsOf(engine, customerId, request, quote);
    const { priceSun } = terms;
    const bound = terms.sellers
      ? await bindPrice(
          engine,
          customerId,
          atOnceRequest(request, priceSun),
          priceSun,
          settings.quoteTtlMs,
        )
      : { quoteId };
    const beside = await quoteBeside(deps, draft);
    const priced = beside ? withBeside(engine, draft, terms, beside) : terms;
    const bandwidth = beside ? undefined : await lackedBandwidth(engine, draft);
    const found: DraftQuote = {
      ...priced,
      ...(terms.sellers && { deskQuoteId: quoteId }),
      // The desk's own price is the first to expire.
      ...{ quoteId: bound.quoteId, expiresAt },
      ...(bandwidth && { bandwidth }),
    };
    // Whether it is enough, now or at the end of another rental, shows when it is paid.
    const enoughSun = Math.max(found.totalSun, bookedQuote(found).totalSun);
    const isHidden = await hidesBalance(engine, draft);
    const shown = isHidden ? { ...found, availableSun: enoughSun } : found;
    return { kind: "quoted", version, ...(why && { why }), quote: shown };
  } catch (error) {
    if (error instanceof DeskError) return { kind: "failed", version, notice: noticeOf(error) };
    deps.logger.error({ draft: draft.id, err: error }, "a draft could not be quoted");
    return { kind: "failed", version, notice: { code: "INTERNAL" } };
  }
}

/** In a team's group nobody learns its balance by asking for prices: whoever reads along may not see it. */
export async function hidesBalance(
  engine: Engine,
  { isGroup, customerId }: Pick<Draft, "isGroup" | "customerId">,
): Promise<boolean> {
  return isGroup && (await engine.database.read(() => findTeam(customerId))) !== undefined;
}

type Terms = Omit<DraftQuote, "quoteId" | "expiresAt">;
type Beside = NonNullable<DraftQuote["beside"]>;

/** The Bandwidth beside with a quote of its own; undefined where it cannot be had now. */
async function quoteBeside(
  { engine, settings }: BotDeps,
  draft: Draft,
): Promise<Beside | undefined> {
  const request = besideOf(draft);
  if (!request) return undefined;
  const { customerId } = draft;
  const quote = await quoteOrders(engine, customerId, request, settings.quoteTtlMs);
  const units = request.amounts.reduce((sum, one) => sum + one, 0);
  if (quote.quoteId === undefined || quote.capacityUnits < units) return undefined;
  const { quoteId, priceSun, totalSun } = quote;
  return { quoteId, priceSun, totalSun };
}

function withBeside(engine: Engine, draft: Draft, terms: Terms, beside: Beside): Terms {
  const { sellers, burnSun } = terms;
  const { totalSun: moreSun } = beside;
  return {
    ...{ ...terms, beside, totalSun: terms.totalSun + moreSun },
    ...(sellers && {
      sellers: { costSun: sellers.costSun + moreSun, deskSun: sellers.deskSun + moreSun },
    }),
    ...(burnSun !== undefined && burnOfBoth(engine, draft, burnSun)),
  };
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

/**
 * What a rental costs a customer, beside their balance, what can be delivered, and what the network would burn. A Fast order costs what
 * sellers ask who deliver all of it at once, where the most that this comes to is less than the desk's own price.
 */
export async function termsOf(
  engine: Engine,
  customerId: CustomerId,
  request: OrderRequest,
  { priceSun, totalSun, isSameForDay, capacityUnits, manual, book }: Price,
): Promise<Terms> {
  const { resource, amounts, duration } = request;
  const burnPriceSun = engine.network.parameters?.burnPriceSun[resource];
  const common = {
    availableSun: await engine.database.read(() => availableSunOf(customerId)),
    ...(burnPriceSun && { burnSun: totalCostSun(amounts, burnPriceSun, duration) }),
  };
  const ofSellersSun = mostOfSellersSun(book, { amounts, duration }, totalSun);
  const asked = { ...request, customerId, requireLock: request.requireLock };
  const toOthers = manual
    ? undefined
    : await readOfferedToOthers(engine, asked, ofSellersSun ?? totalSun);
  const ofFast = { ...common, ...(toOthers && { toOthers }) };
  if (book && ofSellersSun !== undefined) {
    const sellers = { costSun: book.costSun, deskSun: totalSun };
    return { ...ofFast, priceSun: book.priceSun, totalSun: ofSellersSun, sellers };
  }
  const ofDesk = { ...ofFast, priceSun, totalSun, isSameForDay };
  if (!manual) return { ...ofDesk, capacityUnits };
  const { fillsUnits, costSun: fillsSun, waits } = manual;
  const atOnce = await atOnceInstead(engine, customerId, request);
  return { ...ofDesk, manual: { fillsUnits, fillsSun, waits: [...waits], atOnce } };
}

/** What the Fast card would offer for what a Manual order asks for; undefined where it would not be paid now. */
async function atOnceInstead(
  engine: Engine,
  customerId: CustomerId,
  manual: OrderRequest,
): Promise<NonNullable<DraftQuote["manual"]>["atOnce"]> {
  if (engine.gates.obstacle()) return undefined;
  const request = { ...manual, type: "Fast" } as const;
  const price = await priceOrders(engine, customerId, request);
  const quote = await termsOf(engine, customerId, request, price);
  if (isShort({ amounts: request.amounts, quote })) return undefined;
  const { totalSun, sellers } = quote;
  return { totalSun, costSun: sellers?.costSun ?? totalSun };
}
