/** Prices of a team's orders that were raised: what more was held counts on the day of the raise, and to who raised. */
import type { CustomerId, OrderId } from "../../domain/ids.js";
import type { Sun } from "../../domain/money.js";
import { integer, serial, table, text } from "../table.js";

export const TEAM_RAISES = table(
  "team_raise",
  {
    id: serial(),
    customer_id: text<CustomerId>().references("team").fixed,
    order_id: text<OrderId>().references("orders").fixed,
    /** Which change of the order's price it was. */
    price_change: integer().fixed,
    by_user: integer().fixed,
    by_key: text().orNull.fixed,
    more_sun: integer<Sun>().check("more_sun > 0").fixed,
    at: integer().fixed,
  },
  {
    isKept: true,
    sql: `
-- What was raised today, before each order of a team; and of an order.
CREATE INDEX team_raise_since ON team_raise (customer_id, at);
CREATE INDEX team_raise_of_order ON team_raise (order_id);`,
  },
);

export const insertRaise = (raise: Parameters<typeof TEAM_RAISES.add>[0]) => TEAM_RAISES.add(raise);
