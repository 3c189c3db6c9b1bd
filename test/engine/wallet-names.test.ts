/** A customer's address book: once an update, unique by name, bounded, and nobody else's. */
import { expect, test } from "vitest";
import { receiveUpdates } from "../../src/engine/chat/inbox.js";
import { createCustomer } from "../../src/engine/customers/customers.js";
import {
  type NameOutcome,
  type NewName,
  nameWallets,
  readUsedNames,
  unnameWallet,
} from "../../src/engine/customers/wallet-names.js";
import { countUse, findName, namesOf } from "../../src/store/wallet-names.js";
import { addressesOf, addressOf } from "../support/addresses.js";
import { type Desk, openDesk } from "../support/desk.js";

let lastUpdate = 0;

async function update(desk: Desk): Promise<number> {
  lastUpdate += 1;
  await receiveUpdates(desk.engine, [{ updateId: lastUpdate, lane: "1:1", body: "{}" }]);
  return lastUpdate;
}

async function name(
  desk: Desk,
  names: readonly NewName[],
  { customerId = desk.customerId, updateId = 0 } = {},
): Promise<readonly NameOutcome[] | undefined> {
  let said: readonly NameOutcome[] | undefined;
  await nameWallets(desk.engine, {
    updateId: updateId || (await update(desk)),
    customerId,
    names,
    told: (outcomes) => {
      said = outcomes;
      return [];
    },
  });
  return said;
}

const named = async (desk: Desk, customerId = desk.customerId) =>
  (await desk.engine.database.read(() => namesOf(customerId))).map(({ name: one, address }) => [
    one,
    address,
  ]);

test("names are kept by name, however they are written, and changed when given again", async () => {
  const desk = await openDesk();
  const [a, b] = addressesOf(1, 2) as [NewName["address"], NewName["address"]];
  expect(
    await name(desk, [
      { name: "Hot", address: a },
      { name: "cold", address: b },
      { name: "hot", address: a },
    ]),
  ).toEqual([{ kind: "added" }, { kind: "added" }, { kind: "same" }]);
  expect(await named(desk)).toEqual([
    ["cold", b],
    ["hot", a],
  ]);
  expect(await name(desk, [{ name: "HOT", address: b }])).toEqual([{ kind: "changed", before: a }]);
  expect(await desk.engine.database.read(() => findName(desk.customerId, "hOt"))).toMatchObject({
    name: "HOT",
    address: b,
  });
  expect(await desk.engine.database.read(() => findName(desk.customerId, "warm"))).toBeUndefined();
});

test("an update that comes again changes nothing and says nothing", async () => {
  const desk = await openDesk();
  const updateId = await update(desk);
  await name(desk, [{ name: "x", address: addressOf(1) }], { updateId });
  expect(await name(desk, [{ name: "x", address: addressOf(2) }], { updateId })).toBeUndefined();
  expect(await named(desk)).toEqual([["x", addressOf(1)]]);
});

test("names are a customer's own", async () => {
  const desk = await openDesk();
  const { customerId } = await createCustomer(desk.engine, "Another");
  await name(desk, [{ name: "x", address: addressOf(1) }]);
  await name(desk, [{ name: "x", address: addressOf(2) }], { customerId });
  expect(await named(desk)).toEqual([["x", addressOf(1)]]);
  expect(await named(desk, customerId)).toEqual([["x", addressOf(2)]]);
});

test("500 are enough: those that find no room are told, those known change all the same", async () => {
  const desk = await openDesk();
  const address = addressOf(1);
  const many = Array.from({ length: 501 }, (_, at) => ({ name: `n${at}`, address }));
  const outcomes = await name(desk, many);
  expect(outcomes?.filter(({ kind }) => kind === "added")).toHaveLength(500);
  expect(outcomes?.at(-1)).toEqual({ kind: "full" });
  const [changed] = (await name(desk, [{ name: "N7", address: addressOf(2) }])) ?? [];
  expect(changed?.kind).toBe("changed");
  expect(await named(desk)).toHaveLength(500);
});

test("a name is taken away once", async () => {
  const desk = await openDesk();
  await name(desk, [
    { name: "a", address: addressOf(1) },
    { name: "b", address: addressOf(2) },
  ]);
  const removed: unknown[] = [];
  for (let times = 0; times < 2; times += 1) {
    await unnameWallet(desk.engine, {
      updateId: await update(desk),
      customerId: desk.customerId,
      find: (names) => names.find((one) => one.name === "a"),
      told: (one, left) => {
        removed.push([one?.name, left.map((other) => other.name)]);
        return [];
      },
    });
  }
  expect(removed).toEqual([
    ["a", ["b"]],
    [undefined, ["b"]],
  ]);
});

test("those used most come first; a name for another wallet begins anew", async () => {
  const desk = await openDesk();
  const [a, b, c] = addressesOf(1, 3) as NewName["address"][];
  if (!a || !b || !c) throw new Error("three addresses");
  await name(desk, [
    { name: "a", address: a },
    { name: "b", address: b },
    { name: "c", address: c },
  ]);
  const use = (addresses: NewName["address"][], at: number) =>
    desk.database.commit(() => countUse(desk.customerId, addresses, at));
  await use([a, b], 1);
  await use([b], 2);
  const used = async (most = 9) =>
    (await readUsedNames(desk.engine, desk.customerId, most)).map((one) => one.name);
  expect(await used()).toEqual(["b", "a"]);
  expect(await used(1)).toEqual(["b"]);
  await use([c, a], 3);
  expect(await used()).toEqual(["a", "b", "c"]);
  await name(desk, [{ name: "b", address: c }]);
  expect(await used()).toEqual(["a", "c"]);
});
