/**
 * What reads look like on the wire: zeros omitted, nothing found, bad input, hex and base58, GET
 * and POST.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type Json,
  OTHER,
  poster,
  RECEIVER,
  type Rig,
  rig,
  type Signed,
  STAKE_SUN,
} from "./support.js";

let chain: Rig;
let included: Signed;

beforeAll(async () => {
  chain = await rig();
  included = await chain.delegation();
  await chain.broadcast(included);
  await chain.mine();
});

afterAll(() => chain.close());

test("an address that is not activated is nothing at all", async () => {
  const address = "4100000000000000000000000000000000000000ff";
  for (const path of ["getaccount", "getaccountresource", "getaccountnet"]) {
    expect(await chain.post(`/wallet/${path}`, { address })).toEqual({});
  }
  const owner = { owner_address: address, type: 1 };
  expect(await chain.post("/wallet/getcandelegatedmaxsize", owner)).toEqual({});
  const pair = { fromAddress: address, toAddress: address };
  expect(await chain.post("/wallet/getdelegatedresourcev2", pair)).toEqual({});
});

test("visible asks and answers in base58", async () => {
  const visible = await chain.post("/wallet/getaccount", { address: RECEIVER, visible: true });
  expect(visible).toMatchObject({
    address: RECEIVER,
    owner_permission: { keys: [{ address: RECEIVER, weight: 1 }] },
    frozenV2: [{}, { type: "ENERGY" }, { type: "TRON_POWER" }],
    account_resource: { acquired_delegated_frozenV2_balance_for_energy: STAKE_SUN },
  });
  expect(visible).not.toHaveProperty("type");
  const address = chain.tronweb.address.toHex(RECEIVER);
  expect(await chain.post("/wallet/getaccount", { address })).toMatchObject({ address });
  const block = await chain.post("/wallet/getnowblock", {});
  expect(JSON.stringify(block)).toContain('"owner_address":"41');
  const found = await chain.post("/wallet/gettransactionbyid", {
    value: included.txID,
    visible: true,
  });
  const contract = included.raw_data.contract[0];
  expect(found).toMatchObject({
    txID: included.txID,
    raw_data_hex: included.raw_data_hex,
    ret: [{ contractRet: "SUCCESS" }],
    raw_data: {
      contract: [
        {
          type: contract?.type,
          Permission_id: 2,
          parameter: { value: { owner_address: chain.owner, receiver_address: RECEIVER } },
        },
      ],
    },
  });
});

test("bad input is answered with status 200 and a java class", async () => {
  const parse = "class org.tron.core.services.http.JsonFormat$ParseException : 1:1: ";
  const nullPointer = "class java.lang.NullPointerException : null";
  const cases: [string, Json, string][] = [
    ["getaccount", { address: "xyz" }, `${parse}INVALID hex String`],
    ["getaccount", { address: 5 }, `${parse}Expected string.`],
    [
      "getaccount",
      { address: "T0", visible: true },
      `${parse}INVALID base58 String, Illegal character 0 at 1`,
    ],
    ["getaccount", { address: "Txx", visible: true }, nullPointer],
    ["getblockbynum", { num: "x" }, `${parse}Couldn't parse integer: For input string: ""x""`],
    ["getblock", { id_or_num: "-1" }, "num must be non-positive number."],
    ["getblock", { id_or_num: "abc" }, "id must be legal block hash."],
    ["gettransactionbyid", { value: "zz" }, `${parse}INVALID hex String`],
  ];
  for (const [path, body, text] of cases) {
    expect(await chain.post(`/wallet/${path}`, body)).toEqual({ Error: text });
  }
  const response = await fetch(`${chain.node.url}/wallet/getaccount`, {
    method: "POST",
    body: "{",
  });
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({
    Error: expect.stringMatching(/^class com.alibaba.fastjson.JSONException : syntax error/),
  });
});

test("blocks by number, by id, by range, and those that do not exist", async () => {
  const head = await chain.post("/wallet/getnowblock");
  const { blockID } = head;
  const number = Number.parseInt(String(blockID).slice(0, 16), 16);
  expect(await chain.post("/wallet/getblockbynum", { num: number })).toEqual(head);
  expect(await chain.post("/wallet/getblock", { id_or_num: blockID, detail: true })).toEqual(head);
  const { transactions, ...header } = head;
  expect(transactions).toHaveLength(1);
  expect(await chain.post("/wallet/getblock", { detail: false })).toEqual(header);
  expect(await chain.post("/wallet/getblockbynum", { num: number + 1 })).toEqual({});
  expect(await chain.post("/walletsolidity/getblockbynum", { num: number })).toEqual({});
  const range = { startNum: number - 2, endNum: number + 5 };
  const blocks = await chain.tronweb.trx.getBlockRange(number - 2, number);
  expect(blocks).toHaveLength(3);
  expect(blocks.at(-1)).toEqual(head);
  expect(blocks[1]?.block_header.raw_data.parentHash).toBe(blocks[0]?.blockID);
  expect(await chain.post("/wallet/getblockbylimitnext", range)).toEqual({ block: blocks });
  const tooMany = { startNum: 0, endNum: 101 };
  expect(await chain.post("/wallet/getblockbylimitnext", tooMany)).toEqual({});
});

test("GET with a query means the same as POST with a body", async () => {
  const get = async (path: string): Promise<unknown> => (await fetch(chain.node.url + path)).json();
  expect(await get("/wallet/getnowblock")).toEqual(await chain.post("/wallet/getnowblock"));
  expect(await get("/wallet/getblockbynum?num=1")).toEqual(
    await chain.post("/wallet/getblockbynum", { num: 1 }),
  );
  expect(await get(`/wallet/getaccount?address=${OTHER}&visible=true`)).toMatchObject({
    address: OTHER,
  });
});

test("a transaction's receipt by id and by block", async () => {
  const info = await chain.post("/wallet/gettransactioninfobyid", { value: included.txID });
  const block = { num: info.blockNumber };
  expect(await chain.post("/wallet/gettransactioninfobyblocknum", block)).toEqual([info]);
  expect(
    await chain.post("/walletsolidity/gettransactioninfobyid", { value: included.txID }),
  ).toEqual({});
});

test("a pending transaction is known by id and says SUCCESS, but has no receipt", async () => {
  const pending = await chain.delegation({ stakeSun: 2_000_000 });
  await chain.broadcast(pending);
  const value = { value: pending.txID };
  expect(await chain.post("/wallet/gettransactionbyid", value)).toMatchObject({
    ret: [{ contractRet: "SUCCESS" }],
  });
  expect(await chain.post("/wallet/gettransactioninfobyid", value)).toEqual({});
  expect(await chain.post("/walletsolidity/gettransactionbyid", value)).toEqual({});
  await chain.mine();
});

test("parameters of the network", async () => {
  const parameters = await chain.tronweb.trx.getChainParameters();
  const parameter = (key: string) => parameters.find((one) => one.key === key)?.value;
  expect(parameter("getMaxDelegateLockPeriod")).toBe(864_000);
  expect(parameter("getTransactionFee")).toBe(1_000);
  expect(parameter("getEnergyFee")).toBe(100);
  expect(parameters.find((one) => one.key === "getAllowAdaptiveEnergy")).toEqual({
    key: "getAllowAdaptiveEnergy",
  });
  const info = await chain.tronweb.trx.getNodeInfo();
  expect(info.configNodeInfo.codeVersion).toBe("4.8.0");
  expect(await chain.tronweb.fullNode.isConnected()).toBe(true);
});

test("weights are the operator's to set", async () => {
  const before = await chain.tronweb.trx.getAccountResources(RECEIVER);
  await poster(chain.node.url, "/sandbox/weights", { energyWeight: 33_120_000_000 });
  const after = await chain.tronweb.trx.getAccountResources(RECEIVER);
  expect(after.EnergyLimit).toBe(Math.trunc(before.EnergyLimit / 2));
});
