/**
 * How `npm run plant` runs tests, in a copy of the project: all of them once, each in a process of its own, to see which functions
 * it runs; later those that reach a planted change, in the order given.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { defineConfig } from "vitest/config";
import type { Reporter, TestModule, TestSpecification } from "vitest/node";
import base from "../vitest.config.js";

const ROOT = new URL("../..", import.meta.url).pathname;
const END = ".end.json";
const { PLANT_INTO, PLANT_ORDER } = process.env;

/** What V8 says of a script. */
interface Script {
  readonly url: string;
  readonly functions: readonly { readonly ranges: readonly Range[] }[];
}
interface Range {
  readonly startOffset: number;
  readonly endOffset: number;
  readonly count: number;
}

/** Keeps of each test file what the programs that it started have run, and how it ended. */
class Measured implements Reporter {
  readonly #into: string;
  #done = 0;
  #all = 0;

  constructor(into: string) {
    this.#into = into;
    mkdirSync(into, { recursive: true });
  }

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.#all = specifications.length;
  }

  onTestModuleEnd(module: TestModule): void {
    const file = relative(ROOT, module.moduleId);
    const name = join(this.#into, createHash("sha256").update(module.moduleId).digest("hex"));
    const { duration, collectDuration } = module.diagnostic();
    const durationMs = Math.round(duration + collectDuration);
    const end = { file, passed: module.ok(), durationMs, programs: programsOf(`${name}.programs`) };
    writeFileSync(name + END, JSON.stringify(end));
    this.#done += 1;
    process.stderr.write(
      `${this.#done} of ${this.#all}, ${durationMs} ms, ${module.ok() ? "green" : "RED"}: ${file}\n`,
    );
  }
}

/** By the built file, where each function begins and ends that ran in a program of that test file. */
function programsOf(folder: string): Record<string, [number, number][]> {
  const ran: Record<string, [number, number][]> = {};
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const { result }: { result: readonly Script[] } = JSON.parse(
      readFileSync(join(folder, name), "utf8"),
    );
    for (const { url, functions } of result) {
      const path = decodeURIComponent(url.replace(/^file:\/\//, ""));
      if (!path.startsWith(ROOT) || !path.includes("/dist/") || path.includes("/node_modules/")) {
        continue;
      }
      const ranges = functions.flatMap((one) => one.ranges[0] ?? []);
      ran[relative(ROOT, path)] = [
        ...(ran[relative(ROOT, path)] ?? []),
        ...ranges.flatMap((one): [number, number][] =>
          one.count > 0 ? [[one.startOffset, one.endOffset]] : [],
        ),
      ];
    }
  }
  rmSync(folder, { recursive: true, force: true });
  return ran;
}

const order = PLANT_ORDER?.split(",") ?? [];

class AsGiven {
  sort(files: TestSpecification[]): TestSpecification[] {
    const placeOf = ({ moduleId }: TestSpecification) => order.indexOf(relative(ROOT, moduleId));
    return files.sort((a, b) => placeOf(a) - placeOf(b));
  }

  shard(files: TestSpecification[]): TestSpecification[] {
    return files;
  }
}

/** Those measured in a run that was ended before all were. */
function filesMeasured(into: string): string[] {
  const ends = existsSync(into) ? readdirSync(into).filter((name) => name.endsWith(END)) : [];
  return ends.map((name) => JSON.parse(readFileSync(join(into, name), "utf8")).file);
}

const projects = (base.test?.projects ?? []).map((project) => {
  const isMeasured = typeof project === "object" && "test" in project && PLANT_INTO !== undefined;
  if (!isMeasured) return project;
  const exclude = [...(project.test?.exclude ?? []), ...filesMeasured(PLANT_INTO)];
  const setupFiles = [join(ROOT, "test/plant/ran.ts")];
  return { ...project, test: { ...project.test, exclude, setupFiles, isolate: true } };
});

export default defineConfig({
  ...base,
  test: {
    ...base.test,
    projects,
    ...(PLANT_INTO === undefined
      ? { sequence: { sequencer: AsGiven } }
      : { reporters: [new Measured(PLANT_INTO)] }),
  },
});
