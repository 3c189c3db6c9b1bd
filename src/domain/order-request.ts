/**
 * The body of `POST /v1/order/create` and `/quote`. zod alone decides what is valid; nothing is coerced, unknown fields are
 * ignored unless they are misspelt ones, and all problems of a body are found at once.
 */
import { createHash } from "node:crypto";
import { z } from "zod";
import { didYouMean } from "../common/nearest-name.js";
import { HOUR_MS } from "../common/time.js";
import { ADDRESS_PATTERN, type Address } from "./address.js";
import { must } from "./assert.js";
import { DURATIONS, type Duration } from "./duration.js";
import { DeskError, type FieldProblem, validationFailed } from "./errors.js";
import {
  addressList,
  fieldsOf,
  flag,
  isObject,
  MAX_RECEIVERS,
  MAX_REPORTED_NAMES,
  misspeltFields,
  noSuchName,
  oneOf,
  problemsOf,
  resourceSchema,
  show,
  textList,
  wholeNumber,
} from "./fields.js";
import { formatInteger } from "./money.js";
import { amountOfEach, highestPriceSun } from "./price.js";
import { MIN_AMOUNT, MIN_CHUNK, type Resource, resourceTitle } from "./resource.js";

/** Most units a request may ask for, per receiver. */
export const MAX_AMOUNT = 10_000_000_000;

/** How long a Manual order may rest, from its creation. */
const LIFETIME_HOURS = { min: 1, max: 168 } as const;
export const MAX_LIFETIME_MS = LIFETIME_HOURS.max * HOUR_MS;

export const ORDER_TYPES = ["Fast", "Manual"] as const;
export type OrderType = (typeof ORDER_TYPES)[number];

export interface ManualOptions {
  readonly allowPartial: boolean;
  readonly partialMin: number;
  readonly bulkOrder: boolean;
  /** Planned wholly by its creation, or refused; it does not rest for long. No call asks for it: the desk does, to take offers. */
  readonly atOnce?: true | undefined;
}

interface RequestBase<R> {
  readonly resource: Resource;
  readonly receivers: readonly R[];
  /** Units for each receiver, in order. */
  readonly amounts: readonly number[];
  readonly duration: Duration;
  readonly quoteId: string | undefined;
  /** The customer's own name for the call. */
  readonly reference?: string | undefined;
  /** Deliver locked or not at all. */
  readonly requireLock?: true | undefined;
}

/** A parsed request; `R` is a receiver: a checked address, or any text when each gets its own verdict. */
export type OrderRequest<R = Address> = RequestBase<R> &
  (
    | { readonly type: "Fast" }
    | {
        readonly type: "Manual";
        readonly priceSun: number;
        readonly options: ManualOptions;
        /** How long it may rest; the desk's own time when undefined. */
        readonly lifetimeHours?: number | undefined;
      }
  );

/** VALIDATION_FAILED for a body whose only problems are misspelt fields. */
export class MisspeltOrder extends DeskError {
  constructor(
    problems: readonly FieldProblem[],
    /** The request without the misspelt fields. */
    readonly request: OrderRequest,
  ) {
    super("VALIDATION_FAILED", validationFailed(problems).message, problems);
  }
}

/** Reads a request whose receivers must all be addresses; throws VALIDATION_FAILED with every problem. */
export function parseOrderRequest(body: unknown): OrderRequest {
  const { misspelt, ...read } = parse(body, createSchema);
  const request = read.request as OrderRequest;
  if (misspelt.length > 0) throw new MisspeltOrder(misspelt, request);
  return request;
}

/** Reads a request to quote: a bad receiver is no error there; it gets its own verdict. */
export function parseQuoteRequest(body: unknown): OrderRequest<string> {
  const { misspelt, request } = parse(body, quoteSchema);
  if (misspelt.length > 0) throw validationFailed(misspelt);
  return request;
}

/** The same hash means the same order; `quoteId` does not count. */
export function requestHash(request: OrderRequest): string {
  const { quoteId: _, amounts, ...others } = request;
  const amount = amountOfEach(amounts);
  const rest = { ...others, ...(amount === undefined ? { amounts } : { amount }) };
  const text = JSON.stringify(rest, Object.keys({ ...rest, ...manualKeys }).sort());
  return createHash("sha256").update(text).digest("hex");
}

const manualKeys = { allowPartial: 0, partialMin: 0, bulkOrder: 0, atOnce: 0 };

const noQuoteId = (issue: { input?: unknown }) =>
  `must be the quoteId of a quote; it was ${show(issue.input)}`;
const quoteIdSchema = z
  .string({ error: noQuoteId })
  .regex(/^[0-9a-f]{24}$/, { error: noQuoteId })
  .describe("Pay the price of this quote, which was for the same order.")
  .optional();

const ANY_AMOUNT = `from ${formatInteger(MIN_AMOUNT.energy)} for Energy or ${formatInteger(MIN_AMOUNT.bandwidth)} for Bandwidth to ${formatInteger(MAX_AMOUNT)}`;
const anyAmountSchema = wholeNumber(MIN_AMOUNT.bandwidth, MAX_AMOUNT, ANY_AMOUNT);

export const REFERENCE_PATTERN = /^[ -~]{1,64}$/;
const referenceProblem = (issue: { input?: unknown }) =>
  `must be 1 to 64 printable ASCII characters; it was ${show(issue.input)}`;

const baseFields = {
  type: oneOf(ORDER_TYPES).describe(
    "`Fast`: at the desk's price, at once; `price` is dropped, `options` are checked and not used. `Manual`: at yours.",
  ),
  resourceType: resourceSchema,
  resourceAmount: anyAmountSchema.describe("Units for each wallet.").optional(),
  // Counted and judged with the receivers and the resource.
  amounts: z
    .array(z.unknown(), {
      error: (issue) => `must be an array of whole numbers; it was ${show(issue.input)}`,
    })
    .describe("Instead of `resourceAmount`: units for each wallet of `receiver`, in their order.")
    .optional(),
  duration: oneOf(DURATIONS).describe("How long the wallets keep it, from its block on chain."),
  quoteId: quoteIdSchema,
  reference: z
    .string({ error: referenceProblem })
    .regex(REFERENCE_PATTERN, { error: referenceProblem })
    .describe(
      "Your own name for the call, which its orders carry and `GET /v1/orders?reference=` finds. Used again for another body it is " +
        "refused; for the same one the orders of the first call are answered, and nothing is debited.",
    )
    .optional(),
  requireLock: flag
    .describe(
      "Only locked delegations. Without it the pool delivers unlocked where no lock is possible, and leaves the stake for the whole " +
        "duration. A `Fast` order that cannot be locked is refused, a `Manual` one rests.",
    )
    .optional(),
};

export const lifetimeSchema = wholeNumber(LIFETIME_HOURS.min, LIFETIME_HOURS.max);
const FLOOR = "at least the rate of the duration in ratesByDuration of GET /setting/ui";
const HIGHEST = Number.MAX_SAFE_INTEGER;
const priceError = { error: ({ input }: { input?: unknown }) => wrongPrice(input) };
export const priceSchema = z
  .int(priceError)
  .min(1, priceError)
  .max(HIGHEST, priceError)
  .describe(
    "The most you pay, in SUN per unit: at least the rate of the duration in `ratesByDuration` of `GET /setting/ui`.",
  );

const optionsSchema = z.object(
  {
    allow_partial: flag.describe("Whether several sellers may deliver parts."),
    // Checked separately, because it is ignored when no parts are allowed.
    partial_min: z
      .unknown()
      .describe(
        "A whole number: the smallest part, in units; above the amount of a wallet it means all of it. Ignored where `allow_partial` is false.",
      )
      .optional(),
    bulk_order: flag
      .describe("The wallets of the call start together or not at all.")
      .default(false),
  },
  { error: (issue) => `must be an object with allow_partial; it was ${show(issue.input)}` },
);

export const manualSchema = z.object({
  price: priceSchema,
  options: optionsSchema,
  lifetimeHours: lifetimeSchema
    .describe("How long it may rest, in hours from its creation; the desk's own time without it.")
    .optional(),
});

/** What a Fast order may have beside it: checked as for Manual, and not used. */
export const fastSchema = z.object({ options: optionsSchema.optional() });

/** The schema of amounts for each resource, which has its own minimum. */
const perResource = (of: (resource: Resource) => ReturnType<typeof wholeNumber>) => ({
  energy: of("energy"),
  bandwidth: of("bandwidth"),
});
const amountSchemas = perResource((resource) =>
  wholeNumber(
    MIN_AMOUNT[resource],
    MAX_AMOUNT,
    `from ${formatInteger(MIN_AMOUNT[resource])} to ${formatInteger(MAX_AMOUNT)} for ${resourceTitle(resource)}`,
  ),
);
const chunkSchemas = perResource((resource) =>
  wholeNumber(
    MIN_CHUNK[resource],
    Number.MAX_SAFE_INTEGER,
    `from ${formatInteger(MIN_CHUNK[resource])} up for ${resourceTitle(resource)}`,
  ),
);
const anyChunkSchema = wholeNumber(
  MIN_CHUNK.bandwidth,
  Number.MAX_SAFE_INTEGER,
  `from ${formatInteger(MIN_CHUNK.energy)} up for Energy, from ${formatInteger(MIN_CHUNK.bandwidth)} up for Bandwidth`,
);

export const createSchema = z.object({
  ...baseFields,
  receiver: addressList.meta({
    description:
      "Wallets, activated on chain, no contracts. One that is named twice gets two entries.",
    items: { type: "string", pattern: ADDRESS_PATTERN },
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
  const isManual = fields.type === "Manual";
  const own = (isManual ? manualSchema : fastSchema).safeParse(body);
  if (!own.success) problems.push(...problemsOf(own.error));
  problems.push(...amountProblems(fields, base.data?.resourceType));
  if (problems.length > 0 || !base.success) throw refusal([...misspelt, ...problems]);
  const request = requestOf(base.data, isManual ? (own.data as Manual) : undefined);
  const tooHigh = priceProblem(request);
  if (tooHigh) throw refusal([...misspelt, tooHigh]);
  return { request, misspelt };
}

type Manual = z.infer<typeof manualSchema>;

/** A price at which the call would cost more than the arithmetic is exact for. */
function priceProblem(request: OrderRequest<string>): FieldProblem | undefined {
  if (request.type === "Fast") return undefined;
  const { priceSun, amounts, duration } = request;
  const most = highestPriceSun(amounts, duration);
  if (priceSun <= most) return undefined;
  return { path: "price", message: tooHighPrice(most, priceSun) };
}

/** Each call has its own limit, below that of exact numbers. */
function wrongPrice(was: unknown): string {
  const range = typeof was === "number" && was > HIGHEST ? `to ${formatInteger(HIGHEST)}` : "up";
  return `must be a whole number from 1 ${range}, ${FLOOR}; it was ${show(was)}`;
}

export function tooHighPrice(most: number, was: number): string {
  return `must be a whole number from 1 to ${formatInteger(most)} for this amount and duration, ${FLOOR}; it was ${was}`;
}

function requestOf(
  base: z.infer<typeof quoteSchema>,
  manual: Manual | undefined,
): OrderRequest<string> {
  const { type, resourceType: resource, receiver: receivers, duration, quoteId, reference } = base;
  const { requireLock } = base;
  const amounts =
    (base.amounts as number[] | undefined) ?? receivers.map(() => base.resourceAmount as number);
  const common = {
    ...{ resource, receivers, amounts, duration, quoteId },
    ...(reference === undefined ? {} : { reference }),
    ...(requireLock ? { requireLock } : {}),
  };
  if (type === "Fast") return { type, ...common };
  const { price, options, lifetimeHours } = must(manual, "a Manual order is read as one");
  return {
    type,
    ...common,
    priceSun: price,
    options: {
      allowPartial: options.allow_partial,
      partialMin: options.allow_partial
        ? Math.min(chunkOf(options.partial_min, resource), Math.max(...amounts))
        : Math.max(...amounts),
      bulkOrder: options.bulk_order,
    },
    ...(lifetimeHours === undefined ? {} : { lifetimeHours }),
  };
}

function misspeltIn(fields: Fields): FieldProblem[] {
  // Nothing of a Fast order's options is used, however they are spelt.
  const unused = [...unusedPaths(fields), ...(fields.type === "Fast" ? ["options"] : [])];
  // Another "amount" is no misspelling where the amount is given.
  const unmeant = fields.resourceAmount === undefined ? unused : [...unused, "amounts"];
  const problems = misspeltFields(fields, { known: ORDER_FIELDS, unused: unmeant });
  // PATCH still takes it; here it would leave the order resting for another time.
  if (fields.type === "Manual" && fields.lifetime !== undefined) {
    problems.push(noSuchName("field", "lifetime", didYouMean("lifetimeHours")));
  }
  if (unused.includes("options") || !isObject(fields.options)) return problems;
  const within = { known: OPTION_FIELDS, unused, within: "options" };
  return [...problems, ...misspeltFields(fields.options, within)].slice(0, MAX_REPORTED_NAMES);
}

/** Of two problems of a field the later one says more. */
export function refusal(problems: readonly FieldProblem[]): DeskError {
  const told = new Map(problems.map(({ path, message }) => [path, message]));
  return validationFailed([...told].map(([path, message]) => ({ path, message })));
}

/** The dotted paths of fields that an order does not use: they are not checked at all. */
export function unusedPaths(body: unknown): readonly string[] {
  if (!isObject(body)) return [];
  return [
    ...(body.type === "Fast" ? ["price", "lifetimeHours"] : []),
    ...(isUndivided(body) ? ["options.partial_min"] : []),
  ];
}

/** One owner must deliver all of it. */
function isUndivided(fields: Fields): boolean {
  return optionsOf(fields).allow_partial === false;
}

/** The minimum depends on the resource: the message names it when the resource is known. */
function amountProblems(fields: Fields, known: Resource | undefined): FieldProblem[] {
  const resource = known ?? resourceSchema.safeParse(fields.resourceType).data;
  const schema = resource ? amountSchemas[resource] : anyAmountSchema;
  const given = amountsGiven(fields);
  const problems = given.flatMap(({ path, value }) => {
    const judged = schema.safeParse(value);
    return judged.success ? [] : problemsAt(path, judged.error);
  });
  problems.push(...wrongCount(fields));
  const chunk = optionsOf(fields).partial_min;
  if (chunk === undefined || isUndivided(fields)) return problems;
  const judged = (resource ? chunkSchemas[resource] : anyChunkSchema).safeParse(chunk);
  if (!judged.success) problems.push(...problemsAt("options.partial_min", judged.error));
  return problems;
}

/** Each amount with its path; of a list that is too long only the first ones. */
function amountsGiven({ resourceAmount, amounts }: Fields): { path: string; value: unknown }[] {
  if (!Array.isArray(amounts)) return [{ path: "resourceAmount", value: resourceAmount }];
  const judged = amounts.slice(0, MAX_RECEIVERS);
  return judged.map((value: unknown, at) => ({ path: `amounts.${at}`, value }));
}

function wrongCount({ resourceAmount, amounts, receiver }: Fields): FieldProblem[] {
  if (!Array.isArray(amounts)) return [];
  if (resourceAmount !== undefined) {
    return [
      { path: "amounts", message: "can't be combined with resourceAmount; send one of the two" },
    ];
  }
  if (!Array.isArray(receiver) || receiver.length === amounts.length) return [];
  const found = `it contained ${formatInteger(amounts.length)} for ${formatInteger(receiver.length)}`;
  return [{ path: "amounts", message: `must contain one amount for each receiver; ${found}` }];
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
