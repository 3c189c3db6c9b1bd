/** The report of a team: what was delivered to it and what that cost, by day and by member. */
import type { CustomerId } from "../../domain/ids.js";
import { type Spent, type SpentOnDay, TeamTally } from "../../domain/spending.js";
import { mayDo } from "../../domain/team.js";
import { findTelegramUser } from "../../store/chat/telegram-users.js";
import { findCustomer } from "../../store/customers.js";
import { findMember } from "../../store/teams/teams.js";
import type { Engine } from "../context.js";
import { eachDelivered, type Spending, spendingOf } from "./spending.js";

export interface TeamReport extends Spending {
  readonly teamName: string;
  /** Who has ordered it, also who has left since; the one who spent most first. */
  readonly members: readonly MemberSpent[];
}

export interface MemberSpent {
  /** Undefined for orders of nobody in particular. */
  readonly userId: number | undefined;
  readonly name: string;
  readonly all: Spent;
  readonly days: readonly SpentOnDay[];
}

/** The last `days` days up to then, by UTC; undefined for who may not see it. */
export async function readReport(
  engine: Engine,
  customerId: CustomerId,
  { userId, days, at }: { readonly userId: number; readonly days: number; readonly at: number },
): Promise<TeamReport | undefined> {
  const role = (await engine.database.read(() => findMember(customerId, userId)))?.role;
  if (!role || !mayDo(role, "see")) return undefined;
  const tally = new TeamTally(at, days);
  const { startsAt } = tally.all;
  await eachDelivered(engine, customerId, startsAt, (part, by) => tally.add(part, by));
  const members: MemberSpent[] = [];
  for (const [by, own] of tally.members) {
    const user =
      by === undefined ? undefined : await engine.database.read(() => findTelegramUser(by));
    const all = own.all();
    // What was delivered before is read by the way.
    if (all.spentSun > 0)
      members.push({ userId: by, name: user?.name ?? "", all, days: own.days() });
  }
  const teamName = (await engine.database.read(() => findCustomer(customerId)))?.name ?? "";
  return {
    ...spendingOf(engine, tally.all),
    teamName,
    members: members.toSorted((one, other) => other.all.spentSun - one.all.spentSun),
  };
}
