/** Quotes: what a call would cost, line by line, with the price bound for a short time. Nothing is debited. */
import { addressProblem, isAddress } from "../../domain/address.js";
import { DeskError } from "../../domain/errors.js";
import type { CustomerId } from "../../domain/ids.js";
import { type Sun, sun } from "../../domain/money.js";
import { type OrderRequest, requestHash } from "../../domain/order-request.js";
import { type Cost, costOf, costSun } from "../../domain/price.js";
import type { Phase } from "../../store/phase.js";
import { findQuote, insertQuote, useQuote } from "../../store/quotes.js";
import type { Engine } from "../context.js";
import { assertAboveFloor, fastPriceAt, isSameForDay, priceNow } from "../prices/market.js";
import { readyUnits } from "../prices/ready-units.js";

export type QuoteReason = "checksum" | "duplicate" | "not activated" | "contract";

export interface ReceiverVerdictLine {
  readonly receiver: string;
  readonly ok: boolean;
  readonly reason?: QuoteReason;
}

/** `priceSun` per unit, `expiresAt` in Unix milliseconds. */
export interface Quote {
  /** Absent when a receiver is bad: then there is nothing to pay. */
  readonly quoteId?: string;
  readonly expiresAt?: number;
  readonly priceSun: number;
  /** For all receivers that can be served. */
  readonly totalSun: Sun;
  readonly perReceiverSun: Sun;
  readonly receivers: readonly ReceiverVerdictLine[];
  /** Units that could be delivered now: at the Fast price, or at the price of a Manual order. */
  readonly capacityUnits: number;
  /** Only for a Manual order: what a Fast order would cost now. */
  readonly fast?: { readonly priceSun: number; readonly totalSun: Sun };
  /** What makes up `totalSun`; of one receiver when none is good. */
  readonly cost: Cost;
  /** Any time of up to a day costs as much. */
  readonly isSameForDay: boolean;
}

/** Throws PRICE_BELOW_FLOOR or CHAIN_UNAVAILABLE; a bad receiver is a line with `ok: false`. */
export async function quoteOrders(
  engine: Engine,
  customerId: CustomerId,
  request: OrderRequest<string>,
  ttlMs = engine.policy.quoteTtlMs,
): Promise<Quote> {
  assertAboveFloor(engine.market, request);
  const receivers = await judge(engine, request.receivers);
  const priceSun = priceNow(engine.market, request);
  const perReceiverSun = costSun(request.amount, priceSun, request.duration);
  const good = receivers.filter(({ ok }) => ok).length;
  const { resource, amount, duration } = request;
  const capacityUnits = await readyUnits(engine, { resource, duration, upToPriceSun: priceSun });
  const quote: Quote = {
    priceSun,
    totalSun: sun(perReceiverSun * good),
    perReceiverSun,
    receivers,
    capacityUnits,
    ...(request.type === "Manual" && { fast: fastInstead(engine, request, good) }),
    isSameForDay: isSameForDay(engine.market, request),
    cost: costOf(resource, amount, priceSun, duration, Math.max(1, good)),
  };
  if (good < receivers.length) return quote;
  return { ...(await bind(engine, customerId, request, priceSun, ttlMs)), ...quote };
}

function fastInstead(
  { market }: Engine,
  { resource, amount, duration }: OrderRequest<string>,
  receivers: number,
): NonNullable<Quote["fast"]> {
  const priceSun = fastPriceAt(market, resource, duration);
  return { priceSun, totalSun: sun(costSun(amount, priceSun, duration) * receivers) };
}

async function bind(
  engine: Engine,
  customerId: CustomerId,
  request: OrderRequest<string>,
  priceSun: number,
  ttlMs: number,
): Promise<{ quoteId: string; expiresAt: number }> {
  const quoteId = engine.newId();
  const expiresAt = engine.now() + ttlMs;
  const receivers = request.receivers.filter(isAddress);
  await engine.database.commit(() =>
    insertQuote({
      id: quoteId,
      customer_id: customerId,
      request_hash: requestHash({ ...request, receivers }),
      price_sun: priceSun,
      expires_at: expiresAt,
    }),
  );
  return { quoteId, expiresAt };
}

/** One verdict a line, in the order of the request. */
async function judge(engine: Engine, receivers: readonly string[]): Promise<ReceiverVerdictLine[]> {
  const first = new Set<string>();
  const reasons = receivers.map((receiver): QuoteReason | undefined => {
    if (addressProblem(receiver)) return "checksum";
    if (first.has(receiver)) return "duplicate";
    first.add(receiver);
    return undefined;
  });
  const sound = receivers.filter(isAddress);
  const verdicts = await engine.receivers.verdicts([...new Set(sound)]);
  const byAddress = new Map([...new Set(sound)].map((address, at) => [address, verdicts[at]]));
  return receivers.map((receiver, at) => {
    const verdict = isAddress(receiver) ? byAddress.get(receiver) : undefined;
    const reason = reasons[at] ?? (verdict === "ok" ? undefined : verdict);
    return reason ? { receiver, ok: false, reason } : { receiver, ok: true };
  });
}

/** The price of a quote, which this call uses up; throws QUOTE_MISMATCH or QUOTE_EXPIRED. */
export function* quotedPrice(
  customerId: CustomerId,
  quoteId: string,
  hash: string,
  at: number,
): Phase<number> {
  const quote = yield* findQuote(quoteId);
  if (!quote || quote.customer_id !== customerId || quote.request_hash !== hash) {
    throw new DeskError(
      "QUOTE_MISMATCH",
      "quoteId: this quote is not one of yours for exactly this order. Ask for a new quote; nothing was debited.",
    );
  }
  if (quote.used_at !== null) throw expired("was used already");
  if (quote.expires_at <= at) throw expired("has lapsed");
  if (!(yield* useQuote(quoteId, at))) throw expired("was used already");
  return quote.price_sun;
}

function expired(what: string): DeskError {
  return new DeskError(
    "QUOTE_EXPIRED",
    `quoteId: this quote ${what}. Ask for a new one; nothing was debited.`,
  );
}
