/** The order call as a programmer who knows nothing but the contract's words would write it, and what an answer must be by them. */
import { join } from "node:path";
import { expect } from "vitest";
import { deskOn, resultOf } from "../cli/desk-command.js";
import { addressesOf, addressOf } from "../support/addresses.js";
import { startDeskHere } from "./desk-here.js";
import { deskEnv, temporaryDirectory } from "./desk-process.js";

/** Activated by `openDesk`. */
export const WALLETS: readonly string[] = addressesOf(0xc0de, 21);
export const WALLET = WALLETS[0] ?? "";
/** A sound address that nobody has ever sent anything to. */
export const DORMANT: string = addressOf(0xd0_5e);

export const DURATIONS = ["15m", "1h", "3h", "1d", "3d", "7d", "14d", "30d"] as const;
export type Duration = (typeof DURATIONS)[number];
/** By how much more than one price of a unit each costs. */
export const TIMES: Record<Duration, number> = {
  "15m": 1,
  "1h": 1,
  "3h": 1,
  "1d": 1,
  "3d": 3,
  "7d": 7,
  "14d": 14,
  "30d": 30,
};

export type Body = Record<string, unknown>;

export interface Entry {
  readonly orderId: string;
  readonly receiver: string;
  readonly type: string;
  readonly resourceType: string;
  readonly resourceAmount: number;
  readonly price: number;
  readonly paidAmount: number;
  readonly status: string;
  readonly createdAt: number;
}

interface Created {
  readonly count: number;
  readonly orders: readonly Entry[];
}

export interface Answer<Data = Created> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: {
    readonly success?: unknown;
    readonly data?: Data;
    readonly error?: {
      readonly code: string;
      readonly message: string;
      readonly details?: unknown;
    };
  };
}

export interface Buyer {
  readonly customerId: string;
  readonly apiKey: string;
}

export type Desk = Awaited<ReturnType<typeof openDesk>>;

/** A desk with the wallets above. */
export async function openDesk(onEnd: (clean: () => void | Promise<void>) => void) {
  const directory = temporaryDirectory(onEnd);
  const { baseUrl, nodeUrl } = await startDeskHere(deskEnv(directory), onEnd);
  const line = deskOn(join(directory, "desk.db"));
  const json = { "content-type": "application/json" };

  async function node<T>(path: string, body: object): Promise<T> {
    const init = { method: "POST", headers: json, body: JSON.stringify(body) };
    return (await fetch(nodeUrl + path, init)).json() as Promise<T>;
  }

  await Promise.all(
    WALLETS.map((address) => node("/sandbox/fund", { address, amountSun: 1_000_000 })),
  );

  async function send<Data = Created>(path: string, init: RequestInit = {}): Promise<Answer<Data>> {
    const response = await fetch(baseUrl + path, init);
    const text = await response.text();
    const body = text === "" ? {} : JSON.parse(text);
    return { status: response.status, headers: response.headers, body };
  }

  /** One call, as it is. */
  function createAtOnce({ apiKey }: Buyer, body: Body): Promise<Answer> {
    const headers = { ...json, "x-api-key": apiKey };
    return send("/v1/order/create", { method: "POST", headers, body: JSON.stringify(body) });
  }

  /** Made again when 15 others of this second came before. */
  async function inTurn(call: () => Promise<Answer>): Promise<Answer> {
    for (;;) {
      const answer = await call();
      if (answer.status !== 429) return answer;
      await secondsPass(Number(answer.headers.get("retry-after")));
    }
  }

  return {
    send,
    createAtOnce,
    inTurn,
    create: (buyer: Buyer, body: Body) => inTurn(() => createAtOnce(buyer, body)),
    node,
    /** The operator's command. */
    command: (...args: string[]) => resultOf(line, ...args),
    /** Who has paid for all they have: a gift would not buy from sellers. */
    async newBuyer(trx: number): Promise<Buyer> {
      const made = await resultOf(line, "customer", "create", "--name", "a buyer");
      const [customerId, apiKey] = [String(made.customerId), String(made.apiKey)];
      const paid = ["--paid", "--reason", "wire", "--reference", customerId];
      await resultOf(
        line,
        ...["customer", "credit", "--customer", customerId, "--trx", `${trx}`, ...paid],
      );
      return { customerId, apiKey };
    },
    async balance({ customerId }: Buyer): Promise<{ available: number; held: number }> {
      const { customers } = await resultOf(line, "customer", "list");
      const all = customers as { customerId: string; available: number; held: number }[];
      const own = all.find((one) => one.customerId === customerId);
      if (own === undefined) throw new Error(`no customer ${customerId}`);
      return { available: own.available, held: own.held };
    },
    /** How an order stands. */
    async read({ apiKey }: Buyer, orderId: string): Promise<Record<string, unknown>> {
      const headers = { "x-api-key": apiKey };
      const { body } = await send<Record<string, unknown>>(`/v1/order/${orderId}`, { headers });
      return body.data ?? {};
    },
    cancel({ apiKey }: Buyer, orderId: string): Promise<Answer> {
      const headers = { "x-api-key": apiKey };
      return send(`/v1/order/${orderId}/cancel`, { method: "POST", headers });
    },
    /** What an hour of Energy is offered at. The sellers of the sandbox come one after the other. */
    async prices(): Promise<number[]> {
      const path = "/v1/orderbook?resource=energy&duration=1h";
      const { body } = await send<{ asks: { price: number }[] }>(path);
      return body.data?.asks.map(({ price }) => price) ?? [];
    },
    async floors(): Promise<Record<string, { energy: number; bandwidth: number }>> {
      const { body } = await send<{
        ratesByDuration: { duration: string; rate: { energy: number; bandwidth: number } }[];
      }>("/setting/ui");
      const rates = body.data?.ratesByDuration ?? [];
      return Object.fromEntries(rates.map(({ duration, rate }) => [duration, rate]));
    },
  };
}

export function secondsPass(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
}

const LENGTH_OF_ID = 24;

/** Success as the contract has it, for this body and at this price of a unit. */
export function expectTaken({ status, headers, body }: Answer, sent: Body, price: number): void {
  expect(body).toMatchObject({ success: true });
  expect(status).toBe(200);
  expect(headers.get("content-type")).toMatch(/^application\/json\b/);
  const receivers = sent.receiver as string[];
  const amount = sent.resourceAmount as number;
  const orders = body.data?.orders ?? [];
  expect(body).toEqual({ success: true, data: { count: receivers.length, orders } });
  expect(orders.map(({ receiver }) => receiver).sort()).toEqual([...receivers].sort());
  expect(new Set(orders.map(({ orderId }) => orderId)).size).toBe(receivers.length);
  for (const { orderId, receiver, createdAt, status: state, ...terms } of orders) {
    expect(orderId).toHaveLength(LENGTH_OF_ID);
    expect(receivers).toContain(receiver);
    expect(["processing", "completed", "cancelled"]).toContain(state);
    expect(Number.isInteger(createdAt)).toBe(true);
    expect(Math.abs(Date.now() - createdAt)).toBeLessThan(60_000);
    expect(terms).toEqual({
      type: sent.type,
      resourceType: `${sent.resourceType}`.toLowerCase(),
      resourceAmount: amount,
      price,
      paidAmount: (amount * price * TIMES[sent.duration as Duration]) / 1_000_000,
    });
  }
}

export interface Refusal {
  readonly status: number;
  readonly code: string;
  /** The field it is about. */
  readonly field?: string;
}

/** No success in any word, and which field it was. */
export function expectRefused({ status, headers, body }: Answer, refusal: Refusal): void {
  expect(body).toMatchObject({ success: false, error: { code: refusal.code } });
  expect(status).toBe(refusal.status);
  expect(headers.get("content-type")).toMatch(/^application\/json\b/);
  expect(body).not.toHaveProperty("data");
  expect(body.error?.message).toMatch(/\w/);
  const { field } = refusal;
  if (field === undefined) return;
  const details = body.error?.details as { path: string }[];
  expect(details.map(({ path }) => path).join(" ")).toMatch(
    new RegExp(`(^| )${field.replace(".", "\\.")}\\b`),
  );
}
