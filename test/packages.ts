/**
 * Where tests find what this project imports by name: at its sources, so that nothing has to be built for them. What runs as a
 * process of its own takes it as built.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const ROOT = new URL("../", import.meta.url);

/** By name, and the path of its source from the root of the project. Both may hold one "*". */
const NAMES: Readonly<Record<string, readonly [string]>> = JSON.parse(
  readFileSync(new URL("tsconfig.json", ROOT), "utf8"),
).compilerOptions.paths;

/** For `resolve.alias` of Vite. */
export const PACKAGE_SOURCES = Object.entries(NAMES).map(([name, [source]]) => ({
  find: new RegExp(`^${name.replace("*", "(.*)\\.js")}$`),
  replacement: fileURLToPath(new URL(source, ROOT)).replace("*", "$1.ts"),
}));
