/** What Telegram, or the way to it, does wrong: no card is lost, and at most one message is there twice. */

import { expect, test } from "vitest";
import { isUnreachable } from "../../../src/store/chat/telegram-users.js";
import { longTest } from "../../support/forms.js";
import { readNow } from "../../support/read-now.js";
import { until } from "../../support/until.js";
import { dataOf, FORUM, hasButton, type Person, TOPIC } from "./people.js";
import { sharedRig } from "./rig.js";
import { active } from "./wallets.js";

const rig = sharedRig();
let lastPerson = 9_500;

function stranger(): Person {
  lastPerson += 1;
  return rig().person(lastPerson);
}

const SEND = { method: "sendMessage", times: 1 };
const EDIT = { method: "editMessageText", times: 1 };

async function begin(): Promise<Person> {
  const person = stranger();
  await person.say("/buy energy 1h");
  await person.see("Which wallets");
  return person;
}

test("429 is waited out: the card comes in its newest state, and nothing is lost", async () => {
  const person = stranger();
  await person.fault({ ...SEND, error_code: 429, parameters: { retry_after: 1 } });
  const calls = await person.callsFromNow();
  const askedMs = performance.now();
  await person.say("/buy energy 1h");
  await person.see("Which wallets");
  expect(performance.now() - askedMs).toBeGreaterThan(950);
  await person.tap("Back");
  await person.fault({ ...EDIT, error_code: 429, parameters: { retry_after: 1 } });
  await person.tap("Energy");
  await until(
    "an edit was refused",
    async () => (await calls()).filter(({ method }) => method === "editMessageText").length > 1,
  );
  // While Telegram wants silence nothing goes to the chat.
  await person.say("/help");
  await person.see("Which wallets");
  await person.see("How it works");
  const told = (await calls()).filter(
    ({ method, answer }) => /^send|^edit/.test(method) && answer?.ok,
  );
  expect(told.map(({ method }) => method)).toEqual([
    "sendMessage",
    ...["editMessageText", "editMessageText", "sendMessage"],
  ]);
});

test("a cut connection before or after a send leaves a card that works, and at most one more", async () => {
  for (const cut of ["before", "after"]) {
    const person = stranger();
    await person.fault({ ...SEND, cut });
    await person.say(`/buy 65k energy 1h ${active(1)}`);
    await until(
      `cards after a cut ${cut} the send`,
      async () => (await person.cards()).length === (cut === "after" ? 2 : 1),
    );
    await person.tap("Pay 3.9 TRX");
    await person.see("safe to send");
    expect(await person.cards()).toHaveLength(cut === "after" ? 2 : 1);
  }
});

test("a first send that fails again and again is repeated once, and comes when something changes", async () => {
  const person = stranger();
  await person.fault({ ...SEND, times: 3, error_code: 502 });
  const calls = await person.callsFromNow();
  await person.say("/buy energy 1h");
  const sends = async () => (await calls()).filter(({ method }) => method === "sendMessage");
  await until("two sends", async () => (await sends()).length === 2);
  const gaveUp = () => rig().log.some((line) => line.includes("a card could not be shown"));
  await until("it is given up", gaveUp);
  expect(await sends()).toHaveLength(2);
  await person.fault({ ...SEND, times: 0 });
  await person.say(active(2));
  await person.see("How much Energy");
});

longTest("cut connections, 5xx and refusals of an edit change nothing but the moment", async () => {
  const faults = [
    { cut: "before" },
    { cut: "after" },
    { error_code: 500 },
    { error_code: 502, times: 3 },
  ];
  for (const fault of faults) {
    const person = await begin();
    await person.fault({ ...EDIT, ...fault });
    await person.say(active(6));
    await person.tap("65,000");
    await person.fault({ ...EDIT, ...fault });
    await person.tap("Pay 3.9 TRX");
    await person.see("safe to send");
    await until("one card is left", async () => (await person.cards()).length === 1);
  }
});

test("messages too: a cut send is repeated once, a refused one stops no other", async () => {
  const person = stranger();
  await person.fault({ ...SEND, cut: "after" });
  await person.say("/help");
  await until("the help is there twice", async () => (await person.cards()).length === 2);
  await person.fault({ ...SEND, error_code: 400, description: "Bad Request: no such thing" });
  await person.say("/orders");
  await person.say("/balance");
  await person.see("Balance 1,000 TRX");
  expect(await person.cards()).toHaveLength(3);
});

test("messages of a chat keep their order, also when the first has to be sent again", async () => {
  const person = stranger();
  await person.say("/start");
  await person.see("Energy Desk");
  // The second waits already when the first fails.
  await person.fault({ ...SEND, error_code: 502, delay_ms: 250 });
  await person.say("/help");
  await person.say("/balance");
  await person.see("Balance 1,000 TRX");
  const said = (await person.cards()).map(({ text = "" }) => text.split("\n")[0]);
  expect(said).toEqual(["Energy Desk", "How it works", "Balance 1,000 TRX"]);
});

test("a card that Telegram refuses is tried again when it changes, and not before", async () => {
  const person = await begin();
  await person.fault({ ...EDIT, error_code: 400, description: "Bad Request: BUTTON_DATA_INVALID" });
  const calls = await person.callsFromNow();
  await person.say(active(3));
  const edits = async () => (await calls()).filter(({ method }) => method === "editMessageText");
  await until("an edit", async () => (await edits()).length === 1);
  await person.say("/help");
  await person.see("How it works");
  expect(await edits()).toHaveLength(1);
  await person.say(`/buy 65k energy 1h ${active(3)}`);
  await person.see("Pay 3.9 TRX");
});

test("a topic that is gone: the chat itself gets the message", async () => {
  const person = rig().person(9_590, FORUM, { message_thread_id: TOPIC });
  const description = "Bad Request: message thread not found";
  await person.fault({ ...SEND, error_code: 400, description });
  await person.say("/help");
  const help = await person.see("How it works");
  expect(help.message_thread_id).toBeUndefined();
});

test("who blocks the bot hears nothing, and all that counts once they are back", async () => {
  const person = await begin();
  const { id } = person;
  await person.say(active(4));
  await person.tap("65,000");
  const card = await person.see("Pay 3.9 TRX");
  const data = dataOf(card, "Pay");
  await person.fault({ ...EDIT, delay_ms: 200 });
  const paid = person.press(card.message_id, data);
  await rig().member(id, 42, "kicked");
  await paid;
  const calls = await person.callsFromNow();
  const refused = async () =>
    (await calls()).filter(({ answer }) => answer?.description?.includes("blocked"));
  await rig().member(id, 42, "member");
  const shown = await person.see("safe to send");
  expect(shown.message_id).toBe(card.message_id);
  expect((await refused()).length).toBeLessThanOrEqual(1);
  await person.say("/help");
  await person.see("How it works");
});

test("a 403 stops the chat until the person writes again", async () => {
  const person = await begin();
  const description = "Forbidden: bot was blocked by the user";
  await person.fault({ ...SEND, error_code: 403, description });
  await person.say(active(5));
  await until("the chat is unreachable", () =>
    readNow(rig().engine.database, () => isUnreachable(person.chatId)),
  );
  expect(hasButton((await person.card()) ?? failed(), "65,000", true)).toBe(false);
  await person.say("/start");
  await person.see("Energy Desk");
  await person.see("How much Energy");
});

function failed(): never {
  throw new Error("no card");
}
