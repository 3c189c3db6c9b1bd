/** One desk for all documents: the built program on its sandbox, the desk command, and a shell to paste their lines into. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { type Desk, deskOn, resultOf, temporaryDirectory } from "../cli/desk-command.js";
import { deskEnv, startDeskProcess } from "../e2e/desk-process.js";
import { ROOT } from "./blocks.js";
import type { Names } from "./transcript.js";

/** Stands for npm in the pasted lines: it knows `run desk` alone. */
const NPM = `#!/bin/sh
[ "$1" = run ] && shift
[ "$1" = --silent ] && shift
if [ "$1" != desk ] || [ "$2" != -- ]; then echo "npm $* is not run here" >&2; exit 1; fi
shift 2
exec node '${join(ROOT, "dist/desk.js")}' "$@"
`;

/** What would change the machine, or leave it. */
const BEYOND_THE_SANDBOX =
  /\b(?:sudo|docker|systemctl|apt(?:-get)?|rm|npx|npm (?:ci|install))\b|https?:\/\/(?!127\.0\.0\.1[:/])\S+/;

/** A shell to paste lines into, in a directory; it fails at the first line that does, like a reader. */
export function shellIn(directory: string, env: NodeJS.ProcessEnv) {
  const bin = join(directory, "bin");
  mkdirSync(bin);
  writeFileSync(join(bin, "npm"), NPM);
  chmodSync(join(bin, "npm"), 0o700);
  return async (script: string) => {
    const strange = BEYOND_THE_SANDBOX.exec(script)?.[0];
    if (strange) throw new Error(`not run here, so list it: ${strange}`);
    const child = spawn("bash", ["-c", `set -euo pipefail\n${script}`], {
      cwd: directory,
      env: { ...env, PATH: `${bin}:${env.PATH}` },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const said = { printed: "", complained: "" };
    child.stdout.on("data", (chunk: Buffer) => {
      said.printed += chunk.toString();
    });
    child.stderr.on("data", (chunk: Buffer) => {
      said.complained += chunk.toString();
    });
    const [status] = (await once(child, "close")) as [number | null];
    return { status, ...said };
  };
}

export async function startDocumentedDesk() {
  const directory = temporaryDirectory();
  const env = deskEnv(directory.path, { SANDBOX_BLOCK_MS: "100" });
  const process = await startDeskProcess(env);
  const { baseUrl, nodeUrl, apiKey = "" } = process;
  const databasePath = join(directory.path, "desk.db");
  const desk: Desk = deskOn(databasePath);
  const { customers } = await resultOf(desk, "customer", "list");
  const known = customers as { customerId: string; name: string }[];
  const customer = known.find(({ name }) => name === "demo");
  const names: Names = new Map([
    ["http://127.0.0.1:3000", baseUrl],
    ["http://127.0.0.1:9090", nodeUrl],
    ["edk_…", apiKey],
    ["/var/backups", directory.path],
    ["data/desk.db", databasePath],
    ["rates.json", join(directory.path, "rates.json")],
    // Who changed the rates: whoever runs this.
    ["ada", userInfo().username],
    ["ID", customer?.customerId ?? ""],
  ]);

  return {
    desk,
    names,
    baseUrl,
    nodeUrl,
    apiKey,
    directory: directory.path,
    shell: shellIn(directory.path, { ...env, URL: baseUrl, KEY: apiKey }),
    async close() {
      await process.end("SIGKILL");
      directory.remove();
    },
  };
}

export type DocumentedDesk = Awaited<ReturnType<typeof startDocumentedDesk>>;
