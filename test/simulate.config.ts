/**
 * How `npm run simulate` runs, by the arguments behind `--`: so many `--commands` in runs from `--seed` on; `--only` these
 * commands of one run, by their numbers; all but those `--without`, by their names; with so many `--hosts`, 1 or 2, in each; and findings to `--overlook`, by their beginnings.
 */
import { parseArgs } from "node:util";
import { defineConfig } from "vitest/config";
import { PACKAGE_SOURCES } from "./packages.js";
import { temporaryPlace } from "./vitest.config.js";

const { values } = parseArgs({
  args: process.argv.slice(process.argv.indexOf("--") + 1),
  options: {
    commands: { type: "string", default: "10000" },
    seed: { type: "string", default: String(Math.floor(Math.random() * 2 ** 31)) },
    only: { type: "string" },
    without: { type: "string" },
    hosts: { type: "string" },
    overlook: { type: "string", multiple: true },
  },
});

export default defineConfig({
  resolve: { alias: PACKAGE_SOURCES },
  test: {
    root: new URL("..", import.meta.url).pathname,
    include: ["test/engine/simulation/command.ts"],
    env: { TMPDIR: temporaryPlace(), SIMULATION: JSON.stringify(values) },
    testTimeout: 24 * 3_600_000,
    disableConsoleIntercept: true,
    pool: "forks",
  },
});
