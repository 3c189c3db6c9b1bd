/** Runs the `desk` command for tests, as a process or in this one. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runCli } from "../../src/cli/run-cli.js";
import { settingsOf } from "../postgres/databases.js";

export const DIST = fileURLToPath(new URL("../../dist", import.meta.url));

export interface Said {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export type Desk = (...args: string[]) => Promise<Said>;

/** The command on a database as a process of its own, in an environment that holds nothing else. */
export function deskProcess(databasePath: string, more: Record<string, string> = {}): Desk {
  return async (...args) => {
    const child = spawn(process.execPath, [join(DIST, "desk.js"), ...args], {
      cwd: tmpdir(),
      env: settingsOf(databasePath, more),
      stdio: ["ignore", "pipe", "pipe"],
    });
    const said = { stdout: "", stderr: "" };
    child.stdout.on("data", (chunk: Buffer) => {
      said.stdout += chunk.toString();
    });
    child.stderr.on("data", (chunk: Buffer) => {
      said.stderr += chunk.toString();
    });
    const [status] = (await once(child, "close")) as [number | null];
    return { status, ...said };
  };
}

/** The same line without a process, for speed: the socket, the lock and the database are real. `width` is a terminal's. */
export function deskOn(
  databasePath: string,
  more: Record<string, string> = {},
  width?: number,
): Desk {
  return async (...args) => {
    const said = { stdout: "", stderr: "" };
    const status = await runCli(args, {
      serve: () => Promise.reject(new Error("a test starts no desk with a line")),
      readEnvironment: () => settingsOf(databasePath, more),
      out: (text) => {
        said.stdout += text;
      },
      err: (text) => {
        said.stderr += text;
      },
      width,
    });
    return { status, ...said };
  };
}

/** The result of a command that must succeed, as JSON. */
export async function resultOf(desk: Desk, ...args: string[]): Promise<Record<string, unknown>> {
  const { status, stdout, stderr } = await desk(...args, "--json");
  if (status !== 0) throw new Error(`desk ${args.join(" ")}: ${status} ${stdout} ${stderr}`);
  return JSON.parse(stdout) as Record<string, unknown>;
}

/** The error of a command that must fail, as JSON. */
export async function errorOf(desk: Desk, ...args: string[]) {
  const { status, stdout, stderr } = await desk(...args, "--json");
  const answer = JSON.parse(stdout) as {
    success: boolean;
    error: { code: string; message: string; details?: unknown };
  };
  return { status, stderr, success: answer.success, ...answer.error };
}

/** A directory by its real path, and how to remove it. */
export function temporaryDirectory(): { readonly path: string; readonly remove: () => void } {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "desk-cli-")));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
