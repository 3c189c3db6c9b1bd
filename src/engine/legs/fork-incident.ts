/**
 * A disagreement about the newest blocks is one incident, however often each side is seen. It ends when a followed block at the
 * highest height in question is final: then all sides must agree on it.
 */
import { openIncident, rewriteIncident } from "../../store/incidents.js";
import type { Phase } from "../../store/phase.js";
import { deleteSetting, readSetting, writeSetting } from "../../store/settings.js";

/** What one fork has taken. */
export interface Fork {
  /** The newest block that stayed. */
  readonly ancestor: number;
  /** The newest one that is gone. */
  readonly upTo: number;
  readonly legs: number;
  readonly payouts: number;
}

/** All forks of an open disagreement. */
interface OpenFork extends Fork {
  readonly incidentId: number;
  readonly times: number;
}

export function* noteFork(fork: Fork, at: number): Phase<void> {
  const open = (yield* readSetting("fork")) as OpenFork | undefined;
  if (!open) {
    const incidentId = yield* openIncident("fork", textOf({ ...fork, times: 1 }), at);
    return yield* writeSetting("fork", { ...fork, incidentId, times: 1 }, "desk", at);
  }
  const wider: OpenFork = {
    incidentId: open.incidentId,
    ancestor: Math.min(open.ancestor, fork.ancestor),
    upTo: Math.max(open.upTo, fork.upTo),
    legs: open.legs + fork.legs,
    payouts: open.payouts + fork.payouts,
    times: open.times + 1,
  };
  yield* rewriteIncident(open.incidentId, textOf(wider), null);
  yield* writeSetting("fork", wider, "desk", at);
}

/** A block that the desk follows is final. */
export function* endFork(finalBlock: number, at: number): Phase<void> {
  const open = (yield* readSetting("fork")) as OpenFork | undefined;
  if (!open || finalBlock < open.upTo) return;
  yield* rewriteIncident(open.incidentId, textOf(open), at);
  yield* deleteSetting("fork");
}

function textOf({ ancestor, legs, payouts, times }: Omit<OpenFork, "incidentId" | "upTo">): string {
  const replaced =
    times === 1
      ? `The chain replaced the blocks after ${ancestor}`
      : `The chain replaced blocks ${times} times, all of them after ${ancestor}, as where the node's hosts disagree`;
  return `${replaced}; ${legs} delegations and ${payouts} payouts are sent again.`;
}
