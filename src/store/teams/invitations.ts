/** Invitations into a team: a link for one person, of which only the hash is kept. */
import type { CustomerId } from "../../domain/ids.js";
import { ROLES } from "../../domain/team.js";
import { didChange, one, run } from "../phase.js";
import { integer, oneOf, type RowOf, table, text } from "../table.js";

export const TEAM_INVITATIONS = table(
  "team_invitation",
  {
    id: text().key.check("length(id) = 24").fixed,
    customer_id: text<CustomerId>().references("team").fixed,
    role: oneOf(ROLES).fixed,
    hash: text().unique.check("length(hash) = 64").fixed,
    invited_by: integer().fixed,
    created_at: integer().fixed,
    expires_at: integer().fixed,
    /** `used`: somebody came by it, and has joined or waits for another owner. */
    status: oneOf(["open", "used", "withdrawn"]),
    used_by: integer().orNull,
  },
  {
    checks: ["(status = 'used') = (used_by IS NOT NULL)"],
    sql: `
-- Those of a team that nobody has used.
CREATE INDEX team_invitation_open ON team_invitation (customer_id) WHERE status = 'open';`,
  },
);
export type InvitationRow = RowOf<typeof TEAM_INVITATIONS>;

export const insertInvitation = (invitation: Omit<InvitationRow, "status" | "used_by">) =>
  TEAM_INVITATIONS.add({ ...invitation, status: "open" });

export const findInvitation = (hash: string) =>
  one<InvitationRow>(
    `SELECT ${TEAM_INVITATIONS.columns} FROM team_invitation WHERE hash = ?`,
    hash,
  );

export const openInvitations = (customerId: CustomerId, at: number) =>
  TEAM_INVITATIONS.all(
    "WHERE customer_id = ? AND status = 'open' AND expires_at > ? ORDER BY id",
    customerId,
    at,
  );

/** False when somebody was faster, it is over or withdrawn. */
export const useInvitation = (id: string, userId: number, at: number) =>
  didChange(
    `UPDATE team_invitation SET status = 'used', used_by = ?
     WHERE id = ? AND status = 'open' AND expires_at > ?`,
    ...[userId, id, at],
  );

/** After a restore: some of them may have been used or withdrawn since the backup. */
export const endAllInvitations = () =>
  run("UPDATE team_invitation SET status = 'withdrawn' WHERE status = 'open'");

/** By an owner; false when it was used before. */
export const endInvitation = (customerId: CustomerId, id: string) =>
  didChange(
    `UPDATE team_invitation SET status = 'withdrawn'
     WHERE id = ? AND customer_id = ? AND status = 'open'`,
    ...[id, customerId],
  );
