/**
 * The built desk over two hosts of which one is bad for a minute, at blocks of 3 s and an order every 2.4 s: none is refused, each is
 * delivered once, and none takes more than 10 s longer than it does without.
 * No other test of this project tells time. Here the seconds are the promise: customers wait for them. They are compared with those of
 * a desk with two good hosts that is given the same load at the same time, so that a busy machine is slow for both.
 */
import { cpSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { startTronNode } from "tron-sandbox";
import { afterAll, beforeAll, expect, test } from "vitest";
import { deskProcess, resultOf } from "../cli/desk-command.js";
import { askNode, delegationsOnChain } from "../e2e/api.js";
import {
  allOf,
  answering,
  behind,
  forgetting,
  hanging,
  numberOf,
  solidStandsAt,
} from "../support/host-conduct.js";
import type { Answer, Conduct, NodeProxy } from "../support/node-proxy.js";
import { until } from "../support/until.js";
import {
  BLOCK_MS,
  Customer,
  longestMs,
  type Sold,
  sellOnce,
  startTwoHostDesk,
  type TwoHostDesk,
  tookMs,
} from "./two-host-desk.js";

/** The promise. */
const LONGER_MS = 10_000;
const BEFORE_MS = 8_000;
const BAD_MS = 60_000;
const AFTER_MS = 6_000;
/** What was delivered may still be taken back by a fork that ends; then nothing more is waited for. */
const WATCHED_AFTER_MS = LONGER_MS + 5_000;
const GIVE_UP_AFTER_MS = 90_000;
/** More at once and the start of one is slow for the others. */
const STARTED_AT_ONCE = 2;

interface State {
  readonly name: string;
  /** Resolves with what makes the host good again. */
  readonly begin: (desk: TwoHostDesk) => Promise<() => unknown>;
  /** The desk may be shown what will not last: orders may wait until that ends. */
  readonly isFork?: boolean;
}

type Which = "first" | "second";

const conducts =
  (which: Which, conduct: Conduct): State["begin"] =>
  async (desk) => {
    desk[which].conduct = conduct;
    return () => {
      desk[which].conduct = undefined;
    };
  };

const isKilled: State["begin"] = async ({ first }) => {
  await first.stop();
  return () => first.start();
};

/** Of as many blocks as the desk's own network and some more. */
const isOfAnotherNetwork: State["begin"] = async ({ first, node, directory, onStop }) => {
  const foreign = await startTronNode({
    ...{ directory: `${directory}/foreign`, port: 0, blockMs: BLOCK_MS, solidLagBlocks: 60 },
  });
  onStop(() => foreign.close());
  // The sandboxes share some addresses; of customers' none would be there.
  first.conduct = ({ path }) => (path.endsWith("/getaccount") ? { answer: {} } : undefined);
  first.target = foreign.url;
  return () => {
    first.conduct = undefined;
    first.target = node.url;
  };
};

const headOf = async (url: string, side: "wallet" | "walletsolidity") =>
  numberOf(await askNode<Answer>(url, `${side}/getblock`, { detail: false }));

/** The first host has another newest block, and goes on from there: none of its blocks becomes solid. */
async function fork(desk: TwoHostDesk, ...besides: readonly Conduct[]): Promise<() => void> {
  const { first, node, directory, onStop } = desk;
  const before = await headOf(node.url, "wallet");
  const now = () => headOf(node.url, "wallet");
  await until("a block has just come", now, (head) => head > before);
  // The node is part of this process: it writes nothing meanwhile.
  cpSync(`${directory}/node`, `${directory}/fork`, { recursive: true });
  const other = await startTronNode({ directory: `${directory}/fork`, port: 0, blockMs: BLOCK_MS });
  onStop(() => other.close());
  await askNode(other.url, "sandbox/reorg", { depth: 1 });
  const solid = await headOf(other.url, "walletsolidity");
  first.conduct = allOf(...besides, solidStandsAt(solid));
  first.target = other.url;
  return () => {
    first.conduct = undefined;
    first.target = node.url;
  };
}

const WITHOUT: State = { name: "no host is bad", begin: async () => () => {} };

const STATES: readonly State[] = [
  WITHOUT,
  { name: "the first is 20 blocks behind", begin: conducts("first", behind(20)) },
  { name: "the first hangs", begin: conducts("first", hanging()) },
  { name: "the first answers 429", begin: conducts("first", answering(429)) },
  { name: "the first forgets what it is sent", begin: conducts("first", forgetting) },
  { name: "the first is down", begin: isKilled },
  { name: "the first is one of another network", begin: isOfAnotherNetwork },
  { name: "the first is on a fork that has our transactions too", begin: fork, isFork: true },
  {
    name: "the first is on a fork that has none of our transactions",
    begin: (desk) => fork(desk, forgetting),
    isFork: true,
  },
  { name: "the second hangs", begin: conducts("second", hanging()) },
  { name: "the second forgets what it is sent", begin: conducts("second", forgetting) },
];

interface Run {
  readonly desk: TwoHostDesk;
  readonly customer: Customer;
  /** Without the one that was sold before. */
  readonly sold: readonly Sold[];
  readonly goodAgainMs: number;
}

const isRead = async ({ asked }: NodeProxy) =>
  asked.some(({ path }) => path === "/wallet/getblockbylimitnext");

async function run({ begin }: State, desk: TwoHostDesk, customer: Customer): Promise<Run> {
  const { first } = desk;
  first.asked.length = 0;
  const before = customer.sold.length;
  let goodAgainMs = Number.POSITIVE_INFINITY;
  const goesBad = async () => {
    await sleep(BEFORE_MS);
    // On a busy machine it may have been late with a block, and rest.
    await until(
      "the first is read from",
      () => isRead(first),
      (isSo) => isSo,
      30_000,
    );
    const badMs = performance.now();
    const end = await begin(desk);
    await sleep(badMs + BAD_MS - performance.now());
    await end();
    goodAgainMs = performance.now();
  };
  const isSeen = () => {
    const afterMs = performance.now() - goodAgainMs;
    return afterMs > GIVE_UP_AFTER_MS || (afterMs > WATCHED_AFTER_MS && customer.allDelivered);
  };
  await Promise.all([
    customer.orderFor(BEFORE_MS + BAD_MS + AFTER_MS),
    customer.watchUntil(isSeen),
    goesBad(),
  ]);
  return { desk, customer, sold: customer.sold.slice(before), goodAgainMs };
}

const desks: TwoHostDesk[] = [];
const runs = new Map<State, Promise<Run>>();

/** All at the same time: a minute each, one after the other, would be ten. */
beforeAll(async () => {
  const waiting = [...STATES];
  const ready: { state: State; desk: TwoHostDesk; customer: Customer }[] = [];
  const starter = async () => {
    for (let state = waiting.shift(); state; state = waiting.shift()) {
      const desk = await startTwoHostDesk();
      desks.push(desk);
      const customer = new Customer(desk);
      await sellOnce(customer);
      ready.push({ state, desk, customer });
    }
  };
  await Promise.all(Array.from({ length: STARTED_AT_ONCE }, starter));
  for (const { state, desk, customer } of ready) {
    const running = run(state, desk, customer);
    // Whoever waits for it is told.
    running.catch(() => {});
    runs.set(state, running);
  }
}, 240_000);

afterAll(async () => {
  await Promise.allSettled(runs.values());
  await Promise.all(desks.map((desk) => desk.stop()));
}, 240_000);

const untilThen = ({ sold, goodAgainMs }: Run) =>
  sold.filter(({ askedMs }) => askedMs < goodAgainMs);
const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;

test.each(STATES)("while $name", async (state) => {
  const [ours, without] = await Promise.all([runs.get(state), runs.get(WITHOUT)]);
  if (!ours || !without) throw new Error("all were started");
  const { desk, customer, sold, goodAgainMs } = ours;
  const usualMs = longestMs(without.sold);
  const longest = `${seconds(longestMs(sold))}, without ${seconds(usualMs)}`;
  console.log(`while ${state.name}: ${sold.length} orders, the longest ${longest}`);
  const lastMs = Math.max(
    ...untilThen(ours).map(({ deliveredMs = Number.POSITIVE_INFINITY }) => deliveredMs),
  );
  if (state.isFork)
    console.log(`all until then delivered ${seconds(lastMs - goodAgainMs)} after its end`);
  expect(customer.refusals).toEqual([]);
  const late = sold.filter((one) => {
    const endMs = one.askedMs + tookMs(one);
    if (tookMs(one) <= usualMs + LONGER_MS) return false;
    return !state.isFork || endMs > goodAgainMs + LONGER_MS;
  });
  expect(late.map((one) => `${one.orderId} took ${seconds(tookMs(one))}`)).toEqual([]);
  const txids = customer.sold.map(({ order }) => {
    expect(order).toMatchObject({ status: "completed", refundedAmount: 0 });
    expect(order?.delegations).toHaveLength(1);
    return order?.delegations[0]?.txid;
  });
  expect((await delegationsOnChain(desk.node.url)).sort()).toEqual(txids.sort());
  expect(desk.desk.log()).not.toContain("halted");
  if (state.isFork) expect(desk.desk.log()).toContain("the chain has forked");
  const command = deskProcess(desk.databasePath);
  expect(await resultOf(command, "reconcile")).toMatchObject({ differences: [] });
  expect(await resultOf(command, "audit")).toMatchObject({ ok: true });
});
