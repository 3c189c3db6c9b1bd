/** The ledger: every movement twice, once only, and never undone; the tables themselves refuse what must not be. */

import fc from "fast-check";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { AssertionFailed } from "../../src/domain/assert.js";
import { sun } from "../../src/domain/money.js";
import { findViolations } from "../../src/store/audit/audit.js";
import { insertCustomer } from "../../src/store/customers.js";
import {
  type AccountId,
  availableOf,
  balanceOf,
  CLEARING,
  EXTERNAL,
  findTransfer,
  heldOf,
  move,
  openCustomerAccounts,
  REVENUE,
  type Transfer,
} from "../../src/store/ledger.js";
import { type Phase, run } from "../../src/store/phase.js";
import { SqliteDatabase } from "../../src/store/sqlite/database.js";
import { databasePath } from "../support/files.js";
import { byForm } from "../support/forms.js";
import { readNow } from "../support/read-now.js";
import { withSchema } from "../support/schema.js";

const CUSTOMER = "c".repeat(24);
const AVAILABLE = availableOf(CUSTOMER);
const HELD = heldOf(CUSTOMER);

let database: SqliteDatabase;

beforeEach(async () => {
  const opened = new SqliteDatabase({ path: withSchema(databasePath()) });
  database = opened;
  onTestFinished(() => opened.close());
  await opened.commit(function* (): Phase<void> {
    yield* insertCustomer(CUSTOMER, "Trader", 1);
    yield* openCustomerAccounts(CUSTOMER);
  });
});

const transfer = (id: string, from: AccountId, to: AccountId, amountSun: number): Transfer => ({
  id,
  from,
  to,
  amountSun: sun(amountSun),
  at: 1,
  ...(from === EXTERNAL || to === EXTERNAL ? { kind: "gift" } : {}),
});
const credit = (id: string, amountSun: number) => transfer(id, EXTERNAL, AVAILABLE, amountSun);
const deposit = (id: string, amountSun: number): Transfer => ({
  ...credit(id, amountSun),
  kind: "deposit",
});
const moved = (...transfers: Transfer[]) => database.commit(() => move(...transfers));
/** What is wrong with the books as far as no order is concerned: there is none here. */
const wrong = () =>
  readNow(database, findViolations)
    .map(({ invariant }) => invariant)
    .filter((invariant) => !/^(held|cleared) money/.test(invariant));
const balances = () => {
  const { availableSun, heldSun } = readNow(database, () => balanceOf(CUSTOMER));
  return { availableSun, heldSun };
};
const withdrawable = () => readNow(database, () => balanceOf(CUSTOMER)).withdrawableSun;

describe("a movement", () => {
  test("adds on one side what it takes from the other", async () => {
    expect(await moved(credit("a", 100))).toEqual(new Set(["a"]));
    await moved(transfer("b", AVAILABLE, HELD, 30));
    expect(balances()).toEqual({ availableSun: 70, heldSun: 30 });
    expect(wrong()).toEqual([]);
  });

  test("with an id that was there before moves nothing", async () => {
    await moved(credit("a", 100));
    expect(await moved(credit("a", 100))).toEqual(new Set());
    expect(await moved(credit("a", 100), credit("b", 1))).toEqual(new Set(["b"]));
    expect(balances().availableSun).toBe(101);
  });

  test("twice in one call moves once", async () => {
    expect(await moved(credit("a", 100), credit("a", 100))).toEqual(new Set(["a"]));
    expect(balances().availableSun).toBe(100);
  });

  test.each([
    ["another amount", credit("a", 101)],
    ["another source", transfer("a", REVENUE, AVAILABLE, 100)],
    ["another target", transfer("a", EXTERNAL, HELD, 100)],
  ])("with a known id and %s is a failed assertion, and undone", async (_, other) => {
    await moved(credit("a", 100));
    await expect(moved(credit("b", 5), other)).rejects.toBeInstanceOf(AssertionFailed);
    expect(balances()).toEqual({ availableSun: 100, heldSun: 0 });
    expect(readNow(database, () => findTransfer("b"))).toBeUndefined();
  });

  test("of nothing is a failed assertion", async () => {
    await expect(moved(credit("a", 0))).rejects.toBeInstanceOf(AssertionFailed);
  });

  test("of more than there is breaks a check, and is undone", async () => {
    await moved(credit("a", 100));
    const over = moved(transfer("b", AVAILABLE, HELD, 101));
    await expect(over).rejects.toThrow(/CHECK constraint failed/);
    expect(balances()).toEqual({ availableSun: 100, heldSun: 0 });
  });

  test.each([
    ["to itself", transfer("b", AVAILABLE, AVAILABLE, 1)],
    [
      "from an account that does not exist",
      transfer("b", "available:nobody" as AccountId, HELD, 1),
    ],
    ["beyond the safe integers", credit("b", Number.MAX_SAFE_INTEGER)],
  ])("%s is refused", async (_, wrong) => {
    await moved(credit("a", 100));
    await expect(moved(wrong)).rejects.toThrow(
      /constraint failed|no account|two customers|account available:nobody/,
    );
    expect(balances()).toEqual({ availableSun: 100, heldSun: 0 });
  });
});

test("only the external account may go below 0", async () => {
  await expect(moved(transfer("a", CLEARING, REVENUE, 1))).rejects.toThrow(/CHECK/);
  await expect(moved(transfer("a", REVENUE, AVAILABLE, 1))).rejects.toThrow(/CHECK/);
  await moved(credit("a", 1));
  expect(wrong()).toEqual([]);
});

describe("what can be withdrawn", () => {
  /** Held for an order, and spent by it. */
  const spend = async (id: string, amountSun: number) => {
    await moved(transfer(`${id}:hold`, AVAILABLE, HELD, amountSun));
    await moved(transfer(`${id}:post`, HELD, CLEARING, amountSun));
  };

  test("is what was paid in, not what was given", async () => {
    await moved(deposit("d", 100), credit("g", 30));
    expect([balances().availableSun, withdrawable()]).toEqual([130, 100]);
  });

  test("gifts are held, spent and taken back first", async () => {
    await moved(deposit("d", 100), credit("g", 30));
    await moved(transfer("hold", AVAILABLE, HELD, 20));
    expect(withdrawable()).toBe(100);
    await moved(transfer("void", HELD, AVAILABLE, 20));
    expect(withdrawable()).toBe(100);
    await spend("a", 20);
    expect(withdrawable()).toBe(100);
    await moved({ ...transfer("c", AVAILABLE, EXTERNAL, 4), kind: "correction" });
    expect(withdrawable()).toBe(100);
    await spend("b", 50);
    expect([balances().availableSun, withdrawable()]).toEqual([56, 56]);
  });

  test("what was spent before a gift came stays spent", async () => {
    await moved(deposit("d", 100));
    await spend("a", 60);
    await moved(credit("g", 30));
    expect(withdrawable()).toBe(40);
  });

  // 30 of the 60 that were spent were a gift.
  test.each([
    [10, 40],
    [30, 60],
    [45, 60],
    [60, 60],
  ])("of %i that come back, gifts come last", async (backSun, withdrawableSun) => {
    await moved(deposit("d", 60), credit("g", 30));
    await spend("a", 60);
    expect(withdrawable()).toBe(30);
    await moved({ ...transfer("back", CLEARING, AVAILABLE, backSun), undoes: "a:post" });
    expect(withdrawable()).toBe(withdrawableSun);
  });
});

test("a transfer has a kind exactly when it is from or to outside", async () => {
  const { kind: _, ...plain } = credit("a", 1);
  await expect(moved(plain)).rejects.toBeInstanceOf(AssertionFailed);
  await moved(credit("b", 5));
  const inside: Transfer = { ...transfer("c", AVAILABLE, HELD, 1), kind: "gift" };
  await expect(moved(inside)).rejects.toBeInstanceOf(AssertionFailed);
});

test("transfers are never changed and never deleted", async () => {
  await moved(credit("a", 100));
  const change = database.commit(() => run("UPDATE transfer SET amount_sun = 1"));
  await expect(change).rejects.toThrow("transfers are never changed");
  const removal = database.commit(() => run("DELETE FROM transfer"));
  await expect(removal).rejects.toThrow("transfers are never deleted");
});

test("any movements leave a sum of 0, and balances that are their sum", async () => {
  const account = fc.constantFrom<AccountId>(EXTERNAL, AVAILABLE, HELD, CLEARING, REVENUE);
  const movement = fc.tuple(
    fc.integer({ min: 0, max: 30 }).map((id) => `t${id}`),
    account,
    account,
    fc.integer({ min: 1, max: 50 }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(movement, { maxLength: 20 }), async (movements) => {
      const commits = movements.map((wanted) => moved(transfer(...wanted)).catch(() => undefined));
      await Promise.all(commits);
      expect(wrong()).toEqual([]);
    }),
    { numRuns: byForm(10, 50) },
  );
});
