/** How the tests run: each file in a process of its own. */
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    root: new URL("..", import.meta.url).pathname,
    include: ["test/**/*.test.ts"],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    pool: "forks",
    // Many tests wait for blocks and polls: three at once keep two cores busy.
    maxWorkers: 3,
  },
});
