/** A way to the node that repeats each broadcast and gives back the answer to the second one: nothing is delivered, taken or paid twice. */
import { describe, expect, test } from "vitest";
import type { Chain } from "../../src/chain/port.js";
import { allPaid, assertPaidOnce, PAID_TRX, paying, run } from "./paying.js";
import { ALICE, BOB, RENTAL_MS, type Rig, SOLID_LAG_BLOCKS, startRig } from "./rig.js";
import {
  areDelivered,
  assertBooksMatchChain,
  isPending,
  legs,
  solidified,
  until,
} from "./steps.js";

/** What happens to the first of two. */
const WAYS: readonly [string, (rig: Rig) => Promise<unknown>, (rig: Rig) => Promise<unknown>][] = [
  ["both arrive", async () => {}, async () => {}],
  ["the first one's answer is lost", losesAnswer, async () => {}],
  ["a block has the first before the second comes", async () => {}, (rig) => rig.mine()],
];

function losesAnswer(rig: Rig): Promise<unknown> {
  return rig.broadcastFault({ kind: "accept-then-drop" });
}

/** Sends the bytes twice, as a load balancer that tries again, and says what the second one's answers were. */
function repeating(rig: () => Rig, before: (typeof WAYS)[0][1], between: (typeof WAYS)[0][2]) {
  const answers: string[] = [];
  // One after the other: a fault that is meant for one's first must not meet another's second.
  let last: Promise<unknown> = Promise.resolve();
  const wrapChain = (chain: Chain): Chain => ({
    ...chain,
    broadcast(...call) {
      const twice = last.then(async () => {
        await before(rig());
        await chain.broadcast(...call);
        await between(rig());
        const second = await chain.broadcast(...call);
        answers.push(second.kind);
        return second;
      });
      last = twice.catch(() => {});
      return twice;
    },
  });
  return { wrapChain, answers };
}

/** Makes a block for what waits for one: a block may come between the two broadcasts as well. */
async function included(rig: Rig, what: string, isSo: () => boolean): Promise<void> {
  await until(what, async () => {
    if (isSo()) return true;
    if (await isPending(rig)()) await rig.mine();
    return false;
  });
}

describe.each(WAYS)("%s:", (_, before, between) => {
  test("an order is delivered and taken back once", async () => {
    const { wrapChain, answers } = repeating(() => rig, before, between);
    const rig = await startRig({ wrapChain });
    for (const receiver of [ALICE, BOB]) await rig.desk.order(receiver);
    await included(rig, "both are delivered", () => areDelivered(legs(rig)));
    await solidified(rig);
    await rig.mine(1, RENTAL_MS);
    const areBack = () => legs(rig).every(({ reclaim_block }) => reclaim_block !== null);
    await included(rig, "both are taken back", areBack);
    await rig.mine(SOLID_LAG_BLOCKS + 1);
    await until("that is solid", () => legs(rig).every(({ state }) => state === "reclaimed"));
    expect(legs(rig)).toMatchObject([{ state: "reclaimed" }, { state: "reclaimed" }]);
    expect(new Set(answers)).toEqual(new Set(["seen"]));
    await assertBooksMatchChain(rig);
  });

  test("a seller is paid once", async () => {
    const { wrapChain, answers } = repeating(() => desk.rig, before, between);
    const desk = await paying([ALICE], { wrapChain });
    await run(desk.rig);
    await allPaid(desk.rig);
    expect(await desk.received(ALICE)).toEqual([PAID_TRX]);
    expect(new Set(answers)).toEqual(new Set(["seen"]));
    await assertPaidOnce(desk);
  });
});
