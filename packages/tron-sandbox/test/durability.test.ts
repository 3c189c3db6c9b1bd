/**
 * What was served is still there after a restart, and after SIGKILL; a directory that cannot be
 * used says why.
 */
import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, expect, test } from "vitest";
import { startTronNodeInWorker } from "../src/in-worker.js";
import { startTronNode } from "../src/index.js";
import { type Json, poster, RECEIVER, rig, STAKE_SUN, temporaryDirectory } from "./support.js";

const ENTRY = new URL("../dist/process.js", import.meta.url).pathname;
const directories: string[] = [];

function directory(): string {
  const made = temporaryDirectory();
  directories.push(made);
  return made;
}

afterEach(() => {
  for (const made of directories.splice(0)) rmSync(made, { recursive: true, force: true });
});

interface Running {
  readonly child: ChildProcess;
  readonly url: string;
}

async function spawned(folder: string, blockMs: string): Promise<Running> {
  const child = spawn(process.execPath, [ENTRY, "--directory", folder, "--block-ms", blockMs]);
  if (child.stdout === null) throw new Error("no output");
  const [line] = await once(createInterface(child.stdout), "line");
  return { child, url: JSON.parse(String(line)).url };
}

async function ended(child: ChildProcess): Promise<unknown> {
  if (child.exitCode !== null) return child.exitCode;
  return (await once(child, "exit"))[0];
}

test("a restart goes on with the same chain, accounts and keys", async () => {
  const folder = directory();
  const first = await rig({ directory: folder });
  const transaction = await first.delegation({ lockBlocks: 300 });
  await first.broadcast(transaction);
  await first.mine();
  const genesis = await first.post("/wallet/getblockbynum", { num: 0 });
  const head = await first.post("/wallet/getnowblock");
  const solid = await first.post("/walletsolidity/getaccount", {
    address: RECEIVER,
    visible: true,
  });
  const account = await first.post("/wallet/getaccount", { address: RECEIVER, visible: true });
  const pending = await first.delegation({ stakeSun: 1_000_000 });
  await first.broadcast(pending);
  await first.close();

  const second = await rig({ directory: folder });
  expect(second.node.poolOwners).toEqual(first.node.poolOwners);
  expect(second.node.operatorKeyHex).toBe(first.node.operatorKeyHex);
  expect(await second.post("/wallet/getblockbynum", { num: 0 })).toEqual(genesis);
  expect(await second.post("/wallet/getnowblock")).toEqual(head);
  const visible = { address: RECEIVER, visible: true };
  expect(await second.post("/wallet/getaccount", visible)).toEqual(account);
  expect(await second.post("/walletsolidity/getaccount", visible)).toEqual(solid);
  expect(await second.broadcast(transaction)).toMatchObject({ code: "DUP_TRANSACTION_ERROR" });
  expect(await second.broadcast(pending)).toMatchObject({ code: "SUCCESS" });
  await second.mine();
  expect(
    await second.post("/wallet/gettransactioninfobyid", { value: pending.txID }),
  ).toMatchObject({
    id: pending.txID,
  });
  await second.close();
});

test("what is kept is private to its user", async () => {
  const folder = directory();
  const chain = await rig({ directory: folder });
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, "keys.json")).mode & 0o777).toBe(0o600);
  const keys = JSON.parse(readFileSync(join(folder, "keys.json"), "utf8"));
  expect(keys.operator.privateKeyHex).toBe(chain.node.operatorKeyHex);
  await chain.close();
});

test("every block that was served survives SIGKILL", async () => {
  const folder = directory();
  const { child, url } = await spawned(folder, "10");
  let served: Json = {};
  for (let read = 0; read < 50; read++) served = await poster(url, "/wallet/getnowblock");
  const fund = await poster(url, "/sandbox/fund", { address: RECEIVER, amountSun: 7_000_000 });
  served = await poster(url, "/wallet/getnowblock");
  child.kill("SIGKILL");
  await ended(child);

  const again = await rig({ directory: folder });
  const { number } = JSON.parse(JSON.stringify(served)).block_header.raw_data;
  expect(await again.post("/wallet/getblockbynum", { num: number })).toEqual(served);
  expect(await again.post("/wallet/gettransactioninfobyid", { value: fund.txid })).toMatchObject({
    id: fund.txid,
  });
  const head = await again.tronweb.trx.getCurrentBlock();
  const genesis = await again.tronweb.trx.getBlockByNumber(0);
  const { timestamp, number: height } = head.block_header.raw_data;
  expect(timestamp - genesis.block_header.raw_data.timestamp).toBe(height * 3_000);
  await again.close();
});

test("a process ends with status 0 on SIGTERM, and says what was wrong otherwise", async () => {
  const { child } = await spawned(directory(), "manual");
  child.kill("SIGTERM");
  expect(await ended(child)).toBe(0);
  const wrong = spawn(process.execPath, [ENTRY, "--block-ms", "20"]);
  const [text] = await once(wrong.stderr, "data");
  expect(String(text)).toContain("--directory");
  expect(await ended(wrong)).toBe(1);
});

test("a process ends when the one that forked it is gone", async () => {
  const options = { silent: true, serialization: "json" } as const;
  const child = fork(ENTRY, ["--directory", directory(), "--block-ms", "20"], options);
  if (child.stdout === null) throw new Error("no output");
  await once(child.stdout, "data");
  child.disconnect();
  expect(await ended(child)).toBe(0);
});

test("in a thread it is the same node", async () => {
  const exits: string[] = [];
  const node = await startTronNodeInWorker({
    directory: directory(),
    port: 0,
    blockMs: "manual",
    onExit: (reason) => exits.push(reason),
  });
  expect(await poster(node.url, "/sandbox/state")).toMatchObject({ poolOwners: node.poolOwners });
  const stake = { address: RECEIVER, resource: "energy", amountSun: STAKE_SUN };
  await poster(node.url, "/sandbox/freeze", stake);
  await node.close();
  expect(exits).toEqual([]);
});

/** SQLite's words, or its code where they get lost on the way out of the thread. */
const NO_SPACE = "(SQLITE_(IOERR|FULL)\\w*|disk I/O error|database or disk is full)";

/** All that a node in a thread says of its end, in a process whose files may not grow beyond so much: as good as a full disk. */
async function saidWithLimit(limitKib: number): Promise<string> {
  const entry = new URL("../dist/in-worker.js", import.meta.url);
  const options = JSON.stringify({ directory: directory(), port: 0, blockMs: 10 });
  const program = `import(${JSON.stringify(entry)})
    .then(({ startTronNodeInWorker }) =>
      startTronNodeInWorker({ ...${options}, onExit: (reason) => console.log(reason) }))
    .catch((error) => console.log(error.message));`;
  const limited = ["-c", `ulimit -f ${2 * limitKib}; exec "$0" "$@"`];
  const child = spawn("sh", [...limited, process.execPath, "-e", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  child.stdout.on("data", (chunk: Buffer) => {
    said += chunk;
  });
  // Not for a line: one that never comes would be waited for.
  await once(child, "close");
  return said;
}

test("a thread that can no longer write says so", async () => {
  // The first blocks and the contracts take about 200 KiB.
  const said = await saidWithLimit(600);
  expect(said).toMatch(
    new RegExp(`^The sandbox node stopped: ${NO_SPACE}\\. Start it again\\.\n$`),
  );
});

test("a thread that cannot write its first blocks says so, too", async () => {
  const said = await saidWithLimit(120);
  expect(said).toMatch(new RegExp(`^The sandbox node could not start: ${NO_SPACE}\\.\n$`));
});

test("a start that cannot succeed says what to do", async () => {
  const folder = directory();
  const options = { directory: folder, port: 0, blockMs: "manual" } as const;
  const node = await startTronNode(options);
  const port = Number(new URL(node.url).port);
  await expect(startTronNode(options)).rejects.toThrow(/Another sandbox node uses .*; stop it/);
  const elsewhere = { ...options, directory: directory(), port };
  await expect(startTronNodeInWorker(elsewhere)).rejects.toThrow(/port \d+ is taken; stop/);
  await node.close();
  writeFileSync(join(folder, "keys.json"), "{");
  await expect(startTronNode(options)).rejects.toThrow(/keys.json is damaged; restore it/);
  rmSync(join(folder, "keys.json"));
  await expect(startTronNode(options)).rejects.toThrow(/has a chain but no keys.json/);
  const file = join(folder, "file");
  writeFileSync(file, "");
  chmodSync(file, 0o600);
  await expect(startTronNode({ ...options, directory: file })).rejects.toThrow(/cannot use/);
  await expect(startTronNode({ ...options, hosts: ["desk", "desk:80"] })).rejects.toThrow(
    'hosts: "desk:80" is no host name without a port.',
  );
  await expect(startTronNode({ ...options, blockMs: 0 })).rejects.toThrow(/blockMs must be/);
});

test("a port that nobody uses can be chosen", async () => {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  const port = typeof address === "object" && address ? address.port : 0;
  probe.close();
  const node = await startTronNode({ directory: directory(), port, blockMs: "manual" });
  expect(node.url).toBe(`http://127.0.0.1:${port}`);
  await node.close();
});
