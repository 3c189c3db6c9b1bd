/** A sandbox node with one before it that can lack what it is told to, and the command that checks them: for each test anew. */
import { join } from "node:path";
import { startTronNode, type TronNode } from "tron-sandbox";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { until } from "../e2e/api.js";
import { type LackingNode, startLackingNode } from "../support/lacking-node.js";
import { deskOn, type Said, temporaryDirectory } from "./desk-command.js";

interface Finding {
  readonly name: string;
  readonly verdict: string;
  readonly says: string;
  readonly without?: string;
  readonly answered: boolean;
}

export interface Checked {
  readonly warning?: string;
  readonly nodes: readonly {
    readonly node: string;
    readonly reached: boolean;
    readonly exitStatus: number;
    readonly findings: readonly Finding[];
  }[];
}

export const SECRET_PATH = "/secret-path-of-the-provider";
export const KEY = "secret-key-of-a-provider";

export const directory = temporaryDirectory();
export let node: TronNode;
/** Before the node, under a path that is secret. */
export let lacking: LackingNode;
/** Before the same node, at another origin. */
export let second: LackingNode;

export function start(name: string): Promise<TronNode> {
  const place = join(directory.path, name);
  return startTronNode({ directory: place, port: 0, blockMs: 50, solidLagBlocks: 2 });
}

/** So that one of the newest solid blocks holds a transaction. */
async function transfer(): Promise<void> {
  const body = JSON.stringify({ address: node.poolOwners[0], amountSun: 1 });
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${node.url}/sandbox/fund`, { method: "POST", headers, body });
  const { txid } = (await answer.json()) as { txid: string };
  const path = `${node.url}/walletsolidity/gettransactioninfobyid`;
  const isSolid = async () => {
    const found = await fetch(path, { method: "POST", body: JSON.stringify({ value: txid }) });
    return ((await found.json()) as { id?: string }).id === txid;
  };
  await until(isSolid, Boolean, "the transfer is solid");
}

export function useNodes(): void {
  beforeAll(async () => {
    node = await start("node");
  });
  afterAll(async () => {
    await node.close();
    directory.remove();
  });
  beforeEach(async () => {
    await transfer();
    lacking = await startLackingNode(node.url, SECRET_PATH);
    second = await startLackingNode(node.url);
  });
  afterEach(() => Promise.all([lacking.close(), second.close()]));
}

/** There is no database, and no setting but those. */
export const desk = (env: Record<string, string>) => deskOn(join(directory.path, "none.db"), env);
export const settings = (more: Record<string, string> = {}) => ({
  TRON_FULL_HOST: lacking.url,
  NODE_TIMEOUT_MS: "2000",
  ...more,
});

export async function check(env: Record<string, string>, ...args: string[]) {
  const said = await desk(env)("node", "check", ...args, "--json");
  noSecretIn(said);
  return { status: said.status, ...(JSON.parse(said.stdout) as Checked) };
}

export function noSecretIn({ stdout, stderr }: Said): void {
  expect(stdout + stderr).not.toMatch(/secret-(path|key)/);
}

/** Of the first node: what is not fine, by name. */
export function lacks({ nodes }: Checked): Record<string, string> {
  const found = nodes[0]?.findings.filter(({ verdict }) => verdict !== "fine") ?? [];
  return Object.fromEntries(found.map(({ name, verdict, says }) => [name, `${verdict}: ${says}`]));
}
