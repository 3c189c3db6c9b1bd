/** How `npm run screenshots` runs: only the pictures of the docs, which are no test. */
import { defineConfig } from "vitest/config";
import { PACKAGE_SOURCES } from "../packages.js";

export default defineConfig({
  resolve: { alias: PACKAGE_SOURCES },
  test: {
    root: new URL("../..", import.meta.url).pathname,
    include: ["test/browser/screenshots.ts"],
    testTimeout: 180_000,
    hookTimeout: 60_000,
    pool: "forks",
  },
});
