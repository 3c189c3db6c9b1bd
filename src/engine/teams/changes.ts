/**
 * Changes of a team: decided by one owner, or by two where that is asked for (`domain/team-change.ts`). What was asked for is checked
 * again when it is decided: a member may have gone, a limit may be another by then.
 */
import { DeskError } from "../../domain/errors.js";
import type { CustomerId } from "../../domain/ids.js";
import { assertKeepsOwner, mayDecide } from "../../domain/team.js";
import {
  type AskedChange,
  askedChangeSchema,
  isSameThing,
  LEAST_LIMIT_SUN,
  MOST_MEMBERS,
  MOST_TEAMS,
  type TeamChange,
  type TeamNow,
  takesOwner,
  targetOf,
  valueNow,
  whoElse,
  withLimit,
} from "../../domain/team-change.js";
import { CHANGE_REQUEST_MS } from "../../domain/team-request.js";
import { enqueue } from "../../store/chat/outbox.js";
import { currentChat, linkGroup, teamOfGroup } from "../../store/chat/telegram-users.js";
import { revokeKeysOfMember } from "../../store/customers.js";
import type { Phase } from "../../store/phase.js";
import {
  decideRequest,
  insertRequest,
  openRequests,
  type TeamRequestRow,
} from "../../store/teams/requests.js";
import {
  deleteMember,
  findMember,
  findTeam,
  insertMember,
  membersOf,
  teamsOf,
  updateMember,
  updateTeam,
} from "../../store/teams/teams.js";
import { hideFrom } from "./hiding.js";
import { type Doer, type Entry, logged } from "./log.js";
import { limitsOf, refused } from "./rights.js";

/** What became of a change that somebody wants. */
export type ChangeOutcome =
  | { readonly kind: "done" }
  /** Another owner must agree; their user ids. Where there is none, it happens by itself after a while. */
  | { readonly kind: "asked"; readonly requestId: string; readonly others: readonly number[] };

/** In the outbox, for who may decide it, and who it is about; the bot has the words. */
export interface TeamAskedEvent {
  readonly event: "teamAsked";
  readonly requestId: string;
}

/** What became of it, for all whom it concerns. */
export interface TeamDecidedEvent extends AskedChange {
  readonly event: "teamDecided";
  readonly customerId: CustomerId;
  readonly askedBy: number;
  readonly is: "done" | "declined" | "lapsed";
}

/** Throws FORBIDDEN unless an owner wants it, and what `apply` throws. */
export function* wantChange(
  customerId: CustomerId,
  doer: Doer & { readonly userId: number },
  change: TeamChange,
  { requestId, at }: { readonly requestId: string; readonly at: number },
): Phase<ChangeOutcome> {
  const team = yield* teamNow(customerId);
  const asker = team.members.find(({ userId }) => userId === doer.userId);
  const leaves = change.kind === "removal" && change.userId === doer.userId;
  // Whoever has used an invitation joins by the owner's word who wrote it.
  const isInvited = change.kind === "join" && change.invitedBy === doer.userId;
  if (!asker || (asker.role !== "owner" && !leaves && !isInvited)) throw refused("role");
  yield* assertPossible(customerId, team, change);
  const others = whoElse(change, doer.userId, team);
  const asked: AskedChange = { change, was: valueNow(change, team) ?? null };
  // Who joins acts by the inviter's word, so the inviter is told too.
  const acting = change.kind === "join" ? change.userId : doer.userId;
  const told = concerned(change, team).filter((userId) => userId !== acting);
  const news = { customer: customerId, asked, askedBy: doer.userId, key: requestId, at };
  if (!others) {
    yield* apply(customerId, doer, asked, at);
    yield* tellDecided(news, "done", told);
    return { kind: "done" };
  }
  yield* withdrawOlder(customerId, doer, change, at);
  yield* insertRequest({
    ...{ id: requestId, customer_id: customerId, kind: change.kind, asked_by: doer.userId },
    ...{ what: JSON.stringify(asked), most_sun: null },
    ...{ created_at: at, expires_at: at + CHANGE_REQUEST_MS },
  });
  yield* logged(customerId, doer, { act: "asked", ...saidOf(asked) }, at);
  const event: TeamAskedEvent = { event: "teamAsked", requestId };
  for (const userId of told) {
    yield* enqueue(`team:${requestId}:${userId}`, userId, JSON.stringify(event), at);
  }
  return { kind: "asked", requestId, others };
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
    yield* logged(customerId, doer, { act: "withdrawn", ...saidOf(older) }, at);
  }
}

/** Approves or declines what another owner wants. Throws FORBIDDEN for who may not. */
export function* decideChange(
  request: TeamRequestRow,
  doer: Doer & { readonly userId: number },
  isApproved: boolean,
  at: number,
): Phase<void> {
  const { id, customer_id: customerId, asked_by: askedBy } = request;
  const member = yield* findMember(customerId, doer.userId);
  const asked = changeOf(request);
  const { change } = asked;
  if (!mayDecide(member?.role, "manage", doer.userId, askedBy, targetOf(change)))
    throw refused("role");
  const status = isApproved ? "approved" : "declined";
  if (!(yield* decideRequest(id, { status, by: doer.userId, at }))) throw over();
  yield* logged(customerId, doer, { act: status, ...saidOf(asked) }, at);
  const team = yield* teamNow(customerId);
  const news = { customer: customerId, asked, askedBy, key: id, at };
  const told = [...concerned(change, team), askedBy].filter((userId) => userId !== doer.userId);
  yield* tellDecided(news, isApproved ? "done" : "declined", told);
  if (!isApproved) return;
  if (!isStill(asked, askedBy, team)) throw over();
  yield* assertPossible(customerId, team, change);
  yield* apply(customerId, { ...doer, userId: askedBy }, asked, at);
}

/** Its time is over: an owner who was to go goes, all else is forgotten. */
export function* lapseChange(request: TeamRequestRow, at: number): Phase<void> {
  const { id, customer_id: customerId, asked_by: askedBy } = request;
  const asked = changeOf(request);
  const team = yield* teamNow(customerId);
  if (!(yield* decideRequest(id, { status: "lapsed", by: null, at }))) return;
  yield* logged(customerId, { userId: null }, { act: "lapsed", ...saidOf(asked) }, at);
  const isDone = takesOwner(asked) && isStill(asked, askedBy, team);
  if (isDone) yield* apply(customerId, { userId: askedBy }, asked, at);
  const told = [...concerned(asked.change, team), askedBy];
  const news = { customer: customerId, asked, askedBy, key: id, at };
  yield* tellDecided(news, isDone ? "done" : "lapsed", told);
}

/** Whoever asked is still an owner, and what it changes is as it was. */
function isStill(asked: AskedChange, askedBy: number, team: TeamNow): boolean {
  const asker = team.members.find(({ userId }) => userId === askedBy);
  return asker?.role === "owner" && valueNow(asked.change, team) === asked.was;
}

/** All owners, and who it is about. */
function concerned(change: TeamChange, { members }: TeamNow): number[] {
  const owners = members.filter(({ role }) => role === "owner").map(({ userId }) => userId);
  return "userId" in change ? [...owners, change.userId] : owners;
}

interface News {
  readonly customer: CustomerId;
  readonly asked: AskedChange;
  readonly askedBy: number;
  readonly key: string;
  readonly at: number;
}

function* tellDecided(
  { customer, asked, askedBy, key, at }: News,
  is: TeamDecidedEvent["is"],
  told: readonly number[],
): Phase<void> {
  const event: TeamDecidedEvent = {
    ...{ event: "teamDecided", customerId: customer, askedBy, is, ...asked },
  };
  for (const userId of new Set(told)) {
    yield* enqueue(`team:${key}:${userId}:end`, userId, JSON.stringify(event), at);
  }
}

export const changeOf = ({ what }: TeamRequestRow) => askedChangeSchema.parse(JSON.parse(what));

function* teamNow(customerId: CustomerId): Phase<TeamNow> {
  const team = yield* findTeam(customerId);
  if (!team) throw refused("role");
  return {
    limits: limitsOf(team),
    onlyBookedWallets: team.only_booked_wallets === 1,
    tradersSeeMoney: team.traders_see_money === 1,
    members: (yield* membersOf(customerId)).map((row) => ({
      userId: row.user_id,
      role: row.role,
      limits: limitsOf(row),
    })),
  };
}

/** Throws FORBIDDEN for a member who is none, and for what a team cannot be: without an owner, too large, with another's group. */
function* assertPossible(
  customerId: CustomerId,
  { members }: TeamNow,
  change: TeamChange,
): Phase<void> {
  if ("limitSun" in change && change.limitSun !== null && change.limitSun < LEAST_LIMIT_SUN)
    throw refused("leastLimit");
  if (change.kind === "link") {
    const team = yield* teamOfGroup(yield* currentChat(change.chatId));
    if (team == null || team === customerId) return;
    throw refused("othersGroup");
  }
  if (!("userId" in change)) return;
  const member = members.find(({ userId }) => userId === change.userId);
  if (change.kind === "join") {
    if (member) throw refused("isMember");
    if (members.length >= MOST_MEMBERS) throw refused("fullTeam");
    return yield* assertRoomFor(change.userId);
  }
  if (!member) throw refused("noMember");
  if (!takesOwner({ change, was: member.role })) return;
  if (!members.some((one) => one !== member && one.role === "owner")) throw refused("lastOwner");
}

/** Throws FORBIDDEN for who is in ten teams. */
export function* assertRoomFor(userId: number): Phase<void> {
  if ((yield* teamsOf(userId)).length < MOST_TEAMS) return;
  throw refused("manyTeams");
}

function* apply(customerId: CustomerId, doer: Doer, asked: AskedChange, at: number): Phase<void> {
  const entry = yield* applied(customerId, asked.change, at);
  yield* logged(customerId, doer, { ...saidOf(asked), ...entry }, at);
  assertKeepsOwner(yield* membersOf(customerId));
}

/** Its line in the log, beside what the change says itself. */
type Applied = Pick<Entry, "act"> & Partial<Entry>;

function* applied(customerId: CustomerId, change: TeamChange, at: number): Phase<Applied> {
  switch (change.kind) {
    case "join": {
      const { userId, role } = change;
      const member = { customer_id: customerId, user_id: userId, role, joined_at: at };
      yield* insertMember(member);
      return { act: "joined" };
    }
    case "role": {
      const member = yield* memberOf(customerId, change.userId);
      yield* updateMember({ ...member, role: change.role });
      yield* hideFrom(customerId, change.userId, at);
      return { act: "role" };
    }
    case "memberLimits": {
      const member = yield* memberOf(customerId, change.userId);
      yield* updateMember({ ...member, ...columnsOf(withLimit(limitsOf(member), change)) });
      return { act: "memberLimits" };
    }
    case "teamLimits": {
      const team = yield* teamOf(customerId);
      yield* updateTeam({ ...team, ...columnsOf(withLimit(limitsOf(team), change)) });
      return { act: "teamLimits" };
    }
    case "rules": {
      const column =
        change.rule === "onlyBookedWallets" ? "only_booked_wallets" : "traders_see_money";
      yield* updateTeam({ ...(yield* teamOf(customerId)), [column]: change.is ? 1 : 0 });
      return { act: "rules" };
    }
    case "link":
      // The group may have become another chat while it waited.
      yield* linkGroup(yield* currentChat(change.chatId), customerId);
      return { act: "linked" };
    case "removal": {
      const member = yield* memberOf(customerId, change.userId);
      const { name, role } = member;
      yield* deleteMember(customerId, change.userId);
      yield* revokeKeysOfMember(customerId, change.userId, at);
      yield* hideFrom(customerId, change.userId, at);
      return { act: "removed", before: { name, role, limits: limitsOf(member) } };
    }
  }
}

function columnsOf({ orderSun, daySun, aloneSun }: ReturnType<typeof limitsOf>) {
  return { order_limit_sun: orderSun, day_limit_sun: daySun, alone_limit_sun: aloneSun };
}

function* memberOf(customerId: CustomerId, userId: number) {
  const member = yield* findMember(customerId, userId);
  if (!member) throw over();
  return member;
}

function* teamOf(customerId: CustomerId) {
  const team = yield* findTeam(customerId);
  if (!team) throw over();
  return team;
}

/** A change as the log has it. */
const saidOf = ({ change, was }: AskedChange): Pick<Entry, "subject" | "before" | "after"> => ({
  subject:
    "userId" in change ? `user ${change.userId}` : change.kind === "link" ? change.title : "team",
  before: was,
  after: change,
});

const over = () =>
  new DeskError("NOT_CHANGEABLE", "This was decided before, or is no longer possible.");
