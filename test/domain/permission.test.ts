/** What a key may do with an account, by the permissions the chain shows. */
import { describe, expect, it } from "vitest";
import {
  delegatePermission,
  type Permission,
  permissionGap,
  powersBeyondDelegating,
  powersOf,
  suffices,
} from "../../src/domain/permission.js";
import { addressOf } from "../support/addresses.js";

const OWNER = addressOf(1);
const DESK = addressOf(2);

/** 64 hex characters with these operations allowed. */
function operations(...allowed: number[]): string {
  const bytes = Buffer.alloc(32);
  for (const operation of allowed) {
    bytes[operation >> 3] = (bytes[operation >> 3] ?? 0) | (1 << (operation & 7));
  }
  return bytes.toString("hex");
}

const permission = (change: Partial<Permission> = {}): Permission => ({
  id: 2,
  threshold: 1,
  operations: operations(57, 58),
  keys: [{ address: DESK, weight: 1 }],
  ...change,
});
const ownerPermission = { threshold: 1, keys: [{ address: OWNER, weight: 1 }] };

describe("the permission to delegate", () => {
  it("allows 57 and 58 to the one key", () => {
    expect(delegatePermission([permission({ id: 3 })], DESK)?.id).toBe(3);
  });

  it.each([
    ["allows delegating only", { operations: operations(57) }],
    ["allows undelegating only", { operations: operations(58) }],
    ["is another key's", { keys: [{ address: OWNER, weight: 1 }] }],
    ["needs a second key", { threshold: 2 }],
  ])("is none that %s", (_name, change) => {
    expect(delegatePermission([permission(change)], DESK)).toBeUndefined();
  });

  it("is the least powerful of several", () => {
    const mighty = permission({ id: 2, operations: operations(1, 57, 58) });
    expect(delegatePermission([mighty, permission({ id: 4 })], DESK)?.id).toBe(4);
  });
});

describe("what the key may do beyond delegating", () => {
  it("is nothing where it may delegate and vote", () => {
    const permissions = [permission({ operations: operations(4, 57, 58) })];
    expect(powersBeyondDelegating({ ownerPermission, permissions }, DESK)).toEqual([]);
  });

  it("is found in every permission it satisfies, and said once", () => {
    const permissions = [
      permission(),
      permission({ id: 3, operations: operations(1, 31, 57, 58) }),
      permission({ id: 4, operations: operations(1) }),
      permission({ id: 5, operations: operations(46), threshold: 2 }),
    ];
    expect(powersBeyondDelegating({ ownerPermission, permissions }, DESK)).toEqual([
      "transfer TRX",
      "call contracts",
    ]);
  });

  it("is everything when it owns the account", () => {
    const owned = { threshold: 1, keys: [{ address: DESK, weight: 1 }] };
    const powers = powersBeyondDelegating({ ownerPermission: owned, permissions: [] }, DESK);
    expect(powers).toEqual([expect.stringMatching(/anything/)]);
  });
});

it("a key suffices when its own weight reaches the threshold", () => {
  const ring = { threshold: 3, keys: [{ address: OWNER, weight: 2 }] };
  expect(suffices(ring, OWNER)).toBe(false);
  expect(suffices({ ...ring, threshold: 2 }, OWNER)).toBe(true);
  expect(suffices(ring, DESK)).toBe(false);
  expect(suffices({ ...ring, threshold: 0 }, DESK)).toBe(false);
});

describe("what is missing for the desk to delegate", () => {
  const BOTH = ["delegate", "undelegate"];

  it.each<[string, Permission[], ReturnType<typeof permissionGap>]>([
    ["nothing", [permission()], undefined],
    [
      "nothing, by any of them",
      [permission({ operations: operations(1) }), permission()],
      undefined,
    ],
    ["the key", [], { hasKey: false, missing: ["delegate", "undelegate"], weight: undefined }],
    [
      "the key, where another has it",
      [permission({ keys: [{ address: OWNER, weight: 1 }] })],
      { hasKey: false, missing: ["delegate", "undelegate"], weight: undefined },
    ],
    [
      "one operation",
      [permission({ operations: operations(57) })],
      { hasKey: true, missing: ["undelegate"], weight: undefined },
    ],
    [
      "weight",
      [permission({ threshold: 2 })],
      { hasKey: true, missing: [], weight: { has: 1, needs: 2 } },
    ],
    [
      "the least of two: what comes closest is told",
      [
        permission({ threshold: 2, operations: operations(1) }),
        permission({ operations: operations(58) }),
      ],
      { hasKey: true, missing: ["delegate"], weight: undefined },
    ],
  ])("%s", (_, permissions, gap) => {
    expect(permissionGap(permissions, DESK)).toEqual(gap);
    if (gap?.hasKey === false) expect(gap.missing).toEqual(BOTH);
  });

  it("is nothing exactly where a permission delegates", () => {
    for (const allowed of [[], [57], [58], [57, 58], [1, 57, 58]]) {
      for (const threshold of [1, 2]) {
        const permissions = [permission({ operations: operations(...allowed), threshold })];
        const isFine = delegatePermission(permissions, DESK) !== undefined;
        expect(permissionGap(permissions, DESK) === undefined).toBe(isFine);
      }
    }
  });
});

describe("powers by their codes", () => {
  it("say as much as their words", () => {
    const permissions = [permission({ operations: operations(1, 31, 46, 54, 55, 56, 57, 58) })];
    const account = { ownerPermission, permissions };
    expect(powersOf(account, DESK)).toEqual([
      "transfer",
      "contracts",
      "permissions",
      "stake",
      "unstake",
      "withdraw",
    ]);
    expect(powersOf(account, DESK)).toHaveLength(powersBeyondDelegating(account, DESK).length);
    expect(powersOf(account, OWNER)).toEqual(["owner"]);
    expect(powersOf({ ownerPermission, permissions: [permission()] }, DESK)).toEqual([]);
  });
});
