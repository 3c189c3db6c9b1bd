/** Writes down what happened in a team, and reads it. */
import type { CustomerId } from "../../domain/ids.js";
import { mayDo } from "../../domain/team.js";
import { type AskedChange, askedChangeSchema } from "../../domain/team-change.js";
import type { TeamAct } from "../../domain/team-request.js";
import { findTelegramUser } from "../../store/chat/telegram-users.js";
import { findCustomer } from "../../store/customers.js";
import type { Phase } from "../../store/phase.js";
import { insertLog, logOf } from "../../store/teams/log.js";
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

/** What a member does to what another has ordered; of one's own, the order itself tells. */
export function* loggedOfAnother(
  found: Member | undefined,
  orderedBy: number | null,
  { before, ...entry }: Omit<Entry, "before"> & { readonly before: object },
  at: number,
): Phase<void> {
  if (!found || found.member.user_id === orderedBy) return;
  const doer = doerOf(found);
  yield* logged(found.team.customer_id, doer, { ...entry, before: { orderedBy, ...before } }, at);
}

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
  /** JSON. */
  readonly before: string | null;
  readonly after: string | null;
  /** Where it is one that members want and owners decide. */
  readonly change: AskedChange | undefined;
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

type Row = ReturnType<typeof logOf> extends Phase<readonly (infer One)[]> ? One : never;

function entryOf(row: Row): LogEntry {
  const { id, at, act, user_id: userId, name, subject, before, after } = row;
  const by = row.confirmed_by;
  return {
    ...{ id, at, act, userId, name, subject, before, after, about: row.subject_name ?? undefined },
    ...{ keyId: row.key_id, chatId: row.chat_id, requestId: row.request_id },
    confirmedBy: by === null ? undefined : { userId: by, name: row.confirmed_name ?? "" },
    change: changeIn(row),
  };
}

function changeIn({ act, before, after }: Row): AskedChange | undefined {
  const was = before === null ? null : JSON.parse(before);
  const change = after === null ? null : JSON.parse(after);
  // Of who has left there is all that they were.
  const asked = { change, was: act === "removed" ? was?.role : was };
  const read = askedChangeSchema.safeParse(asked);
  return read.success ? read.data : undefined;
}
