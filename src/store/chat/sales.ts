/** What sellers who use the bot have sold and were not told of yet. */
import type { LegId } from "../../domain/ids.js";
import { SALES_APART_MS } from "../../domain/notification.js";
import type { LegRow } from "../legs.js";
import { all, one, type Phase, run } from "../phase.js";
import { integer, table, text } from "../table.js";

/** Delegations by which a seller who uses the bot has earned, until they are told of them. */
export const UNTOLD_SALES = table(
  "untold_sale",
  {
    user_id: integer(),
    leg_id: text<LegId>().references("leg"),
  },
  {
    key: "user_id, leg_id",
  },
);

/** When a seller was told of sales, and when they are to be told of those since. */
export const SALE_WATCHES = table(
  "sale_watch",
  {
    user_id: integer().key,
    told_at: integer().default(0),
    due_at: integer().orNull,
  },
  {
    sql: `
-- Who is to be told: looked for every moment, and mostly nobody.
CREATE INDEX sale_watch_due ON sale_watch (due_at) WHERE due_at IS NOT NULL;`,
  },
);

/** A seller has earned by a delegation. Does nothing for one who does not use the bot. */
export function* noteSale({ id, owner }: Pick<LegRow, "id" | "owner">, at: number): Phase<void> {
  const user = yield* one<{ user_id: number }>(
    `SELECT user_id FROM seller JOIN telegram_user USING (customer_id) WHERE address = ?`,
    owner,
  );
  if (!user) return;
  yield* UNTOLD_SALES.addNew({ user_id: user.user_id, leg_id: id });
  // The clock may have been put back since they were told.
  yield* run(
    `INSERT INTO sale_watch (user_id, due_at) VALUES (?, ?)
     ON CONFLICT (user_id) DO UPDATE SET
       due_at = coalesce(sale_watch.due_at, max(excluded.due_at, min(sale_watch.told_at, excluded.due_at) + ?))`,
    user.user_id,
    at,
    SALES_APART_MS,
  );
}

/** The users who are to be told of sales now. */
export const salesDue = (at: number, limit: number) =>
  all<{ user_id: number }>("SELECT user_id FROM sale_watch WHERE due_at <= ? LIMIT ?", at, limit);

export type SalesRow = {
  /** One of the delegations: no other message is about it. */
  leg_id: string;
  energy_units: number;
  bandwidth_units: number;
  orders: number;
  earned_sun: number;
};

/** What a user has sold since they were told last, after which they have been told of it. */
export function* takeSales(userId: number, at: number): Phase<SalesRow | undefined> {
  const sales = yield* one<SalesRow>(
    `SELECT min(leg.id) AS leg_id, count(DISTINCT order_id) AS orders,
       total(CASE resource WHEN 'energy' THEN units END) AS energy_units,
       total(CASE resource WHEN 'bandwidth' THEN units END) AS bandwidth_units,
       sum(seller_sun) AS earned_sun
     FROM untold_sale JOIN leg ON leg.id = leg_id WHERE user_id = ? GROUP BY user_id`,
    userId,
  );
  yield* run("DELETE FROM untold_sale WHERE user_id = ?", userId);
  yield* run("UPDATE sale_watch SET told_at = ?, due_at = NULL WHERE user_id = ?", at, userId);
  return sales;
}
