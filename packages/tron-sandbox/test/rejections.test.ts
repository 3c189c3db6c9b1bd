/** Every refusal of a broadcast, with the code and the text that a client acts upon. */
import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addressOfKey, randomPrivateKeyHex } from "../src/crypto/keys.js";
import { toBase58 } from "../src/wire/address.js";
import { ask } from "./crafted.js";
import { mnemonicKey, OTHER, RECEIVER, type Rig, rig } from "./support.js";

let chain: Rig;

beforeAll(async () => {
  chain = await rig();
});

afterAll(() => chain.close());

const strangerHex = addressOfKey(randomPrivateKeyHex());
const stranger = toBase58(strangerHex);

const builder = () => chain.tronweb.transactionBuilder;

function validate(message: string): object {
  return {
    result: false,
    code: "CONTRACT_VALIDATE_ERROR",
    message: `Contract validate error : ${message}`,
  };
}

test("a receiver that is not activated, is the owner, or is a contract", async () => {
  expect(await chain.broadcast(await chain.delegation({ receiver: stranger }))).toMatchObject(
    validate(`Account[${strangerHex}] not exists`),
  );
  await chain.post("/sandbox/contract", { address: OTHER });
  expect((await chain.tronweb.trx.getUnconfirmedAccount(OTHER)).type).toBe("Contract");
  expect(await chain.broadcast(await chain.delegation({ receiver: OTHER }))).toMatchObject(
    validate("Do not allow delegate resources to contract addresses"),
  );
});

test("the same bytes twice, while pending and when included", async () => {
  const transaction = await chain.delegation();
  expect(await chain.broadcast(transaction)).toMatchObject({ result: true, code: "SUCCESS" });
  const again = { result: false, code: "DUP_TRANSACTION_ERROR", message: "Dup transaction." };
  expect(await chain.broadcast(transaction)).toMatchObject(again);
  await chain.mine();
  expect(await chain.broadcast(transaction)).toMatchObject(again);
});

test.each([
  ["UnfreezeBalanceV2Contract", () => builder().unfreezeBalanceV2(1_000_000, "ENERGY", RECEIVER)],
  ["VoteWitnessContract", () => builder().vote({ [RECEIVER]: 1 }, RECEIVER)],
  ["AccountUpdateContract", () => builder().updateAccount("renamed", RECEIVER)],
  ["SetAccountIdContract", () => builder().setAccountId("0x6163636f756e74", RECEIVER)],
])("%s, which is signed well but not executed here, by its name", async (name, build) => {
  const transaction = await chain.tronweb.trx.sign(await build(), mnemonicKey(0));
  const executed =
    "AccountCreateContract, TransferContract, TriggerSmartContract, " +
    "AccountPermissionUpdateContract, FreezeBalanceV2Contract, DelegateResourceContract, UnDelegateResourceContract";
  const refused = validate(`The sandbox does not execute ${name}, only ${executed}`);
  expect(await chain.broadcast(transaction)).toMatchObject(refused);
  const answer = await chain.tronweb.trx.sendRawTransaction(transaction);
  expect(answer).toMatchObject({ code: "CONTRACT_VALIDATE_ERROR", txid: transaction.txID });
  expect({ ...refused, message: Buffer.from(answer.message ?? "", "hex").toString() }).toEqual(
    refused,
  );
  const stranger = await chain.tronweb.trx.sign(await build(), randomPrivateKeyHex(), true, true);
  expect((await chain.tronweb.trx.sendRawTransaction(stranger)).code).toBe("SIGERROR");
});

test("a path of java-tron that is not there, by its name", async () => {
  const how = { method: "POST", body: "{}" };
  const { status, text } = await ask(chain, "/wallet/createtransaction", how);
  expect(status).toBe(405);
  expect(text).toContain("The sandbox node has nothing at /wallet/createtransaction");
});

test("a transaction that has expired, or would live longer than a day", async () => {
  const expired = { code: "TRANSACTION_EXPIRATION_ERROR", message: "Transaction expired" };
  expect(await chain.broadcast(await chain.delegation({ lifetimeMs: 2_999 }))).toMatchObject(
    expired,
  );
  const long = await chain.delegation({ lifetimeMs: 86_400_001 });
  expect(await chain.broadcast(long)).toMatchObject(expired);
  const enough = await chain.delegation({ lifetimeMs: 3_000 });
  expect(await chain.broadcast(enough)).toMatchObject({ code: "SUCCESS" });
  const waits = await chain.delegation({ lifetimeMs: 6_000 });
  await chain.mine(2);
  expect(await chain.broadcast(waits)).toMatchObject(expired);
});

test("a reference block of another chain", async () => {
  const reference = { blockID: createHash("sha256").update("elsewhere").digest("hex") };
  expect(await chain.broadcast(await chain.delegation({ reference }))).toMatchObject({
    code: "TAPOS_ERROR",
    message: "Tapos check error.",
  });
});

test("the signature is checked before the reference block", async () => {
  const reference = { blockID: "f".repeat(64) };
  const keyHex = randomPrivateKeyHex();
  const wrong = await chain.broadcast(await chain.delegation({ reference, keyHex }));
  expect(wrong.code).toBe("SIGERROR");
});

test("a key that is not in the permission", async () => {
  const keyHex = randomPrivateKeyHex();
  const transaction = await chain.delegation({ keyHex });
  const signature = transaction.signature[0]?.toLowerCase();
  const signer = toBase58(addressOfKey(keyHex));
  expect(await chain.broadcast(transaction)).toMatchObject({
    code: "SIGERROR",
    message:
      `Validate signature error: ${signature} is signed by ${signer} ` +
      "but it is not contained of permission.",
  });
});

test("a permission that does not exist, or lacks the operation", async () => {
  expect(await chain.broadcast(await chain.delegation({ permissionId: 3 }))).toMatchObject({
    code: "SIGERROR",
    message: "Validate signature error: permission isn't exit",
  });
  const built = await chain.tronweb.transactionBuilder.sendTrx(RECEIVER, 1, chain.owner, {
    permissionId: 2,
  });
  const signed = await chain.tronweb.trx.sign(built, chain.node.operatorKeyHex, true, true);
  expect(await chain.broadcast(signed)).toMatchObject({
    code: "SIGERROR",
    message: "Validate signature error: Permission denied",
  });
});

test("no signature, a short one, a bad recovery byte, too many, the same one twice", async () => {
  const transaction = await chain.delegation();
  const one = transaction.signature[0] ?? "";
  const cases: [string[], string][] = [
    [[], "miss sig or contract"],
    [[one.slice(0, 64)], "Signature size is 32"],
    [[`${one.slice(0, 128)}50`], "java.security.SignatureException: Header byte out of range: 80"],
    [[one, one], "Signature count is 2 more than key counts of permission : 1"],
    [Array(6).fill(one), "too many signatures"],
  ];
  for (const [signature, message] of cases) {
    expect(await chain.broadcast({ ...transaction, signature })).toMatchObject({
      code: "SIGERROR",
      message: `Validate signature error: ${message}`,
    });
  }
});

test("an owner that can pay neither bandwidth nor TRX", async () => {
  const keyHex = mnemonicKey(5);
  const poor = chain.tronweb.address.fromPrivateKey(keyHex) || "";
  const send = (sun: number) => chain.tronweb.transactionBuilder.sendTrx(RECEIVER, sun, poor);
  const broadcast = async (sun: number) =>
    chain.broadcast(await chain.tronweb.trx.sign(await send(sun), keyHex));
  expect(await broadcast(500_000_001)).toMatchObject({ code: "SUCCESS" });
  expect(await broadcast(499_999_999)).toMatchObject({ code: "SUCCESS" });
  await chain.mine();
  expect(await broadcast(1)).toMatchObject({
    code: "BANDWITH_ERROR",
    message: "Account resource insufficient error.",
  });
});

test("bytes that are no transaction", async () => {
  expect(await chain.post("/wallet/broadcasthex", { transaction: "0a05" })).toEqual({
    Error: expect.stringMatching(/^class com.google.protobuf.InvalidProtocolBufferException : /),
  });
  expect(await chain.post("/wallet/broadcasthex", { transaction: "xyz" })).toEqual({
    Error: expect.stringMatching(/^class org.bouncycastle.util.encoders.DecoderException : /),
  });
});
