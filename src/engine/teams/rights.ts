/**
 * Who acts for a customer, and whether they may: read in the transaction that decides, so that a role taken a statement before counts.
 * An account of one person has no team, and all rights.
 */
import { utcMidnightMs } from "../../common/time.js";
import { MAX_KEYS } from "../../domain/api-key.js";
import { DeskError, insufficientBalance } from "../../domain/errors.js";
import type { CustomerId } from "../../domain/ids.js";
import { formatTrx, type Sun, sun, toTrx } from "../../domain/money.js";
import {
  type DayUse,
  judgeSpending,
  type Limits,
  leastSun,
  leftAloneSun,
  mayDo,
  overTeamLimit,
  type Reason,
  type Refusal,
  type Right,
  type Spending,
} from "../../domain/team.js";
import {
  LEAST_LIMIT_SUN,
  MOST_INVITATIONS,
  MOST_MEMBERS,
  MOST_REQUESTS,
  MOST_TEAMS,
} from "../../domain/team-change.js";
import { MAX_NAMES } from "../../domain/wallet-name.js";
import { findKeyOf } from "../../store/customers.js";
import type { Phase } from "../../store/phase.js";
import { lastRemoved } from "../../store/teams/log.js";
import {
  findMember,
  findTeam,
  type MemberRow,
  spentSince,
  type TeamRow,
} from "../../store/teams/teams.js";
import { bookedWallets } from "../../store/wallet-names.js";
import type { Engine } from "../context.js";

/** Who does something for a customer. A key does what the member may whose it is. */
export type By =
  | { readonly kind: "member"; readonly userId: number; readonly chatId?: number | undefined }
  | { readonly kind: "key"; readonly keyId: string; readonly isOfTeam: boolean }
  /** The desk's operator, or the desk itself for what was decided before. */
  | { readonly kind: "desk" };

/** For whom, and who. Nobody in particular acts only for an account of one person. */
export interface Acting {
  readonly customerId: CustomerId;
  readonly by?: By | undefined;
}

/** A member of a team, who acts for it. */
export interface Member {
  readonly team: TeamRow;
  readonly member: MemberRow;
  /** The key that they use. */
  readonly key:
    | { readonly id: string; readonly capSun: Sun | null; readonly madeBy: number | null }
    | undefined;
  /** The group in which they act. */
  readonly chatId?: number | undefined;
}

/** Undefined for an account of one person, and for the desk. Throws FORBIDDEN for who is no member (any more). */
export function* memberActing({ customerId, by }: Acting): Phase<Member | undefined> {
  // The hot path: for a key of an account of one person nothing is read.
  if (by?.kind === "desk" || (by?.kind === "key" && !by.isOfTeam)) return undefined;
  const team = yield* findTeam(customerId);
  if (!team) return undefined;
  const key = by?.kind === "key" ? yield* findKeyOf(customerId, by.keyId) : undefined;
  const worksNow = key?.revoked_at === null && key.disabled_at === null;
  const userId = by?.kind === "member" ? by.userId : worksNow ? key.member_id : undefined;
  const member = userId == null ? undefined : yield* findMember(customerId, userId);
  if (!member) throw refused("role");
  const chatId = by?.kind === "member" ? by.chatId : undefined;
  const used = key && { id: key.id, capSun: key.cap_sun, madeBy: key.made_by };
  return { team, member, key: used, chatId };
}

/** Throws FORBIDDEN unless the member has the right; nothing for an account of one person. */
export function* assertMay(acting: Acting, right: Right): Phase<Member | undefined> {
  const found = yield* memberActing(acting);
  if (found && !mayDo(found.member.role, right, rulesOf(found.team))) throw refused("role", right);
  return found;
}

/** Whether they have the right now, in an account of several people. */
export function readMay(
  { database }: Engine,
  customerId: CustomerId,
  userId: number,
  right: Right,
): Promise<boolean> {
  return database.read(function* (): Phase<boolean> {
    const member = yield* findMember(customerId, userId);
    return member !== undefined && mayDo(member.role, right);
  });
}

/** The same of a team's key, before what it asks for is read; `noTeam`: no key of a team may, whoever's it is. */
export async function assertKeyMay(
  { database }: Engine,
  acting: Acting,
  right: Right | "noTeam",
): Promise<void> {
  if (right === "noTeam")
    throw new DeskError("FORBIDDEN", "No key of a team may do this: its owners do, in the chat.");
  await database.read(() => assertMay(acting, right));
}

/** Throws FORBIDDEN for who may not cancel and change what that member has ordered. */
export function* assertMayChange(
  acting: Acting,
  orderedBy: number | null,
): Phase<Member | undefined> {
  const found = yield* memberActing(acting);
  if (!found) return undefined;
  const { role, user_id: userId } = found.member;
  const right = orderedBy === userId ? "changeOwn" : "changeAll";
  if (!mayDo(role, right)) throw refused("role", right);
  return found;
}

/** INSUFFICIENT_BALANCE, with the balance only for who may see it. */
export function tooLittle(
  found: Member | undefined,
  requiredSun: number,
  availableSun: number,
): DeskError {
  const sees = !found || mayDo(found.member.role, "seeMoney", rulesOf(found.team));
  return insufficientBalance(requiredSun, sees ? availableSun : undefined);
}

export interface Spent extends Spending {
  /** Somebody else has approved it: only the team's own limits count. */
  readonly isApproved?: boolean | undefined;
}

/** Throws `TeamRefusal` for what this member may not order, or not alone. */
export function* assertMaySpend(
  acting: Acting,
  spent: Spent,
  dueAt: number,
): Phase<Member | undefined> {
  const found = yield* assertMay(acting, "order");
  if (!found) return undefined;
  const { team, member, key } = found;
  const limits = limitsOf(member);
  const used = yield* usedToday(found, dueAt);
  if (spent.isApproved) {
    const over = overTeamLimit(limitsOf(team), spent, used);
    if (over) throw new TeamRefusal(over);
    return found;
  }
  const booked = yield* bookedWallets(acting.customerId, spent.wallets);
  const { user_id: userId, role } = member;
  const asker = { userId, role, limits, keyMadeBy: key?.madeBy };
  const judged = judgeSpending(rulesOf(team), asker, spent, used, booked, dueAt);
  const ofKeySun = leftOfKey(found, used);
  if (ofKeySun !== null && spent.addedSun > ofKeySun)
    throw new TeamRefusal({ is: "refused", why: "key", leftSun: ofKeySun }, leftAlone(found, used));
  if (judged.is === "refused") throw new TeamRefusal(judged, leftAlone(found, used));
  if (judged.is === "request") {
    const { why } = judged;
    // For that wallet there is no sum that they may order alone.
    const isOfWallet = why.includes("wallet") || why.includes("ownWallet");
    throw new NeedsApproval(why, isOfWallet ? null : leftAlone(found, used));
  }
  return found;
}

type Used = DayUse & { readonly keySun: Sun };

/** What a member may order now without anybody else, with their key if they use one; null where nothing bounds it. */
export function leftAlone(found: Member, used: Used): Sun | null {
  const leftSun = leftAloneSun(limitsOf(found.team), limitsOf(found.member), used);
  return leastSun(leftSun, leftOfKey(found, used));
}

function leftOfKey({ key }: Member, { keySun }: Used): Sun | null {
  return key?.capSun == null ? null : sun(Math.max(0, key.capSun - keySun));
}

/** What a member, their key and their team have spent or hold since midnight (UTC). */
export function* usedToday({ team, member, key }: Member, dueAt: number) {
  const since = utcMidnightMs(dueAt);
  const row = yield* spentSince(team.customer_id, member.user_id, key?.id ?? "", since);
  return { teamSun: row.team_sun, memberSun: row.member_sun, keySun: row.key_sun };
}

export function limitsOf(row: TeamRow | MemberRow): Limits {
  const { order_limit_sun: orderSun, day_limit_sun: daySun, alone_limit_sun: aloneSun } = row;
  return { orderSun, daySun, aloneSun };
}

/** Own limits of who joins: those that they had when they were in the team before, so that a new link does not take them away. */
export function* limitsAtJoin(customerId: CustomerId, userId: number): Phase<Limits> {
  const { limits } = (yield* lastRemoved(customerId, userId)) ?? {};
  return limits ? JSON.parse(limits) : { orderSun: null, daySun: null, aloneSun: null };
}

export function rulesOf(team: TeamRow) {
  return {
    team: limitsOf(team),
    onlyBookedWallets: team.only_booked_wallets === 1,
    tradersSeeMoney: team.traders_see_money === 1,
  };
}

/** Why something is not done for a team: of a limit, with what is left below it. */
export interface WhyNot {
  readonly is: "refused";
  readonly why: Refusal;
  readonly leftSun?: Sun;
  /** Of a role, what it does not have. */
  readonly right?: Right | undefined;
}

/** Nothing was debited or changed; over HTTP with what is left to order alone. */
export class TeamRefusal extends DeskError {
  constructor(
    readonly judged: WhyNot,
    aloneSun: Sun | null = null,
  ) {
    const { why, leftSun, right } = judged;
    const ofRole = right && NO_RIGHT[right];
    const words = ofRole ?? REFUSED[why](leftSun === undefined ? "" : formatTrx(leftSun));
    const couldCost = right === undefined ? SPENDING.includes(why) : right === "order";
    super(
      "FORBIDDEN",
      couldCost ? `${words} Nothing was debited.` : words,
      leftSun === undefined ? undefined : { left: toTrx(leastSun(leftSun, aloneSun) ?? leftSun) },
    );
  }
}

export const refused = (why: Refusal, right?: Right) =>
  new TeamRefusal({ is: "refused", why, right });

/** What else is refused would have cost nothing. */
const SPENDING: readonly Refusal[] = ["teamOrder", "teamDay", "key", "nobodyElse"];

/** Those that a key asks for. */
const NO_RIGHT: Partial<Record<Right, string>> = {
  seeMoney:
    "Your role in the team does not see its money: balance, statement, deposits, withdrawals, sales.",
  order: "A viewer of the team orders nothing.",
  changeOwn: "A viewer of the team changes and cancels nothing.",
  changeAll: "This is another member's order: approvers and owners change and cancel it.",
  manage: "Only owners of the team do this.",
};

/** Somebody else of the team must approve it; in a chat that becomes a request. */
export class NeedsApproval extends DeskError {
  constructor(
    readonly why: readonly Reason[],
    readonly leftSun: Sun | null,
  ) {
    const left = leftSun === null ? "" : ` ${formatTrx(leftSun)} TRX are left to order alone.`;
    const words = why.map((one) => REASONS[one]).join(", and ");
    super(
      "FORBIDDEN",
      `Somebody else of the team must approve this: ${words}.${left} Nothing was debited.`,
      ...[leftSun === null ? undefined : { left: toTrx(leftSun) }],
    );
  }
}

const REASONS: Readonly<Record<Reason, string>> = {
  order: "it is above your limit for an order",
  day: "it is above your limit for a day",
  alone: "it is above the sum that one person orders alone",
  price: "its price is above the desk's own",
  wallet: "a wallet is not in the team's book",
  ownWallet: "you put a wallet into the team's book less than 24 hours ago",
};

const REFUSED: Readonly<Record<Refusal, (left: string) => string>> = {
  role: () => "You may not do this for the team.",
  teamOrder: (left) => `It is above the team's limit for an order, ${left} TRX.`,
  teamDay: (left) => `It is above the team's limit for a day: ${left} TRX are left today (UTC).`,
  key: (left) => `It is above this key's limit for a day: ${left} TRX are left today (UTC).`,
  nobodyElse: () =>
    "Nobody else of the team can approve this. An owner invites an approver, or raises the limit.",
  lastOwner: () =>
    "The last owner cannot leave a team or become less than an owner. Make somebody else an owner first.",
  isMember: () => "They are a member of this team already.",
  noMember: () => "They are no member of this team.",
  othersGroup: () => "This group belongs to another team. Unlink it there first.",
  leastLimit: () => `The least limit is ${formatTrx(LEAST_LIMIT_SUN)} TRX.`,
  manyKeys: () => `A team has ${MAX_KEYS} keys at most. Revoke one first.`,
  fullTeam: () => `A team has ${MOST_MEMBERS} members at most.`,
  fullBook: () => `A book has ${MAX_NAMES} names at most.`,
  manyTeams: () => `Nobody is in more than ${MOST_TEAMS} teams.`,
  manyInvitations: () => `A team has ${MOST_INVITATIONS} open invitations at most.`,
  short: (left) => `Not enough: the team can withdraw ${left} TRX now. The request still waits.`,
  feeRisen: () => "The fee is higher than when it was asked for. Ask for it again.",
  manyRequests: () => `Nobody has more than ${MOST_REQUESTS} open requests in a team.`,
};
