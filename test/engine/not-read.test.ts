/** What cannot be read of strangers' transactions: a row where it touches us, nothing else, and no block stands for it. */
import { expect, test } from "vitest";
import type { Address } from "../../src/domain/address.js";
import { present } from "../../src/domain/assert.js";
import { applyBlock, dropFork } from "../../src/engine/legs/follow-chain.js";
import { noteBlockNotRead, readNotRead, settleUnread } from "../../src/engine/not-read.js";
import { readFigures } from "../../src/engine/operating/figures.js";
import { addressOf } from "../support/addresses.js";
import { payingDesk, scan, USDT } from "../support/deposits.js";
import type { Desk } from "../support/desk.js";
import { hashOf } from "../support/paper-chain.js";
import { legOf, send, sign } from "../support/steps.js";

const STRANGER = addressOf(0x5050);

let made = 0;

/** A block with somebody else's transaction that cannot be read and names these accounts. */
function blockNaming(desk: Desk, ...addresses: Address[]) {
  made += 1;
  const txid = hashOf(`odd ${made}`);
  const unreadable = { reason: "its bytes are no transaction", addresses };
  return { txid, block: desk.chain.mine([{ txid, success: true, unreadable }]) };
}

const open = (desk: Desk) => readNotRead(desk.engine, 10);

test("one that touches nobody of ours leaves no trace", async () => {
  const { desk } = await payingDesk();
  const { block } = blockNaming(desk, STRANGER);
  expect(await desk.commit(() => applyBlock(block, desk.moment))).toBeDefined();
  await scan(desk, { ...block, money: [], unread: unreadIn(block) });
  expect(await open(desk)).toEqual([]);
});

type Block = ReturnType<typeof blockNaming>["block"];
const unreadIn = ({ transactions }: Block) =>
  transactions.flatMap(({ txid, unreadable }) => (unreadable ? [{ txid, ...unreadable }] : []));

test("one that names an owner is one row, which a fork takes back and the operator settles", async () => {
  const { desk } = await payingDesk();
  const owner = present(desk.owners[0], "an owner");
  const { txid, block } = blockNaming(desk, STRANGER, owner);
  await desk.commit(() => applyBlock(block, desk.moment));
  const row = { reader: "follower", block_number: block.number, txid, account: owner };
  expect(await open(desk)).toMatchObject([row]);
  expect((await readFigures(desk.engine)).notRead).toEqual({ blocks: 0, transactions: 1 });
  await desk.commit(() => dropFork(desk.chain.drop(1), desk.moment));
  expect(await open(desk)).toEqual([]);
  const again = blockNaming(desk, owner);
  await desk.commit(() => applyBlock(again.block, desk.moment));
  const [{ id } = { id: 0 }] = await open(desk);
  await settleUnread(desk.engine, id);
  expect(await open(desk)).toEqual([]);
  await expect(settleUnread(desk.engine, id)).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("one that names a customer's address is noted where deposits are read, and they go on", async () => {
  const { desk, address } = await payingDesk();
  const { txid, block } = blockNaming(desk, address);
  await desk.commit(() => applyBlock(block, desk.moment));
  expect(await open(desk)).toEqual([]);
  const unread = unreadIn(block);
  expect(await scan(desk, { ...block, money: [], unread })).toMatchObject({ foreign: false });
  const row = { reader: "deposits", block_number: block.number, txid, account: address };
  expect(await open(desk)).toMatchObject([row]);
  await desk.commit(() => dropFork(desk.chain.drop(1), desk.moment));
  expect(await open(desk)).toHaveLength(1);
});

test("a whole block is noted once for each who went on without it", async () => {
  const { desk } = await payingDesk();
  const note = (reader: "follower" | "deposits") =>
    desk.commit(() => noteBlockNotRead(7, reader, "no host gives it", 1));
  expect([await note("follower"), await note("deposits"), await note("deposits")]).toEqual([
    true,
    true,
    false,
  ]);
  expect((await readFigures(desk.engine)).notRead).toEqual({ blocks: 2, transactions: 0 });
});

test("a call of USDT is a hint: its row is settled by the events of the solid block", async () => {
  const { desk } = await payingDesk();
  const { block } = blockNaming(desk, USDT);
  await desk.commit(() => applyBlock(block, desk.moment));
  expect(await open(desk)).toMatchObject([{ reader: "follower", account: USDT }]);
  await scan(desk, { ...block, money: [], unread: unreadIn(block), withEvents: false });
  expect(await open(desk)).toHaveLength(1);
  const next = desk.chain.mine();
  await desk.commit(() => applyBlock(next, desk.moment));
  await scan(desk, { ...next, money: [] });
  expect(await open(desk)).toEqual([]);
});

test("one of ours whose end is told in an unknown word is not settled by its block, but asked for", async () => {
  const { desk } = await payingDesk({ creditTrx: 100 });
  const legId = `${await desk.order()}.1`;
  await sign(desk);
  await send(desk);
  const txid = present(legOf(desk, legId).txid, "it is signed");
  const unreadable = { reason: "told as ok", addresses: [legOf(desk, legId).owner] };
  const odd = { success: false, endUnknown: true, unreadable } as const;
  const foreign = hashOf("foreign end");
  const block = desk.chain.mine([
    { txid, ...odd },
    { txid: foreign, ...odd },
  ]);
  const effect = await desk.commit(() => applyBlock(block, desk.moment));
  expect(effect).toMatchObject({ legs: 0, toAsk: [txid] });
  expect(legOf(desk, legId)).toMatchObject({ state: "sent", failed_block: null });
  expect(await open(desk)).toMatchObject([{ txid: foreign }]);
});
