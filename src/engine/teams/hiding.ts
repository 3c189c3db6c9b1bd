/** What a member sees of a team ends with the right to it: open cards of the team are over, those in private are kept no more. */
import type { CustomerId } from "../../domain/ids.js";
import { mayDo } from "../../domain/team.js";
import { forgetPrivateCards, lookAtRequestCards } from "../../store/chat/cards.js";
import { closeFlow, openFlowsFor } from "../../store/chat/flows.js";
import { enqueue } from "../../store/chat/outbox.js";
import { findTelegramUser, payFrom } from "../../store/chat/telegram-users.js";
import { unwatchInPrivate } from "../../store/chat/watched-batches.js";
import type { Phase } from "../../store/phase.js";
import { findMember, findTeam } from "../../store/teams/teams.js";
import { rulesOf } from "./rights.js";

/** In the outbox: they pay from their own account again. */
export interface TeamLostEvent {
  readonly event: "teamLost";
  readonly customerId: CustomerId;
}

/** After a change of their role, or of what roles see; nothing for who still has the rights. */
export function* hideFrom(customerId: CustomerId, userId: number, at: number): Phase<void> {
  const team = yield* findTeam(customerId);
  const member = yield* findMember(customerId, userId);
  yield* lookAtRequestCards(customerId, userId);
  const orders = member !== undefined && mayDo(member.role, "order");
  const seesMoney = team && member && mayDo(member.role, "seeMoney", rulesOf(team));
  if (orders && seesMoney) return;
  if (!seesMoney) {
    yield* forgetPrivateCards(customerId, userId);
    yield* unwatchInPrivate(customerId, userId);
    yield* payFromOwn(customerId, userId, at);
  }
  for (const flow of yield* openFlowsFor(customerId, userId)) {
    const isSeen = flow.is_group === 1 ? orders : seesMoney;
    if (!isSeen) yield* closeFlow(flow, "dropped", at);
  }
}

/** Said once, so that nobody pays from another account than they think. */
function* payFromOwn(customerId: CustomerId, userId: number, at: number): Phase<void> {
  if ((yield* findTelegramUser(userId))?.pays_from !== customerId) return;
  yield* payFrom(userId, null);
  const event: TeamLostEvent = { event: "teamLost", customerId };
  yield* enqueue(`team:${customerId}:${userId}:lost:${at}`, userId, JSON.stringify(event), at);
}
