/** Packs this project, installs the tarball where nothing else is, and runs what it brings. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

export interface Said {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What a script of npm adds to the environment belongs to this project, not to the one that installs it. */
function plainEnv(more: Record<string, string>): NodeJS.ProcessEnv {
  const added =
    /^(npm_(package|lifecycle|command|execpath|node_execpath)|npm_config_local_prefix|INIT_CWD|VITEST|NODE_ENV)/;
  const kept = Object.entries(process.env).filter(([name]) => !added.test(name));
  return { ...Object.fromEntries(kept), ...more };
}

export function start(
  command: string,
  args: readonly string[],
  cwd: string,
  env: Record<string, string> = {},
): ChildProcess {
  return spawn(command, args, { cwd, env: plainEnv(env), stdio: "pipe" });
}

export async function run(
  command: string,
  args: readonly string[],
  cwd: string,
  env: Record<string, string> = {},
): Promise<Said> {
  const child = start(command, args, cwd, env);
  child.stdin?.end();
  const said = { stdout: "", stderr: "" };
  child.stdout?.on("data", (chunk: Buffer) => {
    said.stdout += chunk.toString();
  });
  child.stderr?.on("data", (chunk: Buffer) => {
    said.stderr += chunk.toString();
  });
  const [status] = (await once(child, "close")) as [number | null];
  return { status, ...said };
}

/** What it printed; throws all it said unless it ended with 0. */
export async function done(
  command: string,
  args: readonly string[],
  cwd: string,
  env: Record<string, string> = {},
): Promise<string> {
  const { status, stdout, stderr } = await run(command, args, cwd, env);
  if (status === 0) return stdout;
  throw new Error(`${command} ${args.join(" ")}: exit status ${status}\n${stdout}\n${stderr}`);
}

export interface Tarball {
  readonly path: string;
  readonly unpackedSize: number;
  /** Paths inside the package. */
  readonly files: readonly string[];
}

/** Builds and packs the desk, as for a release. */
export function packDesk(into: string): Promise<Tarball> {
  return pack(["run", "--silent", "tarball", "--"], into);
}

/** Builds and packs one of the packages of this project. */
export function packOne(name: string, into: string): Promise<Tarball> {
  return pack(["pack", "--silent", "--workspace", name], into);
}

async function pack(args: readonly string[], into: string): Promise<Tarball> {
  const printed = await done("npm", [...args, "--json", "--pack-destination", into], ROOT);
  const [packed] = JSON.parse(printed) as [
    { filename: string; unpackedSize: number; files: { path: string }[] },
  ];
  const { filename, unpackedSize, files } = packed;
  return { path: join(into, filename), unpackedSize, files: files.map(({ path }) => path) };
}

/** Installs packages where nothing else is. */
export async function install(folder: string, ...packages: string[]): Promise<void> {
  const binaries = emptyFolder();
  try {
    await packDriver(binaries.path);
    const args = ["install", "--no-audit", "--no-fund", ...packages];
    const env = { npm_config_better_sqlite3_local_prebuilds: binaries.path };
    await done("npm", args, folder, env);
  } finally {
    binaries.remove();
  }
}

/**
 * Packs this project's binary of the database driver under the name by which the driver's installation looks for one, because
 * compiling it takes a minute or two. Where the project has none, or one for another C library, it is fetched or compiled.
 */
async function packDriver(into: string): Promise<void> {
  const driver = join(ROOT, "node_modules/better-sqlite3");
  const binary = "build/Release/better_sqlite3.node";
  if (!existsSync(join(driver, binary))) return;
  const { version } = JSON.parse(readFileSync(join(driver, "package.json"), "utf8"));
  const { versions, platform, arch } = process;
  const name = `better-sqlite3-v${version}-node-v${versions.modules}-${platform}-${arch}.tar.gz`;
  await done("tar", ["-czf", join(into, name), "-C", driver, binary], ROOT);
}

export function emptyFolder(): { readonly path: string; readonly remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), "desk-package-"));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
