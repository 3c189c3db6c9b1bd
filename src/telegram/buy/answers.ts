/** Answers that may be wrong: receivers, amounts, a resource that the amount does not fit, and what only a Manual order is asked. */

import type { OrderType } from "../../domain/order-request.js";
import { MIN_CHUNK, type Resource } from "../../domain/resource.js";
import { eachOnce, keepUsable } from "../intake/addresses.js";
import { type AmountAnswer, amountNotice, judgedAnswer, SMALLEST_CHUNK } from "../intake/amount.js";
import type { DurationAnswer } from "../intake/duration.js";
import type { LineProblem, Notice, Verdict } from "../intake/findings.js";
import type { PriceAnswer } from "../intake/price.js";
import { asksAmount, withFittingAmounts } from "../intake/wallet-text.js";
import { changed, unchanged } from "../kit/reduction.js";
import {
  answered,
  answeredBy,
  type DraftEvent,
  type DraftReduction,
  entered,
  noticed,
  sourcesWith,
  withNotice,
} from "./change.js";
import {
  amountRange,
  amountsInOrder,
  type Draft,
  type DraftData,
  firstOpenStep,
  mostPriceSun,
  othersWithout,
  withCommonAmount,
} from "./draft.js";
import { meantTimes } from "./readings.js";

/**
 * One good address answers the question; what is wrong with the others is said on the next card. Without a
 * good one the card stays at the question with the verdicts, and earlier receivers are kept until
 * the next good answer.
 */
function answerReceivers(
  draft: Draft,
  { verdicts, problems = [] }: Listed,
  messageId?: number,
): DraftReduction {
  const sources = { ...sourcesWith(draft, "receivers", messageId), added: [] };
  // What was wrong with a wallet stays while it is not answered.
  if (verdicts.length === 0) {
    return noticed(draft, { ...draft.data, hasMore: false }, "receivers", { code: "NO_ADDRESS" });
  }
  const fits = withFittingAmounts(verdicts, draft.data.resource);
  const { receivers, waiting, amounts, ...verdict } = keepUsable(fits);
  const data = asking({ ...draft.data, ...verdict, hasMore: false, sources }, problems);
  if (receivers.length === 0) {
    // The wallets of the message that was edited stay, and stay its own.
    const kept = { ...data, sources: draft.data.sources };
    return noticed(draft, withProblems(kept, problems), "receivers", undefined);
  }
  return answeredWallets(draft, { ...data, receivers, waiting, amounts }, problems);
}

/** A part is no larger than the least amount. */
function answeredWallets(
  draft: Draft,
  data: DraftData,
  problems: readonly LineProblem[],
): DraftReduction {
  return answered(draft, "receivers", fitting(draft.data, withCommonAmount(data)), problems);
}

type Listed = Pick<Extract<DraftEvent, { kind: "receivers" }>, "verdicts" | "problems">;

const OF_LISTS: readonly LineProblem["code"][] = ["WHOSE_AMOUNTS", "COLUMN_NOT_READ"];

/** Where a list asks for amounts, the common one is not taken for them. What the list before it asked is over. */
function asking(data: DraftData, problems: readonly LineProblem[]): DraftData {
  return {
    ...data,
    ...(asksAmount(problems) && { amount: undefined }),
    problems: data.problems.filter(({ code }) => !OF_LISTS.includes(code)),
  };
}

function withProblems(data: DraftData, problems: readonly LineProblem[]): DraftData {
  return { ...data, problems: [...data.problems, ...problems] };
}

/**
 * A message of wallets, when it answers the question for them, or is edited, or adds to them. Whoever sends wallets one by one means
 * all of them.
 */
export function takeReceivers(
  draft: Draft,
  list: Listed,
  messageId: number | undefined,
): DraftReduction {
  const { sources, receivers, waiting } = draft.data;
  const all = [...receivers, ...waiting];
  if (answeredBy(draft, messageId) !== "receivers") {
    if (draft.step === "receivers") return answerReceivers(draft, list, messageId);
    return addReceivers(draft, all, list, messageId);
  }
  const { added = [] } = sources;
  if (added.length === 0) return answerReceivers(draft, list, messageId);
  const edited = added.find((one) => one.messageId === messageId);
  const others = edited
    ? all.filter((address) => !edited.receivers.includes(address))
    : added.flatMap((one) => one.receivers);
  return addReceivers(draft, others, list, messageId);
}

function addReceivers(
  draft: Draft,
  known: readonly string[],
  { verdicts, problems = [] }: Listed,
  messageId: number | undefined,
): DraftReduction {
  // What they have got stays theirs while the others are asked about.
  const asks = asksAmount(problems);
  const common = asks ? draft.data.amount : undefined;
  const fits = withFittingAmounts(verdicts, draft.data.resource);
  // A list that is not clear opens the wallets that it names; one merely sent again says nothing new.
  const isKnown = ({ address, bad }: Verdict) => bad === undefined && known.includes(address);
  const said = new Map(
    fits.flatMap((verdict) =>
      isKnown(verdict) && (asks || verdict.amount !== undefined)
        ? [[verdict.address, verdict.amount] as const]
        : [],
    ),
  );
  const amountOf = (address: string) =>
    said.has(address) ? said.get(address) : (draft.data.amounts[address] ?? common);
  const before = known.map((address) => ({ address, amount: amountOf(address) }));
  const judged = eachOnce([...before, ...fits.filter((verdict) => !isKnown(verdict))]);
  const { receivers, waiting, amounts, ...verdict } = keepUsable(judged);
  const fresh = judged.slice(known.length).flatMap(({ address, bad }) => (bad ? [] : [address]));
  const { chatId } = draft;
  const sourcesBefore = draft.data.sources.chatId === chatId ? draft.data.sources : {};
  const others = (sourcesBefore.added ?? []).filter((one) => one.messageId !== messageId);
  const isFurther = messageId !== undefined && sourcesBefore.receivers !== messageId;
  const own = isFurther ? [{ messageId, receivers: fresh }] : [];
  const sources = { ...sourcesBefore, chatId, added: [...others, ...own] };
  const data = asking({ ...draft.data, ...verdict, hasMore: true, sources }, problems);
  if (receivers.length === 0) {
    return noticed(draft, withProblems(data, problems), "receivers", undefined);
  }
  return answeredWallets(draft, { ...data, receivers, waiting, amounts }, problems);
}

/** A button of the card stands for one of the wallets that the draft was opened with. */
export function answerWallet(draft: Draft, at: number): DraftReduction {
  const address = draft.data.wallets[at];
  return address === undefined
    ? unchanged(draft)
    : answerReceivers(draft, { verdicts: [{ address }] });
}

/**
 * The amount of all wallets; only of those that have none of their own while it is not known what each gets, and when that very
 * answer is edited.
 */
export function answerAmount(
  draft: Draft,
  answer: AmountAnswer,
  messageId?: number,
  setsAll = othersWithout(draft.data).length === 0 && answeredBy(draft, messageId) !== "amount",
): DraftReduction {
  const sources = sourcesWith(draft, "amount", messageId);
  const data: DraftData = { ...draft.data, sources };
  const judged = judgedAnswer(answer, data.resource);
  if ("notice" in judged) return noticed(draft, data, "amount", judged.notice);
  const { amount } = judged;
  const given = { ...data, amount, ...(setsAll && { amounts: {} }) };
  return answered(draft, "amount", fitting(data, withCommonAmount(given)));
}

/** The amounts of a list as most would read it, each for its wallet. */
export function takeInOrder(draft: Draft): DraftReduction {
  const { data } = draft;
  const pairs = amountsInOrder(data);
  if (draft.step !== "amount" || pairs.length === 0) return unchanged(draft);
  const amounts = { ...data.amounts, ...Object.fromEntries(pairs) };
  const { notice, fits } = fittingAmounts(withCommonAmount({ ...data, amounts }));
  if (notice) return noticed(draft, fits, "amount", notice);
  return answered(draft, "amount", fitting(data, fits));
}

/** What can be had, for all wallets alike. */
export function takeAmount(draft: Draft, units: number): DraftReduction {
  const taken = answerAmount(draft, { kind: "units", units }, undefined, true);
  if (taken.state === draft) return taken;
  const data = { ...taken.state.data, foundAmount: units };
  return { ...taken, state: { ...taken.state, data } };
}

export function answerDuration(
  draft: Draft,
  answer: DurationAnswer,
  messageId?: number,
): DraftReduction {
  const sources = sourcesWith(draft, "duration", messageId);
  const data: DraftData = { ...draft.data, sources };
  if (answer.kind === "duration") {
    const { duration } = answer;
    // What looked like an amount was this time: so its question is answered.
    const isMeant = draft.step === "amount" && meantTimes(draft.data).includes(duration);
    const problems = data.problems.filter(({ code }) => !isMeant || code !== "AMOUNT_AMBIGUOUS");
    const asked: Draft = isMeant ? { ...draft, step: "duration" } : draft;
    return answered(asked, "duration", { ...data, problems, duration });
  }
  const readings = answer.kind === "other" ? [...answer.near] : [];
  return noticed(draft, data, "duration", { code: "DURATION_NOT_OFFERED", details: { readings } });
}

/** What a line without wallets says, or says now that it is edited. */
export function takeFields(
  draft: Draft,
  { fields, messageId }: Extract<DraftEvent, { kind: "fields" }>,
): DraftReduction {
  const { data } = draft;
  const { resource, amount, duration } = fields;
  const { fits, notice } = fittingAmounts({
    ...data,
    sources: sourcesWith(draft, "line", messageId),
    resource: resource ?? data.resource,
    duration: duration ?? data.duration,
    problems: data.problems.filter(({ field }) => field === "amount" && amount === undefined),
    ...(amount !== undefined && { amount, amounts: {} }),
  });
  const given = fitting(data, fits);
  return notice
    ? noticed(draft, given, "amount", notice)
    : entered(draft, given, firstOpenStep(given));
}

export function answerType(draft: Draft, type: OrderType): DraftReduction {
  return answered(draft, "type", fitting(draft.data, { ...draft.data, type }));
}

/** What is too small for the other resource is asked for again. */
export function answerResource(draft: Draft, resource: Resource): DraftReduction {
  const data: DraftData = fitting(draft.data, { ...draft.data, resource });
  const { notice, fits } = fittingAmounts(data);
  const { state: moved, effects } = answered(draft, "resource", fits);
  if (!notice) return { state: moved, effects };
  return { state: { ...moved, data: withNotice(moved.data, notice) }, effects };
}

/** Amounts that do not fit the resource are left out with a notice; nobody gets the common one instead of their own. */
export function fittingAmounts(data: DraftData): {
  readonly fits: DraftData;
  readonly notice?: Notice | undefined;
} {
  const { amount, amounts, resource } = data;
  const entries = Object.entries(amounts);
  const good = entries.filter(([, units]) => !amountNotice(units, resource));
  const bad = entries.map(([, units]) => units).filter((units) => amountNotice(units, resource));
  const common = amount === undefined ? undefined : amountNotice(amount, resource);
  const [first] = bad;
  if (!common && first === undefined) return { fits: data };
  const own = first === undefined ? undefined : amountNotice(first, resource);
  return {
    fits: withCommonAmount({ ...data, amount: undefined, amounts: Object.fromEntries(good) }),
    notice: common ?? (own && { ...own, details: { ...own.details, said: first } }),
  };
}

/** The floor moves with the market: it is judged where it is known, and again when the price is quoted. */
export function answerPrice(
  draft: Draft,
  answer: PriceAnswer,
  floorSun?: number,
  messageId?: number,
): DraftReduction {
  if (draft.data.type === "Fast") return unchanged(draft);
  const sources = sourcesWith(draft, "price", messageId);
  const data: DraftData = { ...draft.data, sources };
  const notice = priceNotice(data, answer, floorSun);
  if (notice) return noticed(draft, data, "price", notice);
  return answer.kind === "sun"
    ? answered(draft, "price", { ...data, price: answer.priceSun })
    : unchanged(draft);
}

function priceNotice(
  data: DraftData,
  answer: PriceAnswer,
  floor: number | undefined,
): Notice | undefined {
  const maximum = mostPriceSun(data);
  const tooHigh = { code: "PRICE_TOO_HIGH", details: { maximum } };
  if (answer.kind === "fraction") {
    const readings = answer.near.map(String);
    return readings.length > 0 ? { code: "PRICE_NOT_WHOLE", details: { readings } } : tooHigh;
  }
  if (answer.kind === "sun" && answer.priceSun > maximum) return tooHigh;
  if (answer.kind === "none" || !isPrice(answer.priceSun)) return { code: "PRICE_NOT_UNDERSTOOD" };
  const { priceSun: price } = answer;
  if (floor === undefined || price >= floor) return undefined;
  return { code: "PRICE_BELOW_FLOOR", details: { price, floor } };
}

/** A button may carry anything. */
function isPrice(priceSun: number): boolean {
  return Number.isSafeInteger(priceSun) && priceSun > 0;
}

/** The least part that the order allows. */
export function answerParts(
  draft: Draft,
  answer: AmountAnswer,
  messageId?: number,
): DraftReduction {
  if (draft.data.type === "Fast") return unchanged(draft);
  const sources = sourcesWith(draft, "partialMin", messageId);
  const data: DraftData = { ...draft.data, sources };
  if (answer.kind !== "units") {
    const details = answer.kind === "ambiguous" ? { readings: [...answer.readings] } : undefined;
    const code = details ? "AMOUNT_AMBIGUOUS" : "AMOUNT_NOT_UNDERSTOOD";
    return noticed(draft, data, "options", { code, ...(details && { details }) });
  }
  const partialMin = answer.units;
  const notice = chunkNotice({ ...data, partialMin });
  if (notice) return noticed(draft, data, "options", notice);
  return answered(draft, "options", { ...data, allowPartial: true, partialMin });
}

/** What is known of order and part need not be all yet. */
export function chunkNotice(data: DraftData): Notice | undefined {
  const { resource, partialMin } = data;
  if (partialMin === undefined) return undefined;
  if (!Number.isSafeInteger(partialMin)) return { code: "AMOUNT_NOT_UNDERSTOOD" };
  const minimum = resource ? MIN_CHUNK[resource] : SMALLEST_CHUNK;
  if (partialMin < minimum) {
    return { code: "CHUNK_TOO_SMALL", details: { minimum } };
  }
  const maximum = amountRange(data)?.least ?? data.amount;
  if (maximum === undefined || partialMin <= maximum) return undefined;
  return { code: "CHUNK_TOO_LARGE", details: { maximum } };
}

export function answerWhole(draft: Draft): DraftReduction {
  if (draft.data.type === "Fast") return unchanged(draft);
  const data: DraftData = { ...draft.data, allowPartial: false, partialMin: undefined };
  return answered(draft, "options", data);
}

/** It is set beside the question and answers nothing. */
export function toggleBulk(draft: Draft): DraftReduction {
  const { data } = draft;
  if (draft.step !== "options" || data.receivers.length < 2) return unchanged(draft);
  return changed(draft, { data: withNotice({ ...data, bulk: !data.bulk }, undefined) });
}

/**
 * After another answer: Fast has no price of its own and no options, a price is for one resource, and a part is no larger
 * than the amount and no smaller than the resource allows.
 */
export function fitting(before: DraftData, data: DraftData): DraftData {
  if (data.type === "Fast") {
    return {
      ...data,
      price: undefined,
      allowPartial: undefined,
      partialMin: undefined,
      bulk: false,
    };
  }
  const isOther = before.resource !== undefined && before.resource !== data.resource;
  const fits = isOther ? { ...data, price: undefined } : data;
  return chunkNotice(fits) ? { ...fits, allowPartial: undefined, partialMin: undefined } : fits;
}
