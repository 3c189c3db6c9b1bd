/**
 * Changes of a team: decided by one owner, or by two where that is asked for (`domain/team-change.ts`). What was asked for is checked
 * again when it is decided: a member may have gone, a limit may be another by then.
 */
import type { CustomerId } from "../../domain/ids.js";
import {
  type AskedChange,
  isSameThing,
  MOST_REQUESTS,
  mayWant,
  rightFor,
  type TeamChange,
  takesOwner,
  valueNow,
  whoElse,
} from "../../domain/team-change.js";
import { CHANGE_REQUEST_MS } from "../../domain/team-request.js";
import { insertCard } from "../../store/chat/cards.js";
import type { Phase } from "../../store/phase.js";
import {
  decideRequest,
  insertRequest,
  openRequests,
  requestWarned,
  type TeamRequestRow,
} from "../../store/teams/requests.js";
import { apply, assertPossible, over, type Pay } from "./apply-change.js";
import { assertMayDecide } from "./deciding.js";
import { type Doer, logged } from "./log.js";
import { refused } from "./rights.js";
import { changeOf, isStill, saidOf, teamNow } from "./team-now.js";
import { concerned, tellDecided } from "./tell-decided.js";

/** What became of a change that somebody wants. */
export type ChangeOutcome =
  | { readonly kind: "done" }
  /** Another owner must agree; their user ids. Where there is none, it happens by itself after a while. */
  | { readonly kind: "asked"; readonly requestId: string; readonly others: readonly number[] };

/** Throws FORBIDDEN for who may not want it, and what `apply` throws. */
export function* wantChange(
  customerId: CustomerId,
  doer: Doer & { readonly userId: number },
  change: TeamChange,
  how: { readonly requestId: string; readonly at: number; readonly pay?: Pay },
): Phase<ChangeOutcome> {
  const { requestId, at, pay } = how;
  const team = yield* teamNow(customerId, change);
  const asker = team.members.find(({ userId }) => userId === doer.userId);
  if (!asker) throw refused("role");
  if (!mayWant(change, asker)) throw refused("role", rightFor(change));
  yield* assertPossible(customerId, team, change);
  const others = whoElse(change, doer.userId, team);
  const asked: AskedChange = { change, was: valueNow(change, team) ?? null };
  // Who joins acts by the inviter's word, so the inviter is told too.
  const acting = change.kind === "join" ? change.userId : doer.userId;
  const told = concerned(asked, team, !others).filter((userId) => userId !== acting);
  const news = { customer: customerId, asked, askedBy: doer.userId, key: requestId, at };
  if (!others) {
    yield* apply(
      customerId,
      doer,
      asked,
      { id: requestId, at },
      pay?.({ askedBy: doer.userId, confirmedBy: null }),
    );
    yield* tellDecided(news, "done", told);
    return { kind: "done" };
  }
  yield* withdrawOlder(customerId, doer, change, at);
  yield* assertMayAsk(customerId, doer.userId);
  yield* insertRequest({
    ...{ id: requestId, customer_id: customerId, kind: change.kind, asked_by: doer.userId },
    ...{ what: JSON.stringify(asked), most_sun: null },
    ...{ created_at: at, expires_at: at + CHANGE_REQUEST_MS },
  });
  yield* logged(customerId, { ...doer, requestId }, { act: "asked", ...saidOf(asked) }, at);
  yield* showTo(told, requestId);
  return { kind: "asked", requestId, others };
}

/** The operator needs nobody, but all whom it concerns are told. A key was issued before. Throws what `wantChange` throws. */
export function* changeByOperator(
  customerId: CustomerId,
  change: TeamChange,
  { id, at }: { readonly id: string; readonly at: number },
): Phase<void> {
  const team = yield* teamNow(customerId, change);
  const asked: AskedChange = { change, was: valueNow(change, team) ?? null };
  if (change.kind === "key") {
    yield* logged(customerId, OPERATOR, { act: "key", ...saidOf(asked) }, at);
  } else {
    yield* assertPossible(customerId, team, change);
    yield* apply(customerId, OPERATOR, asked, { id, at });
  }
  const news = { customer: customerId, asked, askedBy: null, key: id, at };
  yield* tellDecided(news, "done", concerned(asked, team, true));
}

export const OPERATOR: Doer = { userId: null };

/** Throws FORBIDDEN for who has asked for as much as waits of one member. */
export function* assertMayAsk(customerId: CustomerId, userId: number): Phase<void> {
  const open = yield* openRequests(customerId);
  if (open.filter(({ asked_by }) => asked_by === userId).length < MOST_REQUESTS) return;
  throw refused("manyRequests");
}

/** Whoever asks again for the same thing means the new one. */
function* withdrawOlder(
  customerId: CustomerId,
  doer: Doer,
  change: TeamChange,
  at: number,
): Phase<void> {
  for (const row of yield* openRequests(customerId)) {
    if (row.kind === "order" || row.asked_by !== doer.userId) continue;
    const older = changeOf(row);
    if (!isSameThing(older.change, change)) continue;
    yield* decideRequest(row.id, { status: "withdrawn", by: null, at });
    const of = { ...doer, requestId: row.id };
    yield* logged(customerId, of, { act: "withdrawn", ...saidOf(older) }, at);
  }
}

/** Approves or declines what another owner wants; the operator what owners block. Throws FORBIDDEN for who may not. */
export function* decideChange(
  request: TeamRequestRow,
  doer: Doer,
  isApproved: boolean,
  { at, pay }: { readonly at: number; readonly pay?: Pay | undefined },
): Phase<void> {
  const { id, customer_id: customerId, asked_by: askedBy } = request;
  const { userId: by } = doer;
  const asked = changeOf(request);
  const { change } = asked;
  if (by !== null) yield* assertMayDecide(request, by);
  const status = isApproved ? "approved" : "declined";
  if (!(yield* decideRequest(id, { status, by, at }))) throw over();
  const of = { ...doer, requestId: id };
  yield* logged(customerId, of, { act: status, ...saidOf(asked) }, at);
  const team = yield* teamNow(customerId, change);
  const news = { customer: customerId, asked, askedBy, decidedBy: by, key: id, at };
  const told = [...concerned(asked, team, isApproved), askedBy].filter((userId) => userId !== by);
  yield* tellDecided(news, isApproved ? "done" : "declined", told);
  if (!isApproved) return;
  if (!isStill(asked, askedBy, team)) throw over();
  yield* assertPossible(customerId, team, change);
  const paid = pay?.({ askedBy, confirmedBy: by });
  const confirmed = { ...of, userId: askedBy, confirmedBy: by ?? undefined };
  yield* apply(customerId, confirmed, asked, { id, at }, paid);
}

/** Its time is over: an owner who was to go goes, all else is forgotten. */
export function* lapseChange(request: TeamRequestRow, at: number): Phase<void> {
  const { id, customer_id: customerId, asked_by: askedBy } = request;
  const asked = changeOf(request);
  const team = yield* teamNow(customerId, asked.change);
  if (!(yield* decideRequest(id, { status: "lapsed", by: null, at }))) return;
  const nobody = { userId: null, requestId: id };
  yield* logged(customerId, nobody, { act: "lapsed", ...saidOf(asked) }, at);
  const isDone = takesOwner(asked) && isStill(asked, askedBy, team);
  if (isDone) yield* apply(customerId, { userId: askedBy, requestId: id }, asked, { id, at });
  const told = [...concerned(asked, team), askedBy];
  const news = { customer: customerId, asked, askedBy, key: id, at };
  yield* tellDecided(news, isDone ? "done" : "lapsed", told);
}

/** A day before an owner goes by itself all members are told once more. */
export function* warnOfChange(request: TeamRequestRow, at: number): Phase<void> {
  const { id, customer_id: customerId } = request;
  yield* requestWarned(id, at);
  const asked = changeOf(request);
  if (!takesOwner(asked)) return;
  yield* showTo(concerned(asked, yield* teamNow(customerId, asked.change)), id, "soon");
}

/** A card in private for each whom it concerns. */
function* showTo(told: readonly number[], requestId: string, when = "asked"): Phase<void> {
  for (const userId of new Set(told)) {
    yield* insertCard({
      ...{ id: `${requestId}:${userId}:${when}`, flow_id: null, batch_id: null },
      ...{ request_id: requestId, owner_user_id: userId, chat_id: userId },
      ...{ thread_id: null, reply_to: null },
    });
  }
}

/** Why it was declined, to all who have heard of that. */
export function* tellReason(request: TeamRequestRow, reason: string, at: number): Phase<void> {
  const { id, customer_id: customerId, asked_by: askedBy, decided_by: by } = request;
  const asked = changeOf(request);
  const told = [...concerned(asked, yield* teamNow(customerId, asked.change)), askedBy];
  const news = { customer: customerId, asked, askedBy, decidedBy: by, key: `${id}:why`, at };
  yield* tellDecided(
    { ...news, reason },
    "declined",
    told.filter((userId) => userId !== by),
  );
}
