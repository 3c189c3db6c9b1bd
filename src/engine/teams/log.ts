/** Writes down what happened in a team, and reads it. */
import type { CustomerId } from "../../domain/ids.js";
import type { Sun } from "../../domain/money.js";
import type { OrderRequest } from "../../domain/order-request.js";
import { mayDo } from "../../domain/team.js";
import { type AskedChange, askedChangeSchema } from "../../domain/team-change.js";
import type { TeamAct } from "../../domain/team-request.js";
import { findTelegramUser } from "../../store/chat/telegram-users.js";
import { findCustomer } from "../../store/customers.js";
import type { OrderRow } from "../../store/orders.js";
import type { Phase } from "../../store/phase.js";
import { insertLog, type LogLine, logOf } from "../../store/teams/log.js";
import { findMember, findTeam } from "../../store/teams/teams.js";
import type { Engine } from "../context.js";
import { type Member, rulesOf } from "./rights.js";

export interface Entry {
  readonly act: TeamAct;
  /** Whom or what it is about. */
  readonly subject: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Who did it, and in which group; nobody where the time for it had come. */
export interface Doer {
  readonly userId: number | null;
  readonly keyId?: string | undefined;
  readonly chatId?: number | undefined;
  /** The request that it belongs to, and who has confirmed it. */
  readonly requestId?: string | undefined;
  readonly confirmedBy?: number | undefined;
}

/** What a member does to what another has ordered, which is that order; of one's own, the order itself tells. */
export function* loggedOfAnother(
  found: Member | undefined,
  orderedBy: number | null,
  { before, order, ...entry }: OfAnother,
  at: number,
): Phase<void> {
  if (!found || found.member.user_id === orderedBy) return;
  const told = { orderedBy, orders: [orderTold(order)], ...before };
  yield* logged(found.team.customer_id, doerOf(found), { ...entry, before: told }, at);
}

interface OfAnother extends Omit<Entry, "before"> {
  readonly before: object;
  readonly order: OrderTold;
}

/** An order as the log tells it. */
export interface OrderTold
  extends Pick<OrderRequest, "resource" | "duration" | "receivers" | "amounts"> {
  /** Of a Manual one; of what was changed, both prices stand beside it. */
  readonly priceSun?: number | undefined;
}

export const toldOf = ({ resource, duration, receiver, amount }: OrderRow): OrderTold => ({
  ...{ resource, duration, receivers: [receiver], amounts: [amount] },
});

const orderTold = ({ resource, duration, receivers, amounts, priceSun }: OrderTold): OrderTold => ({
  ...{ resource, duration, receivers, amounts },
  ...(priceSun !== undefined && { priceSun }),
});

export const doerOf = ({ member, key, chatId }: Member): Doer => ({
  ...{ userId: member.user_id, keyId: key?.id, chatId },
});

export function* logged(
  customerId: CustomerId,
  { userId, keyId, chatId, requestId, confirmedBy }: Doer,
  { act, subject, before, after }: Entry,
  at: number,
): Phase<void> {
  // By their account in Telegram: who has left is no member any more.
  const user = userId === null ? undefined : yield* findTelegramUser(userId);
  yield* insertLog({
    ...{ customer_id: customerId, at, user_id: userId, name: user?.name ?? "", act, subject },
    ...{ key_id: keyId ?? null, chat_id: chatId ?? null },
    ...{ request_id: requestId ?? null, confirmed_by: confirmedBy ?? null },
    before: before === undefined ? null : JSON.stringify(before),
    after: after === undefined ? null : JSON.stringify(after),
  });
}

/** A line of the log as members read it. */
export interface LogEntry {
  readonly id: number;
  readonly at: number;
  readonly act: TeamAct;
  /** Null: the desk, when a time had come, or its operator. */
  readonly userId: number | null;
  readonly name: string;
  readonly keyId: string | null;
  readonly chatId: number | null;
  readonly requestId: string | null;
  readonly confirmedBy: { readonly userId: number; readonly name: string } | undefined;
  readonly subject: string;
  /** Of a person their name now. */
  readonly about: string | undefined;
  /** Whose request or order it was, if not theirs who did it; of who joins, the inviter. */
  readonly other: string | undefined;
  /** JSON. */
  readonly before: string | null;
  readonly after: string | null;
  /** Where it is one that members want and owners decide. */
  readonly change: AskedChange | undefined;
  /** What was asked for, or another's that was cancelled or changed; one more of another resource. */
  readonly orders: readonly OrderTold[];
  /** What that costs at most. */
  readonly mostSun: Sun | undefined;
}

export interface LogPage {
  readonly teamName: string;
  readonly entries: readonly LogEntry[];
  /** Older ones are before that one; undefined at the end. */
  readonly next: number | undefined;
}

/** The newest first, older than `before`. Undefined for who is no member; withdrawals only for who may see the balance. */
export function readLog(
  engine: Engine,
  customerId: CustomerId,
  userId: number,
  { before = Number.MAX_SAFE_INTEGER, limit = 100 } = {},
): Promise<LogPage | undefined> {
  return engine.database.read(function* (): Phase<LogPage | undefined> {
    const team = yield* findTeam(customerId);
    const member = yield* findMember(customerId, userId);
    if (!team || !member) return undefined;
    const seesMoney = mayDo(member.role, "seeMoney", rulesOf(team));
    const rows = yield* logOf(customerId, { before, limit: limit + 1, seesMoney });
    const entries = rows.slice(0, limit).map(entryOf);
    const next = rows.length > limit ? entries.at(-1)?.id : undefined;
    return { teamName: (yield* findCustomer(customerId))?.name ?? "", entries, next };
  });
}

function entryOf(row: LogLine): LogEntry {
  const { id, at, act, user_id: userId, name, subject } = row;
  const by = row.confirmed_by;
  const asked: Asked = JSON.parse(row.asked_what ?? "{}");
  const own = changeIn(row);
  const change = own ?? changeOf(asked);
  const isTheirs = row.asked_by === userId || row.asked_by === null;
  return {
    ...{ id, at, act, userId, name, subject, about: row.subject_name ?? undefined },
    ...{ keyId: row.key_id, chatId: row.chat_id, requestId: row.request_id ?? row.asked_id },
    confirmedBy: by === null ? undefined : { userId: by, name: row.confirmed_name ?? "" },
    other: row.other_name ?? (isTheirs ? undefined : (row.asked_name ?? "")),
    ...valuesOf(row, asked, change, own === undefined),
    change,
  };
}

/** A request as it is kept: an order, or a change. */
interface Asked {
  readonly payment?: { readonly request: OrderTold; readonly beside?: Pick<AskedPart, "request"> };
  readonly booking?: AskedPart;
  readonly change?: unknown;
  readonly was?: unknown;
}

interface AskedPart {
  readonly request: OrderTold;
  readonly endsAt: number;
}

/** From what to what: of a request, all that was asked for. */
function valuesOf(
  { act, before, after, asked_most_sun: mostSun }: LogLine,
  asked: Asked,
  change: AskedChange | undefined,
  isAsked: boolean,
) {
  const was = parsed(before);
  const is = parsed(after);
  if (change) {
    // A bare number would not say its unit.
    const had = "limitSun" in change.change ? { limitSun: change.was } : change.was;
    // A wallet that was proposed is in the log as one put in at once: by its address alone.
    const changed = isAsked && typeof is !== "string" ? { ...change.change, ...is } : is;
    return { ...jsonOf(act === "removed" ? was : had, changed), orders: [], mostSun: undefined };
  }
  const { payment, booking } = asked;
  const parts = [payment, payment?.beside, booking];
  const orders = parts.flatMap((part) => (part ? [orderTold(part.request)] : []));
  if (orders.length === 0) {
    const cost: Sun | undefined = was?.paidSun ?? was?.heldSun;
    return { before, after, orders: (was?.orders ?? []) as OrderTold[], mostSun: cost };
  }
  const told = { orders, ...(booking && { startsAt: booking.endsAt }) };
  const said = act === "asked" ? jsonOf(was, { ...is, ...told }) : jsonOf(told, is);
  return { ...said, orders, mostSun: mostSun ?? undefined };
}

const jsonOf = (before: unknown, after: unknown) => ({
  before: before == null ? null : JSON.stringify(before),
  after: after == null ? null : JSON.stringify(after),
});

const parsed = (json: string | null) => (json === null ? null : JSON.parse(json));

function changeIn({ act, before, after }: LogLine): AskedChange | undefined {
  const was = parsed(before);
  // Of who has left there is all that they were.
  return changeOf({ change: parsed(after), was: act === "removed" ? was?.role : was });
}

const changeOf = (asked: Asked): AskedChange | undefined => askedChangeSchema.safeParse(asked).data;
