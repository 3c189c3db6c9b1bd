/**
 * How a draft changes: one place where the version rises, where steps are entered, and where a
 * price is dropped.
 */
import {
  type Draft,
  type DraftData,
  firstOpenStep,
  type Notice,
  type Step,
  stepsOf,
} from "../state/draft.js";
import type { Effect, Reduction, ToastKey } from "./events.js";

export function unchanged(draft: Draft, ...effects: readonly Effect[]): Reduction {
  return { draft, effects };
}

export function refused(draft: Draft, toast: ToastKey): Reduction {
  return unchanged(draft, { kind: "toast", toast });
}

type Patch = Partial<Pick<Draft, "status" | "step" | "data">>;

/** The next version of the draft; the same one when nothing would be different on the card. */
export function changed(draft: Draft, patch: Patch, ...effects: readonly Effect[]): Reduction {
  const next = { ...draft, ...patch };
  const isSame =
    next.status === draft.status &&
    next.step === draft.step &&
    JSON.stringify(next.data) === JSON.stringify(draft.data);
  return { draft: isSame ? draft : { ...next, version: draft.version + 1 }, effects };
}

/**
 * Goes to a step, with what it begins with: at the receivers a typed answer is awaited, and the
 * confirm step asks for a price. A price is on the confirm card or nowhere, so nobody pays one that
 * was quoted for what he has changed since.
 */
export function entered(draft: Draft, data: DraftData, step: Step): Reduction {
  const awaits = step === "receivers" ? step : undefined;
  return changed(
    draft,
    {
      step,
      data: { ...withoutQuote(data), notice: undefined, awaits },
    },
    ...entryEffects(draft, step),
  );
}

/**
 * Says what is wrong with an answer (undefined: its verdicts do); the card goes to the question if
 * it is not there, and keeps what was answered.
 */
export function noticed(
  draft: Draft,
  data: DraftData,
  step: Step,
  notice: Notice | undefined,
): Reduction {
  if (draft.step === step) return changed(draft, { data: { ...data, notice } });
  const { draft: moved, effects } = entered(draft, data, step);
  return changed(draft, { step, data: { ...moved.data, notice } }, ...effects);
}

/**
 * A field was answered: from its own question the card goes on to the next open one. An answer to
 * another question (an edited message) leaves the card where it is, unless the card asks for
 * payment, which begins anew, or for what is not asked any more.
 */
export function answered(
  draft: Draft,
  field: Exclude<Step, "confirm">,
  given: DraftData,
): Reduction {
  const problems = given.problems.filter(
    (problem) => problem.field !== undefined && problem.field !== field,
  );
  const data: DraftData = { ...given, problems, notice: undefined };
  const isAsked = stepsOf(data).includes(draft.step);
  const goesOn = draft.step === field || draft.step === "confirm" || !isAsked;
  return goesOn ? entered(draft, data, firstOpenStep(data)) : changed(draft, { data });
}

export function withoutQuote(data: DraftData): DraftData {
  return { ...data, quote: undefined, lapsed: false };
}

function entryEffects(draft: Draft, step: Step): Effect[] {
  if (step === "confirm") return [{ kind: "quote" }];
  return step === "receivers" && draft.isGroup ? [{ kind: "prompt", field: step }] : [];
}
