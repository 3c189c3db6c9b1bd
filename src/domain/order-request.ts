/**
 * The body of `POST /v1/order/create` and `/quote`. zod alone decides what is valid; nothing is coerced, unknown fields are
 * ignored unless they are misspelt ones, and all problems of a body are found at once.
 */
import { createHash } from "node:crypto";
import { z } from "zod";
import { ADDRESS_PATTERN, type Address } from "./address.js";
import { present } from "./assert.js";
import { DURATIONS, type Duration } from "./duration.js";
import { DeskError, type FieldProblem, validationFailed } from "./errors.js";
import {
  fieldsOf,
  flag,
  isObject,
  MAX_REPORTED_NAMES,
  misspeltFields,
  oneOf,
  problemsOf,
  resourceSchema,
  show,
  wholeNumber,
} from "./fields.js";
import { formatInteger } from "./money.js";
import { MAX_PRICE_SUN } from "./rates.js";
import { addressList, textList } from "./receivers.js";
import {
  MIN_AMOUNT,
  MIN_CHUNK,
  type PerResource,
  type Resource,
  resourceTitle,
} from "./resource.js";

/** Most units a request may ask for, per receiver. */
export const MAX_AMOUNT = 10_000_000_000;

/** How long a Manual order may rest, from its creation. */
export const LIFETIME_HOURS = { min: 1, max: 168 } as const;
export const MAX_LIFETIME_MS = LIFETIME_HOURS.max * 3_600_000;

export const ORDER_TYPES = ["Fast", "Manual"] as const;
export type OrderType = (typeof ORDER_TYPES)[number];

export interface ManualOptions {
  readonly allowPartial: boolean;
  readonly partialMin: number;
  readonly bulkOrder: boolean;
}

interface RequestBase<R> {
  readonly resource: Resource;
  readonly receivers: readonly R[];
  /** Units per receiver. */
  readonly amount: number;
  readonly duration: Duration;
  readonly quoteId: string | undefined;
}

/** A parsed request; `R` is a receiver: a checked address, or any text when each gets its own verdict. */
export type OrderRequest<R = Address> = RequestBase<R> &
  (
    | { readonly type: "Fast" }
    | { readonly type: "Manual"; readonly priceSun: number; readonly options: ManualOptions }
  );

/** VALIDATION_FAILED for a body whose only problems are misspelt fields. */
export class MisspeltOrder extends DeskError {
  constructor(
    problems: readonly FieldProblem[],
    /** The request without them. */
    readonly request: OrderRequest,
  ) {
    const { code, message, details } = validationFailed(problems);
    super(code, message, details);
  }
}

/** Reads a request whose receivers must all be addresses; throws VALIDATION_FAILED with every problem. */
export function parseOrderRequest(body: unknown): OrderRequest {
  const { misspelt, ...read } = parse(body, createSchema);
  const request = read.request as OrderRequest;
  if (misspelt.length > 0) throw new MisspeltOrder(misspelt, request);
  return request;
}

/** Reads a request to quote: a bad or repeated receiver is no error there; it gets its own verdict. */
export function parseQuoteRequest(body: unknown): OrderRequest<string> {
  const { misspelt, request } = parse(body, quoteSchema);
  if (misspelt.length > 0) throw validationFailed(misspelt);
  return request;
}

/** The same hash means the same order; `quoteId` does not count. */
export function requestHash(request: OrderRequest): string {
  const { quoteId: _, ...rest } = request;
  return createHash("sha256")
    .update(JSON.stringify(rest, Object.keys({ ...rest, ...manualKeys }).sort()))
    .digest("hex");
}

const manualKeys = { allowPartial: 0, partialMin: 0, bulkOrder: 0 };

const quoteIdSchema = z
  .string({ error: (issue) => `must be the quoteId of a quote; it was ${show(issue.input)}` })
  .regex(/^[0-9a-f]{24}$/, {
    error: (issue) => `must be the quoteId of a quote; it was ${show(issue.input)}`,
  })
  .describe("Pay the price of this quote, which was for the same order.")
  .optional();

const baseFields = {
  type: oneOf(ORDER_TYPES).describe(
    "`Fast`: at the desk's price, at once; `price` and `options` are dropped. `Manual`: at yours.",
  ),
  resourceType: resourceSchema,
  resourceAmount: wholeNumber(
    MIN_AMOUNT.bandwidth,
    MAX_AMOUNT,
    `from ${formatInteger(MIN_AMOUNT.energy)} for Energy or ${formatInteger(MIN_AMOUNT.bandwidth)} for Bandwidth to ${formatInteger(MAX_AMOUNT)}`,
  ).describe("Units for each wallet."),
  duration: oneOf(DURATIONS).describe("How long the wallets keep it, from its block on chain."),
  quoteId: quoteIdSchema,
};

export const manualSchema = z.object({
  price: wholeNumber(
    1,
    MAX_PRICE_SUN,
    `from 1 to ${formatInteger(MAX_PRICE_SUN)}, at least the rate of the duration in ratesByDuration of GET /setting/ui`,
  ).describe(
    "SUN per unit, at least the rate of the duration in `ratesByDuration` of `GET /setting/ui`.",
  ),
  options: z.object(
    {
      allow_partial: flag.describe("Whether several sellers may deliver parts."),
      // Checked separately, because it is ignored when no parts are allowed.
      partial_min: z
        .unknown()
        .describe(
          "A whole number: the smallest part, in units; at most `resourceAmount`. Ignored where `allow_partial` is false.",
        )
        .optional(),
      bulk_order: flag
        .describe("The wallets of the call start together or not at all.")
        .default(false),
    },
    { error: (issue) => `must be an object with allow_partial; it was ${show(issue.input)}` },
  ),
});

/** The schema of amounts for each resource, which has its own minimum. */
const perResource = (least: PerResource<number>, range: (resource: Resource) => string) => ({
  energy: wholeNumber(least.energy, MAX_AMOUNT, range("energy")),
  bandwidth: wholeNumber(least.bandwidth, MAX_AMOUNT, range("bandwidth")),
});
const amountSchemas = perResource(
  MIN_AMOUNT,
  (resource) =>
    `from ${formatInteger(MIN_AMOUNT[resource])} to ${formatInteger(MAX_AMOUNT)} for ${resourceTitle(resource)}`,
);
const chunkRange = (resource: Resource) =>
  `from ${formatInteger(MIN_CHUNK[resource])} to resourceAmount for ${resourceTitle(resource)}`;
const chunkSchemas = perResource(MIN_CHUNK, chunkRange);
const anyChunkSchema = wholeNumber(
  MIN_CHUNK.bandwidth,
  MAX_AMOUNT,
  `from ${formatInteger(MIN_CHUNK.energy)} for Energy or ${formatInteger(MIN_CHUNK.bandwidth)} for Bandwidth to resourceAmount`,
);

export const createSchema = z.object({
  ...baseFields,
  receiver: addressList.meta({
    description: "Different wallets, activated on chain, no contracts.",
    items: { type: "string", pattern: ADDRESS_PATTERN },
    uniqueItems: true,
  }),
});
export const quoteSchema = z.object({
  ...baseFields,
  receiver: textList.meta({
    description: "Wallets. One that cannot be served is told with its reason.",
    items: { type: "string" },
  }),
});

type Fields = Readonly<Record<string, unknown>>;

const ORDER_FIELDS: ReadonlySet<string> = new Set(
  Object.keys({ ...createSchema.shape, ...manualSchema.shape }),
);
const OPTION_FIELDS: ReadonlySet<string> = new Set(Object.keys(manualSchema.shape.options.shape));

function parse(
  body: unknown,
  schema: typeof createSchema | typeof quoteSchema,
): { readonly request: OrderRequest<string>; readonly misspelt: readonly FieldProblem[] } {
  const fields = fieldsOf(body);
  const misspelt = misspeltIn(fields);
  const problems: FieldProblem[] = [];
  const base = schema.safeParse(body);
  if (!base.success) problems.push(...problemsOf(base.error));
  const manual = fields.type === "Manual" ? manualSchema.safeParse(body) : undefined;
  if (manual && !manual.success) problems.push(...problemsOf(manual.error));
  problems.push(...amountProblems(fields, base.data?.resourceType));
  if (problems.length > 0 || !base.success) throw refusal([...misspelt, ...problems]);
  return { request: requestOf(base.data, manual?.data), misspelt };
}

function requestOf(
  base: z.infer<typeof quoteSchema>,
  manual: z.infer<typeof manualSchema> | undefined,
): OrderRequest<string> {
  const { type, resourceType: resource, resourceAmount: amount, duration, quoteId } = base;
  const common = { resource, receivers: base.receiver, amount, duration, quoteId };
  if (type === "Fast") return { type, ...common };
  const { price, options } = present(manual, "a Manual order is read as one");
  return {
    type,
    ...common,
    priceSun: price,
    options: {
      allowPartial: options.allow_partial,
      partialMin: options.allow_partial ? chunkOf(options.partial_min, resource) : amount,
      bulkOrder: options.bulk_order,
    },
  };
}

function misspeltIn(fields: Fields): FieldProblem[] {
  const unused = unusedPaths(fields);
  const problems = misspeltFields(fields, { known: ORDER_FIELDS, unused });
  if (unused.includes("options") || !isObject(fields.options)) return problems;
  const within = { known: OPTION_FIELDS, unused, within: "options" };
  return [...problems, ...misspeltFields(fields.options, within)].slice(0, MAX_REPORTED_NAMES);
}

/** Of two problems of a field the later one says more. */
function refusal(problems: readonly FieldProblem[]): DeskError {
  const told = new Map(problems.map(({ path, message }) => [path, message]));
  return validationFailed([...told].map(([path, message]) => ({ path, message })));
}

/** The dotted paths of fields that an order does not use: they are not checked at all. */
export function unusedPaths(body: unknown): readonly string[] {
  if (!isObject(body)) return [];
  if (body.type === "Fast") return ["price", "options"];
  return isUndivided(body) ? ["options.partial_min"] : [];
}

/** One owner must deliver all of it. */
function isUndivided(fields: Fields): boolean {
  return fields.type === "Manual" && optionsOf(fields).allow_partial === false;
}

/** The minimum depends on the resource: the message names it when the resource is known. */
function amountProblems(fields: Fields, known: Resource | undefined): FieldProblem[] {
  const resource = known ?? resourceSchema.safeParse(fields.resourceType).data;
  const amount = (resource ? amountSchemas[resource] : baseFields.resourceAmount).safeParse(
    fields.resourceAmount,
  );
  const problems = amount.success ? [] : problemsAt("resourceAmount", amount.error);
  if (fields.type !== "Manual" || isUndivided(fields)) return problems;
  const chunk = optionsOf(fields).partial_min;
  if (chunk === undefined) return problems;
  return [...problems, ...chunkProblems(chunk, resource, amount.data)];
}

function chunkProblems(
  chunk: unknown,
  resource: Resource | undefined,
  amount: number | undefined,
): FieldProblem[] {
  const path = "options.partial_min";
  const judged = (resource ? chunkSchemas[resource] : anyChunkSchema).safeParse(chunk);
  if (!judged.success) return problemsAt(path, judged.error);
  if (!resource || amount === undefined || judged.data <= amount) return [];
  return [
    { path, message: `must be a whole number ${chunkRange(resource)}; it was ${show(chunk)}` },
  ];
}

function problemsAt(path: string, error: z.ZodError): FieldProblem[] {
  return problemsOf(error).map(({ message }) => ({ path, message }));
}

function optionsOf({ options }: Fields): Fields {
  return isObject(options) ? options : {};
}

function chunkOf(partialMin: unknown, resource: Resource): number {
  return chunkSchemas[resource].optional().parse(partialMin) ?? MIN_CHUNK[resource];
}
