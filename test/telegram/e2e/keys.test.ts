/** /key through real polling: shown once and usable then, or revoked and told; the key is in no table and no line of the log. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { holderForKey, readKeys } from "../../../src/engine/customers/customers.js";
import { findTelegramUser, isUnreachable } from "../../../src/store/chat/telegram-users.js";
import { everyNth } from "../../support/forms.js";
import { readNow } from "../../support/read-now.js";
import { until } from "../../support/until.js";
import { rows } from "./deliveries.js";
import { ALICE, buttonsOf, dataOf, GROUP, type Person, type Seen } from "./people.js";
import { type Rig, sharedRig } from "./rig.js";

const shared = sharedRig();
let lastPerson = 9_910;
const KEY = /edk_[0-9A-Za-z]{38}/;
const NOT_SHOWN = "may not have reached you";

const keyIn = ({ text = "" }: Seen) => KEY.exec(text)?.[0];

const shownKeys = async (person: Person): Promise<string[]> =>
  (await person.cards()).flatMap((seen) => keyIn(seen) ?? []);

async function keysOf({ engine }: Rig, { id }: Person) {
  const user = readNow(engine.database, () => findTelegramUser(id));
  return readKeys(engine, user?.customer_id);
}

/** Every byte that the desk has written, its log included. */
function written({ directory, log }: Rig): string {
  const names = readdirSync(directory).filter((name) => name.startsWith("desk.db"));
  const files = names
    .filter((name) => !name.endsWith(".sock"))
    .map((name) => readFileSync(join(directory, name)).toString("latin1"));
  return [...files, ...log].join("\n");
}

async function openList(person: Person): Promise<Seen> {
  await person.say("/key");
  return person.see("API keys");
}

async function issue(person: Person): Promise<string> {
  await openList(person);
  const before = (await shownKeys(person)).length;
  await person.tap("Issue a key");
  const key = await until("a key is shown", async () => (await shownKeys(person))[before]);
  await person.see("Revoke edk_");
  return key;
}

test("issued, shown once behind a spoiler with a button to copy it, and usable; then revoked with a confirmation", async () => {
  const rig = shared();
  const person = rig.person(9_901);
  const apiKey = await issue(person);
  const message = (await person.cards()).find((seen) => keyIn(seen) === apiKey) as Seen;
  expect(message.entities?.map(({ type }) => type)).toEqual(["bold", "spoiler"]);
  expect(buttonsOf(message)).toEqual([{ text: "Copy the key", copy_text: { text: apiKey } }]);
  await until("the key is usable", () => holderForKey(rig.engine, apiKey));
  const list = await person.see("issued");
  expect(list.text).toContain(apiKey.slice(0, 8));

  await person.tap(`Revoke ${apiKey.slice(0, 8)}`);
  await person.see("Revoke the key");
  expect(await holderForKey(rig.engine, apiKey)).toBeDefined();
  await person.tap("Back");
  await person.see("issued");
  await person.tap(`Revoke ${apiKey.slice(0, 8)}`);
  await person.see("Revoke the key");
  await person.tap("Revoke");
  await person.see("is revoked");
  expect(await holderForKey(rig.engine, apiKey)).toBeUndefined();
  expect(written(rig)).not.toContain(apiKey.slice(4));
});

test("a button issues one key, however often it is tapped; the update again issues none", async () => {
  const rig = shared();
  const person = rig.person(9_902);
  const list = await openList(person);
  const data = dataOf(list, "Issue a key");
  const [first, second] = await Promise.all([
    person.press(list.message_id, data),
    person.press(list.message_id, data),
  ]);
  expect([first.text ?? "", second.text ?? ""].sort()).toEqual([
    "",
    expect.stringContaining("changed"),
  ]);
  await rig.redeliver(first.update_id ?? 0);
  await person.see("Revoke edk_");
  await person.say("/help");
  await person.see("How it works");
  expect(await keysOf(rig, person)).toHaveLength(1);
  expect(await shownKeys(person)).toHaveLength(1);
});

test("an answer to the message of a key leaves it in no table", async () => {
  const rig = shared();
  const person = rig.person(9_903);
  const apiKey = await issue(person);
  const message = (await person.cards()).find((seen) => keyIn(seen) === apiKey) as Seen;
  await person.say("kept, thank you", { reply_to_message_id: message.message_id });
  await person.say(`my key is ${apiKey}`);
  await person.say("/help");
  await person.see("How it works");
  const bodies = JSON.stringify(await rows(rig, "SELECT body FROM inbox"));
  expect(bodies).toContain("kept, thank you");
  expect(bodies).toContain("my key is edk_•••");
  expect(written(rig)).not.toContain(apiKey.slice(4));
});

test.each(
  everyNth(
    [
      ["cut before", { cut: "before" }, 0],
      ["cut after", { cut: "after" }, 1],
      ["a fault of the server", { error_code: 500 }, 0],
      ["a refusal", { error_code: 400 }, 0],
      ["a pause asked for", { error_code: 429, parameters: { retry_after: 1 } }, 0],
    ],
    3,
  ),
)("sent with %s: the key is revoked, and its owner told", async (_, fault, shown) => {
  const rig = shared();
  lastPerson += 1;
  const person = rig.person(lastPerson);
  await openList(person);
  await person.fault({ method: "sendMessage", times: 1, ...fault });
  await person.tap("Issue a key");
  await person.see(NOT_SHOWN);
  expect(await shownKeys(person)).toHaveLength(shown);
  expect(await keysOf(rig, person)).toMatchObject([{ revokedAt: expect.any(Number) }]);
  for (const apiKey of await shownKeys(person)) {
    expect(await holderForKey(rig.engine, apiKey)).toBeUndefined();
    expect(written(rig)).not.toContain(apiKey.slice(4));
  }
  // The list shows none, and another one can be had.
  const next = await issue(person);
  expect(await holderForKey(rig.engine, next)).toBeDefined();
});

test("a user who has blocked the bot: the key is revoked, and they hear of it when they are back", async () => {
  const rig = shared();
  lastPerson += 1;
  const person = rig.person(lastPerson);
  await openList(person);
  const calls = await person.callsFromNow();
  const blocked = { error_code: 403, description: "Forbidden: bot was blocked by the user" };
  await person.fault({ method: "sendMessage", times: 2, ...blocked });
  await person.tap("Issue a key");
  await until("neither the key nor a word of it was taken", async () => {
    const told = await calls();
    return told.filter(({ answer }) => answer?.description?.includes("blocked")).length === 2;
  });
  await until("the chat is known to take nothing", () =>
    readNow(rig.engine.database, () => isUnreachable(person.chatId)),
  );
  expect(await keysOf(rig, person)).toMatchObject([{ revokedAt: expect.any(Number) }]);
  await person.say("/help");
  await person.see(NOT_SHOWN);
  expect(await shownKeys(person)).toEqual([]);
});

test("a stop while the key is on its way: it is revoked at the next start, and told", async () => {
  const rig = shared();
  lastPerson += 1;
  const person = rig.person(lastPerson);
  await openList(person);
  await person.fault({ method: "sendMessage", times: 1, delay_ms: 60_000 });
  const tapped = person.tapNow("Issue a key");
  await until("the key is issued", async () => (await keysOf(rig, person)).length === 1);
  await rig.restartDesk();
  await person.see(NOT_SHOWN);
  expect(await keysOf(rig, person)).toMatchObject([{ revokedAt: expect.any(Number) }]);
  await tapped;
});

test("in a group nothing of keys is shown, whatever is sent there", async () => {
  const rig = shared();
  const inPrivate = rig.person(ALICE);
  const list = await openList(inPrivate);
  const data = dataOf(list, "Issue a key");
  const person = rig.person(ALICE, GROUP);
  await person.say("/key");
  const refused = await person.see("That is shown in private only");
  expect(buttonsOf(refused).map(({ url }) => url)).toEqual([expect.stringContaining("t.me/")]);
  await person.press(refused.message_id, data);
  await person.say("/help");
  await person.see("How it works");
  expect(await keysOf(rig, inPrivate)).toEqual([]);
  expect(await shownKeys(person)).toEqual([]);
});
