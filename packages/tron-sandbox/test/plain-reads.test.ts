/** Reads that tell of blocks, of what is pending, of prices and of the network. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { addressOfKey, randomPrivateKeyHex } from "../src/crypto/keys.js";
import { toBase58 } from "../src/wire/address.js";
import { ask, errorOf } from "./crafted.js";
import { type Json, OTHER, RECEIVER, type Rig, rig } from "./support.js";

let chain: Rig;

beforeAll(async () => {
  chain = await rig();
});

afterAll(() => chain.close());

const read = (path: string, body: unknown = {}) => chain.post(`/wallet/${path}`, body);

const stranger = toBase58(addressOfKey(randomPrivateKeyHex()));

test("a block by its id", async () => {
  const head = await read("getnowblock");
  const value = head.blockID;
  expect(await read("getblockbyid", { value })).toEqual(head);
  expect(await errorOf(chain, `/wallet/getblockbyid?value=${value}`)).toEqual(head);
  expect(await chain.post("/walletsolidity/getblockbyid", { value })).toEqual({});
  expect(await read("getblockbyid", { value: "00".repeat(32) })).toEqual({});
  expect(await read("getblockbyid", { value: "41" })).toEqual({});
});

test("the latest blocks, the newest last", async () => {
  const head = Number.parseInt(`${(await read("getnowblock")).blockID}`.slice(0, 16), 16);
  const range = { startNum: head - 2, endNum: head + 1 };
  const blocks = await read("getblockbylimitnext", range);
  expect(blocks.block).toHaveLength(3);
  expect(await read("getblockbylatestnum", { num: 3 })).toEqual(blocks);
  expect(await errorOf(chain, "/wallet/getblockbylatestnum?num=3")).toEqual(blocks);
  for (const num of [0, -1, 100]) expect(await read("getblockbylatestnum", { num })).toEqual({});
  const solid = await chain.post("/walletsolidity/getblockbylatestnum", { num: 1 });
  expect(solid).toEqual({ block: [await chain.post("/walletsolidity/getnowblock")] });
});

test("what is pending: how many, which, and each", async () => {
  expect(await read("getpendingsize")).toEqual({ pendingSize: 0 });
  expect(await read("gettransactionlistfrompending")).toEqual({});
  const pending = await chain.delegation();
  await chain.broadcast(pending);
  const value = pending.txID;
  expect(await read("getpendingsize")).toEqual({ pendingSize: 1 });
  expect(await read("gettransactionlistfrompending")).toEqual({ txId: [value] });
  expect(await read("gettransactionfrompending", { value })).toEqual(
    await read("gettransactionbyid", { value }),
  );
  expect(await read("gettransactionfrompending", { value: "00".repeat(32) })).toEqual({});
  expect(await read("gettransactionfrompending", { value: "41" })).toEqual({
    Error: "class java.lang.IllegalArgumentException : null",
  });
  await chain.mine();
  expect(await read("gettransactionfrompending", { value })).toEqual({});
  expect(await read("getpendingsize")).toEqual({ pendingSize: 0 });
  expect((await ask(chain, "/walletsolidity/getpendingsize")).status).toBe(404);
});

test("prices since the first block", async () => {
  expect(await read("getenergyprices")).toEqual({ prices: "0:100" });
  expect(await read("getbandwidthprices")).toEqual({ prices: "0:1000" });
  expect(await read("getmemofee")).toEqual({ prices: "0:1000000" });
  expect(await chain.post("/walletsolidity/getenergyprices")).toEqual({ prices: "0:100" });
});

test("what was burnt, that of pending transactions as well", async () => {
  const burnt = async (side = "wallet") =>
    Number((await chain.post(`/${side}/getburntrx`)).burnTrxAmount);
  const before = await burnt();
  const { transactionBuilder, trx } = chain.tronweb;
  const keyHex = chain.node.payoutKeyHex;
  const from = chain.tronweb.address.fromPrivateKey(keyHex) || "";
  const built = await transactionBuilder.sendTrx(stranger, 5, from);
  const transaction = await trx.sign(built, keyHex);
  expect(await chain.broadcast(transaction)).toMatchObject({ code: "SUCCESS" });
  const pending = await burnt();
  await chain.mine();
  const info = await read("gettransactioninfobyid", { value: transaction.txID });
  expect(info.fee).toBeGreaterThan(0);
  expect(pending - before).toBe(info.fee);
  expect(await burnt()).toBe(pending);
  expect(await burnt("walletsolidity")).toBe(before);
  await chain.mine(3);
  expect(await burnt("walletsolidity")).toBe(pending);
});

test("whether a text is an address, and in which form", async () => {
  const hex = chain.tronweb.address.toHex(RECEIVER);
  const base64 = Buffer.from(hex, "hex").toString("base64");
  const cases: [unknown, Json][] = [
    [hex, { result: true, message: "Hex string format" }],
    [RECEIVER, { result: true, message: "Base58check format" }],
    [base64, { result: true, message: "Base64 format" }],
    ["T", { result: false, message: "Length error" }],
    [`42${hex.slice(2)}`, { result: false, message: "Invalid address" }],
    [`${RECEIVER.slice(0, -1)}x`, { result: false, message: "Invalid address" }],
    [`${RECEIVER.slice(0, -1)}0`, { result: false, message: "Illegal character 0 at 33" }],
    [
      "zz".repeat(21),
      {
        result: false,
        message: "exception decoding Hex string: invalid characters encountered in Hex string",
      },
    ],
    [undefined, { result: false }],
  ];
  for (const [address, said] of cases) {
    expect(await read("validateaddress", { address })).toEqual(said);
  }
  const get = await ask(chain, `/wallet/validateaddress?address=${RECEIVER}`);
  expect(JSON.parse(get.text)).toEqual({ result: true, message: "Base58check format" });
  const broken = { method: "POST", body: "{" };
  expect(await ask(chain, "/wallet/validateaddress", broken)).toEqual({ status: 200, text: "" });
});

test("the one witness, with its blocks", async () => {
  const head = await chain.tronweb.trx.getCurrentBlock();
  const { number, witness_address: address } = head.block_header.raw_data;
  expect(await read("listwitnesses")).toEqual({
    witnesses: [
      {
        address,
        url: expect.any(String),
        totalProduced: number,
        latestBlockNum: number,
        latestSlotNum: number,
        isJobs: true,
      },
    ],
  });
});

test("the next maintenance is within its interval of six hours, and moves on", async () => {
  const headMs = async () =>
    (await chain.tronweb.trx.getCurrentBlock()).block_header.raw_data.timestamp;
  const next = async () => Number((await read("getnextmaintenancetime")).num);
  const first = await next();
  expect(first - (await headMs())).toBeGreaterThan(0);
  expect(first - (await headMs())).toBeLessThanOrEqual(6 * 3_600_000);
  await chain.post("/sandbox/mine", { missedMs: first - (await headMs()) });
  expect(await next()).toBe(first + 6 * 3_600_000);
});

test("nothing is unfreezing, so nothing can be withdrawn", async () => {
  const withdraw = (body: unknown) => read("getcanwithdrawunfreezeamount", body);
  expect(await withdraw({ owner_address: OTHER, visible: true })).toEqual({});
  expect(await withdraw({ owner_address: "zz" })).toEqual({
    Error: expect.stringContaining("INVALID hex String"),
  });
  expect(await withdraw({ owner_address: "41", timestamp: "x" })).toEqual({
    Error: expect.stringContaining("Couldn't parse integer"),
  });
});
