/** Who may decide a request of a team, and why somebody may not, for whoever taps. */
import { DeskError } from "../../domain/errors.js";
import { mayDecide } from "../../domain/team.js";
import { rightFor, targetOf } from "../../domain/team-change.js";
import { findTelegramUser } from "../../store/chat/telegram-users.js";
import type { Phase } from "../../store/phase.js";
import { findRequest, type TeamRequestRow } from "../../store/teams/requests.js";
import { findMember } from "../../store/teams/teams.js";
import { changeOf } from "./team-now.js";

type Closed = Exclude<TeamRequestRow["status"], "open">;

/** It cannot be approved now, and waits on: it costs more than was asked for, or more than the team has. */
type Waiting = "dearer" | "unpaid";

/** It is over, or not theirs to decide. */
export type NotDecided =
  | Closed
  | "own"
  | "aboutYou"
  | "ofApprovers"
  | "ofOwners"
  | Waiting
  /** Who asked takes it back; whoever tapped may decline it, or not even that. */
  | "declinable"
  | "theirs";

const FORBIDDEN: Readonly<Record<Exclude<NotDecided, Closed | Waiting>, string>> = {
  own: "Whoever asked may not decide it.",
  aboutYou: "Whoever it is about may not decide it.",
  ofApprovers: "Only approvers and owners may decide it.",
  ofOwners: "Only another owner may decide it.",
  declinable: "Only who asked for it may take it back.",
  theirs: "Only who asked for it may take it back.",
};

const WAITING: Readonly<Record<Waiting, string>> = {
  dearer: "It costs more now than was asked for.",
  unpaid: "The team's balance is not enough for it now.",
};

/** What an order throws, as why its request cannot be approved now. */
export const NOT_NOW: Readonly<Record<string, Waiting>> = {
  QUOTE_EXPIRED: "dearer",
  INSUFFICIENT_BALANCE: "unpaid",
};

/** Nothing was debited or changed. */
export class RequestRefusal extends DeskError {
  constructor(
    readonly why: NotDecided,
    /** Who has decided it, or who asked; empty for the operator. */
    readonly userName: string,
  ) {
    const forbidden = FORBIDDEN[why as keyof typeof FORBIDDEN];
    const waiting = WAITING[why as keyof typeof WAITING];
    const words = forbidden ?? waiting ?? `This is over: it was ${why} before.`;
    super(forbidden ? "FORBIDDEN" : "NOT_CHANGEABLE", words);
  }
}

/** Throws NOT_CHANGEABLE, which says what became of it. */
export function* openRequest(requestId: string, at: number): Phase<TeamRequestRow> {
  const row = yield* findRequest(requestId);
  if (row?.status === "open" && row.expires_at > at) return row;
  const { status = "lapsed", decided_by: by, asked_by: asker } = row ?? {};
  const isOfAsker = status === "withdrawn" || status === "ended";
  const name = yield* nameOf(isOfAsker ? asker : by);
  throw new RequestRefusal(status === "open" ? "lapsed" : status, name);
}

/** Throws FORBIDDEN for who may not. */
export function* assertMayDecide(row: TeamRequestRow, userId: number): Phase<void> {
  const why = yield* whyNot(row, userId);
  if (why !== undefined) throw new RequestRefusal(why, "");
}

/** Throws FORBIDDEN for all but who asked. */
export function* assertMayTakeBack(row: TeamRequestRow, userId: number): Phase<void> {
  const { asked_by: askedBy } = row;
  if (userId === askedBy) return;
  const why = (yield* whyNot(row, userId)) === undefined ? "declinable" : "theirs";
  throw new RequestRefusal(why, yield* nameOf(askedBy));
}

function* whyNot(row: TeamRequestRow, userId: number): Phase<NotDecided | undefined> {
  const { customer_id: customerId, asked_by: askedBy } = row;
  const change = row.kind === "order" ? undefined : changeOf(row).change;
  const [right, about] = change ? [rightFor(change), targetOf(change)] : (["approve"] as const);
  const member = yield* findMember(customerId, userId);
  if (mayDecide(member?.role, right, userId, askedBy, about)) return undefined;
  if (userId === askedBy) return "own";
  if (userId === about) return "aboutYou";
  return right === "manage" ? "ofOwners" : "ofApprovers";
}

export function* nameOf(userId: number | null | undefined): Phase<string> {
  return userId == null ? "" : ((yield* findTelegramUser(userId))?.name ?? "");
}
