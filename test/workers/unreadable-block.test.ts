/** A block that no node can print: the desk goes on without it after a minute, and finds what it held of its own. */
import { expect, test } from "vitest";
import { ALICE, BOB, SOLID_LAG_BLOCKS } from "./rig.js";
import {
  assertBooksMatchChain,
  delivered,
  followed,
  isPending,
  legs,
  orderDelivered,
  solidified,
  until,
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
