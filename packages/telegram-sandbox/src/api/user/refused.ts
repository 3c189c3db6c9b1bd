/** What the user's side refuses: an HTTP status and a sentence. */
import type { Refusal } from "#shared/same-origin.js";

export class Refused extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

export function assertNone(refusal: Refusal | undefined): void {
  if (refusal) throw new Refused(refusal.status, refusal.text);
}
