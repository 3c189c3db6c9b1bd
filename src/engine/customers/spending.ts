/** What a customer has spent of late, beside what the network burns now for the same. */
import { setImmediate as turn } from "node:timers/promises";
import { type CustomerId, firstIdSince } from "../../domain/ids.js";
import type { PerResource } from "../../domain/resource.js";
import { DAY_MS, SpendingTally, type Spent, type SpentOnDay } from "../../domain/spending.js";
import { type DeliveredRow, deliveredParts } from "../../store/spending.js";
import type { Engine } from "../context.js";

/** Read at once: a few milliseconds, then it is the turn of others. */
const ORDERS_AT_ONCE = 500;
/** What is signed when an order ends is in a block, or dead, long before. */
const SIGNED_FOR_MS = DAY_MS;

export interface Spending {
  /** Oldest first, the last one is today; a day on which nothing was delivered is there too. */
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
  // What was delivered on the first day may have rested in the book before.
  const createdSince = tally.startsAt - engine.policy.manualDeadlineMs - SIGNED_FOR_MS;
  let after = firstIdSince(createdSince);
  for (;;) {
    const page = { customerId, after, orders: ORDERS_AT_ONCE };
    const rows = await engine.database.read(() => deliveredParts(page));
    for (const row of rows) addRow(tally, row);
    const last = rows.at(-1);
    // Every order has a row, so fewer of them than asked for are the last ones.
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
  if (units === null || amountSun === null || deliveredAt === null) return;
  tally.add({ orderId, resource, priceSun, units, amountSun, createdAt, deliveredAt });
}
