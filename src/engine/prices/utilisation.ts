/**
 * How much of the pool is taken, because prices rise with it. They follow between two looks at the chain, because commits show what
 * orders take or leave. With a flat curve nothing is done: then no price depends on the pool.
 */
import { followsPool, utilisationOf } from "../../domain/rates.js";
import { type PerResource, RESOURCES } from "../../domain/resource.js";
import { legsOpenStake } from "../../store/legs.js";
import { listCapacity, readStakeRatio } from "../../store/owners.js";
import type { Phase } from "../../store/phase.js";
import type { Engine, SignalEvents } from "../context.js";

/** Call after snapshots. With a flat curve, the default, open legs are not read. */
export async function refreshMarket(engine: Engine): Promise<void> {
  if (!followsPool(engine.market.rates)) return;
  const isNewest = engine.marketReads.begin();
  const utilisation = await engine.database.read(readUtilisation);
  if (isNewest()) engine.market.utilisation = utilisation;
}

/** How much of the pool is taken, per resource; 0 while that is not known. */
export function* readUtilisation(): Phase<PerResource<number>> {
  const { energy, bandwidth } = yield* readPoolStake();
  const share = (stake: PoolStake | undefined) =>
    stake ? utilisationOf(stake.freeSun, stake.totalSun) : 0;
  return { energy: share(energy), bandwidth: share(bandwidth) };
}

interface PoolStake {
  readonly freeSun: number;
  /** Including what is delegated. */
  readonly totalSun: number;
}

export type PoolStakes = Readonly<PerResource<PoolStake | undefined>>;

/** The pool's stake for sale, sold or not, per resource; undefined while that is not known. */
export function* readPoolStake(): Phase<PoolStakes> {
  const capacity = yield* listCapacity("pool");
  const stakes: PerResource<PoolStake | undefined> = { energy: undefined, bandwidth: undefined };
  for (const resource of RESOURCES) {
    const rows = capacity.filter((row) => row.resource === resource);
    const freeSun = rows.reduce((sum, row) => sum + row.snapshot_sun - row.reserved_sun, 0);
    const takenSun = yield* legsOpenStake(resource);
    if (!(yield* readStakeRatio(resource))) continue;
    stakes[resource] = { freeSun, totalSun: freeSun + takenSun };
  }
  return stakes;
}

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
