/** What happened in a team: every change and decision, with who, before and after. Nothing of it is ever changed or cut. */
import type { CustomerId, OrderId } from "../../domain/ids.js";
import type { Sun } from "../../domain/money.js";
import type { TeamAct } from "../../domain/team-request.js";
import type { WhoRow } from "../batches.js";
import { all, one } from "../phase.js";
import { integer, type RowOf, serial, table, text } from "../table.js";

export const TEAM_LOG = table(
  "team_log",
  {
    id: serial(),
    customer_id: text<CustomerId>().references("team").fixed,
    at: integer().fixed,
    /** The member; of what a key did, whose key it was. Null: the operator, or the desk when a time had come. */
    user_id: integer().orNull.fixed,
    /** Their name then. */
    name: text().fixed,
    key_id: text().orNull.fixed,
    act: text<TeamAct>().fixed,
    /** Whom or what it is about. */
    subject: text().fixed,
    before: text().orNull.fixed,
    after: text().orNull.fixed,
    /** The group it was done in. */
    chat_id: integer().orNull.fixed,
    /** What was asked for and decided, and who has confirmed it where that was somebody else. */
    request_id: text().orNull.fixed,
    confirmed_by: integer().orNull.fixed,
  },
  {
    isKept: true,
    sql: `
-- A team's log, page by page.
CREATE INDEX team_log_of_team ON team_log (customer_id, id);
-- Who cancelled an order of another's.
CREATE INDEX team_log_cancelled ON team_log (subject) WHERE act = 'cancelled';`,
  },
);
export type LogRow = RowOf<typeof TEAM_LOG>;

export const insertLog = (entry: Omit<LogRow, "id">) => TEAM_LOG.add(entry);

/** Who has cancelled what another has ordered. */
export const whoCancelled = (orderId: OrderId) =>
  one<WhoRow>(
    "SELECT user_id, name, key_id FROM team_log WHERE subject = ? AND act = 'cancelled' LIMIT 1",
    orderId,
  );

/** Of who was removed last from there, or has left: all that they were. */
export const lastRemoved = (customerId: CustomerId, userId: number) =>
  one<{ readonly limits: string | null }>(
    `SELECT before ->> '$.limits' AS limits FROM team_log
     WHERE customer_id = ? AND act = 'removed' AND subject = ? ORDER BY id DESC LIMIT 1`,
    ...[customerId, `user ${userId}`],
  );

/** A line with the names of its people as they are now, and the request that it is about. */
export type LogLine = LogRow & {
  readonly subject_name: string | null;
  readonly confirmed_name: string | null;
  /** Whoever has ordered what another has cancelled or changed, or has invited who joins. */
  readonly other_name: string | null;
  readonly asked_id: string | null;
  readonly asked_by: number | null;
  readonly asked_name: string | null;
  readonly asked_what: string | null;
  readonly asked_most_sun: Sun | null;
};

/** The newest first, older than that one; without what is about the team's money, where that is not theirs to see. */
export const logOf = (customerId: CustomerId, { before, limit, seesMoney }: LogPageOf) =>
  all<LogLine>(
    `SELECT l.*, ${nameOf("iif(l.subject LIKE 'user %', CAST(substr(l.subject, 6) AS BIGINT), CAST(r.what ->> '$.change.userId' AS BIGINT))")} AS subject_name,
       ${nameOf("l.confirmed_by")} AS confirmed_name,
       ${nameOf("CAST(coalesce(l.before ->> '$.orderedBy', l.after ->> '$.invitedBy', r.what ->> '$.change.invitedBy') AS BIGINT)")} AS other_name,
       r.id AS asked_id, r.asked_by, ${nameOf("r.asked_by")} AS asked_name,
       r.what AS asked_what, r.most_sun AS asked_most_sun
     FROM team_log l LEFT JOIN team_request r ON r.customer_id = l.customer_id
       AND r.id = coalesce(l.request_id, iif(l.act IN ('declined', 'lapsed'), l.subject, NULL))
     WHERE l.customer_id = ? AND l.id < ? AND (? = 1 OR NOT ${OF_MONEY})
     ORDER BY l.id DESC LIMIT ?`,
    ...[customerId, before, seesMoney ? 1 : 0, limit],
  );

const nameOf = (userId: string) => `(SELECT name FROM telegram_user u WHERE u.user_id = ${userId})`;

/** Withdrawals: asked for, decided, made, cancelled. */
const OF_MONEY =
  "(l.act = 'withdrawal' OR l.subject LIKE 'withdrawal %' OR l.after ->> '$.kind' IS NOT DISTINCT FROM 'withdrawal' OR r.kind IS NOT DISTINCT FROM 'withdrawal')";

export interface LogPageOf {
  readonly before: number;
  readonly limit: number;
  readonly seesMoney: boolean;
}
