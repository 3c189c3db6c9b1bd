/** Orders that went into an archive which was lost and given up: the books have their money, and nothing else of them. */
import type { CustomerId, LegId, OrderId } from "../../domain/ids.js";
import { all, type Phase, run } from "../phase.js";

/** These are given up, and no others: what was given up before may have been found. */
export function* giveUpOrders(orderIds: readonly OrderId[]): Phase<void> {
  yield* run("DELETE FROM lost_order");
  yield* run(
    `INSERT INTO lost_order (id, customer_id)
     SELECT wanted.value, substr(hold.from_account, length('available:') + 1)
     FROM json_each(?) AS wanted CROSS JOIN transfer AS hold ON hold.id = wanted.value || ':hold'`,
    JSON.stringify(orderIds),
  );
}

/** The oldest first. */
export function* lostOrdersOf(
  customerId: CustomerId,
  { after, before }: { readonly after: string; readonly before: string },
  limit: number,
): Phase<OrderId[]> {
  const rows = yield* all<{ id: OrderId }>(
    `SELECT id FROM lost_order WHERE customer_id = ? AND id > ? AND id < ? ORDER BY id LIMIT ?`,
    ...[customerId, after, before, limit],
  );
  return rows.map(({ id }) => id);
}

export function* lostAmong(orderIds: readonly OrderId[]): Phase<Set<OrderId>> {
  const rows = yield* all<{ id: OrderId }>(
    "SELECT id FROM lost_order WHERE id IN (SELECT value FROM json_each(?))",
    JSON.stringify(orderIds),
  );
  return new Set(rows.map(({ id }) => id));
}

/** The delegations that orders were delivered with, as their transfers still tell. */
export function* deliveredLegs(
  orderIds: readonly OrderId[],
): Phase<{ id: LegId; order_id: OrderId }[]> {
  // "<order>.1:post" lies between "<order>." and "<order>/".
  return yield* all<{ id: LegId; order_id: OrderId }>(
    `SELECT substr(t.id, 1, instr(t.id, ':') - 1) AS id, wanted.value AS order_id
     FROM json_each(?) AS wanted
     CROSS JOIN transfer AS t ON t.id > wanted.value || '.' AND t.id < wanted.value || '/'
     WHERE t.id LIKE '%:post'`,
    JSON.stringify(orderIds),
  );
}
