/** What the desk knows of a Telegram user: the account, the language, keys they issue and revoke themselves, and their address book. */

import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, test } from "vitest";
import { apiKeyHint, MAX_KEYS, withoutApiKeys } from "../../src/domain/api-key.js";
import { sun } from "../../src/domain/money.js";
import { receiveUpdates } from "../../src/engine/chat/inbox.js";
import {
  chooseLanguage,
  readLanguageWish,
  type TelegramPerson,
  telegramUser,
} from "../../src/engine/chat/telegram-users.js";
import {
  createCustomer,
  holderForKey,
  issueKey,
  readKeys,
} from "../../src/engine/customers/customers.js";
import {
  type Issued,
  issuePendingKey,
  keyNotShown,
  keyShown,
  readOwnKey,
  readOwnKeys,
  revokeOwnKey,
  revokePendingKeys,
} from "../../src/engine/customers/own-keys.js";
import {
  type NameOutcome,
  type NewName,
  nameWallets,
  readLatestNames,
  unnameWallet,
} from "../../src/engine/customers/wallet-names.js";
import { countUse, findName, namesOf } from "../../src/store/wallet-names.js";
import { addressesOf, addressOf } from "../support/addresses.js";
import { type Desk, openDesk } from "../support/desk.js";
import { sqliteTest } from "../support/sqlite-only.js";
import { paidCredit } from "../support/terms.js";

const ALICE: TelegramPerson = { userId: 7001, name: "@alice", clientLanguage: "en" };

test("a user has one account, whatever their client speaks later", async () => {
  const desk = await openDesk();
  const first = await telegramUser(desk.engine, ALICE, paidCredit(sun(0)));
  const later = await telegramUser(
    desk.engine,
    { ...ALICE, clientLanguage: "ru" },
    paidCredit(sun(0)),
  );
  expect(later).toEqual({ ...first, client_language: "ru" });
  // A client that does not say it anew speaks what it spoke.
  const silent = { ...ALICE, clientLanguage: undefined };
  expect(await telegramUser(desk.engine, silent, paidCredit(sun(0)))).toEqual(later);
  await desk.restart();
  expect(await readLanguageWish(desk.engine, ALICE.userId)).toEqual({ chosen: null, client: "ru" });
});

test("a language stays chosen until the user follows their client again", async () => {
  const desk = await openDesk();
  await telegramUser(desk.engine, ALICE, paidCredit(sun(0)));
  await chooseLanguage(desk.engine, ALICE.userId, "ru");
  await telegramUser(desk.engine, { ...ALICE, clientLanguage: "de" }, paidCredit(sun(0)));
  await desk.restart();
  expect(await readLanguageWish(desk.engine, ALICE.userId)).toEqual({ chosen: "ru", client: "de" });
  await chooseLanguage(desk.engine, ALICE.userId, null);
  expect(await readLanguageWish(desk.engine, ALICE.userId)).toEqual({ chosen: null, client: "de" });
});

test("of one who never wrote nothing is known", async () => {
  const desk = await openDesk();
  expect(await readLanguageWish(desk.engine, 7003)).toEqual({ chosen: null, client: null });
});

describe("own keys", () => {
  const USER = 7001;
  let desk: Desk;
  let customerId: string;
  let updates = 0;

  beforeEach(async () => {
    desk = await openDesk();
    const person = { userId: USER, name: "@trader", clientLanguage: "en" };
    customerId = (await telegramUser(desk.engine, person, paidCredit(sun(0)))).customer_id;
  });

  async function update(): Promise<number> {
    updates += 1;
    await receiveUpdates(desk.engine, [{ updateId: updates, lane: "l", body: "{}" }]);
    return updates;
  }

  async function issue(known?: number): Promise<Issued> {
    const issued = known ?? (await readOwnKeys(desk.engine, customerId)).issued;
    return issuePendingKey(desk.engine, { updateId: await update(), customerId, issued });
  }

  async function issuedKey(): Promise<{ keyId: string; apiKey: string }> {
    const issued = await issue();
    if (issued.kind !== "issued") throw new Error(issued.kind);
    return issued;
  }

  const letIn = (apiKey: string) => holderForKey(desk.engine, apiKey);
  const told = () => desk.rows("SELECT key, chat_id, payload FROM outbox ORDER BY id");

  test("a key lets nobody in before it was shown", async () => {
    const { keyId, apiKey } = await issuedKey();
    expect(await letIn(apiKey)).toBeUndefined();
    expect((await readOwnKeys(desk.engine, customerId)).keys).toEqual([]);
    expect(await keyShown(desk.engine, keyId)).toBe(true);
    expect((await letIn(apiKey))?.customerId).toBe(customerId);
    expect((await readOwnKeys(desk.engine, customerId)).keys).toEqual([
      { keyId, startsWith: apiKeyHint(apiKey), issuedAt: desk.clock.nowMs, isDisabled: false },
    ]);
    expect(told()).toEqual([]);
  });

  test("one that was not shown for sure is revoked for good, and its customer is told once", async () => {
    const { keyId, apiKey } = await issuedKey();
    await keyNotShown(desk.engine, keyId);
    await keyNotShown(desk.engine, keyId);
    expect(await keyShown(desk.engine, keyId)).toBe(false);
    expect(await letIn(apiKey)).toBeUndefined();
    const payload = JSON.stringify({ event: "keyNotShown", startsWith: apiKeyHint(apiKey) });
    expect(told()).toEqual([{ key: `key:${keyId}:not-shown`, chat_id: USER, payload }]);
  });

  test("what a stop left unshown is revoked and told; what was shown stays, and so does what is new", async () => {
    const shown = await issuedKey();
    await keyShown(desk.engine, shown.keyId);
    const unshown = await issuedKey();
    await desk.restart();
    const { nowMs } = desk.clock;
    expect(await revokePendingKeys(desk.engine, nowMs)).toBe(0);
    expect(await revokePendingKeys(desk.engine, nowMs + 1)).toBe(1);
    expect(await revokePendingKeys(desk.engine, nowMs + 1)).toBe(0);
    expect(await letIn(unshown.apiKey)).toBeUndefined();
    expect((await letIn(shown.apiKey))?.customerId).toBe(customerId);
    expect(told()).toHaveLength(1);
  });

  test("a shown key is not revoked as unshown", async () => {
    const { keyId, apiKey } = await issuedKey();
    await keyShown(desk.engine, keyId);
    await keyNotShown(desk.engine, keyId);
    expect((await letIn(apiKey))?.customerId).toBe(customerId);
    expect(told()).toEqual([]);
  });

  test("an update issues one key, and so do two that saw the same list", async () => {
    const updateId = await update();
    const call = { updateId, customerId, issued: 0 };
    expect((await issuePendingKey(desk.engine, call)).kind).toBe("issued");
    expect(await issuePendingKey(desk.engine, call)).toEqual({ kind: "repeated" });
    expect(await issue(0)).toEqual({ kind: "stale" });
    expect(await readKeys(desk.engine, customerId)).toHaveLength(1);
  });

  test(`no more than ${MAX_KEYS}, whoever issues them; a revoked one makes room`, async () => {
    const keys = [];
    for (let at = 0; at < MAX_KEYS; at += 1) {
      const key = await issuedKey();
      await keyShown(desk.engine, key.keyId);
      keys.push(key);
    }
    expect((await readOwnKeys(desk.engine, customerId)).hasRoom).toBe(false);
    expect(await issue()).toEqual({ kind: "full" });
    await expect(issueKey(desk.engine, customerId)).rejects.toThrow("Revoke one first");
    await revoke(keys[0]?.keyId ?? "");
    expect((await issue()).kind).toBe("issued");
  });

  async function revoke(keyId: string, whose = customerId): Promise<void> {
    await revokeOwnKey(desk.engine, {
      updateId: await update(),
      customerId: whose,
      keyId,
      told: ({ keys }, revoked) => ({
        key: `revoked:${updates}`,
        chatId: USER,
        payload: JSON.stringify({ left: keys.length, revoked: revoked?.startsWith ?? null }),
      }),
    });
  }

  test("a revoked key is refused at once, and revoking is only for one's own", async () => {
    const { keyId, apiKey } = await issuedKey();
    await keyShown(desk.engine, keyId);
    expect((await letIn(apiKey))?.customerId).toBe(customerId);
    expect(await readOwnKey(desk.engine, desk.customerId, keyId)).toBeUndefined();
    await revoke(keyId, desk.customerId);
    expect((await letIn(apiKey))?.customerId).toBe(customerId);
    await revoke(keyId);
    expect(await letIn(apiKey)).toBeUndefined();
    expect(await readOwnKey(desk.engine, customerId, keyId)).toBeUndefined();
    expect(told().map(({ payload }) => JSON.parse(String(payload)))).toEqual([
      { left: 1, revoked: null },
      { left: 0, revoked: apiKeyHint(apiKey) },
    ]);
  });

  sqliteTest(
    "the text of a key is in no file of the database, whatever becomes of it",
    async () => {
      const shown = await issuedKey();
      await keyShown(desk.engine, shown.keyId);
      const unshown = await issuedKey();
      await keyNotShown(desk.engine, unshown.keyId);
      await revoke(shown.keyId);
      const files = ["", "-wal"].map((end) => readFileSync(desk.path + end).toString("latin1"));
      expect(files.join("")).toContain(apiKeyHint(shown.apiKey));
      for (const { apiKey } of [shown, unshown])
        expect(files.join("")).not.toContain(apiKey.slice(0, 20));
    },
  );

  test("keys in a text are hidden, and it stays as long", async () => {
    const { apiKey } = await issuedKey();
    const text = `{"a":"${apiKey}","b":"x ${apiKey}"}`;
    const hidden = withoutApiKeys(text);
    expect(hidden).toHaveLength(text.length);
    expect(hidden).toBe(text.replaceAll(apiKey, `edk_${"•".repeat(38)}`));
    expect(withoutApiKeys("edk_short and edk")).toBe("edk_short and edk");
  });
});

let lastUpdate = 0;

async function updateOf(desk: Desk): Promise<number> {
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
    updateId: updateId || (await updateOf(desk)),
    acting: { customerId },
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

test("names are kept by name, however they are written, and replaced only where that is said", async () => {
  const desk = await openDesk();
  const [a, b, c] = [addressOf(1), addressOf(2), addressOf(3)];
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
  const taken = [{ kind: "taken", before: a }];
  expect(await name(desk, [{ name: "HOT", address: b }])).toEqual(taken);
  expect(await name(desk, [{ name: "HOT", address: b, replaces: c }])).toEqual(taken);
  expect((await named(desk)).at(-1)).toEqual(["hot", a]);
  expect(await name(desk, [{ name: "HOT", address: b, replaces: a }])).toEqual([
    { kind: "changed", before: a },
  ]);
  expect(await name(desk, [{ name: "HOT", address: b, replaces: a }])).toEqual([{ kind: "same" }]);
  expect(await desk.engine.database.read(() => findName(desk.customerId, "hOt"))).toMatchObject({
    name: "HOT",
    address: b,
  });
  expect(await desk.engine.database.read(() => findName(desk.customerId, "warm"))).toBeUndefined();
});

test("an update that comes again changes nothing and says nothing", async () => {
  const desk = await openDesk();
  const updateId = await updateOf(desk);
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
  const other = { name: "N7", address: addressOf(2), replaces: address };
  const [changed] = (await name(desk, [other])) ?? [];
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
      updateId: await updateOf(desk),
      acting: { customerId: desk.customerId },
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

test("those used last come first, those never used at the end; a name for another wallet begins anew", async () => {
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
  const latest = async () =>
    (await readLatestNames(desk.engine, desk.customerId)).map((one) => one.name);
  expect(await latest()).toEqual(["b", "a", "c"]);
  await use([c], 3);
  await use([a], 4);
  expect(await latest()).toEqual(["a", "c", "b"]);
  await name(desk, [{ name: "a", address: addressOf(4), replaces: a }]);
  expect(await latest()).toEqual(["c", "b", "a"]);
});
