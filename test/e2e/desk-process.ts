/** Starts the built desk as a process of its own, as `npm start` does, and ends it. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { settingsOf } from "../postgres/databases.js";
import { MAIN, NODE_OPTIONS } from "../support/npm-start.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

export interface RunningDesk {
  readonly baseUrl: string;
  readonly nodeUrl: string;
  /** Only at the first start of a sandbox. */
  readonly apiKey: string | undefined;
  readonly banner: string;
  /** What it logged until now. */
  log(): string;
  /** Ends it with a signal; resolves with its exit status, or null when the signal ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

export interface DeskProcess extends RunningDesk {
  readonly child: ChildProcess;
}

/**
 * Settings that let many desks run beside each other, with blocks faster than real ones. Transactions live longer than by default, or
 * a busy machine would let them die.
 */
export function deskEnv(directory: string, more: Record<string, string> = {}): NodeJS.ProcessEnv {
  const { PATH, HOME } = process.env;
  return {
    PATH,
    HOME,
    PORT: "0",
    SANDBOX_NODE_PORT: "0",
    SANDBOX_BLOCK_MS: "150",
    TRANSACTION_LIFE_SECONDS: "1200",
    ...settingsOf(more.DATABASE_PATH ?? join(directory, "desk.db"), more),
  };
}

/** What `npm start` runs once all is built. */
export const PROGRAM = [process.execPath, ...NODE_OPTIONS, MAIN];

/** Below the time limit of a test, so that none leaves a desk behind that was still starting. */
const START_WITHIN_MS = 50_000;

/** Resolves once the banner is printed; rejects with what the process said when it ends before, or takes too long. */
export async function startDeskProcess(
  env: NodeJS.ProcessEnv,
  command: readonly string[] = PROGRAM,
  withinMs = START_WITHIN_MS,
): Promise<DeskProcess> {
  const { child, exited, output } = spawnDesk(env, command);
  const { stdout } = child;
  const giveUp = setTimeout(() => child.kill("SIGKILL"), withinMs);
  await new Promise<void>((resolve, reject) => {
    stdout?.on("data", () => {
      if (output.banner.includes("curl ")) resolve();
    });
    exited.then(() => reject(new Error(`the desk did not start: ${output.log}`)), reject);
  }).finally(() => clearTimeout(giveUp));
  const urls = output.banner.match(/http:\/\/[\d.:]+/g) ?? [];
  return {
    child,
    baseUrl: urls[0] ?? "",
    nodeUrl: urls[1] ?? "",
    apiKey: /edk_\w+/.exec(output.banner)?.[0],
    banner: output.banner,
    log: () => output.log,
    async end(signal) {
      child.kill(signal);
      return exited;
    },
  };
}

/** Runs a desk that is expected to refuse its start; one that starts after all is ended. */
export async function refusedStart(
  env: NodeJS.ProcessEnv,
  cwd = ROOT,
  args: readonly string[] = [],
): Promise<{ status: number | null; said: string }> {
  const { child, exited, output } = spawnDesk(env, [...PROGRAM, ...args], cwd);
  const giveUp = setTimeout(() => child.kill("SIGKILL"), START_WITHIN_MS);
  const status = await exited.finally(() => clearTimeout(giveUp));
  return { status, said: output.banner + output.log };
}

/** Without waiting for it. */
export function spawnDesk(
  env: NodeJS.ProcessEnv,
  [program = "", ...args]: readonly string[],
  cwd = ROOT,
) {
  const child = spawn(program, args, { cwd, env, stdio: "pipe" });
  const output = { banner: "", log: "" };
  child.stdout.on("data", (chunk: Buffer) => {
    output.banner += chunk.toString();
  });
  child.stderr.on("data", (chunk: Buffer) => {
    output.log += chunk.toString();
  });
  const exited = once(child, "close").then(([status]) => status as number | null);
  return { child, exited, output };
}

/** A directory that is removed at the end of the test. */
export function temporaryDirectory(onEnd: (clean: () => void) => void): string {
  const directory = mkdtempSync(join(tmpdir(), "desk-e2e-"));
  onEnd(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}
