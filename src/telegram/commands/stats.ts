/** `/stats`: a picture of recent spending, in private. */

import { readSpending } from "../../engine/customers/spending.js";
import { noteCard } from "../cards/notes.js";
import { nothingSpentCard, statsCard } from "../cards/stats.js";
import type { BotDeps, ShowCall } from "../deps.js";
import { contactOf } from "../drawing/draw.js";
import { languageOf } from "../language.js";
import { spendingChart } from "../picture/spending-chart.js";
import { answer } from "../sending/answer.js";

const DAYS = 30;

export async function showStats(door: BotDeps, call: ShowCall): Promise<void> {
  const { updateId, place, user, messageId } = call;
  const messages = await languageOf(door, user.user_id);
  if (place.isGroup) {
    const card = noteCard("privateOnly", contactOf(door), messages);
    return answer(door, updateId, place, card, { replyTo: messageId });
  }
  const spending = await readSpending(door.engine, user.customer_id, DAYS);
  if (spending.all.spentSun === 0) {
    return answer(door, updateId, place, nothingSpentCard(spending, messages));
  }
  // Drawn now: a repeated send shows the same, even in another language.
  const picture = spendingChart(spending, messages.stats);
  await answer(door, updateId, place, statsCard(spending, messages), { picture });
}
