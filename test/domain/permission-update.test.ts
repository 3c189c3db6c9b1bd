/** The change of permissions by which an account lets the desk's key delegate. */
import { describe, expect, it } from "vitest";
import {
  type AccountPermissions,
  DELEGATE_ONLY,
  dangers,
  delegatePermission,
  MAX_ACTIVE_PERMISSIONS,
  type NamedPermission,
  permitDelegating,
  signaturesNeeded,
} from "../../src/domain/permission.js";
import { addressOf } from "../support/addresses.js";

const OWNER = addressOf(1);
const DESK = addressOf(2);
const FRIEND = addressOf(3);

const ring = (address = OWNER, name = "owner") => ({
  name,
  threshold: 1,
  keys: [{ address, weight: 1 }],
});
const active = (change: Partial<NamedPermission> = {}): NamedPermission => ({
  ...ring(FRIEND, "friend"),
  id: 2,
  operations: `02${"0".repeat(62)}`,
  ...change,
});
const account = (...actives: NamedPermission[]): AccountPermissions => ({
  owner: ring(),
  witness: undefined,
  active: actives,
});

describe("a permission to delegate", () => {
  it("is added after those that are there, which stay as they are", () => {
    const before = { ...account(active(), active({ id: 3 })), witness: ring(FRIEND, "witness") };
    const change = permitDelegating(before, DESK);
    if (change.kind !== "update") throw new Error(change.kind);
    const { owner, witness, active: after } = change.permissions;
    expect({ owner, witness }).toEqual({ owner: before.owner, witness: before.witness });
    expect(after.slice(0, 2)).toEqual(before.active);
    expect(after).toHaveLength(3);
    const [, , added] = after;
    expect(added).toMatchObject({ id: 4, threshold: 1, keys: [{ address: DESK, weight: 1 }] });
    expect(delegatePermission(after, DESK)).toBe(added);
    expect(delegatePermission(after, FRIEND)).toBeUndefined();
  });

  it("allows operations 57 and 58, and no other", () => {
    const bytes = Buffer.from(DELEGATE_ONLY, "hex");
    expect(bytes).toHaveLength(32);
    const allowed = Array.from({ length: 256 }, (_, bit) => bit).filter(
      (bit) => ((bytes[bit >> 3] ?? 0) & (1 << (bit & 7))) !== 0,
    );
    expect(allowed).toEqual([57, 58]);
    expect(dangers(active({ operations: DELEGATE_ONLY }))).toEqual([]);
  });

  it("is needless where the key may delegate already", () => {
    const given = active({ id: 3, operations: DELEGATE_ONLY, keys: ring(DESK).keys });
    expect(permitDelegating(account(active(), given), DESK)).toEqual({ kind: "needless", id: 3 });
    expect(permitDelegating(account({ ...given, threshold: 2 }), DESK).kind).toBe("update");
  });

  it("finds no room beside eight others", () => {
    const actives = Array.from({ length: MAX_ACTIVE_PERMISSIONS }, (_, at) =>
      active({ id: at + 2 }),
    );
    expect(permitDelegating(account(...actives), DESK)).toEqual({ kind: "full" });
    expect(permitDelegating(account(...actives.slice(1)), DESK).kind).toBe("update");
  });
});

it.each([
  [1, [1], 1],
  [1, [1, 1, 1], 1],
  [2, [1, 1, 1], 2],
  [3, [1, 1, 2], 2],
  [4, [1, 1, 2], 3],
])("a threshold of %d over weights %j takes %d signatures", (threshold, weights, signatures) => {
  const keys = weights.map((weight, at) => ({ address: addressOf(at + 1), weight }));
  expect(signaturesNeeded({ threshold, keys })).toBe(signatures);
});
