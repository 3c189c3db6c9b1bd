/** The parts of an answer that could not be used: addresses in full with their reason, words of a line. */
import type { LineProblem, Verdict } from "../intake/findings.js";
import { MANY_WALLETS } from "../kit/rental.js";
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

export interface Answer {
  readonly receivers: readonly string[];
  readonly refused: readonly Verdict[];
  readonly moreRefused?: number;
  /** Wallets were added. */
  readonly hasMore?: boolean;
  readonly beyondLimit: number;
  readonly problems: readonly LineProblem[];
}

export function verdictLines(answer: Answer, limit: LineLimit, messages: Messages): Part[] {
  const { wizard } = messages;
  const { receivers, refused, moreRefused = 0, hasMore = false, beyondLimit, problems } = answer;
  const lines: Part[] = [];
  for (const { code, word, hint } of problems.slice(0, limit.problems)) {
    const said = hint.slice(0, 10).map((one) => (typeof one === "string" ? short(one) : one));
    lines.push(messages.lineProblem(code, short(word), said));
  }
  if (problems.length > limit.problems) {
    lines.push(wizard.moreProblems);
  }
  if (hasMore) {
    lines.push(wizard.walletsNow(receivers.length));
  } else if (receivers.length > 0 && (refused.length > 0 || beyondLimit > 0)) {
    lines.push(wizard.taken(receivers.length));
  }
  const alike = alikeOf(refused);
  const others = refused.filter(({ bad }) => !alike.some((some) => some[0]?.bad === bad));
  const isAll = receivers.length + others.length + moreRefused === 0 && alike.length === 1;
  for (const some of alike) lines.push(...alikeLines(some, isAll ? 0 : limit.refused, messages));
  for (const { address, bad } of others.slice(0, limit.refused)) {
    if (bad) lines.push(wizard.refused(short(address), bad));
  }
  const unlisted = Math.max(0, others.length - limit.refused) + moreRefused;
  if (unlisted > 0) lines.push(wizard.moreRefused(unlisted));
  if (beyondLimit > 0) lines.push(wizard.beyondLimit(beyondLimit));
  return lines;
}

/** What is refused for the same reason; a mistyped word says nothing unless it is seen. */
const ALIKE = ["not activated", "contract", "duplicate"] as const;

function alikeOf(refused: readonly Verdict[]): (readonly Verdict[])[] {
  return ALIKE.map((reason) => refused.filter(({ bad }) => bad === reason)).filter(
    ({ length }) => length >= MANY_WALLETS,
  );
}

/** One sentence for all of them; which they are is folded, and said unless they are all there is. */
function alikeLines(alike: readonly Verdict[], most: number, { wizard }: Messages): Part[] {
  const reason = ALIKE.find((one) => one === alike[0]?.bad);
  const listed = alike.slice(0, most).map(({ address }) => code(short(address)));
  return [
    ...(reason ? [wizard.refusedAlike(alike.length, reason)] : []),
    ...(listed.length > 0 ? [folded(listed)] : []),
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
