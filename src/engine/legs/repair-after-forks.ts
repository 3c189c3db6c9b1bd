/**
 * After a fork: the incident that tells of it, and the legs that were paid for in a final order and then died. Such a leg is
 * planned once more, with whoever can deliver. If that does not succeed in time, its money goes back to the customer, with an incident.
 */
import { must } from "../../domain/assert.js";
import type { LegId } from "../../domain/ids.js";
import { lostStep } from "../../domain/order.js";
import { openIncident, raiseIncident, rewriteIncident } from "../../store/incidents.js";
import { availableOf, CLEARING, hasSpentGifts, move } from "../../store/ledger.js";
import { legsPostedButDead, livingReplacements } from "../../store/leg-lists.js";
import { changeLeg, findLeg, type LegRow, nextSequence } from "../../store/legs.js";
import { type OrderRow, updateOrder } from "../../store/orders.js";
import type { Phase } from "../../store/phase.js";
import { deleteSetting, readSetting, writeSetting } from "../../store/settings.js";
import { planLegs } from "../book/plan-legs.js";
import { endLeg } from "../close-order.js";
import { type Engine, type Moment, settleAll, throwFirst } from "../context.js";
import { ownersToSkip } from "../known-locks.js";
import { readPool } from "../prices/pool.js";
import { readRestored } from "../restored.js";
import { orderOf } from "./settle-leg.js";

/** Handles every leg that is posted, not earned, and dead, each by itself. Returns how many legs were planned. */
export async function repairAfterForks({ database }: Engine, moment: Moment): Promise<number> {
  const legs = await database.read(legsPostedButDead);
  const { done, failures } = await settleAll(
    legs.map(({ id }) => database.commit(() => mendLost(id, moment))),
  );
  throwFirst(failures);
  return done.reduce((sum, planned) => sum + planned, 0);
}

function* mendLost(legId: LegId, moment: Moment): Phase<number> {
  const leg = yield* findLeg(legId);
  return leg?.state === "dead" && leg.posted && !leg.earned ? yield* mend(leg, moment) : 0;
}

/** The same in the caller's transaction: in restored books all of it is repaid. */
export function* mendAllForks(moment: Moment): Phase<void> {
  for (const leg of yield* legsPostedButDead()) yield* mend(leg, moment);
}

function* mend(leg: LegRow, moment: Moment): Phase<number> {
  const replacements = yield* livingReplacements(leg.id);
  const order = yield* orderOf(leg);
  const { dueAt, policy } = moment;
  const replaceForMs = (yield* isOfBackup(order)) ? 0 : policy.replaceForMs;
  const diedAt = must(leg.dead_at, "a dead leg died once");
  const lost = { diedAt, replacements: replacements.map(({ state }) => state) };
  const step = lostStep(lost, { dueAt, replaceForMs });
  if (step === "wait") return 0;
  if (step === "replace") return yield* replace(leg, order, moment);
  for (const late of replacements) yield* endLeg(late, "replaced too late", moment.at);
  yield* refund(leg, order, moment.at);
  return 0;
}

/** True for legs in a restored backup: after the backup another may have replaced them already. */
function* isOfBackup(order: OrderRow): Phase<boolean> {
  const restored = yield* readRestored();
  return restored !== undefined && order.created_at <= restored.at;
}

function* replace(leg: LegRow, order: OrderRow, moment: Moment): Phase<number> {
  const pool = yield* readPool(moment.policy, order.resource, order.duration);
  if (!pool) return 0;
  // It has the money of the lost leg, so nobody dearer can replace it, and no seller where a gift paid.
  const part = { ...order, price_sun: leg.price_sun };
  const planned = yield* planLegs(part, leg.units, pool, {
    moment,
    sequence: yield* nextSequence(order.id),
    replaces: leg.id,
    except: yield* ownersToSkip(order, moment),
    undivided: true,
    poolOnly: yield* hasSpentGifts(`${leg.id}:post`),
  });
  return planned ?? 0;
}

/** The status of the order stays; its delivered units and its price fall. */
function* refund(leg: LegRow, order: OrderRow, at: number): Phase<void> {
  yield* move({
    id: `${leg.id}:refund`,
    from: CLEARING,
    to: availableOf(order.customer_id),
    amountSun: leg.amount_sun,
    undoes: `${leg.id}:post`,
    at,
  });
  yield* changeLeg(leg, { posted: 0 });
  yield* updateOrder({
    ...order,
    filled_amount: order.filled_amount - leg.units,
    posted_sun: order.posted_sun - leg.amount_sun,
    refunded_sun: order.refunded_sun + leg.amount_sun,
  });
  yield* raiseIncident(
    "fork-refund",
    `A fork dropped delegation ${leg.id} of the finished order ${order.id} and it could not be replaced in time; its price went back to the customer.`,
    at,
  );
}

/** What one fork has taken. */
export interface Fork {
  /** The newest block that stayed. */
  readonly ancestor: number;
  /** The newest one that is gone. */
  readonly upTo: number;
  readonly legs: number;
  readonly payouts: number;
}

/**
 * A disagreement about the newest blocks is one incident, however often each side is seen. It ends when a followed block at
 * the highest height in question is final: then all sides must agree on it. All forks of an open disagreement.
 */
interface OpenFork extends Fork {
  readonly incidentId: number;
  readonly times: number;
}

export function* noteFork(fork: Fork, at: number): Phase<void> {
  const open = (yield* readSetting("fork")) as OpenFork | undefined;
  if (!open) {
    const incidentId = yield* openIncident("fork", textOf({ ...fork, times: 1 }), at);
    return yield* writeSetting("fork", { ...fork, incidentId, times: 1 }, "desk", at);
  }
  const wider: OpenFork = {
    incidentId: open.incidentId,
    ancestor: Math.min(open.ancestor, fork.ancestor),
    upTo: Math.max(open.upTo, fork.upTo),
    legs: open.legs + fork.legs,
    payouts: open.payouts + fork.payouts,
    times: open.times + 1,
  };
  yield* rewriteIncident(open.incidentId, textOf(wider), null);
  yield* writeSetting("fork", wider, "desk", at);
}

/** A block that the desk follows is final. */
export function* endFork(finalBlock: number, at: number): Phase<void> {
  const open = (yield* readSetting("fork")) as OpenFork | undefined;
  if (!open || finalBlock < open.upTo) return;
  yield* rewriteIncident(open.incidentId, textOf(open), at);
  yield* deleteSetting("fork");
}

function textOf({ ancestor, legs, payouts, times }: Omit<OpenFork, "incidentId" | "upTo">): string {
  const replaced =
    times === 1
      ? `The chain replaced the blocks after ${ancestor}`
      : `The chain replaced blocks ${times} times, all of them after ${ancestor}, as where the node's hosts disagree`;
  return `${replaced}; ${legs} delegations and ${payouts} payouts are sent again.`;
}
