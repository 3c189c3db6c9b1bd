/** How `npm run test:long` runs: what takes minutes because it goes on for so long, apart from `npm test`. */
import { defineConfig } from "vitest/config";
import { PACKAGE_SOURCES } from "../packages.js";

export default defineConfig({
  resolve: { alias: PACKAGE_SOURCES },
  test: {
    root: new URL("../..", import.meta.url).pathname,
    include: ["test/long/*.long.ts"],
    testTimeout: 600_000,
    hookTimeout: 60_000,
    pool: "forks",
    maxConcurrency: 8,
  },
});
