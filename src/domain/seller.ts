/**
 * What sellers send: who they are, what they offer, and the proof that an account is theirs. As for orders, nothing is coerced,
 * unknown fields are ignored unless they are misspelt, and all problems of a body are reported at once.
 */
import { z } from "zod";
import type { Address } from "./address.js";
import { DURATIONS, type Duration, durationSeconds } from "./duration.js";
import { type FieldProblem, validationFailed } from "./errors.js";
import {
  addressSchema,
  fieldsOf,
  flag,
  misspeltFields,
  oneOf,
  problemsOf,
  resourceSchema,
  show,
  wholeNumber,
} from "./fields.js";
import type { CustomerId } from "./ids.js";
import { formatInteger } from "./money.js";
import { MAX_AMOUNT } from "./order-request.js";
import { MAX_PRICE_SUN } from "./rates.js";
import { MIN_CHUNK, type Resource, resourceTitle } from "./resource.js";

/** How long a challenge may be signed. */
export const CHALLENGE_MS = 600_000;

/** What a seller sells one resource for. */
export interface Offer {
  readonly resource: Resource;
  /** SUN per unit, as prices of orders are. */
  readonly minPriceSun: number;
  readonly shortest: Duration;
  readonly longest: Duration;
  /** In units: smaller parts are not worth a transaction to the seller. */
  readonly minChunk: number;
  /** Units that the seller does not sell. */
  readonly keep: number;
  readonly active: boolean;
}

export interface Proof {
  readonly address: Address;
  /** 65 bytes in hex. */
  readonly signature: string;
}

const signatureText =
  "must be the signature of the challenge: 130 hex characters, with or without 0x";
const signatureSchema = z
  .string({ error: (issue) => `${signatureText}; it was ${show(issue.input)}` })
  .regex(/^(0x)?[0-9a-fA-F]{130}$/, {
    error: (issue) => `${signatureText}; it was ${show(issue.input)}`,
  })
  .describe("Of the challenge, as it is (`signMessageV2`, TIP-191), with an owner key.");

export const registerSchema = z.object({ address: addressSchema });
export const proofSchema = z.object({ address: addressSchema, signature: signatureSchema });
export const offerSchema = z.object({
  resourceType: resourceSchema,
  minPrice: wholeNumber(1, MAX_PRICE_SUN).describe("Least price, in SUN per unit."),
  shortestDuration: oneOf(DURATIONS),
  longestDuration: oneOf(DURATIONS).describe("Not shorter than `shortestDuration`."),
  minChunk: wholeNumber(1, MAX_AMOUNT).describe("The smallest part, in units.").optional(),
  keep: wholeNumber(0, MAX_AMOUNT).describe("Units that stay yours.").default(0),
  active: flag.describe("`false` takes the offer out of the book.").default(true),
});

export function parseRegistration(body: unknown): { readonly address: Address } {
  return parse(body, registerSchema);
}

export function parseProof(body: unknown): Proof {
  return parse(body, proofSchema);
}

export function parseOffer(body: unknown): Offer {
  const read = parse(body, offerSchema, offerProblems);
  return {
    resource: read.resourceType,
    minPriceSun: read.minPrice,
    shortest: read.shortestDuration,
    longest: read.longestDuration,
    minChunk: read.minChunk ?? MIN_CHUNK[read.resourceType],
    keep: read.keep,
    active: read.active,
  };
}

/** The account in a path. */
export function parseAddress(text: string): Address {
  return parse({ address: text }, registerSchema).address;
}

function parse<T>(
  body: unknown,
  schema: z.ZodType<T> & Pick<z.ZodObject, "shape">,
  more: (fields: Readonly<Record<string, unknown>>) => FieldProblem[] = () => [],
): T {
  const fields = fieldsOf(body);
  const problems = misspeltFields(fields, { known: new Set(Object.keys(schema.shape)) });
  const read = schema.safeParse(body);
  if (!read.success) problems.push(...problemsOf(read.error));
  problems.push(...more(fields));
  if (problems.length > 0 || !read.success) throw validationFailed(problems);
  return read.data;
}

/** Rules about two fields are checked when both fields are valid. */
function offerProblems(fields: Readonly<Record<string, unknown>>): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const { shape } = offerSchema;
  const shortest = shape.shortestDuration.safeParse(fields.shortestDuration).data;
  const longest = shape.longestDuration.safeParse(fields.longestDuration).data;
  if (shortest && longest && durationSeconds(longest) < durationSeconds(shortest)) {
    problems.push({
      path: "longestDuration",
      message: `must not be shorter than shortestDuration, ${show(shortest)}; it was ${show(longest)}`,
    });
  }
  const resource = shape.resourceType.safeParse(fields.resourceType).data;
  const chunk = shape.minChunk.safeParse(fields.minChunk).data;
  if (resource && chunk !== undefined && chunk < MIN_CHUNK[resource]) {
    problems.push({
      path: "minChunk",
      message: `must be at least ${formatInteger(MIN_CHUNK[resource])} for ${resourceTitle(resource)}; it was ${chunk}`,
    });
  }
  return problems;
}

export interface ChallengeTerms {
  /** The desk's operator account: its key delegates for sellers. */
  readonly desk: Address;
  readonly network: string;
  readonly customerId: CustomerId;
  readonly address: Address;
  readonly nonce: string;
  /** Unix milliseconds. */
  readonly expiresAt: number;
}

/** The text to sign as proof of an account, in words its owner can check; it contains everything it is valid for. */
export function challengeText(terms: ChallengeTerms): string {
  return [
    "Energy Desk: sell from this account",
    "",
    `I control the TRON account ${terms.address} on ${terms.network},`,
    `and want to sell its Energy and Bandwidth through the desk ${terms.desk},`,
    `as its customer ${terms.customerId}. What is sold is paid to this account.`,
    "",
    "Signing this moves nothing and gives nobody any permission: the desk can delegate from",
    "this account only while the account's own permissions allow it.",
    "",
    `Nonce: ${terms.nonce}`,
    `Valid until: ${new Date(terms.expiresAt).toISOString()}`,
  ].join("\n");
}
