/** Incoming money in java-tron's own answers: what each kind of transaction brings, and which answers are not believed. */
import { describe, expect, it } from "vitest";
import { transfersOf } from "../../src/chain/incoming-money.js";
import type { ChainBlock } from "../../src/chain/port.js";
import { address, addressFromHex, addressToHex } from "../../src/domain/address.js";
import { AssertionFailed, must } from "../../src/domain/assert.js";
import type { IncomingMoney } from "../../src/domain/deposit.js";
import { TXID } from "./fixtures.js";
import {
  ADA,
  BLOCK_NUMBER,
  BLOCK_TIME_MS,
  BOB,
  blockInfos,
  type Info,
  MULTI,
  PAYER,
  type RecordedName,
  recorded,
  USDT,
} from "./recorded.js";
import { answers, chain, node, refused, useStubbedChain } from "./stubbed-chain.js";

useStubbedChain();

const INFOS = "/walletsolidity/gettransactioninfobyblocknum";
const INFO = "/walletsolidity/gettransactioninfobyid";
const TRANSACTION = "/walletsolidity/gettransactionbyid";

type Money = Omit<IncomingMoney, "txid">;
const log = { source: "log", asset: USDT } as const;
const internal = { source: "internal", asset: "TRX", from: MULTI, amount: 2_000_000n } as const;

/** What each recorded transaction brought. */
const BRINGS: Readonly<Record<RecordedName, readonly Money[]>> = {
  transfer: [{ ...log, position: 0, from: PAYER, to: ADA, amount: 20_000_000n }],
  approve: [],
  transferFrom: [{ ...log, position: 0, from: PAYER, to: BOB, amount: 5_000_000n }],
  twoInOne: [
    { ...log, position: 0, from: MULTI, to: ADA, amount: 3_000_000n },
    { ...log, position: 1, from: MULTI, to: BOB, amount: 3_000_000n },
  ],
  internalTrx: [
    { ...internal, position: 0, to: ADA },
    { ...internal, position: 1, to: BOB },
  ],
  revertedInside: [],
  failed: [],
  outOfEnergy: [],
  trx: [
    { source: "transfer", position: 0, from: PAYER, to: ADA, asset: "TRX", amount: 7_000_000n },
  ],
};
const NAMES = Object.keys(BRINGS) as RecordedName[];

function brought(name: RecordedName): IncomingMoney[] {
  const txid = recorded().transactions[name].info.id;
  return BRINGS[name].map((money) => ({ txid, ...money }));
}

async function recordedBlock(): Promise<ChainBlock> {
  answers(recorded().block);
  return must(await chain.block(BLOCK_NUMBER), "the block was recorded");
}

describe("the money of a solid block", () => {
  it("is what the contracts of its transactions told and sent, in its order", async () => {
    const block = await recordedBlock();
    answers(blockInfos());
    const inBlock = NAMES.filter((name) => !["transfer", "approve", "trx"].includes(name));
    expect(await chain.solidMoney(block)).toEqual({ money: inBlock.flatMap(brought), unread: [] });
    expect(node.requests.slice(1)).toMatchObject([{ path: INFOS, body: { num: BLOCK_NUMBER } }]);
    answers(blockInfos().reverse());
    expect(await chain.solidMoney(block)).toEqual({ money: inBlock.flatMap(brought), unread: [] });
  });

  it("sent as TRX is in the block itself", async () => {
    const transfers = transfersOf(await recordedBlock());
    const [ours] = brought("trx");
    expect(transfers).toHaveLength(3);
    expect(transfers.at(-1)).toEqual(ours);
    for (const { source, position, asset } of transfers) {
      expect({ source, position, asset }).toEqual({
        source: "transfer",
        position: 0,
        asset: "TRX",
      });
    }
  });

  it("without transactions is none, and not asked for", async () => {
    const block = { ...(await recordedBlock()), transactions: [] };
    expect(await chain.solidMoney(block)).toEqual({ money: [], unread: [] });
    expect(transfersOf(block)).toEqual([]);
    expect(node.requests).toHaveLength(1);
  });

  const change = (at: number, fields: object) => (infos: Info[]) =>
    infos.map((info, index) => (index === at ? { ...info, ...fields } : info));

  it.each<[string, (infos: Info[]) => unknown, RegExp]>([
    ["that a lagging replica does not have", () => [], /answered nothing for block 1114/],
    ["without its last info", (infos) => infos.slice(0, -1), /leaves out transaction f56b556d/],
    ["with a foreign info", (infos) => [...infos, { ...infos[0], id: TXID }], /foreign .* 5{64}/],
    ["with an info twice", (infos) => [...infos, infos[0]], /transaction d3887181\w+ twice/],
    ["with an info of a foreign one instead", change(3, { id: TXID }), /foreign transaction/],
    ["with an info of another block", change(5, { blockNumber: 1_113 }), /tells of block 1113/],
    ["with an info of a fork", change(5, { blockTimeStamp: 1_795_387_242_000 }), /has the time/],
    ["with an info without a block", change(5, { blockNumber: undefined }), /: blockNumber/],
    ["with events that are none", change(5, { log: "none" }), /unusable: log/],
    ["that is empty", () => ({}), /answered nothing for block 1114/],
    ["that is no list", () => ({ list: [] }), /answered no list/],
  ])("is not read from an answer %s", async (_, lie, says) => {
    const block = await recordedBlock();
    answers(lie(blockInfos()));
    await refused(chain.solidMoney(block), says);
  });

  const contract = "5ae5cf659f0f43242897f965ce934f12de6389b5";
  const sending = (fields: object) => ({
    internal_transactions: [
      {
        note: "63616c6c",
        caller_address: `41${contract}`,
        callValueInfo: [{ callValue: 5 }],
        ...fields,
      },
    ],
  });

  /** What a stranger's contract may do to its own transaction alone. */
  it.each<[string, number, object, RegExp]>([
    ["says of a good one that it failed", 5, { result: "FAILED" }, /otherwise than its block says/],
    ["has an end that java-tron has not", 5, { result: "OK" }, /otherwise than its block says/],
    ["has an event that is none", 5, { log: [7] }, /its event 0 is none/],
    ["has TRX to no address", 7, sending({}), /internal transaction 0 has no address/],
    ["has TRX to half an address", 7, sending({ transferTo_address: "41aa" }), /has no address/],
    ["has half a SUN", 7, sending({ callValueInfo: [{ callValue: 0.5 }] }), /0 is none/],
  ])("is read but for one transaction whose info %s", async (_, at, fields, says) => {
    const block = await recordedBlock();
    answers(change(at, fields)(blockInfos()));
    const read = await chain.solidMoney(block);
    const txid = must(blockInfos()[at], "an info").id;
    expect(read.unread).toEqual([
      { txid, reason: expect.stringMatching(says), addresses: expect.any(Array) },
    ]);
    answers(blockInfos());
    const { money } = await chain.solidMoney(block);
    const others = (one: IncomingMoney) => one.txid !== txid;
    expect(read.money.filter(others)).toEqual(money.filter(others));
  });

  it("tells the addresses of what it cannot read", async () => {
    const block = await recordedBlock();
    answers(change(7, sending({ transferTo_address: `${addressToHex(ADA)}00` }))(blockInfos()));
    const { unread } = await chain.solidMoney(block);
    expect(unread[0]?.addresses).toContain(addressFromHex(`41${contract}`));
  });

  it("sent in more SUN than a double holds is at most what was sent", async () => {
    const block = await recordedBlock();
    const told = sending({
      transferTo_address: addressToHex(ADA),
      callValueInfo: [{ callValue: 2 ** 60 }],
    });
    answers(change(7, told)(blockInfos()));
    const { money } = await chain.solidMoney(block);
    const amount = BigInt(Number.MAX_SAFE_INTEGER);
    expect(money).toContainEqual(expect.objectContaining({ source: "internal", to: ADA, amount }));
  });
});

describe("the money of one transaction", () => {
  /** The node knows this of it. */
  function knows(told: object, known: object) {
    node.reply = ({ path }) => ({ [INFO]: told, [TRANSACTION]: known })[path];
  }

  it.each(NAMES)("is, with its block, of the recorded %s", async (name) => {
    const { info, transaction } = recorded().transactions[name];
    knows(info, transaction);
    expect(await chain.solidMoneyOf(info.id)).toEqual({
      blockNumber: info.blockNumber,
      blockTimestampMs: info.blockTimeStamp,
      success: name !== "failed" && name !== "outOfEnergy",
      money: brought(name),
    });
    expect(node.requests).toMatchObject([
      { path: INFO, body: { value: info.id } },
      { path: TRANSACTION, body: { value: info.id } },
    ]);
  });

  it("is undefined where the solidified state knows nothing of it", async () => {
    expect(await chain.solidMoneyOf(TXID)).toBeUndefined();
    await expect(chain.solidMoneyOf("f00")).rejects.toBeInstanceOf(AssertionFailed);
  });

  const { info, transaction } = recorded().transactions.transfer;
  const other = recorded().transactions.approve;

  it.each<[string, object, object, RegExp]>([
    ["without the info", {}, transaction, /infobyid knows nothing of f69b3afa\w+ yet/],
    ["without the transaction", info, {}, /transactionbyid knows nothing of f69b3afa/],
    ["with another info", other.info, transaction, /infobyid answered another transaction/],
    ["with another transaction", info, other.transaction, /byid answered another transaction/],
    [
      "with other bytes",
      info,
      { ...transaction, raw_data_hex: other.transaction.raw_data_hex },
      /the bytes of another transaction/,
    ],
    ["without its end", info, { ...transaction, ret: undefined }, /block 1113 without how/],
  ])("is not read from answers %s", async (_, told, known, says) => {
    knows(told, known);
    await refused(chain.solidMoneyOf(info.id), says);
  });

  it.each([
    ["its info", { ...info, result: "FAILED" }, transaction],
    ["its block", info, { ...transaction, ret: [{ contractRet: "REVERT" }] }],
  ])("is not read where it failed by %s alone", async (_, told, known) => {
    knows(told, known);
    await refused(chain.solidMoneyOf(info.id), /tells that it ended otherwise than its block says/);
  });

  it("is none when it failed, whatever events it has", async () => {
    knows({ ...info, result: "FAILED" }, { ...transaction, ret: [{ contractRet: "REVERT" }] });
    expect(await chain.solidMoneyOf(info.id)).toMatchObject({ success: false, money: [] });
  });

  const [event] = info.log as [{ address: string; topics: string[]; data: string }];
  const [signature = "", from = "", to = ""] = event.topics;
  const word = (hex: string) => hex.padStart(64, "0");

  async function moneyOf(fields: object): Promise<readonly IncomingMoney[]> {
    knows({ ...info, ...fields }, transaction);
    return (await chain.solidMoneyOf(info.id))?.money ?? [];
  }

  it.each<[string, object]>([
    ["another event", { topics: [word("1"), from, to] }],
    ["no topic", { topics: undefined }],
    ["the receiver not indexed", { topics: [signature, from] }],
    ["the piece of a collection", { topics: [signature, from, to, word("1")], data: "" }],
    ["a fourth topic", { topics: [signature, from, to, word("1")] }],
    ["no amount", { data: undefined }],
    ["half an amount", { data: event.data.slice(2) }],
    ["more than an amount", { data: `${event.data}00` }],
    ["an amount of 0", { data: word("0") }],
    ["the sender as receiver", { topics: [signature, from, from] }],
  ])("is none by an event with %s; its place is counted", async (_, fields) => {
    expect(await moneyOf({ log: [{ ...event, ...fields }] })).toEqual([]);
    const [money] = BRINGS.transfer;
    expect(await moneyOf({ log: [{ ...event, ...fields }, event] })).toEqual([
      { ...money, txid: info.id, position: 1 },
    ]);
  });

  it("is a token's of any contract, also made anew, in any amount", async () => {
    const made = {
      address: "9".repeat(40),
      topics: [signature, word("0"), to],
      data: "f".repeat(64),
    };
    expect(await moneyOf({ log: [made] })).toEqual([
      {
        txid: info.id,
        source: "log",
        position: 0,
        from: undefined,
        to: ADA,
        asset: addressFromHex(`41${"9".repeat(40)}`),
        amount: 2n ** 256n - 1n,
      },
    ]);
  });

  const hexOf = (text: string) => Buffer.from(text).toString("hex");
  const sending = {
    caller_address: `41${"5ae5cf659f0f43242897f965ce934f12de6389b5"}`,
    transferTo_address: `41${to.slice(24)}`,
    callValueInfo: [{ callValue: 2_000_000 }],
    note: hexOf("call"),
  };

  it.each<[string, object]>([
    ["one that was taken back", { rejected: true }],
    ["a delegation", { note: hexOf("delegateResourceOfEnergy") }],
    ["an undelegation", { note: hexOf("unDelegateResourceOfEnergy") }],
    ["a freeze for another", { note: hexOf("freezeForEnergy") }],
    [
      "a freeze of a nonsensical amount",
      { note: hexOf("freezeBalanceV2ForEnergy"), callValueInfo: [{ callValue: -5 }] },
    ],
    [
      "a vote, which has no receiver",
      { note: hexOf("voteWitness"), transferTo_address: undefined },
    ],
    ["a kind that nobody knows", { note: undefined }],
    ["nothing", { callValueInfo: [{}] }],
    ["a token of the old kind", { callValueInfo: [{}, { callValue: 5, tokenId: "1000001" }] }],
    ["TRX to itself", { transferTo_address: sending.caller_address }],
  ])("is none by an internal transaction that is %s", async (_, fields) => {
    expect(await moneyOf({ log: [], internal_transactions: [{ ...sending, ...fields }] })).toEqual(
      [],
    );
  });

  it("has the same place whether or not the node keeps stake among what contracts do", async () => {
    const stake = { ...sending, note: hexOf("delegateResourceOfEnergy") };
    const ends = { ...sending, note: hexOf("suicide") };
    const sent = [
      { ...sending, rejected: true },
      sending,
      { ...sending, callValueInfo: [{}] },
      ends,
    ];
    const money = await moneyOf({ log: [], internal_transactions: sent });
    expect(money.map(({ position }) => position)).toEqual([1, 3]);
    expect(await moneyOf({ log: [], internal_transactions: [stake, ...sent, stake] })).toEqual(
      money,
    );
  });
});

describe("solid blocks", () => {
  it("are read from the solidified state", async () => {
    answers({ block: [recorded().block] });
    const [block] = await chain.solidBlocks(BLOCK_NUMBER, BLOCK_NUMBER);
    expect(block).toMatchObject({ number: BLOCK_NUMBER, timestampMs: BLOCK_TIME_MS });
    expect(node.requests).toMatchObject([
      {
        path: "/walletsolidity/getblockbylimitnext",
        body: { startNum: BLOCK_NUMBER, endNum: BLOCK_NUMBER + 1 },
      },
    ]);
    await refused(
      chain.solidBlocks(BLOCK_NUMBER + 1, BLOCK_NUMBER + 1),
      /do not follow each other/,
    );
  });

  it("tell what their transactions send and call", async () => {
    const { transactions } = await recordedBlock();
    const acts = (name: RecordedName) => {
      const { id } = recorded().transactions[name].info;
      const { transfer, tokenCall } = must(
        transactions.find(({ txid }) => txid === id),
        name,
      );
      return { transfer, tokenCall };
    };
    expect(acts("trx").transfer).toEqual({ from: PAYER, to: ADA, amountSun: 7_000_000 });
    const others = NAMES.filter((name) => !["trx", "transfer", "approve"].includes(name));
    // One that failed says nothing, and those by allowance or of another contract are other calls.
    for (const name of others) expect(acts(name)).toEqual({});
  });

  it("tell whom a transfer of a token is meant for", async () => {
    const { transaction } = recorded().transactions.transfer;
    answers({ ...recorded().block, transactions: [transaction] });
    const block = await chain.block(BLOCK_NUMBER);
    const tokenCall = { from: PAYER, contract: USDT, to: ADA, amount: 20_000_000n };
    expect(block?.transactions).toEqual([{ txid: transaction.txID, success: true, tokenCall }]);
  });
});

describe("a balance of a token", () => {
  it("is what the contract answers", async () => {
    answers(recorded().balanceOf);
    expect(await chain.tokenBalance(USDT, PAYER)).toBe(99_999_999_925_000_000n);
    expect(node.requests).toMatchObject([
      {
        path: "/wallet/triggerconstantcontract",
        body: {
          contract_address: "419160ef7857d5a91005f343ced592d6507b8e3bfe",
          function_selector: "balanceOf(address)",
          parameter: "000000000000000000000000d9244a2070d47e562920a931bef30d2e0c1b07d2",
        },
      },
    ]);
  });

  it.each<[string, object]>([
    ["no contract", { result: { code: "CONTRACT_VALIDATE_ERROR", message: "6e6f" } }],
    [
      "a contract that fails",
      { ...recorded().balanceOf, transaction: { ret: [{ ret: "FAILED" }] } },
    ],
    ["an answer without a word", { ...recorded().balanceOf, constant_result: [""] }],
    ["an answer of two words", { ...recorded().balanceOf, constant_result: ["0".repeat(128)] }],
  ])("is not read from %s", async (_, answer) => {
    answers(answer);
    const nobody = address("TSeJkUh4Qv67VNFwY8LaAxERygNdy6NQZK");
    await refused(chain.tokenBalance(USDT, nobody), /tells no balance of TSeJ/);
  });
});
