/**
 * How `npm run test:long` runs: what takes minutes because it goes on for so long, and the long form of every test that has two.
 * What measures seconds, or the machine, runs first and alone.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { PACKAGE_SOURCES } from "../packages.js";
import { LONG_ONLY, temporaryPlace } from "../vitest.config.js";

const ROOT = new URL("../..", import.meta.url).pathname;

const PACKAGES = readdirSync(join(ROOT, "packages")).filter((name) => !name.includes("."));

/** Test files with a long form: they import the forms, or, in a package, ask which form it is. */
const twoForms = ["test", ...PACKAGES.map((name) => `packages/${name}/test`)]
  .flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((file) =>
      join(folder, file),
    ),
  )
  .filter((file) => file.endsWith(".test.ts"))
  .filter((file) =>
    /from "[./]+\/support\/forms\.js"|env\.TEST_FORM/.test(readFileSync(join(ROOT, file), "utf8")),
  );

const SECONDS = ["test/long/one-bad-host.long.ts"];

export default defineConfig({
  resolve: { alias: PACKAGE_SOURCES },
  test: {
    root: ROOT,
    testTimeout: 600_000,
    hookTimeout: 60_000,
    pool: "forks",
    projects: [
      {
        extends: true,
        test: {
          name: "minutes",
          include: SECONDS,
          maxConcurrency: 8,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: "long form",
          include: [...twoForms, ...LONG_ONLY, "test/long/*.long.ts"],
          exclude: SECONDS,
          maxConcurrency: 8,
          env: { TEST_FORM: "long", TMPDIR: temporaryPlace() },
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: "failover",
          include: ["test/postgres/*.long.ts"],
          env: { TMPDIR: temporaryPlace() },
          // Each has three servers.
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
