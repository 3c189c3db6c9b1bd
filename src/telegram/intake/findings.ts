/** What reading finds: the fields of an order, wallets with what is wrong with them, words that were not understood. */
import { z } from "zod";
import type { Duration } from "../../domain/duration.js";
import type { OrderType } from "../../domain/order-request.js";
import type { Resource } from "../../domain/resource.js";
import { REASONS, REFUSALS } from "../../domain/team.js";

/** What a line, a button or an earlier order may know of an order, beside its receivers. */
export interface Fields {
  readonly type?: OrderType | undefined;
  readonly resource?: Resource | undefined;
  readonly amount?: number | undefined;
  readonly bandwidth?: number | undefined;
  readonly duration?: Duration | undefined;
  readonly price?: number | undefined;
  readonly allowPartial?: boolean | undefined;
  readonly partialMin?: number | undefined;
  readonly bulk?: boolean;
  readonly requireLock?: boolean;
}

/** Why an address cannot be delivered to, in the words a card shows. */
export const BAD_REASONS = [
  ...["checksum", "not activated", "contract", "refused", "duplicate"],
  /** A line of a file, and a name that is not in the address book. */
  ...["no address", "no such name"],
  /** 0x and 40 hexadecimal digits; 41 and 40 of them, which is an address of TRON. */
  ...["ethereum", "hex"],
  /** What is beside a wallet as its amount: the address is followed by it. */
  ...["no amount", "too little", "too much"],
] as const;
export type BadReason = (typeof BAD_REASONS)[number];

export const verdictSchema = z.object({
  address: z.string(),
  /** Absent when the address is good. */
  bad: z.enum(BAD_REASONS).optional(),
  /** Its own, in units, and how that was written. */
  amount: z.int().optional(),
  written: z.string().optional(),
});
export type Verdict = z.infer<typeof verdictSchema>;

/** How many more there are of each kind. */
export const alsoRefusedSchema = z.partialRecord(z.enum(BAD_REASONS), z.int());
export type AlsoRefused = z.infer<typeof alsoRefusedSchema>;

const detailsSchema = z
  .object({
    /** As it was typed. */
    said: z.union([z.string(), z.number()]),
    /** What stands in the error table, or the bounds of what was typed: TRX, units or SUN. */
    ...{ required: z.number(), available: z.number(), price: z.number(), floor: z.number() },
    ...{ minimum: z.number(), maximum: z.number() },
    readings: z.array(z.union([z.string(), z.number()])),
    problems: z.array(z.object({ path: z.string(), message: z.string() })),
    receivers: z.array(z.object({ receiver: z.string(), reason: z.enum(BAD_REASONS) })),
    /** Of a team: what nobody does, and what somebody else would have to approve; with what is left below a limit. */
    refusal: z.object({
      why: z.enum(REFUSALS),
      leftSun: z.int().optional(),
      /** Of a role, what it may not, where that is said in words of its own. */
      right: z.enum(["order", "manage"]).optional(),
    }),
    approval: z.object({ why: z.array(z.enum(REASONS)), leftSun: z.int().nullable() }),
  })
  .partial();

/** What went wrong last, said on the card until the next change. */
export const noticeSchema = z.object({ code: z.string(), details: detailsSchema.optional() });
export type Notice = z.infer<typeof noticeSchema>;

/** What can be wrong with a word of a one-line order. */
export const LINE_PROBLEMS = [
  "UNKNOWN_WORD",
  "TWO_AMOUNTS",
  "TWO_DURATIONS",
  "TWO_RESOURCES",
  "AMOUNT_NOT_UNDERSTOOD",
  "AMOUNT_AMBIGUOUS",
  "AMOUNT_TOO_SMALL",
  "AMOUNT_TOO_LARGE",
  "DURATION_NOT_OFFERED",
  "DURATION_NEEDS_UNIT",
  "TWO_TYPES",
  "NOT_WITH_FAST",
  "TWO_PRICES",
  "PRICE_NOT_UNDERSTOOD",
  "PRICE_NOT_WHOLE",
  "PRICE_TOO_HIGH",
  "PARTIAL_OR_WHOLE",
  "TWO_CHUNKS",
  "CHUNK_NOT_UNDERSTOOD",
  "CHUNK_AMBIGUOUS",
  "CHUNK_TOO_SMALL",
  "CHUNK_TOO_LARGE",
  "NOT_TWO_WALLETS",
  /** Amounts among several wallets: which of them each is for is not certain. The hint is how most would read it: "T… 65000" each. */
  "WHOSE_AMOUNTS",
  /** A column beside the wallets that may hold their amounts; the word is its title, or its first cell. The hint is the title it should have. */
  "COLUMN_NOT_READ",
] as const;

export const lineProblemSchema = z.object({
  /** As it was written, shortened when it is very long. */
  word: z.string(),
  code: z.enum(LINE_PROBLEMS),
  /** The question that stays open because of it. */
  field: z.enum(["type", "resource", "amount", "duration", "price", "options"]).optional(),
  /** What could stand instead ("1h", 65000), or what contradicts each other: no sentence. */
  hint: z.array(z.union([z.string(), z.number()])).default([]),
});
export type LineProblem = z.infer<typeof lineProblemSchema>;
