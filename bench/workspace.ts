/** Where a run keeps its files and processes; both are gone when it ends, however it ends. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Program, type ProgramOptions } from "./program.js";

export class Workspace {
  readonly directory = mkdtempSync(join(tmpdir(), "energy-desk-bench-"));
  readonly #programs: Program[] = [];
  #directories = 0;

  /** Node arguments of the desks that are measured. */
  readonly deskArgs: readonly string[];

  constructor(profileDirectory: string | undefined) {
    const profile = ["--cpu-prof", "--cpu-prof-dir", profileDirectory ?? ""];
    this.deskArgs = profileDirectory ? [...profile, "--cpu-prof-interval", "500"] : [];
  }

  /** A fresh directory for one scenario. */
  fresh(): string {
    this.#directories += 1;
    const path = join(this.directory, String(this.#directories));
    mkdirSync(path, { mode: 0o700 });
    return path;
  }

  start(options: ProgramOptions): Program {
    const program = new Program(options);
    this.#programs.push(program);
    return program;
  }

  /** Ends what a scenario has started, last first, and removes what it wrote. */
  async clear(): Promise<void> {
    for (const program of this.#programs.splice(0).reverse()) await program.stop();
    for (let number = 1; number <= this.#directories; number += 1) {
      rmSync(join(this.directory, String(number)), { recursive: true, force: true });
    }
  }

  async close(): Promise<void> {
    await this.clear();
    rmSync(this.directory, { recursive: true, force: true });
  }
}
