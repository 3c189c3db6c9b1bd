/** Applies one update: who acts, what it means, and what follows. An error means that it is tried again. */
import type { Update } from "grammy/types";
import { markDone } from "../../engine/chat/inbox.js";
import { heardFrom, migrateChat, saveReachable, tellOnce } from "../../engine/chat/outbox.js";
import { TeamRefusal } from "../../engine/teams/rights.js";
import { currentChat } from "../../store/chat/telegram-users.js";
import { COMMANDS, sayUnknown } from "../commands.js";
import { othersCommand, splitCommand } from "../intake/command.js";
import type { BotDeps } from "../kit/deps.js";
import { contactOf } from "../kit/draw.js";
import { languageOf, noteGroup } from "../kit/language.js";
import { noteCard } from "../kit/notes.js";
import { failureCard, noticeOf } from "../kit/notices.js";
import { cardOf } from "../kit/parts.js";
import { telegramUserOf } from "../transport/actor.js";
import { answer } from "../transport/answer.js";
import { type Incoming, incomingOf } from "../transport/incoming.js";
import type { Payload } from "../transport/send.js";
import { TapAnswer } from "../transport/tap-answer.js";
import { applyEdit } from "./edited.js";
import { applyTap } from "./tap.js";
import { applyFile, applyText } from "./typed.js";

type Text = Extract<Incoming, { kind: "text" }>;

export async function applyUpdate(deps: BotDeps, update: Update): Promise<void> {
  const { engine } = deps;
  const { update_id: updateId } = update;
  const incoming = await placed(deps, incomingOf(update, deps.bot.id));
  switch (incoming.kind) {
    case "tap":
      await noteHeard(deps, incoming.place.chatId);
      return applyTap(deps, updateId, incoming);
    case "text":
      await noteHeard(deps, incoming.place.chatId);
      try {
        return await applyTextUpdate(deps, updateId, incoming);
      } catch (error) {
        if (!(error instanceof TeamRefusal)) throw error;
        return await sayRefused(deps, updateId, incoming, error);
      }
    case "reachable":
      await saveReachable(engine, incoming.chatId, incoming.reachable);
      deps.sender.wake();
      return;
    case "migrated":
      await migrateChat(engine, incoming.from, incoming.to);
      deps.sender.wake();
      return;
    case "ignored":
      return;
  }
}

/**
 * An update that was sent to a group before it became a supergroup, and arrives later, belongs to the supergroup. Message
 * numbers differ there: the old number may be another message's, so an edit of an old answer changes nothing.
 */
async function placed(deps: BotDeps, incoming: Incoming): Promise<Incoming> {
  if (incoming.kind !== "text" && incoming.kind !== "tap") return incoming;
  const { place } = incoming;
  const chatId = await deps.engine.database.read(() => currentChat(place.chatId));
  if (chatId === place.chatId) return incoming;
  const moved = { ...place, chatId, threadId: undefined };
  return { ...incoming, place: moved, messageId: undefined };
}

/** A user who writes can get messages again: those that waited are sent. */
async function noteHeard({ engine, sender }: BotDeps, chatId: number): Promise<void> {
  if (await heardFrom(engine, chatId)) sender.wake();
}

async function applyTextUpdate(deps: BotDeps, updateId: number, text: Text): Promise<void> {
  const { engine } = deps;
  const { actor, place, messageId } = text;
  const command = splitCommand(text.text, text.entities, deps.bot.username);
  const others = othersCommand(text.text, text.entities, deps.bot.username);
  // Its words are no answer of ours, also where they reply to us.
  if (others !== undefined && (place.isGroup || actor.kind !== "user")) {
    await markDone(engine, updateId);
    return;
  }
  if (actor.kind !== "user") {
    if (command) await refuseActor(deps, updateId, text);
    else await markDone(engine, updateId);
    return;
  }
  const known = command && COMMANDS.find(({ name }) => name === command.command);
  // In a group an unknown command may be another bot's. It is no answer to any question.
  const isForUs = !place.isGroup || (command ? known || command.isAddressed : text.repliesToBot);
  if (!isForUs && !text.edited) {
    await markDone(engine, updateId);
    return;
  }
  const user = await telegramUserOf(deps, actor, place);
  if (user.stranger_to !== undefined && !(known && FOR_ALL.includes(known.name))) {
    const { team } = await languageOf(deps, place.chatId);
    const card = cardOf(team.notMember(user.stranger_to));
    return answer(deps, updateId, place, card, { replyTo: messageId });
  }
  if (!user.may_order && known && ORDERING.includes(known.name)) {
    const { team } = await languageOf(deps, place.chatId);
    return answer(deps, updateId, place, cardOf(team.refused), { replyTo: messageId });
  }
  if (isForUs) await noteGroup(deps, place, user);
  const { file, repliesToBot } = text;
  const call = { updateId, place, user, messageId, file };
  if (others !== undefined) return sayUnknown(deps, call, others);
  if (text.edited) {
    await applyEdit(deps, { ...call, ...saidIn(text), command });
    return;
  }
  if (command) {
    if (known) await known.run(deps, { ...call, args: command.args, title: text.title });
    else await sayUnknown(deps, call, command.command);
    return;
  }
  if (file) return applyFile(deps, { ...call, file, repliesToBot });
  await applyText(deps, { ...call, ...saidIn(text) });
}

/** What a member of a team may not do: nothing was changed by the message. */
async function sayRefused(
  deps: BotDeps,
  updateId: number,
  { place, messageId: replyTo }: Text,
  refusal: TeamRefusal,
): Promise<void> {
  const { isGroup, chatId } = place;
  const view = { ...noticeOf(refusal), isGroup, customerId: "", desk: contactOf(deps) };
  const card = failureCard(view, await languageOf(deps, chatId));
  await answer(deps, updateId, place, card, { replyTo });
}

/** Commands that need no membership in a group that orders for a team. */
const FOR_ALL: readonly string[] = ["start", "help", "settings", "cancel", "link", "team"];

/** Those that open cards, for who may order. */
const ORDERING: readonly string[] = ["buy", "quote", "again", "usdt"];

function saidIn({ text, repliesToBot, repliedText, repliedId }: Text) {
  return { text, repliesToBot, repliedText, repliedId };
}

/** An anonymous sender cannot pay. */
async function refuseActor(deps: BotDeps, updateId: number, text: Text): Promise<void> {
  const messages = await languageOf(deps, text.place.chatId);
  const { kind } = text.actor;
  if (kind === "user") return;
  const note = kind === "anonymous" ? "anonymousAdmin" : kind;
  const card = noteCard(note, contactOf(deps), messages);
  await answer(deps, updateId, text.place, card, { replyTo: text.messageId });
}

/** After three tries: nothing of the update has happened, and the user is told so. */
export async function tellBuried(deps: BotDeps, update: Update): Promise<void> {
  const incoming = await placed(deps, incomingOf(update, deps.bot.id));
  if (incoming.kind !== "text" && incoming.kind !== "tap") return;
  const { chatId, threadId, isGroup } = incoming.place;
  const card = noteCard("deadLetter", contactOf(deps), await languageOf(deps, chatId));
  const replyTo = isGroup && incoming.kind === "text" ? incoming.messageId : undefined;
  const payload: Payload = { card, chatId, threadId, replyTo };
  const key = `buried:${update.update_id}`;
  await tellOnce(deps.engine, { key, chatId, payload: JSON.stringify(payload) });
  deps.sender.wake();
  if (incoming.kind === "tap") await new TapAnswer(deps, incoming.callbackId).end();
}
