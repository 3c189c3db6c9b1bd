/** Sellers of the tests: accounts of the sandbox with stake, registered and offering; and what Manual orders must add up to. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { type OrderAnswer, orderAnswer } from "../../src/answers/order.js";
import type { Chain, SigningKey } from "../../src/chain/port.js";
import { type Address, address, addressToHex } from "../../src/domain/address.js";
import { must } from "../../src/domain/assert.js";
import type { CustomerId } from "../../src/domain/ids.js";
import { isDelivered } from "../../src/domain/leg.js";
import type { RestReason } from "../../src/domain/rest-reasons.js";
import { type Offer, parseOffer } from "../../src/domain/seller.js";
import { createCustomer } from "../../src/engine/customers/customers.js";
import { audit } from "../../src/engine/operating/audit.js";
import { cancelOrder } from "../../src/engine/orders/cancel-order.js";
import { readOrder } from "../../src/engine/orders/read-orders.js";
import { readSeller } from "../../src/engine/sellers/seller-resource.js";
import { enrolSeller, setOffer } from "../../src/engine/sellers/sellers.js";
import { balanceSunOf, earnedOf } from "../../src/store/ledger.js";
import type { LegRow } from "../../src/store/legs.js";
import { readStakeRatio } from "../../src/store/owners.js";
import { readNow } from "../support/read-now.js";
import { until } from "../support/until.js";
import { type Rig, type RigOptions, startRig } from "./rig.js";

/** What every seller of these tests asks at most, and every Manual order pays unless it says otherwise: 3.25 TRX for 65,000. */
export const PRICE_SUN = 50;
const COMMISSION_BPS = 1_000;
/** The look at a seller's permission before each use, the read of a lock or of a record, and what their names say. */
type Held = "permission" | "delegated" | "sign" | "broadcast";

/** Stands between the workers and the node: holds calls back until the test has changed the world. */
class Gate {
  #held: Held | undefined;
  #waiting: (() => void)[] = [];

  close(held: Held): void {
    this.#held = held;
  }

  open = (): void => {
    this.#held = undefined;
    for (const goOn of this.#waiting.splice(0)) goOn();
  };

  wrap = (chain: Chain): Chain => ({
    ...chain,
    account: async (address, priority) => {
      if (priority === "broadcast") await this.#pass("permission");
      return chain.account(address, priority);
    },
    sign: async (...call) => {
      await this.#pass("sign");
      return chain.sign(...call);
    },
    broadcast: async (...call) => {
      await this.#pass("broadcast");
      return chain.broadcast(...call);
    },
    delegated: async (...call) => {
      await this.#pass("delegated");
      return chain.delegated(...call);
    },
  });

  /** Waits until a call is held back. */
  reached(): Promise<unknown> {
    return until(`${this.#held} is held back`, () => this.#waiting.length > 0);
  }

  async #pass(call: Held): Promise<void> {
    if (this.#held !== call) return;
    await new Promise<void>((goOn) => this.#waiting.push(goOn));
  }
}

/** A rig with one pool owner, who is dearer than the sellers, and a node that may be slow. */
export async function startManualRig(options: RigOptions = {}): Promise<Rig & { gate: Gate }> {
  const gate = new Gate();
  const rig = await startRig({ owners: 1, wrapChain: gate.wrap, ...options });
  // Before the desk stops, which waits for what is held back.
  onTestFinished(gate.open);
  return Object.assign(rig, { gate });
}

export interface Terms {
  /** Units that they can delegate. */
  readonly energy?: number;
  readonly bandwidth?: number;
  readonly price?: number;
  readonly minChunk?: number;
  readonly active?: boolean;
  /** Of their account: units for fees, and TRX to burn. */
  readonly feeBandwidth?: number;
  readonly balanceSun?: number;
}

export function offerOf({ price = PRICE_SUN, minChunk, active = true }: Terms = {}): Offer {
  return parseOffer({
    resourceType: "Energy",
    minPrice: price,
    shortestDuration: "15m",
    longestDuration: "30d",
    ...(minChunk === undefined ? {} : { minChunk }),
    active,
  });
}

/** A seller whose stake the desk has counted. */
export async function addSeller(rig: Rig, terms: Terms = {}): Promise<Address> {
  const { engine } = rig.desk;
  const { energy = 200_000, bandwidth = 0, feeBandwidth = 100_000, balanceSun = 1_000_000 } = terms;
  const account = { energy, bandwidth, feeBandwidth, balanceSun, permitsOperator: true };
  const made = (await rig.admin("account", account)) as { address: string };
  const seller = address(made.address);
  const { customerId } = await createCustomer(engine, "Seller");
  await enrolSeller(engine, { address: seller, customerId });
  const totals = () => readNow(rig.desk.database, () => readStakeRatio("energy"));
  await until("the network's totals are read", totals);
  await setOffer(engine, { address: seller, offer: offerOf(terms) });
  await until("the seller's stake is counted", async () => (await capacityOf(rig, seller)) > 0);
  return seller;
}

/** Puts the offer on other terms, as the seller would. */
export function offer(rig: Rig, seller: Address, terms: Terms): Promise<void> {
  return setOffer(rig.desk.engine, { address: seller, offer: offerOf(terms) });
}

/** Units of Energy that the desk could sell of theirs now. */
async function capacityOf(rig: Rig, seller: Address): Promise<number> {
  return (await readSeller(rig.desk.engine, seller)).capacity.energy;
}

/** Has their account read again, as it is from time to time. */
export function look(rig: Rig, seller: Address): void {
  rig.desk.engine.signals.emit("capacity", seller);
}

export async function statusOf(rig: Rig, seller: Address): Promise<string> {
  return (await readSeller(rig.desk.engine, seller)).status;
}

export function earnedSun(rig: Rig, seller: Address): number {
  return readNow(rig.desk.database, () => balanceSunOf(earnedOf(seller)));
}

/** What they earn of so many units at the price of an order. */
export function shareSun(units: number, price = PRICE_SUN): number {
  const amountSun = units * price;
  return amountSun - Math.ceil((amountSun * COMMISSION_BPS) / 10_000);
}

/** The key of an account's owner: what they do past the desk is signed with it. */
function ownKey(rig: Rig, owner: Address): SigningKey {
  const file = join(rig.nodeDirectory, "keys.json");
  const { accounts } = JSON.parse(readFileSync(file, "utf8")) as {
    accounts: { address: string; privateKeyHex: string }[];
  };
  const { privateKeyHex } = must(
    accounts.find((one) => one.address === addressToHex(owner)),
    `the sandbox made ${owner}`,
  );
  return { privateKeyHex, permissionId: 0 };
}

/** The seller takes stake back, with their own key. */
export async function takeBack(
  rig: Rig,
  { owner, receiver }: Pick<LegRow, "owner" | "receiver">,
  stakeSun: number,
): Promise<void> {
  await rig.undelegateOutside({ owner, receiver, stakeSun, key: ownKey(rig, owner) });
}

/** The fields that make an order a Manual one. */
export function manual(more: Record<string, unknown> = {}): Record<string, unknown> {
  const options = { allow_partial: false };
  return { type: "Manual", price: PRICE_SUN, options, ...more };
}

export function partial(resourceAmount: number, more: Record<string, unknown> = {}) {
  return manual({ resourceAmount, options: { allow_partial: true }, ...more });
}

/** As its customer is answered; of why it rests the numbers too. */
interface SeenOrder extends OrderAnswer {
  readonly restReasons: readonly RestReason[];
}

export async function orderOf(rig: Rig, orderId: string): Promise<SeenOrder> {
  const order = await readOrder(rig.desk.engine, customerOf(rig, orderId), orderId);
  return { ...orderAnswer(order), restReasons: order.restReasons ?? [] };
}

export async function cancel(rig: Rig, orderId: string): Promise<OrderAnswer> {
  return orderAnswer(
    await cancelOrder(rig.desk.engine, { customerId: customerOf(rig, orderId) }, orderId),
  );
}

function customerOf(rig: Rig, orderId: string): CustomerId {
  return rig.desk.readOrder(orderId).customer_id;
}

/** The leg of an order in a state, to be waited for. */
export function inState(rig: Rig, orderId: string, ...states: string[]): () => LegRow | undefined {
  return () => rig.desk.readLegs(orderId).find(({ state }) => states.includes(state));
}

/** Every SUN and every unit of an order is told, whatever state it is in, and the books are right. */
export async function assertAddsUp(rig: Rig, orderId: string): Promise<SeenOrder> {
  const order = await orderOf(rig, orderId);
  const { paidAmount, spentAmount, heldAmount, refundedAmount, improvedAmount, delegations } =
    order;
  const told = [spentAmount, heldAmount, refundedAmount, improvedAmount].map(sunOf);
  expect(told.reduce((sum, one) => sum + one)).toBe(sunOf(paidAmount));
  const living = delegations.filter(({ state }) => state !== "dead");
  const delivered = living.filter(({ state }) => isDelivered(state));
  const sum = (legs: typeof delegations, of: (leg: (typeof legs)[number]) => number) =>
    legs.reduce((total, leg) => total + of(leg), 0);
  expect(sum(delivered, ({ cost }) => sunOf(cost))).toBeLessThanOrEqual(sunOf(spentAmount));
  expect(sum(delivered, ({ amount }) => amount)).toBeLessThanOrEqual(order.filledAmount);
  if (order.status === "processing" && !order.cancelRequested) {
    expect(sum(living, ({ amount }) => amount) + order.restingAmount).toBe(order.resourceAmount);
    expect(sunOf(refundedAmount)).toBe(0);
  }
  if (order.status !== "processing") expect(sunOf(heldAmount)).toBe(0);
  expect(await audit(rig.desk.database)).toEqual({ ok: true, violations: [] });
  return order;
}

export function sunOf(trx: number): number {
  return Math.round(trx * 1e6);
}
