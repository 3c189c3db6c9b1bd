/** Prices and the order book. */
import { z } from "zod";
import { DURATIONS, durationSeconds } from "../domain/duration.js";
import { resourceSchema } from "../domain/fields.js";
import { MIN_AMOUNT, MIN_CHUNK, RESOURCES, resourceTitle } from "../domain/resource.js";
import { type Depth, type OrderBook, OrderBooks } from "../engine/book/order-book.js";
import { readPublicTerms } from "../engine/prices/rates.js";
import {
  duration,
  EXAMPLE_TIME,
  named,
  perResource,
  priceSun,
  resourceName,
  units,
  unixMs,
} from "./contract/shapes.js";
import { problem } from "./query.js";
import { perEngine, route } from "./route.js";

const settings = named(
  "Settings",
  z.object({
    minAmount: perResource(units).describe("Least `resourceAmount`."),
    fastSellRate: perResource(priceSun).describe(
      "The desk's Fast price in SUN per unit; a duration's floor counts where it is higher.",
    ),
    settingsOrder: z.object({
      partialFill: perResource(units).describe("Least `options.partial_min`."),
    }),
    readyResource: perResource(units).describe(
      "Units a Fast order can have now, for less than 3 days; for longer see `capacity` of a quote.",
    ),
    ratesByDuration: z
      .array(
        z.object({
          duration,
          exactDurationSeconds: z.int().min(1),
          rate: perResource(priceSun),
        }),
      )
      .describe("The least Manual price for each duration, in SUN per unit."),
  }),
);

const level = { price: priceSun, amount: units };

const orderBook = named(
  "OrderBook",
  z.object({
    resource: resourceName,
    duration,
    bids: z
      .array(z.object({ ...level, orders: z.int().min(1) }))
      .describe("Resting Manual orders, the highest price first."),
    asks: z
      .array(z.object({ ...level, offers: z.int().min(1) }))
      .describe(
        "What can be bought, the lowest price first; the pool is one offer at its Fast price.",
      ),
    at: unixMs,
  }),
);

const EXAMPLE_SETTINGS = {
  minAmount: MIN_AMOUNT,
  fastSellRate: { energy: 60, bandwidth: 600 },
  settingsOrder: { partialFill: MIN_CHUNK },
  readyResource: { energy: 99_800_396, bandwidth: 23_952_095 },
  ratesByDuration: DURATIONS.map((name) => ({
    duration: name,
    exactDurationSeconds: durationSeconds(name),
    rate: { energy: 40, bandwidth: 400 },
  })),
};

/** As its answer has them, too. */
const RESOURCE_NAMES = [...RESOURCES.map(resourceTitle), ...RESOURCES];

const bookQuery = z.object({
  resource: resourceSchema.meta({ type: "string", enum: RESOURCE_NAMES }),
  duration: z.enum(DURATIONS, {
    error: problem(`must be one of ${DURATIONS.join(", ")}, given once`),
  }),
});

const booksOf = perEngine((engine) => new OrderBooks(engine));

export const MARKET_ROUTES = [
  route({
    method: "get",
    path: "/setting/ui",
    id: "settings",
    tag: "Market",
    summary: "Prices, floors, least amounts, what is ready",
    description:
      "What an order form needs. Prices may rise as the pool fills; a quote holds one for 30 s.",
    caller: "anybody",
    answer: { data: settings, example: EXAMPLE_SETTINGS },
    serve: async ({ engine }) => {
      const { fastSun, readyUnits, floors } = await readPublicTerms(engine);
      return {
        minAmount: MIN_AMOUNT,
        fastSellRate: fastSun,
        settingsOrder: { partialFill: MIN_CHUNK },
        readyResource: readyUnits,
        ratesByDuration: floors.map(({ duration, floorSun }) => ({
          duration,
          exactDurationSeconds: durationSeconds(duration),
          rate: floorSun,
        })),
      };
    },
  }),
  route({
    method: "get",
    path: "/v1/orderbook",
    id: "orderBook",
    tag: "Market",
    summary: "What rests and what is offered, by price",
    description: "At most a second old.",
    caller: "anybody",
    query: bookQuery,
    answer: {
      data: orderBook,
      example: {
        resource: "energy",
        duration: "1h",
        at: EXAMPLE_TIME,
        bids: [{ price: 50, amount: 120_000, orders: 1 }],
        asks: [{ price: 55, amount: 1_500_000, offers: 1 }],
      },
    },
    serve: async ({ engine }, { query }) =>
      bookAnswer(await booksOf(engine).read(query.resource, query.duration)),
  }),
];

function bookAnswer({ resource, duration, bids, asks, at }: OrderBook) {
  return { resource, duration, bids: bids.map(levelAnswer), asks: asks.map(levelAnswer), at };
}

function levelAnswer<Level extends Depth>({ priceSun, units, ...count }: Level) {
  return { price: priceSun, amount: units, ...count };
}
