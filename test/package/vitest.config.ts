/** How `npm run test:package` runs: apart from `npm test`, because npm fetches what the package depends on. */
import { defineConfig } from "vitest/config";
import { PACKAGE_SOURCES } from "../packages.js";

export default defineConfig({
  resolve: { alias: PACKAGE_SOURCES },
  test: {
    root: new URL("../..", import.meta.url).pathname,
    include: ["test/package/package.ts", "test/package/packages.ts"],
    // Where no binary of the database driver can be fetched it is compiled, which takes minutes.
    testTimeout: 120_000,
    hookTimeout: 900_000,
    pool: "forks",
    // Each builds anew, in the same folders.
    fileParallelism: false,
  },
});
