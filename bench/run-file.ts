/** A run as a file: written with `--json`, read to be compared with or drawn. */
import { readFileSync, writeFileSync } from "node:fs";
import { z } from "zod";

const latencyMs = z.number().optional();

const runSchema = z.object({
  machine: z.object({
    cpu: z.string(),
    cores: z.number(),
    memoryGib: z.number(),
    system: z.string(),
    node: z.string(),
    fsync: z.object({ p50Ms: z.number(), p90Ms: z.number(), p99Ms: z.number() }),
  }),
  options: z.object({ seconds: z.number() }),
  figures: z.array(
    z.object({
      name: z.string(),
      connections: z.number().optional(),
      perSecond: z.number().optional(),
      ordersPerSecond: z.number().optional(),
      ...{ p50Ms: latencyMs, p90Ms: latencyMs, p99Ms: latencyMs },
    }),
  ),
});

/** What is read of a run; the file holds more. */
export type Run = z.infer<typeof runSchema>;

/** Throws with the file's name when it is not a run. */
export function readRun(path: string): Run {
  try {
    return runSchema.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
    throw new Error(`${path} is not a run written with --json: ${why}`);
  }
}

export function writeRun(path: string, run: object): void {
  writeFileSync(path, `${JSON.stringify(run, null, 2)}\n`);
}
