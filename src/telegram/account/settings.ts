/** `/settings`: one card, edited in place. In a group it is about the group, and only its admins may change it. */

import { SUN_PER_TRX, type Sun, sun } from "../../domain/money.js";
import { isForGroups, modesOf } from "../../domain/notification.js";
import {
  changeSettings,
  type NewsChat,
  type NewsSettings,
  type SettingChange,
} from "../../engine/chat/notification-settings.js";
import {
  chooseGroupLanguage,
  chooseLanguage,
  readLanguageWish,
} from "../../engine/chat/telegram-users.js";
import { findLimitQuestion, type LimitQuestionRow } from "../../store/chat/news-settings.js";
import type { OutboxMessage } from "../../store/chat/outbox.js";
import { parseTypedTrx } from "../intake/amount.js";
import { isGroupAdmin } from "../kit/admins.js";
import type { SettingTap } from "../kit/buttons.js";
import type { BotDeps, ShowCall } from "../kit/deps.js";
import { isLanguage, LANGUAGES, languageOf } from "../kit/language.js";
import { promptCard } from "../kit/notes.js";
import { cardOf } from "../kit/parts.js";
import { repeatable } from "../kit/said.js";
import { answer, answerTo } from "../transport/answer.js";
import type { Place } from "../transport/message.js";
import type { Payload } from "../transport/send.js";
import type { Words } from "../transport/tap-answer.js";
import { readingsCard, type SettingsView, settingsCard } from "./settings-card.js";

/** A new card. Questions of older ones are dropped. */
export async function showSettings(deps: BotDeps, call: ShowCall): Promise<void> {
  await change(deps, call, { set: "nothing" });
}

/** Calls back with the answer to the tap once it is known; an empty one means that the card shows it. */
export async function applySettingTap(
  deps: BotDeps,
  call: ShowCall,
  tapped: SettingTap,
): Promise<Words> {
  const { place, user, messageId } = call;
  const { settings, toasts, closed } = await languageOf(deps, place.chatId);
  if (place.isGroup) {
    if (!isGroupsOwn(tapped)) return { text: toasts.stale };
    const isAdmin = await isGroupAdmin(deps, place.chatId, user.user_id);
    if (isAdmin === undefined) return { text: settings.cannotAsk, alert: true };
    if (!isAdmin) return { text: settings.adminsOnly, alert: true };
  }
  if (tapped.what === "mode" && !modesOf(tapped.kind).includes(tapped.mode)) {
    return { text: toasts.stale };
  }
  if (tapped.what === "language") {
    const { code = null } = tapped;
    if (code !== null && !isLanguage(code)) return { text: toasts.stale };
    if (!place.isGroup) await chooseLanguage(deps.engine, user.user_id, code);
    else if (code !== null) await chooseGroupLanguage(deps.engine, place.chatId, code);
  }
  const choosing = tapped.what === "choices" ? tapped.of : undefined;
  const edits = messageId || undefined;
  // A reading of a typed limit is tapped below the card that asked for it.
  const asked =
    tapped.what === "limit" &&
    (await deps.engine.database.read(() => findLimitQuestion(user.user_id)));
  const left = asked ? [leftCard(call, asked.message_id, closed.continued)] : [];
  await change(deps, call, changeOf(tapped, messageId), { edits, choosing, left });
  return {};
}

/** What is chosen for a group. The rest is each person's own. */
function isGroupsOwn(tapped: SettingTap): boolean {
  switch (tapped.what) {
    case "mode":
      return isForGroups(tapped.kind);
    case "choices":
      return tapped.of === "language";
    case "language":
      return tapped.code !== undefined;
    default:
      return tapped.what === "back";
  }
}

function changeOf(tapped: SettingTap, messageId: number | undefined): SettingChange {
  switch (tapped.what) {
    case "mode":
      return { set: "mode", kind: tapped.kind, mode: tapped.mode };
    case "noLimit":
      return { set: "limit", limitSun: undefined };
    case "limit":
      return limitOf(tapped.about, sun(tapped.limit));
    case "askAbove":
      return { set: "askAbove", aboveSun: sun((tapped.trx ?? NEVER_TRX) * SUN_PER_TRX) };
    case "question":
    case "askOrders": {
      const about = tapped.what === "question" ? "balance" : "orders";
      return messageId === undefined ? { set: "nothing" } : { set: "question", messageId, about };
    }
    case "noOrders":
      return { set: "tellOrders", fromSun: undefined };
    case "back":
    case "choices":
    case "language":
      return { set: "nothing" };
  }
}

/** More than anybody pays at once. */
const NEVER_TRX = 1_000_000_000;

/** After that a question is forgotten. */
const ASKED_FOR_MS = 600_000;

/** The limit that this chat is asked for, unless the text answers its open draft, which has asked at `draftAskedAt`, and later. */
export async function openLimitQuestion(
  { engine }: BotDeps,
  { place, user }: ShowCall,
  draftAskedAt: number | undefined,
): Promise<LimitQuestionRow | undefined> {
  if (place.isGroup) return undefined;
  const question = await engine.database.read(() => findLimitQuestion(user.user_id));
  if (!question || question.asked_at < engine.now() - ASKED_FOR_MS) return undefined;
  return (draftAskedAt ?? 0) > question.asked_at ? undefined : question;
}

/** Takes the typed limit; the card that asked for it continues below. */
export async function applyLimit(
  deps: BotDeps,
  call: ShowCall,
  text: string,
  question: LimitQuestionRow,
): Promise<void> {
  const limit = parseTypedTrx(text);
  const messages = await languageOf(deps, call.place.chatId);
  const { settings, closed, twoReadings } = messages;
  if (limit.kind !== "sun" || limit.amountSun === 0) {
    const said = repeatable(text);
    const card =
      limit.kind === "ambiguous"
        ? readingsCard(twoReadings(said, limit.readings), limit.readings, question.about, messages)
        : promptCard(settings.badLimit(said));
    return answer(deps, call.updateId, call.place, card);
  }
  const left = [leftCard(call, question.message_id, closed.continued)];
  await change(deps, call, limitOf(question.about, limit.amountSun), { left });
}

/** Nothing is set: the card that asked shows the settings again. */
export function dropLimitQuestion(
  deps: BotDeps,
  call: ShowCall,
  question: LimitQuestionRow,
): Promise<void> {
  return change(deps, call, { set: "nothing" }, { edits: question.message_id });
}

/** What stays of the card that asked for a limit. */
function leftCard(
  { updateId, place: { chatId } }: ShowCall,
  edits: number,
  text: string,
): OutboxMessage {
  const payload: Payload = { card: cardOf(text), chatId, edits, onlyEdits: true };
  return { key: `left:settings:${updateId}`, chatId, payload: JSON.stringify(payload) };
}

function limitOf(about: "balance" | "orders", limitSun: Sun): SettingChange {
  return about === "balance"
    ? { set: "limit", limitSun }
    : { set: "tellOrders", fromSun: limitSun };
}

interface Change extends Pick<SettingsView, "choosing"> {
  readonly edits?: number | undefined;
  readonly left?: readonly OutboxMessage[];
}

async function change(
  deps: BotDeps,
  { updateId, place, user, messageId }: ShowCall,
  setting: SettingChange,
  { edits, left = [], choosing }: Change = {},
): Promise<void> {
  // Reads of the database come before the transaction.
  const draw = await drawingFor(deps, place, choosing);
  const chat: NewsChat = {
    ...{ chatId: place.chatId, isGroup: place.isGroup },
    ...{ userId: user.user_id, customerId: user.customer_id },
  };
  const told = (settings: NewsSettings) => [
    answerTo(updateId, place, draw(settings), { replyTo: messageId, edits }),
    ...left,
  ];
  await changeSettings(deps.engine, { updateId, chat, change: setting, told });
  deps.sender.wake();
}

async function drawingFor(
  deps: BotDeps,
  { isGroup, chatId }: Place,
  choosing: SettingsView["choosing"],
) {
  const messages = await languageOf(deps, chatId);
  const { chosen } = await readLanguageWish(deps.engine, chatId);
  const languages = Object.entries(LANGUAGES).map(([code, { name }]) => ({
    ...{ code, name, isChosen: code === chosen },
  }));
  return (settings: NewsSettings) =>
    settingsCard({ ...settings, isGroup, languages, choosing }, messages);
}
