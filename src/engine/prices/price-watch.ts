/**
 * Prices follow the pool between two looks at the chain: what orders take or leave is known when they are committed. Where the
 * curve is flat nothing is done, because then no price depends on it.
 */
import { followsPool } from "../../domain/rates.js";
import type { Engine } from "../context.js";
import type { SignalEvents } from "../signals.js";
import { refreshMarket } from "../utilisation.js";

/** A crowd of orders shares one look. */
const APART_MS = 250;
/** A look goes over all open delegations: however many there are, it takes at most so much of the time. */
const SHARE_OF_TIME = 1 / 20;

/** After each of these more of the pool may be taken, or less. */
const SIGNALS = [
  "planned",
  "finished",
  "released",
  "block",
] as const satisfies (keyof SignalEvents)[];

export interface PriceClock {
  readonly monotonicMs: () => number;
  /** Calls once, later; returns what calls that off. */
  readonly later: (call: () => void, afterMs: number) => () => void;
}

const REAL_CLOCK: PriceClock = {
  monotonicMs: () => performance.now(),
  later: (call, afterMs) => {
    const timer = setTimeout(call, afterMs).unref();
    return () => clearTimeout(timer);
  },
};

/** Returns what ends it. */
export function watchPrices(engine: Engine, clock = REAL_CLOCK): () => void {
  let notBeforeMs = Number.NEGATIVE_INFINITY;
  let callOff: (() => void) | undefined;
  let isLooking = false;
  let isNotedMeanwhile = false;
  let isOver = false;
  const look = async () => {
    isLooking = true;
    isNotedMeanwhile = false;
    const beganAtMs = clock.monotonicMs();
    // The worker that reads the pool's accounts refreshes prices too, and tells what fails.
    await refreshMarket(engine).catch(() => {});
    const tookMs = clock.monotonicMs() - beganAtMs;
    notBeforeMs = beganAtMs + Math.max(APART_MS, tookMs / SHARE_OF_TIME);
    isLooking = false;
    if (isNotedMeanwhile && !isOver) note();
  };
  const lookLater = () => {
    callOff = undefined;
    void look();
  };
  const note = () => {
    isNotedMeanwhile = isLooking;
    if (isLooking || callOff || !followsPool(engine.market.rates)) return;
    const waitMs = notBeforeMs - clock.monotonicMs();
    if (waitMs <= 0) void look();
    else callOff = clock.later(lookLater, waitMs);
  };
  for (const signal of SIGNALS) engine.signals.on(signal, note);
  return () => {
    for (const signal of SIGNALS) engine.signals.off(signal, note);
    callOff?.();
    isOver = true;
  };
}
