/** Teams after a restore: what was decided since the backup is lost, so nothing that waited then goes on by itself. */
import type { Phase } from "../../store/phase.js";
import { endAllInvitations } from "../../store/teams/invitations.js";
import { deleteAllLinkCodes } from "../../store/teams/link-codes.js";
import { allOpenRequests, decideRequest } from "../../store/teams/requests.js";
import { allTeams } from "../../store/teams/teams.js";
import { logged } from "./log.js";
import { type TeamMoneyNews, tellOfMoney } from "./tell.js";

const NOBODY = { userId: null };

/** Requests, invitations and codes end: they may have been decided, used or withdrawn since. */
export function* endOpenOfTeams(takenAt: number, at: number): Phase<void> {
  for (const { id, customer_id: customerId } of yield* allOpenRequests()) {
    yield* decideRequest(id, { status: "lapsed", by: null, at });
    yield* logged(customerId, NOBODY, { act: "lapsed", subject: id }, at);
  }
  yield* endAllInvitations();
  yield* deleteAllLinkCodes();
  for (const { customer_id: customerId } of yield* allTeams()) {
    const entry = { act: "restored", subject: new Date(takenAt).toISOString() } as const;
    yield* logged(customerId, NOBODY, entry, at);
  }
}

/** Once the desk goes on: members and limits are those of the backup. */
export function* tellTeamsRestored(takenAt: number, at: number): Phase<void> {
  for (const { customer_id: customerId } of yield* allTeams()) {
    const event: TeamMoneyNews = { event: "teamMoney", what: "restored", takenAt };
    const key = `team:restored:${customerId}:${at}`;
    yield* tellOfMoney(customerId, { key, event, at, onlyOwners: true });
  }
}
