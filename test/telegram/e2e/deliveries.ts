/** What tests of both ways for updates to come look at. */
import { readCustomers } from "../../../src/engine/customers/customers.js";
import { readOrders } from "../../../src/engine/orders/read-orders.js";
import { until } from "../../support/until.js";
import type { Person } from "./people.js";
import type { Rig } from "./rig.js";

type Row = Record<string, string | number | null>;

export function rows({ engine }: Rig, sql: string): Promise<Row[]> {
  return engine.database.commit(function* () {
    const found: Row[] = yield { sql, params: [] };
    return found;
  });
}

export async function ordersOf({ engine }: Rig, { id }: Person): Promise<number> {
  const customer = (await readCustomers(engine)).find(({ name }) => name.includes(String(id)));
  const page = { customerId: customer?.customerId ?? "", before: undefined, limit: 100 };
  return (await readOrders(engine, page)).orders.length;
}

export interface Info {
  readonly pending_update_count: number;
  readonly last_error_message?: string;
}

/** A call of the bot's side, as another program with the same token could make it. */
export async function bot<T>(rig: Rig, method: string, body = {}): Promise<T> {
  return (await rig.ask<{ result: T }>(`/bot42:sandbox/${method}`, body)).result;
}

export async function allDelivered(rig: Rig): Promise<void> {
  await until(
    "Telegram has delivered everything",
    async () => (await bot<Info>(rig, "getWebhookInfo")).pending_update_count === 0,
  );
}
