/** One of the hosts as it is shown to the operator. */
export interface HostState {
  /** From 1, as in the settings. */
  readonly number: number;
  /** Number and origin, without path and key. */
  readonly label: string;
  readonly use: "reading" | "stand-by" | "broadcasts" | "nothing" | "ignored";
  /** This and the three after it: undefined where it has not told, or is ignored. */
  readonly head: number | undefined;
  readonly behindBlocks: number | undefined;
  readonly solid: number | undefined;
  /** How far its solidified block is behind its head. */
  readonly solidLagBlocks: number | undefined;
  /** Why it is not in step, or rested and has not answered since; undefined where it is. */
  readonly reason: string | undefined;
  /** For how long that has been so, whatever the reason; 0 where there is none, or it is ignored. */
  readonly outOfStepMs: number;
  /** How long it is left alone yet; undefined unless it is. */
  readonly restMs: number | undefined;
}

/** What is told of one that the operator has taken out of all use. */
export function ignoredState(
  { number, label }: Pick<HostState, "number" | "label">,
  reason: string | undefined,
): HostState {
  const untold = { head: undefined, behindBlocks: undefined, solid: undefined };
  const rest = { solidLagBlocks: undefined, outOfStepMs: 0, restMs: undefined };
  return { number, label, use: "ignored", ...untold, reason, ...rest };
}
