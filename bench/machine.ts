/** What the figures were measured on, fsync included: it bounds every durable commit. */
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from "node:fs";
import { availableParallelism, cpus, release, totalmem, type } from "node:os";
import { join } from "node:path";
import { type Latency, latencyOf } from "./statistics.js";

const SYNCS = 300;
const PAGE_BYTES = 4_096;

export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGib: number;
  readonly system: string;
  readonly node: string;
  readonly fsync: Latency;
}

export function describeMachine(directory: string): Machine {
  return {
    cpu: cpus()[0]?.model.trim() || "unknown CPU",
    cores: availableParallelism(),
    memoryGib: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${release()}`,
    node: process.version,
    fsync: measureFsync(join(directory, "fsync")),
  };
}

/** Appends a page and syncs it, again and again, as a write-ahead log does. */
function measureFsync(path: string): Latency {
  const page = Buffer.alloc(PAGE_BYTES, 1);
  const file = openSync(path, "w");
  const samplesMs: number[] = [];
  for (let count = 0; count < SYNCS; count += 1) {
    const startedAtMs = performance.now();
    writeSync(file, page);
    fsyncSync(file);
    samplesMs.push(performance.now() - startedAtMs);
  }
  closeSync(file);
  rmSync(path);
  return latencyOf(samplesMs);
}

export function machineLine({ cpu, cores, memoryGib, system, node, fsync }: Machine): string {
  const sync = `fsync of 4 KiB p50 ${fsync.p50Ms.toFixed(2)} ms, p99 ${fsync.p99Ms.toFixed(2)} ms`;
  return `${cpu}, ${cores} cores, ${memoryGib} GiB, ${system}, Node ${node}, ${sync}`;
}
