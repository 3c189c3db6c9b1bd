/**
 * Tells customers of what happens to their orders, balances and sales. What is told and that it was told is one transaction, so each
 * event is in the outbox once, whatever the desk is stopped in. The bot finds the words.
 */
import type { BookingReason } from "../../domain/booking.js";
import type { Duration } from "../../domain/duration.js";
import type { BatchId, CustomerId, OrderId } from "../../domain/ids.js";
import { type Sun, sumSun } from "../../domain/money.js";
import {
  endingLeadMs,
  endingTogetherMs,
  isLate,
  type NewsKind,
  type OrderNewsKind,
  PARTS_APART_MS,
  PARTS_TOGETHER_MS,
  usualMode,
} from "../../domain/notification.js";
import type { CloseReason } from "../../domain/order.js";
import { amountOfEach } from "../../domain/price.js";
import type { PerResource, Resource } from "../../domain/resource.js";
import { whoOrdered } from "../../store/batches.js";
import type { BookingRow } from "../../store/bookings.js";
import { messagesBelow } from "../../store/chat/cards.js";
import {
  armLimit,
  type CrossedLimitRow,
  crossedLimits,
  newsModesOf,
} from "../../store/chat/news-settings.js";
import { enqueue } from "../../store/chat/outbox.js";
import { salesDue, takeSales } from "../../store/chat/sales.js";
import { currentChat, isUnreachable } from "../../store/chat/telegram-users.js";
import {
  cancelTapped,
  endsOfBatch,
  extendedReceivers,
  type RentalEnd,
  unwatchBatch,
  updateWatch,
  type WatchedBatchRow,
  watchesDue,
} from "../../store/chat/watched-batches.js";
import { type OrderRow, ordersOfBatch } from "../../store/orders.js";
import type { Phase } from "../../store/phase.js";
import { whoCancelled } from "../../store/teams/log.js";
import { teamsWithOtherBalance } from "../../store/teams/teams.js";
import { dueTimeOf, type Engine } from "../context.js";
import { moneyOfRow } from "../order-of-row.js";
import { lookAtBalances } from "../teams/tell.js";

/** What the outbox carries of an event; the facts are those of its moment. */
export type NewsEvent = BatchNews | BalanceNews | SaleNews | BookingNews;

interface News {
  readonly event: "news";
  /** Whose it is: they are told in their private chat. */
  readonly userId: number;
  readonly isSilent: boolean;
}

export interface BatchNews extends News {
  readonly kind: OrderNewsKind;
  readonly isGroup: boolean;
  readonly batchId: BatchId;
  readonly draftId: string;
  readonly orderIds: readonly OrderId[];
  readonly resource: Resource;
  /** Units for each wallet. */
  readonly amount: number;
  /** In the order of the receivers, where they get different ones. */
  readonly amounts?: readonly number[] | undefined;
  /** Units for each wallet that were ordered with the Energy. */
  readonly bandwidth?: number | undefined;
  readonly receivers: readonly string[];
  readonly duration: Duration;
  readonly filledUnits: number;
  readonly paidSun: number;
  readonly deliveredSun: number;
  readonly refundedSun: number;
  /** What prices better than the orders' have saved; missing in what was told before there were any. */
  readonly improvedSun?: number | undefined;
  /** Why orders were cancelled, where all of them say the same. */
  readonly reason?: CloseReason | undefined;
  /** Of a team: whoever has cancelled the first of them. */
  readonly cancelledBy?: string | undefined;
  /** What is about to end. */
  readonly ending?: EndingNews | undefined;
  /** When the first of what was delivered ends (chain time). */
  readonly endsAt?: number | undefined;
}

export interface EndingNews {
  /** Chain time: the first of them. */
  readonly at: number;
  readonly units: number;
  readonly receivers: readonly string[];
}

export interface BalanceNews extends News {
  readonly kind: "balance";
  readonly availableSun: Sun;
  readonly limitSun: Sun;
}

/** What a seller has earned by since the last notification: delegations whose blocks are final, so no fork takes any of it back. */
export interface SaleNews extends News {
  readonly kind: "sale";
  readonly units: PerResource<number>;
  readonly orders: number;
  readonly earnedSun: number;
}

/** The money of a booking went back. */
export interface BookingNews extends News {
  readonly kind: "booking";
  readonly resource: Resource;
  /** Units for each wallet. */
  readonly amount: number;
  readonly duration: Duration;
  readonly receivers: readonly string[];
  readonly heldSun: Sun;
  readonly reason: BookingReason;
  /** Whose money it is; missing in what was told before there were teams. */
  readonly customerId?: CustomerId;
}

/** Told like a cancelled order, to whom the money belongs. */
export function* tellReturned(booking: BookingRow, reason: BookingReason, at: number): Phase<void> {
  const { id, user_id: userId, resource, amount, duration, held_sun: heldSun } = booking;
  const receivers = JSON.parse(booking.receivers) as string[];
  const { customer_id: customerId } = booking;
  const told = { chatId: userId, kind: "cancelled", key: `news:booking:${id}`, at } as const;
  yield* tellIn(told, {
    ...{ event: "news", kind: "booking", userId },
    ...{ resource, amount, duration, receivers, heldSun, reason, customerId },
  });
}

/** Before the orders of a call are cancelled by a tap on its card. */
export async function noteCancelTap(
  engine: Engine,
  batchId: BatchId,
  userId: number,
): Promise<void> {
  await engine.database.commit(() => cancelTapped(batchId, userId, engine.now()));
}

/** What is looked at in one transaction. */
const AT_ONCE = 100;

interface Now {
  /** Wall time. */
  readonly at: number;
  readonly headTimestampMs: number;
}

/** Puts into the outbox what is to be told now; true when there may be more. */
export async function tellNews(engine: Engine): Promise<boolean> {
  const now = { at: engine.now(), headTimestampMs: engine.chainClock.head?.timestampMs ?? 0 };
  const isDue = await engine.database.read(function* () {
    const watches = yield* watchesDue(now.at, now.headTimestampMs, 1);
    if (watches.length > 0 || (yield* crossedLimits(1)).length > 0) return true;
    if ((yield* teamsWithOtherBalance(1)).length > 0) return true;
    return (yield* salesDue(now.at, 1)).length > 0;
  });
  if (!isDue) return false;
  return engine.database.commit(function* (): Phase<boolean> {
    const watches = yield* watchesDue(now.at, now.headTimestampMs, AT_ONCE);
    for (const watch of watches) yield* lookAtBatch(watch, now);
    const limits = yield* crossedLimits(AT_ONCE);
    for (const limit of limits) yield* lookAtBalance(limit, now.at);
    const sellers = yield* salesDue(now.at, AT_ONCE);
    for (const { user_id: userId } of sellers) yield* tellSales(userId, now.at);
    const areTeamsLeft = yield* lookAtBalances(AT_ONCE, { at: now.at, dueAt: dueTimeOf(engine) });
    return areTeamsLeft || [watches, limits, sellers].some(({ length }) => length === AT_ONCE);
  });
}

function* tellSales(userId: number, at: number): Phase<void> {
  const sales = yield* takeSales(userId, at);
  if (!sales) return;
  const told = { chatId: userId, kind: "sale", key: `news:sale:${sales.leg_id}`, at } as const;
  yield* tellIn(told, {
    ...{ event: "news", kind: "sale", userId },
    units: { energy: sales.energy_units, bandwidth: sales.bandwidth_units },
    ...{ orders: sales.orders, earnedSun: sales.earned_sun },
  });
}

function* lookAtBalance(row: CrossedLimitRow, at: number): Phase<void> {
  const isBelow = row.balance_sun < row.limit_sun;
  yield* armLimit(row.account_id, !isBelow);
  if (!isBelow || row.armed === 0) return;
  const key = `news:balance:${row.user_id}:${at}`;
  yield* tellIn(
    { chatId: row.user_id, kind: "balance", key, at },
    {
      ...{ event: "news", kind: "balance", userId: row.user_id },
      ...{ availableSun: row.balance_sun, limitSun: row.limit_sun },
    },
  );
}

function* lookAtBatch(before: WatchedBatchRow, now: Now): Phase<void> {
  const watch: WatchedBatchRow = { ...before, changed: 0 };
  const orders = yield* ordersOfBatch(watch.batch_id);
  const isFinal = orders.every(({ status }) => status !== "processing");
  if (isFinal) yield* tellEnd(watch, orders, now);
  else yield* tellPart(watch, orders, now);
  yield* tellEnding(watch, orders, now);
  if (isFinal && watch.remind_at === null) yield* unwatchBatch(watch.batch_id);
  else yield* updateWatch(watch);
}

/** How all of it ended, once; and what a fork has taken back after that. */
function* tellEnd(
  watch: WatchedBatchRow,
  orders: readonly OrderRow[],
  { at, headTimestampMs }: Now,
): Phase<void> {
  const { refundedSun } = sumsOf(orders);
  const isFirst = watch.finished === 0;
  watch.part_due_at = null;
  watch.finished = 1;
  if (!isFirst && refundedSun <= watch.told_refund_sun) return;
  watch.told_refund_sun = refundedSun;
  const cancelled = orders.filter(({ status }) => status === "cancelled");
  const kind: OrderNewsKind = isFirst && cancelled.length === 0 ? "completed" : "cancelled";
  const [reason, ...others] = new Set(cancelled.map((order) => order.cancel_reason));
  const why = others.length === 0 ? (reason ?? undefined) : undefined;
  const name = isFirst ? "end" : `refund:${refundedSun}`;
  const facts = factsOf(watch, orders);
  const [firstEnd] = yield* endsOfBatch(watch.batch_id, facts.resource, headTimestampMs);
  const endsAt = kind === "completed" ? firstEnd?.expires_at : undefined;
  const [first] = why === "cancelled by the customer" ? cancelled : [];
  const by = first && ((yield* whoCancelled(first.id)) ?? (yield* whoOrdered(watch.batch_id)));
  const told = { ...facts, kind, reason: why, cancelledBy: by?.name, endsAt };
  yield* tellOfBatch(watch, name, at, told, isFirst && isCancelSeen(watch, why, at));
}

/** Who tapped Cancel on a card looks at it still: it says how all of it ended. */
function isCancelSeen(
  { cancel_tapped_at: tappedAt }: WatchedBatchRow,
  reason: CloseReason | undefined,
  at: number,
): boolean {
  if (reason !== "cancelled by the customer" || tappedAt === null) return false;
  return !isLate(at - tappedAt, 0);
}

/** Parts come one after the other: they are told of when it has become quiet, and not too often. */
function* tellPart(watch: WatchedBatchRow, orders: readonly OrderRow[], { at }: Now): Phase<void> {
  const { filledUnits } = sumsOf(orders);
  if (filledUnits <= watch.told_units) {
    watch.part_due_at = null;
    return;
  }
  watch.part_due_at ??= Math.max(at + PARTS_TOGETHER_MS, watch.told_at + PARTS_APART_MS);
  if (watch.part_due_at > at) return;
  watch.part_due_at = null;
  watch.told_units = filledUnits;
  watch.told_at = at;
  const facts = { ...factsOf(watch, orders), kind: "partial" as const };
  yield* tellOfBatch(watch, `partial:${filledUnits}`, at, facts);
}

/** What ends soon by chain time, each end once; an end that has been extended, or was missed, is not told. */
function* tellEnding(
  watch: WatchedBatchRow,
  orders: readonly OrderRow[],
  { at, headTimestampMs }: Now,
): Phase<void> {
  const [order] = orders;
  if (!order) return;
  const leadMs = endingLeadMs(order.duration);
  for (;;) {
    const after = Math.max(watch.reminded_until, headTimestampMs);
    const ends = yield* endsOfBatch(watch.batch_id, order.resource, after);
    const [first] = ends;
    watch.remind_at = first ? first.expires_at - leadMs : null;
    if (!first || first.expires_at - leadMs > headTimestampMs) return;
    watch.reminded_until = first.expires_at + endingTogetherMs(order.duration);
    const together = ends.filter(({ expires_at }) => expires_at <= watch.reminded_until);
    const ending = yield* notExtended(watch.batch_id, together);
    if (!ending) continue;
    const facts = { ...factsOf(watch, orders), kind: "ending" as const, ending };
    yield* tellOfBatch(watch, `ending:${first.expires_at}`, at, facts);
  }
}

function* notExtended(batchId: BatchId, ends: readonly RentalEnd[]): Phase<EndingNews | undefined> {
  const extended = yield* extendedReceivers(batchId);
  const open = ends.filter(({ receiver }) => !extended.has(receiver));
  const [first] = open;
  if (!first) return undefined;
  return {
    at: first.expires_at,
    units: open.reduce((sum, { units }) => sum + units, 0),
    receivers: [...new Set(open.map(({ receiver }) => receiver))],
  };
}

type BatchFacts = Omit<BatchNews, "isSilent" | "isGroup" | "kind">;

function factsOf(watch: WatchedBatchRow, orders: readonly OrderRow[]): BatchFacts {
  const [{ resource, amount, duration }] = orders as [OrderRow, ...OrderRow[]];
  const main = orders.filter((order) => order.resource === resource);
  const amounts = main.map((order) => order.amount);
  return {
    ...{ event: "news", userId: watch.user_id, batchId: watch.batch_id, draftId: watch.draft_id },
    ...{ resource, amount, duration },
    ...(amountOfEach(amounts) === undefined && { amounts }),
    bandwidth: orders.find((order) => order.resource !== resource)?.amount,
    receivers: main.map(({ receiver }) => receiver),
    orderIds: orders.map(({ id }) => id),
    ...sumsOf(orders),
    filledUnits: sumsOf(main).filledUnits,
  };
}

function sumsOf(orders: readonly OrderRow[]) {
  const money = orders.map(moneyOfRow);
  return {
    filledUnits: orders.reduce((units, { filled_amount }) => units + filled_amount, 0),
    paidSun: sumSun(money.map(({ paidSun }) => paidSun)),
    deliveredSun: sumSun(money.map(({ spentSun }) => spentSun)),
    refundedSun: sumSun(money.map(({ refundedSun }) => refundedSun)),
    improvedSun: sumSun(money.map(({ improvedSun }) => improvedSun)),
  };
}

/** In the private chat of who ordered, unless they have seen it, and in the group they ordered in. */
function* tellOfBatch(
  watch: WatchedBatchRow,
  name: string,
  at: number,
  facts: BatchFacts & Pick<BatchNews, "kind">,
  isSeen = false,
): Phase<void> {
  const told = { kind: facts.kind, key: `news:${watch.batch_id}:${name}`, at };
  const own = { chatId: watch.user_id, isLate: () => isLateFor(watch, at) };
  if (!isSeen) yield* tellIn({ ...told, ...own }, { ...facts, isGroup: false });
  if (watch.is_group === 0) return;
  const chatId = yield* currentChat(watch.chat_id);
  const group = { chatId, key: `${told.key}:group`, isLate: () => isLateFor(watch, at, chatId) };
  yield* tellIn({ ...told, ...group, isGroup: true }, { ...facts, isGroup: true });
}

/** A group sees what is in it; who ordered sees all of their cards, in private and there. */
function* isLateFor(watch: WatchedBatchRow, at: number, groupId?: number): Phase<boolean> {
  const below = yield* messagesBelow(watch.draft_id, watch.batch_id, groupId);
  return isLate(at - watch.paid_at, below);
}

type Unvoiced<News> = News extends unknown ? Omit<News, "isSilent"> : never;

interface Telling {
  readonly chatId: number;
  readonly isGroup?: boolean;
  readonly kind: NewsKind;
  readonly key: string;
  readonly at: number;
  /** Of a delivery: whether its card may not have said so by itself. */
  readonly isLate?: () => Phase<boolean>;
}

/** As the chat wants it; a chat that takes nothing is not told later what is old by then. */
function* tellIn(
  { chatId, isGroup = false, kind, key, at, isLate }: Telling,
  event: Unvoiced<NewsEvent>,
): Phase<void> {
  const mode = (yield* newsModesOf(chatId)).get(kind) ?? usualMode(kind, isGroup);
  if (mode === "off" || (mode === "late" && isLate && !(yield* isLate()))) return;
  if (yield* isUnreachable(chatId)) return;
  yield* enqueue(key, chatId, JSON.stringify({ ...event, isSilent: mode === "silent" }), at);
}
