/** A node on a copy of another's directory goes on from the same block, on a fork of its own. */
import { cpSync, rmSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Json, RECEIVER, type Rig, rig, type Signed, temporaryDirectory } from "./support.js";

let first: Rig;
let second: Rig;
let copy: string;
let included: Signed;

/** The first node runs on meanwhile, but makes no block. */
beforeEach(async () => {
  first = await rig();
  included = await first.delegation();
  await first.broadcast(included);
  await first.mine(2);
  copy = temporaryDirectory();
  cpSync(first.directory, copy, { recursive: true });
  second = await rig({ directory: copy });
});

afterEach(async () => {
  await Promise.all([first.close(), second.close()]);
  rmSync(copy, { recursive: true });
});

const read = (chain: Rig, path: string, body: Json = {}) => chain.post(`/wallet/${path}`, body);
const infoOf = (chain: Rig, { txID }: Signed) =>
  read(chain, "gettransactioninfobyid", { value: txID });

async function same(path: string, body: Json = {}): Promise<boolean> {
  const [one, other] = await Promise.all([read(first, path, body), read(second, path, body)]);
  return JSON.stringify(one) === JSON.stringify(other);
}

test("it has the same blocks, accounts and keys", async () => {
  expect(second.node.url).not.toBe(first.node.url);
  expect(second.node.operatorKeyHex).toBe(first.node.operatorKeyHex);
  expect(await same("getnowblock")).toBe(true);
  expect(await same("getblockbynum", { num: 0 })).toBe(true);
  expect(await same("getaccount", { address: first.owner, visible: true })).toBe(true);
  expect(await infoOf(second, included)).toEqual(await infoOf(first, included));
});

test("without transactions both make the same blocks, with different ones a fork", async () => {
  await first.mine();
  await second.mine();
  expect(await same("getnowblock")).toBe(true);
  const ours = await first.delegation();
  const theirs = await second.delegation({ stakeSun: 1_000_000 });
  await first.broadcast(ours);
  await second.broadcast(theirs);
  await first.mine();
  await second.mine();
  const [head, other] = [await read(first, "getnowblock"), await read(second, "getnowblock")];
  expect(head.blockID).not.toBe(other.blockID);
  const parentOf = (block: Json) => JSON.parse(JSON.stringify(block)).block_header.raw_data;
  expect(parentOf(head).parentHash).toBe(parentOf(other).parentHash);
  expect(await infoOf(first, theirs)).toEqual({});
  expect(await infoOf(second, ours)).toEqual({});
  expect(await same("getaccountresource", { address: RECEIVER, visible: true })).toBe(false);
  // What refers to a block that both have is good on both, and what refers to another is not.
  expect(await second.broadcast(ours)).toMatchObject({ code: "SUCCESS" });
  const ahead = await first.delegation({ stakeSun: 3_000_000 });
  expect(await second.broadcast(ahead)).toMatchObject({ code: "TAPOS_ERROR" });
});

test("a fork without transactions is one of another producer", async () => {
  await second.mine();
  await second.post("/sandbox/reorg", { depth: 1 });
  await first.mine();
  expect(await same("getnowblock")).toBe(false);
});
