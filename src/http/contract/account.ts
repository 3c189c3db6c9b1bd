/** The customer's money, and what the chain says of an address. */
import { z } from "zod";
import {
  address,
  EXAMPLE_ADDRESS,
  EXAMPLE_ORDER_ID,
  EXAMPLE_TIME,
  legState,
  named,
  orderId,
  resourceName,
  trx,
  units,
  unixMs,
} from "../../answers/shapes.js";
import type { RouteContract } from "./route.js";

const balance = named(
  "Balance",
  z.object({
    available: trx.describe("TRX to spend."),
    held: trx.describe("TRX held for orders that are not delivered yet."),
  }),
);

const held = {
  limit: units.describe("Units a day from stake: its own, and what is delegated to it."),
  used: units,
  free: units.describe("`limit` less `used`; 0 where more is used."),
};

const rental = z.object({
  orderId,
  resourceType: resourceName,
  amount: units,
  expiresAt: unixMs.nullable().describe("When it ends, in chain time."),
  locked: z.boolean(),
  state: legState,
});

const addressState = named(
  "Address",
  z.object({
    address,
    activated: z.boolean().describe("Nothing can be delegated to an address before."),
    contract: z.boolean().describe("TRON delegates to wallets only."),
    energy: z.object(held),
    bandwidth: z.object({
      ...held,
      dailyFree: units.describe(
        "What is left today of the bandwidth every account has for nothing.",
      ),
    }),
    rentals: z
      .array(rental)
      .describe("Your own that are on chain now, up to 100; what ends first comes first."),
  }),
);

export const ACCOUNT_ROUTES: readonly RouteContract[] = [
  {
    method: "get",
    path: "/v1/balance",
    id: "balance",
    tag: "Account",
    summary: "Your money",
    description:
      "An order moves its price from `available` to `held`; what is delivered leaves `held`, and what is not goes back.",
    caller: "customer",
    limit: "read",
    answer: { data: balance, example: { available: 996.1, held: 3.9 } },
  },
  {
    method: "get",
    path: "/v1/address/{address}",
    id: "address",
    tag: "Account",
    summary: "What an address has and uses, and your rentals there",
    description: "What the chain says is at most a second old.",
    caller: "customer",
    limit: "quote",
    params: { address },
    answer: {
      data: addressState,
      example: {
        address: EXAMPLE_ADDRESS,
        activated: true,
        contract: false,
        energy: { limit: 65_000, used: 0, free: 65_000 },
        bandwidth: { limit: 0, used: 0, free: 0, dailyFree: 600 },
        rentals: [
          {
            orderId: EXAMPLE_ORDER_ID,
            resourceType: "energy",
            amount: 65_000,
            expiresAt: EXAMPLE_TIME + 3_603_000,
            locked: true,
            state: "solidified",
          },
        ],
      },
    },
    errors: ["CHAIN_UNAVAILABLE"],
  },
];
