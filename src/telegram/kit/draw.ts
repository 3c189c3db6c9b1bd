/** Draws a card from what its subject is now: a flow, or the orders of a batch. */

import type { OrderBooks } from "../../engine/book/order-book.js";
import type { Engine } from "../../engine/context.js";
import type { OrderCosts } from "../../engine/orders/read-costs.js";
import type { AfterDelivery } from "../../engine/receivers/after-delivery.js";
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

/** Draws a card's subject: a flow, or the orders of a call. */
interface Draws {
  flow(drawer: Drawer, row: FlowRow, messages: Messages): Promise<Drawing>;
  batch(
    drawer: Drawer,
    batchId: string,
    messages: Messages,
    place: { readonly isGroup: boolean },
  ): Promise<Drawing>;
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
  if (row.batch_id !== null) {
    return draws.batch(drawer, row.batch_id, messages, { isGroup });
  }
  const { flow_id: flowId } = row;
  if (flowId === null) return undefined;
  const { engine } = drawer;
  const flow = await engine.database.read(() => findFlow(flowId));
  if (!flow) return undefined;
  const { customer_id: customerId, owner_user_id: asker } = flow;
  const { owner_user_id: reader } = row;
  // In private, what another member asks for is for who decides it.
  if (!isGroup && reader !== asker && !(await readMay(engine, customerId, reader, "approve")))
    return { card: cardOf(messages.team.decidesNoMore), watching: false, urgency: "answer" };
  return draws.flow(drawer, { ...flow, is_group: isGroup ? 1 : 0 }, messages);
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
