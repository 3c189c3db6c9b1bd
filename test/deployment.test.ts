/** Image, compose file, unit and CI, read as text: what they name of the program must be there. */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { VARIABLES } from "../src/config/variables.js";
import { needed, run } from "./docs/programs.js";
import { temporaryDirectory } from "./e2e/desk-process.js";
import { NODE_OPTIONS } from "./support/npm-start.js";

const NEEDS_SYSTEMD = needed("systemd-analyze");
const ROOT = new URL("..", import.meta.url).pathname;
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const manifest = JSON.parse(read("package.json"));

/** Whether a path of the built program has its source. */
const isBuilt = (path: string) =>
  existsSync(join(ROOT, path.replace(/^dist\/(.+)\.js$/, "src/$1.ts")));

/** Instructions of the Dockerfile, continued lines joined, by stage. */
function stages(): string[][] {
  const lines = read("Dockerfile")
    .replace(/\\\n\s*/g, "")
    .split("\n");
  const found: string[][] = [];
  for (const line of lines) {
    if (/^FROM /.test(line)) found.push([]);
    if (/^[A-Z]+ /.test(line)) found.at(-1)?.push(line);
  }
  return found;
}

describe("the Dockerfile", () => {
  const [build = [], final = []] = stages();
  const of = (name: string) => final.filter((line) => line.startsWith(`${name} `));

  test("builds with everything and keeps what it runs on, without any script of a package", () => {
    expect([build[0], final[0]]).toEqual(["FROM node:24-slim AS build", "FROM node:24-slim"]);
    const npm = build.flatMap((line) => line.match(/npm \w.*?(?=\s&&|$)/g) ?? []);
    expect(npm).toEqual([
      "npm ci --ignore-scripts",
      "npm run build",
      "npm prune --omit=dev --ignore-scripts",
    ]);
    expect(Object.keys(manifest.scripts)).toContain("build");
  });

  test("copies what is there, and what .dockerignore lets through", () => {
    const allowed =
      read(".dockerignore")
        .match(/^!.+$/gm)
        ?.map((line) => line.slice(1)) ?? [];
    const copied = [...build, ...final]
      .filter((line) => line.startsWith("COPY ") && !line.includes("--from="))
      .flatMap((line) => line.split(" ").slice(1, -1));
    expect(copied.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
    expect(copied.sort()).toEqual([...allowed, "package.json"].sort());
    expect(read(".dockerignore")).toMatch(/^\*$/m);
  });

  test("sets variables of the desk, and puts the database where it may write", () => {
    const settings = Object.fromEntries(
      of("ENV").flatMap((line) =>
        line
          .split(" ")
          .slice(1)
          .map((pair) => pair.split("=") as [string, string]),
      ),
    );
    // SQLite's own, beside the desk's: what an audit sorts does not fit into a /tmp in memory.
    const { SQLITE_TMPDIR, ...desks } = settings;
    expect(SQLITE_TMPDIR).toBe("/data");
    expect(Object.keys(desks).filter((name) => !(name in VARIABLES))).toEqual([]);
    expect(desks).toMatchObject({ HOST: "0.0.0.0", DATABASE_PATH: "/data/desk.db" });
    expect(of("VOLUME")).toEqual(["VOLUME /data"]);
    expect(of("EXPOSE")).toEqual([`EXPOSE ${settings.PORT}`]);
    expect(of("RUN").join()).toContain("mkdir -m 0700 /data && chown node:node /data");
  });

  test("runs what npm start runs, as nobody, and is asked by Node whether it is ready", () => {
    const at = (name: string) => final.findIndex((line) => line.startsWith(`${name} `));
    expect(of("USER")).toEqual(["USER node"]);
    expect(at("USER")).toBeGreaterThan(at("RUN"));
    const command = JSON.parse(of("CMD")[0]?.slice(4) ?? "");
    expect(manifest.scripts.start).toMatch(new RegExp(`exec ${command.join(" ")}$`));
    expect(isBuilt(command.at(-1))).toBe(true);
    expect(isBuilt(manifest.bin.desk)).toBe(true);
    expect(of("RUN").join()).toContain(`ln -s /app/${manifest.bin.desk} /usr/local/bin/desk`);
    const [, probe = ""] = /CMD (\[.+\])$/.exec(of("HEALTHCHECK")[0] ?? "") ?? [];
    const [program, flag, script] = JSON.parse(probe);
    expect([program, flag]).toEqual(["node", "-e"]);
    expect(script).toContain("/readyz");
    expect(() => new Function(script)).not.toThrow();
  });
});

describe("compose.yaml", () => {
  const text = read("compose.yaml");

  test("gives the desk its data and nothing else to write, and no rights", () => {
    for (const line of [
      "read_only: true",
      "- data:/data",
      "- ALL",
      "- no-new-privileges:true",
      "- 127.0.0.1:3000:3000",
    ]) {
      expect(text).toMatch(new RegExp(`^ +${line.replace(/[.]/g, "\\.")}$`, "m"));
    }
  });

  test("sets variables of the desk, and waits longer than it takes to end", () => {
    const [, block = ""] = /\n {4}environment:\n((?: {6}.*\n)+)/.exec(text) ?? [];
    const names = [...block.matchAll(/^ {6}(\w+):/gm)].map(([, name = ""]) => name);
    expect(names).toEqual(["HOST", "PORT", "DATABASE_PATH"]);
    expect(names.filter((name) => !(name in VARIABLES))).toEqual([]);
    expect(Number(/stop_grace_period: (\d+)s/.exec(text)?.[1])).toBeGreaterThan(10);
  });
});

describe("the systemd unit", () => {
  const unit = read("docs/operations/energy-desk.service");
  const of = (name: string) =>
    [...unit.matchAll(new RegExp(`^${name}=(.*)$`, "gm"))].map(([, value = ""]) => value);

  test("runs what npm start runs, from where the package is installed", () => {
    const [command = ""] = of("ExecStart");
    // Nothing, unless it is the first start.
    expect(command).toMatch(/ \$DESK_START$/);
    const [program, ...args] = command.split(" ").slice(0, -1);
    const main = args.pop()?.replace("/opt/energy-desk/node_modules/energy-desk/", "") ?? "";
    expect(isBuilt(main)).toBe(true);
    expect([program, ...args]).toEqual(["/usr/bin/node", ...NODE_OPTIONS]);
  });

  test.skipIf(NEEDS_SYSTEMD !== "")(
    `is one that systemd takes, and shuts in${NEEDS_SYSTEMD}`,
    () => {
      const directory = temporaryDirectory(onTestFinished);
      const path = join(directory, "energy-desk.service");
      // Node need not be where the unit has it.
      writeFileSync(path, unit.replace("/usr/bin/node", process.execPath));
      const { said: complaints } = run("systemd-analyze", ["verify", path]);
      // It may complain of units that this machine has.
      expect(complaints.split("\n").filter((line) => line.includes(basename(path)))).toEqual([]);
      // Ten times its "exposure", which is 15, or 96 for a unit that shuts nothing in.
      const { status, said } = run("systemd-analyze", [
        ...["security", "--offline=true", "--threshold=20", "--no-pager"],
        path,
      ]);
      expect(status, said).toBe(0);
    },
  );

  test("starts the desk again unless it says that another start is of no use", () => {
    expect(of("Restart")).toEqual(["on-failure"]);
    const [, status] = /EXIT_STANDING_REFUSAL = (\d+)/.exec(read("src/main.ts")) ?? [];
    expect(of("RestartPreventExitStatus")).toEqual([status]);
  });

  test("has the database in its state directory, which alone is written", () => {
    const settings = of("Environment").map((pair) => pair.split("="));
    expect(settings.filter(([name = ""]) => !(name in VARIABLES))).toEqual([]);
    expect(settings).toEqual([["DATABASE_PATH", "/var/lib/energy-desk/desk.db"]]);
    expect(of("StateDirectory")).toEqual(["energy-desk"]);
    expect(of("ProtectSystem")).toEqual(["strict"]);
    expect(of("ReadWritePaths")).toEqual([]);
    expect(of("CapabilityBoundingSet")).toEqual([""]);
    expect(of("NoNewPrivileges")).toEqual(["yes"]);
    expect(of("UMask")).toEqual(["0077"]);
    expect(Number(of("TimeoutStopSec")[0])).toBeGreaterThan(10);
  });
});

test("dependencies are locked by hash, and one of them may run a script at its installation", () => {
  const { packages } = JSON.parse(read("package-lock.json")) as {
    packages: Record<
      string,
      { integrity?: string; hasInstallScript?: boolean; dev?: boolean; link?: boolean }
    >;
  };
  // Our own packages are folders of this project, and links to them.
  const all = Object.entries(packages).filter(
    ([path, one]) => /^node_modules\//.test(path) && !one.link,
  );
  expect(
    all.filter(([, one]) => !one.integrity?.startsWith("sha512-")).map(([path]) => path),
  ).toEqual([]);
  const scripts = all.filter(([, one]) => one.hasInstallScript && !one.dev).map(([path]) => path);
  expect(scripts).toEqual(["node_modules/better-sqlite3"]);
  expect(manifest.allowScripts).toEqual({ "@scarf/scarf": false, "better-sqlite3": true });
});

test("CI can run its scripts, begins with the README's test and goes on to the package and the other Node", () => {
  for (const name of readdirSync(join(ROOT, ".ci"))) {
    expect([name, statSync(join(ROOT, ".ci", name)).mode & 0o111]).toEqual([name, 0o111]);
    expect(read(`.ci/${name}`)).toMatch(/^#!\/usr\/bin\/env bash\n(#.*\n)+set -euo pipefail\n/);
  }
  expect(read(".ci/run")).toMatch(
    /\nnpm ci\nnpm test\nnpm run --silent test:postgres\nFAILOVERS=1 FAULT_MINUTES=2 npm run --silent test:long\nnpm run --silent test:package\n\.ci\/other-node\n$/,
  );
});
