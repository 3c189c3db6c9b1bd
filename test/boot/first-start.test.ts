/** A first start that fails leaves no database, which would belong to no network. */
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { startDesk } from "../../src/boot/desk.js";
import { operatorCommands } from "../../src/cli/commands.js";
import { StandingRefusal } from "../../src/common/failures.js";
import { loadConfig } from "../../src/config.js";
import { assertServes } from "../../src/engine/network.js";
import { type StubNode, startStubNode } from "../chain/stub-node.js";

const MAINNET_BLOCK_0 = "00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc";
const NOBODYS_BLOCK_0 = "0".repeat(16) + "ab".repeat(24);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "desk-first-start-"));
  mkdirSync(join(folder, "data"), { mode: 0o700 });
});
afterEach(() => rmSync(folder, { recursive: true }));

async function startOn(
  network: "mainnet" | "nile",
  nodeUrl: string,
  more: Record<string, string> = {},
): Promise<void> {
  const databasePath = join(folder, "data/desk.db");
  const config = loadConfig({
    DATABASE_PATH: databasePath,
    TRON_NETWORK: network,
    TRON_FULL_HOST: nodeUrl,
    POOL_OWNERS: "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH",
    OPERATOR_KEY: "0123456789abcdef".repeat(4),
    ...more,
  });
  const logger = pino({ level: "silent" });
  const starting = startDesk(config, logger, () => {}, operatorCommands, true);
  await starting.finally(() => expect(existsSync(databasePath)).toBe(false));
}

test("of a node that does not answer", async () => {
  await expect(startOn("nile", "http://127.0.0.1:1")).rejects.toThrow(/Check its address/);
});

/** A node that answers everything with this block 0. */
async function nodeOf(blockId: string): Promise<StubNode> {
  const header = { number: 0, timestamp: 0, parentHash: "0".repeat(64) };
  const node = await startStubNode(() => ({
    blockID: blockId,
    block_header: { raw_data: header },
  }));
  onTestFinished(() => node.close());
  return node;
}

test("of a node that serves another network", async () => {
  const node = await nodeOf(MAINNET_BLOCK_0);
  await expect(startOn("nile", node.url)).rejects.toThrow(/Set TRON_NETWORK=mainnet/);
  expect(node.requests).toHaveLength(1);
});

test("of mainnet on a chain that is nobody's", async () => {
  const node = await nodeOf(NOBODYS_BLOCK_0);
  const starting = startOn("mainnet", node.url);
  await expect(starting).rejects.toThrow(StandingRefusal);
  await expect(starting).rejects.toThrow(
    /block 0 is 0{16}(ab){24}; that of mainnet is 0{16}1ebf.*Point/,
  );
  expect(node.requests).toHaveLength(1);
});

test.each([
  ["itself", {}, /^TRON_FULL_HOST: .*walletsolidity.* HTTP 404.* set TRON_SOLIDITY_HOST/],
  [
    "where it should",
    { TRON_SOLIDITY_HOST: "http://127.0.0.1:1" },
    /^TRON_SOLIDITY_HOST: .*walletsolidity.* Check its address/,
  ],
])("of a node that serves nothing solidified %s", async (_, more, why) => {
  const node = await nodeOf(NOBODYS_BLOCK_0);
  const { reply } = node;
  node.reply = (request, response) => {
    if (!request.path.startsWith("/walletsolidity/")) return reply(request, response);
    response.statusCode = 404;
    return {};
  };
  await expect(startOn("nile", node.url, more)).rejects.toThrow(why);
});

test("of a TRON_SOLIDITY_HOST of another chain", async () => {
  const [node, other] = [await nodeOf(NOBODYS_BLOCK_0), await nodeOf(MAINNET_BLOCK_0)];
  const starting = startOn("nile", node.url, { TRON_SOLIDITY_HOST: other.url });
  await expect(starting).rejects.toThrow(StandingRefusal);
  await expect(starting).rejects.toThrow(/^TRON_SOLIDITY_HOST serves .*1ebf.*; that of .*abab/);
});

test("is not refused for a test network that was begun anew", () => {
  const genesisId = NOBODYS_BLOCK_0;
  for (const name of ["nile", "shasta", "sandbox"]) assertServes({ name, genesisId });
  assertServes({ name: "mainnet", genesisId: MAINNET_BLOCK_0 });
});
