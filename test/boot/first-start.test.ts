/** A first start that fails leaves no database, which would belong to no network. */
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startDesk } from "../../src/boot/desk.js";
import { loadConfig } from "../../src/config.js";
import { startStubNode } from "../chain/stub-node.js";

const MAINNET_BLOCK_0 = "00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "desk-first-start-"));
  mkdirSync(join(folder, "data"), { mode: 0o700 });
});
afterEach(() => rmSync(folder, { recursive: true }));

async function startOnNile(nodeUrl: string): Promise<void> {
  const databasePath = join(folder, "data/desk.db");
  const config = loadConfig({
    DATABASE_PATH: databasePath,
    TRON_NETWORK: "nile",
    TRON_FULL_HOST: nodeUrl,
    POOL_OWNERS: "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH",
    OPERATOR_KEY: "0123456789abcdef".repeat(4),
  });
  const starting = startDesk(config, pino({ level: "silent" }), () => {});
  await starting.finally(() => expect(existsSync(databasePath)).toBe(false));
}

test("of a node that does not answer", async () => {
  await expect(startOnNile("http://127.0.0.1:1")).rejects.toThrow(/Check its address/);
});

test("of a node that serves another network", async () => {
  const header = { number: 0, timestamp: 0, parentHash: "0".repeat(64) };
  const block = { blockID: MAINNET_BLOCK_0, block_header: { raw_data: header } };
  const node = await startStubNode(() => block);
  try {
    await expect(startOnNile(node.url)).rejects.toThrow(/Set TRON_NETWORK=mainnet/);
    expect(node.requests).toHaveLength(1);
  } finally {
    await node.close();
  }
});
