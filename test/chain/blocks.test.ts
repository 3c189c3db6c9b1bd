/** Reads of blocks: what is asked, what the answer becomes, and which answers are refused. */
import { describe, expect, it } from "vitest";
import { AssertionFailed } from "../../src/domain/assert.js";
import { blockId, blockJson, OWNER, OWNER_HEX, RECEIVER, RECEIVER_HEX, TXID } from "./fixtures.js";
import { answers, chain, node, refused, useStubbedChain } from "./stubbed-chain.js";

useStubbedChain();

describe("blocks", () => {
  const transactions = [
    {
      txID: TXID,
      ret: [{ contractRet: "SUCCESS" }],
      signature: ["ab"],
      raw_data: { contract: [{ type: "TransferContract", parameter: { not: "looked at" } }] },
    },
    { txID: "6".repeat(64), ret: [{ contractRet: "OUT_OF_ENERGY" }], raw_data: { contract: [] } },
  ];

  it("are read with the success of their transactions", async () => {
    answers(blockJson(7, transactions));
    expect(await chain.block(7)).toEqual({
      number: 7,
      id: blockId(7),
      parentId: blockId(6),
      timestampMs: 21_000,
      transactions: [
        { txid: TXID, success: true },
        { txid: "6".repeat(64), success: false },
      ],
    });
    expect(node.requests).toMatchObject([{ path: "/wallet/getblockbynum", body: { num: 7 } }]);
  });

  it.each([
    ["left out", {}, /block 7 without how 6+ ended/],
    ["empty", { ret: [] }, /unusable: .*ret/],
    ["without its word", { ret: [{}] }, /unusable: .*contractRet/],
    ["by another word", { ret: [{ ret: "FAILED" }] }, /unusable: .*contractRet/],
    ["not decided", { ret: [{ contractRet: "DEFAULT" }] }, /unusable: .*contractRet/],
    ["a word that nobody knows", { ret: [{ contractRet: "ok" }] }, /unusable: .*contractRet/],
  ])("with the end of a transaction %s are no answer", async (_name, ret, says) => {
    const raw_data = { contract: [] };
    const block = blockJson(7, [transactions[0] ?? {}, { txID: "6".repeat(64), raw_data, ...ret }]);
    answers(block);
    await refused(chain.block(7), says);
    answers({ block: [block] });
    await refused(chain.blocks(7, 7), says);
  });

  const pair = { owner_address: OWNER_HEX, receiver_address: RECEIVER_HEX };
  const stakeBlock = (type: string, value: object, ret = "SUCCESS") =>
    blockJson(7, [
      {
        txID: TXID,
        ret: [{ contractRet: ret }],
        raw_data: { contract: [{ type, parameter: { value } }] },
      },
    ]);

  it("tell what is delegated and taken back with success", async () => {
    const stakes = async () => (await chain.block(7))?.transactions.map(({ stake }) => stake);
    const record = { owner: OWNER, receiver: RECEIVER };
    answers(stakeBlock("DelegateResourceContract", { ...pair, balance: 5, resource: "ENERGY" }));
    const delegated = { ...record, kind: "delegate", resource: "energy", stakeSun: 5 };
    expect(await stakes()).toEqual([delegated]);
    answers(stakeBlock("UnDelegateResourceContract", { ...pair, balance: 2 ** 60 }));
    const back = { ...record, kind: "undelegate", resource: "bandwidth" };
    expect(await stakes()).toEqual([{ ...back, stakeSun: Number.MAX_SAFE_INTEGER }]);
    answers(stakeBlock("DelegateResourceContract", { not: "looked at" }, "REVERT"));
    expect(await stakes()).toEqual([undefined]);
  });

  it.each([
    ["owner", { ...pair, owner_address: undefined, balance: 5 }, /value.owner_address/],
    ["receiver", { ...pair, receiver_address: "T", balance: 5 }, /value.receiver_address/],
    ["amount", pair, /value.balance/],
    ["resource", { ...pair, balance: 5, resource: "ENERGIE" }, /value.resource/],
  ])("that leave open the %s of a delegation are no answer", async (_name, value, says) => {
    answers(stakeBlock("DelegateResourceContract", value));
    await refused(chain.block(7), says);
  });

  it("without what a transaction says are no answer", async () => {
    answers(blockJson(7, [{ txID: TXID, ret: [{ contractRet: "SUCCESS" }] }]));
    await refused(chain.block(7), /unusable: transactions.0.raw_data/);
  });

  it("of more transactions than a block of 2 MB holds are refused", async () => {
    answers(
      blockJson(
        7,
        Array.from({ length: 10_001 }, () => transactions[0] ?? {}),
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
    const transactions = [{ txID: TXID, raw_data: { contract: [] } }];
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
