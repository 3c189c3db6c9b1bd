/** A sandbox TRON node in its own process, with a pool so large that it never runs out. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { request } from "undici";
import { z } from "zod";
import type { Workspace } from "./workspace.js";

/** About the most the sandbox can hold. */
const POOL_ENERGY = 390e9;
const POOL_BANDWIDTH = 40e9;

const keysSchema = z.object({ operator: z.object({ privateKeyHex: z.string() }) });
const readySchema = z.object({ url: z.string(), poolOwners: z.array(z.string()) });

export interface ChainNode {
  readonly url: string;
  readonly poolOwners: readonly string[];
  readonly operatorKeyFile: string;
  /** Real time of a block. */
  readonly blockMs: number;
}

export async function startChainNode(workspace: Workspace, blockMs: number): Promise<ChainNode> {
  const directory = workspace.fresh();
  const program = workspace.start({
    file: fileURLToPath(import.meta.resolve("tron-sandbox/process")),
    args: [
      ...["--directory", directory, "--block-ms", String(blockMs)],
      ...["--pool-energy", String(POOL_ENERGY), "--pool-bandwidth", String(POOL_BANDWIDTH)],
    ],
    directory,
    endsWithParent: true,
  });
  const ready = readySchema.parse(JSON.parse(await program.printed(/(\{.*\})\n/)));
  const keys = keysSchema.parse(JSON.parse(readFileSync(join(directory, "keys.json"), "utf8")));
  const operatorKeyFile = join(directory, "operator-key");
  writeFileSync(operatorKeyFile, keys.operator.privateKeyHex, { mode: 0o600 });
  return { ...ready, operatorKeyFile, blockMs };
}

/** One of the sandbox's own calls, for what no node offers. */
export async function askSandbox(url: string, path: string, body: object): Promise<unknown> {
  const answer = await request(`${url}/sandbox/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const text = await answer.body.text();
  if (answer.statusCode !== 200) throw new Error(`${path} was answered ${text}`);
  return JSON.parse(text);
}
