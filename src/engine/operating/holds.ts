/** The brake: what the operator stops and takes up again, orders or all that leaves. What is signed continues. */
import { DeskError } from "../../domain/errors.js";
import { HOLD_KINDS, type Hold, PAYOUT_HOLDS } from "../../domain/hold.js";
import type { Payout } from "../../domain/payout.js";
import type { Phase } from "../../store/phase.js";
import { deleteSetting, readSetting, writeSetting } from "../../store/settings.js";
import type { Engine } from "../context.js";
import { readOpenPayouts } from "../payouts/payout-lists.js";
import { readRestored } from "../restored.js";
import { tellTeamsRestored } from "../teams/restored.js";
import { type AuditResult, audit } from "./audit.js";
import { assertStepsDone } from "./restore-steps.js";

/** Stops what this hold stops, until it is lifted; survives a restart. */
export async function placeHold(
  { database, gates, now }: Engine,
  hold: Hold,
  reason: string,
  by = "operator",
): Promise<void> {
  await database.commit(() => writeSetting(hold, { reason }, by, now()));
  gates.hold(hold, reason);
}

export async function liftHold({ database, gates }: Engine, hold: Hold): Promise<void> {
  await database.commit(() => deleteSetting(hold));
  gates.lift(hold);
}

/** Those that an earlier run left. */
export function* readHolds(): Phase<ReadonlyMap<Hold, string>> {
  const holds = new Map<Hold, string>();
  for (const hold of HOLD_KINDS) {
    const kept = (yield* readSetting(hold)) as { readonly reason: string } | undefined;
    if (kept) holds.set(hold, kept.reason);
  }
  return holds;
}

/** Lets nothing more leave, and answers with what is signed and continues: nobody can call that back. */
export async function pausePayouts(engine: Engine, reason: string): Promise<Payout[]> {
  await placeHold(engine, "payout-pause", reason);
  return readOpenPayouts(engine);
}

export interface ResumedPayouts {
  /** The reason of the hold that was lifted; null when nothing was held. */
  readonly lifted: string | null;
  /** Why payouts still wait, and what to do. */
  readonly stillHeld: string | null;
}

/**
 * Lifts one hold of payouts, so that nobody lifts two and means one: the operator's own first, then that of a restore. That of cover
 * ends with a clean reading, or is released for the sum that was seen.
 */
export async function resumePayouts(engine: Engine): Promise<ResumedPayouts> {
  const { gates } = engine;
  const hold = PAYOUT_HOLDS.find(
    (one) => one !== "payout-cover" && gates.reasonOf(one) !== undefined,
  );
  if (hold === undefined) return { lifted: null, stillHeld: gates.payoutsStopped ?? null };
  if (hold === "payout-hold") await engine.database.read(assertStepsDone);
  const lifted = gates.reasonOf(hold) ?? null;
  await liftHold(engine, hold);
  engine.signals.emit("withdrawal");
  return { lifted, stillHeld: gates.payoutsStopped ?? null };
}

/**
 * Takes new orders again, only after a clean audit. Of large books an audit takes long, so a running desk makes it in another
 * process.
 */
export async function resumeDesk(
  engine: Engine,
  auditBooks: () => Promise<AuditResult> = async () => audit(engine.database),
): Promise<void> {
  const { halts } = engine.gates;
  await engine.database.read(assertStepsDone);
  const result = await auditBooks();
  if (!result.ok) {
    throw new DeskError(
      "DESK_HALTED",
      `The audit found ${result.violations.length} violations; the desk stays halted. \`desk audit\` lists them.`,
      result.violations,
    );
  }
  await engine.database.commit(function* (): Phase<void> {
    const restored = yield* readRestored();
    if (restored) yield* tellTeamsRestored(restored.takenAt, engine.now());
    yield* deleteSetting("pause");
    yield* deleteSetting("halt");
    yield* deleteSetting("restored");
  });
  // A halt raised meanwhile is a new one, which this audit has not cleared.
  engine.gates.resume(halts);
}
