/** Writes down what happened in a team, and reads it. */
import type { CustomerId } from "../../domain/ids.js";
import type { TeamAct } from "../../domain/team-request.js";
import { findTelegramUser } from "../../store/chat/telegram-users.js";
import type { Phase } from "../../store/phase.js";
import { insertLog } from "../../store/teams/log.js";
import type { Member } from "./rights.js";

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

export const doerOf = ({ member, key }: Member): Doer => ({
  userId: member.user_id,
  keyId: key?.id,
});

export function* logged(
  customerId: CustomerId,
  { userId, keyId, chatId }: Doer,
  { act, subject, before, after }: Entry,
  at: number,
): Phase<void> {
  // By their account in Telegram: who has left is no member any more.
  const user = userId === null ? undefined : yield* findTelegramUser(userId);
  yield* insertLog({
    ...{ customer_id: customerId, at, user_id: userId, name: user?.name ?? "", act, subject },
    ...{ key_id: keyId ?? null, chat_id: chatId ?? null },
    before: before === undefined ? null : JSON.stringify(before),
    after: after === undefined ? null : JSON.stringify(after),
  });
}
