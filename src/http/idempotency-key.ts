/** The header Idempotency-Key: which calls are the same one. */
import { validationFailed } from "../domain/errors.js";
import { show } from "../domain/fields.js";

const BARE = /^[!#-~][!-~]{0,254}$/;
const QUOTED = /^"((?:[!#-[\]-~]|\\["\\])+)"$/;
const MAX_LENGTH = 255;

/**
 * The header Idempotency-Key: a quoted string of a structured field, or the bare text. Node joins repeated headers with a
 * comma and a space, and a space is no visible character, so several values are refused by the same rule.
 */
export function parseIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header === "string") {
    if (BARE.test(header)) return header;
    const key = QUOTED.exec(header)?.[1]?.replace(/\\(.)/g, "$1");
    if (key !== undefined && key.length <= MAX_LENGTH) return key;
  }
  throw validationFailed([
    {
      path: "Idempotency-Key",
      message: `must be one value of 1 to ${MAX_LENGTH} visible ASCII characters, bare or quoted; it was ${show(header)}`,
    },
  ]);
}

/** The same of a call that must have one. */
export function neededIdempotencyKey(header: string | string[] | undefined): string {
  const key = parseIdempotencyKey(header);
  if (key !== undefined) return key;
  const message = "is required; send a key of your own, so that a repeated request pays once";
  throw validationFailed([{ path: "Idempotency-Key", message }]);
}
