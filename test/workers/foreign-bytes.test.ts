/**
 * Anybody's odd bytes in every block, seen from the wire: orders are delivered, deposits credited, rentals taken back; and odd
 * accounts, which are an answer about themselves alone.
 */
import { expect, onTestFinished, test } from "vitest";
import { type Address, addressToHex } from "../../src/domain/address.js";
import { readNotRead } from "../../src/engine/not-read.js";
import { DEPOSITS } from "../support/deposits.js";
import type { Answer, Asked, AskNode } from "../support/node-proxy.js";
import { type OddTransaction, oddTransactions } from "../support/odd-transactions.js";
import { holdTimeLimits } from "../support/time-limits.js";
import { until } from "../support/until.js";
import { payingIn, solidAndRead } from "./paying-in.js";
import { ALICE, startRig } from "./rig.js";
import {
  assertBooksMatchChain,
  delivered,
  followed,
  includePending,
  isPending,
  legs,
  reclaimed,
  rentalsEnd,
  solidified,
} from "./steps.js";

const infoOf = ({ txID }: OddTransaction, block: Answer, at: number) => {
  const { number, timestamp } = (block.block_header as { raw_data: Record<string, number> })
    .raw_data;
  const odd = [
    { log: "2", internal_transactions: [{ note: "63616c6c", callValueInfo: [{ callValue: 9 }] }] },
  ];
  return {
    id: txID,
    blockNumber: number,
    blockTimeStamp: timestamp,
    ...(at === 0 && { ...odd[0], log: [7] }),
  };
};

/** Adds them to every block but the first, with infos that are as odd. */
function addsOddOnes(touched: () => Address) {
  const shown = new Map<number, readonly OddTransaction[]>();
  // What a block holds stays as it is: a node that shows it otherwise the next time would lie.
  const oddIn = (number: number) => {
    const odd = shown.get(number) ?? oddTransactions(number, touched());
    shown.set(number, odd);
    return odd;
  };
  const added = (block: Answer): Answer => {
    const { number = 0 } = (block.block_header as { raw_data: { number?: number } }).raw_data;
    if (number === 0) return block;
    const transactions = (block.transactions as object[] | undefined) ?? [];
    return { ...block, transactions: [...oddIn(number), ...transactions] };
  };
  return async ({ path, body }: Asked, node: AskNode) => {
    const kind = path.split("/").at(-1);
    if (kind === "getblockbynum") {
      const block = await node(path, body);
      return { answer: block.blockID ? added(block) : block };
    }
    if (kind === "getblockbylimitnext") {
      const { block = [] } = (await node(path, body)) as { block?: Answer[] };
      return { answer: { block: block.map(added) } };
    }
    if (kind !== "gettransactioninfobyblocknum") return undefined;
    const infos = Object.values(await node(path, body));
    const block = await node("/wallet/getblockbynum", body);
    const odd = oddIn(Number(body.num)).map((one, at) => infoOf(one, block, at));
    return { answer: JSON.stringify([...odd, ...infos]) };
  };
}

test("orders are delivered and taken back and deposits credited, whatever strangers have in every block", async () => {
  const rig = await startRig({ hosts: 1, deposits: DEPOSITS });
  let touched = rig.owners[0] ?? ALICE;
  rig.proxy(1).conduct = addsOddOnes(() => touched);
  const { engine } = rig.desk;
  const { to, pay, availableSun } = await payingIn(rig);
  touched = to;
  await until("orders are taken", () => engine.gates.chainProblem() === undefined);
  const orderId = await rig.desk.order(ALICE);
  await until("it is sent", isPending(rig));
  await includePending(rig);
  await delivered(rig, orderId);
  const before = await availableSun();
  await pay({ trx: 50 });
  await solidAndRead(rig);
  expect((await availableSun()) - before).toBe(50_000_000);
  const open = await readNotRead(engine, 100);
  expect(open.map(({ account }) => account)).toContain(to);
  expect(open.map(({ account }) => account)).toContain(rig.owners[0]);
  expect(
    new Set(open.map(({ reader, block_number, txid }) => `${reader} ${block_number} ${txid}`)).size,
  ).toBe(open.length);
  await solidified(rig);
  await rentalsEnd(rig);
  await reclaimed(rig);
  rig.proxy(1).conduct = undefined;
  await assertBooksMatchChain(rig);
});

test("one of ours that its block ends in an unknown word is delivered once its id was asked for", async () => {
  const rig = await startRig({ hosts: 1 });
  const reword = (block: Answer): Answer => ({
    ...block,
    transactions: ((block.transactions as Answer[] | undefined) ?? []).map((one) => ({
      ...one,
      ret: [{ contractRet: "WELL_DONE" }],
    })),
  });
  rig.proxy(1).conduct = async ({ path, body }, node) => {
    if (path.endsWith("getblockbynum")) {
      const block = await node(path, body);
      return { answer: block.blockID ? reword(block) : block };
    }
    if (!path.endsWith("getblockbylimitnext")) return undefined;
    const { block = [] } = (await node(path, body)) as { block?: Answer[] };
    return { answer: { block: block.map(reword) } };
  };
  const orderId = await rig.desk.order(ALICE);
  await until("it is sent", isPending(rig));
  await includePending(rig);
  await delivered(rig, orderId);
  expect(legs(rig)).toMatchObject([{ failed_block: null }]);
});

test.each([
  ["below zero", -5],
  ["beyond 2^53", 2 ** 60],
])("a receiver whose balance is %s is served, and no host rests", async (_, balance) => {
  // A host rests for what it answers alone: not because a busy machine lets it answer late.
  const limits = holdTimeLimits();
  onTestFinished(limits.restore);
  const rig = await startRig({ hosts: 2, watchesHosts: false });
  const odd = async ({ path, body }: Asked, node: AskNode) => {
    if (!path.endsWith("/getaccount") || body.address !== addressToHex(ALICE)) return undefined;
    const account = await node(path, body);
    return {
      answer: { ...account, balance, frozenV2: [{ amount: balance }], owner_permission: "odd" },
    };
  };
  for (const number of [1, 2]) rig.proxy(number).conduct = odd;
  const orderId = await rig.desk.order(ALICE);
  await until("it is sent", isPending(rig));
  await includePending(rig);
  await delivered(rig, orderId);
  expect(rig.desk.hosts?.states().map(({ reason }) => reason)).toEqual([undefined, undefined]);
});

test("a delegation refused in words that nobody knows goes back once the chain shows no receiver", async () => {
  const rig = await startRig({ hosts: 1 });
  let isGone = false;
  rig.proxy(1).conduct = ({ path, body }) => {
    if (isGone && path.endsWith("/getaccount") && body.address === addressToHex(ALICE))
      return { answer: {} };
    if (!path.endsWith("/broadcasthex")) return undefined;
    isGone = true;
    return { answer: { code: "CONTRACT_VALIDATE_ERROR", message: "internal server error" } };
  };
  const orderId = await rig.desk.order(ALICE);
  await until("it is refused", () => isGone);
  await until("the money is back", async () => {
    await rig.mine();
    await followed(rig);
    return rig.desk.readOrder(orderId).status === "cancelled";
  });
  expect(legs(rig)).toMatchObject([{ state: "dead", death_reason: "receiver_not_activated" }]);
});
