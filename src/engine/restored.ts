/** What a restored desk keeps in its settings from the restore until `resume`, and whose money it holds, also beyond that. */
import { DeskError } from "../domain/errors.js";
import type { CustomerId } from "../domain/ids.js";
import type { Sun } from "../domain/money.js";
import type { Phase } from "../store/phase.js";
import { readSetting } from "../store/settings.js";
import { availableAndHeld, isMoneyHeld } from "../store/unknown-payouts.js";

/** What is to be done after a restore before the desk takes orders or pays again, in this order: why, and by which command. */
export const RESTORE_STEPS = {
  keys: {
    why: "every API key is disabled, because some may have been revoked after the backup",
    next: "revoke those with `desk key revoke KEY_ID` (`desk key list` has all), then `desk key enable --all`, or each by its KEY_ID",
  },
  payouts: {
    why: "the books do not know what was paid out after the backup",
    next: "`desk payout unknown` lists it with a command for each",
  },
  debits: {
    why: "the books do not know credits and debits after the backup",
    next: "book them again with their references, then `desk restore done debits --by NAME`",
  },
  compared: {
    why: "the books were not compared with what the chain has delegated",
    next: "run `desk reconcile` first",
  },
} as const satisfies Record<string, { readonly why: string; readonly next: string }>;

export type RestoreStep = keyof typeof RESTORE_STEPS;

export const RESTORE_STEP_NAMES = Object.keys(RESTORE_STEPS) as RestoreStep[];

/** One that is not done. */
export interface OpenStep {
  readonly step: RestoreStep;
  readonly why: string;
  readonly next: string;
}

export function inWords({ step, why, next }: OpenStep): string {
  return `${step}: ${why}; ${next}`;
}

export interface Restored {
  readonly takenAt: number;
  /** When it was confirmed: earlier orders are the backup's. */
  readonly at: number;
  /** The newest block that the backup knows; null where it had followed none. */
  readonly block: number | null;
  readonly done: Partial<Record<RestoreStep, { readonly by: string; readonly at: number }>>;
  readonly reading?: PayoutReading;
}

/** How far solid blocks were read for what was paid out after the backup. */
export interface PayoutReading {
  readonly nextBlock: number;
  /** Chain time until which what the lost desk had signed can be in a block. */
  readonly untilMs: number;
  readonly complete: boolean;
  /** Blocks that no node gave: what was paid in them is not known. */
  readonly passed?: readonly number[];
}

export function isAllRead(reading: PayoutReading | undefined): boolean {
  return reading?.complete === true && !reading.passed;
}

export function* readRestored(): Phase<Restored | undefined> {
  return (yield* readSetting("restored")) as Restored | undefined;
}

/** Throws while a payout that the books do not know may have been the customer's. */
export function* assertMoneyFree(customerId: CustomerId): Phase<void> {
  if (yield* isMoneyHeld(customerId)) throw moneyHeld();
}

/** What a customer can spend; throws while `assertMoneyFree` does. */
export function* spendableSunOf(customerId: CustomerId): Phase<Sun> {
  const { availableSun, isHeld } = yield* availableAndHeld(customerId);
  if (isHeld) throw moneyHeld();
  return availableSun;
}

const moneyHeld = () =>
  new DeskError(
    "DESK_HALTED",
    "The desk was restored from a backup, and one of your addresses was paid since then: your money is held until the operator has booked that payment. Nothing was taken; ask the operator, or try again later.",
    undefined,
    RETRY_LATER_SECONDS,
  );

const RETRY_LATER_SECONDS = 60;
