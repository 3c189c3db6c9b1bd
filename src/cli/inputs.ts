/** What commands take: schemas of the typed text, and the options that several have. */
import { readFileSync } from "node:fs";
import { z } from "zod";
import { DAY_MS, MINUTE_MS } from "../common/time.js";
import { Refusal } from "../control/refusal.js";
import { type Address, addressProblem } from "../domain/address.js";
import { DeskError } from "../domain/errors.js";
import { show } from "../domain/fields.js";
import { formatInteger, parseTrx, type Sun } from "../domain/money.js";
import { MAX_PRICE_SUN } from "../domain/rates.js";

/** A field that reads its text; what it cannot read is told by what it must be. */
function readField<T>(read: (text: string) => T | undefined, mustBe: string) {
  return z.string().transform((text, context): T => {
    const value = read(text);
    if (value !== undefined) return value;
    context.addIssue({ code: "custom", message: `${mustBe}${was(text)}` });
    return z.NEVER;
  });
}

function textField(most: number) {
  const message = `must have 1 to ${most} characters, and no control characters`;
  const isClean = (text: string) => !/\p{Cc}/u.test(text);
  return z.string().trim().min(1, message).max(most, message).refine(isClean, message);
}

export const nameField = textField(200);
export const reasonField = textField(500);
export const referenceField = textField(200);
/** A key typed in place of an id must not come back in a message, which would be logged. */
export const idField = textField(100).refine(
  (text) => !text.includes("edk_"),
  "must be an id, not an API key; `key list` shows the ids of keys and of their customers",
);

/** The typed text for a message; a key in its place is left out. */
function was(text: string): string {
  return text.includes("edk_") ? "" : `; it was ${show(text)}`;
}

/** An amount in TRX or USDT, both of 6 decimals, in millionths and read without rounding. */
function coinAmount(coin: "TRX" | "USDT", leastSun: 0 | 1) {
  const range = leastSun === 0 ? "from 0" : "above 0 and";
  return readField((text): Sun | undefined => {
    const amountSun = parseTrx(text);
    return amountSun !== undefined && amountSun >= leastSun ? amountSun : undefined;
  }, `must be an amount of ${coin} ${range} up to 9007199254, such as 10 or 3.9, with at most 6 decimals`);
}

export const trxField = coinAmount("TRX", 1);
/** Also 0. */
export const trxOrNothingField = coinAmount("TRX", 0);
export const usdtField = coinAmount("USDT", 1);
/** Also 0. */
export const usdtOrNothingField = coinAmount("USDT", 0);

export const addressField = z.string().transform((text, context): Address => {
  const problem = addressProblem(text);
  if (problem === undefined) return text as Address;
  context.addIssue({ code: "custom", message: problem });
  return z.NEVER;
});

export const txidField = z.string().regex(/^[0-9a-f]{64}$/, "must be 64 small hex characters");

export const keyHashField = z
  .string()
  .regex(/^[0-9a-f]{16}$/, "must be 16 small hex characters, as `deposit keys` shows them");

/** A rate in SUN per unit; the rates as a whole are checked by the engine. */
export const rateField = readField((text) => {
  const rateSun = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  return rateSun >= 1 && rateSun <= MAX_PRICE_SUN ? rateSun : undefined;
}, `must be a whole number of SUN from 1 to ${MAX_PRICE_SUN}`);

/** The precision of a typed time: a day, a minute, a second. */
const SPANS = [
  [/^\d{4}-\d\d-\d\d$/, "T00:00:00Z", DAY_MS],
  [/^\d{4}-\d\d-\d\dT\d\d:\d\dZ$/, "", MINUTE_MS],
  [/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/, "", 1_000],
  [/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, "", 1],
] as const;

/** The first and the last millisecond of a day, or of a time in UTC in the form of `print.ts` or ISO 8601. */
const timeField = readField((text) => {
  const iso = text.replace(" ", "T");
  for (const [pattern, rest, lengthMs] of SPANS) {
    const firstMs = pattern.test(iso) ? Date.parse(iso + rest) : Number.NaN;
    // JavaScript reads days that a month does not have as days of the next one.
    const isReal = firstMs >= 0 && new Date(firstMs).toISOString().startsWith(iso.slice(0, 16));
    if (isReal) return { firstMs, lastMs: firstMs + lengthMs - 1 };
  }
  return undefined;
}, "must be a day or a time in UTC, such as 2026-08-01 or 2026-08-01T12:00:00Z");

export const timeOption = (about: string) => ["<time>", about, timeField.optional()] as const;

interface Period {
  readonly from?: { readonly firstMs: number } | undefined;
  readonly to?: { readonly lastMs: number } | undefined;
}

type Problem = (field: string, message: string) => void;

export function checkPeriod({ from, to }: Period, problem: Problem): void {
  if (from && to && from.firstMs > to.lastMs) problem("to", "must not be before --from");
}

/** False unless it is typed. */
export const flag = (about: string) => ["", about, z.boolean().default(false)] as const;

export const BY = ["<name>", "your name, for the record", nameField] as const;

/** Of a decision: who takes it, and why. */
export const byAndReason = (about: string) =>
  ({ by: BY, reason: ["<text>", about, reasonField] }) as const;

export const limitOption = (usual: number, which = "") =>
  ["<n>", `how many${which}; default ${usual}`, countField.default(usual)] as const;

export function choiceField<const T extends string>(values: readonly T[]) {
  return z.enum(values, {
    error: ({ input }) =>
      `must be one of ${values.join(", ")}${typeof input === "string" ? was(input) : ""}`,
  });
}

/** A count of at least one. */
export const countField = wholeField(1, 1_000_000);

/** An id of Telegram. */
export const userField = wholeField(1, 999_999_999_999);

/** Units of a resource, more than any account of the sandbox needs. */
export const unitsField = wholeField(0, 5_000_000_000);

export const blockField = wholeField(0, 100_000_000_000);

export function wholeField(least: number, most: number) {
  return readField(
    (text) => {
      const number = /^\d{1,12}$/.test(text) ? Number(text) : -1;
      return number >= least && number <= most ? number : undefined;
    },
    `must be a whole number from ${formatInteger(least)} to ${formatInteger(most)}`,
  );
}

/** The text of a file that is JSON; read further with `.pipe`. */
export function jsonField(mustBe: string) {
  return z.string().transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: "custom", message: mustBe });
      return z.NEVER;
    }
  });
}

/** A file that the operator names, - for standard input; read on their side of the socket. */
export function readGiven(path: unknown, name = "FILE"): string {
  try {
    return readFileSync(path === "-" ? 0 : String(path), "utf8");
  } catch (error) {
    const code = name === "FILE" ? "NOT_FOUND" : "USAGE";
    const why = error instanceof Error ? error.message : String(error);
    throw new Refusal(code, `${name}: ${path} cannot be read: ${why}`);
  }
}

/** The node's error names its own fields, which are the options. */
export function byOption(field: RegExp, option: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof DeskError)) throw error;
    throw new DeskError(error.code, error.message.replace(field, option));
  };
}
