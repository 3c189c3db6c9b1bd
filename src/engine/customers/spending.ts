/** What a customer has spent lately, beside what burning TRX for the same would cost now. */
import { setImmediate as turn } from "node:timers/promises";
import { DAY_MS } from "../../common/time.js";
import { type CustomerId, firstIdSince } from "../../domain/ids.js";
import { MAX_LIFETIME_MS } from "../../domain/order-request.js";
import type { PerResource } from "../../domain/resource.js";
import { SpendingTally, type Spent, type SpentOnDay } from "../../domain/spending.js";
import { type DeliveredRow, deliveredParts } from "../../store/history.js";
import type { Engine } from "../context.js";

/** Orders read at once: some milliseconds, then other work has its turn. */
const ORDERS_AT_ONCE = 500;
/** A leg that is signed when its order ends is in a block, or dead, long before. */
const SIGNED_FOR_MS = DAY_MS;

export interface Spending {
  /** Oldest first, the last one is today; days without deliveries included. */
  readonly days: readonly SpentOnDay[];
  readonly all: Spent;
  /** Undefined until the chain was asked. */
  readonly burnPriceSun: Readonly<PerResource<number>> | undefined;
}

/** The last `days` days, today included; by UTC. */
export async function readSpending(
  engine: Engine,
  customerId: CustomerId,
  days: number,
): Promise<Spending> {
  const tally = new SpendingTally(engine.now(), days);
  // Something delivered on the first day may have rested since earlier.
  const longestMs = Math.max(engine.policy.manualDeadlineMs, MAX_LIFETIME_MS);
  const createdSince = tally.startsAt - longestMs - SIGNED_FOR_MS;
  let after = firstIdSince(createdSince);
  for (;;) {
    const page = { customerId, after, orders: ORDERS_AT_ONCE };
    const rows = await engine.database.read(() => deliveredParts(page));
    for (const row of rows) addRow(tally, row);
    const last = rows.at(-1);
    // Every order has a row, so fewer orders than the limit are the last ones.
    if (!last || rows.length < ORDERS_AT_ONCE) break;
    after = last.order_id;
    await turn();
  }
  return {
    days: tally.days(),
    all: tally.all(),
    burnPriceSun: engine.network.parameters?.burnPriceSun,
  };
}

function addRow(tally: SpendingTally, row: DeliveredRow): void {
  const { order_id: orderId, created_at: createdAt, price_sun: priceSun, resource } = row;
  const { units, amount_sun: amountSun, posted_at: deliveredAt } = row;
  if (units === null || amountSun === null || priceSun === null || deliveredAt === null) return;
  tally.add({ orderId, resource, priceSun, units, amountSun, createdAt, deliveredAt });
}
