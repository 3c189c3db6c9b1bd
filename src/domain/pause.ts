/** Why an owner is paused, and what a seller must do about it. */
import type { Address } from "./address.js";

/** What a seller must set up, in words for the middle of a sentence. */
export function permissionWords(operator: Address | undefined): string {
  const key = operator === undefined ? "the desk's operator account" : operator;
  return `give ${key} an active permission of the account (threshold 1, weight 1) with the operations 57 (DelegateResource) and 58 (UnDelegateResource) and no others`;
}

/** Kept with the owner, for the operator; `pauseWords` is for sellers. */
export const PAUSE_NO_PERMISSION =
  "the operator key may not delegate for this owner (active permission with operations 57 and 58)";
export const PAUSE_NO_BANDWIDTH =
  "too little bandwidth and TRX for the fee of a delegation: stake for bandwidth or send TRX";

export const PAUSE_NOT_ACTIVATED = "the account is not activated: send it some TRX";

export function pauseWords(reason: string, operator: Address | undefined): string {
  const then = "Selling goes on by itself then.";
  if (reason === PAUSE_NO_PERMISSION) {
    return `The account no longer lets the desk delegate: ${permissionWords(operator)}. ${then}`;
  }
  if (reason === PAUSE_NO_BANDWIDTH) {
    return `The account pays the fees of its delegations and has too little for one: send it 2 TRX or more, or stake TRX for Bandwidth. ${then}`;
  }
  return reason;
}

export const PAUSES = ["permission", "bandwidth", "activation", "other"] as const;
/** The reason as a code, for callers with words of their own. */
export type Pause = (typeof PAUSES)[number];

export function pauseOf(reason: string): Pause {
  switch (reason) {
    case PAUSE_NO_PERMISSION:
      return "permission";
    case PAUSE_NO_BANDWIDTH:
      return "bandwidth";
    case PAUSE_NOT_ACTIVATED:
      return "activation";
    default:
      return "other";
  }
}
