/** Two builds in turn: each round measures the other build and this one, so that a machine that changes its speed does so for both. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { alignedTable } from "./figures.js";
import { type Run, readRun } from "./run-file.js";
import { percentile } from "./statistics.js";

type Figure = Run["figures"][number];

export interface Round {
  readonly before: Run;
  readonly now: Run;
}

/** Where a checkout has its built bench, newest place first. */
const PROGRAMS = ["dist/bench/bench/main.js", "dist/bench/main.js"];

const COLUMNS = ["", "before", "from-to", "now", "from-to", "times", "from-to"];

/**
 * Each of the two builds measures itself, by its own bench and with the same arguments; every second round begins with this one.
 * Throws when the directory holds no built checkout, or when a run fails.
 */
export async function runInTurn(
  directory: string,
  count: number,
  args: readonly string[],
): Promise<Round[]> {
  const before = programOf(directory);
  const now = fileURLToPath(new URL("main.js", import.meta.url));
  const files = mkdtempSync(join(tmpdir(), "energy-desk-rounds-"));
  try {
    const rounds: Round[] = [];
    for (let round = 1; round <= count; round += 1) {
      const runs = new Map<string, Run>();
      for (const program of round % 2 === 1 ? [before, now] : [now, before]) {
        const whose = program === now ? "this build" : directory;
        process.stderr.write(`Round ${round} of ${count}: ${whose}\n`);
        runs.set(program, await runOnce(program, args, join(files, "run.json")));
      }
      rounds.push({ before: take(runs, before), now: take(runs, now) });
    }
    return rounds;
  } finally {
    rmSync(files, { recursive: true, force: true });
  }
}

function programOf(directory: string): string {
  const found = PROGRAMS.map((path) => join(directory, path)).find((path) => existsSync(path));
  if (found) return found;
  throw new Error(
    `--against takes a built checkout, and ${directory} has none of ${PROGRAMS.join(", ")}: run npm ci and npm run build there.`,
  );
}

async function runOnce(program: string, args: readonly string[], file: string): Promise<Run> {
  const command = [program, ...args, "--json", file];
  const child = spawn(process.execPath, command, { stdio: ["ignore", "ignore", "inherit"] });
  const stop = () => void child.kill("SIGTERM");
  process.once("SIGINT", stop).once("SIGTERM", stop);
  const [status] = (await once(child, "close")) as [number | null];
  process.off("SIGINT", stop).off("SIGTERM", stop);
  if (status !== 0) throw new Error(`${program} ended with ${status ?? "a signal"}.`);
  return readRun(file);
}

function take(runs: ReadonlyMap<string, Run>, program: string): Run {
  const run = runs.get(program);
  if (!run) throw new Error(`${program} was not measured`);
  return run;
}

/** The median of each figure and of its ratio, with the smallest and the largest; figures that every run has. */
export function roundsTable(rounds: readonly Round[]): string {
  const names = rounds[0]?.now.figures.map(({ name }) => name) ?? [];
  const rows = [...new Set(names)].flatMap((name) => [
    ...rowOf(name, "calls/s", rounds, (figure) => figure.perSecond),
    ...rowOf(name, "orders/s", rounds, (figure) => figure.ordersPerSecond),
    ...rowOf(name, "p50 ms", rounds, (figure) => figure.p50Ms),
    ...rowOf(name, "p99 ms", rounds, (figure) => figure.p99Ms),
  ]);
  if (rows.length === 0) return "The builds have no figure in common.";
  return alignedTable([COLUMNS, ...rows]);
}

function rowOf(
  name: string,
  unit: string,
  rounds: readonly Round[],
  valueIn: (figure: Figure) => number | undefined,
): string[][] {
  const pairs = rounds.map(({ before, now }) => [before, now].map((run) => figureOf(run, name)));
  const before = pairs.flatMap(([figure]) => (figure && valueIn(figure)) ?? []);
  const now = pairs.flatMap(([, figure]) => (figure && valueIn(figure)) ?? []);
  if (before.length < rounds.length || now.length < rounds.length) return [];
  const ratios = now.map((value, round) => value / (before[round] ?? Number.NaN));
  return [[`${name}, ${unit}`, ...spread(before), ...spread(now), ...spread(ratios, 2)]];
}

function figureOf(run: Run, name: string): Figure | undefined {
  return run.figures.find((figure) => figure.name === name);
}

function spread(values: readonly number[], digits?: number): string[] {
  const shown = (value: number) =>
    digits === undefined && value >= 100
      ? Math.round(value).toLocaleString("en-US")
      : value.toFixed(digits ?? 1);
  const ends = `${shown(Math.min(...values))}-${shown(Math.max(...values))}`;
  return [shown(percentile(values, 0.5)), ends];
}
