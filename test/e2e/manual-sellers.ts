/** Sellers over HTTP alone, as their scripts would; the sandbox's node makes the accounts and signs for them. */
import { expect } from "vitest";
import { askNode, callDesk } from "./api.js";

/** Between the floor of 15 minutes and the cheapest of the sandbox's own sellers. */
export const PRICE_SUN = 44;

interface Client {
  readonly baseUrl: string;
  readonly nodeUrl: string;
  readonly apiKey: string;
}

/** The `data` of an answer that must be a success. */
async function call<T>(
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
  await call(client, "POST", "/v1/seller/verify", { address, ...signed });
  await call(client, "PUT", `/v1/seller/${address}/offer`, {
    resourceType: "Energy",
    minPrice: terms.minPrice,
    shortestDuration: "15m",
    longestDuration: "30d",
  });
  return address;
}

export function sun(trx: number): number {
  return Math.round(trx * 1e6);
}
