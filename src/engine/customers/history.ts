/**
 * The statement of a customer's account: every movement by time, with the balances after it. Read page by page while other work
 * goes on; only movements that an earlier one may still precede wait in memory.
 */
import { setImmediate as turn } from "node:timers/promises";
import { present } from "../../domain/assert.js";
import { type CustomerId, firstIdSince, ID_APART_MS, type OrderId } from "../../domain/ids.js";
import { unitPriceSun, unitsPaidBy } from "../../domain/price.js";
import {
  type MovementRow,
  movementsFromOutside,
  movementsOfOrders,
  type OrderMovementRow,
} from "../../store/history.js";
import { availableOf, heldOf } from "../../store/ledger.js";
import { listOrders, newestOrderId, type OrderRow } from "../../store/orders.js";
import type { Phase } from "../../store/phase.js";
import type { Engine } from "../context.js";

/** The kind of a movement. Movements of the same moment are sorted like this, so nothing is given back before it was taken. */
const KINDS = [
  "credit",
  "booked",
  "unbooked",
  "hold",
  "raised",
  "delivered",
  "undelivered",
  "lowered",
  "improved",
  "refund",
  "debit",
] as const;
export type HistoryKind = (typeof KINDS)[number];

export interface HistoryEntry {
  /** Unix milliseconds. */
  readonly at: number;
  readonly kind: HistoryKind;
  /** Names the movement in the ledger. */
  readonly transferId: string;
  /** What it changes; negative where it takes. */
  readonly availableSun: number;
  readonly heldSun: number;
  readonly availableAfterSun: number;
  readonly heldAfterSun: number;
  /** The order it belongs to; undefined for money from outside, and of bookings. */
  readonly order: HistoryOrder | undefined;
  /** The operator's words, or those for a booking. */
  readonly reason: string | undefined;
}

interface HistoryOrder {
  readonly orderId: OrderId;
  readonly receiver: string;
  readonly type: string;
  readonly resource: string;
  /** What the movement pays for: the whole order, or the part that was delivered or given back. */
  readonly units: number | undefined;
  readonly duration: string;
  /** For a unit, as moved: of a better price what it saved. Undefined, with `units`, where the price of some units has changed. */
  readonly priceSun: number | undefined;
  readonly status: string;
  readonly txid: string | undefined;
}

export interface HistoryPeriod {
  readonly customerId: CustomerId;
  /** Unix milliseconds, both included. */
  readonly from: number;
  readonly to: number;
}

/** Orders read at once: some milliseconds, then other work has its turn. */
const ORDERS_AT_ONCE = 300;
const OUTSIDE_AT_ONCE = 1_000;

export async function* readHistory(
  engine: Engine,
  period: HistoryPeriod,
): AsyncGenerator<readonly HistoryEntry[]> {
  const { customerId } = period;
  const statement = new Statement(period);
  // Every step that read the clock before is in the books by now.
  await engine.database.commit(function* () {});
  const outside = new Outside(engine, customerId);
  const before = await endOf(period, engine);
  let waiting: Movement[] = [];
  for (let after = ""; ; ) {
    const page = await engine.database.read(() => readPage(customerId, after, before));
    const last = page.ids.at(-1);
    const isLast = page.ids.length < ORDERS_AT_ONCE;
    // Later orders have later movements.
    const until = isLast || !last ? Number.POSITIVE_INFINITY : heldAt(last, page) - ID_APART_MS;
    const fromOutside = await outside.upTo(until);
    const known = [...waiting, ...page.movements, ...fromOutside].sort(byTime);
    waiting = known.filter(({ row }) => row.at >= until);
    yield statement.entries(known.filter(({ row }) => row.at < until));
    if (isLast || !last) return;
    after = last;
    await turn();
  }
}

/** An id after those of all orders of the period that exist by now: after a clock was set back, ids run ahead. */
async function endOf({ to }: HistoryPeriod, { database, now }: Engine): Promise<string> {
  if (to < now()) return firstIdSince(to + ID_APART_MS);
  return `${(await database.read(newestOrderId)) ?? ""}.`;
}

interface Page {
  readonly ids: readonly OrderId[];
  readonly movements: readonly Movement[];
}

/** The movements of so many orders, by age. */
function* readPage(customerId: CustomerId, after: string, before: string): Phase<Page> {
  const filter = { customerId, after, before, limit: ORDERS_AT_ONCE, oldestFirst: true };
  const orders = new Map((yield* listOrders(filter)).map((order) => [order.id, order]));
  const ids = [...orders.keys()];
  const rows = yield* movementsOfOrders(customerId, ids);
  const movements = rows.map((row) =>
    movementOf(row, present(orders.get(row.order_id), `the order of transfer ${row.id}`)),
  );
  return { ids, movements };
}

/** The hold of an order has the order's time. */
function heldAt(orderId: OrderId, { movements }: Page): number {
  const hold = movements.find(({ row }) => row.id === `${orderId}:hold`);
  return present(hold, `the hold of order ${orderId}`).row.at;
}

interface Movement {
  readonly kind: HistoryKind;
  readonly row: MovementRow;
  readonly order: HistoryOrder | undefined;
}

function byTime(first: Movement, second: Movement): number {
  return (
    first.row.at - second.row.at ||
    KINDS.indexOf(first.kind) - KINDS.indexOf(second.kind) ||
    (first.row.id < second.row.id ? -1 : 1)
  );
}

/** Credits, debits and bookings, by time. */
class Outside {
  #after = { at: -1, id: "" };
  #next: readonly MovementRow[] = [];
  #isOver = false;
  readonly #engine: Engine;
  readonly #customerId: CustomerId;

  constructor(engine: Engine, customerId: CustomerId) {
    this.#engine = engine;
    this.#customerId = customerId;
  }

  async upTo(until: number): Promise<Movement[]> {
    const found: Movement[] = [];
    for (;;) {
      if (this.#next.length === 0 && !this.#isOver) await this.#read();
      const due = this.#next.filter(({ at }) => at < until);
      found.push(...due.map(movementFromOutside));
      this.#next = this.#next.slice(due.length);
      if (this.#next.length > 0 || this.#isOver) return found;
    }
  }

  async #read(): Promise<void> {
    this.#next = await this.#engine.database.read(() =>
      movementsFromOutside(this.#customerId, this.#after, OUTSIDE_AT_ONCE),
    );
    this.#isOver = this.#next.length < OUTSIDE_AT_ONCE;
    this.#after = this.#next.at(-1) ?? this.#after;
  }
}

function movementFromOutside(row: MovementRow): Movement {
  return { kind: kindFromOutside(row.id), row, order: undefined };
}

/** Of bookings the ids end like those of orders. */
function kindFromOutside(id: string): HistoryKind {
  if (/^[0-9a-f]{24}:/.test(id)) return id.endsWith(":hold") ? "booked" : "unbooked";
  return id.startsWith("debit:") ? "debit" : "credit";
}

/** The meaning of the word of a transfer's id that says what it does. */
const KIND_OF_ID: Readonly<Record<string, HistoryKind>> = {
  hold: "hold",
  post: "delivered",
  unpost: "undelivered",
  improve: "improved",
  raise: "raised",
  lower: "lowered",
  void: "refund",
  refund: "refund",
  shortfall: "refund",
};

function movementOf(row: OrderMovementRow, order: OrderRow): Movement {
  const word = present(row.id.split(":")[1], "a word behind its cause");
  return {
    kind: present(KIND_OF_ID[word], `a kind for transfer ${row.id}`),
    row,
    order: historyOrder(row, order),
  };
}

function historyOrder(row: OrderMovementRow, order: OrderRow): HistoryOrder {
  const { receiver, type, resource, duration, status } = order;
  const shown = { orderId: order.id, receiver, type, resource, duration, status };
  return { ...shown, ...partOf(row, order), txid: row.txid ?? undefined };
}

/** The units that a movement is for, and what it moved for each. */
function partOf(row: OrderMovementRow, order: OrderRow): Pick<HistoryOrder, "units" | "priceSun"> {
  const { id, amount_sun: amountSun, leg_units: legUnits, leg_price_sun: legPriceSun } = row;
  const { amount, price_sun: priceSun, duration } = order;
  if (id.includes(":raise:") || id.includes(":lower:")) {
    return { units: undefined, priceSun: undefined };
  }
  const isOfSome = legUnits === null ? !id.endsWith(":hold") : id.endsWith(":shortfall");
  if (!isOfSome) {
    const units = legUnits ?? amount;
    return { units, priceSun: unitPriceSun(amountSun, units, duration) };
  }
  const ofEachSun = legPriceSun ?? priceSun;
  const units = unitsPaidBy(amountSun, ofEachSun, duration);
  return { units, priceSun: units && ofEachSun };
}

/** Adds up from the first movement on, and yields those of the period. */
class Statement {
  #availableSun = 0;
  #heldSun = 0;
  readonly #period: HistoryPeriod;

  constructor(period: HistoryPeriod) {
    this.#period = period;
  }

  entries(movements: readonly Movement[]): HistoryEntry[] {
    const { from, to } = this.#period;
    return movements.flatMap((movement) => {
      if (movement.row.at > to) return [];
      const entry = this.#entry(movement);
      return entry.at < from ? [] : [entry];
    });
  }

  #entry({ kind, row, order }: Movement): HistoryEntry {
    const { customerId } = this.#period;
    const availableSun = change(row, availableOf(customerId));
    const heldSun = change(row, heldOf(customerId));
    this.#availableSun += availableSun;
    this.#heldSun += heldSun;
    return {
      ...{ at: row.at, kind, transferId: row.id, availableSun, heldSun, order },
      availableAfterSun: this.#availableSun,
      heldAfterSun: this.#heldSun,
      reason: order ? undefined : (row.reason ?? undefined),
    };
  }
}

function change(row: MovementRow, account: string): number {
  if (row.to_account === account) return row.amount_sun;
  return row.from_account === account ? -row.amount_sun : 0;
}
