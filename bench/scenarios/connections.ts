/** Creation over HTTP by more and more connections: where throughput ends to grow, and what waiting costs then. */
import { orderBodies } from "../bodies.js";
import { startChainNode } from "../chain-node.js";
import { startDesk } from "../desk.js";
import { load } from "../load.js";
import type { BenchOptions } from "../options.js";
import type { Report } from "../report.js";
import type { Workspace } from "../workspace.js";

const CONNECTIONS = [1, 4, 16, 64, 256] as const;
const WARM_UP_SECONDS = 2;
const BLOCK_MS = 3_000;

/** Each number of connections has a desk of its own, so that none inherits the other's work. */
export async function measureConnections(
  workspace: Workspace,
  report: Report,
  { seconds }: BenchOptions,
): Promise<void> {
  for (const connections of CONNECTIONS) {
    const chain = await startChainNode(workspace, BLOCK_MS);
    const { baseUrl, apiKeys } = await startDesk(workspace, chain);
    const options = { baseUrl, apiKeys, bodies: orderBodies(1), connections };
    await load({ ...options, seconds: Math.min(WARM_UP_SECONDS, seconds) });
    const { callsPerSecond, p50Ms, p90Ms, p99Ms } = await load({ ...options, seconds });
    await workspace.clear();
    report.add({
      name: `HTTP create, ${connections} connection${connections === 1 ? "" : "s"}`,
      connections,
      perSecond: callsPerSecond,
      ...{ p50Ms, p90Ms, p99Ms },
    });
  }
}
