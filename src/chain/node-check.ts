/**
 * Whether a node has all that the desk needs: asks each question once, with the desk's own adapter. Only reads; http-host.ts
 * removes keys and paths from the node's words.
 */
import { reasonOf } from "#shared/reason.js";
import { NodeRefused, NotServed } from "./http-host.js";
import { type Asked, askedOf, type NodeCheckContext } from "./node-asked.js";
import type { NodeCalls } from "./node-calls.js";
import { questionsOf, type Said } from "./node-questions.js";

export interface Finding extends Said {
  readonly name: string;
  readonly about: string;
  /** What the desk does without it, when it is missing. */
  readonly without?: string;
  /** False when the node was not asked, did not answer in time, or refused. */
  readonly answered: boolean;
}

export interface NodeFindings {
  /** False when no question was answered; `findings` then says why. */
  readonly reached: boolean;
  /** Id of block 0, if the node reported it. */
  readonly genesisId: string | undefined;
  readonly findings: readonly Finding[];
}

export type OnQuestion = (about: string, number: number, of: number) => void;

/** Asks one question after the other; none after the signal that the time is over. */
export async function checkNode(
  context: NodeCheckContext,
  signal: AbortSignal,
  onQuestion: OnQuestion = () => {},
): Promise<NodeFindings> {
  const unanswered = new WeakSet<object>();
  const asked = askedOf({ ...context, calls: noting(context.calls, unanswered) });
  const questions = questionsOf(context);
  const done = new AbortController();
  const over = whenAborted(signal, done.signal);
  const findings: Finding[] = [];
  for (const [at, question] of questions.entries()) {
    const { name, about } = question;
    if (isBeyondReach(findings)) break;
    onQuestion(about, at + 1, questions.length);
    const said = signal.aborted
      ? TIME_OVER
      : await Promise.race([answerOf(question.ask, asked, unanswered), over]);
    const { without } = question;
    findings.push({ name, about, ...said, ...(said.verdict === "missing" ? { without } : {}) });
  }
  const reached = findings.some(({ answered }) => answered);
  const genesisId = await Promise.race([
    asked.genesisId().catch(() => undefined),
    over.then(() => undefined),
  ]);
  done.abort();
  return { reached, genesisId, findings };
}

type Answered = Said & Pick<Finding, "answered">;

const TIME_OVER: Answered = {
  verdict: "unknown",
  says: "it was not asked to the end: the time for the check was over",
  answered: false,
};

/** A node that has not answered the first two questions is not asked more. */
const ENOUGH_SILENCE = 2;

function isBeyondReach(findings: readonly Finding[]): boolean {
  return findings.length >= ENOUGH_SILENCE && findings.every(({ answered }) => !answered);
}

/** An answer that the adapter refuses is useless to the desk; a missing one says nothing about the node. */
async function answerOf(
  ask: (asked: Asked) => Promise<Said>,
  asked: Asked,
  unanswered: WeakSet<object>,
): Promise<Answered> {
  try {
    return { ...(await ask(asked)), answered: true };
  } catch (error) {
    const says = reasonOf(error);
    const isUnanswered = error instanceof Error && unanswered.has(error);
    return { verdict: isUnanswered ? "unknown" : "missing", says, answered: !isUnanswered };
  }
}

/** Distinguishes unanswered calls from unusable answers. */
function noting(calls: NodeCalls, unanswered: WeakSet<object>): NodeCalls {
  return {
    async call(path, body, priority) {
      try {
        return await calls.call(path, body, priority);
      } catch (error) {
        if (error instanceof Error && !(error instanceof NotServed)) unanswered.add(error);
        throw error;
      }
    },
    close: () => calls.close(),
  };
}

/** Resolves once the first signal is aborted, and stops listening once the second is. */
function whenAborted(signal: AbortSignal, unneeded: AbortSignal): Promise<Answered> {
  return new Promise((resolve) => {
    const options = { once: true, signal: unneeded };
    signal.addEventListener("abort", () => resolve(TIME_OVER), options);
  });
}

const RATES = [5, 10, 15, 20, 25, 30] as const;
/** As long as the window of a provider may be. */
const SECONDS = 2;

export interface GrantedRate {
  /** The highest rate granted; 0 when even the first was refused. */
  readonly perSecond: number;
  /** The node's refusal of the next rate; undefined when all were granted. */
  readonly refused: { readonly perSecond: number; readonly says: string } | undefined;
}

/**
 * `calls` must have no pace of their own. Throws a failure that is no refusal, and stops when the signal says that the time is
 * over.
 */
export async function measureRate(
  calls: NodeCalls,
  pause: (ms: number) => Promise<unknown>,
  signal: AbortSignal,
): Promise<GrantedRate> {
  let granted = 0;
  for (const perSecond of RATES) {
    signal.throwIfAborted();
    const says = await refusalOf(calls, pause, perSecond);
    if (says !== undefined) return { perSecond: granted, refused: { perSecond, says } };
    granted = perSecond;
  }
  return { perSecond: granted, refused: undefined };
}

async function refusalOf(
  calls: NodeCalls,
  pause: (ms: number) => Promise<unknown>,
  perSecond: number,
): Promise<string | undefined> {
  const answers: Promise<unknown>[] = [];
  let says: string | undefined;
  for (let at = 0; at < perSecond * SECONDS && says === undefined; at += 1) {
    const answer = calls.call("wallet/getblock", { detail: false }, "read").catch((error) => {
      if (!(error instanceof NodeRefused)) throw error;
      says ??= reasonOf(error);
    });
    // All are awaited below; until then this handles a rejection.
    answer.catch(() => {});
    answers.push(answer);
    await pause(1_000 / perSecond);
  }
  await Promise.all(answers);
  return says;
}
