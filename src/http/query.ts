/** What the schemas of queries are made of. A query holds text only, each name perhaps several times. */
import { z } from "zod";
import { validationFailed } from "../domain/errors.js";
import { problemsOf, show } from "../domain/fields.js";

const MAX_LIMIT = 100;
const DEFAULT_LIMIT = 20;

/** What a value must be, and what it was. */
export const problem = (mustBe: string) => (issue: { input?: unknown }) =>
  `${mustBe}; it was ${show(issue.input)}`;

/** Numbers are read from digits, and from nothing but digits. */
export const wholeNumber = (least: number, most: number, what: string) => {
  const error = problem(`must be ${what}, given once and in digits`);
  return z
    .string({ error })
    .regex(/^\d{1,16}$/, { error })
    .refine((digits) => Number(digits) >= least && Number(digits) <= most, { error })
    .transform(Number)
    .meta({ type: "integer", minimum: least, maximum: most });
};

export const text = (mustBe: string) => z.string({ error: problem(`${mustBe}, given once`) });

/** Rows of a page. */
export const limit = wholeNumber(1, MAX_LIMIT, `a number from 1 to ${MAX_LIMIT}`)
  .describe("Rows of a page.")
  .default(DEFAULT_LIMIT);

/** Throws VALIDATION_FAILED with every problem. */
export function parseQuery<T>(schema: z.ZodType<T>, query: unknown): T {
  const parsed = schema.safeParse(query);
  if (parsed.success) return parsed.data;
  throw validationFailed(problemsOf(parsed.error));
}
