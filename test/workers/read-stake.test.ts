/** The picture of what owners can delegate is of the chain that the desk has followed, or there is none. */
import { expect, test } from "vitest";
import type { BlockRef } from "../../src/chain/port.js";
import { sun } from "../../src/domain/money.js";
import { readStake, type StakeSource } from "../../src/workers/capacity.js";
import { type Desk, openDesk } from "../support/desk.js";
import { hashOf } from "../support/paper-chain.js";
import { mineAll } from "../support/steps.js";

/** A node on one chain: the desk's own, or another one from some block on. */
function nodeOn(desk: Desk, head: BlockRef, forkedFrom = Number.POSITIVE_INFINITY) {
  const asked: string[] = [];
  const chain: StakeSource = {
    head: async () => {
      asked.push("head");
      return head;
    },
    delegatableSun: async () => {
      asked.push("stake");
      return sun(7_000_000);
    },
    block: async (number) => {
      asked.push("block");
      const block = desk.chain.block(number);
      if (!block) return undefined;
      return number < forkedFrom ? block : { ...block, id: hashOf(`fork ${number}`) };
    },
  };
  return { asked, context: { engine: desk.engine, chain } };
}

test("it names the head that was read before, and the chain is compared after all stakes were read", async () => {
  const desk = await openDesk();
  const { context, asked } = nodeOn(desk, desk.chain.head);
  const delegatableSun = { energy: 7_000_000, bandwidth: 7_000_000 };
  expect(await readStake(context, desk.owners)).toEqual(
    desk.owners.map((owner) => ({ owner, block: desk.chain.head.number, delegatableSun })),
  );
  expect(asked).toEqual(["head", "stake", "stake", "stake", "stake", "block"]);
});

test("a node that has left the followed chain gives no picture, ahead of the desk or behind it", async () => {
  const desk = await openDesk();
  const { head } = desk.chain;
  const ahead = { ...head, number: head.number + 2, id: hashOf("ahead") };
  expect(await readStake(nodeOn(desk, ahead, head.number).context, desk.owners)).toBeUndefined();
  expect(await readStake(nodeOn(desk, ahead).context, desk.owners)).toHaveLength(2);
  expect(await readStake(nodeOn(desk, head, head.number).context, desk.owners)).toBeUndefined();
});

test("a node that has gone back behind what it told before is believed about what it shows now alone", async () => {
  const desk = await openDesk();
  const before = desk.chain.head;
  await mineAll(desk);
  expect(desk.engine.chainClock.head?.number).toBe(before.number + 1);
  const { context } = nodeOn(desk, before);
  const stakes = await readStake(context, desk.owners);
  expect(stakes?.map(({ block }) => block)).toEqual([before.number, before.number]);
});
