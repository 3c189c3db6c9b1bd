/** What members of a team ask for and somebody else decides: taps on its cards, and what is typed to a team's questions. */
import { DeskError } from "../../domain/errors.js";
import { answerUpdate } from "../../engine/chat/outbox.js";
import { decide, readMaySayWhy, saysWhy } from "../../engine/chat/team-requests.js";
import { readChange } from "../../engine/teams/change-news.js";
import { RequestRefusal } from "../../engine/teams/deciding.js";
import { changeTeam, type TeamView, teamName } from "../../engine/teams/teams.js";
import { questionAskedIn } from "../../store/chat/outbox.js";
import type { ButtonTap } from "../kit/buttons.js";
import type { BotDeps, ShowCall } from "../kit/deps.js";
import { contactOf } from "../kit/draw.js";
import { languageOf } from "../kit/language.js";
import { promptCard } from "../kit/notes.js";
import { failureToast, noticeOf } from "../kit/notices.js";
import { cardOf } from "../kit/parts.js";
import { newCard, type TapCall } from "../kit/runner.js";
import type { Messages } from "../text/messages.js";
import { answer, answerTo } from "../transport/answer.js";
import { plain, shorten } from "../transport/format.js";
import type { Card } from "../transport/message.js";
import { takeSum } from "./changed.js";
import { changeText } from "./news.js";
import { button, requestsCard } from "./team-card.js";

/** A refusal as an answer; anything else is tried again. */
export function wordsOf(
  error: unknown,
  deps: BotDeps,
  { place, user }: ShowCall,
  messages: Messages,
): string {
  if (!(error instanceof DeskError)) throw error;
  if (error instanceof RequestRefusal) return messages.team.notDecided[error.why](error.userName);
  if (error.code === "NOT_CHANGEABLE") return messages.team.over;
  // Of what is typed here, only names can be wrong.
  if (error.code === "VALIDATION_FAILED") return messages.team.badName;
  const customerId = user.customer_id;
  const view = { ...noticeOf(error), isGroup: place.isGroup, customerId, desk: contactOf(deps) };
  return failureToast(view, messages);
}

const MOST_SHOWN = 20;

/** The oldest of those that wait for whoever looks, and their own. */
export async function requestsList(
  { engine }: BotDeps,
  view: TeamView,
  messages: Messages,
): Promise<Card> {
  const { members, requests, you } = view;
  const shown = [];
  for (const { id, kind, asked_by, most_sun: mostSun } of requests.slice(0, MOST_SHOWN)) {
    const change = kind === "order" ? undefined : await readChange(engine, id, you.userId);
    const what = change
      ? plain(changeText(change, messages)).text
      : `${messages.trx(mostSun ?? 0)} TRX`;
    const askedBy = members.find(({ userId }) => userId === asked_by)?.name ?? "";
    shown.push({ id, askedBy, what });
  }
  return requestsCard(view, shown, messages);
}

/** One more copy of the card of one of them, which is kept as all others are. */
export async function requestCardOf(
  { engine, sender }: BotDeps,
  { updateId, place, user }: ShowCall,
  { requests }: TeamView,
  requestId: string,
  messages: Messages,
): Promise<Card | undefined> {
  const row = requests.find(({ id }) => id === requestId);
  if (!row) return cardOf(messages.team.over);
  const subject = row.kind === "order" ? { flow_id: requestId } : { request_id: requestId };
  await answerUpdate(engine, updateId, [], newCard(engine, user, place, subject));
  sender.wake();
  return undefined;
}

/** A request is approved, declined or taken back, on any copy of its card; or whoever has declined it is asked why. */
export async function applyRequestTap(
  deps: BotDeps,
  call: TapCall,
  { requestId, act }: ButtonTap<"request">,
): Promise<void> {
  const { engine, sender } = deps;
  const { updateId, place, user } = call;
  const messages = await languageOf(deps, place.chatId);
  const { team } = messages;
  if (act === "why" && (await readMaySayWhy(engine, requestId, user.user_id))) {
    call.answer.say({});
    const question = place.isGroup ? team.requestOf(user.name, team.askWhy) : team.askWhy;
    return ask(deps, call, `why:${requestId}`, question);
  }
  try {
    if (act === "why") call.answer.say({ text: team.whyTheirs, alert: true });
    else {
      const chatId = place.isGroup ? place.chatId : undefined;
      await decide(engine, { requestId, userId: user.user_id, chatId, decision: act });
      call.answer.say({ text: team.done });
    }
  } catch (error) {
    call.answer.say({ text: wordsOf(error, deps, call, messages), alert: true });
  }
  // All copies of its card are drawn by themselves.
  await answerUpdate(engine, updateId, []);
  sender.wake();
}

/** Its key says what a reply to it answers. */
export async function ask(
  { engine, sender }: BotDeps,
  { updateId, place, messageId: replyTo }: ShowCall,
  what: `${"why" | "name" | "sum"}:${string}`,
  question: string,
): Promise<void> {
  const card = promptCard(question);
  const forceReply = { placeholder: "…" };
  const told = answerTo(updateId, place, card, { replyTo, forceReply });
  await answerUpdate(engine, updateId, [{ ...told, key: `ask:${what}:${updateId}` }]);
  sender.wake();
}

const LONGEST_REASON = 300;

/** A reply to a question of a team's; false where it was none. */
export async function answersTeam(
  deps: BotDeps,
  call: ShowCall & { readonly text: string; readonly repliedId: number | undefined },
): Promise<boolean> {
  const { engine, sender } = deps;
  const { updateId, place, user, messageId: replyTo, text, repliedId } = call;
  if (repliedId === undefined) return false;
  const key = await engine.database.read(() => questionAskedIn(place.chatId, repliedId));
  if (key === undefined) return false;
  const [, what, id = ""] = key.split(":");
  const messages = await languageOf(deps, place.chatId);
  const { team } = messages;
  const { user_id: userId } = user;
  const said = (words: string, open?: string) =>
    answerTo(
      updateId,
      place,
      cardOf(words, open === undefined ? [] : [[button(open, { act: "open", team: id })]]),
      { replyTo },
    );
  try {
    if (what === "sum") {
      const again = await takeSum(deps, call, id, messages);
      if (again !== undefined) await ask(deps, call, `sum:${id}`, again);
    } else if (what === "why") {
      const reason = shorten(text.trim(), LONGEST_REASON);
      const told = (isSaid: boolean) => [said(isSaid ? team.done : team.whyTheirs)];
      await saysWhy(engine, { updateId, requestId: id, userId, reason, told });
    } else {
      const change = { kind: "rename", name: teamName(text) } as const;
      const told = () => [said(team.done, team.title(change.name))];
      await changeTeam(engine, { updateId, customerId: id, userId, change, told });
    }
    sender.wake();
  } catch (error) {
    await answer(deps, updateId, place, cardOf(wordsOf(error, deps, call, messages)), { replyTo });
  }
  return true;
}
