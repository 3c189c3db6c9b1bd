/** What the operator sees and does of teams: the way out where owners block each other, or are gone. */
import { DeskError } from "../../domain/errors.js";
import type { CustomerId } from "../../domain/ids.js";
import type { Role } from "../../domain/team.js";
import type { TeamChange } from "../../domain/team-change.js";
import { findCustomer } from "../../store/customers.js";
import type { Phase } from "../../store/phase.js";
import { findRequest, openRequests } from "../../store/teams/requests.js";
import { allTeams, findTeam, membersOf } from "../../store/teams/teams.js";
import { dueTimeOf, type Engine } from "../context.js";
import { changeByOperator, decideChange, OPERATOR } from "./changes.js";
import { type TeamView, wholeTeam } from "./teams.js";

export interface ListedTeam {
  readonly customerId: CustomerId;
  readonly name: string;
  readonly members: number;
  readonly owners: number;
  /** Open ones. */
  readonly requests: number;
  readonly foundedAt: number;
}

export function readTeams(engine: Engine): Promise<ListedTeam[]> {
  return engine.database.read(function* (): Phase<ListedTeam[]> {
    const listed: ListedTeam[] = [];
    for (const { customer_id: customerId, created_at: foundedAt } of yield* allTeams()) {
      const members = yield* membersOf(customerId);
      listed.push({
        ...{ customerId, name: (yield* findCustomer(customerId))?.name ?? "", foundedAt },
        ...{ members: members.length, owners: members.filter(isOwner).length },
        requests: (yield* openRequests(customerId)).length,
      });
    }
    return listed;
  });
}

const isOwner = ({ role }: { readonly role: Role }) => role === "owner";

/** Throws NOT_FOUND for what is no team. */
export function readWholeTeam(
  engine: Engine,
  customerId: CustomerId,
): Promise<Omit<TeamView, "you">> {
  const moment = { dueAt: dueTimeOf(engine), at: engine.now() };
  return engine.database.read(function* (): Phase<Omit<TeamView, "you">> {
    const team = yield* findTeam(customerId);
    if (!team) throw noTeam(customerId);
    return yield* wholeTeam(team, moment);
  });
}

/** At once: all whom it concerns are told, and it stands in the team's log. Throws NOT_FOUND, and FORBIDDEN for what no team can be. */
export async function changeTeamByOperator(
  engine: Engine,
  customerId: CustomerId,
  change: TeamChange,
): Promise<void> {
  const moment = { id: engine.newId(), at: engine.now() };
  await engine.database.commit(function* (): Phase<void> {
    if (!(yield* findTeam(customerId))) throw noTeam(customerId);
    yield* changeByOperator(customerId, change, moment);
  });
  engine.keys.forget();
}

/** A change that waits for another owner. Orders and withdrawals are the team's own matter. */
export async function decideByOperator(
  engine: Engine,
  requestId: string,
  isApproved: boolean,
): Promise<void> {
  const at = engine.now();
  await engine.database.commit(function* (): Phase<void> {
    const request = yield* findRequest(requestId);
    if (!request) throw new DeskError("NOT_FOUND", `There is no request with the id ${requestId}.`);
    if (request.kind === "order" || request.kind === "withdrawal")
      throw new DeskError(
        "FORBIDDEN",
        "Only the team itself decides about orders and withdrawals.",
      );
    yield* decideChange(request, OPERATOR, isApproved, { at });
  });
  engine.keys.forget();
}

const noTeam = (id: string) =>
  new DeskError("NOT_FOUND", `There is no team with the id ${id}. \`desk team list\` shows them.`);
