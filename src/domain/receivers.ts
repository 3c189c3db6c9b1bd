/** The receivers of an order or a quote: all bad entries are reported, each with its place. */
import { z } from "zod";
import { type Address, addressProblem, NO_ADDRESS } from "./address.js";
import { show } from "./fields.js";
import { formatInteger } from "./money.js";

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
