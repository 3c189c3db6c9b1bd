/**
 * What a sandbox begins with, so that a newcomer can order at once and a Manual order meets an order book: a customer, and
 * sellers.
 */
import type { Logger } from "pino";
import type { WantedSeller } from "../control/desk-control.js";
import { sun } from "../domain/money.js";
import type { Engine } from "../engine/context.js";
import { createCustomer, hasCustomers, type NewCustomer } from "../engine/customers/customers.js";
import { readSeller, readSellers } from "../engine/sellers/seller-resource.js";
import { enrolSeller } from "../engine/sellers/sellers.js";
import { type AskNode, sandboxNode } from "./sandbox-node.js";
import { makeAccount, offer, SELLERS_CUSTOMER, sellersCustomer } from "./sandbox-sellers.js";

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
