/** What is told of what members of a team have asked for, once it is over: whom, and where. */
import type { CustomerId } from "../../domain/ids.js";
import { isLate } from "../../domain/notification.js";
import { mayDo, maySpend } from "../../domain/team.js";
import {
  type AskedChange,
  rightFor,
  type TeamChange,
  type TeamNow,
  takesOwner,
} from "../../domain/team-change.js";
import { messagesBelow } from "../../store/chat/cards.js";
import { findFlow } from "../../store/chat/flows.js";
import { enqueue } from "../../store/chat/outbox.js";
import type { Phase } from "../../store/phase.js";
import type { Decision, TeamRequestRow } from "../../store/teams/requests.js";

/** In the outbox: what became of it, for all whom it concerns; the bot has the words. */
export interface TeamDecidedEvent extends AskedChange {
  readonly event: "teamDecided";
  readonly customerId: CustomerId;
  /** Null: the operator did it. */
  readonly askedBy: number | null;
  /** Who has confirmed or declined it; null where nobody was asked, and for the operator. */
  readonly decidedBy: number | null;
  /** `ended`: it can be no more. */
  readonly is: "done" | "declined" | "lapsed" | "ended";
  /** Why it was declined. */
  readonly reason?: string | undefined;
}

const TOLD_TO_SPENDERS: readonly TeamChange["kind"][] = ["teamLimits", "rules", "rename"];

/**
 * Those who could decide it, and who it is about; of money approvers hear too, of an owner who is to go all; of the team's limits,
 * rules and name, once they are others, all who spend.
 */
export function concerned(asked: AskedChange, { members }: TeamNow, isDone = false): number[] {
  const { change } = asked;
  const right = change.kind === "withdrawal" ? "approve" : rightFor(change);
  const isForSpenders = isDone && TOLD_TO_SPENDERS.includes(change.kind);
  const told = members.filter(
    ({ role }) => takesOwner(asked) || mayDo(role, right) || (isForSpenders && maySpend(role)),
  );
  const userIds = told.map(({ userId }) => userId);
  return "userId" in change ? [...userIds, change.userId] : userIds;
}

interface News {
  readonly customer: CustomerId;
  readonly asked: AskedChange;
  readonly askedBy: number | null;
  readonly decidedBy?: number | null;
  readonly key: string;
  readonly reason?: string;
  readonly at: number;
}

export function* tellDecided(
  { customer, asked, askedBy, decidedBy = null, key, reason, at }: News,
  is: TeamDecidedEvent["is"],
  told: readonly number[],
): Phase<void> {
  // Of money that is on its way the withdrawal tells itself.
  if (asked.change.kind === "withdrawal" && is === "done") return;
  const event: TeamDecidedEvent = {
    ...{ event: "teamDecided", customerId: customer, askedBy, decidedBy, is, reason, ...asked },
  };
  for (const userId of new Set(told)) {
    // They get the key itself to see, unless the operator has given it to them.
    const { change } = asked;
    const isTheirs = change.kind === "key" && change.userId === userId;
    if (is === "done" && isTheirs && askedBy !== null) continue;
    yield* enqueue(`team:${key}:${userId}:end`, userId, JSON.stringify(event), at);
  }
}

/** In the outbox, for who has asked for an order: what became of that, or why it was declined. */
export interface TeamAnsweredEvent {
  readonly event: "teamAnswered";
  readonly requestId: string;
  readonly reason?: string | undefined;
}

/** Where they asked, as its card changes without a sound. Of an approval only who may look elsewhere by then; nothing of what they took back. */
export function* tellAsker(
  { id, created_at: askedAt }: Pick<TeamRequestRow, "id" | "created_at">,
  { status, reason, at }: Pick<Decision, "status" | "reason" | "at">,
  what: "end" | "why" = "end",
): Phase<void> {
  const flow = yield* findFlow(id);
  if (!flow || status === "withdrawn") return;
  const { chat_id: chatId } = flow;
  const isSeen =
    status === "approved" && !isLate(at - askedAt, yield* messagesBelow(id, null, chatId));
  if (isSeen) return;
  const event: TeamAnsweredEvent = { event: "teamAnswered", requestId: id, reason };
  yield* enqueue(`team:${id}:asker:${what}`, chatId, JSON.stringify(event), at);
}
