/** A desk over two nodes: it starts, sells and delivers once, whatever one of them does; and what it refuses. */

import { MNEMONIC_ACCOUNTS } from "tron-sandbox";
import { expect, onTestFinished, test } from "vitest";
import { reasonOf } from "#shared/reason.js";
import { StandingRefusal } from "../../src/common/failures.js";
import { must } from "../../src/domain/assert.js";
import { BROADCAST, withoutSolidSide } from "../support/host-conduct.js";
import { type NodeProxy, startNodeProxy } from "../support/node-proxy.js";
import { until } from "../support/until.js";
import { createOrder, delegationsOnChain, type Order, orderBody, readOrder } from "./api.js";
import { refusalHere, startDeskHere } from "./desk-here.js";
import { deskEnv, temporaryDirectory } from "./desk-process.js";
import { startOwnNode } from "./own-node.js";

const BLOCK_MS = 500;
/** Some providers have the key in the path; none of these may be shown. */
const PATHS = ["/path-key-of-the-first", "/path-key-of-the-second"];
const KEYS = ["header-key-of-the-first", "header-key-of-the-second"];
const SECRETS = [...PATHS.map((path) => path.slice(1)), ...KEYS];

async function startHosts() {
  const node = await startOwnNode(BLOCK_MS);
  const proxies = await Promise.all(PATHS.map((path) => startNodeProxy(node.url, path)));
  onTestFinished(async () => {
    await Promise.all(proxies.map((proxy) => proxy.close()));
  });
  const [first, second] = proxies as [NodeProxy, NodeProxy];
  const env = deskEnv(temporaryDirectory(onTestFinished), {
    ...node.env,
    TRON_FULL_HOST: proxies.map(({ url }) => url).join(","),
    TRON_API_KEY: KEYS.join(","),
    LOG_LEVEL: "trace",
  });
  return { node, first, second, proxies, env };
}

type Hosts = Awaited<ReturnType<typeof startHosts>>;

async function startDesk({ env }: Hosts) {
  const desk = await startDeskHere(env);
  const said = () => desk.banner + desk.log();
  return { ...desk, said, apiKey: must(desk.apiKey, "a sandbox shows its key") };
}

/** With which exit status a start is refused, and what is said. */
async function refused({ env }: Hosts): Promise<{ status: number; said: string }> {
  const refusal = await refusalHere(env);
  // As e2e/refusals.test.ts has it of processes.
  return { status: refusal instanceof StandingRefusal ? 78 : 1, said: reasonOf(refusal) };
}

type Desk = Awaited<ReturnType<typeof startDesk>>;

let receivers = 0;
async function order({ baseUrl, apiKey }: Desk): Promise<string> {
  const receiver = must(MNEMONIC_ACCOUNTS[receivers % 30], "there are forty");
  receivers += 1;
  const created = await createOrder(baseUrl, apiKey, orderBody({ receiver: [receiver] }));
  expect(created.body.error).toBeUndefined();
  expect(created.status).toBe(200);
  return must(created.body.data.orders[0], "one was made").orderId;
}

function completed({ baseUrl, apiKey }: Desk, orderId: string): Promise<Order> {
  const look = () => readOrder(baseUrl, apiKey, orderId);
  return until("the order is completed", look, ({ status }) => status === "completed");
}

/** Each was delivered by one delegation, and the chain holds no other. */
async function expectDeliveredOnce({ node }: Hosts, orders: readonly Order[]): Promise<void> {
  const txids = orders.map(({ delegations }) => {
    expect(delegations).toHaveLength(1);
    return delegations[0]?.txid;
  });
  expect((await delegationsOnChain(node.url)).sort()).toEqual(txids.sort());
}

function expectNoSecret(said: string): void {
  for (const secret of SECRETS) expect(said).not.toContain(secret);
}

/** Who is asked for blocks from now on. */
async function inUse(proxies: readonly NodeProxy[]): Promise<NodeProxy> {
  for (const { asked } of proxies) asked.length = 0;
  const isRead = ({ asked }: NodeProxy) =>
    asked.some(({ path }) => path === "/wallet/getblockbylimitnext");
  const look = async () => proxies.find(isRead);
  const found = await until("blocks are asked for", look, (proxy) => proxy !== undefined);
  return must(found, "it was waited for");
}

test("no order is refused, and each is delivered once, while a node is down", async () => {
  const hosts = await startHosts();
  const desk = await startDesk(hosts);
  const orders: Order[] = [await completed(desk, await order(desk))];
  const proxy = await inUse(hosts.proxies);
  await proxy.stop();
  // The first of them meet a desk that does not know of it.
  const orderIds = [await order(desk), await order(desk), await order(desk)];
  for (const orderId of orderIds) orders.push(await completed(desk, orderId));
  await proxy.start();
  orders.push(await completed(desk, await order(desk)));
  await expectDeliveredOnce(hosts, orders);
  expectNoSecret(desk.said());
});

test("one that is down at the start is a warning, and is used once it is up", async () => {
  const hosts = await startHosts();
  await hosts.first.stop();
  const desk = await startDesk(hosts);
  expect(desk.log()).toMatch(/"level":40[^\n]*a node does not answer: it is used once it does/);
  expect(desk.log()).toContain(`"node":"1 ${hosts.first.origin}"`);
  const early = await completed(desk, await order(desk));
  await hosts.first.start();
  await inUse([hosts.first]);
  const sent = hosts.first.next(BROADCAST);
  const late = await completed(desk, await order(desk));
  await sent;
  await expectDeliveredOnce(hosts, [early, late]);
  expectNoSecret(desk.said());
});

test("one without a solid side is a warning, and is sent broadcasts alone", async () => {
  const hosts = await startHosts();
  hosts.first.conduct = withoutSolidSide;
  const desk = await startDesk(hosts);
  expect(desk.log()).toMatch(/"level":40[^\n]*a node is sent broadcasts alone/);
  hosts.first.asked.length = 0;
  const sent = hosts.first.next(BROADCAST);
  const one = await completed(desk, await order(desk));
  await sent;
  await expectDeliveredOnce(hosts, [one]);
  const READS = /^\/wallet\/(?!broadcasthex|getblockbynum)/;
  expect(hosts.first.asked.filter(({ path }) => READS.test(path))).toEqual([]);
  expectNoSecret(desk.said());
});

test("both down is a refusal that may pass, and says of each why", async () => {
  const hosts = await startHosts();
  await Promise.all(hosts.proxies.map((proxy) => proxy.stop()));
  const { status, said } = await refused(hosts);
  expect(status).toBe(1);
  expect(said).toContain("TRON_FULL_HOST: none of the 2 nodes can be asked");
  for (const { origin } of hosts.proxies) expect(said).toContain(origin);
  expectNoSecret(said);
});

test("one of another network is a refusal until it is changed", async () => {
  const hosts = await startHosts();
  const foreign = await startOwnNode(BLOCK_MS);
  hosts.second.target = foreign.url;
  const { status, said } = await refused(hosts);
  expect(status).toBe(78);
  expect(said).toContain(`TRON_FULL_HOST: node 2 ${hosts.second.origin} serves a chain`);
  expectNoSecret(said);
});
