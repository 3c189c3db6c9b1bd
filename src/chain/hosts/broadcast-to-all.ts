/**
 * What the answers of several hosts to the same bytes mean together. The first acceptance counts; a refusal counts only when no
 * host can have passed the bytes on.
 */
import type { BroadcastOutcome } from "../port.js";

export interface HostOutcome {
  readonly outcome: BroadcastOutcome;
  /** It is as far as the others, so its refusal is by the newest state. */
  readonly isInStep: boolean;
}

/** `undefined` while another answer must be waited for; `waiting` hosts have not answered yet. */
export function joinedOutcome(
  told: readonly HostOutcome[],
  waiting: number,
): BroadcastOutcome | undefined {
  const outcomes = told.map(({ outcome }) => outcome);
  const accepted = outcomes.find(({ kind }) => kind === "accepted");
  if (accepted) return accepted;
  if (waiting > 0) return undefined;
  if (told.length === 0) return { kind: "retry", message: "no TRON node can be sent anything" };
  const seen = outcomes.find(({ kind }) => kind === "seen");
  const open = seen ?? outcomes.find(({ kind }) => kind === "unknown");
  if (open) return open;
  const refused = told.find(({ outcome, isInStep }) => isInStep && outcome.kind === "rejected");
  if (refused) return refused.outcome;
  const notPushed = outcomes.find(({ kind }) => kind === "retry");
  if (notPushed) return notPushed;
  // Only hosts that are behind have refused: the others may decide otherwise.
  const behind = outcomes.find(({ kind }) => kind === "rejected");
  const said = behind?.kind === "rejected" ? `${behind.code}: ${behind.message}` : "";
  return { kind: "unknown", message: `refused by a node that is not in step: ${said}` };
}
