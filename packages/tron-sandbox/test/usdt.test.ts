/** The USDT contract, called with unmodified tronweb and by crafted transactions. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { TronWeb } from "tronweb";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import Database from "#shared/sqlite.js";
import { addressOfKey } from "../src/crypto/keys.js";
import { USDT_CONTRACT } from "../src/index.js";
import { toBase58 } from "../src/wire/address.js";
import { craft } from "./crafted.js";
import {
  type Json,
  mnemonicKey,
  OTHER,
  type Rig,
  rig,
  type Signed,
  temporaryDirectory,
} from "./support.js";

const ABI = [
  {
    type: "function",
    name: "transfer",
    stateMutability: "nonpayable",
    inputs: [
      { name: "to", type: "address" },
      { name: "value", type: "uint256" },
    ],
    outputs: [{ name: "", type: "bool" }],
  },
  {
    type: "function",
    name: "balanceOf",
    stateMutability: "view",
    inputs: [{ name: "who", type: "address" }],
    outputs: [{ name: "", type: "uint256" }],
  },
] as const;

const TRX = 1_000_000;
const FIRST_UNITS = 27_988;
const NEXT_UNITS = 12_988;
const keyHex = mnemonicKey(0);
const holder = toBase58(addressOfKey(keyHex));
const NOBODY = "TUSQzWDnJfWTmvXrQAx4Vk13LLdp1BJMgC";

let chain: Rig;
let tronweb: TronWeb;

beforeAll(async () => {
  chain = await rig();
  tronweb = new TronWeb({ fullHost: chain.node.url, privateKey: keyHex });
  await chain.post("/sandbox/pay", { to: holder, usdt: 1_000_000 });
  await chain.post("/sandbox/fund", { address: holder, amountSun: 10_000_000 * TRX });
});

beforeEach(() => chain.mine());

afterAll(() => chain.close());

const contract = () => tronweb.contract(ABI, USDT_CONTRACT);
const balanceOf = async (address: string) =>
  Number(await contract().methods.balanceOf(address).call());
const infoOf = (value: string, side = "wallet") =>
  chain.post(`/${side}/gettransactioninfobyid`, { value }) as Promise<Info>;

interface Info extends Json {
  readonly fee: number;
  readonly receipt: Record<string, unknown>;
  readonly blockNumber: number;
}

interface Sent {
  readonly to?: string;
  readonly amount?: bigint | number;
  readonly feeLimit?: number;
  readonly callValue?: number;
  readonly key?: string;
}

/** Built by tronweb alone, signed and broadcast, and in a block. */
async function send({ to = OTHER, amount = 1, key = keyHex, ...how }: Sent = {}): Promise<Info> {
  const { transaction } = await tronweb.transactionBuilder.triggerSmartContract(
    USDT_CONTRACT,
    "transfer(address,uint256)",
    { txLocal: true, feeLimit: how.feeLimit ?? 100 * TRX, callValue: how.callValue ?? 0 },
    [
      { type: "address", value: to },
      { type: "uint256", value: amount },
    ],
    toBase58(addressOfKey(key)),
  );
  const signed = (await tronweb.trx.sign(transaction, key)) as Signed;
  expect(await chain.broadcast(signed)).toMatchObject({ code: "SUCCESS" });
  await chain.mine();
  return infoOf(signed.txID);
}

test("the contract is there, for everybody at the same address", async () => {
  expect(USDT_CONTRACT).toBe("TLQZ3qXYjoYjyYYAHkfEuyU82q28MzqbTm");
  for (const side of ["wallet", "walletsolidity"]) {
    const asked = { address: USDT_CONTRACT, visible: true };
    expect(await chain.post(`/${side}/getaccount`, asked)).toMatchObject({ type: "Contract" });
  }
});

test("tronweb's contract sends, and reads what has come", async () => {
  const before = await balanceOf(holder);
  const txid = await contract()
    .methods.transfer(NOBODY, 2_500_000)
    .send({ feeLimit: 100 * TRX });
  await chain.mine();
  expect(await balanceOf(NOBODY)).toBe(2_500_000);
  expect(await balanceOf(holder)).toBe(before - 2_500_000);
  const { receipt, fee } = await infoOf(String(txid));
  expect(receipt).toMatchObject({ energy_usage_total: FIRST_UNITS, result: "SUCCESS" });
  expect(fee).toBe(FIRST_UNITS * 100);
  await chain.mine(3);
  const { log } = await tronweb.trx.getTransactionInfo(String(txid));
  expect(log?.map(({ address }) => TronWeb.address.fromHex(`41${address}`))).toEqual([
    USDT_CONTRACT,
  ]);
});

test("a holder takes less Energy, and the bytes are those of any such transfer", async () => {
  await send();
  const { receipt } = await send();
  expect(receipt).toMatchObject({ energy_usage_total: NEXT_UNITS });
  const bytes = Number(receipt.net_usage ?? 0) + Number(receipt.net_fee ?? 0) / 1_000;
  expect(bytes).toBeGreaterThanOrEqual(344);
  expect(bytes).toBeLessThanOrEqual(346);
});

test("staked Energy pays first, and what it lacks is burnt", async () => {
  const key = mnemonicKey(5);
  const from = toBase58(addressOfKey(key));
  await chain.post("/sandbox/pay", { to: from, usdt: 10 });
  // 10,000 Energy, delegated by somebody.
  await chain.broadcast(await chain.delegation({ receiver: from, stakeSun: 920_000_000 }));
  await chain.mine();
  await send({ key });
  const { receipt } = await send({ key });
  expect(receipt).toMatchObject({ energy_usage_total: NEXT_UNITS });
  const asked = { address: from, visible: true };
  const used = await chain.post("/wallet/getaccountresource", asked);
  expect(used.EnergyLimit).toBe(10_000);
  expect(Number(used.EnergyUsed)).toBeGreaterThan(9_990);
  // All of it went into the first transfer, but for what has come back since.
  const staked = Number(receipt.energy_usage ?? 0);
  expect(receipt.energy_fee).toBe((NEXT_UNITS - staked) * 100);
  expect(staked).toBeLessThan(10);
});

test("too little Energy: all that there is, is gone, and nothing has moved", async () => {
  const before = await balanceOf(holder);
  const info = await send({ feeLimit: NEXT_UNITS * 100 - 1, amount: 5 });
  expect(info).toMatchObject({
    result: "FAILED",
    contractResult: [""],
    receipt: { energy_usage_total: NEXT_UNITS - 1, result: "OUT_OF_ENERGY" },
  });
  expect(info).not.toHaveProperty("log");
  expect(Buffer.from(String(info.resMessage), "hex").toString()).toBe(
    "Not enough energy for 'SSTORE' operation executing: curInvokeEnergyLimit[12987], curOpEnergy[5000], usedEnergy[7988]",
  );
  expect(await balanceOf(holder)).toBe(before);
  expect(await send({ feeLimit: NEXT_UNITS * 100, amount: 5 })).not.toHaveProperty("result");
});

test("too few tokens, TRX along with the call, and a function that is not there: REVERT", async () => {
  const tooMuch = await send({ amount: 10n ** 30n });
  const text = `08c379a0${"20".padStart(64, "0")}${"c".padStart(64, "0")}`;
  expect(tooMuch).toMatchObject({
    result: "FAILED",
    receipt: { energy_usage_total: 673, result: "REVERT" },
    contractResult: [`${text}${Buffer.from("insufficient").toString("hex").padEnd(64, "0")}`],
  });
  expect(tooMuch).not.toHaveProperty("log");
  const balance = await tronweb.trx.getUnconfirmedBalance(holder);
  const withTrx = await send({ callValue: 5 * TRX });
  expect(withTrx).toMatchObject({ result: "FAILED", receipt: { result: "REVERT" } });
  expect(await tronweb.trx.getUnconfirmedBalance(holder)).toBe(balance - withTrx.fee);
  const parameter = { ...called(), data: Buffer.from("deadbeef", "hex") };
  const { hex, txid } = await craft(chain, { name: "TriggerSmartContract", parameter, rawData });
  await chain.post("/wallet/broadcasthex", { transaction: hex });
  await chain.mine();
  const value = { value: txid };
  const stored = await chain.post("/wallet/gettransactionbyid", value);
  expect(stored.ret).toEqual([{ contractRet: "REVERT" }]);
  const number = (await infoOf(txid)).blockNumber;
  const block = await chain.post("/wallet/getblockbynum", { num: number });
  expect(block.transactions).toEqual([stored]);
});

const rawData = { fee_limit: 100 * TRX };
const hexAddress = (address: string) => Buffer.from(TronWeb.address.toHex(address), "hex");
const called = () => ({
  owner_address: hexAddress(holder),
  contract_address: hexAddress(USDT_CONTRACT),
  data: Buffer.from("70a08231", "hex"),
});

test.each([
  ["an account that is no contract", { contract_address: hexAddress(OTHER) }, {}],
  ["a value below 0", { call_value: -1 }, {}, "callValue must be >= 0"],
  ["tokens below 0", { call_token_value: -1 }, {}, "tokenValue must be >= 0"],
  ["an old token's number", { token_id: 1_000_000 }, {}, "tokenId must be > 1000000"],
  [
    "tokens of none",
    { call_token_value: 1 },
    {},
    "invalid arguments with tokenValue = 1, tokenId = 0",
  ],
  ["tokens that nobody has", { call_token_value: 1, token_id: 1_000_001 }, {}, "No asset !"],
  ["a fee below 0", {}, { fee_limit: -1 }, "feeLimit must be >= 0 and <= 15000000000"],
  ["too high a fee", {}, { fee_limit: 15_000_000_001 }, "feeLimit must be >= 0 and <= 15000000000"],
  [
    "more TRX than there is",
    { call_value: 20_000_000 * TRX },
    {},
    "Validate InternalTransfer error, balance is not sufficient.",
  ],
])(
  "%s is refused, unsent",
  async (_what, parameter, raw, text = "No contract or not a smart contract") => {
    const { hex } = await craft(chain, {
      name: "TriggerSmartContract",
      parameter: { ...called(), ...parameter },
      rawData: { ...rawData, ...raw },
    });
    expect(await chain.post("/wallet/broadcasthex", { transaction: hex })).toMatchObject({
      code: "CONTRACT_VALIDATE_ERROR",
      message: `Contract validate error : ${text}`,
    });
  },
);

test("a transaction is made for whoever signs it, of the contract only", async () => {
  const asked = {
    owner_address: holder,
    contract_address: OTHER,
    function_selector: "transfer(address,uint256)",
    parameter: "0".repeat(128),
    visible: true,
  };
  const build = (more: object) =>
    chain.post("/wallet/triggersmartcontract", { ...asked, ...more }) as Promise<Json>;
  expect(await build({})).toEqual({
    result: {
      code: "CONTRACT_VALIDATE_ERROR",
      message: "No contract or not a valid smart contract",
    },
  });
  expect(await build({ contract_address: USDT_CONTRACT, fee_limit: 7 })).toMatchObject({
    result: { result: true },
    transaction: {
      visible: true,
      raw_data: { fee_limit: 7, contract: [{ type: "TriggerSmartContract" }] },
    },
  });
  expect((await build({ function_selector: "" })).result).toMatchObject({ code: "OTHER_ERROR" });
});

test("TRX is not sent to the contract by a transfer", async () => {
  const built = await tronweb.transactionBuilder.sendTrx(USDT_CONTRACT, 1, holder);
  const verdict = await chain.broadcast((await tronweb.trx.sign(built, keyHex)) as Signed);
  expect(verdict.message).toContain("Cannot transfer TRX to a smartContract.");
});

test("the solid side has it when the block is solid", async () => {
  const { id, blockNumber } = await send({ amount: 3 });
  const parameter = `000000000000000000000000${TronWeb.address.toHex(OTHER).slice(2)}`;
  const asked = {
    owner_address: holder,
    contract_address: USDT_CONTRACT,
    function_selector: "balanceOf(address)",
    parameter,
    visible: true,
  };
  const on = async (side: string) => {
    const { constant_result } = await chain.post(`/${side}/triggerconstantcontract`, asked);
    return BigInt(`0x${constant_result}`);
  };
  const solid = (path: string, body: object) => chain.post(`/walletsolidity/${path}`, body);
  const range = { startNum: blockNumber, endNum: blockNumber + 1 };
  expect(await on("walletsolidity")).toBe((await on("wallet")) - 3n);
  expect(await solid("gettransactioninfobyblocknum", { num: blockNumber })).toEqual([]);
  expect(await solid("getblockbynum", { num: blockNumber })).toEqual({});
  expect(await solid("gettransactionbyid", { value: id })).toEqual({});
  expect(await solid("getblockbylimitnext", range)).toEqual({ block: [] });
  await chain.mine(3);
  expect(await on("walletsolidity")).toBe(await on("wallet"));
  const infos = await solid("gettransactioninfobyblocknum", { num: blockNumber });
  expect(infos).toEqual([await infoOf(String(id), "walletsolidity")]);
  const transaction = await solid("gettransactionbyid", { value: id });
  expect(transaction).toMatchObject({ txID: id, ret: [{ contractRet: "SUCCESS" }] });
  const block = await solid("getblockbynum", { num: blockNumber });
  expect(block.transactions).toEqual([transaction]);
  expect(await solid("getblockbylimitnext", range)).toEqual({ block: [block] });
});

test("a call that would fail is tried and says so", async () => {
  const parameter = `${"0".repeat(24)}${TronWeb.address.toHex(OTHER).slice(2)}${"f".repeat(64)}`;
  const answer = await chain.post("/wallet/triggerconstantcontract", {
    owner_address: holder,
    contract_address: USDT_CONTRACT,
    function_selector: "transfer(address,uint256)",
    parameter,
    visible: true,
  });
  expect(answer).toMatchObject({
    result: { result: true, message: "REVERT opcode executed" },
    energy_used: 673,
    transaction: { ret: [{ ret: "FAILED" }] },
  });
});

test("an older directory gets the contract and its money at the next start", async () => {
  const directory = temporaryDirectory();
  const old = await rig({ directory });
  await old.close();
  const database = new Database(join(directory, "chain.db"));
  database.exec("DROP TABLE calls; DELETE FROM records WHERE key LIKE 'b%'");
  const address = TronWeb.address.toHex(USDT_CONTRACT);
  expect(database.prepare("DELETE FROM records WHERE key = ?").run(`a${address}`).changes).toBe(1);
  database.close();
  const newer = await rig({ directory });
  const paid = await newer.post("/sandbox/pay", { to: OTHER, usdt: 1 });
  expect(paid).toMatchObject({ result: "SUCCESS" });
  await newer.close();
  rmSync(directory, { recursive: true });
});
