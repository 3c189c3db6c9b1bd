/** Texts and files that are no command: answers to a question, wallets, and anything else. */

import { walletName } from "../../domain/wallet-name.js";
import { markDone } from "../../engine/chat/inbox.js";
import { readCustomerName } from "../../engine/customers/customers.js";
import { type FlowRow, flowAskedIn, isOvertaken, openFlows } from "../../store/chat/flows.js";
import { showMenu } from "../account/menu.js";
import { applyLimit, dropLimitQuestion, openLimitQuestion } from "../account/settings.js";
import { DRAFT_CODEC, type Draft, quoteOf } from "../buy/draft.js";
import { openCard } from "../buy/open.js";
import { isOrder, textOpening } from "../buy/opening.js";
import { expectedAnswer } from "../buy/reduce.js";
import { DRAFTS } from "../buy/screen.js";
import { answerDraft, answeredField, isBlank, isWalletsOnly } from "../buy/typed.js";
import { sizeUsdt } from "../buy/usdt.js";
import { withUsual } from "../buy/usual.js";
import { cancel, screenOf } from "../commands.js";
import { isCancel } from "../intake/cancel-word.js";
import { type OneLine, typedLine } from "../intake/one-line.js";
import { orderIdIn } from "../intake/order-id.js";
import type { BotDeps, ShowCall } from "../kit/deps.js";
import { LANGUAGES, languageOf } from "../kit/language.js";
import { cardOf } from "../kit/parts.js";
import { nearestName, readLine, readWallets, repeatable, walletsOf } from "../kit/said.js";
import { showOrder } from "../orders/lists.js";
import { answersTeam } from "../team/requests.js";
import { answer } from "../transport/answer.js";
import type { SentFile } from "../transport/fetch-file.js";
import { plain } from "../transport/format.js";

export interface Typed extends ShowCall {
  /** The document whose caption was edited. */
  readonly file: SentFile | undefined;
  readonly text: string;
  readonly repliesToBot: boolean;
  readonly repliedText: string | undefined;
  readonly repliedId: number | undefined;
}

/** In a group only the owner's reply answers; in private any text does, while a question is open. */
export async function applyText(deps: BotDeps, typed: Typed): Promise<void> {
  const { updateId, place, user, messageId } = typed;
  if (place.isGroup && (await isOthersQuestion(deps, typed))) return;
  const open = await deps.engine.database.read(() => openFlows(place.chatId, user.user_id));
  const [latest] = open;
  const mayAnswer = !place.isGroup || typed.repliesToBot;
  if (mayAnswer && isCancel(typed.text)) {
    const limit = await openLimitQuestion(deps, typed, latest?.updated_at);
    return limit ? dropLimitQuestion(deps, typed, limit) : cancel(deps, typed);
  }
  if (typed.repliesToBot && (await answersTeam(deps, typed))) return;
  const list = await readWallets(deps, user.customer_id, typed.text);
  const { verdicts } = list;
  const mayBeTaken = async (row: FlowRow) =>
    mayAnswer &&
    !(verdicts.length > 0 && (await deps.engine.database.read(() => isOvertaken(row))));
  const takes = latest !== undefined && (await mayBeTaken(latest));
  if (takes && (await screenOf(latest).answer(deps, updateId, latest, typed.text))) return;
  const orderId = orderIdOf(typed);
  if (orderId !== undefined) return showOrder(deps, typed, orderId);
  const row = open.find(({ kind }) => kind === DRAFT_CODEC.kind);
  const said = await readLine(deps, { user, args: typed.text });
  const line = mayAnswer ? typedLine(said) : undefined;
  const written = { ...typed, said, line, list };
  const draft = joinable(deps, row, verdicts.length > 0, isOrder(written));
  const field = draft && answeredField(draft, written);
  // A complete order asks for nothing.
  const askedAt = draft?.step === "confirm" ? undefined : field && row?.updated_at;
  const limit = verdicts.length > 0 ? undefined : await openLimitQuestion(deps, typed, askedAt);
  if (limit) return applyLimit(deps, typed, typed.text, limit);
  if (field === "receivers" && draft?.data.sizes) {
    const { transfer } = draft.data;
    return sizeUsdt(deps, { ...typed, file: undefined, args: typed.text }, transfer);
  }
  if (draft && line && field === "line") {
    const event = { kind: "fields", fields: line.fields, messageId } as const;
    return DRAFTS.run(deps, updateId, draft.id, event, { isTyped: true });
  }
  if (draft && field && field !== "line") return answerDraft(deps, draft, field, written);
  const isPasted = isWalletsOnly(said);
  if (place.isGroup && !(mayAnswer && (line || isPasted))) {
    await markDone(deps.engine, updateId);
    return;
  }
  const opening = await textOpening(deps, user, written);
  if (opening) return openCard(deps, updateId, place, user, { ...opening, messageId });
  // Unknown names open no card.
  if (place.isGroup) return void (await markDone(deps.engine, updateId));
  const names = [...new Set(verdicts.map(({ address }) => address))];
  const strange = names.length > 0 && isPasted ? names : strangeInOrder(said);
  const [name] = strange;
  const near = name && (await nearestName(deps, user.customer_id, name));
  await showMenu(deps, typed, (messages) => {
    if (name === undefined) return messages.notUnderstood(repeatable(typed.text));
    if (CUT_ADDRESS.test(name)) return messages.book.badWallet(name);
    return near && strange.length === 1
      ? messages.unknownNameNear(name, near)
      : messages.unknownNames(strange);
  });
}

/** It begins as an address does, and is too short for one. */
const CUT_ADDRESS = /^T[0-9A-Za-z]{7,28}$/;

/** The names of an order's line that are not in the book; or its only word that was not understood, as it stands where a wallet would. */
function strangeInOrder({ fields, verdicts, problems }: OneLine): string[] {
  const { type: _, ...others } = fields;
  const isOrdering = Object.values(others).some((value) => value !== undefined);
  const [problem, second] = problems;
  if (isOrdering && verdicts.length > 0 && !problem) return verdicts.map(({ address }) => address);
  const isWord = problem?.code === "UNKNOWN_WORD" && walletName(problem.word) !== undefined;
  return isOrdering && verdicts.length === 0 && isWord && !second ? [problem.word] : [];
}

/** The open card. Wallets take the place of one that is blank or was left alone: they are the whole order. */
function joinable(
  deps: BotDeps,
  row: FlowRow | undefined,
  hasWallets: boolean,
  isOrdering = hasWallets,
): Draft | undefined {
  const draft = row && DRAFTS.state(row);
  if (!draft || !hasWallets) return draft;
  return (isOrdering && isBlank(draft)) || isLeftAlone(deps, draft, row) ? undefined : draft;
}

/** It has wallets and asks for none; and its price is over, or one of its last change would be. */
function isLeftAlone({ engine, settings }: BotDeps, draft: Draft, row: FlowRow): boolean {
  if (draft.data.receivers.length === 0 || expectedAnswer(draft) === "receivers") return false;
  const until = quoteOf(draft.data)?.expiresAt ?? row.updated_at + settings.quoteTtlMs;
  return engine.now() >= until;
}

/** In a group anybody can reply to a question; it is said whose it is. */
async function isOthersQuestion(deps: BotDeps, typed: Typed): Promise<boolean> {
  const { updateId, place, user, messageId, repliesToBot, repliedId } = typed;
  if (!repliesToBot || repliedId === undefined) return false;
  const { engine } = deps;
  const asked = await engine.database.read(() => flowAskedIn(place.chatId, repliedId));
  if (!asked || asked.owner_user_id === user.user_id) return false;
  const { othersQuestion } = await languageOf(deps, place.chatId);
  const card = cardOf(othersQuestion(await readCustomerName(engine, asked.customer_id)));
  await answer(deps, updateId, place, card, { replyTo: messageId });
  return true;
}

/** An id by itself means `/order`; so does any reply to that question in a group. */
function orderIdOf(typed: Typed): string | undefined {
  const { place, text, repliesToBot, repliedText } = typed;
  if (place.isGroup && !repliesToBot) return undefined;
  const isAsked = place.isGroup && repliedText !== undefined && asksForOrder(repliedText);
  return orderIdIn(text) ?? (isAsked ? text : undefined);
}

/** In any language: the group may have changed its own since it was asked. */
function asksForOrder(text: string): boolean {
  return Object.values(LANGUAGES).some(
    ({ messages }) => plain(messages.prompts.order.text("energy")).text === text,
  );
}

export interface FileCall extends ShowCall {
  readonly file: SentFile;
  readonly repliesToBot: boolean;
}

/**
 * A file that comes without a command: the wallets that are asked for, or a card for them. In a group only the owner's reply to the
 * question counts; in private a file is what a pasted list is.
 */
export async function applyFile(deps: BotDeps, call: FileCall): Promise<void> {
  const { updateId, place, user, messageId } = call;
  const open = await deps.engine.database.read(() => openFlows(place.chatId, user.user_id));
  const row = open.find(({ kind }) => kind === DRAFT_CODEC.kind);
  const draft = joinable(deps, row, true);
  const isAsked = draft !== undefined && expectedAnswer(draft) === "receivers";
  const answers = isAsked || (draft !== undefined && !place.isGroup);
  if (place.isGroup && !(answers && call.repliesToBot)) {
    await markDone(deps.engine, updateId);
    return;
  }
  const list = await walletsOf(deps, call, call.file);
  if (!list) return;
  if (isAsked && draft.data.sizes) {
    const args = list.verdicts.map(({ address }) => address).join(" ");
    return sizeUsdt(deps, { ...call, args }, draft.data.transfer);
  }
  if (answers) return answerDraft(deps, draft, "receivers", { ...call, text: "", list });
  const opening = await withUsual(deps, user, {
    fields: { type: "Fast" as const },
    ...list,
  });
  await openCard(deps, updateId, place, user, { ...opening, messageId });
}
