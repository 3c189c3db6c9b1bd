/** A block that no node can print, and a transaction of which a node contradicts itself: everything else goes on, and what it held of ours is found. */

import { expect, test } from "vitest";
import { must } from "../../src/domain/assert.js";
import { askNode } from "../e2e/api.js";
import { everyNth } from "../support/forms.js";
import { allOf } from "../support/host-conduct.js";
import type { Answer, Conduct } from "../support/node-proxy.js";
import { until } from "../support/until.js";
import { ALICE, BOB, CAROL, SOLID_LAG_BLOCKS } from "./rig.js";
import {
  assertBooksMatchChain,
  delivered,
  followed,
  isPending,
  legs,
  orderDelivered,
  solidified,
} from "./steps.js";
import { incidents, openRows, startUnprinted, type Unprinted } from "./unprinted.js";

/** An order whose delegation is in the block that cannot be printed, with a block above it. */
async function orderedInto(world: Unprinted): Promise<string> {
  const { rig, unprinted } = world;
  await orderDelivered(rig, BOB);
  await solidified(rig);
  const orderId = await rig.desk.order(ALICE);
  await until("it is out", isPending(rig));
  unprinted.block = (await rig.state()).head.number + 1;
  await rig.mine(2);
  await until("it is missed", () => rig.desk.workers.states().some(({ lastError }) => lastError));
  return orderId;
}

/** A whole round more has failed at it: each asks for it twice, alone and for its header, and the one under way may end first. */
async function askedAgain({ unprinted }: Unprinted): Promise<void> {
  const before = unprinted.asked;
  await until("it is asked for again", () => unprinted.asked >= before + 3);
}

test.each([
  ["the one node", {}],
  ["all nodes", { hosts: 2, isOneNode: false }],
])(
  "what %s cannot print is passed after a minute, and a delegation in it is found once it is solid",
  async (_, options) => {
    const world = await startUnprinted(options);
    const { rig, clock, unprinted } = world;
    const orderId = await orderedInto(world);
    await askedAgain(world);
    expect(incidents(rig).map(({ kind }) => kind)).not.toContain("block-not-read");
    clock.aheadMs += 60_000;
    await followed(rig);
    expect(openRows(rig)).toEqual([`follower ${unprinted.block}`]);
    expect(incidents(rig)[0]).toMatchObject({
      kind: "block-not-read",
      text: expect.stringContaining(`Block ${unprinted.block} `),
    });
    expect(rig.desk.readOrder(orderId).status).toBe("processing");
    await rig.mine(SOLID_LAG_BLOCKS);
    await until("it is found", () => rig.desk.readOrder(orderId).status === "completed");
    await until("it was asked for", () => openRows(rig).length === 0);
    expect(legs(rig).at(-1)).toMatchObject({ block_number: unprinted.block });
    await orderDelivered(rig, BOB);
    await assertBooksMatchChain(rig);
  },
);

test("a desk that starts again while it waits for a block goes on without it too", async () => {
  const world = await startUnprinted();
  const { rig, clock, unprinted } = world;
  const orderId = await orderedInto(world);
  clock.aheadMs += 50_000;
  await rig.stopDesk();
  await rig.startDesk();
  await askedAgain(world);
  clock.aheadMs += 50_000;
  await askedAgain(world);
  expect(openRows(rig)).toEqual([]);
  clock.aheadMs += 10_000;
  await until("it is passed", () => openRows(rig).includes(`follower ${unprinted.block}`));
  await rig.mine(SOLID_LAG_BLOCKS);
  await until("it is found", () => rig.desk.readOrder(orderId).status === "completed");
  await assertBooksMatchChain(rig);
});

test("a block that was passed and then forked away is forgotten, and the blocks instead of it are followed", async () => {
  const world = await startUnprinted();
  const { rig, clock, unprinted } = world;
  const orderId = await orderedInto(world);
  clock.aheadMs += 60_000;
  await followed(rig);
  expect(openRows(rig)).toEqual([`follower ${unprinted.block}`]);
  await rig.reorg(2, "pending");
  unprinted.block = -1;
  await rig.mine(2);
  await followed(rig);
  expect(openRows(rig)).toEqual([]);
  await delivered(rig, orderId);
  await solidified(rig);
  await assertBooksMatchChain(rig);
});

test("a block of a fork that was followed below a passed one is dropped once that is solid", async () => {
  const world = await startUnprinted();
  const { rig, clock, unprinted } = world;
  const orderId = await orderDelivered(rig, BOB);
  const before = (await rig.state()).head.number;
  const range = { startNum: before, endNum: before + 1 };
  const [block, header] = [
    await askNode<Answer>(rig.url, "wallet/getblockbylimitnext", range),
    await askNode<Answer>(rig.url, "wallet/getblock", { id_or_num: `${before}`, detail: false }),
  ];
  await rig.stopDesk();
  await rig.reorg(1, "pending");
  unprinted.block = before + 1;
  await rig.mine(2);
  const proxy = rig.proxy(1);
  const cannotPrintIt = proxy.conduct;
  // It tells of the block as it was before the fork.
  proxy.conduct = (asked, node) => {
    const { startNum, id_or_num: id } = asked.body;
    if (startNum === before) return { answer: block };
    return id === `${before}` ? { answer: header } : cannotPrintIt?.(asked, node);
  };
  await rig.startDesk();
  await askedAgain(world);
  clock.aheadMs += 60_000;
  await until("it is passed", () => openRows(rig).includes(`follower ${unprinted.block}`));
  proxy.conduct = cannotPrintIt;
  await rig.mine(SOLID_LAG_BLOCKS);
  await until("the fork is noticed", () => incidents(rig).some(({ kind }) => kind === "fork"));
  unprinted.block = -1;
  await solidified(rig);
  expect(rig.desk.readOrder(orderId).status).toBe("completed");
  await assertBooksMatchChain(rig);
});

const MINUTE_MS = 60_000;
const SOLID_INFO = "/walletsolidity/gettransactioninfobyid";

const TWO = { hosts: 2, isOneNode: false };

type Nodes = { readonly hosts?: number; readonly isOneNode?: boolean };
const LIES: [string, Nodes, (info: Answer) => { readonly answer: Answer }][] = [
  ["both nodes' solid states show nothing of it", TWO, () => ({ answer: {} })],
  ["its solid state shows nothing of it", {}, () => ({ answer: {} })],
  [
    "its solid state tells of another end",
    {},
    (info) => ({ answer: { ...info, result: "FAILED" } }),
  ],
  ["its solid state answers nonsense of it", {}, () => ({ answer: { id: 7 } })],
];

test.each(everyNth(LIES, 2))(
  "%s: others are delivered, final and followed, and after ten minutes it is an incident",
  async (_, options, lie) => {
    const { rig, clock, unprinted } = await startUnprinted(options);
    const lying = { txid: "", asked: 0 };
    const lies: Conduct = async ({ path, body }, node) => {
      if (path !== SOLID_INFO || body.value !== lying.txid) return undefined;
      lying.asked += 1;
      return lie(await node(path, body));
    };
    for (let host = 1; host <= (options.hosts ?? 1); host += 1) {
      const before = must(rig.proxy(host).conduct, "it cannot print a block");
      rig.proxy(host).conduct = allOf(lies, before);
    }
    await orderDelivered(rig, BOB);
    await solidified(rig);
    const orderId = await rig.desk.order(ALICE);
    await until("it is out", isPending(rig));
    lying.txid = must(rig.desk.readLegs(orderId)[0]?.txid, "it is signed");
    unprinted.block = (await rig.state()).head.number + 1;
    await rig.mine(2);
    await until("it is missed", () => rig.desk.workers.states().some(({ lastError }) => lastError));
    clock.aheadMs += MINUTE_MS;
    await followed(rig);
    await rig.mine(SOLID_LAG_BLOCKS);
    await until("it is asked for", () => lying.asked > 0);
    const otherId = await orderDelivered(rig, CAROL);
    await solidified(rig);
    expect(rig.desk.readLegs(otherId)).toMatchObject([{ state: "solidified" }]);
    expect(rig.desk.readOrder(orderId).status).toBe("processing");
    const follower = rig.desk.workers.states().find(({ name }) => name === "follower");
    expect(follower).toMatchObject({ ok: true });
    expect(openRows(rig)).toEqual([`follower ${unprinted.block}`]);
    expect(incidents(rig).map(({ kind }) => kind)).not.toContain("transaction-unclear");
    clock.aheadMs += 10 * MINUTE_MS;
    const told = () => incidents(rig).filter(({ kind }) => kind === "transaction-unclear");
    await until("it is told", () => told().length > 0);
    expect(told()[0]?.text).toContain(lying.txid);
    expect(told()[0]?.text).toMatch(options.hosts ? /node [12] http:\S+: / : /the node: /);
    await until("the block holds up nothing more", () => openRows(rig).length === 0);
    lying.txid = "";
    clock.aheadMs += 10 * MINUTE_MS;
    await until("it is found", () => rig.desk.readOrder(orderId).status === "completed");
    expect(legs(rig).find(({ block_number }) => block_number === unprinted.block)).toBeDefined();
    expect(told()).toHaveLength(1);
    await assertBooksMatchChain(rig);
  },
);
