/** What `npm start` gives Node once all is built, so that a test's process is the one that users run. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { must } from "../../src/domain/assert.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
const [, command = ""] = must(/exec node (.+)$/.exec(scripts.start), "npm start ends in node");

/** Options of Node, if any. */
export const NODE_OPTIONS: readonly string[] = command.split(" ").slice(0, -1);
/** The path of the program. */
export const MAIN = join(ROOT, must(command.split(" ").at(-1), "npm start names a program"));
