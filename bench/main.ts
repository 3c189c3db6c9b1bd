/**
 * `npm run bench`: what the desk can do on this machine, beside what the machine can do, measured
 * in the same run. Only loopback, only temporary files, and nothing is left running.
 */
import { writeFileSync } from "node:fs";
import { roundsTable, runInTurn } from "./against.js";
import { comparison } from "./compare.js";
import { table, targetLines } from "./figures.js";
import { describeMachine, machineLine } from "./machine.js";
import { type Against, type BenchOptions, readOptions, USAGE } from "./options.js";
import { drawConnections } from "./picture.js";
import { Report } from "./report.js";
import { type Run, readRun, writeRun } from "./run-file.js";
import { measureBook } from "./scenarios/book.js";
import { measureCompletion } from "./scenarios/completion.js";
import { measureConnections } from "./scenarios/connections.js";
import { measureEngine } from "./scenarios/engine.js";
import { measureGrowth } from "./scenarios/growth.js";
import { measureHttp } from "./scenarios/http.js";
import { measureMemory } from "./scenarios/memory.js";
import { measureOverload } from "./scenarios/overload.js";
import { measurePipelining } from "./scenarios/pipelining.js";
import { measurePostgres } from "./scenarios/postgres.js";
import { measureQuestions } from "./scenarios/questions.js";
import { measureReclaim } from "./scenarios/reclaim.js";
import { measureStart } from "./scenarios/start.js";
import { measureTelegram } from "./scenarios/telegram.js";
import { Workspace } from "./workspace.js";

const SCENARIOS = {
  start: measureStart,
  engine: measureEngine,
  book: measureBook,
  http: measureHttp,
  connections: measureConnections,
  pipelining: measurePipelining,
  completion: measureCompletion,
  memory: measureMemory,
  telegram: measureTelegram,
  reclaim: measureReclaim,
  overload: measureOverload,
  growth: measureGrowth,
  questions: measureQuestions,
  postgres: measurePostgres,
};

async function main(): Promise<void> {
  const options = readOptions();
  if (!options) {
    process.stdout.write(USAGE);
    return;
  }
  if (options.against) return measureInTurn(options, options.against);
  // Read first: a wrong name is not told after five minutes.
  const before = options.comparePath === undefined ? undefined : readRun(options.comparePath);
  const run = options.fromPath === undefined ? await measure(options) : readRun(options.fromPath);
  if (before) process.stdout.write(`\n${comparison(before, run)}\n`);
  if (options.drawPath !== undefined) writeFileSync(options.drawPath, drawConnections(run));
}

async function measureInTurn({ jsonPath }: BenchOptions, against: Against): Promise<void> {
  const { directory, rounds, args } = against;
  const runs = await runInTurn(directory, rounds, args);
  if (jsonPath !== undefined) writeRun(jsonPath, { rounds: runs });
  const machine = runs[0] && machineLine(runs[0].now.machine);
  process.stdout.write(`Machine: ${machine}\nBefore: ${directory}\n\n${roundsTable(runs)}\n`);
}

async function measure(options: BenchOptions): Promise<Run> {
  const workspace = new Workspace(options.profileDirectory);
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => void workspace.close().finally(() => process.exit(1)));
  }
  try {
    return await measureIn(workspace, options);
  } finally {
    await workspace.close();
  }
}

async function measureIn(workspace: Workspace, options: BenchOptions): Promise<Run> {
  const startedAtMs = performance.now();
  const machine = describeMachine(workspace.directory);
  process.stdout.write(`Machine: ${machineLine(machine)}\n`);
  process.stdout.write(
    `${options.seconds} s a scenario; server, generator and sandbox node share the cores.\n`,
  );
  const report = new Report();
  for (const name of options.only) {
    await SCENARIOS[name](workspace, report, options);
    await workspace.clear();
  }
  const tookSeconds = Math.round((performance.now() - startedAtMs) / 1_000);
  const { figures, targets } = report;
  process.stdout.write(
    `\n${table(figures)}\n\n${targetLines(targets)}\n\nTook ${tookSeconds} s.\n`,
  );
  const { seconds, orders, grownOrders, settleSeconds, only } = options;
  const asked = { seconds, orders, grownOrders, settleSeconds, only };
  const run = { machine, options: asked, figures, targets, tookSeconds };
  if (options.jsonPath !== undefined) writeRun(options.jsonPath, run);
  return run;
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : error}\n`);
  process.exit(1);
});
