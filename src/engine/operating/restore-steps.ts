/** What is left to be done after a restore: a desk with a step that is open neither takes orders nor pays. */
import { DeskError, validationFailed } from "../../domain/errors.js";
import { isAnyKeyDisabled } from "../../store/customers.js";
import type { Phase } from "../../store/phase.js";
import { writeSetting } from "../../store/settings.js";
import { openUnknownPayouts } from "../../store/unknown-payouts.js";
import type { Engine } from "../context.js";
import { unknownPayouts } from "../payouts/unknown-payouts.js";
import {
  inWords,
  isAllRead,
  type OpenStep,
  RESTORE_STEP_NAMES,
  RESTORE_STEPS,
  type Restored,
  type RestoreStep,
  readRestored,
} from "../restored.js";

/** In their order; none where no restore is under way. */
function* openSteps(): Phase<OpenStep[]> {
  const restored = yield* readRestored();
  if (!restored) return [];
  const open: OpenStep[] = [];
  for (const step of RESTORE_STEP_NAMES) {
    if (restored.done[step] || (yield* isNothingLeft(step, restored))) continue;
    open.push({ step, ...RESTORE_STEPS[step], ...readingOn(step, restored) });
  }
  return open;
}

/** Where the books themselves say so. */
function* isNothingLeft(step: RestoreStep, { reading }: Restored): Phase<boolean> {
  if (step === "keys") return !(yield* isAnyKeyDisabled());
  if (step !== "payouts" || !isAllRead(reading)) return false;
  return (yield* openUnknownPayouts()).length === 0;
}

/** Nobody can look before the chain was read. */
function readingOn(step: RestoreStep, { block, reading }: Restored): Partial<OpenStep> {
  if (step !== "payouts" || isAllRead(reading)) return {};
  if (reading?.complete) {
    return {
      why: `no node gives block ${reading.passed?.join(", ")}, where something may have been paid out after the backup`,
      next: "look there with an explorer yourself and settle what `desk payout unknown` lists, then `desk restore done payouts --unread --by NAME`",
    };
  }
  const at = reading?.nextBlock ?? block;
  return {
    why: `what was paid out after the backup is not all read yet${at === null ? "" : `; the reading is at block ${at}`}`,
    next: "wait for the running desk, some minutes beyond its start at least; `desk status` tells where the reader fails",
  };
}

/** Throws while a step is open, and names each that is. */
export function* assertStepsDone(): Phase<void> {
  const open = yield* openSteps();
  if (open.length === 0) return;
  throw new DeskError(
    "DESK_HALTED",
    `The desk was restored from a backup, and it is not ready yet. Open: ${open.map(inWords).join(". ")}. \`desk restore steps\` lists what is left.`,
  );
}

/** Nothing where no restore is under way; what was done before stays with who did it first. */
export function* stepDone(step: RestoreStep, by: string, at: number): Phase<void> {
  const restored = yield* readRestored();
  if (!restored || restored.done[step]) return;
  const done = { ...restored.done, [step]: { by, at } };
  yield* writeSetting("restored", { ...restored, done }, by, at);
}

export interface RestoreSteps {
  /** Whether a restore is under way at all. */
  readonly restored: boolean;
  readonly open: readonly OpenStep[];
}

export function readRestoreSteps({ database }: Engine): Promise<RestoreSteps> {
  return database.read(stepsNow);
}

function* stepsNow(): Phase<RestoreSteps> {
  return { restored: (yield* readRestored()) !== undefined, open: yield* openSteps() };
}

/**
 * The operator says by name that they have done it. Throws for what only a command of its own can finish, and while a payout is
 * unknown that holds nobody's money. `unread`: they have looked themselves at blocks that no node gives any more.
 */
export async function finishRestoreStep(
  { database, now }: Engine,
  step: RestoreStep,
  { by, unread = false }: { readonly by: string; readonly unread?: boolean },
): Promise<RestoreSteps> {
  const at = now();
  return database.commit(function* (): Phase<RestoreSteps> {
    const restored = yield* readRestored();
    if (!restored) {
      throw new DeskError("NOT_FOUND", "No restore is under way; there is nothing to do.");
    }
    const why = yield* whyNotByName(step, restored, unread);
    if (why !== undefined) throw validationFailed([{ path: "STEP", message: `${step} ${why}` }]);
    yield* stepDone(step, by, at);
    return yield* stepsNow();
  });
}

function* whyNotByName(
  step: RestoreStep,
  { reading }: Restored,
  unread: boolean,
): Phase<string | undefined> {
  if (step === "compared") return `is done by the comparison: ${RESTORE_STEPS.compared.next}`;
  if (step !== "payouts") return undefined;
  if (!isAllRead(reading) && !unread) {
    return "is not all read: wait, or where no node gives a block look with an explorer yourself and add --unread";
  }
  const nobodys = (yield* unknownPayouts()).filter(
    ({ isSeller, customers }) => isSeller || customers.length === 0,
  );
  if (nobodys.length === 0) return undefined;
  return `has transfers left that hold no customer's money (${nobodys.length}, the first to ${nobodys[0]?.receiver}): ${RESTORE_STEPS.payouts.next}`;
}
