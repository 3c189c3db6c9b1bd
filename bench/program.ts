/** Whatever is started here ends: a Node program of ours, watched from outside, ended by its id. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** `dist`, of which the bench has `dist/bench`: itself, and what it uses of `src`. */
const BUILT_TREE = fileURLToPath(new URL("../..", import.meta.url));
const STOP_MS = 15_000;
/** What Linux counts CPU time of a process in. */
const TICKS_PER_SECOND = 100;
const KEPT_ERROR_CHARACTERS = 4_000;

export interface ProgramOptions {
  /** Relative to the built tree, or absolute. */
  readonly file: string;
  readonly args?: readonly string[];
  /** Of Node itself. */
  readonly nodeArgs?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly directory: string;
  /** It ends by itself with the channel to us; only for programs that know of it. */
  readonly endsWithParent?: boolean;
}

export class Program {
  readonly startedAtMs = performance.now();
  readonly #child: ChildProcess;
  readonly #name: string;
  #errors = "";

  constructor(options: ProgramOptions) {
    const { file, args = [], nodeArgs = [], env = {}, directory, endsWithParent } = options;
    this.#name = file;
    this.#child = spawn(process.execPath, [...nodeArgs, resolve(BUILT_TREE, file), ...args], {
      cwd: directory,
      env: { PATH: process.env.PATH, ...env },
      stdio: ["ignore", "pipe", "pipe", ...(endsWithParent ? (["ipc"] as const) : [])],
    });
    this.#child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.#errors = (this.#errors + text).slice(-KEPT_ERROR_CHARACTERS);
    });
    this.#child.stdout?.setEncoding("utf8").resume();
  }

  get ended(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** What it said when it went wrong. */
  get errors(): string {
    return this.#errors;
  }

  /** The first group of the first match in what it prints. */
  async printed(pattern: RegExp): Promise<string> {
    let text = "";
    const { stdout } = this.#child;
    if (!stdout) throw new Error(`${this.#name} was not started`);
    const found = new Promise<string>((resolve) => {
      stdout.on("data", (part: string) => {
        text += part;
        const match = pattern.exec(text)?.[1];
        if (match !== undefined) resolve(match);
      });
    });
    return Promise.race([found, this.#failure()]);
  }

  async #failure(): Promise<never> {
    if (!this.ended) await once(this.#child, "exit");
    throw new Error(`${this.#name} ended before it was ready.\n${this.#errors}`);
  }

  /** Resident memory now; undefined where the system does not tell. */
  get residentMib(): number | undefined {
    const kib = /^VmRSS:\s+(\d+) kB/m.exec(this.#proc("status"))?.[1];
    return kib === undefined ? undefined : Number(kib) / 1_024;
  }

  /** CPU time used so far; undefined where the system does not tell. */
  get cpuMs(): number | undefined {
    // After the name in parentheses, the 12th and 13th fields are user and system time.
    const fields = this.#proc("stat").split(") ")[1]?.split(" ");
    if (!fields) return undefined;
    return ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS_PER_SECOND;
  }

  #proc(file: string): string {
    try {
      return readFileSync(`/proc/${this.#child.pid}/${file}`, "utf8");
    } catch {
      return "";
    }
  }

  async stop(): Promise<void> {
    if (this.ended) return;
    const gone = once(this.#child, "exit");
    this.#child.kill("SIGTERM");
    const timer = setTimeout(() => this.#child.kill("SIGKILL"), STOP_MS);
    await gone;
    clearTimeout(timer);
  }
}
