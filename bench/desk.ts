/** The built desk as a process of its own, on loopback, against a node in another process. */
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { request } from "undici";
import Sqlite from "#shared/sqlite.js";
import { SqliteDatabase } from "../src/store/sqlite/database.js";
import { createCustomers, openEngine } from "./books.js";
import type { ChainNode } from "./chain-node.js";
import { freePort } from "./free-ports.js";
import type { Program } from "./program.js";
import type { Workspace } from "./workspace.js";

const READY_WITHIN_MS = 30_000;
const POLL_MS = 5;
const COUNT_EVERY_MS = 250;

export interface RunningDesk {
  readonly program: Program;
  readonly baseUrl: string;
  readonly apiKeys: readonly string[];
  readonly databasePath: string;
  /** Orders whose delegations are all in blocks. */
  completedOrders(): number;
}

export interface StartOptions {
  readonly settings?: NodeJS.ProcessEnv;
  /** Another build's `main.js`, on books that this one has begun. */
  readonly deskFile?: string | undefined;
}

/** Starts a desk with customers on an empty database and waits until it can sell. */
export async function startDesk(
  workspace: Workspace,
  chain: ChainNode,
  { settings = {}, deskFile }: StartOptions = {},
): Promise<RunningDesk> {
  const directory = workspace.fresh();
  const databasePath = join(directory, "desk.db");
  const database = new SqliteDatabase({ path: databasePath });
  const { apiKeys } = await createCustomers(await openEngine(database));
  database.close();
  const { program, baseUrl } = await spawnDesk(
    workspace,
    directory,
    {
      TRON_FULL_HOST: chain.url,
      POOL_OWNERS: chain.poolOwners.join(","),
      OPERATOR_KEY_FILE: chain.operatorKeyFile,
      SANDBOX_BLOCK_MS: String(chain.blockMs),
      // Creation is measured by itself: the desk would else refuse what the chain cannot follow.
      ORDERS_CUSTOMER_DAY: "1000000",
      UNSIGNED_LIMIT: "1000000",
      ...settings,
    },
    deskFile,
  );
  const completedOrders = () => countCompleted(databasePath);
  return { program, baseUrl, apiKeys, databasePath, completedOrders };
}

/** Waits until all orders are completed, or for so long; returns how many are. */
export async function waitForCompleted(
  desk: RunningDesk,
  orders: number,
  seconds: number,
): Promise<number> {
  const endsAtMs = performance.now() + seconds * 1_000;
  for (;;) {
    const completed = desk.completedOrders();
    if (completed >= orders || performance.now() > endsAtMs) return completed;
    await sleep(COUNT_EVERY_MS);
  }
}

export interface SpawnedDesk {
  readonly program: Program;
  readonly baseUrl: string;
  /** From the start of the process to the first 200 of /readyz. */
  readonly readyMs: number;
}

export async function spawnDesk(
  workspace: Workspace,
  directory: string,
  settings: NodeJS.ProcessEnv,
  deskFile = "main.js",
): Promise<SpawnedDesk> {
  const port = await freePort();
  const program = workspace.start({
    file: deskFile,
    nodeArgs: workspace.deskArgs,
    directory,
    env: {
      PORT: String(port),
      DATABASE_PATH: join(directory, "desk.db"),
      TRON_NETWORK: "sandbox",
      LOG_LEVEL: "warn",
      ...settings,
    },
  });
  const baseUrl = `http://127.0.0.1:${port}`;
  const giveUpAtMs = program.startedAtMs + READY_WITHIN_MS;
  while (!(await isReady(baseUrl))) {
    if (program.ended || performance.now() > giveUpAtMs) {
      throw new Error(`the desk did not become ready.\n${program.errors}`);
    }
    await sleep(POLL_MS);
  }
  return { program, baseUrl, readyMs: performance.now() - program.startedAtMs };
}

async function isReady(baseUrl: string): Promise<boolean> {
  try {
    const { statusCode, body } = await request(`${baseUrl}/readyz`);
    await body.dump();
    return statusCode === 200;
  } catch {
    return false;
  }
}

function countCompleted(databasePath: string): number {
  const sqlite = new Sqlite(databasePath, { readonly: true, fileMustExist: true });
  try {
    const count = sqlite.prepare("SELECT count(*) FROM orders WHERE status = 'completed'").pluck();
    return Number(count.get());
  } finally {
    sqlite.close();
  }
}
