/** The state of one host, for the operator. */
export interface HostState {
  /** From 1, as in the settings. */
  readonly number: number;
  /** Number and origin, without path and key. */
  readonly label: string;
  readonly use: "reading" | "stand-by" | "broadcasts" | "nothing" | "ignored";
  /** This and the next three are undefined when it has not reported them, or is ignored. */
  readonly head: number | undefined;
  readonly behindBlocks: number | undefined;
  readonly solid: number | undefined;
  /** How far its solidified block is behind its head. */
  readonly solidLagBlocks: number | undefined;
  /** Why it is not in step, or rested and has not answered since; undefined when it is in step. */
  readonly reason: string | undefined;
  /** For how long that has been so; 0 when it is in step or ignored. */
  readonly outOfStepMs: number;
  /** How long its rest still lasts; undefined unless it rests. */
  readonly restMs: number | undefined;
}

/** The reason shown for a host that the operator ignores. */
export function ignoredState(
  { number, label }: Pick<HostState, "number" | "label">,
  reason: string | undefined,
): HostState {
  const untold = { head: undefined, behindBlocks: undefined, solid: undefined };
  const rest = { solidLagBlocks: undefined, outOfStepMs: 0, restMs: undefined };
  return { number, label, use: "ignored", ...untold, reason, ...rest };
}
