/**
 * What a sandbox begins with, so that a newcomer can order at once and a Manual order meets an order book: a customer, and sellers,
 * whose accounts its node makes. The node's README has all its admin endpoints.
 */

import type { Logger } from "pino";
import { request } from "undici";
import { z } from "zod";
import type { NewSeller, WantedSeller } from "../control/desk-control.js";
import { type Address, address } from "../domain/address.js";
import { DeskError } from "../domain/errors.js";
import type { CustomerId } from "../domain/ids.js";
import { sun } from "../domain/money.js";
import { MIN_CHUNK, RESOURCES, type Resource } from "../domain/resource.js";
import type { Engine } from "../engine/context.js";
import {
  assertCustomer,
  createCustomer,
  hasCustomers,
  type NewCustomer,
} from "../engine/customers/customers.js";
import { readSeller, readSellers } from "../engine/sellers/seller-resource.js";
import { enrolSeller, setOffer } from "../engine/sellers/sellers.js";
import { findCustomerNamed } from "../store/customers.js";

export type AskNode = <T>(path: string, body: object, answer: z.ZodType<T>) => Promise<T>;

/** The node's words in a 400 go to the caller: they name the field and what it takes. */
export function sandboxNode(nodeUrl: string): AskNode {
  return async (path, body, schema) => {
    const response = await request(`${nodeUrl}/sandbox/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const text = await response.body.text();
    const answer: unknown = JSON.parse(text);
    const parsed = schema.safeParse(answer);
    if (response.statusCode === 200 && parsed.success) return parsed.data;
    const said = refusalOf(answer) ?? text.slice(0, 500);
    if (response.statusCode !== 400) throw new Error(`the sandbox node refused: ${said}`);
    throw new DeskError("VALIDATION_FAILED", said);
  };
}

function refusalOf(answer: unknown): string | undefined {
  const isRefusal = typeof answer === "object" && answer !== null && "Error" in answer;
  return isRefusal ? String(answer.Error) : undefined;
}

/** The customer of these sellers, unless one is given. */
const SELLERS_CUSTOMER = "demo sellers";

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

async function sellersCustomer(engine: Engine): Promise<CustomerId> {
  const known = await engine.database.read(() => findCustomerNamed(SELLERS_CUSTOMER));
  return known?.id ?? (await createCustomer(engine, SELLERS_CUSTOMER)).customerId;
}

type DemoSeller = Pick<WantedSeller, "units" | "priceSun" | "longest">;

/** Each asks more than the floor of every duration it serves, so an order at the floor rests. */
const DEMO_SELLERS: readonly DemoSeller[] = [
  {
    units: { energy: 300_000, bandwidth: 20_000 },
    priceSun: { energy: 45, bandwidth: 450 },
    longest: "3h",
  },
  {
    units: { energy: 600_000, bandwidth: 40_000 },
    priceSun: { energy: 50, bandwidth: 500 },
    longest: "30d",
  },
  {
    units: { energy: 1_500_000, bandwidth: 80_000 },
    priceSun: { energy: 55, bandwidth: 550 },
    longest: "30d",
  },
];

/**
 * Makes the sellers that are missing: all at the first start, or at the next one of an older sandbox; the rest after an
 * interrupted start. What their holders have changed stays.
 */
export async function startDemoSellers(
  engine: Engine,
  nodeUrl: string,
  logger: Logger,
): Promise<void> {
  try {
    await addDemoSellers(engine, sandboxNode(nodeUrl));
  } catch (error) {
    logger.warn({ err: error }, "the demo sellers are not all there; the next start makes them");
  }
}

async function addDemoSellers(engine: Engine, ask: AskNode): Promise<void> {
  for (const [index, demo] of DEMO_SELLERS.entries()) {
    const account = { ...demo, permission: true };
    const address = await makeAccount(ask, account, `demo seller ${index + 1}`);
    const isKnown = (await readSellers(engine)).some((seller) => seller.address === address);
    const offers = isKnown ? (await readSeller(engine, address)).offers : [];
    if (!isKnown) await enrolSeller(engine, { address, customerId: await sellersCustomer(engine) });
    const offered = offers.map(({ resource }) => resource);
    await offer(engine, address, demo, offered);
  }
}

/** As if it was paid in: it can be withdrawn, and sellers take it. */
const DEMO_CREDIT = { amountSun: sun(10_000_000_000), kind: "payment" } as const;

/** Creates the demo customer when there is none but the demo sellers'; undefined when there is one. */
export async function createDemoCustomer(engine: Engine): Promise<NewCustomer | undefined> {
  if (await hasCustomers(engine, SELLERS_CUSTOMER)) return undefined;
  return createCustomer(engine, "demo", DEMO_CREDIT);
}
