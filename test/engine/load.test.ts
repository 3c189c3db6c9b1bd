/** When orders come so fast that what nobody waits for lets them pass. */
import { expect, test } from "vitest";
import { Load } from "../../src/engine/load.js";

function openLoad(unsignedLimit: number) {
  const clock = { monotonicMs: 1_000 };
  const load = new Load(() => clock.monotonicMs, unsignedLimit);
  /** So many calls that begin together and end when the answer is called. */
  const begin = (calls: number) => {
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const all = Promise.all(Array.from({ length: calls }, () => load.creating(() => ended)));
    return async () => {
      end();
      await all;
    };
  };
  return { load, clock, begin };
}

test("eight calls that wait at once are a rush, and fewer never are, however many follow each other", async () => {
  const { load, begin } = openLoad(1_000);
  for (let round = 0; round < 20; round += 1) {
    const end = begin(7);
    expect(load.isRush()).toBe(false);
    await end();
  }
  const end = begin(7);
  await load.creating(async () => {
    expect(load.isRush()).toBe(true);
  });
  await end();
  expect(load.isRush()).toBe(true);
});

test("a rush is over when fewer calls waited for 100 ms, and not while they wait for long", async () => {
  const { load, clock, begin } = openLoad(1_000);
  const end = begin(8);
  clock.monotonicMs += 1_000;
  expect(load.isRush()).toBe(true);
  clock.monotonicMs += 1_000;
  await end();
  const endOfOne = begin(1);
  clock.monotonicMs += 99;
  expect(load.isRush()).toBe(true);
  clock.monotonicMs += 1;
  expect(load.isRush()).toBe(false);
  await endOfOne();
  expect(load.isRush()).toBe(false);
});

test("a call that fails is counted no longer", async () => {
  const { load, begin } = openLoad(1_000);
  for (let call = 0; call < 8; call += 1) {
    const refused = load.creating(async () => Promise.reject(new Error("refused")));
    await expect(refused).rejects.toThrow("refused");
  }
  await begin(1)();
  expect(load.isRush()).toBe(false);
});

test("a rush ends where what it leaves unsigned would soon make the desk refuse orders", async () => {
  const { load, begin } = openLoad(40);
  await begin(8)();
  load.created(20);
  expect(load.isRush()).toBe(true);
  load.created(1);
  expect(load.isRush()).toBe(false);
  expect(load.isBusy()).toBe(false);
  load.signed(1);
  expect(load.isRush()).toBe(true);
});

test("a desk that has just started is in no rush", () => {
  expect(openLoad(1_000).load.isRush()).toBe(false);
});
