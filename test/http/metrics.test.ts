/** GET /metrics: who may read it, what it counts, and that what the operator's files name exists. */

import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Cover, coverOf } from "../../src/domain/cover.js";
import { cancelOrder } from "../../src/engine/orders/cancel-order.js";
import type { MetricsSources } from "../../src/http/metrics/metrics.js";
import { MOST_COUNTED, openOrderRows, queueLengths } from "../../src/store/figures.js";
import type { Statement } from "../../src/store/phase.js";
import { all } from "../../src/store/phase.js";
import { DEPOSITS } from "../support/deposits.js";
import { readNow } from "../support/read-now.js";
import { sqliteTest } from "../support/sqlite-only.js";
import { letWait, WAITING } from "../support/waiting.js";
import { include, send } from "./deliver.js";
import { fastOrder, startDesk, type TestDesk } from "./desk.js";

const TOKEN = "0123456789abcdef";
const SOURCES = {
  lossRisk: () => null,
  nodeCalls: () => [
    { host: "1 http://a", path: "wallet/getblock", calls: 3, errors: 1, tookMs: 500 },
    { host: "2 http://b", path: "wallet/getblock", calls: 5, errors: 5, tookMs: 9_000 },
  ],
  nodes: () => nodes,
  workers: () => [
    { name: "signer", ok: false, lastRoundAt: 1_800_000_000_000 },
    { name: "payer", ok: true, lastRoundAt: null },
  ],
  cover: () => cover,
};

const IN_STEP = { label: "1 http://a", reason: undefined, behindBlocks: 2, outOfStepMs: 0 };
const RESTING = {
  label: "2 http://b",
  reason: "did not answer",
  behindBlocks: undefined,
  outOfStepMs: 61_500,
};

let desk: TestDesk;
let nodes: ReturnType<MetricsSources["nodes"]>;
let cover: Cover | undefined;

beforeEach(async () => {
  nodes = [IN_STEP, RESTING];
  cover = undefined;
  desk = await startDesk({ metrics: { token: TOKEN, ...SOURCES } });
});
afterEach(() => desk.close());

const ask = (headers: Record<string, string> = { authorization: `Bearer ${TOKEN}` }) =>
  fetch(`${desk.url}/metrics`, { headers });

async function metrics(): Promise<string> {
  const answer = await ask();
  expect(answer.status).toBe(200);
  return answer.text();
}

async function create(change: Record<string, unknown> = {}): Promise<string[]> {
  const { apiKey, customerId } = await desk.customer();
  const answer = await fetch(`${desk.url}/v1/order/create`, {
    method: "POST",
    headers: { "x-api-key": apiKey, "content-type": "application/json" },
    body: JSON.stringify(fastOrder(change)),
  });
  const { data } = (await answer.json()) as { data: { orders: { orderId: string }[] } };
  return [customerId, data.orders[0]?.orderId ?? ""];
}

describe("it is read", () => {
  test("with the token alone", async () => {
    for (const headers of [{}, { authorization: TOKEN }, { authorization: `Bearer ${TOKEN}x` }]) {
      const answer = await ask(headers);
      expect(answer.status).toBe(401);
      expect(await answer.text()).not.toContain(TOKEN);
    }
    expect((await ask()).headers.get("content-type")).toMatch(/^text\/plain/);
    expect((await ask({ authorization: `bearer ${TOKEN}` })).status).toBe(200);
  });

  test("by nobody where it is off, and on the same machine where it needs no token", async () => {
    const off = await startDesk();
    expect((await fetch(`${off.url}/metrics`)).status).toBe(404);
    await off.close();
    const open = await startDesk({ metrics: { token: undefined, ...SOURCES } });
    expect((await fetch(`${open.url}/metrics`)).status).toBe(200);
    const far = await open.server.inject({ url: "/metrics", remoteAddress: "10.0.0.7" });
    expect(far.statusCode).toBe(403);
    await open.close();
  });
});

test("it tells what was ordered since the first reading, how it ended, and what waits", async () => {
  const [early, earlyOrder] = await create();
  expect(await metrics()).toContain('desk_queue_length{queue="planned"} 1');
  const [customerId, orderId] = await create({ resourceType: "Bandwidth", resourceAmount: 2_000 });
  await cancelOrder(desk.engine, { customerId: customerId ?? "" }, orderId ?? "");
  await cancelOrder(desk.engine, { customerId: early ?? "" }, earlyOrder ?? "");
  desk.engine.gates.hold("pause", "a test");
  const text = await metrics();
  for (const line of [
    'desk_orders_created_total{type="Fast",resource="bandwidth"} 1',
    'desk_orders_finished_total{type="Fast",resource="bandwidth",outcome="cancelled"} 1',
    'desk_orders_finished_total{type="Fast",resource="energy",outcome="cancelled"} 1',
    'desk_queue_length{queue="planned"} 0',
    'desk_ledger_sun{kind="external"} -1000000000',
    'desk_pool_owners{state="active"} 2',
    'desk_pool_delegatable_sun{resource="energy"} 20000000000000',
    'desk_node_errors_total{host="1 http://a",path="wallet/getblock"} 1',
    'desk_node_calls_total{host="2 http://b",path="wallet/getblock"} 5',
    'desk_node_call_seconds_total{host="1 http://a",path="wallet/getblock"} 0.5',
    'desk_worker_ok{worker="signer"} 0',
    "desk_paused 1",
    "desk_halted 0",
    "desk_head_block 1",
    "desk_solid_block 1",
    "desk_solid_still_seconds 0",
  ]) {
    expect(text).toContain(line);
  }
  // Ordered before the first reading; and a rate needs the 0 that its first event rises from.
  expect(text).toContain('desk_orders_created_total{type="Fast",resource="energy"} 0');
  expect(text).toContain(
    'desk_orders_finished_total{type="Manual",resource="energy",outcome="partly"} 0',
  );
  expect(text).toContain('desk_delivery_seconds_count{type="Fast"} 0');
  expect(await metrics()).toContain('resource="bandwidth",outcome="cancelled"} 1\n');
});

test("it tells what waits for the operator, and how far deposits were read", async () => {
  expect(await metrics()).not.toContain("\ndesk_deposit_lag_blocks");
  const paid = await startDesk({ deposits: DEPOSITS, metrics: { token: undefined, ...SOURCES } });
  await letWait(paid.engine, (await paid.customer()).customerId);
  paid.engine.gates.hold("payout-cover", "too little is there");
  const text = await (await fetch(`${paid.url}/metrics`)).text();
  await paid.close();
  for (const line of [
    `desk_not_read{what="blocks"} ${WAITING.notRead.blocks}`,
    `desk_not_read{what="transactions"} ${WAITING.notRead.transactions}`,
    `desk_not_read{what="not_kept"} ${WAITING.notRead.notKept}`,
    `desk_deposits_in_review ${WAITING.depositsInReview}`,
    `desk_deposit_lag_blocks ${WAITING.depositLagBlocks}`,
    `desk_queue_length{queue="withdrawals_approval"} ${WAITING.heldBack.withdrawalsToApprove}`,
    `desk_queue_length{queue="withdrawals_new_address"} ${WAITING.heldBack.withdrawalsToNewAddresses}`,
    `desk_sellers_to_approve ${WAITING.heldBack.sellersToApprove}`,
    `desk_sellers_to_approve_sun ${WAITING.heldBack.sellersToApproveTrx * 1_000_000}`,
    "desk_payouts_held 1",
    "desk_paused 0",
  ]) {
    expect(text).toContain(`${line}\n`);
  }
});

test("each node is in step or not, behind by so much, and out of step for so long", async () => {
  const text = await metrics();
  for (const line of [
    'desk_node_in_step{host="1 http://a"} 1',
    'desk_node_in_step{host="2 http://b"} 0',
    'desk_node_behind_blocks{host="1 http://a"} 2',
    'desk_node_resting_seconds{host="1 http://a"} 0',
    'desk_node_resting_seconds{host="2 http://b"} 61.5',
  ]) {
    expect(text).toContain(line);
  }
  expect(text).not.toContain('desk_node_behind_blocks{host="2 http://b"}');
  nodes = [{ ...IN_STEP, behindBlocks: undefined }];
  expect(await metrics()).not.toContain("desk_node_behind_blocks{");
});

test("cover is as last read, with its age, and no figure before the first reading", async () => {
  expect(await metrics()).not.toMatch(/^desk_cover/m);
  const owed = {
    availableSun: 9,
    heldSun: 4,
    giftsSun: 2,
    earnedSun: 3,
    payoutsSun: 1,
    waitingSun: 0,
  };
  const deposits = { trxSun: 5, usdtUnits: 1_000_000n };
  const at = desk.engine.now() - 5_000;
  const read = { rateSun: 3, firstBlock: 7, lastBlock: 7, addresses: 1, retiredAddresses: 0, at };
  const there = { deposits, sweepTo: undefined, payout: undefined, beside: [] };
  cover = coverOf(owed, there, read);
  const text = await metrics();
  for (const line of [
    'desk_cover_owed_sun{kind="available"} 9',
    'desk_cover_owed_sun{kind="payouts"} 1',
    'desk_cover_there_sun{place="deposits"} 8',
    "desk_cover_shortfall_sun 7",
  ]) {
    expect(text).toContain(line);
  }
  expect(Number(/^desk_cover_age_seconds (\S+)$/m.exec(text)?.[1])).toBeGreaterThanOrEqual(5);
  expect(text).not.toContain('place="payout"');
});

test("a resource of which the pool has nothing to sell is not one that has run out", async () => {
  expect(await metrics()).toContain('desk_pool_utilisation_ratio{resource="bandwidth"} 0');
  const other = await startDesk({ metrics: { token: undefined, ...SOURCES } });
  await other.database.commit(() =>
    all("UPDATE capacity SET snapshot_sun = 0 WHERE resource = 'bandwidth'"),
  );
  const text = await (await fetch(`${other.url}/metrics`)).text();
  await other.close();
  expect(text).toContain('desk_pool_utilisation_ratio{resource="energy"} 0');
  expect(text).not.toContain('desk_pool_utilisation_ratio{resource="bandwidth"}');
});

test("it tells how many running delegations are locked, and how many locks held others too long", async () => {
  // Of the two owners the first locks the first, the second the second, and nobody the shorter third.
  for (const duration of ["1h", "3h", "15m"]) {
    const [, orderId = ""] = await create({ duration });
    await send(desk, orderId);
    await include(desk, orderId);
  }
  await desk.database.commit(() => all("UPDATE leg SET overran = 1 WHERE duration = '3h'"));
  const text = await metrics();
  for (const line of [
    'desk_delegations{of="pool",locked="yes"} 2',
    'desk_delegations{of="pool",locked="no"} 1',
    'desk_delegations{of="sellers",locked="yes"} 0',
    "desk_locks_overran 1",
  ]) {
    expect(text).toContain(`${line}\n`);
  }
});

test("the time to delivery is that of completed orders", async () => {
  await metrics();
  const [, orderId] = await create();
  await metrics();
  // As the follower leaves it seven seconds later, but for the money, which no metric of orders reads.
  await desk.database.commit(() =>
    all(
      `UPDATE orders SET status = 'completed', filled_amount = amount, posted_sun = paid_sun,
         finished_at = created_at + 7000 WHERE id = ?`,
      orderId ?? "",
    ),
  );
  const text = await metrics();
  expect(text).toContain('desk_delivery_seconds_sum{type="Fast"} 7');
  expect(text).toContain('desk_delivery_seconds_bucket{le="5",type="Fast"} 0');
  expect(text).toContain('desk_delivery_seconds_bucket{le="8",type="Fast"} 1');
  expect(text).toContain('outcome="completed"} 1');
});

sqliteTest("what waits is counted in an index that holds nothing else", () => {
  const plans: string[] = [];
  const explain = (phase: Generator<Statement, unknown, never>) => {
    for (let step = phase.next(); !step.done; step = phase.next([] as never)) {
      const { sql, params } = step.value;
      const rows = readNow(desk.database, () =>
        all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...params),
      );
      plans.push(...rows.map(({ detail }) => detail));
    }
  };
  explain(queueLengths(1, 1) as Generator<Statement, unknown, never>);
  explain(openOrderRows() as Generator<Statement, unknown, never>);
  const reads = plans.filter((detail) => /^(SCAN|SEARCH)/.test(detail));
  expect(reads.length).toBeGreaterThan(10);
  const whole = reads.filter((one) =>
    /^SCAN (leg|l|o|orders|inbox|outbox|payout|withdrawal)\b(?!.*INDEX)/.test(one),
  );
  expect(whole).toEqual([]);
  expect(MOST_COUNTED).toBe(50_000);
});

describe("every metric that is named exists", () => {
  const read = (name: string) =>
    readFileSync(new URL(`../../docs/operations/${name}`, import.meta.url), "utf8");
  const NAME = /\b(?:desk|process|nodejs)_[a-z][a-z0-9_]*[a-z0-9]\b/g;
  const namesIn = (text: string) => [
    ...new Set([...text.matchAll(NAME)].map(([name]) => name.replace(/_(bucket|sum|count)$/, ""))),
  ];
  const served = async () =>
    [...(await metrics()).matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name ?? "");

  test.each(["metrics.md", "alerts.yaml", "grafana-desk.json"])("in %s", async (file) => {
    const names = namesIn(read(file));
    expect(names.length).toBeGreaterThan(8);
    expect(await served()).toEqual(expect.arrayContaining(names));
  });

  test("and says by itself what it measures", async () => {
    const helps = [...(await metrics()).matchAll(/^# HELP (desk_\S+)(.*)$/gm)];
    expect(helps.length).toBeGreaterThan(20);
    const unclear = helps.filter(([, , help = ""]) =>
      /^ *(?:$|(?:its|it|that|they|them|of it|of them)\b)/i.test(help),
    );
    expect(unclear.map(([line]) => line)).toEqual([]);
  });

  test("the dashboard's panels do not lie on each other", () => {
    const { panels } = JSON.parse(read("grafana-desk.json")) as {
      panels: { gridPos: { x: number; y: number; w: number; h: number } }[];
    };
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, at) => `${x + (at % w)} ${y + Math.floor(at / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    expect(panels.every(({ gridPos: { x, w } }) => x + w <= 24)).toBe(true);
  });
});
