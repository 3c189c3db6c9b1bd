/**
 * Tells customers with Telegram of what their keys have ordered or raised, from the sum on that they chose: a call by itself, or all of an
 * hour, once an hour, when together it reaches the sum and no call did alone. Each transfer is read once, after its commit; a start
 * reads those of the last hour.
 */

import { HOUR_MS, MINUTE_MS } from "../../common/time.js";
import type { Duration } from "../../domain/duration.js";
import { type Sun, sun } from "../../domain/money.js";
import type { Resource } from "../../domain/resource.js";
import { enqueue, isToldBetween } from "../../store/chat/outbox.js";
import { type ToldOfOrders, tellOrdersSunOf } from "../../store/chat/telegram-users.js";
import {
  type KeyHoldRow,
  keyHolds,
  lastTransfer,
  lastTransferBefore,
} from "../../store/history.js";
import type { Phase } from "../../store/phase.js";
import type { Engine } from "../context.js";

/** In the outbox; the bot has the words. */
export interface OrderedNews {
  readonly event: "ordered";
  /** How the key begins. */
  readonly keyHint: string;
  /** The total of the call. */
  readonly paidSun: Sun;
  readonly units: number;
  readonly resource: Resource;
  readonly duration: Duration;
  readonly receivers: number;
  /** Price of one unit. */
  readonly priceSun: number;
  /** Where it raised the price of an order: how much more is held. */
  readonly moreSun?: Sun;
}

/** `told`: who is (`toldOfOrders`). `cause` names it: the batch, or the transfer of a raised price. */
export function* tellOrdered(
  told: ToldOfOrders | undefined,
  cause: string,
  facts: Omit<OrderedNews, "event">,
  at: number,
): Phase<void> {
  if (!told || told.tell_orders_sun === null || facts.paidSun < told.tell_orders_sun) return;
  const news: OrderedNews = { event: "ordered", ...facts };
  yield* enqueue(`ordered:${cause}`, told.user_id, JSON.stringify(news), at);
}

/** In the outbox; the bot has the words. */
export interface HourNews {
  readonly event: "orderedInHour";
  /** The total of all orders, without calls that were reported. */
  readonly paidSun: Sun;
  /** The sum that the customer chose. */
  readonly fromSun: Sun;
}

/** Transfers looked at in one read. */
const AT_ONCE = 5_000;

export class HourOfKeys {
  #lastRow: number | undefined;
  /** What was held in each minute of the last hour, by user. */
  readonly #heldSun = new Map<number, Map<number, number>>();
  /** Users for whom more has been held since they were looked at. */
  readonly #changed = new Set<number>();

  /** Tells what is to be told; true when there is more to look at. */
  async tellHour(engine: Engine): Promise<boolean> {
    const at = engine.now();
    const { rows, upToRow, lastRow } = await engine.database.read(() => this.#newHolds(at));
    for (const row of rows) this.#add(row);
    this.#lastRow = upToRow;
    for (const userId of this.#changed) {
      const paidSun = this.#sumSun(userId, at);
      const isDue = await engine.database.read(() => isHourDue(userId, paidSun, at));
      if (isDue) await engine.database.commit(() => putHour(userId, paidSun, at));
      this.#changed.delete(userId);
    }
    return upToRow < lastRow;
  }

  *#newHolds(at: number): Phase<{ rows: KeyHoldRow[]; upToRow: number; lastRow: number }> {
    const afterRow = this.#lastRow ?? (yield* lastTransferBefore(at - HOUR_MS));
    const lastRow = yield* lastTransfer();
    const upToRow = Math.min(lastRow, afterRow + AT_ONCE);
    return { rows: yield* keyHolds(afterRow, upToRow), upToRow, lastRow };
  }

  #add({ user_id: userId, amount_sun: amountSun, at }: KeyHoldRow): void {
    const minutes = this.#heldSun.get(userId) ?? new Map<number, number>();
    const minute = Math.floor(at / MINUTE_MS);
    minutes.set(minute, (minutes.get(minute) ?? 0) + amountSun);
    this.#heldSun.set(userId, minutes);
    this.#changed.add(userId);
  }

  #sumSun(userId: number, at: number): Sun {
    const minutes = this.#heldSun.get(userId) ?? new Map<number, number>();
    let sumSun = 0;
    for (const [minute, heldSun] of minutes) {
      if (minute * MINUTE_MS <= at - HOUR_MS) minutes.delete(minute);
      else sumSun += heldSun;
    }
    return sun(sumSun);
  }
}

function* isHourDue(userId: number, paidSun: Sun, at: number): Phase<boolean> {
  const fromSun = yield* tellOrdersSunOf(userId);
  if (fromSun === undefined || paidSun < fromSun) return false;
  return !(yield* isToldBetween(keyOf(userId, at - HOUR_MS + 1), keyOf(userId, at)));
}

function* putHour(userId: number, paidSun: Sun, at: number): Phase<void> {
  const fromSun = yield* tellOrdersSunOf(userId);
  if (fromSun === undefined || !(yield* isHourDue(userId, paidSun, at))) return;
  const news: HourNews = { event: "orderedInHour", paidSun, fromSun };
  yield* enqueue(keyOf(userId, at), userId, JSON.stringify(news), at);
}

/** Keys of a user sort by time. */
function keyOf(userId: number, at: number): string {
  return `ordered:hour:${userId}:${String(at).padStart(15, "0")}`;
}
