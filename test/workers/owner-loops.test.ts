/** The queues of owners: one each, only for those with work, and never two at once for one of them. */
import pino from "pino";
import { expect, onTestFinished, test } from "vitest";
import type { Address } from "../../src/domain/address.js";
import { OwnerLoops } from "../../src/workers/owner-loops.js";
import { addressesOf } from "../support/addresses.js";
import { openDesk } from "../support/desk.js";

const [FIRST, SECOND] = addressesOf(1, 2) as [Address, Address];

async function loopsOf(
  owners: Set<Address>,
  work: (owner: Address) => Promise<void>,
  blockMs = 60_000,
): Promise<OwnerLoops> {
  const { engine } = await openDesk();
  const logger = pino({ level: "silent" });
  const context = { engine, logger, blockMs };
  const loops = new OwnerLoops({
    name: "test",
    context,
    ownersWithWork: async () => [...owners],
    work,
  });
  onTestFinished(() => loops.stop());
  return loops;
}

test("work for those that have some, and for nobody else", async () => {
  const owners = new Set([FIRST]);
  const worked: Address[] = [];
  const loops = await loopsOf(owners, async (owner) => void worked.push(owner));
  loops.start();
  await expect.poll(() => worked).toEqual([FIRST]);
  owners.delete(FIRST);
  owners.add(SECOND);
  loops.wake();
  await expect.poll(() => worked).toEqual([FIRST, SECOND]);
});

test("one whose work is gone leaves nothing behind, its failure included", async () => {
  const owners = new Set([FIRST]);
  const loops = await loopsOf(owners, async () => {
    throw new Error("no luck");
  });
  loops.start();
  await expect.poll(() => loops.state).toMatchObject({ ok: false, lastError: "no luck" });
  owners.delete(FIRST);
  loops.wake();
  await expect.poll(() => loops.state).toMatchObject({ name: "test", ok: true, lastError: null });
});

test("one that is slow holds up no other, and is not doubled by coming and going", async () => {
  const owners = new Set([FIRST]);
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const running = { now: 0, most: 0 };
  const worked: Address[] = [];
  const loops = await loopsOf(owners, async (owner) => {
    worked.push(owner);
    if (owner !== FIRST) return;
    running.now += 1;
    running.most = Math.max(running.most, running.now);
    await gate;
    running.now -= 1;
  });
  loops.start();
  await expect.poll(() => worked).toEqual([FIRST]);
  owners.delete(FIRST);
  owners.add(SECOND);
  loops.wake();
  await expect.poll(() => worked).toEqual([FIRST, SECOND]);
  owners.add(FIRST);
  owners.delete(SECOND);
  loops.wake();
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
  expect(worked).toEqual([FIRST, SECOND]);
  // Woken while it runs, it works again as soon as it is through.
  open();
  await expect.poll(() => worked).toEqual([FIRST, SECOND, FIRST]);
  expect(running.most).toBe(1);
});

test("what nobody wakes for is found by the next look", async () => {
  const owners = new Set<Address>();
  const worked: Address[] = [];
  const loops = await loopsOf(owners, async (owner) => void worked.push(owner), 5);
  loops.start();
  owners.add(SECOND);
  await expect.poll(() => worked.length).toBeGreaterThan(0);
});

test("stopping waits for what runs and begins nothing more", async () => {
  const owners = new Set([FIRST]);
  const events: string[] = [];
  const loops = await loopsOf(owners, async () => {
    events.push("begun");
    await new Promise((resolve) => setImmediate(resolve));
    events.push("ended");
  });
  loops.start();
  await expect.poll(() => events).toContain("begun");
  await loops.stop();
  expect(events).toEqual(["begun", "ended"]);
  loops.wake();
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
  expect(events).toEqual(["begun", "ended"]);
});
