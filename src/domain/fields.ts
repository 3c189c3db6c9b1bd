/**
 * Building blocks of the schemas of request bodies, and what is wrong with their fields. Nothing is coerced, and each problem
 * says what a field must be and what it was. Of a list of receivers all bad entries are reported, each with its place.
 */
import { z } from "zod";
import { didYouMean, editsBetween } from "../common/nearest-name.js";
import { ADDRESS_PATTERN, type Address, addressProblem, NO_ADDRESS } from "./address.js";
import { type FieldProblem, validationFailed } from "./errors.js";
import { formatInteger } from "./money.js";
import { RESOURCES, type Resource, resourceTitle } from "./resource.js";

/** How many unknown names a refusal lists, and how many characters of each. */
export const MAX_REPORTED_NAMES = 20;
export const SHOWN_NAME_LENGTH = 60;

/** The problem of an unknown name; `advice` is the name that was meant, or the names there are. */
export function noSuchName(
  kind: "field" | "parameter",
  path: string,
  advice: string,
): FieldProblem {
  return { path, message: `unknown ${kind}; ${advice}` };
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The fields of a body; throws VALIDATION_FAILED when the body is no object. */
export function fieldsOf(body: unknown): Readonly<Record<string, unknown>> {
  if (isObject(body)) return body;
  const message = `the body must be a JSON object; it was ${show(body)}`;
  throw validationFailed([{ path: "", message }]);
}

export const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, {
    error: (issue) =>
      `must be one of ${values.map(quoted).join(", ")}; it was ${show(issue.input)}`,
  });

/** `range` replaces the two numbers in the message. */
export const wholeNumber = (
  least: number,
  most: number,
  range = `from ${formatInteger(least)} to ${formatInteger(most)}`,
) => {
  const error = (issue: { input?: unknown }) =>
    `must be a whole number ${range}; it was ${show(issue.input)}`;
  return z.int({ error }).min(least, { error }).max(most, { error });
};

export const flag = z.boolean({
  error: (issue) => `must be true or false; it was ${show(issue.input)}`,
});

export const resourceSchema = z
  .string({ error: (issue) => `must be "Energy" or "Bandwidth"; it was ${show(issue.input)}` })
  .transform((text, context): Resource => {
    const resource = RESOURCES.find((name) => name === text.toLowerCase());
    if (resource) return resource;
    context.addIssue(`must be "Energy" or "Bandwidth"; it was ${show(text)}`);
    return z.NEVER;
  })
  .meta({
    id: "ResourceName",
    description: "`Energy` and `Bandwidth` are taken in any letter case.",
    // Generators of clients make a type of an enum, and none of a pattern.
    enum: RESOURCES.map(resourceTitle),
    "x-case-insensitive": true,
  });

/** The first problem of each field; later ones follow from it. */
export function problemsOf(error: z.ZodError): FieldProblem[] {
  const problems = new Map<string, FieldProblem>();
  for (const issue of error.issues) {
    const path = issue.path.join(".");
    if (!problems.has(path)) problems.set(path, { path, message: issue.message });
  }
  return [...problems.values()];
}

const quoted = (text: string) => JSON.stringify(text);

/** A received value, short enough for a message; nested values by kind only, because they may be too deep to print. */
export function show(value: unknown): string {
  if (value === undefined) return "missing";
  if (typeof value === "object" && value !== null) {
    return Array.isArray(value) ? "an array" : "an object";
  }
  const text = typeof value === "number" ? String(value) : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** Shorter known names are too similar to fields that clients use for something else. */
const LEAST_LETTERS = 6;
const MOST_TYPOS = 2;
/** In how many unknown names typos are looked for: a body may hold thousands, and each takes microseconds. */
const MOST_JUDGED = 100;

interface FieldNames {
  readonly known: ReadonlySet<string>;
  /** Paths of known fields that this body does not use: misspellings of them are allowed too. */
  readonly unused?: readonly string[];
  /** The path of the object that holds the fields; undefined for the body itself. */
  readonly within?: string;
}

/**
 * The fields that are unknown but similar to a known one: equal but for letter case and underscores or, if the known name has
 * at least six letters, at most two typos away. Names of more than 60 characters pass; typos are looked for in the first 100
 * unknown names only. Other unknown fields are ignored; to ignore a misspelt one would silently change what is bought or paid:
 * with `quoteID` an order would pay another price than the quoted one.
 */
export function misspeltFields(fields: object, names: FieldNames): FieldProblem[] {
  const problems: FieldProblem[] = [];
  let meaning: ((name: string) => string | undefined) | undefined;
  for (const name of Object.keys(fields)) {
    if (names.known.has(name) || name.length > SHOWN_NAME_LENGTH) continue;
    meaning ??= meaningOf(names);
    const meant = meaning(name);
    if (meant === undefined) continue;
    problems.push(noSuchName("field", pathOf(names, name), didYouMean(meant)));
    if (problems.length === MAX_REPORTED_NAMES) break;
  }
  return problems;
}

function meaningOf(names: FieldNames): (name: string) => string | undefined {
  const { known, unused = [] } = names;
  const used = [...known].filter((name) => !unused.includes(pathOf(names, name)));
  const exact = new Map(used.map((name) => [folded(name), name]));
  const long = [...exact].filter(([letters]) => letters.length >= LEAST_LETTERS);
  let judged = 0;
  return (name) => {
    const letters = folded(name);
    const same = exact.get(letters);
    if (same !== undefined || judged === MOST_JUDGED) return same;
    judged += 1;
    return long.find(([one]) => editsBetween(letters, one, MOST_TYPOS) !== undefined)?.[1];
  };
}

/** Without underscores and capitals: snake_case for camelCase is no misspelling of another name. */
function folded(name: string): string {
  const lower = name.toLowerCase();
  return lower.includes("_") ? lower.replaceAll("_", "") : lower;
}

function pathOf({ within }: FieldNames, name: string): string {
  return within === undefined ? name : `${within}.${name}`;
}

export const addressSchema = z
  .string({ error: (issue) => `must be a TRON address; it was ${show(issue.input)}` })
  .transform((text, context): Address => {
    const problem = addressProblem(text);
    if (problem === undefined) return text as Address;
    context.addIssue(`${problem}; it was ${show(text)}`);
    return z.NEVER;
  })
  .meta({ pattern: ADDRESS_PATTERN });

export const MAX_RECEIVERS = 20;
/** How many entries of a list that is too long are checked: each may cost two digests. */
const MAX_JUDGED = 5 * MAX_RECEIVERS;

const receiverList = (judge: (entries: readonly unknown[]) => FieldProblemAt[]) =>
  z
    .array(z.unknown(), {
      error: (issue) =>
        `must be an array of 1 to ${MAX_RECEIVERS} addresses; it was ${show(issue.input)}`,
    })
    // Before the count, which ends the checks: all problems of a body are reported at once.
    .check(({ value, issues }) => {
      for (const { at, message } of judge(value.slice(0, MAX_JUDGED)).slice(0, MAX_RECEIVERS)) {
        issues.push({ code: "custom", message, path: [at], input: value, continue: true });
      }
    })
    .min(1, { error: `must contain 1 to ${MAX_RECEIVERS} addresses; it was empty` })
    .max(MAX_RECEIVERS, {
      error: (issue) =>
        `must contain 1 to ${MAX_RECEIVERS} addresses; it contained ${formatInteger((issue.input as unknown[]).length)}. Split them across several calls`,
    });

interface FieldProblemAt {
  readonly at: number;
  readonly message: string;
}

/** A list of addresses. */
export const addressList = receiverList((entries) =>
  [...entries.entries()].flatMap(([at, entry]) => {
    const problem = typeof entry === "string" ? addressProblem(entry) : NO_ADDRESS;
    return problem ? [{ at, message: `${problem}; it was ${show(entry)}` }] : [];
  }),
).transform((entries) => entries as Address[]);

/** A list of any texts: each gets its own verdict. */
export const textList = receiverList((entries) =>
  [...entries.entries()]
    .filter(([, entry]) => typeof entry !== "string")
    .map(([at, entry]) => ({ at, message: `must be a text; it was ${show(entry)}` })),
).transform((entries) => entries as string[]);
