/** Resident memory of the desk while and after it takes many orders, the node elsewhere. */
import { orderBodies } from "../bodies.js";
import { startChainNode } from "../chain-node.js";
import { startDesk, waitForCompleted } from "../desk.js";
import { load } from "../load.js";
import type { BenchOptions } from "../options.js";
import type { Report } from "../report.js";
import type { Workspace } from "../workspace.js";

const BLOCK_MS = 200;
const SAMPLE_MS = 250;
const LONGEST_CREATION_SECONDS = 120;
const TARGET_MIB = 300;

export async function measureMemory(
  workspace: Workspace,
  report: Report,
  { orders, settleSeconds }: BenchOptions,
): Promise<void> {
  const chain = await startChainNode(workspace, BLOCK_MS);
  const desk = await startDesk(workspace, chain);
  const { program, baseUrl, apiKeys } = desk;
  const startMib = program.residentMib ?? Number.NaN;
  let peakMib = startMib;
  const sampling = setInterval(() => {
    peakMib = Math.max(peakMib, program.residentMib ?? Number.NaN);
  }, SAMPLE_MS);
  const seconds = LONGEST_CREATION_SECONDS;
  const created = await load({ baseUrl, apiKeys, bodies: orderBodies(1), seconds, calls: orders });
  const createdMib = program.residentMib ?? Number.NaN;
  const completed = await waitForCompleted(desk, created.calls, settleSeconds);
  clearInterval(sampling);
  const endMib = program.residentMib ?? Number.NaN;
  const mib = (value: number) => `${Math.round(value)} MiB`;
  report.add({
    name: `memory over ${created.calls.toLocaleString("en-US")} orders`,
    perSecond: created.callsPerSecond,
    ordersPerSecond: created.callsPerSecond,
    p50Ms: created.p50Ms,
    p99Ms: created.p99Ms,
    note: [
      `resident ${mib(startMib)} at start`,
      `${mib(createdMib)} after the last call`,
      `${mib(endMib)} with ${completed} completed`,
      `peak ${mib(peakMib)}`,
    ].join(", "),
  });
  report.aim({
    name: `resident memory below ${TARGET_MIB} MiB after ${orders.toLocaleString("en-US")} orders`,
    measured: `${mib(endMib)} (${created.calls} created, ${completed} completed)`,
    met: endMib < TARGET_MIB && created.calls >= orders,
  });
}
