/** Sellers of the sandbox: its node makes the accounts; here they are registered with offers as their holders would. */
import { z } from "zod";
import type { NewSeller, WantedSeller } from "../control/desk-control.js";
import { type Address, address } from "../domain/address.js";
import type { CustomerId } from "../domain/ids.js";
import { MIN_CHUNK, RESOURCES, type Resource } from "../domain/resource.js";
import type { Engine } from "../engine/context.js";
import { assertCustomer, createCustomer } from "../engine/customers/customers.js";
import { enrolSeller, setOffer } from "../engine/sellers/sellers.js";
import { findCustomerNamed } from "../store/customers.js";
import type { AskNode } from "./sandbox-node.js";

/** The customer of these sellers, unless one is given. */
export const SELLERS_CUSTOMER = "demo sellers";

/** Bandwidth for about 350 delegations a day, beside what the seller offers. */
const FEE_BANDWIDTH = 100_000;
const BALANCE_SUN = 1_000_000_000;

/** One more seller. */
export async function addSandboxSeller(
  engine: Engine,
  ask: AskNode,
  wanted: WantedSeller,
): Promise<NewSeller> {
  if (!wanted.registered) return { address: await makeAccount(ask, wanted) };
  const customerId = wanted.customerId ?? (await sellersCustomer(engine));
  await engine.database.read(() => assertCustomer(customerId));
  const made = { address: await makeAccount(ask, wanted), customerId };
  await enrolSeller(engine, made);
  await offer(engine, made.address, wanted);
  return made;
}

/** The same name finds the same account again. */
export async function makeAccount(
  ask: AskNode,
  { units, permission }: Pick<WantedSeller, "units" | "permission">,
  name?: string,
): Promise<Address> {
  const body = {
    ...(name === undefined ? {} : { name }),
    ...units,
    feeBandwidth: FEE_BANDWIDTH,
    balanceSun: BALANCE_SUN,
    permitsOperator: permission,
  };
  const made = await ask("account", body, z.object({ address: z.string() }));
  return address(made.address);
}

/** Offers what there is of each resource, unless it is offered already. */
export async function offer(
  engine: Engine,
  seller: Address,
  { units, priceSun, longest }: Pick<WantedSeller, "units" | "priceSun" | "longest">,
  offered: readonly Resource[] = [],
): Promise<void> {
  for (const resource of RESOURCES) {
    if (units[resource] === 0 || offered.includes(resource)) continue;
    await setOffer(engine, {
      address: seller,
      offer: {
        resource,
        minPriceSun: priceSun[resource],
        shortest: "15m",
        longest,
        minChunk: MIN_CHUNK[resource],
        keep: 0,
        active: true,
      },
    });
  }
}

export async function sellersCustomer(engine: Engine): Promise<CustomerId> {
  const known = await engine.database.read(() => findCustomerNamed(SELLERS_CUSTOMER));
  return known?.id ?? (await createCustomer(engine, SELLERS_CUSTOMER)).customerId;
}
