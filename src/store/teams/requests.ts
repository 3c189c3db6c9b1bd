/** What a member asks for and somebody else decides: an order above a limit, or a change that widens what somebody may. */
import type { BatchId, CustomerId } from "../../domain/ids.js";
import type { Sun } from "../../domain/money.js";
import { REQUEST_KINDS } from "../../domain/team-request.js";
import type { WhoRow } from "../batches.js";
import { all, didChange, one, run } from "../phase.js";
import { integer, oneOf, type RowOf, table, text } from "../table.js";

export const TEAM_REQUESTS = table(
  "team_request",
  {
    /** Of an order, its card's flow. */
    id: text().key.check("length(id) = 24").fixed,
    customer_id: text<CustomerId>().references("team").fixed,
    kind: oneOf(REQUEST_KINDS).fixed,
    asked_by: integer().fixed,
    /** JSON; of an order, what its card shows is in the flow. */
    what: text().fixed,
    /** What an order costs at most, whenever it is approved. */
    most_sun: integer<Sun>().orNull.fixed,
    created_at: integer().fixed,
    expires_at: integer().fixed,
    /** `ended`: who asked may no longer, or what it was about is no more as it was. */
    status: oneOf(["open", "approved", "declined", "withdrawn", "lapsed", "ended"]),
    decided_by: integer().orNull,
    decided_at: integer().orNull,
    /** Why it was declined, if they have said so, then or soon after. */
    reason: text().orNull,
    /** When owners were told again that it happens soon. */
    warned_at: integer().orNull,
    batch_id: text<BatchId>().orNull.references("batch"),
  },
  {
    checks: [
      "(status = 'open') = (decided_at IS NULL)",
      // Who asked never decides.
      "status NOT IN ('approved', 'declined') OR decided_by IS NULL OR decided_by <> asked_by",
      // The operator decides changes only.
      "status NOT IN ('approved', 'declined') OR decided_by IS NOT NULL OR kind NOT IN ('order', 'withdrawal')",
    ],
    isKept: true,
    sql: `
-- Those of a team that wait, that of an order, and those that are over.
CREATE INDEX team_request_of_team ON team_request (customer_id, id);
CREATE INDEX team_request_of_batch ON team_request (batch_id) WHERE batch_id IS NOT NULL;
CREATE INDEX team_request_open ON team_request (expires_at) WHERE status = 'open';`,
    triggers: [
      {
        name: "team_request_is_drawn",
        on: "AFTER UPDATE OF status, reason",
        does: ["UPDATE card SET dirty = 1 WHERE flow_id = NEW.id OR request_id = NEW.id"],
      },
      {
        name: "team_withdrawal_is_watched",
        on: "AFTER UPDATE OF status",
        when: "NEW.kind = 'withdrawal'",
        does: [
          "UPDATE card SET dirty = 1 WHERE watching = 1 AND flow_id IN (SELECT id FROM flow WHERE owner_user_id = NEW.asked_by AND kind = 'withdrawing')",
        ],
      },
      {
        name: "team_request_stays_decided",
        on: "BEFORE UPDATE OF status, decided_by, decided_at, batch_id",
        when: "OLD.status <> 'open'",
        refuses: "team_request: what was decided stays",
      },
      {
        name: "team_request_keeps_reason",
        on: "BEFORE UPDATE OF reason",
        when: "OLD.reason IS NOT NULL OR (OLD.status <> 'open' AND OLD.status <> 'declined')",
        refuses: "team_request: what was decided stays",
      },
    ],
  },
);
export type TeamRequestRow = RowOf<typeof TEAM_REQUESTS>;

export const insertRequest = (
  request: Omit<
    TeamRequestRow,
    "status" | "decided_by" | "decided_at" | "reason" | "batch_id" | "warned_at"
  >,
) => TEAM_REQUESTS.add({ ...request, status: "open" });

export const findRequest = (id: string) => TEAM_REQUESTS.one("WHERE id = ?", id);

/** The oldest first. */
export const openRequests = (customerId: CustomerId) =>
  TEAM_REQUESTS.all("WHERE customer_id = ? AND status = 'open' ORDER BY id", customerId);

export const allOpenRequests = () => TEAM_REQUESTS.all("WHERE status = 'open' ORDER BY id");

/** Teams that somebody joins once another owner has confirmed it. */
export const joinsWaiting = (userId: number) =>
  all<{ name: string }>(
    `SELECT name FROM team_request r JOIN customer ON customer.id = r.customer_id
     WHERE r.status = 'open' AND r.kind = 'join' AND json_extract(what, '$.change.userId') = ?
     ORDER BY r.id`,
    userId,
  );

export const requestsDue = (at: number) =>
  TEAM_REQUESTS.all("WHERE status = 'open' AND expires_at <= ? ORDER BY expires_at LIMIT 100", at);

/** Of owners who go unless somebody decides it, those of whom it was not told again. */
export const requestsToWarn = (expiresBy: number) =>
  TEAM_REQUESTS.all(
    `WHERE status = 'open' AND expires_at <= ? AND warned_at IS NULL AND kind IN ('role', 'removal')
     ORDER BY expires_at LIMIT 100`,
    expiresBy,
  );

export const requestWarned = (id: string, at: number) =>
  run("UPDATE team_request SET warned_at = ? WHERE id = ?", at, id);

export const sayReason = (id: string, reason: string) =>
  run("UPDATE team_request SET reason = ? WHERE id = ?", reason, id);

export interface Decision {
  readonly status: Exclude<TeamRequestRow["status"], "open">;
  readonly by: number | null;
  readonly at: number;
  readonly reason?: string | undefined;
  readonly batchId?: BatchId | undefined;
}

/** False when it was decided before. */
export const decideRequest = (id: string, { status, by, at, reason, batchId }: Decision) =>
  didChange(
    `UPDATE team_request SET status = ?, decided_by = ?, decided_at = ?, reason = ?, batch_id = ?
     WHERE id = ? AND status = 'open'`,
    ...[status, by, at, reason ?? null, batchId ?? null, id],
  );

/** Who has approved the call, or the booking that it comes from. */
export const whoApproved = (batchId: BatchId) =>
  one<WhoRow>(
    `SELECT r.decided_by AS user_id, coalesce(u.name, '') AS name, NULL AS key_id
     FROM team_request r LEFT JOIN telegram_user u ON u.user_id = r.decided_by
     WHERE r.status = 'approved'
       AND (r.batch_id = ? OR r.id = (SELECT id FROM booking WHERE batch_id = ?))`,
    ...[batchId, batchId],
  );
