/** What happened in a team: every change and decision, with who, before and after. Nothing of it is ever changed or cut. */
import type { CustomerId, OrderId } from "../../domain/ids.js";
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
    hasRowid: true,
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

/** The newest first, older than that one; without what is about the team's money, where that is not theirs to see. */
export const logOf = (customerId: CustomerId, { before, limit, seesMoney }: LogPageOf) =>
  all<LogRow & { readonly subject_name: string | null; readonly confirmed_name: string | null }>(
    `SELECT l.*, (SELECT name FROM telegram_user u
         WHERE u.user_id = iif(subject LIKE 'user %', CAST(substr(subject, 6) AS INTEGER), NULL)) AS subject_name,
       (SELECT name FROM telegram_user u WHERE u.user_id = l.confirmed_by) AS confirmed_name
     FROM team_log l WHERE customer_id = ? AND id < ? AND (? = 1 OR NOT ${OF_MONEY})
     ORDER BY id DESC LIMIT ?`,
    ...[customerId, before, seesMoney ? 1 : 0, limit],
  );

/** Withdrawals: asked for, decided, made, cancelled. */
const OF_MONEY =
  "(act = 'withdrawal' OR subject LIKE 'withdrawal %' OR after ->> '$.kind' IS 'withdrawal')";

export interface LogPageOf {
  readonly before: number;
  readonly limit: number;
  readonly seesMoney: boolean;
}
