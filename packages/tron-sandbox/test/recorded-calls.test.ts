/**
 * Calls of contracts as a real java-tron 4.8.0 answered them (fixtures/java-tron-calls.json), and
 * the sandbox node's in a like situation: the same fields of the same types, the same events, and
 * as much Energy.
 */
import { readFileSync } from "node:fs";
import { TronWeb } from "tronweb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeBlock } from "../src/chain/block.js";
import { addressOfKey } from "../src/crypto/keys.js";
import { USDT_CONTRACT } from "../src/index.js";
import { toBase58 } from "../src/wire/address.js";
import { encodeTransaction } from "../src/wire/transaction.js";
import { type Json, mnemonicKey, OTHER, type Rig, rig, shapeOf } from "./support.js";

interface Recorded {
  readonly transaction: Json & { readonly ret: unknown };
  readonly info: Info;
}

interface Info extends Json {
  readonly id: string;
  readonly blockNumber: number;
  readonly receipt: Json;
  readonly log?: readonly { readonly topics: readonly string[]; readonly data: string }[];
}

interface RecordedTransaction {
  readonly txID: string;
  readonly raw_data_hex: string;
  readonly signature: readonly string[];
  readonly ret: readonly { readonly contractRet: string }[];
}

const FILE = new URL("./fixtures/java-tron-calls.json", import.meta.url);
const RECORDED = JSON.parse(readFileSync(FILE, "utf8"));

const NEW = [
  "TXaf1XNS1sKFcd54A9yXrQxGvAKsTnAB7h",
  "TDLsZhunjTCGRFyxvD2UYvfjW564crEubz",
  "TSvGUAgQoQRwBxtfHbgdZEx6HkgSdMAKNm",
] as const;
const HOLDER = toBase58(addressOfKey(mnemonicKey(7)));

let chain: Rig;

beforeAll(async () => {
  chain = await rig();
  for (const to of [HOLDER, OTHER]) await chain.post("/sandbox/pay", { to, usdt: 100 });
});

afterAll(() => chain.close());

/** The infos of the block in which the payment is, which is the last of them. */
async function paid(body: Json): Promise<{ ours: Info; all: Info[] }> {
  const { txid, blockNumber } = await chain.post("/sandbox/pay", body);
  expect(txid).toMatch(/^[0-9a-f]{64}$/);
  const answer: unknown = await chain.post("/wallet/gettransactioninfobyblocknum", {
    num: blockNumber,
  });
  const all = answer as Info[];
  const ours = await chain.post("/wallet/gettransactioninfobyid", { value: txid });
  expect(all.at(-1)).toEqual(ours);
  return { ours: ours as Info, all };
}

/** Bandwidth and Energy are paid now in one way and now in the other. */
function withoutPayment({ fee, receipt, ...info }: Info): Json {
  const { net_usage, net_fee, energy_fee, energy_usage, ...rest } = receipt;
  expect([net_usage ?? net_fee, fee, energy_fee ?? energy_usage].map((one) => typeof one)).toEqual([
    "number",
    "number",
    "number",
  ]);
  return { ...info, receipt: rest };
}

const unitsOf = ({ receipt }: Info) => receipt.energy_usage_total;

test("the root of the recorded block is of its transactions and of how they ended", () => {
  const { block_header, transactions } = RECORDED.block;
  const included = transactions.map(
    ({ txID, raw_data_hex, signature, ret }: RecordedTransaction) => {
      const bytes = encodeTransaction(Buffer.from(raw_data_hex, "hex"), [
        Buffer.from(signature[0] ?? "", "hex"),
      ]);
      return { txid: txID, bytes, call: { result: ret[0]?.contractRet } };
    },
  );
  const producer = { address: "41", privateKeyHex: "1".repeat(64) };
  const { root } = makeBlock(1, "00", 0, included, producer);
  expect(root.toString("hex")).toBe(block_header.raw_data.txTrieRoot);
});

test.each([
  ["transfer", { to: NEW[0], usdt: 20 }],
  ["transferFrom", { to: NEW[1], usdt: 5, kind: "allowance" }],
  ["twoInOne", { to: OTHER, usdt: 3, kind: "two_events" }],
  ["internalTrx", { to: OTHER, trx: 2, kind: "internal" }],
  ["revertedInside", { to: OTHER, usdt: 1, kind: "rejected_internal" }],
  ["failed", { to: OTHER, usdt: 1_000_000_000, wallet: "too poor" }],
  ["outOfEnergy", { to: OTHER, usdt: 1, kind: "failed" }],
] as const)("%s has the recorded fields, of the recorded types", async (name, body) => {
  const { info, transaction } = RECORDED[name] as Recorded;
  const { ours } = await paid(body);
  expect(shapeOf(withoutPayment(ours))).toEqual(shapeOf(withoutPayment(info)));
  expect(ours.receipt.result).toBe(info.receipt.result);
  const stored = await chain.post("/wallet/gettransactionbyid", { value: ours.id });
  expect(stored.ret).toEqual(transaction.ret);
  expect(shapeOf(stored)).toEqual(shapeOf(transaction));
});

test.each([
  ["transfer", { to: NEW[2], usdt: 20 }],
  ["failed", { to: OTHER, usdt: 1_000_000, wallet: "poor as well" }],
  ["outOfEnergy", { to: OTHER, usdt: 1, kind: "failed" }],
  ["twoInOne", { to: OTHER, usdt: 3, kind: "two_events" }],
] as const)("%s takes as much Energy as recorded", async (name, body) => {
  const { ours } = await paid(body);
  expect(unitsOf(ours)).toBe(unitsOf(RECORDED[name].info));
});

test("an allowance is two transactions, as recorded", async () => {
  const { all } = await paid({ to: NEW[0], usdt: 1, kind: "allowance" });
  expect(all).toHaveLength(2);
  const [approval] = all as [Info, Info];
  expect(shapeOf(withoutPayment(approval))).toEqual(shapeOf(withoutPayment(RECORDED.approve.info)));
  expect(unitsOf(approval)).toBe(unitsOf(RECORDED.approve.info));
});

/** The recorded events, but that the addresses are of here. */
test("events say the same of from, to and amount", async () => {
  const word = (address: string) => TronWeb.address.toHex(address).slice(2).padStart(64, "0");
  const { ours } = await paid({ to: HOLDER, usdt: 20 });
  const { faucet } = await chain.post("/sandbox/state");
  const [recorded] = RECORDED.transfer.info.log;
  expect(ours.log).toEqual([
    {
      address: TronWeb.address.toHex(USDT_CONTRACT).slice(2),
      topics: [recorded.topics[0], word(String(faucet)), word(HOLDER)],
      data: recorded.data,
    },
  ]);
});

const ASKED = { owner_address: HOLDER, contract_address: USDT_CONTRACT, visible: true };

test.each([
  ["balanceOf", "balanceOf(address)", ""],
  ["transferEstimate", "transfer(address,uint256)", "f4240".padStart(64, "0")],
] as const)("%s is tried with the recorded fields and Energy", async (name, selector, rest) => {
  const someone = "ab".repeat(20).padStart(64, "0");
  const asked = { ...ASKED, function_selector: selector, parameter: someone + rest };
  const ours = await chain.post("/wallet/triggerconstantcontract", asked);
  expect(shapeOf(ours)).toEqual(shapeOf(RECORDED[name]));
  expect(ours.energy_used).toBe(RECORDED[name].energy_used);
});
