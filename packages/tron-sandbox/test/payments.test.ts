/** Money from outside: payments of the faucet, wallets, and infos that are late or lie. */
import { rmSync } from "node:fs";
import { TronWeb } from "tronweb";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { USDT_CONTRACT } from "../src/index.js";
import { ask } from "./crafted.js";
import { type Json, OTHER, type Rig, rig, temporaryDirectory } from "./support.js";

const NEW = "TUSQzWDnJfWTmvXrQAx4Vk13LLdp1BJMgC";
const NEWER = "TXaf1XNS1sKFcd54A9yXrQxGvAKsTnAB7h";
const NEWEST = "TDLsZhunjTCGRFyxvD2UYvfjW564crEubz";
const INFOS = "gettransactioninfobyblocknum";

let chain: Rig;

beforeAll(async () => {
  chain = await rig();
});

beforeEach(() => chain.post("/sandbox/faults", { clear: true }));

afterAll(() => chain.close());

interface Paid {
  readonly txid: string;
  readonly blockNumber: number;
  readonly result: string;
}

async function pay(body: Json, on = chain): Promise<Paid> {
  const { txid, blockNumber, result } = await on.post("/sandbox/pay", body);
  return { txid, blockNumber, result } as Paid;
}
const wallet = (id: string, on = chain) => on.post("/sandbox/wallet", { wallet: id });
const trxOf = (address: string) => chain.tronweb.trx.getUnconfirmedBalance(address);

async function usdtOf(address: string, on = chain): Promise<number> {
  const parameter = TronWeb.address.toHex(address).slice(2).padStart(64, "0");
  const { constant_result } = await on.post("/wallet/triggerconstantcontract", {
    owner_address: address,
    contract_address: USDT_CONTRACT,
    function_selector: "balanceOf(address)",
    parameter,
    visible: true,
  });
  return Number(BigInt(`0x${constant_result}`)) / 1e6;
}

type Infos = readonly (Json & { readonly id: string })[];

async function infosAt(num: number, side = "wallet"): Promise<Infos> {
  const answer: unknown = await chain.post(`/${side}/${INFOS}`, { num });
  return answer as Infos;
}

test("TRX and USDT come to a new address, and are in a block by then", async () => {
  const trx = await pay({ to: NEW, trx: 12.5 });
  expect(trx).toEqual({
    txid: expect.stringMatching(/^[0-9a-f]{64}$/),
    blockNumber: expect.any(Number),
    result: "SUCCESS",
  });
  expect(await trxOf(NEW)).toBe(12_500_000);
  const usdt = await pay({ to: NEW, usdt: "0.000001" });
  expect(usdt.blockNumber).toBe(trx.blockNumber + 1);
  expect(await usdtOf(NEW)).toBe(0.000001);
  expect((await infosAt(usdt.blockNumber)).map(({ id }) => id)).toEqual([usdt.txid]);
});

test("the same payment again is another one", async () => {
  const [one, other] = await Promise.all([
    pay({ to: OTHER, usdt: 1 }),
    pay({ to: OTHER, usdt: 1 }),
  ]);
  expect(one.txid).not.toBe(other.txid);
});

test("while no blocks are made a payment is answered without one", async () => {
  const clocked = await rig({ blockMs: 20 });
  await clocked.post("/sandbox/stall", { on: true });
  expect(await pay({ to: OTHER, trx: 1 }, clocked)).toMatchObject({
    blockNumber: null,
    result: null,
  });
  await clocked.post("/sandbox/stall", { on: false });
  expect(await pay({ to: OTHER, trx: 1 }, clocked)).toMatchObject({ result: "SUCCESS" });
  await clocked.close();
});

test.each([
  [{ to: NEW }, "trx or usdt: give one of the two"],
  [{ to: NEW, trx: 1, usdt: 1 }, "trx or usdt: give one of the two"],
  [{ to: "T1", trx: 1 }, "to: must be a base58 address"],
  [{ to: NEW, trx: 0 }, "trx: must be an amount above 0"],
  [{ to: NEW, trx: -1 }, "trx: must be an amount above 0"],
  [{ to: NEW, usdt: "1.0000001" }, "usdt: must be an amount above 0"],
  [{ to: NEW, usdt: 1e9 + 1 }, "usdt: must be an amount above 0"],
  [{ to: NEW, usdt: true }, "usdt: must be an amount above 0"],
  [{ to: NEW, trx: 1, kind: "two_events" }, "kind: two_events pays usdt only"],
  [{ to: NEW, usdt: 1, kind: "internal" }, "kind: internal pays trx only"],
  [{ to: NEW, trx: 1, kind: "gift" }, "kind: "],
  [{ to: NEW, trx: 1, wallet: "" }, "wallet: "],
  [{ to: NEW, trx: 1_001, wallet: "poor" }, "balance is not sufficient"],
])("%j is refused", async (body, said) => {
  const how = { method: "POST", headers: { "content-type": "application/json" } };
  const heard = await ask(chain, "/sandbox/pay", { ...how, body: JSON.stringify(body) });
  expect(heard.status).toBe(400);
  expect(JSON.parse(heard.text).Error).toContain(said);
});

test("a wallet is the same for the same id, pays, and is known after a restart", async () => {
  const directory = temporaryDirectory();
  const first = await rig({ directory });
  const ada = await wallet("Ada", first);
  expect(ada).toEqual({ address: expect.stringMatching(/^T/), trx: 1_000, usdt: 1_000 });
  const bob = await wallet("Bob", first);
  expect(bob.address).not.toBe(ada.address);
  expect(await pay({ to: bob.address, trx: 0.5, wallet: "Ada" }, first)).toMatchObject({
    result: "SUCCESS",
  });
  await pay({ to: bob.address, usdt: 20, wallet: "Ada" }, first);
  expect(await wallet("Bob", first)).toEqual({ ...bob, trx: 1_000.5, usdt: 1_020 });
  const tooMuch = await pay({ to: bob.address, usdt: 981, wallet: "Ada" }, first);
  expect(tooMuch.result).toBe("REVERT");
  const left = await wallet("Ada", first);
  expect(left).toMatchObject({ address: ada.address, usdt: 980 });
  expect(Number(left.trx)).toBeLessThan(999);
  await first.close();
  const second = await rig({ directory });
  expect(await wallet("Ada", second)).toEqual(left);
  expect(await usdtOf(String(bob.address), second)).toBe(1_020);
  const { txid } = tooMuch;
  expect(await second.post("/wallet/gettransactioninfobyid", { value: txid })).toMatchObject({
    receipt: { result: "REVERT" },
  });
  await second.close();
  rmSync(directory, { recursive: true });
});

test("a wallet's first money is no transaction, and no fork takes it", async () => {
  const { address } = await wallet("Cleo");
  await chain.post("/sandbox/reorg", { depth: 2 });
  expect(await wallet("Cleo")).toEqual({ address, trx: 1_000, usdt: 1_000 });
  const solid = await chain.post("/walletsolidity/getaccount", { address, visible: true });
  expect(solid.balance).toBe(1_000_000_000);
});

test("each kind moves what it says", async () => {
  await pay({ to: NEWER, usdt: 10 });
  const moved = async (body: Json) => {
    const before = [await trxOf(NEWER), await usdtOf(NEWER)] as const;
    const { result } = await pay({ to: NEWER, ...body });
    const after = [await trxOf(NEWER), await usdtOf(NEWER)] as const;
    return { result, trx: (after[0] - before[0]) / 1e6, usdt: after[1] - before[1] };
  };
  const done = { result: "SUCCESS", trx: 0, usdt: 0 };
  expect(await moved({ kind: "internal", trx: 4 })).toEqual({ ...done, trx: 4 });
  expect(await moved({ kind: "rejected_internal", trx: 4 })).toEqual(done);
  expect(await moved({ kind: "rejected_internal", usdt: 4 })).toEqual(done);
  expect(await moved({ kind: "allowance", usdt: 3 })).toEqual({ ...done, usdt: 3 });
  expect(await moved({ kind: "two_events", usdt: 2 })).toEqual({ ...done, usdt: 4 });
  expect(await moved({ kind: "to_itself", usdt: 17 })).toEqual(done);
  expect(await moved({ kind: "to_itself", usdt: 17.1 })).toEqual({ ...done, result: "REVERT" });
  expect(await moved({ kind: "other_token", usdt: 2 })).toEqual(done);
  expect(await moved({ kind: "failed", usdt: 2 })).toEqual({ ...done, result: "OUT_OF_ENERGY" });
});

test("a transfer to itself and another token have events too", async () => {
  const hex = TronWeb.address.toHex(NEWER).slice(2);
  const logsOf = async ({ txid }: Paid) =>
    (await chain.post("/wallet/gettransactioninfobyid", { value: txid })).log as Json[];
  const [itself] = await logsOf(await pay({ to: NEWER, usdt: 1, kind: "to_itself" }));
  const word = hex.padStart(64, "0");
  expect(itself?.topics).toEqual([expect.any(String), word, word]);
  const [other] = await logsOf(await pay({ to: NEWER, usdt: 1, kind: "other_token" }));
  expect(other?.topics).toEqual([expect.any(String), expect.any(String), word]);
  expect(other?.address).not.toBe(itself?.address);
  expect(itself?.address).toBe(TronWeb.address.toHex(USDT_CONTRACT).slice(2));
});

test("an internal transfer that is rejected says so, with its TRX", async () => {
  const { txid } = await pay({ to: NEWER, trx: 4, kind: "rejected_internal" });
  const info = await chain.post("/wallet/gettransactioninfobyid", { value: txid });
  expect(info.receipt).toMatchObject({ result: "SUCCESS" });
  expect(info.internal_transactions).toMatchObject([
    { rejected: true, callValueInfo: [{}] },
    {
      rejected: true,
      callValueInfo: [{ callValue: 4_000_000 }],
      transferTo_address: TronWeb.address.toHex(NEWER),
    },
  ]);
});

test("an internal transfer activates its receiver", async () => {
  const { result } = await pay({ to: NEWEST, trx: 4, kind: "internal" });
  expect([result, await trxOf(NEWEST)]).toEqual(["SUCCESS", 4_000_000]);
});

const fault = (more: Json) => chain.post("/sandbox/faults", { add: [{ path: "*", ...more }] });

test("late infos: none of the block, or fewer, for so many calls", async () => {
  const { blockNumber } = await pay({ to: OTHER, usdt: 1, kind: "allowance" });
  await fault({ kind: "late-infos" });
  await fault({ kind: "late-infos", infos: 1 });
  await chain.post("/wallet/getblockbynum", { num: blockNumber });
  const seen = [];
  for (let asked = 0; asked < 3; asked++) seen.push((await infosAt(blockNumber)).length);
  expect(seen).toEqual([0, 1, 2]);
});

test("late infos: of the newest blocks of either side", async () => {
  const { blockNumber } = await pay({ to: OTHER, usdt: 1 });
  await fault({ kind: "late-infos", blocks: 2, count: "unlimited" });
  const both = async () => [
    (await infosAt(blockNumber)).length,
    (await infosAt(blockNumber, "walletsolidity")).length,
  ];
  const seen = [await both()];
  for (let mined = 0; mined < 5; mined++) {
    await chain.mine();
    seen.push(await both());
  }
  // Solid after three blocks, and two more until the solid side tells.
  expect(seen).toEqual([
    [0, 0],
    [0, 0],
    [1, 0],
    [1, 0],
    [1, 0],
    [1, 1],
  ]);
});

test("events of a failed transaction, of a node that lies", async () => {
  const { txid, blockNumber } = await pay({ to: NEWER, usdt: 5, kind: "failed" });
  const value = { value: txid };
  const honest = await chain.post("/wallet/gettransactioninfobyid", value);
  expect(honest).not.toHaveProperty("log");
  await fault({ kind: "failed-events", count: 2 });
  const [listed] = await infosAt(blockNumber);
  const lie = await chain.post("/wallet/gettransactioninfobyid", value);
  expect(lie).toEqual(listed);
  const { log, ...rest } = lie;
  expect(rest).toEqual(honest);
  expect(log).toMatchObject([{ data: (5_000_000).toString(16).padStart(64, "0") }]);
  expect(await infosAt(blockNumber)).toEqual([honest]);
});

test("a fork over a deposit takes it, or brings it in another block", async () => {
  const before = await usdtOf(NEWER);
  const { txid, blockNumber } = await pay({ to: NEWER, usdt: 6 });
  await chain.post("/sandbox/reorg", { depth: 1 });
  expect(await infosAt(blockNumber)).toEqual([]);
  await chain.mine();
  expect((await infosAt(blockNumber + 1)).map(({ id }) => id)).toEqual([txid]);
  expect(await usdtOf(NEWER)).toBe(before + 6);
  await chain.post("/sandbox/reorg", { depth: 1, transactions: "vanish" });
  await chain.mine();
  expect(await chain.post("/wallet/gettransactionbyid", { value: txid })).toEqual({});
  expect(await usdtOf(NEWER)).toBe(before);
});
