/**
 * Identifiers. Ids of orders, batches and quotes are 24 lower-case hex characters that sort by creation: 11 of milliseconds,
 * 3 of a counter within the millisecond, 10 random ones. Ids of legs and transfers derive from them.
 */
import { randomBytes } from "node:crypto";

export type OrderId = string;
export type LegId = string;
export type BatchId = string;
export type CustomerId = string;

const COUNTER_LIMIT = 0x1000;
const TIME_CHARACTERS = 11;
/** In the year 2527. */
const LATEST_MS = 16 ** TIME_CHARACTERS - 1;
const RANDOM_CHARACTERS = 10;
/** Random bytes are taken from the system in bulk: one call per id would be its largest cost. */
const RANDOM_IDS = 400;
const ORDER_ID = /^[0-9a-f]{24}$/;

/**
 * Makes ids that rise even when the clock stands still or steps back. `after` is the newest id of an earlier run, so that ids
 * rise over a restart too.
 */
export function createIdSource(now: () => number, after?: string): () => string {
  let lastMs = after === undefined ? 0 : timeOfId(after) + 1;
  let counter = 0;
  let random = "";
  const nextRandom = () => {
    if (random === "") random = randomBytes((RANDOM_IDS * RANDOM_CHARACTERS) / 2).toString("hex");
    const next = random.slice(0, RANDOM_CHARACTERS);
    random = random.slice(RANDOM_CHARACTERS);
    return next;
  };
  return () => {
    const nowMs = now();
    if (nowMs > lastMs) {
      lastMs = nowMs;
      counter = 0;
    } else {
      counter += 1;
      if (counter === COUNTER_LIMIT) {
        lastMs += 1;
        counter = 0;
      }
    }
    return firstIdSince(lastMs) + counter.toString(16).padStart(3, "0") + nextRandom();
  };
}

/** The id and the creation time of an order or a withdrawal are taken less than this apart. */
export const ID_APART_MS = 60_000;

/** Sorts before every id made at that time or later, and after every older one. */
export function firstIdSince(atMs: number): string {
  // Otherwise a longer text would sort after today's ids.
  const ms = Math.min(Math.max(0, Math.floor(atMs)), LATEST_MS);
  return ms.toString(16).padStart(TIME_CHARACTERS, "0");
}

/** When an id of an order, a batch or a quote was made. */
export function timeOfId(id: string): number {
  return Number.parseInt(id.slice(0, TIME_CHARACTERS), 16);
}

export function isOrderId(text: string): boolean {
  return ORDER_ID.test(text);
}

export function legId(orderId: OrderId, sequence: number): LegId {
  return `${orderId}.${sequence}`;
}
