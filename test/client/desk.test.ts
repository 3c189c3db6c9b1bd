/** The client and its examples against the desk itself on its sandbox chain; the examples are processes, as built. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  EnergyDesk,
  type EnergyDeskError,
  type Fill,
  type ManualOrder,
  type Order,
  type Seller,
} from "energy-desk-client";
import { MNEMONIC_ACCOUNTS } from "tron-sandbox";
import { afterAll, beforeAll, expect, test } from "vitest";
import { scriptThatWaits } from "../docs/blocks.js";
import { askNode, takesOrders } from "../e2e/api.js";
import { startDeskHere } from "../e2e/desk-here.js";
import { deskEnv, type RunningDesk, temporaryDirectory } from "../e2e/desk-process.js";
import { everyNth } from "../support/forms.js";
import { until } from "../support/until.js";
import { type LosingProxy, startLosingProxy } from "./losing-proxy.js";
import { clientOf, errorOf, ORDER } from "./orders.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const WALLET = MNEMONIC_ACCOUNTS[1] ?? "";

let desk: RunningDesk;
let client: EnergyDesk;
let proxy: LosingProxy;
let directory: string;
let apiKey: string;
const ends: (() => void | Promise<void>)[] = [];

beforeAll(async () => {
  directory = temporaryDirectory((clean) => ends.push(clean));
  const env = deskEnv(directory, { SANDBOX_BLOCK_MS: "200" });
  desk = await startDeskHere(env, (end) => ends.push(end));
  await takesOrders(desk.baseUrl);
  apiKey = desk.apiKey ?? "";
  client = new EnergyDesk({ baseUrl: desk.baseUrl, apiKey });
  proxy = await startLosingProxy(desk.baseUrl);
});

afterAll(async () => {
  await client.close();
  proxy.close();
  for (const end of ends.reverse()) await end();
});

async function allOrders(filter?: Parameters<EnergyDesk["orders"]>[0]): Promise<Order[]> {
  const orders: Order[] = [];
  for await (const order of client.orders(filter)) orders.push(order);
  return orders;
}

/** TRX debited meanwhile. */
async function spentBy(act: () => Promise<unknown>): Promise<number> {
  const before = await client.balance();
  await act();
  return before.available - (await client.balance()).available;
}

/** A program of the examples, or the shell; with the desk and the key in its environment. */
function run(command: string, args: readonly string[], baseUrl = desk.baseUrl) {
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, DESK_URL: baseUrl, DESK_KEY: apiKey };
  const child = spawn(command, args, { cwd: ROOT, env, stdio: "pipe" });
  let said = "";
  child.stdout.on("data", (chunk: Buffer) => (said += chunk));
  child.stderr.on("data", (chunk: Buffer) => (said += chunk));
  const ended = once(child, "close").then(([status]) => ({
    status: status as number | null,
    said,
  }));
  return { child, ended };
}

const example = (name: string) => join(ROOT, "dist/examples", name);

/** At the floor, which nobody sells at. */
async function restingOrder(): Promise<ManualOrder> {
  const { ratesByDuration } = await client.settings();
  const price = ratesByDuration.find(({ duration }) => duration === "1h")?.rate.energy ?? 0;
  return { ...ORDER, type: "Manual", price, options: { allow_partial: false } };
}

test("16 creations at once: none is refused, and each is listed once, the newest first", async () => {
  const strict = clientOf({ baseUrl: desk.baseUrl, apiKey, maxRetries: 0 });
  const order = await restingOrder();
  const created = await Promise.all(Array.from({ length: 16 }, () => strict.createOrder(order)));
  const ids = created.map(({ orders }) => orders[0]?.orderId);
  const listed = await allOrders({
    status: "processing",
    receiver: ORDER.receiver[0],
    pageSize: 5,
  });
  expect(listed.map(({ orderId }) => orderId).sort()).toEqual(ids.sort());
  const times = listed.map(({ createdAt }) => createdAt);
  expect(times).toEqual(times.toSorted((a, b) => b - a));
});

/** Solid a few blocks later. */
const ON_CHAIN = expect.stringMatching(/^(included|solidified)$/);

test("quote, order, wait, look at the wallet", async () => {
  const order = { ...ORDER, receiver: [WALLET] };
  const { quoteId, totalAmount } = await client.quote(order);
  expect(totalAmount).toBe(3.9);
  const { orders } = await client.createOrder({ ...order, quoteId });
  const { orderId = "" } = orders[0] ?? {};
  const done = await client.waitForOrder(orderId, { until: "completed", pollMs: 100 });
  expect(done).toMatchObject({ status: "completed", filledAmount: 65_000, spentAmount: 3.9 });
  expect(done.delegations[0]?.txid).toMatch(/^[0-9a-f]{64}$/);
  const delegations = done.delegations.map((one) => ({ ...one, state: ON_CHAIN }));
  expect(await client.order(orderId)).toEqual({ ...done, delegations });
  const wallet = await client.address(WALLET);
  expect(wallet).toMatchObject({ activated: true, contract: false, rentals: [{ orderId }] });
  expect(wallet.energy.free).toBeGreaterThanOrEqual(65_000);
  expect(await errorOf(client.cancel(orderId))).toMatchObject({ code: "NOT_CANCELABLE" });
});

test("a Manual order at a low price rests until it is cancelled", async () => {
  const order = await restingOrder();
  const { orders } = await client.createOrder(order);
  const { orderId = "" } = orders[0] ?? {};
  const waits = { until: (now: Order) => now.restReason !== undefined };
  expect((await client.waitForOrder(orderId, waits)).restingAmount).toBe(65_000);
  // A busy machine may let a short time pass before the first look.
  let timeoutMs = 100;
  const tooLate = () => {
    timeoutMs *= 2;
    return errorOf(client.waitForOrder(orderId, { pollMs: 100, timeoutMs }));
  };
  const hasLooked = ({ details }: EnergyDeskError) => details !== undefined;
  expect(await until("it has looked in time", tooLate, hasLooked)).toMatchObject({
    code: "TIMEOUT",
    details: { orderId, status: "processing" },
  });
  const book = await client.orderBook({ resource: "Energy", duration: "1h" });
  expect(book.asks[0]?.price).toBeGreaterThan(order.price);
  expect(await client.cancel(orderId)).toMatchObject({ status: "cancelled", refundedAmount: 2.6 });
  const late = await errorOf(client.waitForOrder(orderId, { until: "completed" }));
  expect(late).toMatchObject({ code: "ORDER_CANCELLED", details: { status: "cancelled" } });
  const low = await errorOf(client.createOrder({ ...order, price: order.price - 1 }));
  expect(low).toMatchObject({
    code: "PRICE_BELOW_FLOOR",
    status: 422,
    details: { floor: order.price },
  });
  expect(low.requestId).toMatch(/^[0-9a-f-]{36}$/);
});

test("what is wrong has a code, and names its fields", async () => {
  const wrong = await errorOf(
    client.createOrder({ ...ORDER, receiver: ["T1"], resourceAmount: 1 }),
  );
  expect(wrong.fieldProblems.map(({ path }) => path)).toEqual(["resourceAmount", "receiver.0"]);
  const dear = { ...ORDER, resourceAmount: 90_000_000, duration: "30d" } as const;
  expect(await errorOf(client.createOrder(dear))).toMatchObject({ code: "INSUFFICIENT_BALANCE" });
  expect(await errorOf(client.order("../balance"))).toMatchObject({ code: "ORDER_NOT_FOUND" });
  expect(await errorOf(client.address("T1"))).toMatchObject({ code: "VALIDATION_FAILED" });
  const stranger = clientOf({ baseUrl: desk.baseUrl, apiKey: "edk_nobody" });
  expect(await errorOf(stranger.balance())).toMatchObject({ code: "UNAUTHORIZED", status: 401 });
});

test("an order whose answer is lost is sent again by itself, and paid once", async () => {
  const behind = clientOf({ baseUrl: proxy.url, apiKey });
  proxy.loses = (answered) => answered === 1;
  const paid = await spentBy(async () => {
    const { orders } = await behind.createOrder(ORDER);
    expect(orders).toHaveLength(1);
  });
  await allDelivered();
  expect(paid).toBeCloseTo(3.9, 6);
  expect(proxy.keys).toHaveLength(2);
  expect(proxy.keys[0]).toBe(proxy.keys[1]);
});

/** So that the next broadcast is that of the next order. */
async function allDelivered(): Promise<void> {
  for (const { orderId, type } of await allOrders({ status: "processing" })) {
    if (type === "Fast") await client.waitForOrder(orderId, { until: "completed", pollMs: 100 });
  }
}

/** The desk's next delegation is refused for good, so that another owner takes its place. */
const failNextDelegation = () =>
  askNode(desk.nodeUrl, "sandbox/faults", {
    add: [{ kind: "reject", reason: "not-enough-stake", path: "/wallet/broadcasthex", count: 1 }],
  });

/** Of the newest order: what took the place of its dead delegation. */
async function replacementTxid(): Promise<string> {
  const [order] = await allOrders();
  expect(order?.delegations).toMatchObject([{ state: "dead" }, { txid: expect.any(String) }]);
  return order?.delegations[1]?.txid ?? "";
}

test("example: Energy for a transfer of USDT, and nothing where there is enough", async () => {
  const wallet = MNEMONIC_ACCOUNTS[2] ?? "";
  const args = [example("rent-for-usdt-transfer.js"), wallet];
  await failNextDelegation();
  const first = await run(process.execPath, args).ended;
  expect(first.said).toMatch(/65,000 Energy × 60 SUN .* = 3\.9 TRX\n65000 Energy delivered by /);
  expect(first.said).toContain(` delivered by ${await replacementTxid()}\n`);
  expect(first.status).toBe(0);
  const second = await run(process.execPath, args).ended;
  expect(second).toEqual({ status: 0, said: expect.stringContaining("enough for the transfer") });
});

test("example: a file of wallets is ordered once, whatever kills it", async () => {
  const file = join(directory, "wallets.csv");
  const rows = MNEMONIC_ACCOUNTS.slice(0, 22).map(
    (wallet, at) => `${wallet},${at < 21 ? "32000" : ""}`,
  );
  writeFileSync(file, `receiver,resourceAmount\n${rows.join("\n")}\n`);
  const args = [example("bulk-from-csv.js"), file, "--duration", "15m"];
  const journal = () =>
    existsSync(`${file}.orders.jsonl`)
      ? readFileSync(`${file}.orders.jsonl`, "utf8").trim().split("\n").slice(1)
      : [];
  const writtenOrders = () => journal().flatMap((line) => JSON.parse(line).orders).length;
  const before = (await allOrders()).length;

  const paid = await spentBy(async () => {
    const cameBefore = proxy.keys.length;
    proxy.loses = (answered) => answered > cameBefore + 1;
    const killed = run(process.execPath, args, proxy.url);
    // One answer is written down, and the desk has taken a call that the script does not know of.
    await until(
      "one answer is written down and one lost",
      async () => ({ written: journal().length, came: proxy.keys.length - cameBefore }),
      ({ written, came }) => written === 1 && came > 1,
    );
    killed.child.kill("SIGKILL");
    expect((await killed.ended).status).toBeNull();
    expect((await allOrders()).length - before).toBeGreaterThan(writtenOrders());

    proxy.loses = () => false;
    const again = await run(process.execPath, args, proxy.url).ended;
    expect(again.said).toContain("22 wallets ordered for 44.22 TRX");
    expect(again.status).toBe(0);
  });
  expect(paid).toBeCloseTo(44.22, 6);
  expect(journal()).toHaveLength(3);
  expect((await allOrders()).length - before).toBe(22);
  await allDelivered();
  const other = await run(process.execPath, args).ended;
  expect(other).toEqual({ status: 1, said: expect.stringContaining("finish that first") });
});

const REFUSED_FILES = [
  ["no title", `${WALLET}\n`, `it was ${WALLET}`],
  ["no wallet", "receiver,resourceAmount\n", "there is no wallet in it"],
  ["another title", `receiver,amount\n${WALLET},131000\n`, "it was receiver,amount"],
  ["a title of another case", `receiver,ResourceAmount\n${WALLET},131000\n`, "Rename or remove"],
  ["a title twice", `receiver,receiver\n${WALLET},${WALLET}\n`, "it was receiver,receiver"],
  ["an empty line", `receiver\n${WALLET}\n\n${WALLET}\n`, "row 2: it is empty. Remove it."],
  ["empty cells", `receiver,resourceAmount\n,\n${WALLET},65000\n`, "row 1: it is empty"],
  ["a cell too many", `receiver,resourceAmount\n${WALLET},131,000\n`, "row 1: it has 3 cells"],
  ["an open quote", `receiver\n"${WALLET}\n`, "Quote Not Closed"],
] as const;

test.each(everyNth(REFUSED_FILES, 4))(
  "example: a file of wallets with %s is refused, and nothing is planned",
  async (_, csv, said) => {
    const file = join(directory, "refused.csv");
    writeFileSync(file, csv);
    const refused = await run(process.execPath, [example("bulk-from-csv.js"), file]).ended;
    expect(refused).toEqual({ status: 1, said: expect.stringContaining(said) });
    expect(existsSync(`${file}.orders.jsonl`)).toBe(false);
  },
);

test("sells: a text, its signature, an offer, a fill", async () => {
  const body = { energy: 200_000, feeBandwidth: 10_000, permitsOperator: true };
  const account = (stake: object) =>
    askNode<{ address: string }>(desk.nodeUrl, "sandbox/account", stake);
  const sign = (address: string, text: string) =>
    askNode<{ signature: string }>(desk.nodeUrl, "sandbox/sign", { address, text });
  const { sellers } = client;
  const { address } = await account(body);
  const { challenge } = await sellers.challenge(address);
  expect(await errorOf(sellers.verify({ address, signature: "00" }))).toMatchObject({
    code: "VALIDATION_FAILED",
  });
  const { signature } = await sign(address, challenge);
  expect(await sellers.verify({ address, signature })).toMatchObject({ address, offers: [] });
  const terms = { resourceType: "Energy", shortestDuration: "15m", longestDuration: "3h" } as const;
  const seller = await sellers.setOffer(address, { ...terms, minPrice: 44, keep: 10_000 });
  expect(seller.offers).toMatchObject([{ minPrice: 44, keep: 10_000, active: true }]);
  const isReady = ({ capacity }: Seller) => capacity.energy > 100_000;
  await until("the desk has read the account", () => sellers.read(address), isReady);

  const options = { allow_partial: false };
  const { orders } = await client.createOrder({ ...ORDER, type: "Manual", price: 44, options });
  await client.waitForOrder(orders[0]?.orderId ?? "", { until: "completed", pollMs: 100 });
  const fills: Fill[] = [];
  for await (const fill of sellers.fills(address)) fills.push(fill);
  expect(fills).toMatchObject([{ amount: ORDER.resourceAmount, price: 44, locked: true }]);
  expect(await sellers.setOffer(address, { ...terms, minPrice: 44, active: false })).toMatchObject({
    offers: [{ active: false }],
  });
  expect(await sellers.list()).toMatchObject([{ address, status: "active" }]);
  expect(await errorOf(sellers.read(WALLET))).toMatchObject({ code: "NOT_FOUND" });
});

test("the script of the README, with the loop of docs/client.md, waits for the delivery", async () => {
  const script = scriptThatWaits();
  const here = script.replace("http://127.0.0.1:3000", desk.baseUrl);
  const { status, said } = await run(process.execPath, ["--input-type=module", "-e", here]).ended;
  expect(said).toMatch(/^[0-9a-f]{64}\n$/);
  expect(status).toBe(0);
  await failNextDelegation();
  const again = await run(process.execPath, ["--input-type=module", "-e", here]).ended;
  expect(again.said).toBe(`${await replacementTxid()}\n`);
});

test("example: every block of curl.md", async () => {
  const text = readFileSync(join(ROOT, "examples/curl.md"), "utf8");
  const blocks = [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block);
  expect(blocks.length).toBeGreaterThan(6);
  const script = `set -euo pipefail\n${blocks.join("\necho\n")}`;
  const { status, said } = await run("bash", ["-c", script]).ended;
  expect(said.match(/"success":true/g)).toHaveLength(9);
  expect(said).toContain('"status":"cancelled"');
  expect(status).toBe(0);
});

test("the demo's key may withdraw what the demo was paid, and no more", async () => {
  const { available, withdrawable } = await client.balance();
  expect({ isRich: available > 100, withdrawable }).toEqual({
    isRich: true,
    withdrawable: available,
  });
  const refused = await errorOf(client.withdraw({ address: WALLET, amount: 10_000 }));
  expect(refused).toMatchObject({
    code: "INSUFFICIENT_BALANCE",
    status: 402,
    details: { required: 10_001, available },
  });
  expect(refused.detailsOf("INSUFFICIENT_BALANCE")?.required).toBe(10_001);
  expect(refused.detailsOf("NO_CAPACITY")).toBeUndefined();
});
