/** Whom an order passes over after its delegations died: what says something of an owner, and for how long. */
import { describe, expect, test } from "vitest";
import { type Deaths, type Patience, refusedLately } from "../../src/domain/death.js";

const AT = 1_000_000;
const PATIENCE: Patience = { at: AT, retryAfterMs: 60_000, mayUnlock: true };

const died = (reason: string, change: Partial<Deaths<string>> = {}): Deaths<string> => ({
  ...{ owner: "A", is_pool: 0, locked: 1, reason, times: 1, last_at: AT },
  ...change,
});
const spared = (deaths: Deaths<string>[], change: Partial<Patience> = {}) => [
  ...refusedLately(deaths, { ...PATIENCE, ...change }),
];

describe("an owner is passed over", () => {
  test.each([
    ["owner_capacity", true],
    ["lock", true],
    ["owner_bandwidth", true],
    ["owner_balance", true],
    ["permission", true],
    ["other", true],
    ["cannot be locked", true],
    ["expired", false],
    ["failed in its block", false],
    ["owner paused", false],
    ["replaced too late", false],
    ["reference_block", false],
    ["receiver_not_activated", false],
    ["receiver_is_contract", false],
    ["not_undelegatable", false],
    ["cancelled by the customer", false],
  ])("after %s: %s", (reason, isSpared) => {
    expect(spared([died(reason)])).toEqual(isSpared ? ["A"] : []);
  });

  test.each([
    [1, 60_000],
    [2, 120_000],
    [3, 240_000],
    [4, 480_000],
  ])("after %i refusals for %i ms", (times, forMs) => {
    const deaths = [died("other", { times })];
    expect(spared(deaths, { at: AT + forMs - 1 })).toEqual(["A"]);
    expect(spared(deaths, { at: AT + forMs })).toEqual([]);
  });

  test("for all its refusals together, counted from the last; another owner is not", () => {
    const deaths = [
      ...[died("other"), died("owner_capacity", { last_at: AT - 50_000 })],
      died("expired", { last_at: AT + 50_000, times: 9 }),
      died("lock", { owner: "B", last_at: AT - 60_000 }),
    ];
    expect(spared(deaths, { at: AT + 119_999 })).toEqual(["A"]);
    expect(spared(deaths, { at: AT + 120_000 })).toEqual([]);
  });
});

test.each([
  ["a pool owner's locked one", { is_pool: 1, locked: 1 }, true, []],
  ["where the desk always locks", { is_pool: 1, locked: 1 }, false, ["A"]],
  ["a pool owner's without a lock", { is_pool: 1, locked: 0 }, true, ["A"]],
  ["a seller's", { is_pool: 0, locked: 1 }, true, ["A"]],
] as const)("refused for the lock, %s: %j", (_, change, mayUnlock, expected) => {
  expect(spared([died("lock", change)], { mayUnlock })).toEqual(expected);
});
