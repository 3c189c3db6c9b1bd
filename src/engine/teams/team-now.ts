/** A team as its changes meet it, and which of the open requests end because it is another now. */
import type { CustomerId } from "../../domain/ids.js";
import { mayDo } from "../../domain/team.js";
import {
  type AskedChange,
  askedChangeSchema,
  mayWant,
  type TeamChange,
  type TeamNow,
  valueNow,
} from "../../domain/team-change.js";
import { findCustomer } from "../../store/customers.js";
import type { Phase } from "../../store/phase.js";
import { endInvitation, openInvitations } from "../../store/teams/invitations.js";
import {
  type Decision,
  decideRequest,
  openRequests,
  type TeamRequestRow,
} from "../../store/teams/requests.js";
import { findMember, findTeam, membersOf } from "../../store/teams/teams.js";
import { findName } from "../../store/wallet-names.js";
import { type Entry, logged } from "./log.js";
import { limitsOf, refused, rulesOf } from "./rights.js";
import { tellAsker, tellDecided } from "./tell-decided.js";

/** As the change meets it. */
export function* teamNow(customerId: CustomerId, change: TeamChange): Phase<TeamNow> {
  const team = yield* findTeam(customerId);
  if (!team) throw refused("role");
  const named = change.kind === "wallet" ? yield* findName(customerId, change.name) : undefined;
  const { team: limits, ...rules } = rulesOf(team);
  return {
    name: (yield* findCustomer(customerId))?.name ?? "",
    named: named?.address,
    limits,
    ...rules,
    members: (yield* membersOf(customerId)).map((row) => ({
      userId: row.user_id,
      role: row.role,
      limits: limitsOf(row),
    })),
  };
}

export const changeOf = ({ what }: TeamRequestRow) => askedChangeSchema.parse(JSON.parse(what));

/** Whoever asked may still want it, and what it changes is as it was. */
export function isStill(asked: AskedChange, askedBy: number, team: TeamNow): boolean {
  return mayStillWant(asked, askedBy, team) && valueNow(asked.change, team) === asked.was;
}

function mayStillWant({ change }: AskedChange, askedBy: number, { members }: TeamNow): boolean {
  const asker = members.find(({ userId }) => userId === askedBy);
  return asker !== undefined && mayWant(change, asker);
}

/**
 * After each change of a team: requests and invitations of who may no longer make them end, and so does what would change something that is
 * not as it was. None of them comes back with its member.
 */
export function* endImpossible(
  customerId: CustomerId,
  doneBy: number | null,
  at: number,
): Phase<void> {
  for (const row of yield* openRequests(customerId)) {
    if (yield* isPossible(row)) continue;
    const ended = { status: "ended", by: null, at } as const;
    yield* decideRequest(row.id, ended);
    // Who does it themselves knows.
    if (row.asked_by !== doneBy) yield* tellEnded(row, ended);
    const said = row.kind === "order" ? { subject: row.id } : saidOf(changeOf(row));
    yield* logged(customerId, { userId: null, requestId: row.id }, { act: "ended", ...said }, at);
  }
  for (const { id, role, invited_by: invitedBy } of yield* openInvitations(customerId, at)) {
    if ((yield* findMember(customerId, invitedBy))?.role === "owner") continue;
    yield* endInvitation(customerId, id);
    const entry = { act: "ended", subject: `invitation ${id}`, before: { role } } as const;
    yield* logged(customerId, { userId: null }, entry, at);
  }
}

/** Of a change not who has lost the right to ask for it, nor where its member is gone: they were told of that. */
function* tellEnded(row: TeamRequestRow, ended: Decision): Phase<void> {
  const { customer_id: customer, asked_by: askedBy, id: key } = row;
  const { at } = ended;
  if (row.kind === "order") return yield* tellAsker(row, ended);
  const asked = changeOf(row);
  const team = yield* teamNow(customer, asked.change);
  if (!mayStillWant(asked, askedBy, team) || isOfNobody(asked.change, team)) return;
  yield* tellDecided({ customer, asked, askedBy, key, at }, "ended", [askedBy]);
}

/** It is about a member who is gone. */
export function isOfNobody(change: TeamChange, { members }: TeamNow): boolean {
  if (!("userId" in change) || change.kind === "join") return false;
  return !members.some(({ userId }) => userId === change.userId);
}

function* isPossible(row: TeamRequestRow): Phase<boolean> {
  const { customer_id: customerId, asked_by: askedBy } = row;
  if (row.kind === "order") {
    const asker = yield* findMember(customerId, askedBy);
    return asker !== undefined && mayDo(asker.role, "order");
  }
  const asked = changeOf(row);
  return isStill(asked, askedBy, yield* teamNow(customerId, asked.change));
}

/** A change as the log has it. */
export const saidOf = ({
  change,
  was,
}: AskedChange): Pick<Entry, "subject" | "before" | "after"> => ({
  subject: subjectOf(change),
  before: was,
  after: change,
});

function subjectOf(change: TeamChange): string {
  if ("userId" in change) return `user ${change.userId}`;
  if ("title" in change) return change.title;
  if (change.kind === "withdrawal") return change.address;
  return change.kind === "wallet" ? change.name : "team";
}
