/** `/stats`: a picture of recent spending, in private. */

import { readSpending } from "../../engine/customers/spending.js";
import type { BotDeps, ShowCall } from "../kit/deps.js";
import { contactOf } from "../kit/draw.js";
import { languageOf } from "../kit/language.js";
import { noteCard } from "../kit/notes.js";
import { answer } from "../transport/answer.js";
import { spendingChart } from "./spending-chart.js";
import { nothingSpentCard, statsCard } from "./stats-card.js";

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
