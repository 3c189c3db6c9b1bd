/**
 * The body of `POST /v1/order/create` and `/quote`. zod alone decides what is valid; nothing is coerced, unknown fields are
 * ignored, and all problems of a body are found at once.
 */
import { createHash } from "node:crypto";
import { z } from "zod";
import { ADDRESS_PATTERN, type Address, addressProblem } from "./address.js";
import { DURATIONS, type Duration } from "./duration.js";
import { type FieldProblem, validationFailed } from "./errors.js";
import { flag, oneOf, problemsOf, resourceSchema, show, wholeNumber } from "./fields.js";
import { formatInteger } from "./money.js";
import { MAX_PRICE_SUN } from "./rates.js";
import { MIN_AMOUNT, MIN_CHUNK, type Resource, resourceTitle } from "./resource.js";

export const MAX_RECEIVERS = 20;
/** Most units a request may ask for, per receiver. */
export const MAX_AMOUNT = 10_000_000_000;

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

/** A parsed request; `R` is what is known of a receiver: an address, or any text where each gets its own verdict. */
export type OrderRequest<R = Address> = RequestBase<R> &
  (
    | { readonly type: "Fast" }
    | { readonly type: "Manual"; readonly priceSun: number; readonly options: ManualOptions }
  );

/** Reads a request whose receivers must all be addresses; throws VALIDATION_FAILED with every problem. */
export function parseOrderRequest(body: unknown): OrderRequest {
  return parse(body, createSchema) as OrderRequest;
}

/** Reads a request to quote: a bad or repeated receiver is no error there, it gets a verdict of its own. */
export function parseQuoteRequest(body: unknown): OrderRequest<string> {
  return parse(body, quoteSchema);
}

/** Identifies what was asked for, `quoteId` aside: the same hash, the same order. */
export function requestHash(request: OrderRequest): string {
  const { quoteId: _, ...rest } = request;
  return createHash("sha256")
    .update(JSON.stringify(rest, Object.keys({ ...rest, ...manualKeys }).sort()))
    .digest("hex");
}

const manualKeys = { allowPartial: 0, partialMin: 0, bulkOrder: 0 };

const receiverCount = z
  .array(z.unknown(), {
    error: (issue) =>
      `must be an array of 1 to ${MAX_RECEIVERS} addresses; it was ${show(issue.input)}`,
  })
  .min(1, { error: `must hold 1 to ${MAX_RECEIVERS} addresses; it is empty` })
  .max(MAX_RECEIVERS, {
    error: (issue) =>
      `must hold 1 to ${MAX_RECEIVERS} addresses; it holds ${formatInteger((issue.input as unknown[]).length)}. Split them over several calls`,
  });

const receiversSchema = receiverCount.transform((entries, context): Address[] => {
  const seen = new Map<string, number>();
  const receivers: Address[] = [];
  for (const [at, entry] of entries.entries()) {
    const problem =
      typeof entry === "string"
        ? (addressProblem(entry) ?? repeated(seen.get(entry)))
        : "must be a base58 address: 34 characters that start with T";
    if (problem) {
      context.addIssue({
        code: "custom",
        message: `${problem}; it was ${show(entry)}`,
        path: [at],
      });
    } else {
      const receiver = entry as Address;
      seen.set(receiver, at);
      receivers.push(receiver);
    }
  }
  return receivers;
});

const anyReceiversSchema = receiverCount.pipe(
  z.array(z.string({ error: (issue) => `must be a text; it was ${show(issue.input)}` })),
);

function repeated(first: number | undefined): string | undefined {
  return first === undefined ? undefined : `repeats receiver.${first}: name each wallet once`;
}

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
  resourceAmount: wholeNumber(MIN_AMOUNT.bandwidth, MAX_AMOUNT).describe("Units for each wallet."),
  duration: oneOf(DURATIONS).describe("How long the wallets keep it, from its block on chain."),
  quoteId: quoteIdSchema,
};

export const manualSchema = z.object({
  price: wholeNumber(1, MAX_PRICE_SUN).describe(
    "SUN per unit, at least the rate of the duration in `ratesByDuration` of `GET /setting/ui`.",
  ),
  options: z.object(
    {
      allow_partial: flag.describe("Whether several sellers may deliver parts."),
      partial_min: wholeNumber(1, MAX_AMOUNT)
        .describe("The smallest part, in units; at most `resourceAmount`.")
        .optional(),
      bulk_order: flag
        .describe("The wallets of the call start together or not at all.")
        .default(false),
    },
    { error: (issue) => `must be an object with allow_partial; it was ${show(issue.input)}` },
  ),
});

/** A chunk counts where parts are allowed, whatever else is wrong with the options. */
const chunkSchema = z.object({
  allow_partial: z.literal(true),
  partial_min: manualSchema.shape.options.shape.partial_min,
});

export const createSchema = z.object({
  ...baseFields,
  receiver: receiversSchema.meta({
    description: "Different wallets, activated on chain, no contracts.",
    items: { type: "string", pattern: ADDRESS_PATTERN },
    uniqueItems: true,
  }),
});
export const quoteSchema = z.object({
  ...baseFields,
  receiver: anyReceiversSchema.meta({
    description: "Wallets. One that cannot be served is told with its reason.",
    items: { type: "string" },
  }),
});

function parse(
  body: unknown,
  schema: typeof createSchema | typeof quoteSchema,
): OrderRequest<string> {
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw validationFailed([
      { path: "", message: `the body must be a JSON object; it was ${show(body)}` },
    ]);
  }
  const problems: FieldProblem[] = [];
  const base = schema.safeParse(body);
  if (!base.success) problems.push(...problemsOf(base.error));
  const fields = body as Record<string, unknown>;
  const manual = fields.type === "Manual" ? manualSchema.safeParse(body) : undefined;
  if (manual && !manual.success) problems.push(...problemsOf(manual.error));
  problems.push(...amountProblems(fields, manual !== undefined));
  if (problems.length > 0 || !base.success) throw validationFailed(problems);

  const { type, resourceType: resource, resourceAmount: amount, duration, quoteId } = base.data;
  const common = { resource, receivers: base.data.receiver, amount, duration, quoteId };
  if (type === "Fast") return { type, ...common };
  if (!manual?.data) throw validationFailed(problems);
  const { price, options } = manual.data;
  return {
    type,
    ...common,
    priceSun: price,
    options: {
      allowPartial: options.allow_partial,
      partialMin: options.allow_partial ? (options.partial_min ?? MIN_CHUNK[resource]) : amount,
      bulkOrder: options.bulk_order,
    },
  };
}

/** The least amounts depend on the resource, so they are judged where the fields themselves are sound. */
function amountProblems(fields: Record<string, unknown>, isManual: boolean): FieldProblem[] {
  const resource = resourceSchema.safeParse(fields.resourceType).data;
  if (!resource) return [];
  const problems: FieldProblem[] = [];
  const amount = baseFields.resourceAmount.safeParse(fields.resourceAmount).data;
  if (amount !== undefined && amount < MIN_AMOUNT[resource]) {
    problems.push({
      path: "resourceAmount",
      message: `must be at least ${formatInteger(MIN_AMOUNT[resource])} for ${resourceTitle(resource)}; it was ${amount}`,
    });
  }
  const chunk = isManual ? chunkSchema.safeParse(fields.options).data?.partial_min : undefined;
  if (chunk !== undefined && (chunk < MIN_CHUNK[resource] || (amount && chunk > amount))) {
    problems.push({
      path: "options.partial_min",
      message: `must be from ${formatInteger(MIN_CHUNK[resource])} to resourceAmount for ${resourceTitle(resource)}; it was ${chunk}`,
    });
  }
  return problems;
}
