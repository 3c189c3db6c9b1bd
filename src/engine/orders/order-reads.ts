/**
 * Orders and their delegations as one, wherever they are: in the books, or in the archive.
 *
 * A row in the books is the order. Without one, the archive's counts where the books still have the money of the order: it may
 * also hold what a stop left in both, and what books that came back from a backup have another way, or never heard of. The move
 * puts an order on disk there before the books forget it, and a read is one synchronous phase that asks the books first, so
 * nobody sees an order twice or misses it. Books that never moved anything never ask for the file.
 */
import type { Address } from "../../domain/address.js";
import type { BatchId, LegId, OrderId } from "../../domain/ids.js";
import { movedAmong, movedLegsAmong } from "../../store/archive/archivable.js";
import type { Archive } from "../../store/archive/archive.js";
import { legsOfOrder } from "../../store/leg-lists.js";
import type { LegRow } from "../../store/legs.js";
import {
  findOrder,
  listOrderIds,
  listOrders,
  type OrderFilter,
  type OrderRange,
  type OrderRow,
  orderIdAt,
  ordersOfBatch,
} from "../../store/orders.js";
import type { Phase } from "../../store/phase.js";
import type { FillRow } from "../../store/sellers.js";
import { readSetting } from "../../store/settings.js";

export function* findAnyOrder(archive: Archive, id: OrderId): Phase<OrderRow | undefined> {
  const order = yield* findOrder(id);
  if (order) return order;
  return (yield* movedAmong([id])).has(id) ? archive.order(id) : undefined;
}

/** All of them are in the one or in the other: a batch moves as a whole. */
export function* anyOrdersOfBatch(archive: Archive, batchId: BatchId): Phase<OrderRow[]> {
  const orders = yield* ordersOfBatch(batchId);
  if (orders.length > 0 || !(yield* hasMoved())) return orders;
  return yield* moved(archive.ordersOfBatch(batchId));
}

export function* listAnyOrders(archive: Archive, filter: OrderFilter): Phase<OrderRow[]> {
  const kept = yield* listOrders(filter);
  if (!(yield* hasMoved())) return kept;
  return [...kept, ...(yield* listMoved(archive, filter))]
    .sort((a, b) => (a.id < b.id === (filter.oldestFirst === true) ? -1 : 1))
    .slice(0, filter.limit);
}

function* listMoved(archive: Archive, filter: OrderFilter): Phase<OrderRow[]> {
  const found: OrderRow[] = [];
  let rest = filter;
  for (;;) {
    const page = archive.orders(rest);
    found.push(...(yield* moved(page)));
    const last = page.at(-1)?.id;
    if (page.length < filter.limit || found.length >= filter.limit) return found;
    rest = filter.oldestFirst ? { ...rest, after: last } : { ...rest, before: last };
  }
}

function* moved(orders: readonly OrderRow[]): Phase<OrderRow[]> {
  const ids = yield* movedAmong(orders.map(({ id }) => id));
  return orders.filter(({ id }) => ids.has(id));
}

/** The order that so many newer ones of the range stand before, or nearly so: what is in both counts twice. */
export function* anyOrderIdAt(
  archive: Archive,
  range: OrderRange & { place: number },
): Phase<OrderId | undefined> {
  if (!(yield* hasMoved())) return yield* orderIdAt(range);
  const filter = { ...range, limit: range.place + 1 };
  const ids = [...(yield* listOrderIds(filter)), ...archive.orderIds(filter)];
  return ids.sort().at(-1 - range.place);
}

/** The delegations of an order, in their sequence. */
export function* delegationsOf(order: OrderRow, archive: Archive): Phase<LegRow[]> {
  return order.archived_at === null ? yield* legsOfOrder(order.id) : archive.legsOf(order.id);
}

/** What a seller delegated of orders whose delegations the books have archived, the newest first, below a place. */
export function* archivedFillsOf(
  archive: Archive,
  seller: Address,
  belowPlace: number,
  limit: number,
): Phase<FillRow[]> {
  const fills: FillRow[] = [];
  let last: { readonly place: number; readonly id?: LegId } = { place: belowPlace };
  for (;;) {
    const page = archive.fillsOf(seller, last, limit);
    const archived = yield* movedLegsAmong(page.map(({ order_id }) => order_id));
    fills.push(...page.filter(({ order_id }) => archived.has(order_id)));
    last = page.at(-1) ?? last;
    if (page.length < limit || fills.length >= limit) return fills;
  }
}

/** Whether the books have ever moved an order. */
export function* hasMoved(): Phase<boolean> {
  return (yield* readSetting("archive")) !== undefined;
}
