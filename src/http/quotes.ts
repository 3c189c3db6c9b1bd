/** Quotes: what an order would cost, with the price bound for a short time. */
import { z } from "zod";
import { ADDRESS_FAULTS } from "../domain/address.js";
import { durationTitle, oneDayTitle } from "../domain/duration.js";
import { formatInteger, formatTrx, toTrx } from "../domain/money.js";
import { parseQuoteRequest } from "../domain/order-request.js";
import type { Cost } from "../domain/price.js";
import { resourceTitle } from "../domain/resource.js";
import { type Quote, quoteOrders } from "../engine/orders/quote-orders.js";
import { eitherType, ORDER_EXAMPLES } from "./contract/order-bodies.js";
import {
  EXAMPLE_ADDRESS,
  EXAMPLE_TIME,
  named,
  priceSun,
  quoteId,
  trx,
  units,
  unixMs,
} from "./contract/shapes.js";
import { route } from "./route.js";

const verdict = z.object({
  receiver: z.string().describe("As it was sent."),
  ok: z.boolean(),
  cost: trx.describe("TRX for this wallet, where it can be served.").optional(),
  reason: z
    .enum([...ADDRESS_FAULTS, "not activated", "contract", "refused"])
    .describe("Why it cannot be served.")
    .optional(),
});

const quote = named(
  "Quote",
  z.object({
    quoteId: quoteId.describe("Absent when a wallet cannot be served.").optional(),
    expiresAt: unixMs.describe("Absent when a wallet cannot be served.").optional(),
    price: priceSun,
    totalAmount: trx.describe("TRX for all wallets that can be served."),
    perReceiver: trx
      .describe("TRX for one wallet; absent where they get different amounts.")
      .optional(),
    receivers: z.array(verdict).describe("One verdict for each wallet, in their order."),
    capacity: units.describe(
      "Units that could be delivered now, all wallets together; with `requireLock` those that could be locked.",
    ),
    fast: z
      .object({ price: priceSun, totalAmount: trx })
      .describe("Of a Manual order: what a Fast one would cost instead.")
      .optional(),
    book: z
      .object({
        price: priceSun.describe("A Manual order at this price is filled wholly and at once."),
        amount: units.describe("Units, all wallets together."),
        cost: trx.describe("TRX that it would pay, at the sellers' own prices."),
        fillsNow: z.literal(true),
      })
      .describe("Of a Fast order: only where sellers fill all of it at once for less.")
      .optional(),
    manual: z
      .object({ fillsNow: units, cost: trx })
      .describe("Of a Manual order: units that are filled at once, and the TRX that they cost.")
      .optional(),
    explanation: z.string().describe("The price in words."),
  }),
);

const EXAMPLE_QUOTE = {
  quoteId: "019bd0a1c3f0000b5e6f7a8b",
  expiresAt: EXAMPLE_TIME + 30_000,
  price: 60,
  totalAmount: 3.9,
  perReceiver: 3.9,
  receivers: [{ receiver: EXAMPLE_ADDRESS, ok: true, cost: 3.9 }],
  book: { price: 45, amount: 65_000, cost: 2.925, fillsNow: true },
  capacity: 99_800_396,
  explanation: "65,000 Energy × 60 SUN × 1 (15 min to 1 day cost the same) = 3.9 TRX",
};

export const QUOTE_ROUTES = [
  route({
    method: "post",
    path: "/v1/order/quote",
    id: "quote",
    right: "see",
    tag: "Orders",
    summary: "What an order would cost; binds the price for 30 s",
    description:
      "Takes the body of an order and debits nothing. Send the same order with `quoteId` and it pays this price. A quote is " +
      "good for one order, reserves nothing, and looks neither at your balance nor at `capacity`.",
    caller: "customer",
    limit: "quote",
    body: { schema: () => eitherType("Quote"), read: parseQuoteRequest, examples: ORDER_EXAMPLES },
    answer: { data: quote, example: EXAMPLE_QUOTE },
    errors: ["PRICE_BELOW_FLOOR", "CHAIN_UNAVAILABLE"],
    serve: async ({ engine }, { customerId, body }) =>
      quoteAnswer(await quoteOrders(engine, customerId, body())),
  }),
];

/** A quote as the API gives it: money in TRX, `price` in SUN per unit, and a sentence that explains it. */
function quoteAnswer(quote: Quote) {
  const { quoteId, expiresAt, fast, book, manual, perReceiverSun } = quote;
  return {
    ...(quoteId === undefined ? {} : { quoteId, expiresAt }),
    price: quote.priceSun,
    totalAmount: toTrx(quote.totalSun),
    ...(perReceiverSun === undefined ? {} : { perReceiver: toTrx(perReceiverSun) }),
    receivers: quote.receivers.map(({ costSun, ...line }) => ({
      ...line,
      ...(costSun === undefined ? {} : { cost: toTrx(costSun) }),
    })),
    capacity: quote.capacityUnits,
    ...(fast && { fast: { price: fast.priceSun, totalAmount: toTrx(fast.totalSun) } }),
    ...(book && {
      book: {
        price: book.priceSun,
        amount: book.units,
        cost: toTrx(book.costSun),
        fillsNow: true as const,
      },
    }),
    ...(manual && { manual: { fillsNow: manual.fillsUnits, cost: toTrx(manual.costSun) } }),
    explanation: [explainCost(quote.cost, quote.isSameForDay), ...adviseFast(quote)].join("; "),
  };
}

/** Says so when a Fast order costs no more than the Manual one. */
function adviseFast({ priceSun, fast }: Quote): string[] {
  if (!fast || fast.priceSun > priceSun) return [];
  const cost = `a Fast order costs ${toTrx(fast.totalSun)} TRX (${fast.priceSun} SUN)`;
  return [
    `${cost}, which is ${fast.priceSun < priceSun ? "less" : "the same"}, and is delivered at once`,
  ];
}

/** "65,000 Energy × 60 SUN × 1 day = 3.9 TRX"; shorter rentals say what else costs the same, or that they are charged as a day. */
export function explainCost(cost: Cost, isSameForDay: boolean): string {
  const { resource, units, priceSun, duration, days, isPartOfDay, receivers, totalSun } = cost;
  const factors = [
    `${formatInteger(units)} ${resourceTitle(resource)}`,
    `${formatInteger(priceSun)} SUN`,
    isPartOfDay
      ? `${days} (${isSameForDay ? `${oneDayTitle()} cost the same` : `${durationTitle(duration)} is charged as 1 day`})`
      : `${days} day${days === 1 ? "" : "s"}`,
    ...(receivers > 1 ? [`${receivers} receivers`] : []),
  ];
  return `${factors.join(" × ")} = ${formatTrx(totalSun)} TRX`;
}
