/** An edited message changes the card that it began while that is unpaid; else one line says that it does not. */
import { expect, test } from "vitest";
import { dataOf, GROUP, hasButton, type Person, type Seen } from "./people.js";
import { sharedRig } from "./rig.js";
import { active } from "./wallets.js";

const rig = sharedRig();
let lastPerson = 9_800;
let asked = 0;

function stranger(chatId?: number): Person {
  lastPerson += 1;
  return rig().person(lastPerson, chatId);
}

const pay = (label: string) => (message: Seen) => hasButton(message, label, true);

/** How often the bot has said it, once it has answered whatever came before. */
async function timesSaid(person: Person, words: string): Promise<number> {
  asked += 1;
  await person.say(`/nothing${asked}`);
  await person.see(`There is no command /nothing${asked}.`);
  return (await person.cards()).filter(({ text = "" }) => text.includes(words)).length;
}

test("an edited line draws its card again: the older Pay pays nothing, the new one what it shows", async () => {
  const person = stranger();
  const line = await person.say(`65k 1h ${active(0)}`);
  const old = await person.see(pay("Pay 3.9 TRX"));
  await person.edit(line.message_id, `131k 1h ${active(1)}`);
  const fresh = await person.see(pay("Pay 7.86 TRX"));
  expect(fresh.message_id).toBe(old.message_id);
  expect(fresh.text).toContain(`131,000 Energy, 1 hour\n${active(1)}`);
  const stale = await person.press(old.message_id, dataOf(old, "Pay"));
  expect(stale.text).toContain("changed meanwhile");
  await person.edit(line.message_id, `/buy 1000 bandwidth 3d ${active(2)}`);
  const other = await person.see(/1,000 Bandwidth, 3 days/);
  expect(other.message_id).toBe(old.message_id);
  // Energy where nothing else is said, for as long as costs no more.
  await person.edit(line.message_id, `65k ${active(1)}`);
  await person.see("3.9 TRX for 65,000 Energy, 1 day");
  await person.tap("Pay 3.9 TRX");
  await person.see("safe to send");
  for (const times of [1, 2]) await person.edit(line.message_id, `${65 + times}k 1h ${active(0)}`);
  await person.see("paid already: editing the message changes nothing");
  expect(await timesSaid(person, "editing the message changes nothing")).toBe(1);
  await person.say("/balance");
  await person.see("Balance 996.1 TRX");
});

test("the card begins again: nothing of what was said or tapped before is paid for", async () => {
  const person = stranger();
  const line = await person.say(`/buy 65k energy 1h ${active(3)} locked`);
  await person.see("3.9 TRX for 65,000 Energy, 1 hour");
  const typed = await person.say("70k 3d");
  await person.see("12.6 TRX for 70,000 Energy, 3 days");
  await person.say(active(4));
  await person.see("25.2 TRX for 2 × 70,000 Energy, 3 days");
  await person.edit(typed.message_id, "80k 3d");
  await person.see("28.8 TRX for 2 × 80,000 Energy, 3 days");
  await person.edit(line.message_id, `/buy 100k energy 1h ${active(5)}`);
  const card = await person.see("6 TRX for 100,000 Energy, 1 hour");
  for (const wallet of [active(3), active(4)]) expect(card.text).not.toContain(wallet);
  expect(card.text).not.toContain("🔒");
  // An amount of Energy is none of Bandwidth.
  await person.edit(line.message_id, `/buy bandwidth 1h ${active(5)}`);
  await person.see("How much Bandwidth");
});

test("a wallet that an edit has taken off comes back by no further edit", async () => {
  const person = stranger();
  const first = await person.say(`65k 1h ${active(3)}`);
  await person.see(pay("Pay 3.9 TRX"));
  const further = await person.say(active(4));
  const both = await person.see(pay("Pay 7.8 TRX"));
  const isThere = (message: Seen) => message.message_id === both.message_id;
  await person.edit(further.message_id, "oops");
  await person.see((message) => isThere(message) && hasButton(message, "Pay 3.9 TRX", true));
  await person.edit(further.message_id, active(5));
  const card = await person.see(pay("Pay 7.8 TRX"));
  expect(card.text).not.toContain(active(4));
  await person.edit(first.message_id, "never mind");
  await person.see("That edit changed nothing");
  await person.edit(first.message_id, `65k 1h ${active(6)}`);
  const last = await person.see(({ text = "" }) => text.includes(active(6)));
  expect(last.text).not.toContain(active(3));
  await person.see(pay("Pay 3.9 TRX"));
});

test("each edit in vain is told once between changes of its card, and one after the payment too", async () => {
  const person = stranger();
  const line = await person.say(`65k 1h ${active(3)}`);
  await person.see(pay("Pay 3.9 TRX"));
  for (const times of [1, 2]) await person.edit(line.message_id, `never mind ${times}`);
  await person.see("That edit changed nothing");
  await person.edit(line.message_id, `131k 1h ${active(3)}`);
  await person.see(pay("Pay 7.86 TRX"));
  expect(await timesSaid(person, "changed nothing")).toBe(1);
  await person.edit(line.message_id, "oh well");
  await person.see(pay("Pay 7.86 TRX"));
  expect(await timesSaid(person, "changed nothing")).toBe(2);
  await person.tap("Pay 7.86 TRX");
  await person.see("safe to send");
  await person.edit(line.message_id, "and now");
  await person.see("paid already: editing the message changes nothing");
});

test("an edit that orders the same leaves the price that can be paid; an edited answer is read as if it were new", async () => {
  const person = stranger();
  const line = await person.say(`65k 1h ${active(3)}`);
  const card = await person.see(pay("Pay 3.9 TRX"));
  await person.edit(line.message_id, `65,000 1 hour ${active(3)}`);
  expect(await timesSaid(person, "changed nothing")).toBe(0);
  const before = dataOf(card, "Pay");
  expect(dataOf(await person.see(pay("Pay 3.9 TRX")), "Pay")).toBe(before);
  await person.tap("Change");
  await person.tap("✏️ 65,000");
  await person.see("How much Energy");
  const amount = await person.say("70k");
  await person.see(pay("Pay 4.2 TRX"));
  await person.edit(amount.message_id, "80k 3d");
  await person.see("14.4 TRX for 80,000 Energy, 3 days");
});

test("an edited /usdt is sized anew on its card", async () => {
  const person = stranger();
  const asked = await person.say(`/usdt ${active(6)} ${active(7)}`);
  const card = await person.see(pay("Pay"));
  expect(card.text).toContain(active(6));
  await person.edit(asked.message_id, `/usdt ${active(8)} ${active(7)}`);
  const other = await person.see(({ text = "" }) => text.includes(active(8)));
  expect(other.message_id).toBe(card.message_id);
});

test("of a message whose card is over, or that began none, one line says that the edit changed nothing", async () => {
  const person = stranger();
  const changesNothing = "That edit changed nothing";
  const first = await person.say(`65k 1h ${active(9)}`);
  await person.see(pay("Pay 3.9 TRX"));
  await person.say(`131k 1h ${active(9)}`);
  await person.see("replaced by a newer card");
  await person.edit(first.message_id, `65k 3h ${active(9)}`);
  const said = await person.see(changesNothing);
  expect(said.reply_to_message?.message_id).toBe(first.message_id);
  expect((await person.see(pay("Pay 7.86 TRX"))).text).toContain("131,000 Energy, 1 hour");
  const chatter = await person.say("good morning");
  await person.see("I did not understand");
  await person.edit(chatter.message_id, "good evening");
  expect(await timesSaid(person, changesNothing)).toBe(1);
  for (const hours of [1, 3]) await person.edit(chatter.message_id, `65k ${hours}h ${active(9)}`);
  expect(await timesSaid(person, changesNothing)).toBe(2);
});

test("of what /quote and /again have begun it is said too", async () => {
  const person = stranger();
  const changesNothing = "That edit changed nothing";
  const quote = await person.say("/quote 65k energy 1h");
  await person.tap("Buy");
  await person.see("Which wallets");
  await person.edit(quote.message_id, "/quote 131k energy 1h");
  const said = await person.see(changesNothing);
  expect(said.reply_to_message?.message_id).toBe(quote.message_id);
  await person.say(`/buy 65k energy 1h ${active(9)}`);
  await person.tap("Pay 3.9 TRX");
  await person.see("safe to send");
  const again = await person.say("/again");
  const card = await person.see(pay("Pay 3.9 TRX"));
  await person.edit(again.message_id, `/again ${active(10)}`);
  const isNew = (message: Seen) => message.reply_to_message?.message_id === again.message_id;
  expect((await person.see(isNew)).text).toContain(changesNothing);
  expect((await person.see(pay("Pay 3.9 TRX"))).message_id).toBe(card.message_id);
});

test("in a group a /buy line is edited like any other, and what others say to each other is no matter of the bot", async () => {
  const [person, other] = [stranger(GROUP), stranger(GROUP)];
  const chatter = await person.say(`${active(10)} 65k 1h`);
  const line = await person.say(`/buy 65k 1h ${active(10)}`);
  const card = await person.see(pay("Pay 3.9 TRX"));
  await person.edit(line.message_id, `/buy 131k 1h ${active(10)}`);
  expect((await person.see(pay("Pay 7.86 TRX"))).message_id).toBe(card.message_id);
  const before = (await person.cards()).length;
  const talk = await other.say("/buy energy");
  await other.see("Which wallets");
  await person.edit(chatter.message_id, `${active(11)} 65k 1h`);
  await other.edit(talk.message_id, `/buy 65k 1h ${active(12)}`);
  const isTheirs = ({ text = "" }) => text.includes(active(12)) && text.includes("3.9 TRX for");
  expect((await other.see(isTheirs)).text).toContain("65,000 Energy, 1 hour");
  await person.edit(chatter.message_id, `/buy 65k 1h ${active(11)}`);
  const said = await person.see("That edit changed nothing");
  expect(said.reply_to_message?.message_id).toBe(chatter.message_id);
  // The card of the other, its question in the group, and the one line.
  expect((await person.cards()).length).toBe(before + 3);
});
