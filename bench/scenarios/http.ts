/** Creation over HTTP beside a bare echo of the same bodies, sent by the same generator. */
import { fileURLToPath } from "node:url";
import { orderBodies, type Receivers } from "../bodies.js";
import { startChainNode } from "../chain-node.js";
import { startDesk } from "../desk.js";
import { type Load, load } from "../load.js";
import type { BenchOptions } from "../options.js";
import type { Program } from "../program.js";
import type { Report } from "../report.js";
import type { Workspace } from "../workspace.js";

const WARM_UP_SECONDS = 2;
const BLOCK_MS = 3_000;
const TARGET_P99_MS = 50;

export async function measureHttp(
  workspace: Workspace,
  report: Report,
  { seconds }: BenchOptions,
): Promise<void> {
  for (const receivers of [1, 20] as const) {
    const echo = await measureEcho(workspace, receivers, seconds);
    await workspace.clear();
    const create = await measureCreate(workspace, receivers, seconds);
    await workspace.clear();
    const ratio = create.callsPerSecond / echo.callsPerSecond;
    const of = `${receivers} receiver${receivers === 1 ? "" : "s"}`;
    report.add({
      name: `bare node:http echo, body of ${of}`,
      perSecond: echo.callsPerSecond,
      ...latency(echo),
      note: busyNote(echo),
    });
    report.add({
      name: `HTTP create, ${of}`,
      perSecond: create.callsPerSecond,
      ordersPerSecond: create.callsPerSecond * receivers,
      ...latency(create),
      ratio: { to: "echo", value: ratio },
      note: [busyNote(create), ...refusals(create)].join("; "),
    });
    if (receivers === 1) aim(report, create.p99Ms);
  }
}

interface Measured extends Load {
  /** Share of one core that the server used. */
  readonly serverBusy: number;
}

async function measureEcho(workspace: Workspace, receivers: Receivers, seconds: number) {
  const program = workspace.start({
    file: fileURLToPath(new URL("../echo-server.js", import.meta.url)),
    directory: workspace.fresh(),
    endsWithParent: true,
  });
  const baseUrl = await program.printed(/(http:\S+)\n/);
  return measured(program, { baseUrl, apiKeys: ["none"], bodies: orderBodies(receivers), seconds });
}

async function measureCreate(workspace: Workspace, receivers: Receivers, seconds: number) {
  const chain = await startChainNode(workspace, BLOCK_MS);
  const { program, baseUrl, apiKeys } = await startDesk(workspace, chain);
  return measured(program, { baseUrl, apiKeys, bodies: orderBodies(receivers), seconds });
}

async function measured(program: Program, options: Parameters<typeof load>[0]): Promise<Measured> {
  await load({ ...options, seconds: Math.min(WARM_UP_SECONDS, options.seconds) });
  const beforeMs = program.cpuMs ?? Number.NaN;
  const result = await load(options);
  const usedMs = (program.cpuMs ?? Number.NaN) - beforeMs;
  return { ...result, serverBusy: usedMs / 1_000 / result.seconds };
}

function latency({ p50Ms, p99Ms }: Load) {
  return { p50Ms, p99Ms };
}

function busyNote({ serverBusy, generatorBusy, callsPerSecond }: Measured): string {
  const percent = (share: number) => `${Math.round(share * 100)}%`;
  const cpuMs = (serverBusy / callsPerSecond) * 1_000;
  const cores = `server ${percent(serverBusy)}, generator ${percent(generatorBusy)} of a core`;
  return `${cpuMs.toFixed(3)} ms of CPU a call; ${cores}`;
}

function refusals({ refused }: Load): string[] {
  return Object.entries(refused).map(([status, count]) => `${count} answered ${status}`);
}

function aim(report: Report, p99Ms: number): void {
  report.aim({
    name: `HTTP create, 1 receiver, p99 below ${TARGET_P99_MS} ms at 64 connections`,
    measured: `${p99Ms.toFixed(1)} ms`,
    met: p99Ms < TARGET_P99_MS,
  });
}
