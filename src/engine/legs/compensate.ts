/**
 * Compares delegations with the first totals read after their block, because the network may have changed since they were
 * signed. A shortfall beyond the headroom is made up for at the desk's cost by one more delegation of the pool; if that is
 * impossible, its price goes back.
 */
import { assert, must } from "../../domain/assert.js";
import type { LegId } from "../../domain/ids.js";
import { shortfallStep } from "../../domain/order.js";
import { costSun } from "../../domain/price.js";
import { RESOURCES } from "../../domain/resource.js";
import { type NetworkParameters, type StakeRatios, unitsOfStake } from "../../domain/stake.js";
import { raiseIncident } from "../../store/incidents.js";
import { availableOf, balanceSunOf, EXTERNAL, move, REVENUE } from "../../store/ledger.js";
import {
  compareLegsSince,
  legsCompared,
  legsFallenShort,
  plannedToCompensate,
} from "../../store/leg-lists.js";
import { changeLeg, findLeg, type LegRow, nextSequence } from "../../store/legs.js";
import { findOrder, type OrderRow, updateOrder } from "../../store/orders.js";
import { storeStakeRatio } from "../../store/owners.js";
import type { Phase } from "../../store/phase.js";
import { readSetting, writeSetting } from "../../store/settings.js";
import { planLegs } from "../book/plan-legs.js";
import { endLeg } from "../close-order.js";
import { type Engine, type Moment, momentOf } from "../context.js";
import type { ReadingBegin } from "../network-facts.js";
import { readPool } from "../prices/pool.js";

/** Legs compared in one transaction: callers wait meanwhile. */
const COMPARED_AT_ONCE = 2_000;

export interface NetworkReading {
  readonly ratios: StakeRatios;
  readonly parameters: NetworkParameters;
}

/**
 * Takes the network's facts; false when they changed so much that they must be read again. `begin` is when the reading of the
 * totals began.
 */
export async function networkRead(
  engine: Engine,
  { ratios, parameters }: NetworkReading,
  begin: ReadingBegin,
): Promise<boolean> {
  const { network, database, signals } = engine;
  const isTold = network.takeParameters(parameters);
  if (!network.believes(ratios)) return false;
  if (network.isLargeChange(ratios)) {
    const at = engine.now();
    await database.commit(() => compareAgain(begin.headNumber, at));
  }
  for (;;) {
    const moment = momentOf(engine);
    const done = await database.commit(() => ratiosRead(ratios, begin.headNumber, moment));
    network.stored(ratios, begin);
    if (done.planned > 0) signals.emit("planned");
    if (done.compared < COMPARED_AT_ONCE) return isTold;
  }
}

/**
 * Networks do not change so much between two readings: these totals are wrong, or the last ones were. Legs signed since then were
 * signed by the last totals, so they are compared with these too.
 */
function* compareAgain(headNumber: number, at: number): Phase<void> {
  const last = (yield* readSetting("totals-changed")) as { readonly block: number } | undefined;
  if (last) yield* compareLegsSince(last.block);
  yield* writeSetting("totals-changed", { block: headNumber }, "desk", at);
}

/** Stores totals whose reading began after the head was at this block, and compares the legs included by then. */
function* ratiosRead(
  ratios: StakeRatios,
  headNumber: number,
  moment: Moment,
): Phase<{ readonly compared: number; readonly planned: number }> {
  let planned = 0;
  for (const resource of RESOURCES) {
    const ratio = ratios[resource];
    yield* storeStakeRatio(resource, ratio, moment.at);
    for (const id of yield* legsFallenShort(resource, ratio, headNumber)) {
      planned += yield* fellShort(id, ratios, moment);
    }
  }
  return { compared: yield* legsCompared(headNumber, COMPARED_AT_ONCE), planned };
}

/** Returns how many legs were planned. */
function* fellShort(id: LegId, ratios: StakeRatios, moment: Moment): Phase<number> {
  const leg = must(yield* findLeg(id), `no leg ${id}`);
  const stakeSun = must(leg.stake_sun, `leg ${id} has no stake`);
  const shortUnits = leg.units - unitsOfStake(stakeSun, ratios[leg.resource]);
  const short = yield* changeLeg(leg, { compared: 1, short_units: shortUnits });
  const order = must(yield* findOrder(leg.order_id), `no order of leg ${id}`);
  const { state, expires_at: expiresAt } = leg;
  const step = shortfallStep({ state, expiresAt }, moment.headTimestampMs);
  const planned = step === "compensate" ? yield* planMore(short, order, moment) : undefined;
  if (planned === undefined) yield* giveBackShortfall(short, moment.at);
  const what = planned === undefined ? "its price goes back" : "a further delegation makes it good";
  yield* raiseIncident(
    "short-delivery",
    `Delegation ${id} of order ${order.id} gives ${leg.units - shortUnits} of ${leg.units} units: the network's totals have changed since it was signed. ${shortUnits} units are missing; ${what}, at the desk's cost.`,
    moment.at,
  );
  return planned ?? 0;
}

function* planMore(leg: LegRow, order: OrderRow, moment: Moment): Phase<number | undefined> {
  const pool = yield* readPool(moment.policy, order.resource, order.duration);
  if (!pool) return undefined;
  return yield* planLegs(order, leg.short_units, pool, {
    moment,
    sequence: yield* nextSequence(order.id),
    compensates: leg.id,
    undivided: true,
    poolOnly: true,
  });
}

/** The delegation that was to make up for a shortfall has died. */
export function* compensationDied(legId: LegId, at: number): Phase<void> {
  const leg = must(yield* findLeg(legId), `no leg ${legId}`);
  const { state, expires_at: expiresAt } = leg;
  if (shortfallStep({ state, expiresAt }, undefined) === "giveBack") {
    yield* giveBackShortfall(leg, at);
  }
}

/** In restored books a leg that makes good may be on the chain already: the price of the missing units goes back instead. */
export function* giveBackUnsigned(at: number): Phase<void> {
  for (const leg of yield* plannedToCompensate()) {
    yield* endLeg(leg, "the desk was restored from a backup", at);
    yield* compensationDied(must(leg.compensates, "it makes good"), at);
  }
}

/** Paid from the desk's revenue; if that is too little, from the operator's own money, as a credit. */
function* giveBackShortfall(leg: LegRow, at: number): Phase<void> {
  const order = must(yield* findOrder(leg.order_id), `no order of leg ${leg.id}`);
  const amountSun = costSun(leg.short_units, leg.price_sun, leg.duration);
  const isEarned = (yield* balanceSunOf(REVENUE)) >= amountSun;
  const moved = yield* move({
    id: `${leg.id}:shortfall`,
    from: isEarned ? REVENUE : EXTERNAL,
    to: availableOf(order.customer_id),
    amountSun,
    ...(isEarned ? {} : { kind: "correction" }),
    undoes: `${leg.replaces ?? leg.id}:post`,
    at,
  });
  assert(moved.size === 1, `the shortfall of leg ${leg.id} was given back twice`);
  yield* updateOrder({ ...order, shortfall_sun: order.shortfall_sun + amountSun });
}
