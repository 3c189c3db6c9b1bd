/** Sellers: the customer of each account, the challenges that prove an account, and the lists of a seller's legs. */
import type { Address } from "../domain/address.js";
import { must } from "../domain/assert.js";
import type { CustomerId } from "../domain/ids.js";
import { LIVING } from "./conditions.js";
import { earnedOf } from "./ledger.js";
import { LEGS, type LegRow } from "./legs.js";
import { all, count, didChange, one, type Phase, run, value } from "./phase.js";
import { integer, type RowOf, table, text } from "./table.js";

/** An owner of the second kind, and whose customer it is. */
export const SELLERS = table(
  "seller",
  {
    address: text<Address>().key.references("owner"),
    customer_id: text<CustomerId>().references("customer"),
    registered_at: integer(),
    /** What the desk's key may do with the account beyond delegating, as a JSON array of texts. */
    warnings: text().default("[]"),
    /**
     * Since when a seller's first payout is due, wall time; and what of its earnings the operator has approved above the day's
     * limit.
     */
    payout_due_since: integer().orNull,
    payout_approved_sun: integer().default(0).check("payout_approved_sun >= 0"),
  },
  {
    sql: `
-- The sellers of a customer.
CREATE INDEX seller_of_customer ON seller (customer_id);`,
  },
);

export type SellerRow = Omit<RowOf<typeof SELLERS>, "payout_due_since" | "payout_approved_sun"> & {
  pause_reason: string | null;
  earned_sun: number;
};

const LISTED = `SELECT s.address, s.customer_id, s.registered_at, s.warnings, o.pause_reason,
    a.balance_sun AS earned_sun
  FROM seller s JOIN owner o ON o.address = s.address
  JOIN account a ON a.id = 'earned:' || s.address`;

/** Makes an owner a seller of the customer; one that is a seller already becomes theirs. */
export function* putSeller(address: Address, customerId: CustomerId, at: number): Phase<void> {
  yield* run(
    `INSERT INTO account (id, kind) VALUES (?, 'earned') ON CONFLICT (id) DO NOTHING`,
    earnedOf(address),
  );
  yield* run(
    `INSERT INTO seller (address, customer_id, registered_at) VALUES (?, ?, ?)
     ON CONFLICT (address) DO UPDATE SET customer_id = excluded.customer_id`,
    address,
    customerId,
    at,
  );
}

export const findSeller = (address: Address) =>
  one<SellerRow>(`${LISTED} WHERE s.address = ?`, address);

/** All sellers or a customer's; the oldest first. */
export function* listSellerRows(customerId?: CustomerId): Phase<SellerRow[]> {
  const order = "ORDER BY s.registered_at, s.address";
  if (customerId === undefined) return yield* all<SellerRow>(`${LISTED} ${order}`);
  return yield* all<SellerRow>(`${LISTED} WHERE s.customer_id = ? ${order}`, customerId);
}

export function* setWarnings(address: Address, warnings: readonly string[]): Phase<void> {
  const json = JSON.stringify(warnings);
  yield* run(
    "UPDATE seller SET warnings = ? WHERE address = ? AND warnings <> ?",
    json,
    address,
    json,
  );
}

/** A text that shows, once signed, whose account it is. */
export const CHALLENGES = table(
  "seller_challenge",
  {
    nonce: text().key,
    customer_id: text<CustomerId>().references("customer"),
    address: text<Address>(),
    text: text(),
    expires_at: integer(),
  },
  {
    sql: `
-- The one that a customer has for an address.
CREATE INDEX seller_challenge_of ON seller_challenge (customer_id, address);
-- Those that are over: forgotten.
CREATE INDEX seller_challenge_by_end ON seller_challenge (expires_at);`,
  },
);

export type ChallengeRow = RowOf<typeof CHALLENGES>;

/** The newest challenge of a customer for an address replaces an older one. */
export function* putChallenge(challenge: ChallengeRow): Phase<void> {
  yield* run(
    "DELETE FROM seller_challenge WHERE customer_id = ? AND address = ?",
    challenge.customer_id,
    challenge.address,
  );
  yield* CHALLENGES.add(challenge);
}

export const findChallenge = (customerId: CustomerId, address: Address) =>
  CHALLENGES.one("WHERE customer_id = ? AND address = ?", customerId, address);

/** True when this call is the one that uses the challenge. */
export const useChallenge = (nonce: string) =>
  didChange("DELETE FROM seller_challenge WHERE nonce = ?", nonce);

export const deleteChallengesBefore = (expiresAt: number) =>
  run("DELETE FROM seller_challenge WHERE expires_at < ?", expiresAt);

/** A leg of a seller; its row number rises with time. */
export type FillRow = LegRow & { place: number; seller_sun: number };

const FILLS = `SELECT seq AS place, ${LEGS.columns} FROM leg WHERE owner = ? AND seller_sun IS NOT NULL`;

/** A seller's legs that were or may be delivered; the newest first, below a row number. */
export const fillsOf = (seller: Address, belowPlace: number, limit: number) =>
  all<FillRow>(
    `${FILLS} AND state <> 'dead' AND seq < ? ORDER BY seq DESC LIMIT ?`,
    seller,
    belowPlace,
    limit,
  );

/** Those of them that are not over; the newest first. */
export const openFillsOf = (seller: Address, limit: number) =>
  all<FillRow>(`${FILLS} AND ${LIVING} ORDER BY seq DESC LIMIT ?`, seller, limit);

export const countOpenFills = (seller: Address) =>
  count(`leg WHERE owner = ? AND seller_sun IS NOT NULL AND ${LIVING}`, seller);

/** What was paid out to a seller, or is on its way. */
export function* paidOutSunOf(seller: Address): Phase<number> {
  return must(
    yield* value<number>(
      `SELECT coalesce(sum(amount_sun), 0) AS sum_sun FROM payout
     WHERE seller = ? AND state <> 'dead'`,
      seller,
    ),
    "an aggregate has one row",
  );
}
