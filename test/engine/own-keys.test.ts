/** Keys that customers issue and revoke themselves: never usable before they were shown, never in any table. */
import { readFileSync } from "node:fs";
import { beforeEach, expect, test } from "vitest";
import { apiKeyHint, MAX_KEYS, withoutApiKeys } from "../../src/domain/api-key.js";
import { sun } from "../../src/domain/money.js";
import { receiveUpdates } from "../../src/engine/chat/inbox.js";
import { telegramUser } from "../../src/engine/chat/telegram-users.js";
import { customerForKey, issueKey, readKeys } from "../../src/engine/customers/customers.js";
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
import { type Desk, openDesk } from "../support/desk.js";
import { paidCredit } from "../support/terms.js";

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

const letIn = (apiKey: string) => customerForKey(desk.engine, apiKey);
const told = () => desk.rows("SELECT key, chat_id, payload FROM outbox ORDER BY id");

test("a key lets nobody in before it was shown", async () => {
  const { keyId, apiKey } = await issuedKey();
  expect(await letIn(apiKey)).toBeUndefined();
  expect((await readOwnKeys(desk.engine, customerId)).keys).toEqual([]);
  expect(await keyShown(desk.engine, keyId)).toBe(true);
  expect(await letIn(apiKey)).toBe(customerId);
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
  expect(await letIn(shown.apiKey)).toBe(customerId);
  expect(told()).toHaveLength(1);
});

test("a shown key is not revoked as unshown", async () => {
  const { keyId, apiKey } = await issuedKey();
  await keyShown(desk.engine, keyId);
  await keyNotShown(desk.engine, keyId);
  expect(await letIn(apiKey)).toBe(customerId);
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
  expect(await letIn(apiKey)).toBe(customerId);
  expect(await readOwnKey(desk.engine, desk.customerId, keyId)).toBeUndefined();
  await revoke(keyId, desk.customerId);
  expect(await letIn(apiKey)).toBe(customerId);
  await revoke(keyId);
  expect(await letIn(apiKey)).toBeUndefined();
  expect(await readOwnKey(desk.engine, customerId, keyId)).toBeUndefined();
  expect(told().map(({ payload }) => JSON.parse(String(payload)))).toEqual([
    { left: 1, revoked: null },
    { left: 0, revoked: apiKeyHint(apiKey) },
  ]);
});

test("the text of a key is in no file of the database, whatever becomes of it", async () => {
  const shown = await issuedKey();
  await keyShown(desk.engine, shown.keyId);
  const unshown = await issuedKey();
  await keyNotShown(desk.engine, unshown.keyId);
  await revoke(shown.keyId);
  const files = ["", "-wal"].map((end) => readFileSync(desk.path + end).toString("latin1"));
  expect(files.join("")).toContain(apiKeyHint(shown.apiKey));
  for (const { apiKey } of [shown, unshown])
    expect(files.join("")).not.toContain(apiKey.slice(0, 20));
});

test("keys in a text are hidden, and it stays as long", async () => {
  const { apiKey } = await issuedKey();
  const text = `{"a":"${apiKey}","b":"x ${apiKey}"}`;
  const hidden = withoutApiKeys(text);
  expect(hidden).toHaveLength(text.length);
  expect(hidden).toBe(text.replaceAll(apiKey, `edk_${"•".repeat(38)}`));
  expect(withoutApiKeys("edk_short and edk")).toBe("edk_short and edk");
});
