/**
 * `npm run tarball`: makes the tarball of the desk, with those packages of the project in it that the desk runs on, because no registry
 * has them. npm alone would bundle all that these depend on as well, compiled for this machine. So each is packed by itself, and the
 * desk around them once more; what they depend on comes from the registry. Run at the root of the project; arguments are for the
 * last `npm pack`.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly workspaces: readonly string[];
}

const readManifest = (folder: string) =>
  JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));

function npmPack(args: readonly string[]): string {
  // Everything is built, and the desk's own `prepack` leads here.
  return execFileSync("npm", ["pack", "--silent", "--ignore-scripts", ...args], {
    encoding: "utf8",
  });
}

/** What the package that `which` names would have in its tarball, as a folder. */
function unpacked(which: readonly string[], folder: string): void {
  const place = mkdtempSync(join(tmpdir(), "pack-"));
  const tarball = npmPack([...which, "--pack-destination", place]).trim();
  mkdirSync(folder, { recursive: true });
  execFileSync("tar", ["-xzf", join(place, tarball), "-C", folder, "--strip-components=1"]);
  rmSync(place, { recursive: true });
}

/** Names of those packages of the project that the desk depends on. */
function bundledNames({ dependencies, workspaces }: Manifest): string[] {
  const names: string[] = workspaces.map((folder) => readManifest(folder).name);
  return names.filter((name) => name in dependencies);
}

const desk = mkdtempSync(join(tmpdir(), "pack-desk-"));
try {
  unpacked([], desk);
  const { workspaces: _, scripts: __, devDependencies: ___, ...manifest } = readManifest(desk);
  const bundleDependencies = bundledNames(readManifest("."));
  for (const name of bundleDependencies) {
    unpacked(["--workspace", name], join(desk, "node_modules", name));
  }
  const text = JSON.stringify({ ...manifest, bundleDependencies }, undefined, 2);
  writeFileSync(join(desk, "package.json"), `${text}\n`);
  process.stdout.write(npmPack([desk, ...process.argv.slice(2)]));
} finally {
  rmSync(desk, { recursive: true });
}
