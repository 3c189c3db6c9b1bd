/** New orders come so fast that signatures let them pass: for a while, and never for good. */
import { expect, test } from "vitest";
import { ALICE, RECEIVERS, type RigOptions, startRig } from "./rig.js";
import { assertBooksMatchChain, delivered, followed, legs, mineUntil, until } from "./steps.js";

const HOUR_MS = 3_600_000;

/** A desk whose clock stands still, so that a rush lasts until the clock is moved. */
async function startInRush(longestRushMs: number, options: RigOptions = {}) {
  const clock = { monotonicMs: 0 };
  const signer = { hasBegun: false };
  const rig = await startRig({
    monotonicMs: () => clock.monotonicMs,
    // The lock on the chain is the first that the signer asks for.
    wrapChain: (chain) => ({
      ...chain,
      delegated: (...asked) => {
        signer.hasBegun = true;
        return chain.delegated(...asked);
      },
    }),
    ...options,
    workers: { longestRushMs },
  });
  const receivers = RECEIVERS.slice(0, 16);
  // Known beforehand, so that all orders are created in one turn.
  await rig.desk.engine.receivers.verdicts(receivers);
  const orderIds = await Promise.all(receivers.map((receiver) => rig.desk.order(receiver)));
  const states = () => legs(rig).map(({ state }) => state);
  return { rig, clock, signer, orderIds, states };
}

test("nothing is signed while a rush lasts, and everything once it is over", async () => {
  const { rig, clock, signer, orderIds, states } = await startInRush(HOUR_MS);
  // Each block wakes the signer.
  await rig.mine(3);
  await followed(rig);
  expect(states()).toEqual(orderIds.map(() => "planned"));
  expect(signer.hasBegun).toBe(false);
  clock.monotonicMs += 100;
  await until("they are signed", () => !states().includes("planned"));
  for (const orderId of orderIds) await delivered(rig, orderId);
  await assertBooksMatchChain(rig);
});

test("a rush without end does not keep orders from being delivered", async () => {
  const { rig, states } = await startInRush(50);
  await mineUntil(rig, "all are included", () => states().every((state) => state === "included"));
  expect(rig.desk.engine.load.isRush()).toBe(true);
  await assertBooksMatchChain(rig);
});

test("a rush that would soon make the desk busy is signed at once", async () => {
  const { rig, states } = await startInRush(HOUR_MS, { unsignedLimit: 31 });
  await until("some are signed", () => states().some((state) => state !== "planned"));
  await expect(rig.desk.order(ALICE)).resolves.toBeDefined();
});

test("the end does not wait for a rush", async () => {
  const { rig, orderIds, states } = await startInRush(HOUR_MS);
  await rig.stopDesk();
  await rig.startDesk();
  for (const orderId of orderIds) await delivered(rig, orderId);
  expect(states()).not.toContain("planned");
});
