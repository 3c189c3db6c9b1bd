/**
 * The bodies of orders and quotes, as far as JSON Schema can describe them: what depends on the type, and the minimum of each
 * resource. It cannot check an address's checksum, compare `amounts` with `receiver`, or know which prices are too low or too high.
 */
import { z } from "zod";
import { MAX_RECEIVERS } from "../../domain/fields.js";
import {
  createSchema,
  fastSchema,
  MAX_AMOUNT,
  manualSchema,
  ORDER_TYPES,
  type OrderType,
  quoteSchema,
} from "../../domain/order-request.js";
import { MIN_AMOUNT, MIN_CHUNK, type Resource } from "../../domain/resource.js";
import { requestSchema } from "./json-schema.js";
import type { JsonSchema } from "./route.js";
import { EXAMPLE_ADDRESS, refTo } from "./shapes.js";

/** By the name they have in the document. */
export const orderBodies = (): Readonly<Record<string, JsonSchema>> => ({
  FastOrder: bodyOf("Fast", createSchema.extend(fastSchema.shape)),
  ManualOrder: bodyOf("Manual", createSchema.extend(manualSchema.shape)),
  FastQuote: bodyOf("Fast", quoteSchema.extend(fastSchema.shape)),
  ManualQuote: bodyOf("Manual", quoteSchema.extend(manualSchema.shape)),
});

/** One of the two, as `type` says. */
export function eitherType(kind: "Order" | "Quote"): JsonSchema {
  const refs = ORDER_TYPES.map((type) => refTo(`${type}${kind}`));
  return {
    oneOf: refs.map(($ref) => ({ $ref })),
    discriminator: {
      propertyName: "type",
      mapping: Object.fromEntries(ORDER_TYPES.map((type, at) => [type, refs[at]])),
    },
  };
}

function bodyOf(type: OrderType, schema: z.ZodObject): JsonSchema {
  const isFast = type === "Fast";
  const { properties, ...rest } = requestSchema(schema.extend({ type: z.literal(type) }));
  const { resourceAmount, amounts, ...fields } = properties as Fields;
  return {
    ...rest,
    properties: { ...fields, options: eitherOptions(fields.options ?? {}) },
    oneOf: [
      onlyWith("One amount for all wallets", { resourceAmount }),
      onlyWith("An amount for each wallet", { amounts: { ...amounts, ...AMOUNTS } }),
    ],
    description: isFast
      ? "At the desk's price, at once. `price` and `lifetimeHours` are dropped, whatever they hold; `options` are checked, and not used."
      : "A limit order: at your price, from whoever sells; it rests until it is filled, cancelled, or its deadline passes.",
    if: {
      properties: { resourceType: { pattern: `^${anyCase("energy")}$` } },
      required: ["resourceType"],
    },
    // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema.
    then: leastAmounts("energy"),
    else: leastAmounts("bandwidth"),
  };
}

/** The desk judges them one by one, beside the schema. */
const AMOUNTS = {
  items: { type: "integer", minimum: MIN_AMOUNT.bandwidth, maximum: MAX_AMOUNT },
  minItems: 1,
  maxItems: MAX_RECEIVERS,
};

const onlyWith = (title: string, properties: object): JsonSchema => ({
  type: "object",
  title,
  properties,
  required: Object.keys(properties),
});

type Fields = Readonly<Record<string, JsonSchema>>;

/**
 * One of the two, as `allow_partial` says: generated clients read no conditions, and the smallest part exists only where parts
 * are allowed.
 */
function eitherOptions(options: JsonSchema): JsonSchema {
  const { properties, ...rest } = options;
  const { partial_min: partialMin, ...fields } = properties as Fields;
  const of = (title: string, isPartial: boolean, smallest: JsonSchema): JsonSchema => ({
    ...rest,
    title,
    properties: {
      ...fields,
      allow_partial: { ...fields.allow_partial, const: isPartial },
      partial_min: { ...partialMin, ...smallest },
    },
  });
  const aPart = { type: "integer", minimum: MIN_CHUNK.bandwidth };
  return { oneOf: [of("In parts", true, aPart), of("Whole", false, {})] };
}

function leastAmounts(resource: Resource): JsonSchema {
  const parts = {
    if: { properties: { allow_partial: { const: true } } },
    // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema.
    then: { properties: { partial_min: { minimum: MIN_CHUNK[resource] } } },
  };
  return {
    properties: {
      resourceAmount: { minimum: MIN_AMOUNT[resource] },
      amounts: { items: { minimum: MIN_AMOUNT[resource] } },
      options: parts,
    },
  };
}

/** A pattern of a name in any letter case, because JSON Schema has no flag for that. */
function anyCase(name: string): string {
  return name.replace(/[a-z]/g, (letter) => `[${letter.toUpperCase()}${letter}]`);
}

const FAST = {
  type: "Fast",
  resourceType: "Energy",
  receiver: [EXAMPLE_ADDRESS],
  resourceAmount: 65_000,
  duration: "1h",
};

const MANUAL = {
  type: "Manual",
  resourceType: "Energy",
  receiver: [EXAMPLE_ADDRESS],
  resourceAmount: 500_000,
  duration: "1h",
  price: 50,
  options: { allow_partial: true, partial_min: 50_000, bulk_order: false },
};

export const ORDER_EXAMPLES = { Fast: FAST, Manual: MANUAL };
