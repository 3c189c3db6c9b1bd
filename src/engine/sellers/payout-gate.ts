/** What stops payouts: a halt, because the books may be wrong; a restore; the end of the process; a chain out of sight. */
import { DeskError } from "../../domain/errors.js";
import type { Engine } from "../context.js";

/** Throws when nothing may be paid out now. An operator's pause is about orders and does not count. */
export function assertPayoutsPossible({ gates, chainClock }: Engine): void {
  if (gates.shuttingDown) {
    throw new DeskError("SHUTTING_DOWN", "The desk is shutting down. No payout was started.");
  }
  if (gates.halt) {
    throw new DeskError(
      "DESK_HALTED",
      `The desk is halted (${gates.halt}). No payout was started; look at \`desk audit\`, then \`desk resume\`.`,
    );
  }
  if (gates.payoutHold) {
    throw new DeskError(
      "DESK_HALTED",
      `Payouts are held (${gates.payoutHold}). None was started; book what was paid with \`desk payout book\`, then \`desk payout release\`.`,
    );
  }
  const problem = chainClock.signingProblem();
  if (problem) {
    throw new DeskError(
      "CHAIN_UNAVAILABLE",
      `TRON cannot be asked now: ${problem}. No payout was started; run it again in a moment.`,
    );
  }
}
