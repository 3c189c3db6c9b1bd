/** What the reducers of all flows are made of. Pure: what needs the network or the database is an effect, and comes back as an event. */
import type { AnyState } from "./state.js";

/** A button; it carries the version that stood on the card. */
export interface Tap<Action> {
  readonly kind: "tap";
  readonly version: number;
  readonly action: Action;
  readonly by: number;
}

/** The answer to the tap: a word of the flow's, or nothing but the end of the spinner. */
export interface ToastEffect<Word extends string> {
  readonly kind: "toast";
  readonly toast: Word;
  /** Sums that it names. */
  readonly sumsSun?: readonly number[];
  readonly alert?: boolean;
}

/** The card is to be redrawn from what the tables hold. */
export interface RedrawEffect {
  readonly kind: "redraw";
}

/** The card continues below: something has happened that its owner waits for. */
export interface BelowEffect {
  readonly kind: "below";
}

/** An effect of any flow. */
export interface AnyEffect {
  readonly kind: string;
  readonly toast?: string;
  readonly sumsSun?: readonly number[];
  readonly alert?: boolean;
}

/** The words of a flow's toasts. */
export type WordOf<Effect> = Effect extends ToastEffect<infer Word> ? Word : never;

export interface Reduction<S, Effect> {
  readonly state: S;
  /** What the event asks for besides the new state. Of consecutive events only the last one's effects count. */
  readonly effects: readonly Effect[];
}

/** Words that every flow has for taps that it refuses. */
export type RefusalWord = "notYours" | "stale";

export function unchanged<S, Effect>(
  state: S,
  ...effects: readonly Effect[]
): Reduction<S, Effect> {
  return { state, effects };
}

/** The next version of the card; the same one when nothing would be different on it. */
export function changed<S extends AnyState, Effect>(
  state: S,
  patch: Partial<Pick<S, "status" | "step" | "data">>,
  ...effects: readonly Effect[]
): Reduction<S, Effect> {
  const next = { ...state, ...patch };
  const isSame =
    next.status === state.status &&
    next.step === state.step &&
    JSON.stringify(next.data) === JSON.stringify(state.data);
  return { state: isSame ? state : { ...next, version: state.version + 1 }, effects };
}

/**
 * Refuses a tap, or passes it on. Whose card it is comes first: a stranger learns nothing about it, not even that it is old.
 * `over` is the word for a card that takes no more taps.
 */
export function tapped<S extends AnyState, Action, Word extends string, Effect>(
  state: S,
  tap: Tap<Action>,
  over: Word,
  acted: (action: Action) => Reduction<S, Effect>,
): Reduction<S, Effect | ToastEffect<Word | RefusalWord>> {
  if (tap.by !== state.ownerUserId) {
    return unchanged(state, { kind: "toast", toast: "notYours", alert: true });
  }
  if (state.status !== "open") return unchanged(state, { kind: "toast", toast: over });
  if (tap.version !== state.version) return unchanged(state, { kind: "toast", toast: "stale" });
  return acted(tap.action);
}

/** Whether the card is to be redrawn: a tap on an old one was made because of what was seen. */
export function redraws(effects: readonly AnyEffect[]): boolean {
  return effects.some(({ kind, toast }) => kind === "redraw" || toast === "stale");
}

export function goesBelow(effects: readonly AnyEffect[]): boolean {
  return effects.some(({ kind }) => kind === "below");
}
