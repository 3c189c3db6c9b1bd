/** Teams: customers whose account several people use, and its members. */
import { must } from "../../domain/assert.js";
import type { CustomerId } from "../../domain/ids.js";
import type { Sun } from "../../domain/money.js";
import { ROLES } from "../../domain/team.js";
import { all, didChange, one, type Phase, run } from "../phase.js";
import { flag, integer, oneOf, type RowOf, sets, table, text } from "../table.js";

/** A limit in SUN; null is none. */
const limit = (column: string) => integer<Sun>().orNull.check(`${column} >= 0`);

export const TEAMS = table(
  "team",
  {
    customer_id: text<CustomerId>().key.references("customer").fixed,
    order_limit_sun: limit("order_limit_sun"),
    day_limit_sun: limit("day_limit_sun"),
    alone_limit_sun: limit("alone_limit_sun"),
    /** 1: alone nobody orders for a wallet that is not in the team's book. */
    only_booked_wallets: flag().default(0),
    traders_see_money: flag().default(0),
    created_at: integer().fixed,
    /** Since its owners were told of it last, or none was ever there; 1 while what changed was not looked at. */
    is_low: flag().default(1),
    balance_changed: flag().default(0),
  },
  {
    isKept: true,
    sql: `
-- Those whose balance has changed since it was looked at.
CREATE INDEX team_balance_changed ON team (customer_id) WHERE balance_changed = 1;`,
  },
);
export type TeamRow = RowOf<typeof TEAMS>;

export const TEAM_MEMBERS = table(
  "team_member",
  {
    customer_id: text<CustomerId>().references("team").fixed,
    user_id: integer().fixed,
    role: oneOf(ROLES),
    order_limit_sun: limit("order_limit_sun"),
    day_limit_sun: limit("day_limit_sun"),
    alone_limit_sun: limit("alone_limit_sun"),
    joined_at: integer().fixed,
  },
  {
    key: "customer_id, user_id",
    sql: `
-- The teams of a person.
CREATE INDEX team_member_of_user ON team_member (user_id);`,
  },
);
export type MemberRow = RowOf<typeof TEAM_MEMBERS> & {
  /** As Telegram showed them last. */
  readonly name: string;
};

const MEMBERS = `SELECT ${TEAM_MEMBERS.columns},
  coalesce((SELECT name FROM telegram_user u WHERE u.user_id = team_member.user_id), '') AS name FROM team_member`;

export const insertTeam = (customerId: CustomerId, at: number) =>
  TEAMS.add({ customer_id: customerId, created_at: at });

export const findTeam = (customerId: CustomerId) => TEAMS.one("WHERE customer_id = ?", customerId);

const RULES = [
  ...["order_limit_sun", "day_limit_sun", "alone_limit_sun"],
  ...["only_booked_wallets", "traders_see_money"],
] as const;

/** Writes what an owner can change of it. */
export const updateTeam = (team: TeamRow) =>
  run(
    `UPDATE team SET ${sets(RULES)} WHERE customer_id = ?`,
    ...RULES.map((column) => team[column]),
    team.customer_id,
  );

export const allTeams = () => TEAMS.all("ORDER BY customer_id");

export const teamsWithOtherBalance = (limit: number) =>
  TEAMS.all("WHERE balance_changed = 1 LIMIT ?", limit);

export const saveLow = (customerId: CustomerId, isLow: boolean) =>
  run(
    "UPDATE team SET balance_changed = 0, is_low = ? WHERE customer_id = ?",
    isLow ? 1 : 0,
    customerId,
  );

export const insertMember = (
  member: Pick<MemberRow, "customer_id" | "user_id" | "role" | "joined_at"> & Partial<MemberRow>,
) => TEAM_MEMBERS.add(member);

export const findMember = (customerId: CustomerId, userId: number) =>
  one<MemberRow>(`${MEMBERS} WHERE customer_id = ? AND user_id = ?`, customerId, userId);

/** Owners first, then as they joined. */
export const membersOf = (customerId: CustomerId) =>
  all<MemberRow>(
    `${MEMBERS} WHERE customer_id = ? ORDER BY CASE role WHEN 'owner' THEN 0 WHEN 'approver' THEN 1
       WHEN 'trader' THEN 2 ELSE 3 END, joined_at, user_id`,
    customerId,
  );

const CHANGING = ["role", "order_limit_sun", "day_limit_sun", "alone_limit_sun"] as const;

export const updateMember = (member: MemberRow) =>
  run(
    `UPDATE team_member SET ${sets(CHANGING)} WHERE customer_id = ? AND user_id = ?`,
    ...CHANGING.map((column) => member[column]),
    member.customer_id,
    member.user_id,
  );

export const deleteMember = (customerId: CustomerId, userId: number) =>
  didChange("DELETE FROM team_member WHERE customer_id = ? AND user_id = ?", customerId, userId);

/** A person's teams, by name. */
export const teamsOf = (userId: number) =>
  all<{ customer_id: CustomerId; name: string; role: MemberRow["role"] }>(
    `SELECT m.customer_id, c.name, m.role FROM team_member m JOIN customer c ON c.id = m.customer_id
     WHERE m.user_id = ? ORDER BY c.name, c.id`,
    userId,
  );

type SpentRow = { readonly team_sun: Sun; readonly member_sun: Sun; readonly key_sun: Sun };

/** What orders have spent or hold since then. A price that is raised counts when it is raised; what comes back, where it was spent. */
export function* spentSince(
  customerId: CustomerId,
  userId: number,
  keyId: string,
  since: number,
): Phase<SpentRow> {
  const row = yield* one<SpentRow>(
    `WITH spent AS (
       SELECT b.by_user, b.by_key, max(0, o.paid_sun - o.refunded_sun - o.shortfall_sun
           - coalesce((SELECT CAST(sum(more_sun) AS BIGINT) FROM team_raise WHERE order_id = o.id), 0)) AS spent_sun
       FROM batch b JOIN orders o ON o.batch_id = b.id WHERE b.customer_id = ? AND b.counts_at >= ?
       UNION ALL
       SELECT r.by_user, r.by_key, min(r.more_sun, max(0, o.paid_sun - o.refunded_sun - o.shortfall_sun
           - coalesce((SELECT CAST(sum(more_sun) AS BIGINT) FROM team_raise WHERE order_id = o.id AND id > r.id), 0)))
       FROM team_raise r JOIN orders o ON o.id = r.order_id WHERE r.customer_id = ? AND r.at >= ?
       UNION ALL
       SELECT user_id, NULL, held_sun FROM booking WHERE customer_id = ? AND status = 'open' AND created_at >= ?)
     SELECT coalesce(sum(spent_sun), 0) AS team_sun,
       coalesce(sum(iif(by_user = ?, spent_sun, 0)), 0) AS member_sun,
       coalesce(sum(iif(by_key = ?, spent_sun, 0)), 0) AS key_sun FROM spent`,
    ...[customerId, since, customerId, since, customerId, since, userId, keyId],
  );
  return must(row, "an aggregate has one row");
}
