/**
 * An order on one line: `65k energy 1h T… T…`, in any order but of the amounts that wallets have of their own. The line only fills in a card: what is missing or uncertain is
 * asked there, every unused word is reported, and what is wrong with a word is judged with the others.
 */

import { DURATIONS, type Duration } from "../../domain/duration.js";
import { MAX_AMOUNT, type OrderType } from "../../domain/order-request.js";
import { MIN_AMOUNT, MIN_CHUNK, type PerResource, type Resource } from "../../domain/resource.js";
import { type AmountAnswer, SMALLEST_AMOUNT, SMALLEST_CHUNK } from "./amount.js";
import type { Fields, LineProblem, Verdict } from "./findings.js";
import { isOtherUnit, readWord, shownWord, type WordReading } from "./line-word.js";
import type { PriceAnswer } from "./price.js";
import { readWalletText } from "./wallet-text.js";

export interface OneLine {
  readonly fields: Fields;
  /** The wallets on the line, with their own amounts; the chain has not been asked about them yet. */
  readonly verdicts: Verdict[];
  readonly problems: LineProblem[];
}

/** Of many wrong words only the first are reported. */
const MAX_PROBLEMS = 20;

/**
 * Never throws. An empty line leaves everything open; any other is a Fast order, unless it has something that only a Manual
 * order has.
 */
export function parseOneLine(text: string): OneLine {
  const { verdicts, words: written, problems: ofWallets } = readWalletText(text);
  const words = readWords(written, verdicts);
  if (verdicts.length === 0 && words.length === 0) return { fields: {}, verdicts, problems: [] };
  const read = senseOf(words.map(({ reading }) => reading));
  // For wallets it is Energy where nothing else is said.
  const isEnergy = verdicts.length > 0 && read.resources.length === 0;
  const sense = { ...read, leastUnits: isEnergy ? MIN_AMOUNT.energy : leastAmount(read) };
  const problems = [...ofWallets, ...words.flatMap((word) => problemOf(word, sense) ?? [])];
  const open = new Set(problems.map(({ field }) => field));
  if (words.some(({ reading }) => reading.kind === "either")) open.add("duration");
  const known = <T>(field: LineProblem["field"], value: T) => (open.has(field) ? undefined : value);
  return {
    fields: {
      type: known("type", isManual(sense) ? "Manual" : "Fast"),
      resource: known("resource", sense.resources[0]),
      amount: known("amount", sense.amounts[0]),
      duration: known("duration", sense.durations[0]),
      ...((isManual(sense) || sense.hasManualWords) && manualFields(sense, known)),
      ...(sense.isLocked && { requireLock: true }),
    },
    verdicts,
    problems: problems.slice(0, MAX_PROBLEMS),
  };
}

interface Word {
  readonly word: string;
  readonly reading: WordReading;
}

/** The words of a line, each as the others let it be read. */
function readWords(written: readonly string[], verdicts: readonly Verdict[]): Word[] {
  const words = written.map((word, at) => ({ word, reading: readBefore(word, written[at + 1]) }));
  return withEither(
    words.map((word) => asOfSentence(word, words)),
    verdicts,
  );
}

/** A number of TRX or USDT says nothing of the order. */
function readBefore(word: string, next: string | undefined): WordReading {
  const reading = readWord(word);
  const isNumber = reading.kind === "amount" || reading.kind === "smallNumber";
  return isNumber && next !== undefined && isOtherUnit(next) ? { kind: "unknown" } : reading;
}

/** "Please send the whole 65k": that asks for no price of one's own. */
function asOfSentence(word: Word, words: readonly Word[]): Word {
  const { reading } = word;
  const is = (kind: WordReading["kind"]) => words.some((other) => other.reading.kind === kind);
  const isWhole = reading.kind === "partial" && !reading.allowed;
  const isOfSentence = isWhole && is("small") && !is("price") && !is("chunk") && !is("type");
  return isOfSentence ? { ...word, reading: { kind: "small" } } : word;
}

/** 15m is an amount or a time: the one that fits the other words of the line. Where both do, or neither, it is asked. */
function withEither(words: readonly Word[], verdicts: readonly Verdict[]): Word[] {
  const readings = words.map(({ reading }) => reading);
  const either = readings.filter((one) => one.kind === "either");
  const [one] = either;
  if (!one) return [...words];
  const { time, units } = one;
  const { resources, durations } = senseOf(readings);
  const hasOwn = verdicts.some(({ amount }) => amount !== undefined);
  // The same said twice is no contradiction.
  const isAmount =
    !hasOwn &&
    units >= leastAmount({ resources }) &&
    readings.every((other) => other.kind !== "amount" || unitsOf(other.answer) === units);
  const isTime =
    readings.every(({ kind }) => kind !== "otherDuration") &&
    durations.every((other) => time.kind === "duration" && other === time.duration);
  if (isAmount === isTime || either.length > 1) return [...words];
  const amount = { kind: "amount", answer: { kind: "units", units } } as const;
  return words.map(({ word, reading }) => ({
    word,
    reading: reading !== one ? reading : isAmount ? amount : time,
  }));
}

/** What a text without `/buy` says of an order. */
export interface TypedLine extends OneLine {
  /** It is more than an answer to a question about wallets. */
  readonly isWhole: boolean;
}

/**
 * Undefined when a text is chatter, with a wallet in it or without. Among many other words only what the order needs counts.
 */
export function typedLine(line: OneLine): TypedLine | undefined {
  const { fields, verdicts, problems } = line;
  const { resource, amount, duration, price, requireLock } = fields;
  const asksAmount = problems.some(({ code }) => ASKED.includes(code)) || undefined;
  const said = [resource, amount ?? asksAmount, duration, price].filter((one) => one !== undefined);
  // A name that is not known may be anything.
  const hasWallet = verdicts.some(({ bad }) => bad !== "no such name");
  const wrong = new Set(
    problems.flatMap(({ code, field }) =>
      NAMED.includes(code) || (said.length > 0 && NAMED_BESIDE.includes(code)) ? field : [],
    ),
  );
  const known = said.length + (hasWallet ? wrong.size : 0);
  const strange = problems.filter(({ code }) => code === "UNKNOWN_WORD").length;
  // Without a wallet a single strange word may be the name of one.
  const isNamed = strange > 1 && strange <= known;
  const isLine = known > 1 ? hasWallet || strange === 0 || isNamed : known === 1 && hasWallet;
  if (!isLine) return undefined;
  const isWhole = hasWallet && known > 1;
  if (strange <= known || price !== undefined) return { ...line, isWhole };
  const lock = requireLock && { requireLock };
  return { ...line, fields: { type: "Fast", resource, amount, duration, ...lock }, isWhole };
}

/** An amount, a time or a resource was named that is not to be had, or more than one. */
const NAMED: readonly LineProblem["code"][] = [
  ...(["AMOUNT_TOO_SMALL", "AMOUNT_TOO_LARGE", "DURATION_NOT_OFFERED"] as const),
  ...(["TWO_AMOUNTS", "TWO_DURATIONS", "TWO_RESOURCES"] as const),
];

/** The same, beside what is understood; by itself it may be the number of a line, or a balance. */
const NAMED_BESIDE: readonly LineProblem["code"][] = [
  ...(["AMOUNT_NOT_UNDERSTOOD", "DURATION_NEEDS_UNIT"] as const),
];

/** An amount was named, and it is not certain which. */
const ASKED: readonly LineProblem["code"][] = ["AMOUNT_AMBIGUOUS", "WHOSE_AMOUNTS"];

/** Whoever gives a price on the line need not be asked about the other options. */
function manualFields(
  { prices, partials, chunks, bulk }: Sense,
  known: <T>(field: LineProblem["field"], value: T) => T | undefined,
): Fields {
  const isSaid = prices.length + partials.length + chunks.length > 0 || bulk;
  return {
    price: known("price", prices[0]),
    ...(isSaid && { allowPartial: known("options", partials[0] ?? true) }),
    ...(chunks.length > 0 && { partialMin: known("options", chunks[0]) }),
    ...(bulk && { bulk }),
  };
}

/** All that the words of the line say about each field. */
function senseOf(readings: readonly WordReading[]): Sense {
  const said = <T>(of: (reading: WordReading) => T | undefined) =>
    unique(readings.map(of).filter((value) => value !== undefined));
  return {
    types: said((it) => (it.kind === "type" ? it.type : undefined)),
    resources: said((it) => (it.kind === "resource" ? it.resource : undefined)),
    durations: said((it) => (it.kind === "duration" ? it.duration : undefined)),
    amounts: said((it) => (it.kind === "amount" ? unitsOf(it.answer) : undefined)),
    prices: said((it) =>
      it.kind === "price" && it.answer.kind === "sun" ? it.answer.priceSun : undefined,
    ),
    partials: said((it) => (it.kind === "partial" ? it.allowed : undefined)),
    chunks: said((it) => (it.kind === "chunk" ? unitsOf(it.answer) : undefined)),
    bulk: readings.some(({ kind }) => kind === "bulk"),
    isLocked: readings.some(({ kind }) => kind === "locked"),
    hasManualWords: readings.some(({ kind }) => isManualKind(kind)),
  };
}

function unitsOf(answer: AmountAnswer): number | undefined {
  return answer.kind === "units" ? answer.units : undefined;
}

/** The same thing said twice is no contradiction. */
function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}

/** What the whole line says: each thing once, in order. */
interface Sense {
  readonly types: readonly OrderType[];
  readonly resources: readonly Resource[];
  readonly durations: readonly Duration[];
  readonly amounts: readonly number[];
  readonly prices: readonly number[];
  readonly partials: readonly boolean[];
  readonly chunks: readonly number[];
  readonly bulk: boolean;
  readonly isLocked: boolean;
  /** A price or an option is given, even a wrong one. */
  readonly hasManualWords: boolean;
}

interface Line extends Sense {
  /** The least amount that it can be about. */
  readonly leastUnits: number;
}

/** Named, or implied by an option of Manual orders. */
function isManual({ types, hasManualWords }: Sense): boolean {
  return types.includes("Manual") || (hasManualWords && !types.includes("Fast"));
}

const MANUAL_KINDS: readonly WordReading["kind"][] = ["price", "partial", "chunk", "bulk"];

function isManualKind(kind: WordReading["kind"]): boolean {
  return MANUAL_KINDS.includes(kind);
}

type Finding = Omit<LineProblem, "word">;

function timeOf({ units, time }: Extract<WordReading, { kind: "either" }>): string {
  return time.kind === "duration" ? time.duration : `${units / 1_000_000}m`;
}

function problemOf({ word, reading }: Word, sense: Line): LineProblem | undefined {
  const finding = findingOf(reading, sense);
  return finding && { word: shownWord(word), ...finding };
}

function findingOf(reading: WordReading, sense: Line): Finding | undefined {
  if (isManualKind(reading.kind) && !isManual(sense)) {
    return { code: "NOT_WITH_FAST", field: "type", hint: ["Manual"] };
  }
  switch (reading.kind) {
    case "either":
      return { code: "AMOUNT_AMBIGUOUS", field: "amount", hint: [reading.units, timeOf(reading)] };
    case "type":
      if (reading.type === sense.types[0]) return undefined;
      return { code: "TWO_TYPES", field: "type", hint: [...sense.types] };
    case "resource":
      if (reading.resource === sense.resources[0]) return undefined;
      return { code: "TWO_RESOURCES", field: "resource", hint: [...sense.resources] };
    case "duration":
      if (reading.duration === sense.durations[0]) return undefined;
      return { code: "TWO_DURATIONS", field: "duration", hint: [...sense.durations] };
    case "otherDuration":
      return { code: "DURATION_NOT_OFFERED", field: "duration", hint: [...reading.near] };
    case "amount":
      return amountFinding(reading.answer, sense);
    case "smallNumber":
      return smallNumberFinding(reading.value, sense);
    case "price":
      return priceFinding(reading.answer, sense);
    case "partial":
      if (reading.allowed === sense.partials[0]) return undefined;
      return { code: "PARTIAL_OR_WHOLE", field: "options", hint: ["partial", "whole"] };
    case "chunk":
      return chunkFinding(reading.answer, sense);
    case "bulk":
    case "locked":
    case "small":
      return undefined;
    case "unknown":
      return { code: "UNKNOWN_WORD", hint: [] };
  }
}

function amountFinding(answer: AmountAnswer, sense: Line): Finding | undefined {
  const field = "amount";
  if (answer.kind === "none" && sense.amounts.length > 0) return { code: "UNKNOWN_WORD", hint: [] };
  if (answer.kind === "none") {
    return { code: "AMOUNT_NOT_UNDERSTOOD", field, hint: [] };
  }
  if (answer.kind === "ambiguous") {
    return { code: "AMOUNT_AMBIGUOUS", field, hint: [...answer.readings] };
  }
  const minimum = sense.leastUnits;
  if (answer.units < minimum) {
    return { code: "AMOUNT_TOO_SMALL", field, hint: [minimum] };
  }
  if (answer.units > MAX_AMOUNT) {
    return { code: "AMOUNT_TOO_LARGE", field, hint: [MAX_AMOUNT] };
  }
  if (answer.units === sense.amounts[0]) return undefined;
  return { code: "TWO_AMOUNTS", field, hint: [...sense.amounts] };
}

function priceFinding(answer: PriceAnswer, { prices }: Sense): Finding | undefined {
  const field = "price";
  if (answer.kind === "none") return { code: "PRICE_NOT_UNDERSTOOD", field, hint: ["@55"] };
  if (answer.kind === "fraction" && answer.near.length > 0) {
    return { code: "PRICE_NOT_WHOLE", field, hint: answer.near.map((price) => `@${price}`) };
  }
  if (answer.kind === "fraction" || answer.priceSun > Number.MAX_SAFE_INTEGER) {
    return { code: "PRICE_TOO_HIGH", field, hint: [Number.MAX_SAFE_INTEGER] };
  }
  if (answer.priceSun === prices[0]) return undefined;
  return { code: "TWO_PRICES", field, hint: [...prices] };
}

function chunkFinding(answer: AmountAnswer, sense: Sense): Finding | undefined {
  const field = "options";
  if (answer.kind === "none") return { code: "CHUNK_NOT_UNDERSTOOD", field, hint: ["min=20000"] };
  if (answer.kind === "ambiguous") {
    return { code: "CHUNK_AMBIGUOUS", field, hint: [...answer.readings] };
  }
  if (sense.partials.includes(false)) {
    return { code: "PARTIAL_OR_WHOLE", field, hint: ["partial", "whole"] };
  }
  const minimum = leastOf(MIN_CHUNK, sense) ?? SMALLEST_CHUNK;
  if (answer.units < minimum) {
    return { code: "CHUNK_TOO_SMALL", field, hint: [minimum] };
  }
  const [amount, second] = sense.amounts;
  if (amount !== undefined && second === undefined && answer.units > amount) {
    return { code: "CHUNK_TOO_LARGE", field, hint: [amount] };
  }
  if (answer.units === sense.chunks[0]) return undefined;
  return { code: "TWO_CHUNKS", field, hint: [...sense.chunks] };
}

/** A number below every minimum is probably meant for the missing field. */
function smallNumberFinding(value: number, sense: Line): Finding {
  if (sense.durations.length === 0) {
    const same = DURATIONS.filter((duration) => Number.parseInt(duration, 10) === value);
    const hint = same.length > 0 ? same : [...DURATIONS];
    return { code: "DURATION_NEEDS_UNIT", field: "duration", hint };
  }
  if (sense.amounts.length > 0) return { code: "UNKNOWN_WORD", hint: [] };
  return { code: "AMOUNT_TOO_SMALL", field: "amount", hint: [sense.leastUnits] };
}

function leastAmount(sense: Pick<Sense, "resources">): number {
  return leastOf(MIN_AMOUNT, sense) ?? SMALLEST_AMOUNT;
}

/** Of the resource, where the line names one. */
function leastOf(
  least: PerResource<number>,
  { resources }: Pick<Sense, "resources">,
): number | undefined {
  const [resource, second] = resources;
  return resource && !second ? least[resource] : undefined;
}
