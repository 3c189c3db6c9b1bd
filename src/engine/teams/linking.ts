/** A group becomes a team's, or nobody's: what is open there would be paid from another account than the group's, so it ends. The group hears of it. */
import type { CustomerId } from "../../domain/ids.js";
import type { TeamChange } from "../../domain/team-change.js";
import { closeFlow, openFlowsIn } from "../../store/chat/flows.js";
import { enqueue } from "../../store/chat/outbox.js";
import { currentChat, linkGroup } from "../../store/chat/telegram-users.js";
import { findCustomer } from "../../store/customers.js";
import type { Phase } from "../../store/phase.js";
import type { Doer } from "./log.js";

/** In the outbox, for a group: whether it orders for that team from now on. */
export interface TeamGroupEvent {
  readonly event: "teamGroup";
  readonly is: "linked" | "unlinked";
  readonly teamName: string;
}

export function* setTeamOfGroup(
  customerId: CustomerId,
  change: Extract<TeamChange, { readonly kind: "link" | "unlink" }>,
  doer: Doer,
  { id, at }: { readonly id: string; readonly at: number },
): Phase<void> {
  const isLink = change.kind === "link";
  // The group may have become another chat while it waited.
  const chatId = yield* currentChat(change.chatId);
  const team = isLink ? customerId : null;
  yield* linkGroup(chatId, team, isLink ? change.title : undefined);
  for (const flow of yield* openFlowsIn(chatId))
    if (flow.customer_id !== team) yield* closeFlow(flow, "dropped", at);
  // Who does it there is answered there.
  if (doer.chatId === chatId && doer.requestId === undefined) return;
  const teamName = (yield* findCustomer(customerId))?.name ?? "";
  const event: TeamGroupEvent = {
    event: "teamGroup",
    is: isLink ? "linked" : "unlinked",
    teamName,
  };
  yield* enqueue(`team:${id}:group`, chatId, JSON.stringify(event), at);
}
