/** What a customer has spent lately, beside what burning TRX for the same would cost now. */
import { setImmediate as turn } from "node:timers/promises";
import { DAY_MS } from "../../common/time.js";
import { type CustomerId, firstIdSince } from "../../domain/ids.js";
import { MAX_LIFETIME_MS } from "../../domain/order-request.js";
import type { PerResource } from "../../domain/resource.js";
import {
  type DeliveredPart,
  SpendingTally,
  type Spent,
  type SpentOnDay,
} from "../../domain/spending.js";
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
  await eachDelivered(engine, customerId, tally.startsAt, (part) => tally.add(part));
  return spendingOf(engine, tally);
}

export function spendingOf({ network }: Pick<Engine, "network">, tally: SpendingTally): Spending {
  const burnPriceSun = network.parameters?.burnPriceSun;
  return { days: tally.days(), all: tally.all(), burnPriceSun };
}

/** What was delivered since, and of a team who ordered it, page by page. */
export async function eachDelivered(
  engine: Engine,
  customerId: CustomerId,
  since: number,
  add: (part: DeliveredPart, by: number | undefined) => void,
): Promise<void> {
  // Something delivered on the first day may have rested since earlier.
  const longestMs = Math.max(engine.policy.manualDeadlineMs, MAX_LIFETIME_MS);
  let after = firstIdSince(since - longestMs - SIGNED_FOR_MS);
  for (;;) {
    const page = { customerId, after, orders: ORDERS_AT_ONCE };
    const rows = await engine.database.read(() => deliveredParts(page));
    for (const row of rows) {
      const part = partOf(row);
      if (part) add(part, row.by_user ?? undefined);
    }
    const last = rows.at(-1);
    // Every order has a row, so fewer orders than the limit are the last ones.
    if (!last || rows.length < ORDERS_AT_ONCE) return;
    after = last.order_id;
    await turn();
  }
}

function partOf(row: DeliveredRow): DeliveredPart | undefined {
  const { order_id: orderId, created_at: createdAt, price_sun: priceSun, resource } = row;
  const { units, amount_sun: amountSun, posted_at: deliveredAt } = row;
  if (units === null || amountSun === null || priceSun === null || deliveredAt === null)
    return undefined;
  return { orderId, resource, priceSun, units, amountSun, createdAt, deliveredAt };
}
