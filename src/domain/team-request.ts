/** What a member of a team asks for and somebody else decides, and what a team's log tells of. */
import { HOUR_MS } from "../common/time.js";

/** An order above a limit; a withdrawal; the others widen what somebody may, or take an owner's rights. */
export const REQUEST_KINDS = [
  "order",
  "join",
  "role",
  "memberLimits",
  "teamLimits",
  "rules",
  "link",
  "unlink",
  "removal",
  "rename",
  "wallet",
  "withdrawal",
  "key",
] as const;

/** How long an order waits to be approved. */
export const ORDER_REQUEST_MS = HOUR_MS;
/** How long a change waits for a second owner. */
export const CHANGE_REQUEST_MS = 72 * HOUR_MS;
/** How long before an owner goes because nobody has decided it all owners are told again. */
export const WARNED_BEFORE_MS = 24 * HOUR_MS;
/** For how long whoever has declined may still say why. */
export const REASON_MS = HOUR_MS;
/** How long an invitation can be used. */
export const INVITATION_MS = 24 * HOUR_MS;

/** What the log has of a team. */
export type TeamAct =
  | "founded"
  | "renamed"
  | "invited"
  | "joined"
  | "removed"
  | "role"
  | "memberLimits"
  | "teamLimits"
  | "rules"
  | "linkCode"
  | "linked"
  | "unlinked"
  | "key"
  | "keyRevoked"
  | "asked"
  /** A wallet of the book. */
  | "named"
  | "unnamed"
  /** What another member has ordered. */
  | "cancelled"
  | "changed"
  | "approved"
  | "declined"
  | "withdrawn"
  /** Money that was taken out. */
  | "withdrawal"
  | "lapsed"
  /** A request or an invitation that is no longer possible: a member's rights, or what it was about, are others. */
  | "ended"
  /** The desk, from a backup: what was done since is lost. */
  | "restored";
