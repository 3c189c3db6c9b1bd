/**
 * Prices follow the pool between two looks at the chain, because commits show what orders take or leave. With a flat curve
 * nothing is done: then no price depends on the pool.
 */
import { followsPool } from "../../domain/rates.js";
import type { Engine, SignalEvents } from "../context.js";
import { refreshMarket } from "./utilisation.js";

/** A crowd of orders shares one count. */
const APART_MS = 250;
/** A count reads all open delegations; however many there are, counting takes at most this share of the time. */
const SHARE_OF_TIME = 1 / 20;

/** Signals after which more or less of the pool may be taken. */
const SIGNALS = [
  "planned",
  "finished",
  "released",
  "block",
] as const satisfies (keyof SignalEvents)[];

export interface PriceClock {
  readonly monotonicMs: () => number;
  /** Calls once later; returns a function that cancels the call. */
  readonly later: (call: () => void, afterMs: number) => () => void;
}

const REAL_CLOCK: PriceClock = {
  monotonicMs: () => performance.now(),
  later: (call, afterMs) => {
    const timer = setTimeout(call, afterMs).unref();
    return () => clearTimeout(timer);
  },
};

/** Returns a function that ends it. */
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
