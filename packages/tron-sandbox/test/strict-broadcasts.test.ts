/** Broadcasts that java-tron takes apart more strictly, or more loosely, than one would think. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { addressOfKey, randomPrivateKeyHex } from "../src/crypto/keys.js";
import { toBase58 } from "../src/wire/address.js";
import { contractOf, craft } from "./crafted.js";
import { type Json, mnemonicKey, OTHER, RECEIVER, type Rig, rig, type Signed } from "./support.js";

let chain: Rig;

beforeAll(async () => {
  chain = await rig();
});

afterAll(() => chain.close());

const bytes = (base58: string) => Buffer.from(chain.tronweb.address.toHex(base58), "hex");
const transferOf = (amount: number) => ({
  owner_address: bytes(RECEIVER),
  to_address: bytes(OTHER),
  amount,
});
const text = (message: unknown) => Buffer.from(String(message), "hex").toString();
const send = (transaction: unknown) => chain.post("/wallet/broadcasttransaction", transaction);
const sendHex = (hex: string) => chain.post("/wallet/broadcasthex", { transaction: hex });

/** A delegation whose JSON somebody changed after it was signed. */
async function changed(change: (json: Changeable) => void, how = {}): Promise<Json> {
  const json = JSON.parse(JSON.stringify(await chain.delegation(how)));
  change(json);
  return send(json);
}

interface Changeable {
  signature: unknown;
  raw_data: {
    expiration: unknown;
    auths?: unknown;
    contract: {
      Permission_id?: unknown;
      parameter: { type_url?: string; value: { [field: string]: unknown } };
    }[];
  };
}

const first = (json: Changeable) => {
  const [contract] = json.raw_data.contract;
  if (contract === undefined) throw new Error("no contract");
  return contract;
};

const noContract = "Contract validate error : No contract!";
const nullPointer = { Error: "class java.lang.NullPointerException : null" };

test("numbers and flags written as texts leave no contract", async () => {
  const cases: [(json: Changeable) => void, object][] = [
    [(json) => (first(json).parameter.value.balance = "5980000000"), {}],
    [(json) => (first(json).parameter.value.lock = "true"), { lockBlocks: 300 }],
    [(json) => (first(json).parameter.value.resource = "energy"), {}],
    [(json) => (first(json).parameter.value.receiver_address = 5), {}],
  ];
  for (const [change, how] of cases) {
    const answer = await changed(change, how);
    expect(answer).toMatchObject({ code: "CONTRACT_VALIDATE_ERROR" });
    expect(text(answer.message)).toBe(noContract);
  }
});

test("outside the contract's parameter they leave nothing at all", async () => {
  const cases: ((json: Changeable) => void)[] = [
    (json) => (json.raw_data.expiration = String(json.raw_data.expiration)),
    (json) => (first(json).Permission_id = "2"),
    (json) => (first(json).Permission_id = "abc"),
    (json) => (json.signature = ["zz"]),
  ];
  for (const change of cases) expect(await changed(change)).toEqual(nullPointer);
});

test("what was not signed changes the bytes and so the signer", async () => {
  const cases: ((json: Changeable) => void)[] = [
    (json) => delete first(json).parameter.type_url,
    (json) =>
      (first(json).parameter.type_url = "type.googleapis.com/protocol.UnDelegateResourceContract"),
    (json) => (json.raw_data.auths = [{ permission_name: "61" }]),
  ];
  for (const change of cases) {
    const answer = await changed(change);
    expect(answer).toMatchObject({ code: "SIGERROR" });
    expect(text(answer.message)).toMatch(/ but it is not contained of permission\.$/);
  }
});

test("one signature needs no list, and visible makes no difference to what is signed", async () => {
  const alone = await changed((json) => {
    json.signature = (json.signature as string[])[0];
  });
  expect(alone).toEqual({ result: true, txid: expect.any(String) });
});

test("a contract of another type than its parameter, or of broken bytes, has no owner", async () => {
  const parameter = transferOf(1);
  const { value } = contractOf({ name: "TransferContract", parameter }).parameter as Json;
  const google = "type.googleapis.com/protocol.";
  const wrong = [
    { type_url: `${google}DelegateResourceContract`, value: value as Buffer },
    { type_url: "protocol.TransferContract", value: value as Buffer },
    { type_url: "", value: value as Buffer },
    { type_url: `${google}TransferContract`, value: Buffer.from("0a15", "hex") },
  ];
  for (const [index, one] of wrong.entries()) {
    for (const [permission, said] of [
      [0, /is signed by \w+ but it is not contained of permission\.$/],
      [2, /is signed by \w+ but it is not contained of permission\.$/],
      [3, /^Validate signature error: permission isn't exit$/],
    ] as const) {
      const contract = { parameter: one, Permission_id: permission };
      const { hex, txid } = await craft(chain, { name: "TransferContract", parameter, contract });
      const answer = await sendHex(hex);
      expect({ index, ...answer }).toMatchObject({ index, code: "SIGERROR", txid });
      expect(answer.message).toMatch(said);
    }
  }
});

test("bytes without a transaction are one without a contract", async () => {
  for (const body of [{}, { transaction: "" }, { transaction: null }]) {
    expect(await chain.post("/wallet/broadcasthex", body)).toEqual({
      result: false,
      code: "CONTRACT_VALIDATE_ERROR",
      message: noContract,
      transaction: "{}",
      txid: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    });
  }
});

test("two contracts in one transaction", async () => {
  const contract = contractOf({ name: "TransferContract", parameter: transferOf(1) });
  const rawData = { contract: [contract, contract] };
  const { hex, txid } = await craft(chain, {
    name: "TransferContract",
    parameter: transferOf(1),
    rawData,
  });
  expect(await sendHex(hex)).toMatchObject({
    code: "CONTRACT_VALIDATE_ERROR",
    message:
      `Contract validate error : tx ${txid} contract size should be exactly 1, ` +
      "this is extend feature ,actual :2",
  });
});

test("key weights whose sum is beyond 64 bits", async () => {
  const keys = [RECEIVER, OTHER].map((one) => ({ address: bytes(one), weight: 2 ** 62 }));
  const owner = { permission_name: "owner", threshold: 1, keys };
  const active = { ...owner, type: 2, operations: Buffer.alloc(32) };
  const parameter = { owner_address: bytes(RECEIVER), owner, actives: [active] };
  const { hex } = await craft(chain, { name: "AccountPermissionUpdateContract", parameter });
  expect(await sendHex(hex)).toMatchObject({
    code: "CONTRACT_VALIDATE_ERROR",
    message: "Contract validate error : long overflow",
  });
});

test("the largest transfer that makes an account: 1,000 bytes, 65 a signature not counted", async () => {
  const parameter = {
    ...transferOf(1),
    to_address: Buffer.from(addressOfKey(randomPrivateKeyHex()), "hex"),
  };
  const withMemo = (length: number) =>
    craft(chain, {
      name: "TransferContract",
      parameter,
      rawData: { data: Buffer.alloc(length, "m") },
    });
  const sizeOf = ({ hex }: { hex: string }) => hex.length / 2;
  // A memo of 200 bytes has all the length prefixes of one that fills 1,000.
  const memo = 200 + 1_065 - sizeOf(await withMemo(200));
  const tooBig = await withMemo(memo + 1);
  expect(await sendHex(tooBig.hex)).toMatchObject({
    code: "TOO_BIG_TRANSACTION_ERROR",
    message:
      `Too big new account transaction, TxId ${tooBig.txid}, ` +
      "the size is 1001 bytes, maxTxSize 1000",
  });
  expect(await sendHex((await withMemo(memo)).hex)).toMatchObject({ code: "SUCCESS" });
});

test("behind a change of its permissions an account gets nothing more into that block", async () => {
  const keyHex = mnemonicKey(5);
  const account = chain.tronweb.address.fromPrivateKey(keyHex) || "";
  const stranger = toBase58(addressOfKey(randomPrivateKeyHex()));
  const newKeyHex = randomPrivateKeyHex();
  const builder = chain.tronweb.transactionBuilder;
  const keys = [{ address: toBase58(addressOfKey(newKeyHex)), weight: 1 }];
  const update = await builder.updateAccountPermissions(
    account,
    { type: 0, permission_name: "owner", threshold: 1, keys },
    undefined,
    [{ type: 2, permission_name: "active", threshold: 1, keys, operations: "02".padEnd(64, "0") }],
  );
  const before = await sign(await builder.sendTrx(OTHER, 1, account), keyHex);
  const first = await sign(update, keyHex);
  const behind = await sign(await builder.sendTrx(stranger, 2_000_000, account), newKeyHex);
  for (const one of [before, first, behind]) {
    expect(await chain.broadcast(one)).toMatchObject({ code: "SUCCESS" });
  }
  await chain.mine(2);
  const info = (value: string) => chain.post("/wallet/gettransactioninfobyid", { value });
  expect(await info(before.txID)).toHaveProperty("blockNumber");
  expect(await info(first.txID)).toHaveProperty("blockNumber");
  expect(await info(behind.txID)).toEqual({});
  // Whoever sends it again gets it into a later block.
  expect(await chain.broadcast(behind)).toMatchObject({ code: "SUCCESS" });
  await chain.mine();
  expect(await info(behind.txID)).toHaveProperty("blockNumber");
});

function sign(built: Parameters<Rig["tronweb"]["trx"]["sign"]>[0], keyHex: string) {
  return chain.tronweb.trx.sign(built, keyHex, true, true) as Promise<Signed>;
}
