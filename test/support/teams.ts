/** A team on the paper desk, with money and members. */
import type { CustomerId } from "../../src/domain/ids.js";
import { sun } from "../../src/domain/money.js";
import type { Role } from "../../src/domain/team.js";
import type { Whose } from "../../src/engine/chat/card-money.js";
import { openFlow } from "../../src/engine/chat/flows.js";
import { askForOrder } from "../../src/engine/chat/team-requests.js";
import { telegramUser } from "../../src/engine/chat/telegram-users.js";
import { creditCustomer } from "../../src/engine/customers/customers.js";
import { quoteOrders } from "../../src/engine/orders/quote-orders.js";
import { foundTeam } from "../../src/engine/teams/teams.js";
import type { FlowRow } from "../../src/store/chat/flows.js";
import { insertMember } from "../../src/store/teams/teams.js";
import { newUpdate } from "../engine/faults/updates.js";
import type { Desk } from "./desk.js";
import { request } from "./desk.js";
import { paidCredit } from "./terms.js";

export const TRX = 1_000_000;
export const [OWNER, OTHER_OWNER, APPROVER, TRADER, VIEWER, GUEST] = [11, 12, 13, 14, 15, 16];

const MEMBERS: readonly (readonly [number, Role])[] = [
  [OTHER_OWNER, "owner"],
  [APPROVER, "approver"],
  [TRADER, "trader"],
  [VIEWER, "viewer"],
];

/** With two owners and one of each other role unless others are named, and 100 TRX; its customer id. */
export async function teamOn(
  desk: Desk,
  members: readonly (readonly [number, Role])[] = MEMBERS,
): Promise<CustomerId> {
  const { engine } = desk;
  for (const userId of [OWNER, GUEST, ...members.map(([id]) => id)]) {
    const who = { userId, name: `@user${userId}`, clientLanguage: "en" };
    await telegramUser(engine, who, paidCredit(sun(0)));
  }
  let team = "";
  const updateId = await newUpdate(desk);
  const told = (customerId: CustomerId) => {
    team = customerId;
    return [];
  };
  await foundTeam(engine, { updateId, userId: OWNER, name: "Desk", told });
  for (const [userId, role] of members) {
    const at = desk.clock.nowMs;
    const member = { customer_id: team, user_id: userId, role, joined_at: at };
    await desk.commit(() => insertMember(member));
  }
  await creditCustomer(engine, {
    ...{ customerId: team, amountSun: sun(100 * TRX), kind: "payment" },
    ...{ reason: "test", reference: "first" },
  });
  return team;
}

/** A draft of somebody's that the team would pay. */
export async function teamDraft(
  desk: Desk,
  team: CustomerId,
  {
    id,
    userId = TRADER,
    chatId = userId,
  }: { readonly id: string; readonly userId?: number; readonly chatId?: number },
) {
  const flow: FlowRow = {
    ...{ id: id.padEnd(24, "0"), kind: "draft", version: 1, owner_user_id: userId },
    ...{ customer_id: team, chat_id: chatId, thread_id: null, status: "open" },
    ...{ step: "confirm", data: "{}", batch_id: null, due_at: null, needs_sun: null },
    ...{ is_group: chatId < 0 ? 1 : 0, updated_at: desk.clock.nowMs },
  };
  const card = {
    ...{ id: `${flow.id.slice(0, 23)}c`, flow_id: flow.id, batch_id: null },
    ...{ owner_user_id: userId, chat_id: chatId, thread_id: null, reply_to: null },
  };
  const updateId = await newUpdate(desk);
  await desk.commit(() => openFlow({ updateId, flow, card }));
  const whose: Whose = {
    ...{ id: flow.id, ownerUserId: userId, customerId: team, chatId, isGroup: chatId < 0 },
  };
  return { flow, whose };
}

/** What a draft pays: 65,000 Energy for an hour, 3.9 TRX, unless changed. */
export async function quotedFor(
  desk: Desk,
  team: CustomerId,
  change: Record<string, unknown> = {},
) {
  const asked = request(change);
  await desk.engine.receivers.verdicts(asked.receivers);
  const quote = await quoteOrders(desk.engine, team, asked);
  return {
    ...{ request: asked, quoteId: quote.quoteId ?? "", maxTotalSun: quote.totalSun },
    ...{ lastWallets: undefined, isChosen: true },
  };
}

/** A request of the trader's; its id. */
export async function asked(
  desk: Desk,
  team: CustomerId,
  id: string,
  change: Record<string, unknown> = {},
) {
  const { whose } = await teamDraft(desk, team, { id });
  const payment = await quotedFor(desk, team, change);
  const order = { whose, why: ["alone"] as const, payment };
  const cardIds = [1, 2, 3].map((at) => `${whose.id.slice(0, 22)}${at}d`);
  await desk.commit(() => askForOrder(order, cardIds, desk.moment));
  return whose.id;
}
