/** Texts and files that are no command: answers to a question, edits of answers, wallets, and anything else. */

import { DURATIONS } from "../../domain/duration.js";
import { readLatestFlows } from "../../engine/chat/flows.js";
import { markDone } from "../../engine/chat/inbox.js";
import { floorNow } from "../../engine/prices/market.js";
import { openFlows } from "../../store/chat/flows.js";
import { showMenu } from "../account/menu.js";
import { applyLimit, openLimitQuestion } from "../account/settings.js";
import { answeredBy, type DraftEvent } from "../buy/change.js";
import { amountsOf, DRAFT_CODEC, type Draft, type TypedField } from "../buy/draft.js";
import { openCard } from "../buy/open.js";
import { expectedAnswer } from "../buy/reduce.js";
import { DRAFTS } from "../buy/screen.js";
import { sizeUsdt } from "../buy/usdt.js";
import { flowOf } from "../commands.js";
import { judgedAnswer, orderable, parseAmount } from "../intake/amount.js";
import { type DurationAnswer, parseDuration } from "../intake/duration.js";
import type { Verdict } from "../intake/findings.js";
import { trimInvisible } from "../intake/invisible.js";
import { type OneLine, typedLine } from "../intake/one-line.js";
import { orderIdIn } from "../intake/order-id.js";
import { parsePrice } from "../intake/price.js";
import type { WalletList } from "../intake/wallet-text.js";
import type { BotDeps, ShowCall } from "../kit/deps.js";
import { contactOf } from "../kit/draw.js";
import { LANGUAGES, languageOf } from "../kit/language.js";
import { noteCard } from "../kit/notes.js";
import { judgedByChain, readLine, readWallets, repeatable, walletsOf } from "../kit/said.js";
import { showOrder } from "../orders/lists.js";
import { answer } from "../transport/answer.js";
import type { SentFile } from "../transport/fetch-file.js";
import { plain } from "../transport/format.js";

export interface Typed extends ShowCall {
  /** The document whose caption was edited. */
  readonly file: SentFile | undefined;
  readonly text: string;
  readonly repliesToBot: boolean;
  readonly repliedText: string | undefined;
}

/** In a group only the owner's reply answers; in private any text does, while a question is open. */
export async function applyText(door: BotDeps, typed: Typed): Promise<void> {
  const { updateId, place, user, messageId } = typed;
  const open = await door.engine.database.read(() => openFlows(place.chatId, user.user_id));
  const [latest] = open;
  const mayAnswer = !place.isGroup || typed.repliesToBot;
  if (latest && mayAnswer && (await flowOf(latest).answer(door, updateId, latest, typed.text))) {
    return;
  }
  const orderId = orderIdOf(typed);
  if (orderId !== undefined) return showOrder(door, typed, orderId);
  const row = open.find(({ kind }) => kind === DRAFT_CODEC.kind);
  const draft = row && DRAFTS.state(row);
  const list = await readWallets(door, user.customer_id, typed.text);
  const { verdicts } = list;
  const written = await readLine(door, { user, args: typed.text });
  const line = place.isGroup ? undefined : typedLine(written);
  const asked = draft && answeredField(draft, typed, verdicts, written);
  const replaces = line && (line.isWhole || line.verdicts.length === 0);
  const field = asked === "receivers" && replaces ? undefined : asked;
  // A complete order asks for nothing.
  const askedAt = draft?.step === "confirm" ? undefined : field && row?.updated_at;
  const limit = verdicts.length > 0 ? undefined : await openLimitQuestion(door, typed, askedAt);
  if (limit) return applyLimit(door, typed, typed.text, limit);
  if (field === "receivers" && draft?.data.sizes) {
    const { transfer } = draft.data;
    return sizeUsdt(door, { ...typed, file: undefined, args: typed.text }, transfer);
  }
  if (draft && field) return answerDraft(door, typed, draft, field, list);
  if (place.isGroup) {
    await markDone(door.engine, updateId);
    return;
  }
  if (line) return openCard(door, updateId, place, user, { ...line, messageId });
  // Unknown names open no card.
  if (verdicts.some(({ bad }) => bad !== "no such name")) {
    await openCard(door, updateId, place, user, { fields: { type: "Fast" }, ...list, messageId });
    return;
  }
  const names = [...new Set(verdicts.map(({ address }) => address))];
  const isNames = names.length > 0 && isWalletsOnly(written);
  await showMenu(door, typed, (messages) =>
    isNames ? messages.unknownNames(names) : messages.notUnderstood(repeatable(typed.text)),
  );
}

/** Addresses and names, and nothing else. */
function isWalletsOnly({ fields, verdicts, problems }: OneLine): boolean {
  const { type: _, ...others } = fields;
  const saysMore = Object.values(others).some((value) => value !== undefined);
  // What is asked of a list is asked of its amounts.
  const isList = problems.every(({ code }) => code === "WHOSE_AMOUNTS");
  return verdicts.length > 0 && isList && !saysMore;
}

/** A list of one. */
function isWalletWithAmount({ fields, problems }: OneLine, verdicts: readonly Verdict[]): boolean {
  const { type: _, amount, ...others } = fields;
  const saysMore = Object.values(others).some((value) => value !== undefined);
  const isOwn = verdicts.length === 1 && verdicts[0]?.amount === amount;
  return isOwn && amount !== undefined && problems.length === 0 && !saysMore;
}

/** An id by itself means `/order`; so does any reply to that question in a group. */
function orderIdOf(typed: Typed): string | undefined {
  const { place, text, repliesToBot, repliedText } = typed;
  if (place.isGroup && !repliesToBot) return undefined;
  const isAsked = place.isGroup && repliedText !== undefined && ASKS_FOR_ORDER.has(repliedText);
  return orderIdIn(text) ?? (isAsked ? text : undefined);
}

/** In every language: the user may have changed theirs since they were asked. */
const ASKS_FOR_ORDER: ReadonlySet<string> = new Set(
  Object.values(LANGUAGES).map(({ messages }) => plain(messages.prompts.order.text("energy")).text),
);

function answeredField(
  draft: Draft,
  typed: Typed,
  verdicts: readonly Verdict[],
  written: OneLine,
): TypedField | undefined {
  if (draft.isGroup && !typed.repliesToBot) return undefined;
  const expected = expectedAnswer(draft);
  // Wallets are no number: they add to those of the card, whatever it asks. Among other words they open a card of their own.
  const isNames = verdicts.every(({ bad }) => bad === "no such name");
  if (isWalletsOnly(written) && !(draft.isGroup && isNames)) return "receivers";
  if (isWalletWithAmount(written, verdicts)) return "receivers";
  if (draft.isGroup) return expected;
  if (expected === "receivers" && verdicts.length === 0 && !draft.data.sizes) {
    return openFieldIn(draft, typed.text) ?? expected;
  }
  if (expected && expected !== "receivers" && verdicts.length > 0) return undefined;
  if (expected) return expected;
  if (draft.step === "confirm" && verdicts.length === 0) return fieldChangedBy(draft, typed.text);
  const hasAddress = verdicts.some(({ bad }) => bad === undefined);
  return draft.step === "receivers" && hasAddress ? "receivers" : undefined;
}

/** In a burst amount and duration come after wallets that were no good: they are kept for their own questions. */
function openFieldIn(draft: Draft, text: string): "amount" | "duration" | undefined {
  const { duration, resource } = draft.data;
  const isOpen = amountsOf(draft.data) === undefined;
  const isTime = duration === undefined && durationIn(text).kind === "duration";
  if (isTime) return isOpen && isAmountToo(text) ? "amount" : "duration";
  const isAmount = isOpen && "amount" in judgedAnswer(parseAmount(text), resource);
  return isAmount ? "amount" : undefined;
}

/** 15m, of which the amount's question asks what it means. */
function isAmountToo(text: string): boolean {
  return parseAmount(text).kind === "ambiguous";
}

/** A single answer changes its field of a whole order. A number too small for an amount is the price of an order that has one. */
function fieldChangedBy(
  { data: { type, resource } }: Draft,
  text: string,
): "amount" | "duration" | "price" | undefined {
  const duration = durationIn(text);
  if (duration.kind === "duration") return isAmountToo(text) ? "amount" : "duration";
  const amount = orderable(parseAmount(text));
  const price = parsePrice(text);
  if (amount.kind === "none") {
    if (price.kind !== "none" && /[@＠]|sun|price/i.test(text)) return "price";
    return duration.kind === "other" ? "duration" : undefined;
  }
  const isSmall = "notice" in judgedAnswer(amount, resource) && amount.kind === "units";
  return isSmall && type === "Manual" && price.kind === "sun" ? "price" : "amount";
}

async function answerDraft(
  door: BotDeps,
  typed: Omit<Typed, "file">,
  draft: Draft,
  field: TypedField,
  list: WalletList,
  isEdit = false,
): Promise<void> {
  const event = await eventOf(door, draft, field, typed, list);
  await DRAFTS.run(door, typed.updateId, draft.id, event, { isTyped: !isEdit });
}

async function eventOf(
  door: BotDeps,
  draft: Draft,
  field: TypedField,
  { text, messageId }: Pick<Typed, "text" | "messageId">,
  { verdicts, problems }: WalletList,
): Promise<DraftEvent> {
  const said = repeatable(text);
  if (field === "amount" || field === "partialMin") {
    return { kind: field, answer: orderable(parseAmount(text)), said, messageId };
  }
  if (field === "duration") {
    return { kind: field, answer: durationIn(text), said, messageId };
  }
  if (field === "price") {
    const floorSun = floorFor(door, draft);
    return { kind: field, answer: parsePrice(text), floorSun, said, messageId };
  }
  const judged = await judgedByChain(door, verdicts);
  return { kind: "receivers", verdicts: judged, problems, said, messageId };
}

/** The labels of buttons may be typed too, in any language: "15 мин". */
function durationIn(text: string): DurationAnswer {
  const said = trimInvisible(text).toLowerCase();
  const duration = DURATIONS.find((one) =>
    Object.values(LANGUAGES).some(
      ({ messages }) => messages.buttons.duration(one).toLowerCase() === said,
    ),
  );
  return duration ? { kind: "duration", duration } : parseDuration(text);
}

function floorFor({ engine }: BotDeps, { data }: Draft): number | undefined {
  const { resource, duration } = data;
  return resource && duration && floorNow(engine.market, resource, duration);
}

/** An edited answer changes its field; once paid it changes nothing, and the bot says so. */
export async function applyEdit(door: BotDeps, typed: Typed): Promise<void> {
  const { updateId, place, user, messageId, file } = typed;
  const { chatId } = place;
  const { engine } = door;
  for (const row of await readLatestFlows(engine, DRAFT_CODEC.kind, chatId, user.user_id)) {
    const draft = DRAFTS.state(row);
    const field = answeredBy(draft, messageId);
    if (!field) continue;
    if (draft.status === "open") {
      const list = file
        ? await walletsOf(door, typed, file)
        : await readWallets(door, user.customer_id, typed.text);
      return list && answerDraft(door, typed, draft, field, list, true);
    }
    if (draft.status !== "paid") break;
    const messages = await languageOf(door, user.user_id);
    const card = noteCard("editedAfterPayment", contactOf(door), messages);
    await answer(door, updateId, place, card, { replyTo: messageId });
    return;
  }
  await markDone(engine, updateId);
}

export interface FileCall extends ShowCall {
  readonly file: SentFile;
  readonly repliesToBot: boolean;
}

/**
 * A file that comes without a command: the wallets that are asked for, or a card for them. In a group only the owner's reply to the
 * question counts; in private a file is what a pasted list is.
 */
export async function applyFile(door: BotDeps, call: FileCall): Promise<void> {
  const { updateId, place, user, messageId } = call;
  const open = await door.engine.database.read(() => openFlows(place.chatId, user.user_id));
  const row = open.find(({ kind }) => kind === DRAFT_CODEC.kind);
  const draft = row && DRAFTS.state(row);
  const isAsked = draft !== undefined && expectedAnswer(draft) === "receivers";
  const answers = isAsked || (draft !== undefined && !place.isGroup);
  if (place.isGroup && !(answers && call.repliesToBot)) {
    await markDone(door.engine, updateId);
    return;
  }
  const list = await walletsOf(door, call, call.file);
  if (!list) return;
  if (isAsked && draft.data.sizes) {
    const args = list.verdicts.map(({ address }) => address).join(" ");
    return sizeUsdt(door, { ...call, args }, draft.data.transfer);
  }
  if (answers) return answerDraft(door, { ...call, ...NO_TEXT }, draft, "receivers", list);
  await openCard(door, updateId, place, user, { fields: { type: "Fast" }, ...list, messageId });
}

const NO_TEXT = { text: "", repliedText: undefined };
