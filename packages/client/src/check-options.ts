/** The options of a client, with their defaults. What is wrong is named and never repeated: it may hold the key. */
import type { EnergyDeskOptions } from "./requests.js";

const TIMEOUT_MS = 15_000;
const MAX_TIMEOUT_MS = 600_000;
const RETRIES = 4;
const MAX_RETRIES = 20;
const RETRY_AFTER_MS = 60_000;

/** Checked, with the defaults. */
export interface CallerOptions {
  readonly apiKey: string;
  readonly timeoutMs: number;
  readonly maxRetries: number;
  readonly maxRetryAfterMs: number;
  readonly idempotencyKeys: boolean | undefined;
}

export function checkOptions(options: EnergyDeskOptions): CallerOptions {
  const { apiKey, timeoutMs, maxRetries, maxRetryAfterMs, idempotencyKeys } = options;
  if (typeof apiKey !== "string" || !/^[!-~]+$/.test(apiKey)) {
    throw new TypeError(
      "apiKey: must be the key as it was issued, a text of visible ASCII characters. Is its variable set?",
    );
  }
  return {
    apiKey,
    timeoutMs: checkTimeout(timeoutMs ?? TIMEOUT_MS),
    maxRetries: whole("maxRetries", maxRetries ?? RETRIES, 0, MAX_RETRIES),
    maxRetryAfterMs: whole("maxRetryAfterMs", maxRetryAfterMs ?? RETRY_AFTER_MS, 0, 3_600_000),
    idempotencyKeys,
  };
}

export function parseBaseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url && !url.username && !url.password && !url.search && !url.hash;
  if (!isPlain || !/^https?:$/.test(url.protocol)) {
    throw new TypeError(
      "baseUrl: must be an http or https URL such as http://127.0.0.1:3000, without a user, a query or a fragment",
    );
  }
  return url;
}

/** Of one attempt. */
export function checkTimeout(timeoutMs: number): number {
  return whole("timeoutMs", timeoutMs, 1, MAX_TIMEOUT_MS);
}

export function whole(name: string, value: number, least: number, most: number): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new TypeError(`${name}: must be a whole number from ${least} to ${most}; it was ${value}`);
}

/** What the header takes; a leading quote would make a quoted string of it. */
export function checkIdempotencyKey(key: string): void {
  if (/^[!#-~][!-~]{0,254}$/.test(key)) return;
  throw new TypeError(
    "idempotencyKey: must be 1 to 255 visible ASCII characters that do not begin with a double quote",
  );
}
