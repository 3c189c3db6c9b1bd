/** Draws a card from what its subject is now: a flow, the orders of a batch, or what a member of a team asks for. */

import type { OrderBooks } from "../../engine/book/order-book.js";
import type { Engine } from "../../engine/context.js";
import type { OrderCosts } from "../../engine/orders/read-costs.js";
import type { AfterDelivery } from "../../engine/receivers/after-delivery.js";
import { readWhyEnded } from "../../engine/teams/paid-from.js";
import { readMay } from "../../engine/teams/rights.js";
import type { CardRow } from "../../store/chat/cards.js";
import { type FlowRow, findFlow } from "../../store/chat/flows.js";
import type { Messages } from "../text/messages.js";
import type { Drawing } from "../transport/sender.js";
import type { TelegramSettings } from "./deps.js";
import { languageOfCard } from "./language.js";
import { cardOf } from "./parts.js";
import type { DeskContact } from "./views.js";

export interface Drawer {
  readonly engine: Engine;
  readonly settings: TelegramSettings;
  readonly books: OrderBooks;
  readonly costs: OrderCosts;
  readonly afterDelivery: AfterDelivery;
  readonly bot: { readonly username: string };
}

/** Draws a card's subject: a flow, the orders of a call, or a change of a team, as somebody reads it. */
export interface Draws {
  /** `reader`: of a private chat. */
  flow(
    drawer: Drawer,
    row: FlowRow,
    messages: Messages,
    reader: number | undefined,
  ): Promise<Drawing>;
  batch(
    drawer: Drawer,
    batchId: string,
    messages: Messages,
    place: { readonly isGroup: boolean; readonly reader: number | undefined },
  ): Promise<Drawing>;
  change(
    drawer: Drawer,
    requestId: string,
    userId: number,
    messages: Messages,
  ): Promise<Drawing | undefined>;
}

/** Undefined when what it shows is forgotten. */
export async function drawCard(
  drawer: Drawer,
  row: CardRow,
  draws: Draws,
): Promise<Drawing | undefined> {
  const messages = await languageOfCard(drawer, row);
  // A private chat's id is its user's. A team's card has copies in both.
  const isGroup = row.chat_id !== row.owner_user_id;
  const { flow_id: flowId, request_id: requestId, owner_user_id: userId } = row;
  const reader = isGroup ? undefined : userId;
  if (row.batch_id !== null)
    return draws.batch(drawer, row.batch_id, messages, { isGroup, reader });
  if (requestId !== null) {
    const drawing = await draws.change(drawer, requestId, userId, messages);
    return drawing ? { ...drawing, rings: drawing.watching } : decidesNoMore(messages);
  }
  if (flowId === null) return undefined;
  const { engine } = drawer;
  const flow = await engine.database.read(() => findFlow(flowId));
  if (!flow) return undefined;
  const { customer_id: customerId, owner_user_id: asker } = flow;
  // In private, what another member asks for is for who decides it.
  const isCopy = !isGroup && userId !== asker;
  if (isCopy && !(await readMay(engine, customerId, userId, "approve")))
    return decidesNoMore(messages);
  const ended = flow.status === "dropped" ? await readWhyEnded(engine, flow) : undefined;
  if (ended) return lastWord(messages.team.cardOver(ended.why, ended.teamName, isGroup));
  const shown = { ...flow, is_group: isGroup ? 1 : 0 } as const;
  const drawing = await draws.flow(drawer, shown, messages, reader);
  return { ...drawing, rings: isCopy };
}

/** Who was asked has no right to it any more. */
function decidesNoMore({ team }: Messages): Drawing {
  return lastWord(team.decidesNoMore);
}

function lastWord(said: string): Drawing {
  return { card: cardOf(said), watching: false, urgency: "answer" };
}

export function contactOf({
  engine,
  settings,
  bot,
}: Pick<Drawer, "engine" | "settings" | "bot">): DeskContact {
  return {
    takesDeposits: engine.deposits !== undefined,
    operatorContact: settings.operatorContact,
    privateChatUrl: `https://t.me/${bot.username}`,
  };
}
