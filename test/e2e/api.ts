/** A small client of the desk and of the node beneath it, for the end-to-end tests. */
import { setTimeout as sleep } from "node:timers/promises";
import { undocumented } from "../support/documented.js";
import { http, JSON_HEADERS, postJson } from "../support/http.js";
import { until } from "../support/until.js";

/** The first two accounts of the public test mnemonic. */
export const RECEIVER = "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH";
export const OTHER_RECEIVER = "TSeJkUh4Qv67VNFwY8LaAxERygNdy6NQZK";

export interface Answer<T> {
  readonly status: number;
  readonly body: T;
}

export interface Delegation {
  readonly owner: string;
  readonly amount: number;
  readonly cost: number;
  readonly txid: string;
  readonly state: string;
  readonly locked: boolean;
  readonly delegatedAt: number | null;
  readonly expiresAt: number;
  readonly reclaimTxid?: string;
}

export interface Order {
  readonly orderId: string;
  readonly receiver: string;
  readonly status: string;
  readonly paidAmount: number;
  readonly filledAmount: number;
  readonly refundedAmount: number;
  readonly cancelReason: string | null;
  readonly restReason?: string;
  readonly delegations: readonly Delegation[];
}

export interface Created {
  readonly success: boolean;
  readonly data: { readonly count: number; readonly orders: readonly Order[] };
  readonly error?: { readonly code: string; readonly message: string };
}

export function orderBody(more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    type: "Fast",
    resourceType: "Energy",
    receiver: [RECEIVER],
    resourceAmount: 65_000,
    duration: "15m",
    ...more,
  };
}

export async function createOrder(
  baseUrl: string,
  apiKey: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Answer<Created>> {
  return callDesk(baseUrl, "POST", "/v1/order/create", { apiKey, body, headers });
}

export interface DeskCall {
  readonly apiKey?: string | undefined;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** Any call of the desk; its answer must be one that the desk's own document tells of. */
export async function callDesk<T>(
  baseUrl: string,
  method: string,
  path: string,
  { apiKey, body, headers = {} }: DeskCall = {},
): Promise<Answer<T>> {
  const send = () =>
    http(baseUrl + path, {
      method,
      headers: {
        ...(apiKey === undefined ? {} : { "x-api-key": apiKey }),
        ...(body === undefined ? {} : JSON_HEADERS),
        ...headers,
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
  let response = await send();
  // Tests look more often than a customer may.
  while (method === "GET" && response.status === 429) {
    await sleep(Number(response.headers["retry-after"]) * 1_000);
    response = await send();
  }
  const { status, headers: answered, text } = response;
  const problem = undocumented({
    method,
    path,
    status,
    contentType: answered["content-type"]?.toString(),
    hasHeader: (name) => name.toLowerCase() in answered,
    body: text,
    sent: body,
  });
  if (problem) throw new Error(problem);
  return { status, body: JSON.parse(text) as T };
}

export async function get<T>(baseUrl: string, path: string, apiKey: string): Promise<T> {
  return (await callDesk<{ data: T }>(baseUrl, "GET", path, { apiKey })).body.data;
}

export function readOrder(baseUrl: string, apiKey: string, orderId: string): Promise<Order> {
  return get<Order>(baseUrl, `/v1/order/${orderId}`, apiKey);
}

export interface OrderPage {
  readonly orders: readonly Order[];
  readonly nextCursor: string | null;
}

/** Every order of a customer, over all pages. */
export async function readAllOrders(baseUrl: string, apiKey: string): Promise<Order[]> {
  const orders: Order[] = [];
  let cursor = "";
  for (;;) {
    const page = await get<OrderPage>(baseUrl, `/v1/orders?limit=100${cursor}`, apiKey);
    orders.push(...page.orders);
    if (page.nextCursor === null) return orders;
    cursor = `&cursor=${page.nextCursor}`;
  }
}

/** Asks the TRON node over its own HTTP API. */
export const askNode = <T>(nodeUrl: string, path: string, body: unknown) =>
  postJson<T>(`${nodeUrl}/${path}`, body);

interface BlockPage {
  readonly block?: readonly {
    readonly transactions?: readonly {
      readonly txID: string;
      readonly ret: readonly { readonly contractRet: string }[];
      readonly raw_data: { readonly contract: readonly { readonly type: string }[] };
    }[];
  }[];
}

/** The ids of all delegations that any block holds, or of what took them back; each must have succeeded. */
export async function delegationsOnChain(
  nodeUrl: string,
  type: "DelegateResourceContract" | "UnDelegateResourceContract" = "DelegateResourceContract",
): Promise<string[]> {
  const txids: string[] = [];
  for (let startNum = 1; ; startNum += 100) {
    const range = { startNum, endNum: startNum + 100 };
    const page = await askNode<BlockPage>(nodeUrl, "wallet/getblockbylimitnext", range);
    if (!page.block?.length) return txids;
    for (const { txID, ret, raw_data } of page.block.flatMap((block) => block.transactions ?? [])) {
      if (raw_data.contract[0]?.type !== type) continue;
      if (ret[0]?.contractRet !== "SUCCESS") throw new Error(`${txID} failed in its block`);
      txids.push(txID);
    }
  }
}

/** On a busy machine the first blocks may still be on their way when a desk has started. */
export async function takesOrders(baseUrl: string): Promise<void> {
  const look = async () => (await http(`${baseUrl}/readyz`)).status;
  await until("the desk takes orders", look, (status) => status === 200);
}

/** The demo sellers are read from the chain one after the other once the desk has started; until then the pool alone sells. */
export async function sellersOffer(baseUrl: string): Promise<void> {
  const look = async () => {
    const path = "/v1/orderbook?resource=energy&duration=1h";
    const { body } = await callDesk<{ data: { asks: { price: number }[] } }>(baseUrl, "GET", path);
    return body.data.asks.map(({ price }) => price);
  };
  await until("sellers offer", look, (prices) => [45, 50, 55].every((one) => prices.includes(one)));
}
