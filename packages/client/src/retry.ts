/** Which failures pass by themselves, which leave a doubt, and how long to wait. */
import type { EnergyDeskError } from "./error.js";

/** Where the service names no time: doubled each time, and never all at the same moment. */
const BACKOFF_MS = 250;
const MAX_BACKOFF_MS = 8_000;
/** The limits are so many calls a second. */
const RATE_LIMITED_MS = 1_000;

const JITTER = 0.25;
const MAX_JITTER_MS = 250;

export function isTransient({ code, status }: EnergyDeskError): boolean {
  if (code === "NETWORK" || code === "TIMEOUT" || code === "IDEMPOTENCY_IN_PROGRESS") return true;
  return status === 429 || status === 503 || isOfGateway(status);
}

/** 502 and 504: said before the service, which may have done what was asked or never heard of it. */
function isOfGateway(status: number | undefined): boolean {
  return status === 502 || status === 504;
}

const SAID_IN_DOUBT: ReadonlySet<string> = new Set([
  ...["BAD_ANSWER", "INTERNAL", "IDEMPOTENCY_IN_PROGRESS", "OUTCOME_UNKNOWN"],
]);

/**
 * Whether a change may have happened although this was answered. A 503 that names a time to come back, or another of the
 * desk's own reasons, was said before anything was done; any other 5xx may come from a proxy that has lost the answer.
 */
export function leavesDoubt({ code, status, retryAfterMs }: EnergyDeskError): boolean {
  if (SAID_IN_DOUBT.has(code)) return true;
  if (isOfGateway(status)) return true;
  return code === "UNAVAILABLE" && !(status === 503 && retryAfterMs !== undefined);
}

export function waitBeforeRetryMs(
  { status, retryAfterMs }: EnergyDeskError,
  retries: number,
): number {
  const leastMs = status === 429 ? RATE_LIMITED_MS : BACKOFF_MS;
  const waitMs = retryAfterMs ?? Math.min(MAX_BACKOFF_MS, leastMs * 2 ** retries);
  return waitMs + Math.random() * Math.min(MAX_JITTER_MS, Math.max(BACKOFF_MS, waitMs) * JITTER);
}
