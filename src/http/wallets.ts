/** A wallet: what the chain says of it, and the customer's own rentals there. */
import { z } from "zod";
import { parseAddress } from "../domain/seller.js";
import { Addresses, type AddressLook } from "../engine/receivers/address-resource.js";
import {
  address,
  EXAMPLE_ADDRESS,
  EXAMPLE_ORDER_ID,
  EXAMPLE_TIME,
  legState,
  named,
  orderId,
  resourceName,
  units,
  unixMs,
} from "./contract/shapes.js";
import { perEngine, route } from "./route.js";

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

const addressesOf = perEngine((engine) => new Addresses(engine));

export const WALLET_ROUTES = [
  route({
    method: "get",
    path: "/v1/address/{address}",
    id: "address",
    right: "see",
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
    serve: async ({ engine }, { customerId, params }) =>
      addressAnswer(await addressesOf(engine).read(customerId, parseAddress(params.address))),
  }),
];

export type AddressAnswer = ReturnType<typeof addressAnswer>;

function addressAnswer({ rentals, ...account }: AddressLook) {
  const rented = rentals.map(({ orderId, resource, units, ...rest }) => {
    return { orderId, resourceType: resource, amount: units, ...rest };
  });
  return { ...account, rentals: rented };
}
