/** What the reclaimer reads before it takes stake back: the records of some rentals together, and anew after a block. */
import { expect, test } from "vitest";
import type { Chain } from "../../src/chain/port.js";
import { ALICE, BOB, CAROL, startRig } from "./rig.js";
import { assertBooksMatchChain, followed, orderDelivered, reclaimed, rentalsEnd } from "./steps.js";

/** Notes records that are read and undelegations that go out; the first of these waits until it is let go. */
function watched() {
  const seen: string[] = [];
  let letGo = () => {};
  const released = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const wrapChain = (chain: Chain): Chain => ({
    ...chain,
    delegated(...call) {
      if (call[3] === "reclaim") seen.push("record");
      return chain.delegated(...call);
    },
    async broadcast(...call) {
      if (call[2] !== "reclaim") return chain.broadcast(...call);
      seen.push("sent");
      arrive();
      await released;
      return chain.broadcast(...call);
    },
  });
  return { seen, arrived, letGo, wrapChain };
}

test("the records of all rentals that end are read first, and what a block follows upon is read again", async () => {
  const chain = watched();
  const rig = await startRig({ owners: 1, wrapChain: chain.wrapChain });
  for (const receiver of [ALICE, BOB, CAROL]) await orderDelivered(rig, receiver);
  await rentalsEnd(rig);
  await chain.arrived;
  expect(chain.seen).toEqual(["record", "record", "record", "sent"]);
  await rig.mine();
  await followed(rig);
  chain.letGo();
  await reclaimed(rig);
  // Both of the others once more, or oftener where the next block came before they were judged.
  const again = chain.seen.slice(4, chain.seen.indexOf("sent", 4));
  expect(again.length).toBeGreaterThanOrEqual(2);
  await assertBooksMatchChain(rig);
});
