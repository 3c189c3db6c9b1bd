/** Which question of a draft a text answers, and what it says. */
import { DURATIONS } from "../../domain/duration.js";
import { floorNow } from "../../engine/prices/market.js";
import { judgedAnswer, orderable, parseAmount } from "../intake/amount.js";
import { type DurationAnswer, parseDuration } from "../intake/duration.js";
import type { Verdict } from "../intake/findings.js";
import { trimInvisible } from "../intake/invisible.js";
import type { OneLine, TypedLine } from "../intake/one-line.js";
import { parsePrice } from "../intake/price.js";
import type { WalletList } from "../intake/wallet-text.js";
import type { BotDeps } from "../kit/deps.js";
import { LANGUAGES } from "../kit/language.js";
import { judgedByChain, repeatable } from "../kit/said.js";
import type { DraftEvent } from "./change.js";
import { amountsOf, type Draft, type TypedField } from "./draft.js";
import { expectedAnswer } from "./reduce.js";
import { DRAFTS } from "./screen.js";

/** A text, where it was written, and what is in it. */
export interface Written {
  readonly text: string;
  readonly messageId: number | undefined;
  readonly updateId: number;
  readonly repliesToBot: boolean;
  /** As a line of an order, with wallets or without. */
  readonly said: OneLine;
  /** The same, when it is not chatter. */
  readonly line: TypedLine | undefined;
  readonly list: WalletList;
}

/** `line`: several fields at once. Undefined when the text is none of the draft's. */
export function answeredField(
  draft: Draft,
  { text, repliesToBot, said, line, list: { verdicts } }: Written,
): TypedField | "line" | undefined {
  if (draft.isGroup && !repliesToBot) return undefined;
  const expected = expectedAnswer(draft);
  // Wallets are no number: they add to those of the card, whatever it asks. Among other words they open a card of their own.
  const isNames = verdicts.every(({ bad }) => bad === "no such name");
  const areWallets = isWalletsOnly(said) && !(draft.isGroup && isNames);
  if (areWallets || isWalletWithAmount(said, verdicts)) return "receivers";
  if (line && saysFields(line) && !draft.data.sizes) return "line";
  if (line && expected === "receivers" && (line.isWhole || verdicts.length === 0)) return undefined;
  if (draft.isGroup) return expected;
  if (expected === "receivers" && verdicts.length === 0 && !draft.data.sizes) {
    return openFieldIn(draft, text) ?? expected;
  }
  if (expected && expected !== "receivers" && verdicts.length > 0) return undefined;
  if (expected) return expected;
  if (draft.step === "confirm" && verdicts.length === 0) return fieldChangedBy(draft, text);
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

/** Nothing was chosen on it yet, and it asks for no wallet: wallets begin an order of their own instead. */
export function isBlank(draft: Draft): boolean {
  const { resource, receivers, duration, price } = draft.data;
  const hasAnswer = [resource, duration, price, amountsOf(draft.data)].some(
    (one) => one !== undefined,
  );
  const isUsual = draft.data.type !== "Manual" && !draft.data.requireLock;
  return isUsual && !hasAnswer && receivers.length === 0 && expectedAnswer(draft) !== "receivers";
}

type Answer = Pick<Written, "text" | "messageId" | "updateId" | "list">;

export async function answerDraft(
  deps: BotDeps,
  draft: Draft,
  field: TypedField,
  answer: Answer,
  isEdit = false,
): Promise<void> {
  const event = await eventOf(deps, draft, field, answer);
  await DRAFTS.run(deps, answer.updateId, draft.id, event, { isTyped: !isEdit });
}

/** Only amount, duration and resource: `65k 1h`. */
export function saysFields({ fields, verdicts, problems }: OneLine): boolean {
  const { type, amount, duration, requireLock } = fields;
  const isAnswer = amount !== undefined || duration !== undefined;
  const isFast = type === "Fast" && !requireLock;
  return verdicts.length === 0 && isAnswer && isFast && problems.length === 0;
}

async function eventOf(
  deps: BotDeps,
  draft: Draft,
  field: TypedField,
  { text, messageId, list: { verdicts, problems } }: Answer,
): Promise<DraftEvent> {
  const said = repeatable(text);
  if (field === "amount" || field === "partialMin") {
    return { kind: field, answer: orderable(parseAmount(text)), said, messageId };
  }
  if (field === "duration") {
    return { kind: field, answer: durationIn(text), said, messageId };
  }
  if (field === "price") {
    const floorSun = floorFor(deps, draft);
    return { kind: field, answer: parsePrice(text), floorSun, said, messageId };
  }
  const judged = await judgedByChain(deps, verdicts);
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

/** Addresses and names, and nothing else. */
export function isWalletsOnly(line: OneLine): boolean {
  return saysOnlyWallets(line) && line.problems.every(({ code }) => code !== "UNKNOWN_WORD");
}

/** The same among words that mean nothing in an order: labels, and those of a sentence. */
export function saysOnlyWallets({ fields, verdicts, problems }: OneLine): boolean {
  const { type: _, ...others } = fields;
  const saysMore = Object.values(others).some((value) => value !== undefined);
  // What is asked of a list is asked of its amounts.
  const isList = problems.every(({ code }) => code === "WHOSE_AMOUNTS" || code === "UNKNOWN_WORD");
  return verdicts.length > 0 && isList && !saysMore;
}

/** A list of one. */
function isWalletWithAmount({ fields, problems }: OneLine, verdicts: readonly Verdict[]): boolean {
  const { type: _, amount, ...others } = fields;
  const saysMore = Object.values(others).some((value) => value !== undefined);
  const isOwn = verdicts.length === 1 && verdicts[0]?.amount === amount;
  return isOwn && amount !== undefined && problems.length === 0 && !saysMore;
}
