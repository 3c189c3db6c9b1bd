/** Programs that operators have and tests of the documents borrow; where one is missing its tests are passed by, by its name. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** Daemons are in directories that only root has in its path. */
const PLACES = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin", "/usr/local/sbin"];

/** The path of a program, or undefined. */
function find(program: string): string | undefined {
  return PLACES.map((place) => join(place, program)).find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** What is not there of them, for the name of tests that are passed by; empty when all are. */
export function needed(...programs: readonly string[]): string {
  const missing = programs.filter((program) => find(program) === undefined);
  return missing.length > 0 ? ` (needs ${missing.join(", ")})` : "";
}

/** Runs a program to its end. */
export function run(program: string, args: readonly string[], input = "") {
  const { status, stdout, stderr } = spawnSync(find(program) ?? program, args, {
    input,
    encoding: "utf8",
  });
  return { status, said: `${stdout}${stderr}` };
}

/** Starts a program that stays; resolves once it says the words. */
export async function startSaying(program: string, args: readonly string[], words: string) {
  const child = spawn(find(program) ?? program, args, { stdio: ["ignore", "ignore", "pipe"] });
  const ended = once(child, "close");
  let said = "";
  await new Promise<void>((resolve, reject) => {
    child.stderr.on("data", (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes(words)) resolve();
    });
    ended.then(() => reject(new Error(`${program} ended early: ${said}`)), reject);
  });
  return {
    said: () => said,
    async end() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}
