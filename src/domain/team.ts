/**
 * Teams: customer accounts that several people use. What each role may do, what limits make of an order, and which changes somebody else
 * must decide too. The engine reads all of it in the transaction that decides.
 */

import type { Address } from "./address.js";
import { assert } from "./assert.js";
import { SUN_PER_TRX, type Sun, sun } from "./money.js";

/** From the least rights to the most. */
export const ROLES = ["viewer", "trader", "approver", "owner"] as const;
export type Role = (typeof ROLES)[number];

/** Each right, and the role from which on it is held. */
const HELD_FROM = {
  /** Orders, prices, the report. */
  see: "viewer",
  /** Balance and statement; traders too where the team allows it. */
  seeMoney: "approver",
  /** Orders, extends, repeats within the limits, and asks above them. */
  order: "trader",
  /** Another's request. */
  approve: "approver",
  /** Cancels and changes waiting orders: their own, and those of all. */
  changeOwn: "trader",
  changeAll: "approver",
  /** The team's book of wallets. */
  proposeWallet: "trader",
  keepWallets: "approver",
  /** Members, limits, keys, links, withdrawals. */
  manage: "owner",
} as const satisfies Record<string, Role>;
export type Right = keyof typeof HELD_FROM;

export function mayDo(
  role: Role,
  right: Right,
  team?: { readonly tradersSeeMoney: boolean },
): boolean {
  if (right === "seeMoney" && team?.tradersSeeMoney) return rank(role) >= rank("trader");
  return rank(role) >= rank(HELD_FROM[right]);
}

const rank = (role: Role) => ROLES.indexOf(role);

export function isPromotion(before: Role | undefined, after: Role): boolean {
  return before === undefined || rank(after) > rank(before);
}

/** Whether it may order at all: who invites one of those is not enough where there is another owner. */
export function maySpend(role: Role): boolean {
  return mayDo(role, "order");
}

/**
 * In SUN; null where there is none. Those of a team bind everybody, whoever approves. Those of a member say what they may do alone, as
 * does `aloneSun` of the team.
 */
export interface Limits {
  /** The most for an order: the sum of all its wallets. */
  readonly orderSun: Sun | null;
  /** The most for a day (UTC). */
  readonly daySun: Sun | null;
  /** Above this somebody else approves. */
  readonly aloneSun: Sun | null;
}

/** A limit is raised, or taken away: what needs a second owner. */
export function isWider(before: Limits, after: Limits): boolean {
  return (["orderSun", "daySun", "aloneSun"] as const).some(
    (limit) => leastSun(before[limit], after[limit]) !== after[limit],
  );
}

/** Null is no limit, so the other one is less. */
export function leastSun(one: Sun | null, other: Sun | null): Sun | null {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
}

/** For how long a wallet that somebody has put into the team's book is no target of their own orders, and is pointed out to all. */
export const NEW_WALLET_MS = 24 * 3_600_000;

/** A wallet of an order as the team's book has it. */
export interface BookedWallet {
  readonly address: Address;
  /** Null where nobody knows: then it may be anybody. */
  readonly addedBy: number | null;
  readonly addedAt: number;
}

export interface Spending {
  /** What the whole call may cost at most, all its wallets and orders together, as it would be afterwards. */
  readonly totalSun: Sun;
  /** What of it is new, and counts today: less than all where a price is raised. */
  readonly addedSun: Sun;
  /** A price of one's own, above the desk's for an order that starts at once. */
  readonly isAboveFast: boolean;
  readonly wallets: readonly Address[];
}

/** Who did something for a team. */
export interface Who {
  readonly userId: number;
  /** As Telegram shows them. */
  readonly name: string;
  /** Of what a key did, which is that member's. */
  readonly keyId: string | null;
}

/** What was spent or is held today. */
export interface DayUse {
  readonly teamSun: Sun;
  readonly memberSun: Sun;
}

export interface Rules {
  readonly team: Limits;
  readonly onlyBookedWallets: boolean;
}

export interface Asker {
  readonly userId: number;
  readonly role: Role;
  readonly limits: Limits;
  /** Who made the key that asks; null for the operator. */
  readonly keyMadeBy?: number | null | undefined;
}

/** Why somebody else must decide. */
export const REASONS = ["order", "day", "alone", "price", "wallet", "ownWallet"] as const;
export type Reason = (typeof REASONS)[number];

/** Why something is not done at all. */
export const REFUSALS = [
  ...["role", "teamOrder", "teamDay", "key", "nobodyElse"],
  /** Of changes. */
  ...["lastOwner", "isMember", "noMember", "othersGroup", "leastLimit", "manyKeys"],
  ...["fullTeam", "fullBook", "manyTeams", "manyInvitations", "manyRequests"],
  /** Of withdrawals. */
  ...["short", "feeRisen"],
] as const;
export type Refusal = (typeof REFUSALS)[number];

export type Judgement =
  | { readonly is: "allowed" }
  /** Within the team's limits, but not theirs to decide alone. */
  | { readonly is: "request"; readonly why: readonly Reason[] }
  /** Nobody may: of a limit, what is left of it. */
  | { readonly is: "refused"; readonly why: "role" }
  | { readonly is: "refused"; readonly why: "teamOrder" | "teamDay"; readonly leftSun: Sun };

/** What becomes of an order that a member asks for. */
export function judgeSpending(
  { team, onlyBookedWallets }: Rules,
  asker: Asker,
  spending: Spending,
  used: DayUse,
  booked: readonly BookedWallet[],
  at: number,
): Judgement {
  if (!mayDo(asker.role, "order")) return { is: "refused", why: "role" };
  const over = overTeamLimit(team, spending, used);
  if (over) return over;
  const { totalSun, addedSun } = spending;
  const { limits } = asker;
  const why: Reason[] = [];
  if (isOver(totalSun, limits.orderSun)) why.push("order");
  if (isOver(used.memberSun + addedSun, limits.daySun)) why.push("day");
  if (isOver(totalSun, leastSun(team.aloneSun, limits.aloneSun))) why.push("alone");
  if (spending.isAboveFast && asker.role === "trader") why.push("price");
  if (onlyBookedWallets) {
    if (spending.wallets.some((wallet) => !booked.some(({ address }) => address === wallet)))
      why.push("wallet");
    const own = [null, asker.userId, asker.keyMadeBy];
    const isOwn = ({ addedBy }: BookedWallet) => own.includes(addedBy);
    if (booked.some((one) => isOwn(one) && one.addedAt > at - NEW_WALLET_MS)) why.push("ownWallet");
  }
  return why.length === 0 ? { is: "allowed" } : { is: "request", why };
}

/** The limits that bind whoever approves, too. */
export function overTeamLimit(
  team: Limits,
  { totalSun, addedSun }: Pick<Spending, "totalSun" | "addedSun">,
  used: Pick<DayUse, "teamSun">,
): Extract<Judgement, { is: "refused" }> | undefined {
  const { orderSun, daySun } = team;
  if (orderSun !== null && totalSun > orderSun)
    return { is: "refused", why: "teamOrder", leftSun: orderSun };
  if (daySun !== null && used.teamSun + addedSun > daySun)
    return { is: "refused", why: "teamDay", leftSun: leftOf(daySun, used.teamSun) };
  return undefined;
}

const isOver = (amountSun: number, limitSun: Sun | null) =>
  limitSun !== null && amountSun > limitSun;

const leftOf = (limitSun: number, usedSun: number) => sun(Math.max(0, limitSun - usedSun));

/** What a member may order now without anybody else; null where nothing bounds it. */
export function leftAloneSun(team: Limits, limits: Limits, used: DayUse): Sun | null {
  const teamDay = team.daySun === null ? null : leftOf(team.daySun, used.teamSun);
  const ownDay = limits.daySun === null ? null : leftOf(limits.daySun, used.memberSun);
  return [team.orderSun, limits.orderSun, team.aloneSun, limits.aloneSun, ownDay].reduce(
    leastSun,
    teamDay,
  );
}

/** Who asked never decides, by no door; nor does who it is `about`. */
export function mayDecide(
  role: Role | undefined,
  right: "approve" | "keepWallets" | "manage",
  who: number | null,
  askedBy: number,
  about?: number,
): boolean {
  return role !== undefined && mayDo(role, right) && who !== askedBy && who !== about;
}

/** The others of a role, for a decision that one of them cannot make alone. */
export function othersWho<M extends { readonly userId: number; readonly role: Role }>(
  members: readonly M[],
  right: Right,
  userId: number,
): M[] {
  return members.filter((one) => one.userId !== userId && mayDo(one.role, right));
}

const LEAST_BALANCE_SUN = sun(10 * SUN_PER_TRX);

/** Below what a team has spent today or yesterday, whichever is more, its balance is low. */
export function lowBalanceSun(todaySun: number, yesterdaySun: number): Sun {
  return sun(Math.max(LEAST_BALANCE_SUN, todaySun, yesterdaySun));
}

/** A team always has an owner. */
export function assertKeepsOwner(members: readonly { readonly role: Role }[]): void {
  assert(
    members.some(({ role }) => role === "owner"),
    "a team has an owner",
  );
}
