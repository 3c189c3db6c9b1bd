/** A delegation, as a buyer and as a seller see it. */
import { z } from "zod";
import {
  address,
  duration,
  EXAMPLE_ADDRESS,
  EXAMPLE_TIME,
  EXAMPLE_TXID,
  legState,
  named,
  priceSun,
  resourceName,
  trx,
  txid,
  units,
  unixMs,
} from "./shapes.js";

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
