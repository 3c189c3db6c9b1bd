/** When orders come so fast that what nobody waits for lets them pass. */
import { expect, test } from "vitest";
import { Load } from "../../src/engine/load.js";

function openLoad(unsignedLimit: number) {
  const clock = { monotonicMs: 1_000 };
  const load = new Load(() => clock.monotonicMs, unsignedLimit);
  const create = (calls: number, everyMs: number) => {
    for (let call = 0; call < calls; call += 1) {
      clock.monotonicMs += everyMs;
      load.created(1);
    }
  };
  return { load, clock, create };
}

test("sixteen calls within 20 ms are a rush, and slower ones never are, however many", () => {
  const { load, clock, create } = openLoad(1_000);
  create(100, 1.4);
  expect(load.isRush()).toBe(false);
  clock.monotonicMs += 20;
  create(15, 0.1);
  expect(load.isRush()).toBe(false);
  create(1, 0.1);
  expect(load.isRush()).toBe(true);
});

test("a rush is over when no call came for 100 ms, or when calls come one by one again", () => {
  const { load, clock, create } = openLoad(1_000);
  create(16, 0);
  clock.monotonicMs += 99;
  expect(load.isRush()).toBe(true);
  clock.monotonicMs += 1;
  expect(load.isRush()).toBe(false);
  create(16, 0);
  create(1, 20);
  expect(load.isRush()).toBe(false);
});

test("a rush ends where what it leaves unsigned would soon make the desk refuse orders", () => {
  const { load, create } = openLoad(40);
  create(20, 0);
  expect(load.isRush()).toBe(true);
  create(1, 0);
  expect(load.isRush()).toBe(false);
  expect(load.isBusy()).toBe(false);
  load.signed(1);
  expect(load.isRush()).toBe(true);
});

test("a desk that has just started is in no rush", () => {
  expect(openLoad(1_000).load.isRush()).toBe(false);
});
