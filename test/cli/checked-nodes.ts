/** A sandbox node with one before it that can lack what it is told to, and the command that checks them: for each test anew. */
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startTronNode, type TronNode } from "tron-sandbox";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { askNode, until } from "../e2e/api.js";
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

const BLOCK_MS = 50;
const SOLID_LAG_BLOCKS = 2;

export function start(name: string, blockMs: number | "manual" = BLOCK_MS): Promise<TronNode> {
  const place = join(directory.path, name);
  return startTronNode({
    directory: place,
    port: 0,
    blockMs,
    solidLagBlocks: SOLID_LAG_BLOCKS,
  });
}

/** Each block holds a transaction: however late a check looks, one of the newest solid blocks does. */
async function makeBlocks(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await askNode(node.url, "sandbox/fund", { address: node.poolOwners[0], amountSun: 1 });
    await askNode(node.url, "sandbox/mine", { count: 1 });
    await sleep(BLOCK_MS);
  }
}

async function solidTransactions(): Promise<number> {
  const block = await askNode<{ transactions?: unknown[] }>(
    node.url,
    "walletsolidity/getnowblock",
    {},
  );
  return block.transactions?.length ?? 0;
}

export function useNodes(): void {
  const end = new AbortController();
  let blocks: Promise<void> | undefined;
  beforeAll(async () => {
    node = await start("node", "manual");
    blocks = makeBlocks(end.signal);
    await until(solidTransactions, (count) => count > 0, "a transaction is solid");
  });
  afterAll(async () => {
    end.abort();
    await blocks;
    await node.close();
    directory.remove();
  });
  beforeEach(async () => {
    lacking = await startLackingNode(node.url, SECRET_PATH);
    second = await startLackingNode(node.url);
  });
  afterEach(() => Promise.all([lacking.close(), second.close()]));
}

/** For nodes that answer all, however late. */
const LONGEST_TIMEOUT_MS = "120000";
/** The last that is tried: what is not as it should be by then never is. */
const PATIENT_MS = 8_000;

/**
 * The check of a silent node beside answers that a busy machine may give late: with a short time limit, and one twice as long
 * while it has cut off what was to come.
 */
export async function patient<T>(
  run: (NODE_TIMEOUT_MS: string) => Promise<T>,
  hasAnswers: (checked: T) => boolean,
): Promise<T> {
  for (let timeoutMs = 250; ; timeoutMs *= 2) {
    const checked = await run(String(timeoutMs));
    if (hasAnswers(checked) || timeoutMs >= PATIENT_MS) return checked;
  }
}

/** There is no database, and no setting but those. */
export const desk = (env: Record<string, string>) => deskOn(join(directory.path, "none.db"), env);
export const settings = (more: Record<string, string> = {}) => ({
  TRON_FULL_HOST: lacking.url,
  NODE_TIMEOUT_MS: LONGEST_TIMEOUT_MS,
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
