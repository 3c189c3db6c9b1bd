/** Who hears of a customer's money in private: a person of their own; of a team its owners and approvers. And its groups, without a balance. */
import { DAY_MS, utcMidnightMs } from "../../common/time.js";
import type { CustomerId } from "../../domain/ids.js";
import type { Sun } from "../../domain/money.js";
import { lowBalanceSun, mayDo } from "../../domain/team.js";
import { enqueue } from "../../store/chat/outbox.js";
import {
  findTelegramUser,
  findUserOfCustomer,
  groupsOfTeam,
} from "../../store/chat/telegram-users.js";
import { findCustomer } from "../../store/customers.js";
import { availableSunOf } from "../../store/ledger.js";
import type { Phase } from "../../store/phase.js";
import {
  findMember,
  membersOf,
  saveLow,
  spentSince,
  teamsWithOtherBalance,
} from "../../store/teams/teams.js";
import type { WalletNameRow } from "../../store/wallet-names.js";
import type { Engine, Moment } from "../context.js";

interface Hearer {
  readonly userId: number;
  /** Of an account of one person its user. */
  readonly isOwner: boolean;
}

export function* hearersOf(customerId: CustomerId): Phase<Hearer[]> {
  const user = yield* findUserOfCustomer(customerId);
  if (user) return [{ userId: user.user_id, isOwner: true }];
  return (yield* membersOf(customerId))
    .filter(({ role }) => mayDo(role, "approve"))
    .map(({ user_id: userId, role }) => ({ userId, isOwner: role === "owner" }));
}

/** In an event that is told in private: the team that it is of, and whether its reader is an owner. */
export interface OfTeam {
  readonly team?: { readonly id: CustomerId; readonly name: string; readonly isOwner: boolean };
}

/** In the outbox, of a team; the bot has the words. */
export type TeamMoneyNews = OfTeam & { readonly event: "teamMoney" } & (
    | { readonly what: "low"; readonly availableSun: Sun; readonly limitSun: Sun }
    | {
        readonly what: "wallets";
        readonly by: string;
        readonly wallets: readonly Pick<WalletNameRow, "name" | "address">[];
        /** Of how many these are the first. */
        readonly count: number;
      }
    | { readonly what: "restored"; readonly takenAt: number }
  );

/** In the outbox, for a team's groups. */
export interface TeamPaidInNews {
  readonly event: "teamPaidIn";
  readonly customerId: CustomerId;
  readonly teamName: string;
  readonly amountSun: Sun;
}

interface Telling {
  readonly key: string;
  readonly event: { readonly event: string };
  readonly at: number;
  /** Who knows it already. */
  readonly but?: number | undefined;
  readonly onlyOwners?: boolean;
}

/** One message for each who hears of it. */
export function* tellOfMoney(
  customerId: CustomerId,
  { key, event, at, but, onlyOwners }: Telling,
): Phase<void> {
  const user = yield* findUserOfCustomer(customerId);
  if (user) {
    if (user.user_id !== but) yield* enqueue(key, user.user_id, JSON.stringify(event), at);
    return;
  }
  const name = (yield* findCustomer(customerId))?.name ?? "";
  for (const { userId, isOwner } of yield* hearersOf(customerId)) {
    if (userId === but || (onlyOwners && !isOwner)) continue;
    const told = { ...event, team: { id: customerId, name, isOwner } };
    yield* enqueue(`${key}:${userId}`, userId, JSON.stringify(told), at);
  }
}

/** Money has come: told in private with the balance, and in the groups of a team without. */
export function* tellPaidIn(customerId: CustomerId, amountSun: Sun, telling: Telling): Phase<void> {
  yield* tellOfMoney(customerId, telling);
  for (const { chat_id: chatId } of yield* groupsOfTeam(customerId)) {
    const teamName = (yield* findCustomer(customerId))?.name ?? "";
    const news: TeamPaidInNews = { event: "teamPaidIn", customerId, teamName, amountSun };
    yield* enqueue(`${telling.key}:${chatId}`, chatId, JSON.stringify(news), telling.at);
  }
}

const MOST_TOLD = 10;

/** What somebody has put into a team's book: all who approve orders hear of it, but for them. */
export function* tellNewWallets(
  customerId: CustomerId,
  wallets: readonly Pick<WalletNameRow, "name" | "address">[],
  { key, at, userId }: { readonly key: string; readonly at: number; readonly userId: number },
): Phase<void> {
  if (wallets.length === 0) return;
  const event: TeamMoneyNews = {
    ...{ event: "teamMoney", what: "wallets", count: wallets.length },
    by: (yield* findTelegramUser(userId))?.name ?? "",
    wallets: wallets.slice(0, MOST_TOLD).map(({ name, address }) => ({ name, address })),
  };
  yield* tellOfMoney(customerId, { key: `team:wallets:${key}`, event, at, but: userId });
}

/** Once when it falls below what they need for a day, and again when it has been above. */
export function* lookAtBalances(
  most: number,
  { at, dueAt }: Pick<Moment, "at" | "dueAt">,
): Phase<boolean> {
  const teams = yield* teamsWithOtherBalance(most);
  for (const { customer_id: customerId, is_low: wasLow } of teams) {
    const today = utcMidnightMs(dueAt);
    const todaySun = (yield* spentSince(customerId, 0, "", today)).team_sun;
    const twoDaysSun = (yield* spentSince(customerId, 0, "", today - DAY_MS)).team_sun;
    const limitSun = lowBalanceSun(todaySun, twoDaysSun - todaySun);
    const availableSun = yield* availableSunOf(customerId);
    const isLow = availableSun < limitSun;
    yield* saveLow(customerId, isLow);
    if (!isLow || wasLow === 1) continue;
    const event: TeamMoneyNews = { event: "teamMoney", what: "low", availableSun, limitSun };
    yield* tellOfMoney(customerId, { key: `team:low:${customerId}:${at}`, event, at });
  }
  return teams.length === most;
}

/** Whether somebody may still read what was told them of a team: they may have lost the right before it was sent. */
export function readMayHear(
  { database }: Engine,
  team: OfTeam["team"],
  userId: number,
): Promise<boolean> {
  return database.read(function* (): Phase<boolean> {
    if (!team) return true;
    const member = yield* findMember(team.id, userId);
    return member !== undefined && mayDo(member.role, "approve");
  });
}
