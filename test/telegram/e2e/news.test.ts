/** Notifications through real polling: what is told to whom, once, also over restarts; and Extend. */

import { expect, test } from "vitest";
import { sun } from "../../../src/domain/money.js";
import { creditCustomer, readBalance } from "../../../src/engine/customers/customers.js";
import { setNewsMode } from "../../../src/store/chat/news-settings.js";
import { readNow } from "../../support/read-now.js";
import { paidCredit } from "../../support/terms.js";
import { until } from "../../support/until.js";
import {
  ALICE,
  BOB,
  buttonsOf,
  CAROL,
  dataOf,
  GROUP,
  hasButton,
  hearEach,
  type Person,
  type Seen,
} from "./people.js";
import { type Rig, sharedRig, startRig } from "./rig.js";
import { active } from "./wallets.js";

const rig = sharedRig();
let lastPerson = 9_700;

function stranger(chatId?: number): Person {
  lastPerson += 1;
  return rig().person(lastPerson, chatId);
}

async function buy(person: Person, line = `65k energy 1h ${active(0)}`, pay = "Pay 3.9 TRX") {
  await person.say(`/buy ${line}`);
  await person.tap(pay);
  await person.see("safe to send");
}

/** Everything that may be told of what has happened is told when this has come. */
async function settled(person: Person): Promise<void> {
  await person.say("/balance");
  await person.see("Balance");
}

test("a delivery is told once, and its button opens the order's card", async () => {
  const person = stranger();
  await hearEach(person);
  await buy(person);
  const news = await person.hear("🔔 Delivered");
  const terms = "🔔 Delivered\n65,000 Energy, 1 hour · 3.9 TRX";
  const [headline, rental, ends, ...more] = (news.text ?? "").split("\n");
  expect(`${headline}\n${rental}`).toBe(terms);
  expect(ends).toMatch(/^Ends 20\d\d-\d\d-\d\d \d\d:\d\d UTC$/);
  expect(more).toEqual([
    "Enough for USDT to a wallet that already holds USDT",
    "Set fee_limit to at least 6.5 TRX",
    active(0),
  ]);
  const before = (await person.cards()).length;
  const open = news.reply_markup?.inline_keyboard?.[0]?.[0]?.callback_data ?? "";
  await person.press(news.message_id, open);
  await until("a card of the order", async () => (await person.cards()).length > before);
  expect((await person.card())?.text).toContain("safe to send");
  expect(await person.news()).toHaveLength(1);
});

test("the card alone tells of a delivery, unless ten messages stand below it; only news makes a sound", async () => {
  const own = await startRig();
  const person = own.person(9_756);
  const calls = await person.callsFromNow();
  await person.say(`/buy 65k energy 1h ${active(0)}`);
  await person.tap("Pay 3.9 TRX");
  // So that a slow machine delivers in time.
  own.wall.aheadMs -= 3_600_000;
  await person.see("safe to send");
  await settled(person);
  expect(await person.news()).toEqual([]);
  await person.say(`/buy 65k energy 1h ${active(1)}`);
  const card = await person.see(new RegExp(`TRX for 65,000 Energy, 1 hour\\n${active(1)}`));
  for (let asked = 0; asked < 5; asked += 1) {
    await person.say("/help");
    await until(
      "help comes",
      async () =>
        (await person.cards()).filter(({ text = "" }) => /How it works/.test(text)).length > asked,
    );
  }
  await person.press(card.message_id, dataOf(card, "Pay 3.9 TRX"));
  const news = await person.hear("🔔 Delivered");
  expect(news.text).toContain(active(1));
  const sounds = (await calls())
    .filter(({ method }) => method.startsWith("send"))
    .filter(({ parameters }) => `${parameters.disable_notification}` !== "true");
  expect(sounds.map(({ parameters }) => parameters.text)).toEqual([news.text]);
});

test("what is told while a question is open makes no sound, until the question was left alone", async () => {
  const own = await startRig();
  const person = own.person(9_755);
  await person.say("/buy energy 1h");
  await person.see("Which wallets");
  const calls = await person.callsFromNow();
  const sounds = async (count: number) => {
    const customerId = customerOf(own, person);
    const credit = { customerId, reference: `payment ${count}`, reason: "paid by hand" };
    await creditCustomer(own.engine, { ...credit, ...paidCredit(sun(1_000_000)) });
    return until("the credit is told", async () => {
      const told = (await calls()).filter(({ parameters }) =>
        `${parameters.text}`.startsWith("+1 TRX"),
      );
      return (
        told.length === count && told.map(({ parameters }) => !parameters.disable_notification)
      );
    });
  };
  expect(await sounds(1)).toEqual([false]);
  own.wall.aheadMs += 61_000;
  expect(await sounds(2)).toEqual([false, true]);
});

test("a rental that ends soon is told once; Extend opens a card like it, which its owner alone can pay", async () => {
  const own = rig();
  const person = own.person(9_752);
  await hearEach(person);
  await buy(person, `65k energy 15m ${active(4)} ${active(5)}`, "Pay 7.8 TRX");
  await person.hear("🔔 Delivered");
  await own.node("mine", { missedMs: 10 * 60_000 });
  const news = await person.hear("🔔 A rental ends soon");
  expect(news.text).toMatch(/65,000 Energy for 2 wallets until 20\d\d-\d\d-\d\d \d\d:\d\d UTC$/);
  const extend = news.reply_markup?.inline_keyboard?.[0]?.[0]?.callback_data ?? "";
  const other = own.person(9_753);
  await other.say("/start");
  const card = await other.see("Buy Energy");
  expect((await other.press(card.message_id, extend)).text).toContain("somebody else");
  await person.press(news.message_id, extend);
  const confirm = await person.see("Pay 7.8 TRX");
  for (const wallet of [active(4), active(5)]) expect(confirm.text).toContain(wallet);
  expect(confirm.text).toContain("65,000 Energy");
  expect(confirm.text).toContain("15 minutes");
  expect(confirm.text).not.toContain("already holds");
  expect(confirm.text).toMatch(/Runs .* UTC to .* UTC\. .*your current rental/);
  await person.tap("Pay 7.8 TRX");
  await person.hear("🔔 Delivered", 2);
  await own.node("mine", { missedMs: 6 * 60_000 });
  await settled(person);
  const ends = (await person.news()).filter(({ text = "" }) => text.includes("ends soon"));
  expect(ends.length).toBeLessThanOrEqual(2);
  expect(ends.filter(({ message_id }) => message_id === news.message_id)).toHaveLength(1);
});

test("a balance below the limit that was typed is told", async () => {
  const person = stranger();
  await person.say("/settings");
  await person.tap("Alert me at a low balance");
  await person.see("Alert me below how many TRX");
  await person.say("plenty");
  const refused = await person.see("“plenty” is not an amount of TRX");
  await person.say("0,5");
  await person.see(
    ({ text = "", message_id: id }) =>
      text.includes("not an amount of TRX") && id > refused.message_id,
  );
  await person.say("5,000");
  const asked = await person.see("Is “5,000” 5 or 5000 TRX? Tap or type one of the two.");
  await person.tap("5,000 TRX");
  const high = await person.see("already below that: 1,000 TRX. You will be told the next time");
  expect(high.text).toContain("Alert me when my balance drops below 5,000 TRX");
  expect(high.message_id).toBe(asked.message_id);
  await until("the old card says where it goes on", async () => (await person.left()).length > 0);
  await person.tap("Limit: 5,000 TRX");
  await person.see("No limit");
  await person.say("999 TRX");
  const card = await person.see("Alert me when my balance drops below 999 TRX");
  expect(hasButton(card, "Limit: 999 TRX", true)).toBe(true);
  expect(card.text).not.toContain("already below");
  await buy(person);
  const news = await person.hear("🔔 Low balance");
  expect(news.text).toContain("996.1 TRX available, less than 999 TRX.");
  await buy(person);
  await settled(person);
  const low = (await person.news()).filter(({ text = "" }) => text.includes("Low balance"));
  expect(low).toHaveLength(1);
});

test("the sum of orders by keys has a button of its own, which shows what was typed", async () => {
  const person = stranger();
  await person.say("/settings");
  await person.tap("Orders by API keys: off");
  await person.see("or more, at once or within an hour? Type an amount");
  await person.say("100");
  const card = await person.see("order for 100 TRX or more");
  expect(buttonsOf(card).length).toBeLessThan(10);
  await person.tap("Orders by API keys: from 100 TRX");
  await person.tap("No limit");
  await person.see("Orders by API keys: off");
});

test("silent comes without a sound, off does not come", async () => {
  const person = stranger();
  await person.say("/settings");
  const card = await person.see("Delivered: if late");
  await person.tap("Delivered: if late");
  await person.tap("Delivered: on");
  await person.see("Delivered: silent");
  const calls = await person.callsFromNow();
  await buy(person);
  await person.hear("🔔 Delivered");
  const sent = (await calls()).filter(({ parameters }) => `${parameters.text}`.startsWith("🔔"));
  expect(sent.map(({ parameters }) => `${parameters.disable_notification}`)).toEqual(["true"]);
  await person.tap("Delivered: silent");
  const off = await person.see("Delivered: off");
  expect(off.message_id).toBe(card.message_id);
  await buy(person);
  await settled(person);
  expect(await person.news()).toHaveLength(1);
  // Only a delivery has a card that says it.
  expect((await person.press(card.message_id, "n:mode:cancelled:late")).text).toContain("changed");
});

test("the language is chosen on the same card", async () => {
  const person = stranger();
  await person.say("/settings");
  const card = await person.see("Language: as in Telegram");
  expect(buttonsOf(card).length).toBeLessThan(10);
  await person.tap("🌐 Language");
  await person.tap("Русский");
  const changed = await person.see("Язык: Русский");
  expect(changed.message_id).toBe(card.message_id);
  await person.say("/help");
  await person.see("Как это работает");
  await person.tap("🌐 Язык");
  await person.tap("как в Telegram");
  await person.see("Language: as in Telegram");
});

test("a group hears nothing until an admin switches it on, and never of a balance", async () => {
  const own = rig();
  const [alice, bob] = [own.person(ALICE, GROUP), own.person(BOB, GROUP)];
  const carol = own.person(CAROL);
  await hearEach(own.person(BOB));
  await buy(bob);
  await own.person(BOB).hear("🔔 Delivered");
  expect(await bob.news()).toEqual([]);
  await bob.say("/settings");
  const card = await bob.see("Settings of this group");
  expect(card.text).not.toMatch(/balance/i);
  const refused = await bob.tap("Delivered: off");
  expect(refused.text).toContain("Only admins");
  expect(refused.show_alert).toBe(true);
  await own.fault({ method: "getChatMember", times: 1, error_code: 400, description: "no" });
  expect((await alice.tap("Delivered: off")).text).toContain("could not be asked");
  await alice.tap("Delivered: off");
  await alice.tap("Delivered: if late");
  await bob.see("Delivered: on");
  await buy(bob, `65k energy 1h ${active(1)}`);
  const news = await bob.hear("🔔 Delivered");
  expect(news.text).not.toMatch(/alance/);
  const isNew = ({ message_id: id }: Seen) => id > card.message_id;
  const shown = await bob.see((one) => isNew(one) && /safe to send/.test(one.text ?? ""));
  expect(news.reply_to_message?.message_id).toBe(shown.message_id);
  const url = news.reply_markup?.inline_keyboard?.[0]?.[0]?.url ?? "";
  expect(url).toMatch(/^https:\/\/t\.me\/desk_sandbox_bot\?start=o_[0-9a-f]{24}$/);
  await carol.say(`/start ${url.split("=")[1]}`);
  await carol.see("no order");
  await own.person(BOB).say(`/start ${url.split("=")[1]}`);
  await own.person(BOB).see("safe to send");
});

test("settings of a group cannot be changed by forged taps, nor those of others", async () => {
  const own = rig();
  const alice = own.person(ALICE, GROUP);
  await alice.say("/settings");
  const card = await alice.see("Settings of this group");
  for (const data of [
    "n:mode:balance:on",
    "n:language",
    "n:choices:askAbove",
    "n:question",
    "n:noLimit",
  ]) {
    expect((await alice.press(card.message_id, data)).text).toContain("changed meanwhile");
  }
});

test("who never began a private chat is told nothing later", async () => {
  const own = rig();
  const inGroup = stranger(GROUP);
  const inPrivate = own.person(inGroup.id);
  const calls = await inPrivate.callsFromNow();
  await own.engine.database.commit(() => setNewsMode(inPrivate.chatId, "completed", "on"));
  await buy(inGroup);
  await until("the private chat refuses", async () =>
    (await calls()).some(({ answer }) => answer?.ok === false),
  );
  await buy(inGroup, `65k energy 1h ${active(1)}`);
  // What came later is told, so what came before has been looked at.
  const other = stranger();
  await hearEach(other);
  await buy(other);
  await other.hear("🔔 Delivered");
  await inPrivate.say("/start");
  await inPrivate.see("Buy Energy");
  await settled(inPrivate);
  // The one that has found out waits as all messages do; nothing was added to it.
  expect((await inPrivate.news()).length).toBeLessThanOrEqual(1);
});

test("a stop before, while and after it is told repeats nothing and loses nothing", async () => {
  const own = rig();
  const person = own.person(9_754);
  await hearEach(person);
  await person.say(`/buy 65k energy 1h ${active(0)}`);
  await person.see("Pay 3.9 TRX");
  await person.fault({
    method: "sendMessage",
    times: 9,
    error_code: 429,
    parameters: { retry_after: 1 },
  });
  await person.tap("Pay 3.9 TRX");
  await person.see("safe to send");
  await waitForRow(own, person);
  await own.restartDesk();
  await person.fault({ method: "sendMessage", times: 0 });
  await person.hear("🔔 Delivered");
  await own.restartDesk();
  await settled(person);
  expect(await person.news()).toHaveLength(1);
  const { heldSun } = await readBalance(own.engine, customerOf(own, person));
  expect(heldSun).toBe(0);
});

function rows(own: Rig, sql: string): Record<string, string | number | null>[] {
  return readNow(own.engine.database, function* () {
    const found: Record<string, string | number | null>[] = yield { sql, params: [] };
    return found;
  });
}

const waitForRow = (own: Rig, person: Person) =>
  until(
    "it is in the outbox",
    () =>
      rows(own, `SELECT id FROM outbox WHERE chat_id = ${person.id} AND key LIKE 'news:%'`).length >
      0,
  );

const customerOf = (own: Rig, { id }: Person) =>
  String(rows(own, `SELECT customer_id FROM telegram_user WHERE user_id = ${id}`)[0]?.customer_id);
