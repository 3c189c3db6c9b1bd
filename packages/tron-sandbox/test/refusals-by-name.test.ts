/** Refusals that are asked for by name: in java-tron's words, for the transactions they can be said of. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { REFUSAL_NAMES } from "../src/http/refusals.js";
import { mnemonicKey, OTHER, RECEIVER, type Rig, rig, type Signed, STAKE_SUN } from "./support.js";

const PATH = "/wallet/broadcasthex";

let chain: Rig;

beforeAll(async () => {
  chain = await rig();
});

beforeEach(async () => {
  await chain.post("/sandbox/faults", { clear: true });
});

afterAll(() => chain.close());

const reject = (reason: string, more: object = {}) =>
  chain.post("/sandbox/faults", { add: [{ kind: "reject", path: PATH, reason, ...more }] });

async function faults(): Promise<unknown> {
  return (await chain.post("/sandbox/faults")).faults;
}

async function transfer(sun: number): Promise<Signed> {
  const built = await chain.tronweb.transactionBuilder.sendTrx(OTHER, sun, RECEIVER);
  return chain.tronweb.trx.sign(built, mnemonicKey(0));
}

const hex = (address: string) => chain.tronweb.address.toHex(address);
const committee = "transaction, need to be opened by the committee";
const TRX = 1_000_000;

/** From the tables of java-tron 4.8.0: the actuators' checks in their order, then the node's own. */
const SAID: readonly [string, "delegate" | "undelegate" | "transfer", () => string][] = [
  ["delegation-not-supported", "delegate", () => "No support for resource delegate"],
  ["delegation-not-opened", "delegate", () => `Not support Delegate resource ${committee}`],
  ["invalid-owner", "delegate", () => "Invalid address"],
  ["owner-not-activated", "delegate", () => `Account[${hex(chain.owner)}] not exists`],
  ["below-1-trx", "delegate", () => "delegateBalance must be greater than or equal to 1 TRX"],
  [
    "not-enough-stake",
    "delegate",
    () => "delegateBalance must be less than or equal to available FreezeEnergyV2 balance",
  ],
  [
    "unknown-resource",
    "delegate",
    () => "ResourceCode error, valid ResourceCode[BANDWIDTH、ENERGY]",
  ],
  ["invalid-receiver", "delegate", () => "Invalid receiverAddress"],
  ["receiver-is-owner", "delegate", () => "receiverAddress must not be the same as ownerAddress"],
  ["receiver-not-activated", "delegate", () => `Account[${hex(RECEIVER)}] not exists`],
  [
    "lock-too-long",
    "delegate",
    () => "The lock period of delegate resource cannot be less than 0 and cannot exceed 864000!",
  ],
  [
    "lock-too-short",
    "delegate",
    () =>
      "The lock period for ENERGY this time cannot be less than the remaining time" +
      "[903000ms] of the last lock period for ENERGY!",
  ],
  [
    "receiver-is-contract",
    "delegate",
    () => "Do not allow delegate resources to contract addresses",
  ],
  ["undelegation-not-opened", "undelegate", () => `Not support unDelegate resource ${committee}`],
  ["owner-not-activated", "undelegate", () => `Account[${hex(chain.owner)}] does not exist`],
  ["nothing-delegated", "undelegate", () => "delegated Resource does not exist"],
  ["nothing-to-take-back", "undelegate", () => "unDelegateBalance must be more than 0 TRX"],
  [
    "still-locked",
    "undelegate",
    () => `insufficient delegateFrozenBalance(Energy), request=${STAKE_SUN}, unlock_balance=0`,
  ],
  [
    "not-enough-trx",
    "transfer",
    () => "Validate TransferContract error, balance is not sufficient.",
  ],
];

async function transactionOf(kind: "delegate" | "undelegate" | "transfer"): Promise<Signed> {
  if (kind === "transfer") return transfer(TRX);
  return kind === "delegate" ? chain.delegation({ lockBlocks: 300 }) : chain.undelegation();
}

test.each(SAID)("%s of what would %s", async (reason, kind, text) => {
  await reject(reason);
  expect(await chain.broadcast(await transactionOf(kind))).toMatchObject({
    result: false,
    code: "CONTRACT_VALIDATE_ERROR",
    message: `Contract validate error : ${text()}`,
  });
  expect(await faults()).toEqual([]);
});

test.each([
  ["permission-missing", "SIGERROR", "Validate signature error: permission isn't exit"],
  ["permission-denied", "SIGERROR", "Validate signature error: Permission denied"],
  ["no-bandwidth", "BANDWITH_ERROR", "Account resource insufficient error."],
  ["unknown-block", "TAPOS_ERROR", "Tapos check error."],
  ["duplicate", "DUP_TRANSACTION_ERROR", "Dup transaction."],
  ["expired", "TRANSACTION_EXPIRATION_ERROR", "Transaction expired"],
  ["busy", "SERVER_BUSY", "Server busy."],
])("%s of any transaction", async (reason, code, message) => {
  await reject(reason);
  expect(await chain.broadcast(await transfer(TRX))).toMatchObject({ code, message });
});

test("every name stands in one of these tables", () => {
  const others = ["permission-missing", "permission-denied", "no-bandwidth", "unknown-block"];
  const named = [...SAID.map(([name]) => name), ...others, "duplicate", "expired", "busy"];
  expect([...REFUSAL_NAMES].sort()).toEqual([...new Set(named)].sort());
});

test("the words are those of the chain itself, where a client can provoke them", async () => {
  const { max_size: most } = await chain.tronweb.trx.getCanDelegatedMaxSize(chain.owner, "ENERGY");
  const provoked: [string, Signed][] = [
    ["below-1-trx", await chain.delegation({ stakeSun: 1 })],
    ["not-enough-stake", await chain.delegation({ stakeSun: most + 1 })],
    ["not-enough-stake", await chain.delegation({ resource: "BANDWIDTH", stakeSun: 1e15 })],
    [
      "receiver-not-activated",
      await chain.delegation({ receiver: "TUSQzWDnJfWTmvXrQAx4Vk13LLdp1BJMgC" }),
    ],
    ["lock-too-long", await chain.delegation({ lockBlocks: 864_001 })],
    ["nothing-delegated", await chain.undelegation()],
    ["not-enough-trx", await transfer(1e13)],
    ["permission-missing", await chain.delegation({ permissionId: 3 })],
  ];
  for (const [reason, transaction] of provoked) {
    const { code, message } = await chain.broadcast(transaction);
    await reject(reason);
    expect(await chain.broadcast(transaction), reason).toMatchObject({ code, message });
  }
});

test("it waits for a transaction it can be said of", async () => {
  await reject("not-enough-stake");
  expect(await chain.broadcast(await transfer(2 * TRX))).toMatchObject({ code: "SUCCESS" });
  await chain.post("/wallet/getnowblock");
  const refused = await chain.delegation();
  expect(await chain.broadcast(refused)).toMatchObject({ code: "CONTRACT_VALIDATE_ERROR" });
  expect(await chain.broadcast(refused)).toMatchObject({ code: "SUCCESS" });
});

test("or for one of its owner's", async () => {
  const [, second = ""] = chain.node.poolOwners;
  await reject("not-enough-stake", { owner: second });
  expect(await chain.broadcast(await chain.delegation())).toMatchObject({ code: "SUCCESS" });
  expect(await faults()).toEqual([
    { kind: "reject", path: PATH, reason: "not-enough-stake", owner: second, count: 1 },
  ]);
  const refused = await chain.delegation({ owner: second });
  expect(await chain.broadcast(refused)).toMatchObject({ code: "CONTRACT_VALIDATE_ERROR" });
  expect(await faults()).toEqual([]);
});

test("over JSON too, and with bandwidth in its own words", async () => {
  await reject("not-enough-stake", { path: "/wallet/broadcasttransaction" });
  const bandwidth = await chain.delegation({ resource: "BANDWIDTH", stakeSun: TRX });
  const answer = await chain.tronweb.trx.sendRawTransaction(bandwidth);
  expect(Buffer.from(answer.message ?? "", "hex").toString()).toBe(
    "Contract validate error : delegateBalance must be less than or equal to available " +
      "FreezeBandwidthV2 balance",
  );
});

test("any fault can be one account's alone", async () => {
  const [, second = ""] = chain.node.poolOwners;
  const add = [{ kind: "never-include", path: PATH, owner: second, count: 2 }];
  await chain.post("/sandbox/faults", { add });
  const first = await chain.delegation({ stakeSun: 3 * TRX });
  const other = await chain.delegation({ stakeSun: 3 * TRX, owner: second });
  for (const one of [first, other]) {
    expect(await chain.broadcast(one)).toMatchObject({ code: "SUCCESS" });
  }
  await chain.mine(2);
  const infoOf = ({ txID }: Signed) =>
    chain.post("/wallet/gettransactioninfobyid", { value: txID });
  expect(await infoOf(first)).toHaveProperty("blockNumber");
  expect(await infoOf(other)).toEqual({});
  expect(await faults()).toMatchObject([{ count: 1 }]);
});

test("a name or an owner that is none is refused with what it takes", async () => {
  const wrong = await reject("because");
  expect(wrong.Error).toMatch(/^add\.0\.reason: must be one of .*not-enough-stake, /);
  expect(await reject("busy", { owner: "T" })).toEqual({
    Error: "add.0.owner: must be a base58 address",
  });
});
