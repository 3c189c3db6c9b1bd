/** The copy of the project that bugs are planted in: a worktree of git in a temporary folder, gone in the end. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Change, changed } from "./changes.js";

const CONFIG = "test/plant/vitest.config.ts";
/** Names of failed tests, first ones first. */
interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

export type Verdict =
  | { readonly is: "caught"; readonly by: string }
  | { readonly is: "survived" | "refused by the compiler" };

export class Copy {
  readonly root: string;
  readonly #project: string;

  constructor(project: string, commit: string) {
    this.#project = project;
    this.root = join(tmpdir(), `plant-${commit}-${process.pid}`);
    git(project, "worktree", "add", "--detach", this.root, commit);
    const packages = readdirSync(join(project, "packages")).map((name) => `packages/${name}`);
    for (const folder of [".", ...packages]) this.#lend(join(folder, "node_modules"));
    // A commit from before this tool has none.
    cpSync(join(project, "test/plant"), join(this.root, "test/plant"), { recursive: true });
    mkdirSync(join(this.root, "dist"), { recursive: true });
  }

  /** As links where the disk allows them: it is large. */
  #lend(folder: string): void {
    const [from, to] = [join(this.#project, folder), join(this.root, folder)];
    if (!existsSync(from) || !existsSync(join(to, ".."))) return;
    if (spawnSync("cp", ["-al", from, to]).status === 0) return;
    cpSync(from, to, { recursive: true, verbatimSymlinks: true });
  }

  remove(): void {
    git(this.#project, "worktree", "remove", "--force", this.root);
    rmSync(this.root, { recursive: true, force: true });
  }

  /** Builds it whole; throws when it does not compile. */
  async build(): Promise<void> {
    await this.#must("npm", "run", "--silent", "build");
  }

  /** Runs each test file, but those already measured, and keeps in the folder what it has run. */
  async measure(folder: string): Promise<void> {
    const vitest = ["npx", "vitest", "run", "--config", CONFIG];
    await this.#run(vitest, { env: { PLANT_INTO: folder }, isShown: true });
  }

  /** Makes the change, compiles, runs the tests until the first is red, and takes the change back. */
  async plant(change: Change, files: readonly string[], withinMs: number): Promise<Verdict> {
    const file = join(this.root, change.path);
    const before = readFileSync(file, "utf8");
    writeFileSync(file, changed(before, change));
    try {
      const compiled = await this.#run(["npx", "tsc", "-b", "src", "bench", "examples"], {});
      if (compiled !== 0) return { is: "refused by the compiler" };
      if (files.length === 0) return { is: "survived" };
      return await this.#test(files, withinMs);
    } finally {
      writeFileSync(file, before);
    }
  }

  async #test(files: readonly string[], withinMs: number): Promise<Verdict> {
    const report = join(this.root, "dist/plant.json");
    rmSync(report, { force: true });
    const status = await this.#run(
      [
        ...["npx", "vitest", "run", "--config", CONFIG, "--bail", "1"],
        ...["--reporter", "json", "--outputFile", report],
        ...files.map((one) => join(this.root, one)),
      ],
      { env: { PLANT_ORDER: files.join() }, withinMs },
    );
    if (status === 0) return { is: "survived" };
    if (status === undefined) return { is: "caught", by: "no end" };
    if (!existsSync(report)) return { is: "caught", by: "no start" };
    const { testResults }: Report = JSON.parse(readFileSync(report, "utf8"));
    const red = testResults.find((one) => one.status === "failed");
    const test = red?.assertionResults.find((one) => one.status === "failed");
    return { is: "caught", by: [red?.name.slice(this.root.length + 1), test?.fullName].join(": ") };
  }

  async #must(...command: readonly string[]): Promise<void> {
    if ((await this.#run(command, { isShown: true })) !== 0) {
      throw new Error(`${command.join(" ")} failed in ${this.root}`);
    }
  }

  /** Undefined when it took longer than it may. */
  async #run(
    [program = "", ...rest]: readonly string[],
    more: { env?: Record<string, string>; isShown?: boolean; withinMs?: number },
  ): Promise<number | null | undefined> {
    const child = spawn(program, rest, {
      cwd: this.root,
      env: { ...process.env, ...more.env },
      stdio: more.isShown ? ["ignore", 2, 2] : "ignore",
      // With all that it starts, so that nothing of it stays when it is ended.
      detached: true,
    });
    const end = () => {
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    };
    let isLate = false;
    const timer = setTimeout(
      () => {
        isLate = true;
        end();
      },
      more.withinMs ?? 2 ** 31 - 1,
    );
    process.once("exit", end);
    const [status] = await once(child, "exit");
    process.off("exit", end);
    clearTimeout(timer);
    return isLate ? undefined : status;
  }
}

export function git(project: string, ...parameters: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync("git", parameters, {
    cwd: project,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`git ${parameters.join(" ")}: ${stderr}`);
  return stdout.trim();
}
