/** A block that no node can print: the desk goes on without it after a minute, and finds what it held of its own. */
import { expect, test } from "vitest";
import { latestIncidents } from "../../src/store/incidents.js";
import { openNotRead } from "../../src/store/not-read.js";
import type { Conduct } from "../support/node-proxy.js";
import { readNow } from "../support/read-now.js";
import { rounds } from "./held-back.js";
import { ALICE, BOB, type Rig, type RigOptions, SOLID_LAG_BLOCKS, startRig } from "./rig.js";
import {
  assertBooksMatchChain,
  followed,
  isPending,
  legs,
  orderDelivered,
  solidified,
  until,
} from "./steps.js";

const CANNOT_PRINT = { answer: { Error: "class java.lang.NullPointerException : null" } };

/** A node whose JSON of one block fails, whatever is asked for with it. */
function cannotPrint(block: () => number): Conduct {
  return ({ path, body }) => {
    const { startNum, endNum, num, id_or_num: id } = body;
    const isRange = path.endsWith("/getblockbylimitnext");
    const isIn = isRange && Number(startNum) <= block() && block() < Number(endNum);
    const isAsked = num === block() || id === `${block()}`;
    return isIn || isAsked ? CANNOT_PRINT : undefined;
  };
}

/** A desk on nodes that cannot print a block, once that is chosen; its monotonic clock runs and can be moved ahead. */
async function startUnprinted(options: RigOptions = {}) {
  const clock = { aheadMs: 0 };
  const unprinted = { block: -1 };
  const rig = await startRig({
    hosts: 1,
    isOneNode: true,
    monotonicMs: () => performance.now() + clock.aheadMs,
    ...options,
  });
  for (let host = 1; host <= (options.hosts ?? 1); host += 1) {
    rig.proxy(host).conduct = cannotPrint(() => unprinted.block);
  }
  return { rig, clock, unprinted };
}

const openRows = (rig: Rig) =>
  readNow(rig.desk.database, () => openNotRead(50)).map(
    ({ reader, block_number }) => `${reader} ${block_number}`,
  );
const incidents = (rig: Rig) => readNow(rig.desk.database, () => latestIncidents(50));

/** An order whose delegation is in the block that cannot be printed, with a block above it. */
async function orderedInto(world: Awaited<ReturnType<typeof startUnprinted>>): Promise<string> {
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

test.each([
  ["the one node", {}],
  ["all nodes", { hosts: 2, isOneNode: false }],
])(
  "what %s cannot print is passed after a minute, and a delegation in it is found once it is solid",
  async (_, options) => {
    const world = await startUnprinted(options);
    const { rig, clock, unprinted } = world;
    const orderId = await orderedInto(world);
    await rounds(rig, "follower", 3);
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
