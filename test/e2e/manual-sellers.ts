/** Sellers and Manual orders over HTTP alone, as their scripts would; the sandbox's node makes the accounts and signs for them. */
import { setTimeout } from "node:timers/promises";
import { expect } from "vitest";
import { askNode, callDesk, type Delegation, type Order, until } from "./api.js";

/** Between the floor of 15 minutes and the cheapest of the sandbox's own sellers. */
export const PRICE_SUN = 44;

const READ_EVERY_MS = 25;

export interface Client {
  readonly baseUrl: string;
  readonly nodeUrl: string;
  readonly apiKey: string;
}

export interface Seller {
  readonly address: string;
  readonly status: string;
  readonly earned: number;
  readonly paidOut: number;
  readonly capacity: { readonly energy: number };
  readonly openDelegations: { readonly count: number };
}

export interface ManualOrder extends Order {
  readonly resourceAmount: number;
  readonly spentAmount: number;
  readonly heldAmount: number;
  readonly improvedAmount: number;
  readonly restingAmount: number;
  readonly cancelRequested: boolean;
  readonly delegations: readonly (Delegation & { readonly cost: number })[];
}

/** The `data` of an answer that must be a success. */
export async function call<T>(
  { baseUrl, apiKey }: Client,
  method: string,
  path: string,
  body?: object,
): Promise<T> {
  const { status, body: answer } = await callDesk<{ data: T }>(baseUrl, method, path, {
    apiKey,
    body,
  });
  expect({ path, status, answer }).toMatchObject({ status: 200 });
  return answer.data;
}

/** Registers a new account with so much Energy: challenge, signature, proof, offer. */
export async function registerSeller(
  client: Client,
  terms: { readonly energy: number; readonly minPrice: number },
): Promise<string> {
  const { nodeUrl } = client;
  const account = { energy: terms.energy, feeBandwidth: 100_000, permitsOperator: true };
  const { address } = await askNode<{ address: string }>(nodeUrl, "sandbox/account", account);
  const asked = await call<{ challenge: string }>(client, "POST", "/v1/seller", { address });
  const text = asked.challenge;
  const signed = await askNode<{ signature: string }>(nodeUrl, "sandbox/sign", { address, text });
  await call<Seller>(client, "POST", "/v1/seller/verify", { address, ...signed });
  await call<Seller>(client, "PUT", `/v1/seller/${address}/offer`, {
    resourceType: "Energy",
    minPrice: terms.minPrice,
    shortestDuration: "15m",
    longestDuration: "30d",
  });
  return address;
}

export function readSeller(client: Client, address: string): Promise<Seller> {
  return call<Seller>(client, "GET", `/v1/seller/${address}`);
}

/** Looks until it is so, and not so often that the reads of a customer are limited. */
export function untilSeller(
  client: Client,
  address: string,
  isSo: (seller: Seller) => boolean,
  what: string,
): Promise<Seller> {
  const look = async () => {
    await setTimeout(READ_EVERY_MS);
    return readSeller(client, address);
  };
  return until(look, isSo, what);
}

export async function createManual(
  client: Client,
  receiver: string,
  resourceAmount: number,
): Promise<string> {
  const { orders } = await call<{ orders: { orderId: string }[] }>(
    client,
    "POST",
    "/v1/order/create",
    {
      type: "Manual",
      resourceType: "Energy",
      receiver: [receiver],
      resourceAmount,
      duration: "15m",
      price: PRICE_SUN,
      options: { allow_partial: true, partial_min: 20_000 },
    },
  );
  return orders[0]?.orderId ?? "";
}

/** Reads an order, and every SUN of it: what it has spent, holds, paid back and saved is what was paid, by its delegations. */
export async function readManual(client: Client, orderId: string): Promise<ManualOrder> {
  const order = await call<ManualOrder>(client, "GET", `/v1/order/${orderId}`);
  const { paidAmount, spentAmount, heldAmount, refundedAmount, improvedAmount } = order;
  const { delegations } = order;
  const parts = [spentAmount, heldAmount, refundedAmount, improvedAmount];
  expect(total(parts, sun)).toBe(sun(paidAmount));
  const living = delegations.filter(({ state }) => state !== "dead");
  const delivered = living.filter(({ state }) => !["planned", "signed", "sent"].includes(state));
  expect(total(delivered, ({ cost }) => sun(cost))).toBe(sun(spentAmount));
  expect(total(delivered, ({ amount }) => amount)).toBe(order.filledAmount);
  // What is not delivered yet is held at the order's own price, whatever the seller asks.
  const open = total(living, ({ amount }) => amount) - order.filledAmount;
  expect(sun(heldAmount)).toBe((open + order.restingAmount) * PRICE_SUN);
  return order;
}

export function sun(trx: number): number {
  return Math.round(trx * 1e6);
}

export function total<T>(list: readonly T[], of: (one: T) => number): number {
  return list.reduce((sum, one) => sum + of(one), 0);
}
