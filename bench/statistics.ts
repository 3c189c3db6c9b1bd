/** Order statistics: figures are medians and percentiles, never means of latencies. */

/** The value below which `share` of the samples lie; NaN when there is none. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = Float64Array.from(samples).sort();
  const at = Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1);
  return sorted[Math.max(0, at)] ?? Number.NaN;
}

export interface Latency {
  readonly p50Ms: number;
  readonly p90Ms: number;
  readonly p99Ms: number;
}

export function latencyOf(samplesMs: readonly number[]): Latency {
  return {
    p50Ms: percentile(samplesMs, 0.5),
    p90Ms: percentile(samplesMs, 0.9),
    p99Ms: percentile(samplesMs, 0.99),
  };
}
