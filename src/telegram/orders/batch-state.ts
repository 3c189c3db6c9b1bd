/** The state of a batch's orders together, in one word. */
import { type Delegation, mayBeFilled, type Order } from "../../domain/order.js";
import type { Sends } from "../../domain/usdt.js";
import type { WalletNames } from "../kit/views.js";
import type { NamesIn } from "../text/words.js";

/** The orders of one call, on one card. */
export interface BatchView {
  readonly batchId: string;
  readonly orders: readonly Order[];
  /** Of the receivers. */
  readonly names?: WalletNames | undefined;
  /** In private, the team whose orders they are. */
  readonly paidFrom?: string | undefined;
  /** In private, that they are of one's own account where one may pay from a team's too. */
  readonly isFromOwn?: boolean | undefined;
  /** What whoever alone reads it may do; all of it unless given. */
  readonly may?: { readonly order: boolean; readonly cancel: boolean } | undefined;
  /** The beginning of a txid's link, such as "https://tronscan.org/#/transaction/". */
  readonly txUrlPrefix: string;
  /** Wallets that this call did not take, and that come next. */
  readonly waiting?: { readonly draftId: string; readonly count: number } | undefined;
  /** The node cannot be asked now. */
  readonly waitsForNetwork: boolean;
  /** Chain time: a rental that has ended is not "safe to send" any more. */
  readonly now: number;
  /** What receivers can send, read after the delivery, by order; missing while that is not known. */
  readonly sends: Readonly<Record<string, Sends>>;
  /** Whom the transfer is to that `/usdt` has sized: by name, or the address in short. */
  readonly to?: string | undefined;
  /** What the network burns for a unit of Bandwidth; undefined when it is not known. */
  readonly burnPriceSun: number | undefined;
  /** The same of Energy. */
  readonly energyPriceSun?: number | undefined;
}

type BatchState = NamesIn<"batch-headline">;
/** Whether one order is over. */
type OrderState = Exclude<BatchState, "ending">;
/** The states of a leg, as a customer sees them. */
type LegWord = NamesIn<"batch-leg-state">;

/** All other states come after the end of the rental. */
const RUNNING = ["planned", "signed", "sent", "included", "solidified", "dead"] as const;

/** The delegation is on chain and the rental runs. */
function isOn({ state }: Delegation): boolean {
  return state === "included" || state === "solidified";
}

export function isDead({ state }: Delegation): boolean {
  return state === "dead";
}

export function legWord(state: string): LegWord {
  return RUNNING.find((word) => word === state) ?? "over";
}

/** Units in no delegation, not even a planned one. */
export function unplannedUnits(order: Order): number {
  return mayBeFilled(order) ? order.restingUnits : 0;
}

/** Units that are planned, signed or sent. */
export function unitsOnTheWay(order: Order): number {
  return unitsOf(order, ({ state }) => ON_THE_WAY.includes(state));
}

const ON_THE_WAY: readonly string[] = ["planned", "signed", "sent"];

/** It rests, and no part of it is under way. */
export function rests(order: Order): boolean {
  const isOfBook = order.type === "Manual" && unplannedUnits(order) > 0;
  return isOfBook && unitsOnTheWay(order) === 0;
}

function unitsOf(order: Order, counts: (leg: Delegation) => boolean): number {
  return order.delegations.filter(counts).reduce((sum, { units }) => sum + units, 0);
}

function hasEnded({ state, expiresAt }: Delegation, now: number): boolean {
  return legWord(state) === "over" || (expiresAt !== null && expiresAt <= now);
}

/** All of it is delivered now: every delegation is in a block and none has ended. */
function isSafe(order: Order, now: number): boolean {
  const live = order.delegations.filter((leg) => !isDead(leg));
  const runs = live.every((leg) => isOn(leg) && !hasEnded(leg, now));
  return runs && unitsOf(order, isOn) >= order.amount;
}

export function orderState(order: Order, now: number): OrderState {
  if (isSafe(order, now)) return "safe";
  if (rests(order)) return order.filledUnits > 0 ? "partlyFilled" : "resting";
  if (order.status === "processing") return order.cancelRequested ? "cancelling" : "underWay";
  const live = order.delegations.filter((leg) => !isDead(leg));
  if (live.length === 0 || order.filledUnits === 0) return "cancelled";
  if (live.some((leg) => hasEnded(leg, now))) return "ended";
  // A fork can send a delegation of a completed order out again.
  return order.status === "completed" ? "underWay" : "partlyDelivered";
}

export function batchState({ orders, now }: Pick<BatchView, "orders" | "now">): BatchState {
  const states = new Set(orders.map((order) => orderState(order, now)));
  const [only] = states;
  if (states.size === 1 && only) return only;
  if (states.has("cancelling")) return "cancelling";
  if (states.has("underWay")) return "underWay";
  if (states.has("resting") || states.has("partlyFilled")) {
    return orders.some(({ filledUnits }) => filledUnits > 0) ? "partlyFilled" : "resting";
  }
  if (states.has("cancelled") || states.has("partlyDelivered")) return "partlyDelivered";
  return "ending";
}

/** Whether Cancel makes sense: something is not signed yet, and nobody has cancelled. */
export function canCancel(order: Order): boolean {
  if (!mayBeFilled(order)) return false;
  return unplannedUnits(order) > 0 || order.delegations.some(({ state }) => state === "planned");
}
