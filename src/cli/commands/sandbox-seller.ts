/** `desk sandbox seller`: one more seller, as the sandbox's demo sellers are. */
import { z } from "zod";
import { sandboxOf } from "../../control/desk-control.js";
import { formatInteger } from "../../domain/money.js";
import { MAX_PRICE_SUN } from "../../domain/rates.js";
import { MIN_CHUNK, type Resource } from "../../domain/resource.js";
import { defineCommand } from "../command.js";
import { idField, rateField, unitsField } from "../inputs.js";
import { fields } from "../print.js";

/** Bandwidth of a seller is ten times as dear as its Energy, as the desk's own rates are. */
const BANDWIDTH_PRICE_FACTOR = 10;

/** Less than a chunk could never be sold. */
function stockField(resource: Resource) {
  const least = MIN_CHUNK[resource];
  const message = `must be 0, or at least ${formatInteger(least)}: less than that is never delegated`;
  return unitsField.refine((units) => units === 0 || units >= least, message);
}

export const sandboxSeller = defineCommand({
  name: "sandbox seller",
  about: "Create an account with stake and register it as a seller with offers.",
  options: [
    { flags: "--customer <id>", about: "the seller's customer; default: demo sellers" },
    { flags: "--energy <units>", about: "Energy it can delegate; default 500000" },
    { flags: "--bandwidth <units>", about: "Bandwidth it can delegate; default 30000" },
    {
      flags: "--price <sun>",
      about: `lowest price for a unit of Energy in SUN, default 50; ${BANDWIDTH_PRICE_FACTOR} times that for Bandwidth`,
    },
    { flags: "--unregistered", about: "create only the account, to register it over HTTP" },
    {
      flags: "--no-permission",
      about: "create only the account, without permission for the desk's key",
    },
  ],
  example: "sandbox seller --energy 400000 --price 48",
  needsRunningDesk: true,
  input: z.strictObject({
    customer: idField.optional(),
    energy: stockField("energy").default(500_000),
    bandwidth: stockField("bandwidth").default(30_000),
    price: rateField.default(50),
    unregistered: z.boolean().default(false),
    permission: z.boolean().default(true),
  }),
  async run(desk, { customer: customerId, energy, bandwidth, price, permission, ...rest }) {
    const bandwidthSun = Math.min(price * BANDWIDTH_PRICE_FACTOR, MAX_PRICE_SUN);
    return sandboxOf(desk).addSeller({
      customerId,
      units: { energy, bandwidth },
      priceSun: { energy: price, bandwidth: bandwidthSun },
      longest: "30d",
      permission,
      registered: permission && !rest.unregistered,
    });
  },
  logged: ({ address }) => ({ address }),
  print: ({ address, customerId }) =>
    customerId === undefined
      ? `${fields({ address })}\n\nNot registered. Ask POST /v1/seller for a challenge and sign it: desk sandbox sign ${address}`
      : fields({ address, customerId }),
});
