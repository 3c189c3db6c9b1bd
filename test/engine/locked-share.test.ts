/** How many of the delegations that run now are locked, of the pool and in all, and how many locks ever broke a bound. */
import { expect, test } from "vitest";
import { readLockedShare } from "../../src/engine/operating/locked-share.js";
import { openDesk } from "../support/desk.js";
import { openSeller } from "../support/sellers.js";
import { deliver, fork, mine, mineAll, reclaim, solidify } from "../support/steps.js";

const NONE = { locked: 0, unlocked: 0 };

test("what runs is counted, locked or not, from its block until it is taken back", async () => {
  const desk = await openDesk({ ownersUnits: [130_000] });
  const now = () => readLockedShare(desk.engine);
  await desk.order();
  expect(await now()).toEqual({ pool: NONE, all: NONE, overran: 0 });
  await deliver(desk);
  expect(await now()).toMatchObject({ pool: { locked: 1, unlocked: 0 } });
  await solidify(desk);
  // A shorter one would end the lock earlier, which the chain does not take.
  const short = await desk.order({ duration: "15m" });
  await openSeller(desk, { units: 100_000 });
  await desk.order();
  await deliver(desk);
  expect(await now()).toEqual({
    pool: { locked: 1, unlocked: 1 },
    all: { locked: 2, unlocked: 1 },
    overran: 0,
  });
  await solidify(desk);
  await mine(desk, [], true, 1_000_000);
  expect(await reclaim(desk, `${short}.1`)).toBe("reclaim");
  expect(await now()).toMatchObject({ all: { locked: 2, unlocked: 0 } });
});

test("a lock that a fork brought too late for the others is counted for good", async () => {
  const desk = await openDesk({ ownersUnits: [1_000_000] });
  await desk.order();
  await deliver(desk);
  await mine(desk, [], true, 300_000);
  await desk.order();
  await deliver(desk);
  const now = async () => (await readLockedShare(desk.engine)).overran;
  expect(await now()).toBe(0);
  await fork(desk);
  await mine(desk, [], true, 120_000);
  await mineAll(desk);
  expect(await now()).toBe(1);
  await solidify(desk);
  await mine(desk, [], true, 3_603_000);
  for (const { id } of desk.legs("locked = 1")) expect(await reclaim(desk, id)).toBe("reclaim");
  expect(await now()).toBe(1);
});
