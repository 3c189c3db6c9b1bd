/**
 * Twice as many calls as the desk answers, sent when they are due and not when others are answered: what becomes of orders that are
 * taken, of calls that are refused, and of deliveries; and whether all is well five seconds later.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { Pool } from "undici";
import { orderBodies } from "../bodies.js";
import { startChainNode } from "../chain-node.js";
import { type RunningDesk, startDesk, waitForCompleted } from "../desk.js";
import { load } from "../load.js";
import type { BenchOptions } from "../options.js";
import type { Report } from "../report.js";
import { latencyOf } from "../statistics.js";
import type { Workspace } from "../workspace.js";

const BLOCK_MS = 1_000;
const CONNECTIONS = 256;
const TICK_MS = 5;
/** What a quiet desk is asked a second. */
const QUIET_CALLS = 20;
const ALONE_ORDERS = 1_000;
const PATIENCE_SECONDS = 60;
const AFTER_MS = 5_000;
/** The desk's own default: more unsigned delegations than this, or than were settled in a minute, refuse Fast orders. */
const UNSIGNED_LIMIT = "1000";

export async function measureOverload(
  workspace: Workspace,
  report: Report,
  { seconds }: BenchOptions,
): Promise<void> {
  const chain = await startChainNode(workspace, BLOCK_MS);
  const desk = await startDesk(workspace, chain, { settings: { UNSIGNED_LIMIT } });
  const { baseUrl, apiKeys } = desk;
  const quiet = await paced(desk, QUIET_CALLS, Math.min(seconds, 10));
  const alone = await deliveredAlone(desk);
  const most = await load({ baseUrl, apiKeys, bodies: orderBodies(1), seconds: 2 });
  const answered = most.calls + Object.values(most.refused).reduce((sum, one) => sum + one, 0);
  const perSecond = (2 * answered) / most.seconds;
  const before = desk.completedOrders();
  const startedAtMs = performance.now();
  const over = await paced(desk, perSecond, seconds);
  const tookSeconds = (performance.now() - startedAtMs) / 1_000;
  const deliveredPerSecond = (desk.completedOrders() - before) / tookSeconds;
  await sleep(AFTER_MS);
  const after = await paced(desk, QUIET_CALLS, Math.min(seconds, 10));

  report.add({
    name: "overload: orders taken",
    perSecond: over.taken.length / tookSeconds,
    ...latencyOf(over.taken),
    ratio: { to: "quiet p99", value: latencyOf(over.taken).p99Ms / latencyOf(quiet.taken).p99Ms },
    note: `${Math.round(perSecond)} calls a second for ${tookSeconds.toFixed(0)} s`,
  });
  report.add({
    name: "overload: calls refused",
    perSecond: over.refused.length / tookSeconds,
    ...latencyOf(over.refused),
    note: `${over.told}; ${over.unsaid} without Retry-After`,
  });
  report.add({
    name: "overload: delivered",
    ordersPerSecond: deliveredPerSecond,
    ratio: { to: "alone", value: deliveredPerSecond / alone },
  });
  report.add({
    name: "five seconds later",
    perSecond: QUIET_CALLS,
    ...latencyOf(after.taken),
    ratio: { to: "quiet p99", value: latencyOf(after.taken).p99Ms / latencyOf(quiet.taken).p99Ms },
    note: `${after.refused.length} refused`,
  });
  const times = latencyOf(over.taken).p99Ms / latencyOf(quiet.taken).p99Ms;
  report.aim({
    name: "overload: p99 of orders taken, below 10 times the quiet one",
    measured: times.toFixed(1),
    met: times < 10,
  });
  report.aim({
    name: "overload: all others refused with 429 or 503 and Retry-After",
    measured: `${over.unsaid} not; ${over.told}`,
    met: over.unsaid === 0,
  });
  report.aim({
    name: "overload: deliveries at half their rate or more",
    measured: (deliveredPerSecond / alone).toFixed(2),
    met: deliveredPerSecond >= alone / 2,
  });
  report.aim({
    name: "all is well five seconds later",
    measured: `${after.refused.length} refused`,
    met: after.refused.length === 0,
  });
}

/** While no others come, so many orders are delivered a second. */
async function deliveredAlone(desk: RunningDesk): Promise<number> {
  const { baseUrl, apiKeys } = desk;
  const before = desk.completedOrders();
  const startedAtMs = performance.now();
  const calls = ALONE_ORDERS - 1;
  await load({ baseUrl, apiKeys, bodies: orderBodies(1), seconds: PATIENCE_SECONDS, calls });
  const completed = await waitForCompleted(desk, before + calls, PATIENCE_SECONDS);
  return (completed - before) / ((performance.now() - startedAtMs) / 1_000);
}

interface Answers {
  /** Milliseconds from when each was due. */
  readonly taken: readonly number[];
  readonly refused: readonly number[];
  readonly told: string;
  /** Refused in another way than with 429 or 503 and `Retry-After`. */
  readonly unsaid: number;
}

/** Sends each call when it is due, whatever became of the others. */
async function paced(
  { baseUrl, apiKeys }: RunningDesk,
  perSecond: number,
  seconds: number,
): Promise<Answers> {
  const pool = new Pool(baseUrl, { connections: CONNECTIONS });
  const bodies = orderBodies(1);
  const taken: number[] = [];
  const refused: number[] = [];
  const byStatus: Record<string, number> = {};
  let unsaid = 0;
  const send = async (call: number, dueAtMs: number) => {
    const headers = {
      "content-type": "application/json",
      "x-api-key": apiKeys[call % apiKeys.length] ?? "",
    };
    const body = bodies[call % bodies.length] ?? "";
    const request = { method: "POST", path: "/v1/order/create", headers, body } as const;
    const answer = await pool.request(request).catch((error: Error) => error);
    const status = answer instanceof Error ? answer.name : answer.statusCode;
    if (!(answer instanceof Error)) await answer.body.dump();
    const tookMs = performance.now() - dueAtMs;
    if (status === 200) return void taken.push(tookMs);
    refused.push(tookMs);
    byStatus[status] = (byStatus[status] ?? 0) + 1;
    const isSaid = status === 429 || status === 503;
    const isUntil = !(answer instanceof Error) && answer.headers["retry-after"] !== undefined;
    if (!isSaid || !isUntil) unsaid += 1;
  };
  const sent: Promise<void>[] = [];
  const startedAtMs = performance.now();
  const calls = Math.floor(perSecond * seconds);
  while (sent.length < calls) {
    const due = ((performance.now() - startedAtMs) / 1_000) * perSecond;
    while (sent.length < Math.min(calls, due)) {
      sent.push(send(sent.length, startedAtMs + (sent.length / perSecond) * 1_000));
    }
    await sleep(TICK_MS);
  }
  await Promise.all(sent);
  await pool.close();
  const told = Object.entries(byStatus).map(([status, count]) => `${count} answered ${status}`);
  return { taken, refused, told: told.join(", ") || "none refused", unsaid };
}
