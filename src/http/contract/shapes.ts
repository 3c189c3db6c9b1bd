/** Building blocks of the schemas of answers. Named ones are in the document once, and others refer to them. */
import { z } from "zod";
import { ADDRESS_PATTERN } from "../../domain/address.js";
import { DURATIONS } from "../../domain/duration.js";
import { LEG_STATES } from "../../domain/leg.js";
import { RESOURCES } from "../../domain/resource.js";

/** The schemas with a name. */
export const NAMED = z.registry<{ id: string }>();

export function named<T extends z.ZodType>(id: string, schema: T): T {
  NAMED.add(schema, { id });
  return schema;
}

export const refTo = (id: string) => `#/components/schemas/${id}`;

export const EXAMPLE_ADDRESS = "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH";
export const EXAMPLE_ORDER_ID = "019bd0a1c3f0000a1b2c3d4e";
export const EXAMPLE_TXID = "5d0b3c5e1f9f4d5f8f5a3f8f2c7b1d6e9a4c8b7d6e5f4a3b2c1d0e9f8a7b6c5d";
/** In Unix milliseconds. */
export const EXAMPLE_TIME = 1_795_167_000_000;

export const address = z.string().meta({
  description: "A TRON address, base58check.",
  pattern: ADDRESS_PATTERN,
  examples: [EXAMPLE_ADDRESS],
});

const HEX_ID = /^[0-9a-f]{24}$/;
export const orderId = z.string().regex(HEX_ID).describe("24 characters; rises with time.");
export const quoteId = z.string().regex(HEX_ID);
export const txid = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .describe("To look up on chain.");

/** In answers; requests take `Energy` and `Bandwidth` in any letter case (domain/fields.ts). */
export const resourceName = named("Resource", z.enum(RESOURCES));
export const duration = z.enum(DURATIONS);
export const legState = named(
  "DelegationState",
  z
    .enum(LEG_STATES)
    .describe(
      "`planned` (no txid yet), `signed`, `sent`, `included` (in a block: the wallet has the units), `solidified` (final); " +
        "after its end `reclaim_signed`, `reclaim_sent` and `reclaimed`, or `released` when its owner took the stake back; " +
        "`dead` when it failed.",
    ),
);

export const units = z.int().min(0).describe("Units of the resource.");
export const priceSun = z.int().min(1).describe("SUN per unit.");
/** No `multipleOf`: floating point cannot check that TRX is a whole number of SUN. */
export const trx = z.number().min(0).describe("TRX, exact to 6 decimals.");
export const unixMs = z.int().min(0).describe("Unix milliseconds.");
export const nextCursor = z
  .string()
  .nullable()
  .describe("Give it as `cursor` for the next page; null on the last one.");

export const perResource = <T extends z.ZodType>(schema: T) =>
  z.object({ energy: schema, bandwidth: schema });

export const readiness = z.object({
  database: z.string().describe("`ok`, or what is wrong."),
  node: z.string().describe("The TRON node: `ok`, or what is wrong."),
  telegram: z.string().describe("`ok`, `off`, or what is wrong; no obstacle to orders over HTTP."),
  halted: z.boolean().describe("A check of the desk has failed."),
  paused: z.boolean().describe("By the operator."),
  replication: z
    .string()
    .optional()
    .describe("With PostgreSQL: `ok`, or `at risk` while an acknowledged order could be lost."),
});

const onChain = {
  txid: txid.nullable(),
  state: legState,
  locked: z
    .boolean()
    .describe("The chain itself keeps the owner from taking it back before `expiresAt`."),
  delegatedAt: unixMs.nullable().describe("Chain time."),
  expiresAt: unixMs.nullable().describe("Chain time."),
  reclaimTxid: txid.optional(),
};

export const delegation = named(
  "Delegation",
  z.object({
    owner: address.describe("Whose stake it is."),
    amount: units,
    cost: trx.describe("The part of the price that is for this delegation, in TRX."),
    ...onChain,
  }),
);

/** Who did something for a team. */
export const who = named(
  "Who",
  z.object({
    userId: z.int().describe("Their id in Telegram."),
    name: z.string().describe("As Telegram shows them."),
    keyId: z.string().regex(HEX_ID).describe("Where it was a key of theirs.").optional(),
  }),
);

export const fill = named(
  "Fill",
  z.object({
    receiver: address,
    resourceType: resourceName,
    amount: units,
    duration,
    price: priceSun.describe("What the buyer pays, in SUN per unit."),
    earns: trx.describe(
      "Yours once the state is `solidified`: the price less the desk's commission.",
    ),
    ...onChain,
  }),
);

const EXAMPLE_ON_CHAIN = {
  txid: EXAMPLE_TXID,
  state: "solidified",
  locked: true,
  delegatedAt: EXAMPLE_TIME + 3_000,
  expiresAt: EXAMPLE_TIME + 3_603_000,
};

export const EXAMPLE_DELEGATION = {
  owner: EXAMPLE_ADDRESS,
  amount: 65_000,
  cost: 3.9,
  ...EXAMPLE_ON_CHAIN,
};

export const EXAMPLE_FILL = {
  receiver: EXAMPLE_ADDRESS,
  resourceType: "energy",
  amount: 65_000,
  duration: "1h",
  price: 60,
  earns: 3.51,
  ...EXAMPLE_ON_CHAIN,
};
