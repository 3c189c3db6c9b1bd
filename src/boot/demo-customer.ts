/** The customer a sandbox begins with, so that a newcomer can order at once. */

import { sun } from "../domain/money.js";
import type { Engine } from "../engine/context.js";
import { createCustomer, hasCustomers, type NewCustomer } from "../engine/customers/customers.js";
import { SELLERS_CUSTOMER } from "./sandbox-sellers.js";

const DEMO_CREDIT_SUN = sun(10_000_000_000);

/** Creates the demo customer when there is none but the demo sellers'; undefined when there is one. */
export async function createDemoCustomer(engine: Engine): Promise<NewCustomer | undefined> {
  if (await hasCustomers(engine, SELLERS_CUSTOMER)) return undefined;
  return createCustomer(engine, "demo", DEMO_CREDIT_SUN);
}
