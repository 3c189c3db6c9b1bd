/** From whose account somebody pays in a chat: their own, or a team's. */
import { must } from "../../domain/assert.js";
import type { CustomerId } from "../../domain/ids.js";
import { mayDo } from "../../domain/team.js";
import type { FlowRow } from "../../store/chat/flows.js";
import {
  findTelegramUser,
  findUserOfCustomer,
  payFrom,
  type TelegramUserRow,
  teamOfGroup,
} from "../../store/chat/telegram-users.js";
import { findCustomer } from "../../store/customers.js";
import type { Phase } from "../../store/phase.js";
import { findMember, findTeam, membersOf, teamsOf } from "../../store/teams/teams.js";
import type { Engine } from "../context.js";
import { rulesOf } from "./rights.js";

/** From whose account somebody acts in a chat. */
export type AccountIn =
  | { readonly kind: "own" }
  | { readonly kind: "team"; readonly customerId: CustomerId; readonly mayOrder: boolean }
  /** A group orders for a team that they are no member of. */
  | { readonly kind: "stranger"; readonly teamName: string };

/** In a group that is a team's, the team's; in private what they chose, while they may see its balance. */
export function readAccountIn(
  engine: Engine,
  user: TelegramUserRow,
  { chatId, isGroup }: { readonly chatId: number; readonly isGroup: boolean },
): Promise<AccountIn> {
  return engine.database.read(function* (): Phase<AccountIn> {
    const customerId = isGroup ? yield* teamOfGroup(chatId) : user.pays_from;
    if (customerId == null) return { kind: "own" };
    const member = yield* findMember(customerId, user.user_id);
    const mayOrder = member !== undefined && mayDo(member.role, "order");
    if (isGroup) {
      if (member) return { kind: "team", customerId, mayOrder };
      return { kind: "stranger", teamName: (yield* findCustomer(customerId))?.name ?? "" };
    }
    const sees = yield* seesMoney(customerId, user.user_id);
    return sees ? { kind: "team", customerId, mayOrder } : { kind: "own" };
  });
}

export async function readTeamName(engine: Engine, customerId: CustomerId): Promise<string> {
  return (await engine.database.read(() => findCustomer(customerId)))?.name ?? "";
}

export interface Payer {
  /** Who orders; of an account of one person its own name. */
  readonly person: string;
  /** The name of a team. */
  readonly team: string | undefined;
  /** Whether who orders takes money out: of a team its owners; and whether another owner confirms that. */
  readonly isOwner: boolean;
  readonly hasOtherOwner: boolean;
}

/** Whose balance pays for a card. */
export function readPayer(engine: Engine, customerId: CustomerId, userId: number): Promise<Payer> {
  return engine.database.read(function* (): Phase<Payer> {
    const name = (yield* findCustomer(customerId))?.name ?? "";
    if (!(yield* findTeam(customerId)))
      return { person: name, team: undefined, isOwner: true, hasOtherOwner: false };
    const owners = (yield* membersOf(customerId)).filter(({ role }) => role === "owner");
    return {
      ...{ person: (yield* findTelegramUser(userId))?.name ?? "", team: name },
      isOwner: owners.some(({ user_id }) => user_id === userId),
      hasOtherOwner: owners.some(({ user_id }) => user_id !== userId),
    };
  });
}

/** An account from which somebody pays in private: their own, or that of a team. */
export interface Account {
  readonly customerId: CustomerId;
  /** Undefined of their own. */
  readonly team: string | undefined;
}

/** Their own, then those of the teams whose balance they may see, by name. */
export function readAccountsOf(engine: Engine, userId: number): Promise<readonly Account[]> {
  return engine.database.read(function* (): Phase<readonly Account[]> {
    const user = must(yield* findTelegramUser(userId), "somebody who has a card");
    const accounts: Account[] = [{ customerId: user.customer_id, team: undefined }];
    for (const { customer_id: customerId, name } of yield* teamsOf(userId)) {
      if (yield* seesMoney(customerId, userId)) accounts.push({ customerId, team: name });
    }
    return accounts;
  });
}

/** Whether whoever has this account may pay from a team's too. */
export async function readHasChoice(engine: Engine, own: CustomerId): Promise<boolean> {
  const user = await engine.database.read(() => findUserOfCustomer(own));
  return user !== undefined && (await readAccountsOf(engine, user.user_id)).length > 1;
}

/** What a member may do in private with what was ordered for a team: order again or change it where they could pay it, and cancel it. */
export function readMayWithOrder(
  engine: Engine,
  { customerId, by }: { readonly customerId: CustomerId; readonly by: number },
  userId: number,
): Promise<{ readonly order: boolean; readonly cancel: boolean }> {
  return engine.database.read(function* () {
    const member = yield* findMember(customerId, userId);
    if (!member) return { order: false, cancel: false };
    const { role } = member;
    return {
      order: mayDo(role, "order") && (yield* seesMoney(customerId, userId)),
      cancel: mayDo(role, by === userId ? "changeOwn" : "changeAll"),
    };
  });
}

/** Why the desk itself has ended what somebody worked on, and whose rights or group that is about. */
export interface WhyEnded {
  readonly why: "left" | "rights" | "linked" | "unlinked";
  readonly teamName: string;
}

/** As it is now; undefined where they could work on it still, so that they have dropped it themselves. */
export function readWhyEnded(
  engine: Engine,
  { customer_id: customerId, owner_user_id: userId, chat_id: chatId, is_group: group }: FlowRow,
): Promise<WhyEnded | undefined> {
  return engine.database.read(function* (): Phase<WhyEnded | undefined> {
    const team = yield* findTeam(customerId);
    const said = function* (why: WhyEnded["why"], of = customerId): Phase<WhyEnded> {
      return { why, teamName: (yield* findCustomer(of))?.name ?? "" };
    };
    const isGroup = group === 1;
    const ofGroup = isGroup ? ((yield* teamOfGroup(chatId)) ?? undefined) : undefined;
    if (ofGroup !== undefined && ofGroup !== customerId) return yield* said("linked", ofGroup);
    if (!team) return undefined;
    if (isGroup && ofGroup === undefined) return yield* said("unlinked");
    const member = yield* findMember(customerId, userId);
    if (!member) return yield* said("left");
    const isSeen = isGroup ? mayDo(member.role, "order") : yield* seesMoney(customerId, userId);
    return isSeen ? undefined : yield* said("rights");
  });
}

function* seesMoney(team: CustomerId, userId: number): Phase<boolean> {
  const row = yield* findTeam(team);
  const member = yield* findMember(team, userId);
  return row !== undefined && member !== undefined && mayDo(member.role, "seeMoney", rulesOf(row));
}

/** What they pay from in private from now on; null is their own account. False for a team whose balance they may not see. */
export async function choosePaidFrom(
  engine: Engine,
  userId: number,
  team: CustomerId | null,
): Promise<boolean> {
  return engine.database.commit(() => paidFromNow(userId, team));
}

export function* paidFromNow(userId: number, team: CustomerId | null): Phase<boolean> {
  if (team !== null && !(yield* seesMoney(team, userId))) return false;
  yield* payFrom(userId, team);
  return true;
}
