/** What a change of a team makes of it, once it is decided, and what cannot be. */
import { MAX_KEYS } from "../../domain/api-key.js";
import { DeskError } from "../../domain/errors.js";
import type { CustomerId } from "../../domain/ids.js";
import { assertKeepsOwner } from "../../domain/team.js";
import {
  type AskedChange,
  LEAST_LIMIT_SUN,
  MOST_MEMBERS,
  MOST_TEAMS,
  type TeamChange,
  type TeamNow,
  takesOwner,
  withLimit,
} from "../../domain/team-change.js";
import { MAX_NAMES } from "../../domain/wallet-name.js";
import { currentChat, teamOfGroup } from "../../store/chat/telegram-users.js";
import {
  countKeys,
  livingKeys,
  renameCustomer,
  revokeKeysOfMember,
} from "../../store/customers.js";
import type { Phase } from "../../store/phase.js";
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
import { countNames, putName } from "../../store/wallet-names.js";
import { hideFrom } from "./hiding.js";
import { allowKey } from "./keys.js";
import { setTeamOfGroup } from "./linking.js";
import { type Doer, type Entry, logged } from "./log.js";
import { limitsAtJoin, limitsOf, refused } from "./rights.js";
import { endImpossible, saidOf } from "./team-now.js";

/** Throws FORBIDDEN for a member who is none, and for what a team cannot be: without an owner, too large, with another's group. */
export function* assertPossible(
  customerId: CustomerId,
  { members, named }: TeamNow,
  change: TeamChange,
): Phase<void> {
  const limitSun = change.kind === "key" ? change.capSun : "limitSun" in change && change.limitSun;
  if (typeof limitSun === "number" && limitSun < LEAST_LIMIT_SUN) throw refused("leastLimit");
  if (change.kind === "link") {
    const team = yield* teamOfGroup(yield* currentChat(change.chatId));
    if (team == null || team === customerId) return;
    throw refused("othersGroup");
  }
  if (change.kind === "unlink") {
    if ((yield* teamOfGroup(yield* currentChat(change.chatId))) !== customerId) throw over();
  }
  if (change.kind === "wallet" && named === undefined) {
    if ((yield* countNames(customerId)) >= MAX_NAMES) throw refused("fullBook");
  }
  if (!("userId" in change)) return;
  const member = members.find(({ userId }) => userId === change.userId);
  if (change.kind === "join") {
    if (member) throw refused("isMember");
    if (members.length >= MOST_MEMBERS) throw refused("fullTeam");
    return yield* assertRoomFor(change.userId);
  }
  if (!member) throw refused("noMember");
  if (change.kind === "key" && (yield* countKeys(customerId)).living >= MAX_KEYS)
    throw refused("manyKeys");
  if (!takesOwner({ change, was: member.role })) return;
  if (!members.some((one) => one !== member && one.role === "owner")) throw refused("lastOwner");
}

/** Throws FORBIDDEN for who is in ten teams. */
export function* assertRoomFor(userId: number): Phase<void> {
  if ((yield* teamsOf(userId)).length < MOST_TEAMS) return;
  throw refused("manyTeams");
}

/** Who has decided on a withdrawal: another owner, where there is one. */
export interface DecidedBy {
  readonly askedBy: number;
  readonly confirmedBy: number | null;
}

/** Takes the money out; what the log has of it. */
export type Pay = (decided: DecidedBy) => Phase<object>;

export function* apply(
  customerId: CustomerId,
  doer: Doer,
  asked: AskedChange,
  { id, at }: { readonly id: string; readonly at: number },
  paid?: ReturnType<Pay>,
): Phase<void> {
  const entry = yield* applied(customerId, asked.change, doer, { id, at }, paid);
  // The inviter's word lets them in, but it is they who join.
  const { change } = asked;
  const by = change.kind === "join" ? { ...doer, userId: change.userId } : doer;
  yield* logged(customerId, by, { ...saidOf(asked), ...entry }, at);
  yield* endImpossible(customerId, doer.userId, at);
  assertKeepsOwner(yield* membersOf(customerId));
}

/** Its line in the log, beside what the change says itself. */
type Applied = Pick<Entry, "act"> & Partial<Entry>;

function* applied(
  customerId: CustomerId,
  change: TeamChange,
  doer: Doer,
  { id, at }: { readonly id: string; readonly at: number },
  paid: ReturnType<Pay> | undefined,
): Phase<Applied> {
  const { userId: doneBy } = doer;
  switch (change.kind) {
    case "join": {
      const { userId, role } = change;
      const member = { customer_id: customerId, user_id: userId, role, joined_at: at };
      yield* insertMember({ ...member, ...columnsOf(yield* limitsAtJoin(customerId, userId)) });
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
      for (const { user_id } of yield* membersOf(customerId))
        yield* hideFrom(customerId, user_id, at);
      return { act: "rules" };
    }
    case "link":
    case "unlink":
      yield* setTeamOfGroup(customerId, change, doer, { id, at });
      return { act: change.kind === "link" ? "linked" : "unlinked" };
    case "rename":
      yield* renameCustomer(customerId, change.name);
      return { act: "renamed" };
    case "withdrawal":
      if (!paid) throw over();
      return { act: "withdrawal", after: yield* paid };
    case "wallet": {
      const { name, address } = change;
      // Of a proposal, whose it was: it is not their own target for a day.
      yield* putName({ customerId, name, address, at, addedBy: doneBy ?? undefined });
      return { act: "named", after: address };
    }
    case "removal": {
      const member = yield* memberOf(customerId, change.userId);
      const { name, role } = member;
      const keys = (yield* livingKeys(customerId)).filter(
        (key) => key.member_id === member.user_id,
      );
      yield* deleteMember(customerId, change.userId);
      yield* revokeKeysOfMember(customerId, change.userId, at);
      yield* hideFrom(customerId, change.userId, at);
      const before = { name, role, limits: limitsOf(member), keys: keys.map(({ hint }) => hint) };
      return { act: "removed", before };
    }
    case "key": {
      const { userId: memberId, capSun } = change;
      yield* allowKey({ id, customerId }, { memberId, madeBy: doneBy, capSun }, at);
      return { act: "key" };
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

export const over = () =>
  new DeskError("NOT_CHANGEABLE", "This was decided before, or is no longer possible.");
