/** A Manual order against the sandbox's own sellers, as the README shows it: parts, a rest, its cancel, and every SUN of it. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditOnce } from "../../src/engine/operating/audit.js";
import { deskOn, resultOf } from "../cli/desk-command.js";
import { sourceAt } from "../support/open-database.js";
import { until } from "../support/until.js";
import {
  askNode,
  callDesk,
  createOrder,
  get,
  type Order,
  orderBody,
  RECEIVER,
  readOrder,
  takesOrders,
} from "./api.js";
import { startDeskHere } from "./desk-here.js";
import { deskEnv, type RunningDesk, temporaryDirectory } from "./desk-process.js";

interface Book {
  readonly asks: readonly { readonly price: number; readonly amount: number }[];
}

interface ManualOrder extends Order {
  readonly spentAmount: number;
  readonly heldAmount: number;
  readonly restingAmount: number;
  readonly restReason?: string;
}

let desk: RunningDesk;
let directory: string;
const ends: (() => void | Promise<void>)[] = [];

beforeAll(async () => {
  directory = temporaryDirectory((clean) => ends.push(clean));
  desk = await startDeskHere(deskEnv(directory), (close) => ends.push(close));
  await takesOrders(desk.baseUrl);
});
afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

async function post<T>(
  desk: RunningDesk,
  path: string,
  body?: object,
  method = "POST",
): Promise<T> {
  const { baseUrl, apiKey } = desk;
  const call = { apiKey, body: body ?? {} };
  const { body: answer } = await callDesk<{ success: boolean; data: T }>(
    baseUrl,
    method,
    path,
    call,
  );
  if (!answer.success) throw new Error(`${path}: ${JSON.stringify(answer)}`);
  return answer.data;
}

function book({ baseUrl, apiKey = "" }: RunningDesk, duration: string): Promise<Book> {
  return get<Book>(baseUrl, `/v1/orderbook?resource=energy&duration=${duration}`, apiKey);
}

const offers = (count: number) => (seen: Book) => seen.asks.length >= count;

const isAt =
  (...states: string[]) =>
  (order: Order) =>
    order.delegations.length > 0 && order.delegations.every(({ state }) => states.includes(state));

test("two sellers fill it in part, the rest is cancelled and comes back", async () => {
  const { baseUrl, nodeUrl, apiKey = "" } = desk;
  const { asks } = await until("sellers and pool offer", () => book(desk, "1h"), offers(4));
  expect(asks.map(({ price }) => price)).toEqual([45, 50, 55, 60]);
  const parts = asks.slice(0, 2).map(({ amount }) => amount);
  // What the README shows.
  expect(parts).toEqual([299_401, 598_802]);

  const wanted = { type: "Manual", price: 50, resourceAmount: 1_000_000, duration: "1h" };
  const options = { allow_partial: true, partial_min: 50_000, bulk_order: false };
  const created = await createOrder(baseUrl, apiKey, orderBody({ ...wanted, options }));
  expect(created.body.data.orders).toMatchObject([{ paidAmount: 50, status: "processing" }]);
  const orderId = created.body.data.orders[0]?.orderId ?? "";
  const read = () => readOrder(baseUrl, apiKey, orderId) as Promise<ManualOrder>;

  const filled = await until("both parts are on chain", read, isAt("included", "solidified"));
  expect(filled.delegations.map(({ amount }) => amount)).toEqual(parts);
  expect(filled.delegations.every(({ locked }) => locked)).toBe(true);
  const [first = 0, second = 0] = parts;
  // Each seller's own price.
  const soldTrx = (first * 45 + second * 50) / 1e6;
  const rest = 1_000_000 - first - second;
  const restTrx = (rest * 50) / 1e6;
  expect(filled).toMatchObject({
    status: "processing",
    filledAmount: first + second,
    restingAmount: rest,
    heldAmount: expect.closeTo(restTrx, 6),
    improvedAmount: expect.closeTo((first * 5) / 1e6, 6),
    spentAmount: expect.closeTo(soldTrx, 6),
    refundedAmount: 0,
    restReason: expect.stringContaining("50 SUN"),
  });
  expect(await auditOnce(sourceAt(`${directory}/desk.db`))).toEqual({ ok: true, violations: [] });
  const energy = await askNode<{ EnergyLimit?: number }>(nodeUrl, "wallet/getaccountresource", {
    address: RECEIVER,
    visible: true,
  });
  expect(energy.EnergyLimit).toBeGreaterThanOrEqual(first + second);

  const cancelled = await post<ManualOrder>(desk, `/v1/order/${orderId}/cancel`);
  expect(cancelled).toMatchObject({
    status: "cancelled",
    filledAmount: first + second,
    restingAmount: 0,
    heldAmount: 0,
    refundedAmount: expect.closeTo(restTrx, 6),
  });
  const available = expect.closeTo(10_000 - soldTrx, 6);
  const balance = { available, held: 0, withdrawable: available };
  expect(await get(baseUrl, "/v1/balance", apiKey)).toEqual(balance);
  expect(await auditOnce(sourceAt(`${directory}/desk.db`))).toEqual({ ok: true, violations: [] });
});

test("an account of the sandbox becomes a seller over HTTP, by what it signs", async () => {
  const cli = deskOn(`${directory}/desk.db`);
  const { address } = await resultOf(cli, "sandbox", "seller", "--unregistered");
  const asked = await post<{ challenge: string }>(desk, "/v1/seller", { address });
  const signed = await resultOf(cli, "sandbox", "sign", String(address), asked.challenge);
  const { signature } = signed;
  await post(desk, "/v1/seller/verify", { address, signature });
  const terms = {
    resourceType: "energy",
    minPrice: 44,
    shortestDuration: "15m",
    longestDuration: "3h",
  };
  await post(desk, `/v1/seller/${address}/offer`, terms, "PUT");
  const first = await until(
    "the new seller is the cheapest",
    () => book(desk, "3h"),
    ({ asks: [ask] }) => ask?.price === 44,
  );
  expect(first.asks[0]?.amount).toBeGreaterThan(490_000);
  expect(await auditOnce(sourceAt(`${directory}/desk.db`))).toEqual({ ok: true, violations: [] });
});
