/** Load over HTTP: connections that each send the next request once the last is answered. */
import { Pool } from "undici";
import { type Latency, latencyOf } from "./statistics.js";

const CONNECTIONS = 64;

export interface LoadOptions {
  readonly baseUrl: string;
  /** One for each customer, taken in turn. */
  readonly apiKeys: readonly string[];
  readonly bodies: readonly string[];
  /** 64 unless given. */
  readonly connections?: number;
  /** Ends after so long, or after so many calls if that is sooner. */
  readonly seconds: number;
  readonly calls?: number;
}

export interface Load extends Latency {
  /** Calls answered with 200. */
  readonly calls: number;
  readonly seconds: number;
  readonly callsPerSecond: number;
  /** Answers that were no 200, by status. */
  readonly refused: Readonly<Record<number, number>>;
  /** Share of one core that this process used: near 1, it is the generator that is measured. */
  readonly generatorBusy: number;
}

export async function load(options: LoadOptions): Promise<Load> {
  const { baseUrl, apiKeys, bodies, connections = CONNECTIONS } = options;
  const { calls: mostCalls = Number.POSITIVE_INFINITY } = options;
  const pool = new Pool(baseUrl, { connections });
  const latenciesMs: number[] = [];
  const refused: Record<number, number> = {};
  let begun = 0;
  const cpu = process.cpuUsage();
  const startedAtMs = performance.now();
  const endsAtMs = startedAtMs + options.seconds * 1_000;
  const send = async () => {
    for (let sentAtMs = startedAtMs; sentAtMs < endsAtMs && begun < mostCalls; ) {
      const call = begun;
      begun += 1;
      sentAtMs = performance.now();
      const { statusCode, body } = await pool.request({
        method: "POST",
        path: "/v1/order/create",
        headers: {
          "content-type": "application/json",
          "x-api-key": apiKeys[call % apiKeys.length] ?? "",
        },
        body: bodies[call % bodies.length] ?? "",
      });
      await body.text();
      if (statusCode === 200) latenciesMs.push(performance.now() - sentAtMs);
      else refused[statusCode] = (refused[statusCode] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, send));
  const seconds = (performance.now() - startedAtMs) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  await pool.close();
  return {
    calls: latenciesMs.length,
    seconds,
    callsPerSecond: latenciesMs.length / seconds,
    ...latencyOf(latenciesMs),
    refused,
    generatorBusy: (user + system) / 1e6 / seconds,
  };
}
