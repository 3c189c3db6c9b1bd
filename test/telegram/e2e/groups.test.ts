/** Groups: whose a card is, who may answer, what is never shown there, and a group that becomes a supergroup. */

import { expect, test } from "vitest";
import { migrateChat } from "../../../src/engine/chat/outbox.js";
import { readCustomers } from "../../../src/engine/customers/customers.js";
import { openFlows } from "../../../src/store/chat/flows.js";
import { availableSunOf } from "../../../src/store/ledger.js";
import { longTest } from "../../support/forms.js";
import { until } from "../../support/until.js";
import {
  ALICE,
  BOB,
  buttonsOf,
  dataOf,
  FORUM,
  GROUP,
  hasButton,
  type Seen,
  TOPIC,
} from "./people.js";
import { sharedRig, startRig } from "./rig.js";
import { active } from "./wallets.js";

const rig = sharedRig();
const CHANNEL = -1_000_000_000_777;

/** A card for the wallet; the first that is shown may still be without a price. */
const payable =
  (wallet: string) =>
  (message: Seen): boolean =>
    message.text?.includes(wallet) === true && hasButton(message, "Pay", true);

test("a group gets silence for what is not meant for the bot, and its commands are answered", async () => {
  const alice = rig().person(ALICE, GROUP);
  const hidden = await alice.say(`lunch? ${active(0)}`);
  expect(hidden.update_id).toBeNull();
  await alice.say("/price now");
  await alice.say("/start");
  await alice.see("In a group: /buy");
  await alice.say("/help");
  const help = await alice.see("How it works");
  expect(help.text).not.toContain("/balance");
  await alice.say("/ordr@desk_sandbox_bot");
  await alice.see("There is no command /ordr. Did you mean /order?");
  await alice.say(`65k energy 1h ${active(0)}`);
  const said = (await alice.cards()).map(({ text = "" }) => text);
  expect(said).toHaveLength(3);
  await alice.say("/balance");
  const note = await alice.see("shown in private");
  expect(note.text).not.toMatch(/TRX/);
  expect(note.reply_markup?.inline_keyboard?.[0]?.[0]?.url).toBe("https://t.me/desk_sandbox_bot");
});

test("typed answers are asked with a forced, selective reply, and only the owner's reply counts", async () => {
  const [alice, bob] = [rig().person(ALICE, GROUP), rig().person(BOB, GROUP)];
  const command = await alice.say("/buy energy 1h");
  const card = await alice.see("Reply to my question");
  expect(card.reply_to_message?.message_id).toBe(command.message_id);
  const prompt = await alice.see("Which wallets? Reply");
  expect(prompt.message_id).toBeGreaterThan(card.message_id);
  expect(prompt.reply_markup).toMatchObject({ force_reply: true, selective: true });
  expect(prompt.reply_to_message?.message_id).toBe(command.message_id);
  const to = { reply_to_message_id: prompt.message_id };
  const { message_id: their } = await bob.say(active(1), to);
  const told = await bob.see((message) => message.reply_to_message?.message_id === their);
  expect(told.text).toContain("This is @alice's question");
  await bob.say("cancel", to);
  await bob.see("This is @alice's question");
  await alice.say(`/buy@another_bot ${active(4)}`, to);
  await alice.say(active(2), to);
  const asked = await alice.see("How much Energy");
  // The card goes on below the answer, as in private.
  expect(asked.message_id).toBeGreaterThan(prompt.message_id + 2);
  await until("the old message says where it goes on", async () =>
    (await alice.left()).some(({ message_id: id }) => id === card.message_id),
  );
  await alice.tap("Other");
  const amount = await alice.see("How much Energy? Reply");
  await alice.tap("Other");
  await alice.see(
    ({ text = "", message_id: id }) =>
      text.includes("How much Energy? Reply") && id > amount.message_id,
  );
  const wrong = await alice.say("many", { reply_to_message_id: amount.message_id });
  // The question that follows says it, too, but has no buttons.
  const error = await alice.see(
    (message) =>
      message.text?.includes("“many” is not an amount") === true &&
      buttonsOf(message).some(({ text }) => text === "Other"),
  );
  expect(error.message_id).toBeGreaterThan(wrong.message_id);
  const again = await alice.see(
    ({ text = "", message_id: id }) =>
      text.includes("How much Energy? Reply") && id > error.message_id,
  );
  expect(again.reply_markup).toMatchObject({ force_reply: true, selective: true });
  // The card that says it too is above, and may be out of sight.
  expect(again.text).toMatch(/^⚠️ “many” is not an amount/);
  await alice.say("70k", { reply_to_message_id: again.message_id });
  const confirm = await alice.see("Pay 4.2 TRX");
  expect(confirm.text).toContain(active(2));
  expect(confirm.text).not.toContain(active(1));
  expect(confirm.text).not.toContain(active(4));
  expect(confirm.text).not.toContain("Balance");
  await alice.tap("Pay 4.2 TRX");
  await alice.see("safe to send");
  await alice.say("/buy energy 1h");
  const open = await alice.see("Which wallets? Reply");
  await alice.say("cancel");
  await alice.say("cancel", { reply_to_message_id: open.message_id });
  await alice.see("Order dropped");
});

test("an order of a group leaves the wallets that private offers as they were", async () => {
  const [alone, there] = [rig().person(9_304), rig().person(9_304, GROUP)];
  await alone.say(`/buy 65k energy 1h ${active(20)}`);
  await alone.tap("Pay 3.9 TRX");
  await alone.see("safe to send");
  await there.say(`/buy 65k energy 1h ${active(21)}`);
  const card = await there.see(payable(active(21)));
  await there.press(card.message_id, dataOf(card, "Pay"));
  await there.see(({ text = "" }) => text.includes(active(21)) && text.includes("safe to send"));
  await alone.say("/buy energy");
  const labels = buttonsOf(await alone.see("Which wallets")).map(({ text }) => text);
  expect(labels[0]).toBe(`${active(20).slice(0, 6)}…${active(20).slice(-6)}`);
});

test("/order in a group asks for the id by a forced reply, and shows everybody their own only", async () => {
  const [alice, bob] = [rig().person(9_303, GROUP), rig().person(BOB, GROUP)];
  await alice.say(`/buy 65k energy 1h ${active(10)}`);
  await alice.tap("Pay 3.9 TRX");
  const paid = await alice.see(
    ({ text = "" }) => text.includes(active(10)) && text.includes("safe to send"),
  );
  const id = /[0-9a-f]{24}/.exec(paid.text ?? "")?.[0] ?? "";
  const command = await alice.say("/order@desk_sandbox_bot");
  const question = await alice.see("Which order? Reply");
  expect(question.reply_markup).toMatchObject({ force_reply: true, selective: true });
  expect(question.reply_to_message?.message_id).toBe(command.message_id);
  const to = { reply_to_message_id: question.message_id };
  const elsewhere = rig().person(BOB, FORUM, { message_thread_id: TOPIC });
  const anothers = "This order is another member's; only they can open it.";
  for (const [person, said, answered] of [
    [bob, id, anothers],
    [bob, "0123456789abcdef01234567", "/orders in our private chat lists yours"],
    [elsewhere, `/order ${id}`, "You have no order with this id"],
    [alice, "the last one", "You have no order with this id"],
  ] as const) {
    const { message_id: at } = await person.say(said, person === elsewhere ? {} : to);
    const answer = await person.see((message) => message.reply_to_message?.message_id === at);
    expect(answer.text).toContain(answered);
    expect(answer.text).not.toContain("Energy");
  }
  const { message_id: at } = await alice.say(id, to);
  const shown = await alice.see((message) => message.reply_to_message?.message_id === at);
  expect(shown.text).toContain(id);
});

test("two traders of a group have a card each, and each pays their own", async () => {
  const [alice, bob] = [rig().person(ALICE, GROUP), rig().person(BOB, GROUP)];
  await alice.say(`/buy 65k energy 1h ${active(3)}`);
  const hers = await alice.see(payable(active(3)));
  await bob.say(`/buy 65k energy 1h ${active(4)}`);
  const his = await bob.see(payable(active(4)));
  expect(his.message_id).not.toBe(hers.message_id);
  await bob.press(his.message_id, dataOf(his, "Pay"));
  await bob.see(({ text = "" }) => text.includes(active(4)) && text.includes("safe to send"));
  const still = (await alice.cards()).find(({ message_id }) => message_id === hers.message_id);
  expect(still && hasButton(still, "Pay 3.9 TRX", true)).toBe(true);
  await alice.press(hers.message_id, dataOf(hers, "Pay"));
  await alice.see(({ text = "" }) => text.includes(active(3)) && text.includes("safe to send"));
  const customers = await readCustomers(rig().engine);
  const spent = await Promise.all(
    customers.map(({ customerId }) => rig().engine.database.read(() => availableSunOf(customerId))),
  );
  expect(new Set(spent)).toEqual(new Set([991_900_000, 992_200_000, 996_100_000]));
});

test("a trader short of money is told so in a group without a number, and in private with it", async () => {
  const carol = rig().person(9_301, GROUP);
  await carol.say(`/buy 40000000 energy 1d ${active(5)}`);
  const refused = await carol.see("Not enough balance; details in our private chat");
  expect(refused.text).not.toMatch(/1,000|1,400|missing/);
  expect(hasButton(refused, "Open private chat", false)).toBe(true);
  expect(hasButton(refused, "Pay", true)).toBe(false);
  expect(refused.text).toContain(active(5));

  const alone = rig().person(9_301);
  await alone.say(`/buy 40000000 energy 1d ${active(5)}`);
  const told = await alone.see("1,400 TRX missing");
  expect(hasButton(told, "Pay", true)).toBe(false);
  expect(buttonsOf(told)).toContainEqual({
    text: "Ask @desk_operator",
    url: "https://t.me/desk_operator",
  });
  const customer = (await readCustomers(rig().engine)).find(({ name }) => name.includes("9301"));
  expect(told.text).toContain(customer?.customerId);
  expect(told.text).toContain("@desk_operator");
});

test("a quote in a group names no balance, and a card from Repeat can be paid there", async () => {
  const carol = rig().person(9_302, GROUP);
  await carol.say(`/quote 65k energy 1h ${active(11)}`);
  const quote = await carol.see("Quote: 3.9 TRX");
  expect(quote.text).not.toContain("alance");
  const asked = await carol.say("/quote 65k energy 1h");
  const offered = ({ reply_to_message: to, text = "" }: Seen) =>
    to?.message_id === asked.message_id && text.startsWith("Quote");
  const offer = await carol.see(offered);
  await carol.press(offer.message_id, dataOf(offer, "Buy"));
  const question = await carol.see(
    ({ text = "", message_id: id }) =>
      text.includes("Which wallets? Reply") && id > offer.message_id,
  );
  expect(question.reply_markup).toMatchObject({ force_reply: true, selective: true });
  expect(question.reply_to_message?.message_id).toBe(asked.message_id);
  await carol.say(`/buy 65k energy 1h ${active(12)}`);
  const card = await carol.see(
    (message) => (message.text ?? "").includes(active(12)) && hasButton(message, "Pay", true),
  );
  await carol.press(card.message_id, dataOf(card, "Pay"));
  const paid = await carol.see(
    ({ text = "" }) => text.includes(active(12)) && text.includes("safe to send"),
  );
  expect(paid.text).not.toContain("alance");
  await carol.press(card.message_id, dataOf(paid, "Repeat"));
  const again = await carol.see(
    (message) => message.message_id > paid.message_id && hasButton(message, "Pay", true),
  );
  await carol.press(again.message_id, dataOf(again, "Change"));
  const fields = await carol.see("Back to the order");
  await carol.press(fields.message_id, dataOf(fields, "Receivers: 1"));
  const prompt = await carol.see(
    ({ text = "", message_id: id }) => text.includes("Reply with") && id > card.message_id,
  );
  // There is no message of hers to reply to: everybody is asked, and only her reply counts.
  expect(prompt.reply_markup).toEqual({
    force_reply: true,
    input_field_placeholder: "T… T…",
  });
  await carol.say(active(13), { reply_to_message_id: prompt.message_id });
  await carol.see(
    (message) => (message.text ?? "").includes(active(13)) && hasButton(message, "Pay", true),
  );
});

test("replies and edits stay in the topic", async () => {
  const alice = rig().person(ALICE, FORUM, { message_thread_id: TOPIC });
  await alice.say("/buy energy 1h");
  const prompt = await alice.see("Which wallets? Reply");
  await alice.say(active(6), { reply_to_message_id: prompt.message_id });
  await alice.tap("65,000");
  await alice.tap("Pay 3.9 TRX");
  const paid = await alice.see("safe to send");
  await alice.tap("Repeat");
  await alice.see(
    (message) => message.message_id > paid.message_id && hasButton(message, "Pay", true),
  );
  await alice.say("/help");
  await alice.see("How it works");
  const threads = (await alice.cards()).map(({ message_thread_id }) => message_thread_id);
  expect(new Set(threads)).toEqual(new Set([TOPIC]));
});

test("anonymous admins, channels and linked posts are told why they cannot order", async () => {
  const alice = rig().person(ALICE, FORUM);
  const customers = (await readCustomers(rig().engine)).length;
  await alice.say("/buy", { sender_chat_id: FORUM });
  await alice.see("anonymous admin");
  await alice.say("/buy", { sender_chat_id: CHANNEL });
  await alice.see("A channel has no balance");
  await rig().person(777_000, FORUM).say("/buy", { sender_chat_id: CHANNEL });
  await alice.see("linked channel");
  expect(await readCustomers(rig().engine)).toHaveLength(customers);
});

test("drafts, cards and questions move with a group, and the card is usable in the new chat", async () => {
  const own = await startRig();
  const [alice, bob] = [own.person(ALICE, GROUP), own.person(BOB, GROUP)];
  await alice.say(`/buy 65k energy 1h ${active(7)}`);
  await alice.see("Pay 3.9 TRX");
  await bob.say(`/buy 65k energy 3h ${active(8)}`);
  await bob.tap("Pay 3.9 TRX").catch(() => undefined);
  await bob.say(`/buy 65k energy 3h ${active(8)}`);
  const moved = await own.migrate(GROUP);
  const there = own.person(ALICE, moved);
  const card = await there.see(active(7));
  await there.press(card.message_id, dataOf(card, "Pay"));
  await there.see(({ text = "" }) => text.includes(active(7)) && text.includes("safe to send"));
  await own.person(BOB, moved).see(active(8));
  const open = async (id: number) => await own.engine.database.read(() => openFlows(id, BOB));
  expect(await open(GROUP)).toEqual([]);
  expect(await open(moved)).toHaveLength(1);
});

longTest("in the new chat an edit is none of an old answer of the same number", async () => {
  const own = await startRig();
  const alice = own.person(ALICE, GROUP);
  await alice.say("/buy energy 1h");
  const prompt = await alice.see("Which wallets? Reply");
  // A number that the bot's own messages in the new chat do not reach.
  for (let number = prompt.message_id; number < 20; number += 1) await alice.say("hm");
  const answer = await alice.say(active(6), { reply_to_message_id: prompt.message_id });
  await alice.see("How much Energy");
  const moved = await own.migrate(GROUP);
  const there = own.person(ALICE, moved);
  await there.see("How much Energy");
  let said = { message_id: 0 };
  // Nothing that the bot would answer: its messages have numbers too.
  while (said.message_id < answer.message_id) said = await there.say("hm");
  expect(said.message_id).toBe(answer.message_id);
  await there.edit(said.message_id, `/help ${active(7)}`);
  await there.tap("65,000");
  const card = await there.see("Pay 3.9 TRX");
  expect(card.text).toContain(active(6));
  expect(card.text).not.toContain(active(7));
});

longTest("what waits when a group moves replies to no message of the new chat", async () => {
  const own = await startRig();
  const alice = own.person(ALICE, GROUP);
  await own.fault({ method: "sendMessage", times: 1, delay_ms: 300 });
  await alice.say("/help");
  await alice.say("/quote 65k energy 1h");
  const moved = await own.migrate(GROUP);
  const there = own.person(ALICE, moved);
  const quote = await there.see("Quote: 3.9 TRX");
  expect(quote.reply_to_message).toBeUndefined();
});

test("a draft begun in the new chat before the bot hears of the move is kept", async () => {
  const own = await startRig();
  const [before, after] = [own.person(ALICE, GROUP), own.person(ALICE, FORUM)];
  await before.say(`/buy 65k energy 1h ${active(9)}`);
  const old = await before.see("Pay 3.9 TRX");
  await after.say(`/buy 65k energy 1h ${active(10)}`);
  const card = await after.see("Pay 3.9 TRX");
  // Both chats hear of the move, each in its own time.
  await migrateChat(own.engine, GROUP, FORUM);
  await migrateChat(own.engine, GROUP, FORUM);
  const stale = await before.press(old.message_id, dataOf(old, "Pay"));
  expect(stale.text).toContain("closed");
  await after.press(card.message_id, dataOf(card, "Pay"));
  await after.see(({ text = "" }) => text.includes(active(10)) && text.includes("safe to send"));
  await after.see(/replaced by a newer card/i);
});

longTest("what was written before a group moved belongs to the new chat", async () => {
  const own = await startRig();
  const alice = own.person(ALICE, GROUP);
  await own.stopDesk();
  await alice.say(`/buy 65k energy 1h ${active(14)}`);
  const moved = await own.migrate(GROUP);
  await own.startDesk();
  const there = own.person(ALICE, moved);
  const card = await there.see((message) => hasButton(message, "Pay 3.9 TRX", true));
  await there.press(card.message_id, dataOf(card, "Pay"));
  await there.see("safe to send");
});
