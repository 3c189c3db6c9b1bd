/** Building blocks of the schemas of queries. A query holds text only; a name may occur several times. */
import { z } from "zod";
import { didYouMean, nearestName } from "../common/nearest-name.js";
import { type FieldProblem, validationFailed } from "../domain/errors.js";
import {
  MAX_REPORTED_NAMES,
  noSuchName,
  problemsOf,
  SHOWN_NAME_LENGTH,
  show,
} from "../domain/fields.js";

const MAX_LIMIT = 100;
const DEFAULT_LIMIT = 20;

/** What a value must be, and what it was. */
export const problem = (mustBe: string) => (issue: { input?: unknown }) =>
  `${mustBe}; it was ${show(issue.input)}`;

/** Numbers are read from digits only. */
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

export const unixMs = wholeNumber(0, Number.MAX_SAFE_INTEGER, "a time in Unix milliseconds");

const NO_CURSOR = "must be the nextCursor of a page";

/** Where the page before has ended; `checked` adds what is known of its form. */
export const cursorOf = (
  checked: (text: z.ZodString, wrong: { error: ReturnType<typeof problem> }) => z.ZodType<string>,
) =>
  checked(text(NO_CURSOR), { error: problem(NO_CURSOR) })
    .describe("The `nextCursor` of a page: gives the next one.")
    .optional();

/**
 * Throws VALIDATION_FAILED with every problem. An unknown name is one: an ignored misspelt filter would list what was not asked
 * for.
 */
export function parseQuery<T>(schema: QueryOf<T>, query: unknown): T {
  const unknown = unknownNames(Object.keys(query as object), Object.keys(schema.shape));
  const parsed = schema.safeParse(query);
  if (parsed.success && unknown.length === 0) return parsed.data;
  throw validationFailed([...unknown, ...(parsed.success ? [] : problemsOf(parsed.error))]);
}

type QueryOf<T> = z.ZodType<T> & Pick<z.ZodObject, "shape">;

function unknownNames(given: readonly string[], known: readonly string[]): FieldProblem[] {
  const unknown = given.filter((name) => name !== "" && !known.includes(name));
  return unknown.slice(0, MAX_REPORTED_NAMES).map((name) => {
    const path = name.slice(0, SHOWN_NAME_LENGTH);
    const meant = nearestName(path, known);
    const others =
      known.length === 0 ? "this call takes none" : `this call takes ${known.join(", ")}`;
    const advice = meant ? didYouMean(meant) : others;
    return noSuchName("parameter", path, advice);
  });
}
