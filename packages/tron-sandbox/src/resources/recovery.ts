/**
 * How used units come back: linearly within a window of 24 hours, counted in slots of 3 seconds.
 * Adding usage, or moving it from one account to another, averages the windows. The rounding of
 * every step is java-tron's, in 64-bit integers.
 */
import type { Holding } from "../state/records.js";

/** 24 hours of slots. */
const WINDOW_SLOTS = 28_800;
const WINDOW_PRECISION = 1_000;
const FULL_WINDOW = WINDOW_SLOTS * WINDOW_PRECISION;
const PRECISION = 1_000_000n;

function windowOf(holding: Holding): number {
  return holding.window === 0 ? FULL_WINDOW : holding.window;
}

function slotsOf(window: number): number {
  return window < WINDOW_PRECISION ? WINDOW_SLOTS : Math.floor(window / WINDOW_PRECISION);
}

function divideCeil(numerator: bigint, denominator: bigint): bigint {
  return numerator / denominator + (numerator % denominator > 0n ? 1n : 0n);
}

/** Average usage after the time since it was last brought up to date. */
function decay(average: bigint, slots: number, last: number, now: number): bigint {
  if (last === now) return average;
  if (last + slots <= now) return 0n;
  return BigInt(Math.round(Number(average) * ((slots - (now - last)) / slots)));
}

/** Usage without a window of its own: the free bandwidth. */
export function recoverPlain(
  usedUnits: number,
  addUnits: number,
  last: number,
  now: number,
): number {
  const window = BigInt(WINDOW_SLOTS);
  const before = divideCeil(BigInt(usedUnits) * PRECISION, window);
  const average = decay(before, WINDOW_SLOTS, last, now);
  const added = divideCeil(BigInt(addUnits) * PRECISION, window);
  return Number(((average + added) * window) / PRECISION);
}

/** What is still used now, without changing the record. */
export function recovered(holding: Holding, now: number): number {
  const slots = slotsOf(windowOf(holding));
  const before = divideCeil(BigInt(holding.usedUnits) * PRECISION, BigInt(slots));
  return Number((decay(before, slots, holding.slot, now) * BigInt(slots)) / PRECISION);
}

/**
 * Usage brought up to now, with `addUnits` more. As in java-tron the slot is not part of it:
 * whoever keeps the result sets it, and a mere read does not.
 */
export function increase(holding: Holding, addUnits: number, now: number): Holding {
  const window = windowOf(holding);
  const slots = slotsOf(window);
  const before = divideCeil(BigInt(holding.usedUnits) * PRECISION, BigInt(slots));
  const average = decay(before, slots, holding.slot, now);
  const added = divideCeil(BigInt(addUnits) * PRECISION, BigInt(WINDOW_SLOTS));
  const used = (average * BigInt(slots) + added * BigInt(WINDOW_SLOTS)) / PRECISION;
  const remaining = (average * BigInt(slots)) / PRECISION;
  if (remaining === 0n) return { ...holding, usedUnits: Number(used), window: FULL_WINDOW };
  const remainingWindow = window - (now - holding.slot) * WINDOW_PRECISION;
  const weighted = remaining * BigInt(remainingWindow) + BigInt(addUnits) * BigInt(FULL_WINDOW);
  return { ...holding, usedUnits: Number(used), window: capped(divideCeil(weighted, used)) };
}

/**
 * The owner's holding after `movedUnits` of usage come back to it from a receiver, with the
 * receiver's window.
 */
export function absorb(
  owner: Holding,
  receiver: Holding,
  movedUnits: number,
  now: number,
): Holding {
  const current = increase(owner, 0, now);
  const used = current.usedUnits + movedUnits;
  if (used === 0) return { ...current, usedUnits: 0, window: FULL_WINDOW, slot: now };
  const ownerWindow = BigInt(Math.max(0, windowOf(current)));
  const receiverWindow = BigInt(Math.max(0, windowOf(receiver)));
  const weighted = BigInt(current.usedUnits) * ownerWindow + BigInt(movedUnits) * receiverWindow;
  const window = capped(divideCeil(weighted, BigInt(used)));
  return { ...current, usedUnits: used, window, slot: now };
}

function capped(window: bigint): number {
  return Math.min(Number(window), FULL_WINDOW);
}
