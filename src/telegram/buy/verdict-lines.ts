/** The parts of an answer that could not be used: addresses in full with their reason, words of a line. */
import {
  type AlsoRefused,
  BAD_REASONS,
  type BadReason,
  type LineProblem,
  type Verdict,
} from "../intake/findings.js";
import { isLong } from "../intake/wallet-text.js";
import type { Messages } from "../text/messages.js";
import { code, folded, type Part, shorten } from "../transport/format.js";

const LONGEST_WORD = 42;

/** The most lines of each kind. */
export interface LineLimit {
  readonly refused: number;
  readonly problems: number;
}

export const LINE_LIMITS: readonly [LineLimit, ...LineLimit[]] = [
  { refused: 40, problems: 12 },
  { refused: 20, problems: 8 },
  { refused: 10, problems: 4 },
  { refused: 3, problems: 2 },
];

/** Of the words of a sentence that was not understood. */
const MOST_WORDS = 3;

export interface Answer {
  readonly receivers: readonly string[];
  readonly refused: readonly Verdict[];
  readonly alsoRefused?: AlsoRefused;
  /** Wallets were added. */
  readonly hasMore?: boolean;
  readonly beyondLimit: number;
  readonly problems: readonly LineProblem[];
}

export function verdictLines(answer: Answer, limit: LineLimit, messages: Messages): Part[] {
  const { wizard } = messages;
  const { receivers, refused, hasMore = false, beyondLimit, problems } = answer;
  const lines: Part[] = [];
  const unknown = problems.filter(({ code, word }) => code === "UNKNOWN_WORD" && !isLong(word));
  const unnamed = unknown.slice(MOST_WORDS);
  const named = problems.filter((one) => !unnamed.includes(one)).slice(0, limit.problems);
  for (const { code, word, hint } of named) {
    const said = hint.slice(0, 10).map((one) => (typeof one === "string" ? short(one) : one));
    lines.push(messages.lineProblem(code, short(word), said));
  }
  if (problems.length > named.length) {
    lines.push(wizard.moreProblems);
  }
  if (hasMore) {
    lines.push(wizard.walletsNow(receivers.length));
  } else if (receivers.length > 0 && (refused.length > 0 || beyondLimit > 0)) {
    lines.push(wizard.taken(receivers.length));
  }
  const kinds = kindsOf(answer);
  const alike = kinds.flatMap(({ reason, ...kind }) =>
    isAlike(reason) && kind.count > 1 ? [{ reason, ...kind }] : [],
  );
  const isAll = receivers.length === 0 && kinds.length === 1;
  for (const kind of alike) {
    // A mistyped address must be seen.
    const most = isAll && kind.reason !== "checksum" ? 0 : limit.refused;
    lines.push(...alikeLines(kind, most, messages));
  }
  const single = refused.filter(({ bad }) => !alike.some(({ reason }) => reason === bad));
  const shown = single.slice(0, limit.refused);
  for (const { address, bad } of shown) {
    if (bad) lines.push(wizard.refused(short(address), bad));
  }
  const unlisted = countOf(kinds) - countOf(alike) - shown.length;
  if (unlisted > 0) lines.push(wizard.moreRefused(unlisted));
  if (beyondLimit > 0) lines.push(wizard.beyondLimit(beyondLimit));
  return lines;
}

/** Stands right above what is paid: the verdicts may be off the screen. A wallet that is listed twice is left out once only. */
export function leftOutLine(
  answer: Pick<Answer, "receivers" | "refused" | "alsoRefused">,
  { wizard }: Messages,
): string | undefined {
  const count = countOf(kindsOf(answer).filter(({ reason }) => reason !== "duplicate"));
  return count > 0 ? wizard.leftOut(count, answer.receivers.length + count) : undefined;
}

/** What is said of several at once; a short word, or an amount, says nothing unless it is seen. */
const ALIKE = [
  ...(["checksum", "not activated", "contract", "refused", "duplicate"] as const),
  ...(["ethereum", "hex"] as const),
] as const;

function isAlike(reason: BadReason): reason is (typeof ALIKE)[number] {
  return (ALIKE as readonly BadReason[]).includes(reason);
}

/** Lines that are refused for one reason. */
interface Kind {
  readonly reason: BadReason;
  /** As many as are kept. */
  readonly listed: readonly Verdict[];
  readonly count: number;
}

function kindsOf({
  refused,
  alsoRefused = {},
}: Pick<Answer, "refused" | "alsoRefused">): readonly Kind[] {
  return BAD_REASONS.map((reason) => {
    const listed = refused.filter(({ bad }) => bad === reason);
    return { reason, listed, count: listed.length + (alsoRefused[reason] ?? 0) };
  }).filter(({ count }) => count > 0);
}

function countOf(kinds: readonly Kind[]): number {
  return kinds.reduce((sum, { count }) => sum + count, 0);
}

function alikeLines(
  { reason, listed, count }: Kind & { readonly reason: (typeof ALIKE)[number] },
  most: number,
  { wizard }: Messages,
): Part[] {
  const shown = listed.slice(0, most).map(({ address }) => code(short(address)));
  const unlisted = count - shown.length;
  const more = shown.length > 0 && unlisted > 0 ? [wizard.moreAlike(unlisted)] : [];
  return [
    wizard.refusedAlike(count, reason),
    ...(shown.length > 0 ? [folded([...shown, ...more])] : []),
  ];
}

/** The sentences for wallets that are refused, and nothing else. */
export function refusedLines(refused: readonly Verdict[], messages: Messages): Part[] {
  const answer = { receivers: [], refused, beyondLimit: 0, problems: [] };
  return verdictLines(answer, LINE_LIMITS[0], messages);
}

/** An address is 34 characters and stays whole; so does what looks like one (up to 40), and an Ethereum-style address (42). */
function short(word: string): string {
  return shorten(word, LONGEST_WORD);
}
