/**
 * Whether a node gives the desk all that it needs: every question of the list is asked once, by the adapter the desk itself uses.
 * Only reads; what a node says comes through http-host.ts, which takes keys and paths out.
 */
import { reasonOf } from "#shared/reason.js";
import { NotServed } from "./http-host.js";
import { type Asked, askedOf, type NodeCheckContext } from "./node-asked.js";
import type { NodeCalls } from "./node-calls.js";
import type { Said } from "./node-question.js";
import { questionsOf } from "./node-questions.js";

export interface Finding extends Said {
  readonly name: string;
  readonly about: string;
  /** What the desk does without it, where it is missing. */
  readonly without?: string;
  /** False: the node was not asked, or did not answer in time, or refused. */
  readonly answered: boolean;
}

export interface NodeFindings {
  /** False when not one question was answered; `findings` then says why. */
  readonly reached: boolean;
  /** Id of block 0, where it was told. */
  readonly genesisId: string | undefined;
  readonly findings: readonly Finding[];
}

export type OnQuestion = (about: string, number: number, of: number) => void;

/** Asks one question after the other; none once the signal says that the time is over. */
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

/** Nobody waits a minute for a node that has left the first two questions unanswered. */
const ENOUGH_SILENCE = 2;

function isBeyondReach(findings: readonly Finding[]): boolean {
  return findings.length >= ENOUGH_SILENCE && findings.every(({ answered }) => !answered);
}

/** An answer that the adapter refuses is as good as none to the desk; one that never came says nothing of the node's abilities. */
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

/** Keeps apart calls that the node left unanswered and answers that are of no use. */
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

/** Resolves once the first is aborted, and listens no longer once the second is. */
function whenAborted(signal: AbortSignal, unneeded: AbortSignal): Promise<Answered> {
  return new Promise((resolve) => {
    const options = { once: true, signal: unneeded };
    signal.addEventListener("abort", () => resolve(TIME_OVER), options);
  });
}
