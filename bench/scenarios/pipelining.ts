/**
 * One customer sends thousands of lists at once and reads none of the answers: what another customer's read then takes, beside
 * what it takes when all is quiet, and what memory that costs.
 */
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "undici";
import { orderBodies } from "../bodies.js";
import { startChainNode } from "../chain-node.js";
import { type RunningDesk, startDesk } from "../desk.js";
import { load } from "../load.js";
import type { BenchOptions } from "../options.js";
import type { Report } from "../report.js";
import { type Latency, latencyOf } from "../statistics.js";
import type { Workspace } from "../workspace.js";

const BLOCK_MS = 3_000;
const CONNECTIONS = 20;
const REQUESTS = 1_000;
/** New connections with as many requests again, so that none of the time measured is quiet. */
const AGAIN_MS = 2_000;
/** Calls of 20 orders: more than a list shows. */
const ORDER_CALLS = 6;
/** One read after the other, each by the next of so many customers: none comes near its limit. */
const READERS = 100;
const READ_EVERY_MS = 4;
const SAMPLE_MS = 50;
const MOST_TIMES = 10;
const MOST_MIB = 60;

export async function measurePipelining(
  workspace: Workspace,
  report: Report,
  { seconds }: BenchOptions,
): Promise<void> {
  const chain = await startChainNode(workspace, BLOCK_MS);
  const desk = await startDesk(workspace, chain);
  const [asker = "", ...others] = desk.apiKeys;
  const { baseUrl } = desk;
  const bodies = orderBodies(20);
  await load({ baseUrl, apiKeys: [asker], bodies, connections: 1, seconds, calls: ORDER_CALLS });
  const readers = others.slice(0, READERS);
  await read(desk, readers, Math.min(2, seconds));
  const quiet = await read(desk, readers, seconds);
  const quietMib = desk.program.residentMib ?? Number.NaN;
  const crowd = new Crowd(desk, asker);
  const beside = await read(desk, readers, seconds);
  const peakMib = crowd.end();
  const mib = (value: number) => `${Math.round(value)} MiB`;
  report.add({ name: "GET /v1/balance, quiet", ...latency(quiet) });
  report.add({
    name: `GET /v1/balance beside ${CONNECTIONS} × ${REQUESTS} lists`,
    ...latency(beside),
    ratio: { to: "quiet p99", value: beside.p99Ms / quiet.p99Ms },
    note: `resident ${mib(quietMib)} before, at most ${mib(peakMib)} meanwhile`,
  });
  report.aim({
    name: `a read beside ${CONNECTIONS} × ${REQUESTS} lists: p99 at most ${MOST_TIMES} times the quiet one`,
    measured: `${(beside.p99Ms / quiet.p99Ms).toFixed(1)} times`,
    met: beside.p99Ms <= quiet.p99Ms * MOST_TIMES,
  });
  report.aim({
    name: `at most ${MOST_MIB} MiB more meanwhile`,
    measured: `${Math.round(peakMib - quietMib)} MiB`,
    met: peakMib - quietMib <= MOST_MIB,
  });
}

function latency({ p50Ms, p99Ms }: Latency) {
  return { p50Ms, p99Ms };
}

async function read(
  { baseUrl }: RunningDesk,
  apiKeys: readonly string[],
  seconds: number,
): Promise<Latency> {
  const client = new Client(baseUrl);
  const latenciesMs: number[] = [];
  const endsAtMs = performance.now() + seconds * 1_000;
  for (let call = 0; performance.now() < endsAtMs; call += 1) {
    const sentAtMs = performance.now();
    const headers = { "x-api-key": apiKeys[call % apiKeys.length] ?? "" };
    const { statusCode, body } = await client.request({
      method: "GET",
      path: "/v1/balance",
      headers,
    });
    await body.dump();
    if (statusCode !== 200) throw new Error(`a balance was answered with ${statusCode}`);
    latenciesMs.push(performance.now() - sentAtMs);
    await sleep(READ_EVERY_MS);
  }
  await client.close();
  return latencyOf(latenciesMs);
}

/** Connections that ask and never read. */
class Crowd {
  readonly #port: number;
  readonly #requests: string;
  readonly #timers: NodeJS.Timeout[];
  #sockets: Socket[] = [];
  #peakMib = 0;

  constructor({ baseUrl, program }: RunningDesk, apiKey: string) {
    this.#port = Number(new URL(baseUrl).port);
    const request = `GET /v1/orders?limit=100 HTTP/1.1\r\nHost: a\r\nx-api-key: ${apiKey}\r\n\r\n`;
    this.#requests = request.repeat(REQUESTS);
    this.#ask();
    const sample = () => {
      this.#peakMib = Math.max(this.#peakMib, program.residentMib ?? Number.NaN);
    };
    this.#timers = [setInterval(() => this.#ask(), AGAIN_MS), setInterval(sample, SAMPLE_MS)];
  }

  #ask(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#sockets = Array.from({ length: CONNECTIONS }, () => {
      const socket = connect(this.#port, "127.0.0.1").pause();
      socket.on("error", () => {});
      socket.write(this.#requests);
      return socket;
    });
  }

  /** The most resident memory of the desk that was seen, in MiB. */
  end(): number {
    for (const timer of this.#timers) clearInterval(timer);
    for (const socket of this.#sockets) socket.destroy();
    return this.#peakMib;
  }
}
