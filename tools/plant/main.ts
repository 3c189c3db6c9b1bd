/**
 * `npm run plant -- --seed S --count N [--at COMMIT] [--files N]`: plants small bugs in a copy of the project, one at a time, and says which of
 * them the tests catch. What tests reach is measured once a commit; a run that was ended goes on where it was.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { mapSources } from "../source-tree.js";
import { type Change, changesIn } from "./changes.js";
import { queuesOf } from "./choose.js";
import { Copy, git, type Verdict } from "./copy.js";
import { readMeasured } from "./measured.js";
import { type MeasuredTest, Reach } from "./reach.js";
import { shapeOf } from "./shape.js";

const PLANTED_IN = /^(src|packages)\//;
/** A busy machine is slow, and a bug may make a test wait for what never comes. */
const [TIMES_AS_LONG, START_MS] = [3, 120_000];
const LONGEST_SHOWN = 60;

type Planted = Verdict & {
  readonly change: Change;
  readonly files: number;
  readonly tookMs: number;
};

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seed: { type: "string", default: "1" },
      count: { type: "string", default: "20" },
      at: { type: "string", default: "HEAD" },
      /** At most so many test files a bug, those first that say most about it. */
      files: { type: "string", default: "1000" },
    },
  });
  const count = wholeNumber("count", values.count);
  const mostFiles = wholeNumber("files", values.files);
  const project = process.cwd();
  const commit = git(project, "rev-parse", "--short=12", `${values.at}^{commit}`);
  const kept = join(project, "node_modules/.cache/plant", commit);
  mkdirSync(kept, { recursive: true });
  const copy = new Copy(project, commit);
  process.once("SIGINT", () => process.exit(130));
  process.once("SIGTERM", () => process.exit(143));
  process.once("exit", () => copy.remove());
  say(`${commit} in ${copy.root}`);
  await copy.build();
  const sources = mapSources(copy.root, (source, path) => ({
    changes: PLANTED_IN.test(path) ? changesIn(source, path) : [],
    shape: shapeOf(source, path),
  }));
  const shapes = sources.map(({ shape }) => shape);
  const measured = await measure(copy, join(kept, "reach"));
  const tests = readMeasured(copy.root, measured, shapes);
  for (const { file } of tests.filter(({ passed }) => !passed)) {
    say(`left out, red without any change: ${file}`);
  }
  const queues = queuesOf(
    sources.flatMap(({ changes }) => changes),
    values.seed,
  );
  const reach = new Reach(shapes, tests);
  const testsOf = (change: Change) => reach.testsOf(change).slice(0, mostFiles);
  const ledger = join(kept, `seed-${encodeURIComponent(values.seed)}-files-${mostFiles}.json`);
  const planted = await plantAll(copy, queues, testsOf, count, ledger);
  process.stdout.write(`${summary(planted, values.seed, commit)}\n`);
}

function wholeNumber(name: string, given: string): number {
  const number = Number(given);
  if (Number.isSafeInteger(number) && number > 0) return number;
  throw new Error(`--${name} is ${given}: it must be a whole number above 0`);
}

/** Answers the folder that has what each test file reaches. */
async function measure(copy: Copy, folder: string): Promise<string> {
  const whole = join(folder, "whole");
  if (!existsSync(whole)) {
    say("seeing what each test file reaches");
    await copy.measure(folder);
    writeFileSync(whole, "");
  }
  return folder;
}

async function plantAll(
  copy: Copy,
  queues: readonly Change[][],
  testsOf: (change: Change) => readonly MeasuredTest[],
  count: number,
  ledger: string,
): Promise<readonly Planted[]> {
  const before: Planted[] = existsSync(ledger) ? JSON.parse(readFileSync(ledger, "utf8")) : [];
  const all: Planted[] = [];
  const counted = () => all.filter(({ is }) => is !== "refused by the compiler").length;
  /** In turns; one that does not compile leaves its turn to the next of its folder. */
  for (let turn = 0; counted() < count && queues.some(({ length }) => length > 0); turn += 1) {
    const queue = queues[turn % queues.length] ?? [];
    for (let change = queue.shift(); change; change = queue.shift()) {
      const known = before[all.length];
      const one = known ?? (await plant(copy, change, testsOf(change)));
      all.push(one);
      if (!known) writeFileSync(ledger, JSON.stringify(all));
      if (one.is === "refused by the compiler") continue;
      process.stdout.write(`${counted()}/${count} ${lineOf(one)}\n`);
      break;
    }
  }
  return all;
}

async function plant(copy: Copy, change: Change, tests: readonly MeasuredTest[]): Promise<Planted> {
  const beganAtMs = performance.now();
  const longMs = tests.reduce((total, { durationMs }) => total + durationMs, 0);
  const files = tests.map(({ file }) => file);
  const verdict = await copy.plant(change, files, START_MS + TIMES_AS_LONG * longMs);
  const tookMs = Math.round(performance.now() - beganAtMs);
  return { ...verdict, change, files: files.length, tookMs };
}

function lineOf({ change, files, tookMs, ...verdict }: Planted): string {
  const { path, line, was, becomes } = change;
  const shown = was.replaceAll(/\s+/g, " ");
  const from = shown.length > LONGEST_SHOWN ? `${shown.slice(0, LONGEST_SHOWN)}...` : shown;
  const by = verdict.is === "caught" ? `, by ${verdict.by}` : "";
  const asked = files === 0 ? "no test reaches it" : `${files} test files reach it`;
  const seconds = Math.round(tookMs / 1_000);
  return `${verdict.is}  ${path}:${line}  ${from} -> ${becomes || "nothing"}  (${asked}, ${seconds} s${by})`;
}

function summary(planted: readonly Planted[], seed: string, commit: string): string {
  const counted = planted.filter(({ is }) => is !== "refused by the compiler");
  const survived = counted.filter(({ is }) => is === "survived");
  const caught = counted.length - survived.length;
  const share = ((100 * caught) / Math.max(1, counted.length)).toFixed(1);
  return [
    ...(survived.length > 0 ? ["", "Survived:", ...survived.map(lineOf)] : []),
    "",
    `${caught} of ${counted.length} caught (${share} %), seed ${seed}, commit ${commit}; ` +
      `${planted.length - counted.length} more do not compile and do not count.`,
  ].join("\n");
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

await main();
