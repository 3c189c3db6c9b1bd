/** Quotes: what a call would cost, line by line, with the price bound for a short time. Nothing is debited. */
import { DAY_MS } from "../../common/time.js";
import { type Address, type AddressFault, addressFault, isAddress } from "../../domain/address.js";
import { DeskError } from "../../domain/errors.js";
import { type CustomerId, timeOfId } from "../../domain/ids.js";
import type { Sun } from "../../domain/money.js";
import { type OrderRequest, requestHash } from "../../domain/order-request.js";
import { amountOfEach, type Cost, costOf, costSun, totalCostSun } from "../../domain/price.js";
import type { RestReason } from "../../domain/rest-reasons.js";
import type { Phase } from "../../store/phase.js";
import { findQuote, insertQuote, openQuotes, useQuote } from "../../store/quotes.js";
import { type BookInstead, bookInstead, filledNow } from "../book/price-look.js";
import { type Engine, momentOf } from "../context.js";
import { assertAboveFloor, fastPriceAt, isSameForDay, priceNow } from "../prices/market.js";
import { readyUnits } from "../prices/ready-units.js";

export type QuoteReason = AddressFault | "not activated" | "contract" | "refused";

export interface ReceiverVerdictLine {
  readonly receiver: string;
  readonly ok: boolean;
  readonly reason?: QuoteReason;
}

/** A verdict, with the cost for a good receiver. */
export type QuoteLine = ReceiverVerdictLine & { readonly costSun?: Sun };

/** `priceSun` per unit, `expiresAt` in Unix milliseconds. */
export interface Quote {
  /** Absent when a receiver is bad: then there is nothing to pay. */
  readonly quoteId?: string;
  readonly expiresAt?: number;
  readonly priceSun: number;
  /** For all receivers that can be served. */
  readonly totalSun: Sun;
  /** Absent when they get different amounts. */
  readonly perReceiverSun?: Sun;
  readonly receivers: readonly QuoteLine[];
  /** Units that could be delivered now: at the Fast price, or at the price of a Manual order. */
  readonly capacityUnits: number;
  /** Only for a Manual order: what a Fast order would cost now. */
  readonly fast?: { readonly priceSun: number; readonly totalSun: Sun };
  /** Only for a Fast order: a Manual one at this price is filled wholly and at once by sellers, for less. */
  readonly book?: BookInstead;
  /** Only for a Manual order: what is filled at once, for all receivers together. */
  readonly manual?: {
    readonly fillsUnits: number;
    readonly costSun: number;
    /** Why the rest would wait. */
    readonly waits: readonly RestReason[];
  };
  /** What makes up `totalSun`; of one receiver when none is good. */
  readonly cost: Cost;
  /** Any duration up to a day costs the same. */
  readonly isSameForDay: boolean;
}

/** What the receivers of a call would pay together, and what else they could have; nothing is bound. */
export type Price = Pick<
  Quote,
  "priceSun" | "totalSun" | "capacityUnits" | "fast" | "book" | "manual" | "isSameForDay"
>;

/** Throws PRICE_BELOW_FLOOR or CHAIN_UNAVAILABLE; a bad receiver is a line with `ok: false`. */
export async function quoteOrders(
  engine: Engine,
  customerId: CustomerId,
  request: OrderRequest<string>,
  ttlMs = engine.policy.quoteTtlMs,
): Promise<Quote> {
  // Before the node is asked about the receivers.
  assertAboveFloor(engine.market, request);
  const { resource, amounts, duration } = request;
  const verdicts = await judge(engine, request.receivers);
  const good = amounts.filter((_, at) => verdicts[at]?.ok);
  const wallets = request.receivers.filter(
    (one, at): one is Address => verdicts[at]?.ok === true && isAddress(one),
  );
  const served = { ...request, receivers: wallets, amounts: good };
  const price = await priceOrders(engine, customerId, served);
  const { priceSun } = price;
  const each = amountOfEach(amounts);
  const quote: Quote = {
    ...price,
    ...(each !== undefined && { perReceiverSun: costSun(each, priceSun, duration) }),
    receivers: verdicts.map((verdict, at): QuoteLine => {
      if (!verdict.ok) return verdict;
      return { ...verdict, costSun: costSun(amounts[at] ?? 0, priceSun, duration) };
    }),
    cost: costOf(resource, good.length > 0 ? good : amounts.slice(0, 1), priceSun, duration),
  };
  if (good.length < verdicts.length) return quote;
  return { ...(await bindPrice(engine, customerId, request, priceSun, ttlMs)), ...quote };
}

/**
 * Of a Manual order also what is filled now, and what a Fast one would cost; of a Fast one where the book is cheaper. Amounts
 * without a receiver are priced as for a wallet to which nobody has a lock. Throws PRICE_BELOW_FLOOR.
 */
export async function priceOrders(
  engine: Engine,
  customerId: CustomerId,
  request: OrderRequest,
): Promise<Price> {
  const { market } = engine;
  assertAboveFloor(market, request);
  const priceSun = priceNow(market, request);
  const { resource, amounts, duration, receivers, requireLock } = request;
  const terms = { customerId, resource, duration, receivers, amounts, requireLock };
  const asking = { customerId, isFast: request.type === "Fast" };
  const price = {
    priceSun,
    totalSun: totalCostSun(amounts, priceSun, duration),
    capacityUnits: await readyUnits(
      engine,
      {
        ...{ resource, duration, upToPriceSun: priceSun },
        lockedFor:
          requireLock && receivers.map((receiver, at) => ({ receiver, units: amounts[at] ?? 0 })),
      },
      asking,
    ),
    isSameForDay: isSameForDay(market, request),
  };
  if (request.type === "Fast") {
    const moment = momentOf(engine);
    const book = await engine.database.read(() => bookInstead(terms, moment));
    return { ...price, ...(book && { book }) };
  }
  const bid = { ...terms, options: request.options };
  const { units: fillsUnits, costSun, waits } = await filledNow(engine, bid, priceSun);
  return { ...price, fast: fastInstead(engine, terms), manual: { fillsUnits, costSun, waits } };
}

function fastInstead(
  { market }: Engine,
  { resource, amounts, duration }: Pick<OrderRequest, "resource" | "duration" | "amounts">,
): NonNullable<Quote["fast"]> {
  const priceSun = fastPriceAt(market, resource, duration);
  return { priceSun, totalSun: totalCostSun(amounts, priceSun, duration) };
}

/** Keeps the price of a call for so long; whoever gives the id with exactly this call pays it. */
export async function bindPrice(
  engine: Engine,
  customerId: CustomerId,
  request: OrderRequest<string>,
  priceSun: number,
  ttlMs: number,
): Promise<{ quoteId: string; expiresAt: number }> {
  const quoteId = engine.newId();
  const at = engine.now();
  const expiresAt = at + ttlMs;
  const receivers = request.receivers.filter(isAddress);
  const quote = {
    id: quoteId,
    customer_id: customerId,
    request_hash: quotedHash({ ...request, receivers }),
    price_sun: priceSun,
    expires_at: expiresAt,
  };
  await engine.database.commit(function* (): Phase<void> {
    yield* assertRoomForQuote(customerId, at);
    yield* insertQuote(quote);
  });
  return { quoteId, expiresAt };
}

/** What a quote binds: all of a call but its reference. */
export function quotedHash(request: OrderRequest): string {
  return requestHash({ ...request, reference: undefined });
}

const MOST_OPEN = 200;

function* assertRoomForQuote(customerId: CustomerId, at: number): Phase<void> {
  const { count, firstEnd } = yield* openQuotes(customerId, at);
  if (count < MOST_OPEN || firstEnd === null) return;
  const waitSeconds = Math.ceil((firstEnd - at) / 1_000);
  throw new DeskError(
    "RATE_LIMITED",
    `You have ${MOST_OPEN} unused quotes, which is the maximum. Use one, or wait ${waitSeconds} s until the first expires; nothing was debited.`,
    undefined,
    waitSeconds,
  );
}

/** How long a quote is kept once it has lapsed. */
export const LAPSED_QUOTE_KEPT_MS = 600_000;

/** One verdict a line, in the order of the request. */
async function judge(engine: Engine, receivers: readonly string[]): Promise<ReceiverVerdictLine[]> {
  const sound = [...new Set(receivers.filter(isAddress))];
  const verdicts = await engine.receivers.verdicts(sound);
  const byAddress = new Map<string, (typeof verdicts)[number] | undefined>(
    sound.map((address, at) => [address, verdicts[at]]),
  );
  return receivers.map((receiver) => {
    const verdict = addressFault(receiver) ?? byAddress.get(receiver);
    if (verdict === undefined || verdict === "ok") return { receiver, ok: true };
    return { receiver, ok: false, reason: verdict };
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
  if (!quote && isForgotten(quoteId, at)) throw expired("has expired");
  if (!quote || quote.customer_id !== customerId || quote.request_hash !== hash) {
    throw new DeskError(
      "QUOTE_MISMATCH",
      "quoteId: this is not a quote of yours for exactly this order. Request a new one; nothing was debited.",
    );
  }
  if (quote.used_at !== null) throw expired("has been used");
  if (quote.expires_at <= at) throw expired("has expired");
  if (!(yield* useQuote(quoteId, at))) throw expired("has been used");
  return quote.price_sun;
}

/** Its id tells how old it is: a younger one would still be there, and after a day it counts as wrong. */
function isForgotten(quoteId: string, at: number): boolean {
  const ageMs = at - timeOfId(quoteId);
  return ageMs >= LAPSED_QUOTE_KEPT_MS && ageMs <= TOLD_FOR_MS;
}

const TOLD_FOR_MS = DAY_MS;

function expired(what: string): DeskError {
  return new DeskError(
    "QUOTE_EXPIRED",
    `quoteId: this quote ${what}. Request a new one; nothing was debited.`,
  );
}
