/** `/history`: the statement of the account as a file, in private. */

import { dayEndMs } from "../../common/utc-day.js";
import { parsePeriod } from "../intake/period.js";
import type { BotDeps, ShowCall } from "../kit/deps.js";
import { contactOf } from "../kit/draw.js";
import { languageOf } from "../kit/language.js";
import { noteCard } from "../kit/notes.js";
import { answer } from "../transport/answer.js";
import { badPeriodCard, historyCard } from "./stats-card.js";

export async function showHistory(
  door: BotDeps,
  call: ShowCall & { readonly args: string },
): Promise<void> {
  const { updateId, place, user, messageId } = call;
  const messages = await languageOf(door, user.user_id);
  const say = (card: ReturnType<typeof historyCard>) =>
    answer(door, updateId, place, card, { replyTo: messageId });
  if (place.isGroup) return say(noteCard("privateOnly", contactOf(door), messages));
  const now = door.engine.now();
  const period = parsePeriod(call.args, now);
  if (!("to" in period)) return say(badPeriodCard(period, now, messages));
  const { from, to } = period;
  const whose = { customerId: user.customer_id, userId: user.user_id };
  const untilMs = Math.min(now, dayEndMs(to));
  const document = { kind: "history", ...whose, from, to, untilMs } as const;
  await answer(door, updateId, place, historyCard({ from, to, latest: [] }, messages), {
    document,
  });
}
