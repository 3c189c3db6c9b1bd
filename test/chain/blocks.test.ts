/** Reads of blocks: what is asked, what the answer becomes, and which answers are refused. */
import { describe, expect, it } from "vitest";
import { addressFromHex } from "../../src/domain/address.js";
import { AssertionFailed } from "../../src/domain/assert.js";
import { type FieldValues, message, ofBytes, rawTransaction } from "../support/raw-transaction.js";
import { blockId, blockJson, OWNER, OWNER_HEX, RECEIVER, RECEIVER_HEX, TXID } from "./fixtures.js";
import { answers, chain, node, refused, useStubbedChain } from "./stubbed-chain.js";

/** What java-tron 4.8.0 printed of three transactions. */
const PRINTED = [
  {
    txID: "d38871819a8b3593945d22e7015b6c5c1d13312f653716c23272324f33ca4aa7",
    raw_data_hex:
      "0a0204592208f9f1061b3d61412a40d0bbd1aba0345a71083a126d0a37747970652e676f6f676c65617069732e636f6d2f70726f746f636f6c2e556e44656c65676174655265736f75726365436f6e747261637412320a1541a1d17280c31dd6447bd3f2f791afbb4573cc042218c0843d221541b3fd26ebca3438eb41db4c9a25ccebaf2cc3c9db70adc7aaaba034",
    raw_data: {
      contract: [
        {
          type: "UnDelegateResourceContract",
          parameter: {
            value: {
              balance: 1000000,
              receiver_address: "41b3fd26ebca3438eb41db4c9a25ccebaf2cc3c9db",
              owner_address: "41a1d17280c31dd6447bd3f2f791afbb4573cc0422",
            },
          },
        },
      ],
    },
  },
  {
    txID: "70667d0f127c0a073f342b5190e3817847356156bc143c44337a534495cf4d62",
    raw_data_hex:
      "0a0204592208f9f1061b3d61412a40d0bbd1aba0345a78083912740a35747970652e676f6f676c65617069732e636f6d2f70726f746f636f6c2e44656c65676174655265736f75726365436f6e7472616374123b0a1541ccce7162bb91939dc349444e9f3f2254d8f7b54510011888dd918fd20b221541b3fd26ebca3438eb41db4c9a25ccebaf2cc3c9db2801300a70afc7aaaba034",
    raw_data: {
      contract: [
        {
          type: "DelegateResourceContract",
          parameter: {
            value: {
              balance: 400000577160,
              resource: "ENERGY",
              receiver_address: "41b3fd26ebca3438eb41db4c9a25ccebaf2cc3c9db",
              owner_address: "41ccce7162bb91939dc349444e9f3f2254d8f7b545",
            },
          },
        },
      ],
    },
  },
  {
    txID: "a958b2691edc9d0a7fb4324711713b7add476303b6bfc8b1d8512b273410b26e",
    raw_data_hex:
      "0a0204592208f9f1061b3d61412a40d0bbd1aba0345a76083912720a35747970652e676f6f676c65617069732e636f6d2f70726f746f636f6c2e44656c65676174655265736f75726365436f6e747261637412390a15411fc593745cde293247c0a09442a08146a7c6c845189a87ffd38c1d221541ccce7162bb91939dc349444e9f3f2254d8f7b5452801300170b0c7aaaba034",
    raw_data: {
      contract: [
        {
          type: "DelegateResourceContract",
          parameter: {
            value: {
              balance: 999829783450,
              receiver_address: "41ccce7162bb91939dc349444e9f3f2254d8f7b545",
              owner_address: "411fc593745cde293247c0a09442a08146a7c6c845",
            },
          },
        },
      ],
    },
  },
] as const;

useStubbedChain();

describe("blocks", () => {
  const transfer = rawTransaction(1, message({ 1: OWNER_HEX, 2: RECEIVER_HEX, 3: 1 }));
  const call = rawTransaction(31, message({ 1: OWNER_HEX, 2: RECEIVER_HEX }));
  const transactions = [
    {
      ...transfer,
      ret: [{ contractRet: "SUCCESS" }],
      signature: ["ab"],
      raw_data: { not: "looked at" },
    },
    { ...call, ret: [{ contractRet: "OUT_OF_ENERGY" }] },
  ];

  it("are read with the success of their transactions", async () => {
    answers(blockJson(7, transactions));
    expect(await chain.block(7)).toEqual({
      number: 7,
      id: blockId(7),
      parentId: blockId(6),
      timestampMs: 21_000,
      transactions: [
        {
          txid: transfer.txID,
          success: true,
          transfer: { from: OWNER, to: RECEIVER, amountSun: 1 },
          signed: { signatures: ["ab"], permissionId: 0 },
        },
        { txid: call.txID, success: false },
      ],
    });
    expect(node.requests).toMatchObject([{ path: "/wallet/getblockbynum", body: { num: 7 } }]);
  });

  it.each([
    ["left out", {}, /block 7 without how [0-9a-f]{64} ended/],
    ["empty", { ret: [] }, /unusable: .*ret/],
  ])("with the end of a transaction %s are no answer", async (_name, ret, says) => {
    const block = blockJson(7, [transactions[0] ?? {}, { ...call, ...ret }]);
    answers(block);
    await refused(chain.block(7), says);
    answers({ block: [block] });
    await refused(chain.blocks(7, 7), says);
  });

  it.each([
    ["without its word", { ret: [{}] }, "nothing"],
    ["by another word", { ret: [{ ret: "FAILED" }] }, "nothing"],
    ["not decided", { ret: [{ contractRet: "DEFAULT" }] }, "DEFAULT"],
    ["in a word that nobody knows", { ret: [{ contractRet: "ok" }] }, "ok"],
    ["in a number", { ret: [{ contractRet: 17 }] }, "17"],
  ])(
    "with the end of a transaction told %s are read, and that one is no success",
    async (_name, ret, word) => {
      answers(blockJson(7, [transactions[0] ?? {}, { ...call, ...ret }]));
      const [first, odd] = (await chain.block(7))?.transactions ?? [];
      expect(first).toMatchObject({ success: true, transfer: { from: OWNER } });
      const unreadable = {
        reason: `how it ended is told as ${word}`,
        addresses: [OWNER, RECEIVER],
      };
      expect(odd).toEqual({ txid: call.txID, success: false, endUnknown: true, unreadable });
    },
  );

  const pair = { 1: OWNER_HEX, 4: RECEIVER_HEX };
  const stakeBlock = (type: number, value: FieldValues, ret = "SUCCESS") =>
    blockJson(7, [{ ...rawTransaction(type, message(value)), ret: [{ contractRet: ret }] }]);

  it("tell what is delegated and taken back with success", async () => {
    const stakes = async () => (await chain.block(7))?.transactions.map(({ stake }) => stake);
    const record = { owner: OWNER, receiver: RECEIVER };
    answers(stakeBlock(57, { ...pair, 2: 1, 3: 5, 5: 1, 6: 1_200 }));
    const delegated = { ...record, kind: "delegate", resource: "energy", stakeSun: 5 };
    expect(await stakes()).toEqual([delegated]);
    answers(stakeBlock(58, { ...pair, 3: 2n ** 60n }));
    const back = { ...record, kind: "undelegate", resource: "bandwidth" };
    expect(await stakes()).toEqual([{ ...back, stakeSun: Number.MAX_SAFE_INTEGER }]);
    answers(stakeBlock(57, { 1: "00" }, "REVERT"));
    expect(await stakes()).toEqual([undefined]);
  });

  it("tell what java-tron printed of delegations", async () => {
    const ret = [{ contractRet: "SUCCESS" }];
    answers(
      blockJson(
        7,
        PRINTED.map((printed) => ({ ...printed, ret })),
      ),
    );
    const read = (await chain.block(7))?.transactions;
    expect(read).toEqual(
      PRINTED.map(({ txID, raw_data: { contract } }) => {
        const [{ type, parameter }] = contract;
        const { owner_address, receiver_address, balance, ...rest } = parameter.value;
        const stake = {
          kind: type === "DelegateResourceContract" ? "delegate" : "undelegate",
          owner: addressFromHex(owner_address),
          receiver: addressFromHex(receiver_address),
          resource: "resource" in rest ? "energy" : "bandwidth",
          stakeSun: balance,
        };
        return { txid: txID, success: true, stake, signed: { signatures: [], permissionId: 0 } };
      }),
    );
  });

  it("tell of a field that stands twice the last, as java-tron reads it", async () => {
    const value = message({ ...pair, 3: 5 }) + message({ 3: 7 });
    answers(blockJson(7, [{ ...rawTransaction(57, value), ret: [{ contractRet: "SUCCESS" }] }]));
    expect((await chain.block(7))?.transactions[0]?.stake).toMatchObject({ stakeSun: 7 });
  });

  it.each([
    ["owner", { 4: RECEIVER_HEX, 3: 5 }, /its owner is no address/],
    ["receiver", { ...pair, 4: "42".repeat(21), 3: 5 }, /its receiver is no address/],
    ["amount", pair, /its stake is 0 SUN/],
    ["amount above nothing", { ...pair, 3: -5 }, /its stake is -5 SUN/],
    ["resource", { ...pair, 3: 5, 2: 7 }, /its resource is 7/],
  ])("that leave open the %s of a delegation are read without it", async (_name, value, says) => {
    answers(stakeBlock(57, value));
    expect(await onlyOne()).toEqual(unread(says));
  });

  /** An enumeration has 32 bits, so anybody can write Bandwidth as 2^32; it was seen to hold up every desk. */
  it.each([
    [2n ** 32n, "bandwidth"],
    [2n ** 32n + 1n, "energy"],
    [2n ** 63n + 1n, "energy"],
  ])("tell of a resource %s what protobuf reads", async (resource, says) => {
    answers(stakeBlock(57, { ...pair, 2: resource, 3: 5 }));
    expect(await onlyOne()).toMatchObject({ stake: { resource: says, stakeSun: 5 } });
  });

  const onlyOne = async () => (await chain.block(7))?.transactions[0];
  const unread = (says: RegExp) => ({
    txid: expect.any(String),
    success: true,
    unreadable: { reason: expect.stringMatching(says), addresses: expect.any(Array) },
  });

  it.each([
    ["sender", { 2: RECEIVER_HEX, 3: 5 }, /its sender is no address/],
    ["recipient", { 1: OWNER_HEX, 2: "41", 3: 5 }, /its recipient is no address/],
    ["amount", { 1: OWNER_HEX, 2: RECEIVER_HEX }, /its amount is 0 SUN/],
  ])("that leave open the %s of a transfer are read without it", async (_name, value, says) => {
    answers(stakeBlock(1, value));
    expect(await onlyOne()).toEqual(unread(says));
    answers(stakeBlock(1, value, "REVERT"));
    expect((await chain.block(7))?.transactions[0]).not.toHaveProperty("transfer");
  });

  const word = (hex: string) => hex.padStart(64, "0");
  const [to, five] = [RECEIVER_HEX.slice(2), word("5")];
  const contract = { 1: OWNER_HEX, 2: RECEIVER_HEX };
  const called = { from: OWNER, contract: RECEIVER, to: RECEIVER, amount: 5n };

  it.each<[string, FieldValues, object | undefined]>([
    ["a transfer of a token", { ...contract, 4: `a9059cbb${word(to)}${five}` }, called],
    ["one as wallets write it", { ...contract, 4: `a9059cbb${word(RECEIVER_HEX)}${five}` }, called],
    ["one with more behind", { ...contract, 4: `a9059cbb${word(to)}${five}ff` }, called],
    ["one that pays TRX, too", { ...contract, 3: 7, 4: `a9059cbb${word(to)}${five}` }, called],
    [
      "one of the largest amount",
      { ...contract, 4: `a9059cbb${word(to)}${"f".repeat(64)}` },
      { ...called, amount: 2n ** 256n - 1n },
    ],
    ["another call", { ...contract, 4: `095ea7b3${word(to)}${five}` }, undefined],
    [
      "one whose data ends early",
      { ...contract, 4: `a9059cbb${word(to)}${five.slice(2)}` },
      undefined,
    ],
    ["one without arguments", { ...contract, 4: "a9059cbb" }, undefined],
    ["one without data", contract, undefined],
  ])("tell of calls of contracts: %s", async (_name, value, tokenCall) => {
    answers(stakeBlock(31, value));
    expect((await chain.block(7))?.transactions[0]?.tokenCall).toEqual(tokenCall);
    answers(stakeBlock(31, value, "OUT_OF_ENERGY"));
    expect((await chain.block(7))?.transactions[0]).not.toHaveProperty("tokenCall");
  });

  it.each([
    ["another id", { ...transfer, txID: TXID }, /bytes of another transaction for 5+/],
    ["bytes of another", { ...transfer, raw_data_hex: call.raw_data_hex }, /bytes of another/],
    ["no bytes", { txID: TXID }, /unusable: transactions.0.raw_data_hex/],
    ["half a byte", { txID: TXID, raw_data_hex: "abc" }, /unusable: transactions.0.raw_data_hex/],
  ])("with %s of a transaction are no answer", async (_name, transaction, says) => {
    answers(blockJson(7, [{ ...transaction, ret: [{ contractRet: "SUCCESS" }] }]));
    await refused(chain.block(7), says);
  });

  it("with bytes that are no transaction are read without it", async () => {
    const ret = [{ contractRet: "SUCCESS" }];
    answers(blockJson(7, [{ ...ofBytes(`ff41${OWNER_HEX}`), ret }]));
    expect(await onlyOne()).toMatchObject({
      unreadable: {
        reason: "its bytes are no transaction",
        addresses: expect.arrayContaining([OWNER]),
      },
    });
  });

  it("of more transactions than a block of 2 MB holds are refused", async () => {
    answers(
      blockJson(
        7,
        Array.from({ length: 20_001 }, () => transactions[0] ?? {}),
      ),
    );
    await refused(chain.block(7), /unusable: transactions/);
  });

  it("that the node does not have are undefined, or a shorter list", async () => {
    expect(await chain.block(7)).toBeUndefined();
    expect(await chain.blocks(7, 9)).toEqual([]);
    answers({ block: [blockJson(7), blockJson(8)] });
    expect((await chain.blocks(7, 9)).map((block) => block.number)).toEqual([7, 8]);
    expect(node.requests[2]).toMatchObject({
      path: "/wallet/getblockbylimitnext",
      body: { startNum: 7, endNum: 10 },
    });
  });

  it("come with zeros left out for genesis only", async () => {
    const { parentHash } = blockJson(5).block_header.raw_data;
    // Nobody sent what is in it, so nothing says how that ended.
    const transactions = [transfer];
    answers({ blockID: blockId(0), block_header: { raw_data: { parentHash } }, transactions });
    expect(await chain.genesisId()).toBe(blockId(0));
    expect(await chain.block(0)).toMatchObject({ number: 0, timestampMs: 0 });
    const late = blockJson(5);
    answers({ ...late, block_header: { raw_data: { parentHash, number: 5 } } });
    await refused(chain.block(5), /block 5 without a timestamp/);
  });

  // A pruned node has none: it is a host that cannot be used, and nothing of ours is wrong.
  it("say of a node without block 0 that it cannot be asked", async () => {
    answers({});
    await refused(chain.genesisId(), /the node has no block 0/);
    await refused(chain.solidGenesisId(), /the node has no block 0/);
  });

  it("that do not fit together are refused", async () => {
    answers(blockJson(8));
    await refused(chain.block(7), /block 8 instead of 7/);
    answers({ ...blockJson(7), blockID: blockId(8) });
    await refused(chain.head(), /id of another number/);
    answers({ block: [blockJson(7), blockJson(9)] });
    await refused(chain.blocks(7, 9), /do not follow each other/);
    answers({ block: [blockJson(8)] });
    await refused(chain.blocks(7, 9), /do not follow each other/);
    answers({ block: [7, 8, 9].map((number) => blockJson(number)) });
    await refused(chain.blocks(7, 8), /more blocks/);
    const forked = blockJson(8);
    forked.block_header.raw_data.parentHash = "b".repeat(64);
    answers({ block: [blockJson(7), forked] });
    await refused(chain.blocks(7, 8), /do not follow each other/);
  });

  it.each([
    ["nothing", {}],
    ["no id", { block_header: blockJson(7).block_header }],
    ["a transaction without an id", { ...blockJson(7), transactions: [{}] }],
    ["a number as text", { ...blockJson(7), block_header: { raw_data: { number: "7" } } }],
  ])("with %s are refused", async (_name, answer) => {
    answers({ block: [answer] });
    await refused(chain.blocks(7, 7), /getblockbylimitnext answered something unusable: block\.0/);
  });

  it("of no sensible range are not asked for", async () => {
    await expect(chain.blocks(7, 107)).rejects.toBeInstanceOf(AssertionFailed);
    await expect(chain.blocks(7, 6)).rejects.toBeInstanceOf(AssertionFailed);
    await expect(chain.block(-1)).rejects.toBeInstanceOf(AssertionFailed);
    expect(node.requests).toEqual([]);
  });

  it("at the head, and solidified", async () => {
    answers(blockJson(9, [{ not: "looked at" }]));
    const head = { number: 9, id: blockId(9), timestampMs: 27_000 };
    expect(await chain.head()).toEqual(head);
    expect(await chain.solidHead()).toEqual(head);
    // Hundreds of transactions a second would come along otherwise.
    expect(node.requests.map(({ path, body }) => [path, body])).toEqual([
      ["/wallet/getblock", { detail: false }],
      ["/walletsolidity/getblock", { detail: false }],
    ]);
    answers({});
    await refused(chain.head(), /wallet\/getblock answered something unusable/);
  });
});
