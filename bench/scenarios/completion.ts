/** Through the whole chain: created over HTTP, signed, sent, and in a block, at 200 ms a block. */
import { orderBodies } from "../bodies.js";
import { startChainNode } from "../chain-node.js";
import { startDesk, waitForCompleted } from "../desk.js";
import { load } from "../load.js";
import type { BenchOptions } from "../options.js";
import type { Report } from "../report.js";
import type { Workspace } from "../workspace.js";

const BLOCK_MS = 200;
/** More than the chain takes in the time, so that there is always something to sign. */
const ORDERS_PER_SECOND = 1_500;

export async function measureCompletion(
  workspace: Workspace,
  report: Report,
  { seconds }: BenchOptions,
): Promise<void> {
  const chain = await startChainNode(workspace, BLOCK_MS);
  const desk = await startDesk(workspace, chain);
  const orders = ORDERS_PER_SECOND * seconds;
  const { baseUrl, apiKeys } = desk;
  const startedAtMs = performance.now();
  await load({ baseUrl, apiKeys, bodies: orderBodies(1), seconds, calls: orders });
  const createdAtMs = performance.now();
  const atCreated = desk.completedOrders();
  const completed = await waitForCompleted(desk, orders, seconds);
  const allSeconds = (performance.now() - startedAtMs) / 1_000;
  const settleSeconds = (performance.now() - createdAtMs) / 1_000;
  const creationSeconds = ((createdAtMs - startedAtMs) / 1_000).toFixed(1);
  const open = completed < orders ? `; ${orders - completed} still under way` : "";
  report.add({
    name: "HTTP completed, 1 receiver, while none are created",
    ordersPerSecond: (completed - atCreated) / settleSeconds,
    note: `blocks of ${BLOCK_MS} ms; the node shares the cores${open}`,
  });
  report.add({
    name: "HTTP completed, 1 receiver, from the first call on",
    ordersPerSecond: completed / allSeconds,
    note: `${orders} created in ${creationSeconds} s, ${atCreated} of them completed by then`,
  });
}
