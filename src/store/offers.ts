/** What sellers offer: one row for each of their resources. */
import type { Address } from "../domain/address.js";
import { RESOURCES, type Resource } from "../domain/resource.js";
import { column, type Phase, run } from "./phase.js";
import { flag, integer, oneOf, type RowOf, table, text } from "./table.js";

/**
 * One offer a seller and resource. paused and free_sun follow other tables, so that one index finds who can sell: free_sun
 * is the snapshot less reservations and what the seller keeps, chunk_sun the stake of the smallest chunk.
 */
export const OFFERS = table(
  "offer",
  {
    seller: text<Address>().references("seller"),
    resource: oneOf(RESOURCES),
    min_price_sun: integer().check("min_price_sun BETWEEN 1 AND 1000"),
    shortest_seconds: integer(),
    longest_seconds: integer().check("longest_seconds >= shortest_seconds"),
    chunk_units: integer().check("chunk_units > 0"),
    kept_units: integer().check("kept_units >= 0"),
    is_on: flag(),
    /** Time priority: when the price was last changed or the offer put on. */
    since: integer(),
    paused: flag(),
    chunk_sun: integer().check("chunk_sun > 0"),
    kept_sun: integer().check("kept_sun >= 0"),
    free_sun: integer(),
  },
  {
    key: "seller, resource",
    sql: `
-- The asks of the book in price-time order, from the index alone: its sellers lie side by side, their rows do not. The columns of its
-- own condition are in it too, else SQLite reads the row.
CREATE INDEX offer_open ON offer (resource, min_price_sun, since, seller, free_sun,
    chunk_units, shortest_seconds, longest_seconds, is_on, paused, chunk_sun)
  WHERE is_on = 1 AND paused = 0 AND free_sun >= chunk_sun;
-- The asks of a price that have much free, and the lowest price with one, where an order may not be divided.
CREATE INDEX offer_by_size ON offer (resource, min_price_sun, free_sun, since, seller,
    chunk_units, shortest_seconds, longest_seconds, is_on, paused, chunk_sun)
  WHERE is_on = 1 AND paused = 0 AND free_sun >= chunk_sun;
-- Sellers whose pause may end: looked at more often than the rest.
CREATE INDEX offer_paused ON offer (seller) WHERE is_on = 1 AND paused = 1;`,
  },
);

export type OfferRow = RowOf<typeof OFFERS>;

/** The stake of the smallest part and of what is kept, at the current ratio. */
type Stakes = Pick<OfferRow, "chunk_sun" | "kept_sun">;

export const findOffer = (seller: Address, resource: Resource) =>
  OFFERS.one("WHERE seller = ? AND resource = ?", seller, resource);

export const offersOf = (seller: Address) =>
  OFFERS.all("WHERE seller = ? ORDER BY resource DESC", seller);

/** Stores a seller's terms; triggers fill in their free stake and whether they are paused. */
export const putOffer = (offer: Omit<OfferRow, "paused" | "free_sun">) =>
  run(
    `INSERT INTO offer (${OFFERS.columns})
     SELECT o.address, c.resource, ?, ?, ?, ?, ?, ?, ?, CASE WHEN o.pause_reason IS NULL THEN 0 ELSE 1 END, ?, ?,
       c.snapshot_sun - c.reserved_sun - ?
     FROM owner o JOIN capacity c ON c.owner = o.address
     WHERE o.address = ? AND c.resource = ?
     ON CONFLICT (seller, resource) DO UPDATE SET
       min_price_sun = excluded.min_price_sun, shortest_seconds = excluded.shortest_seconds,
       longest_seconds = excluded.longest_seconds, chunk_units = excluded.chunk_units,
       kept_units = excluded.kept_units, is_on = excluded.is_on, since = excluded.since,
       paused = excluded.paused, chunk_sun = excluded.chunk_sun, kept_sun = excluded.kept_sun,
       free_sun = excluded.free_sun`,
    offer.min_price_sun,
    offer.shortest_seconds,
    offer.longest_seconds,
    offer.chunk_units,
    offer.kept_units,
    offer.is_on,
    offer.since,
    offer.chunk_sun,
    offer.kept_sun,
    offer.kept_sun,
    offer.seller,
    offer.resource,
  );

/** Recalculates the stake of a seller's smallest part and of what they keep at another ratio; triggers update what is free. */
export const restateOffer = (offer: OfferRow, stakes: Stakes) =>
  run(
    `UPDATE offer SET chunk_sun = ?, kept_sun = ?, free_sun = free_sun + kept_sun - ?
     WHERE seller = ? AND resource = ?`,
    stakes.chunk_sun,
    stakes.kept_sun,
    stakes.kept_sun,
    offer.seller,
    offer.resource,
  );

/** Sellers with an active offer, by address after the given one: rounds go through all of them. */
export const offeringSellers = (after: string, limit: number): Phase<Address[]> =>
  sellersWhere("is_on = 1", after, limit);

/** Those of them that are paused. */
export const pausedSellers = (after: string, limit: number): Phase<Address[]> =>
  sellersWhere("is_on = 1 AND paused = 1", after, limit);

const sellersWhere = (condition: string, after: string, limit: number) =>
  column<Address>(
    `SELECT DISTINCT seller FROM offer WHERE ${condition} AND seller > ? ORDER BY seller LIMIT ?`,
    after,
    limit,
  );
