/**
 * How the tests run. Most share their loaded modules with the files before them in the same process, which halves the time;
 * those that replace modules, take the network away or measure a process have one of their own.
 */
import { statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { relative } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { PACKAGE_SOURCES } from "./packages.js";

const MEMORY = "/dev/shm";
const ENOUGH_BYTES = 2 ** 31;

/** Where desks of tests keep their files: in memory where there is room, because no test cuts the power, and many wait for a disk. */
export function temporaryPlace(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    if (bavail * bsize >= ENOUGH_BYTES) return MEMORY;
  } catch {
    // Not every system has it.
  }
  return tmpdir();
}

/** What the long run alone takes: of each, others ask the same in small. */
export const LONG_ONLY = [
  "test/browser/customers.test.ts",
  "test/browser/manual.test.ts",
  "test/browser/pay.test.ts",
  "test/browser/trader.test.ts",
  "test/browser/uploads.test.ts",
  "test/e2e/restore.test.ts",
  "test/telegram/e2e/kill.test.ts",
];

const ALONE = [
  "test/chain/sign-guard.test.ts",
  "test/store/steps.test.ts",
  "test/telegram/kit/language.test.ts",
  "test/telegram/picture/**/*.test.ts",
  "test/workers/outage.test.ts",
];

/** Tests in there wait for blocks, programs, a browser. */
const WAITING =
  /^(?:test\/(?:boot|browser|cli|client|control|docs|e2e|telegram\/e2e|workers)|packages\/client)\//;

/** What waits begins first, each beside others; what only computes fills the cores up to the end. */
class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const placeOf = ({ moduleId, project }: TestSpecification) => {
      if (project.config.isolate) return 0;
      return WAITING.test(relative(project.config.root, moduleId)) ? 1 : 2;
    };
    return sorted.sort((a, b) => placeOf(a) - placeOf(b));
  }
}

export default defineConfig({
  resolve: { alias: PACKAGE_SOURCES },
  test: {
    root: new URL("..", import.meta.url).pathname,
    env: { TMPDIR: temporaryPlace() },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: "forks",
    sequence: { sequencer: WaitingFirst },
    // Many tests wait for blocks and polls: four at once keep two cores busy.
    maxWorkers: 4,
    projects: [
      {
        extends: true,
        test: { name: "alone", include: ALONE, isolate: true },
      },
      {
        extends: true,
        test: {
          name: "shared",
          include: ["{test,packages/*/test}/**/*.test.ts"],
          exclude: [...ALONE, ...LONG_ONLY, "test/postgres/**"],
          isolate: false,
        },
      },
    ],
  },
});
