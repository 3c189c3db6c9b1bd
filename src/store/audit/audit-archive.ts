/**
 * The invariants of orders that have left the books: the archive's rows take the place of the tables in the very queries that
 * check the books, beside the transfers, which never leave.
 */
import type { OrderId } from "../../domain/ids.js";
import { movedAmong, movedOrders } from "../archive/archivable.js";
import type { Archive } from "../archive/archive.js";
import { lostAmong } from "../archive/lost-orders.js";
import type { OrderRow } from "../orders.js";
import { all, type Phase } from "../phase.js";
import { INVARIANTS, type Invariant, NAMED, type Violation } from "./audit.js";

/** Orders checked at once, and transfers that may name one. */
const ORDERS_AT_ONCE = 500;
const TRANSFERS_AT_ONCE = 5_000;

const OF_ARCHIVED: readonly Invariant[] = [
  ...INVARIANTS.filter(({ ofOrders }) => ofOrders),
  {
    name: "an archived order is final",
    sql: "SELECT id AS subject, status AS found FROM orders WHERE status = 'processing'",
  },
];

/** What the invariants ask of an order, and of a leg; SQLite makes no index for a column without a type. */
const ORDER = [
  ...["type", "options", "status", "cancel_requested", "amount", "filled_amount", "paid_sun"],
  ...["posted_sun", "refunded_sun", "unplanned_amount", "deadline_at", "shortfall_sun"],
];
const LEG = [
  ...["owner", "units", "amount_sun", "seller_sun", "state", "locked", "replaces", "makes_good"],
  ...["reserving", "posted", "txid"],
];
const columns = (names: readonly string[]) =>
  names.map((name) => `json_extract(value, '$.${name}') AS ${name}`).join(", ");
const text = (name: string) => `CAST(json_extract(value, '$.${name}') AS TEXT) AS ${name}`;

/** A name of one of the tables means these rows, and in them the table itself only behind "main.". */
const AUDIT_OF_PAGE = `WITH
  orders AS MATERIALIZED (SELECT ${text("id")}, ${columns(ORDER)}, NULL AS archived_at FROM json_each(?)),
  leg AS MATERIALIZED (SELECT ${text("id")}, ${text("order_id")}, ${columns(LEG)} FROM json_each(?)),
  transfer AS MATERIALIZED (SELECT t.id, t.to_account, t.amount_sun
    FROM orders CROSS JOIN main.transfer AS t ON t.id > orders.id || '.' AND t.id < orders.id || ';')
  ${OF_ARCHIVED.map(({ sql }, at) => `SELECT ${at} AS at, * FROM (${sql})`).join(" UNION ALL ")}`;

/** Checks every order that the books have moved, and that each they know by its money is somewhere. */
export function* findArchiveViolations(archive: Archive): Phase<Violation[]> {
  const violations: Violation[] = [];
  const found = new Map<string, number>();
  const add = (violation: Violation) => {
    const count = (found.get(violation.invariant) ?? 0) + 1;
    found.set(violation.invariant, count);
    if (count <= NAMED) violations.push(violation);
  };
  yield* checkArchived(archive, add);
  yield* checkMissing(archive, add);
  return violations;
}

type Add = (violation: Violation) => void;

function* checkArchived(archive: Archive, add: Add): Phase<void> {
  for (let after = ""; archive.exists; ) {
    const page = archive.orders({ after, limit: ORDERS_AT_ONCE, oldestFirst: true });
    const last = page.at(-1);
    if (!last) return;
    const moved = yield* movedAmong(page.map(({ id }) => id));
    for (const violation of yield* violationsOf(
      archive,
      page.filter(({ id }) => moved.has(id)),
    ))
      add(violation);
    after = last.id;
  }
}

function* violationsOf(archive: Archive, orders: readonly OrderRow[]): Phase<Violation[]> {
  if (orders.length === 0) return [];
  const legs = archive.legsOf(...orders.map(({ id }) => id));
  const rows = yield* all<{ at: number; subject: string; found: string }>(
    AUDIT_OF_PAGE,
    JSON.stringify(orders),
    JSON.stringify(legs, ["id", "order_id", ...LEG]),
  );
  return rows.map(({ at, subject, found }) => ({
    invariant: OF_ARCHIVED[at]?.name ?? "",
    subject,
    found,
  }));
}

function* checkMissing(archive: Archive, add: Add): Phase<void> {
  for (let after = ""; ; ) {
    const { orders, last } = yield* movedOrders(after, TRANSFERS_AT_ONCE);
    if (last === undefined) return;
    const ids = orders.flatMap(({ id, in_books }) => (in_books === 1 ? [] : [id]));
    for (const id of yield* missingAmong(archive, ids)) {
      add({
        invariant: "an order that was paid for is in the books or in the archive",
        subject: id,
        found: "its transfers alone",
      });
    }
    after = last;
  }
}

function* missingAmong(archive: Archive, ids: readonly OrderId[]): Phase<OrderId[]> {
  if (ids.length === 0) return [];
  const there = archive.among(ids);
  const lost = yield* lostAmong(ids);
  return ids.filter((id) => !there.has(id) && !lost.has(id));
}
