/** What cannot be read of strangers' transactions: a row where it touches us, nothing else, and no block stands for it. */
import { expect, test } from "vitest";
import type { Address } from "../../src/domain/address.js";
import { must } from "../../src/domain/assert.js";
import { scanAgain } from "../../src/engine/deposits/unread-block.js";
import { setUsdtRate } from "../../src/engine/deposits/usdt-rates.js";
import { applyBlock, dropFork } from "../../src/engine/legs/follow-chain.js";
import {
  noteBlockNotRead,
  readNotRead,
  readNotReadState,
  readUnreadTransactions,
  settleUnread,
  settleUnreadTransactions,
} from "../../src/engine/not-read.js";
import { readFigures } from "../../src/engine/operating/figures.js";
import { forgetOld } from "../../src/engine/operating/forget-old.js";
import { all } from "../../src/store/phase.js";
import { addressOf } from "../support/addresses.js";
import { DEPOSITS, payingDesk, RATE_SUN, scan, USDT } from "../support/deposits.js";
import { type Desk, openDesk } from "../support/desk.js";
import { hashOf } from "../support/paper-chain.js";
import { readNow } from "../support/read-now.js";
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
  const owner = must(desk.owners[0], "an owner");
  const { txid, block } = blockNaming(desk, STRANGER, owner);
  await desk.commit(() => applyBlock(block, desk.moment));
  const row = { reader: "follower", block_number: block.number, txid, account: owner };
  expect(await open(desk)).toMatchObject([row]);
  expect((await readFigures(desk.engine)).notRead).toMatchObject({ blocks: 0, transactions: 1 });
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
  expect((await readFigures(desk.engine)).notRead).toMatchObject({ blocks: 2, transactions: 0 });
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
  const txid = must(legOf(desk, legId).txid, "it is signed");
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

/** A block with so many transactions of strangers that cannot be read and name this account. */
function crowdNaming(desk: Desk, account: Address, count: number) {
  const odd = { success: true, unreadable: { reason: "odd", addresses: [account] } };
  return desk.chain.mine(
    Array.from({ length: count }, () => {
      made += 1;
      return { txid: hashOf(`odd ${made}`), ...odd };
    }),
  );
}

test("a stranger's odd transactions in every block fill no table and stop nothing: beyond the first they are counted", async () => {
  const { desk, address } = await payingDesk();
  const owner = must(desk.owners[0], "an owner");
  for (let at = 0; at < 60; at += 1) {
    const ofOwner = crowdNaming(desk, owner, 12);
    await desk.commit(() => applyBlock(ofOwner, desk.moment));
    await scan(desk, { ...ofOwner, money: [], unread: [] });
    const ofCustomer = crowdNaming(desk, address, 12);
    await desk.commit(() => applyBlock(ofCustomer, desk.moment));
    const unread = unreadIn(ofCustomer);
    expect(await scan(desk, { ...ofCustomer, money: [], unread })).toMatchObject({
      foreign: false,
    });
  }
  const state = await readNotReadState(desk.engine);
  expect(state).toMatchObject({ transactions: 1_000, notKept: 60 * 24 - 1_000 });
  const [first] = await readNotRead(desk.engine, 1);
  expect(state.oldest).toEqual({ block: first?.block_number, notedAt: first?.noted_at });
  const filter = { account: owner };
  expect(await readUnreadTransactions(desk.engine, filter)).toBe(500);
  expect(await settleUnreadTransactions(desk.engine, filter)).toBe(500);
  const { block_number: block } = must((await readNotRead(desk.engine, 1))[0], "one is open");
  expect(await settleUnreadTransactions(desk.engine, { block })).toBe(10);
  expect(await settleUnreadTransactions(desk.engine, {})).toBe(490);
  expect(await readNotReadState(desk.engine)).toEqual({
    ...{ blocks: 0, transactions: 0, notKept: 0, oldest: null },
  });
});

test("many are settled at once, but never a whole block", async () => {
  const { desk } = await payingDesk();
  await desk.commit(() => noteBlockNotRead(7, "stake", "no host gives it", 1));
  expect(await settleUnreadTransactions(desk.engine, {})).toBe(0);
  expect(await settleUnreadTransactions(desk.engine, { block: 7 })).toBe(0);
  expect(await open(desk)).toHaveLength(1);
});

test("what was settled is forgotten after a month, what is open is not, and of transactions only the last are kept", async () => {
  const { desk, address } = await payingDesk();
  const block = crowdNaming(desk, address, 2);
  await desk.commit(() => applyBlock(block, desk.moment));
  await scan(desk, { ...block, money: [], unread: unreadIn(block) });
  const [{ id } = { id: 0 }] = await open(desk);
  await settleUnread(desk.engine, id);
  const kept = () => readNow(desk.database, () => all<{ id: number }>("SELECT id FROM not_read"));
  desk.clock.nowMs += 30 * 86_400_000 - 1_000;
  await forgetOld(desk.engine);
  expect(kept()).toHaveLength(2);
  desk.clock.nowMs += 2_000;
  await forgetOld(desk.engine);
  expect(kept()).toEqual([{ id: id + 1 }]);
  for (let at = 0; at < 101; at += 1) {
    const next = crowdNaming(desk, address, 10);
    await desk.commit(() => applyBlock(next, desk.moment));
    await scan(desk, { ...next, money: [], unread: unreadIn(next) });
    if (at === 50) await settleUnreadTransactions(desk.engine, {});
  }
  await settleUnreadTransactions(desk.engine, {});
  await forgetOld(desk.engine);
  expect(kept()).toHaveLength(1_000);
});

test("no call of USDT is noted while no rate was set: nobody's USDT is taken, and no events are read", async () => {
  const desk = await openDesk({ creditTrx: 0, deposits: DEPOSITS });
  const { block } = blockNaming(desk, USDT);
  await desk.commit(() => applyBlock(block, desk.moment));
  expect(await open(desk)).toEqual([]);
  await setUsdtRate(desk.engine, RATE_SUN, "test");
  const { block: next } = blockNaming(desk, USDT);
  await desk.commit(() => applyBlock(next, desk.moment));
  expect(await open(desk)).toMatchObject([{ block_number: next.number, account: USDT }]);
});

test("what a block's second reading can read is settled, and what it cannot is not", async () => {
  const { desk, address } = await payingDesk();
  const block = crowdNaming(desk, address, 2);
  await desk.commit(() => applyBlock(block, desk.moment));
  const unread = unreadIn(block);
  await scan(desk, { ...block, money: [], unread });
  expect(await open(desk)).toHaveLength(2);
  const seen = { ...block, money: [], withEvents: true, isAgreed: true };
  const again = (stillUnread: typeof unread, notRead?: string) =>
    desk.commit(() =>
      scanAgain({ ...seen, unread: stillUnread, ...(notRead && { notRead }) }, DEPOSITS.terms, 1),
    );
  await again([], "no infos");
  expect((await open(desk)).filter(({ txid }) => txid)).toHaveLength(2);
  await again(unread.slice(0, 1));
  expect(await open(desk)).toMatchObject([{ txid: unread[0]?.txid }]);
  await again([]);
  expect(await open(desk)).toEqual([]);
});

test("events of a block that is read again decide what calls of USDT in it did", async () => {
  const { desk } = await payingDesk();
  const { block } = blockNaming(desk, USDT);
  await desk.commit(() => applyBlock(block, desk.moment));
  const unread = unreadIn(block);
  await scan(desk, { ...block, money: [], unread, withEvents: false });
  expect(await open(desk)).toHaveLength(1);
  const seen = { ...block, money: [], unread, isAgreed: true };
  const again = (withEvents: boolean) =>
    desk.commit(() => scanAgain({ ...seen, withEvents }, DEPOSITS.terms, 1));
  await again(false);
  expect(await open(desk)).toHaveLength(1);
  await again(true);
  expect(await open(desk)).toEqual([]);
});
