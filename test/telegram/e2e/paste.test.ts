/** A wallet is enough: Energy, as much and for as long as its sender rented last, with Pay on the card. */
import { expect, test } from "vitest";
import { until } from "../../support/until.js";
import { buttonsOf, GROUP, hasButton, type Person, type Seen } from "./people.js";
import { sharedRig, startRig } from "./rig.js";
import { active, NOT_ACTIVATED } from "./wallets.js";

const rig = sharedRig();
let lastPerson = 9_700;

function stranger(chatId?: number): Person {
  lastPerson += 1;
  return rig().person(lastPerson, chatId);
}

const labelsOf = (card: Seen) => buttonsOf(card).map(({ text }) => text);
const pay = (label: string) => (message: Seen) => hasButton(message, label, true);

test("a pasted wallet is paid with one tap: one transfer's Energy for the longest time that costs no more", async () => {
  const person = stranger();
  await person.say(active(0));
  const card = await person.see(pay("Pay 3.9 TRX"));
  expect(card.text).toContain(`3.9 TRX for 65,000 Energy, 1 day\n${active(0)}`);
  await person.tap("Pay 3.9 TRX");
  await person.see("safe to send");
});

test("later as much and for as long as last; a line needs no resource, and says what is other", async () => {
  const person = stranger();
  await person.say(`131k 1h ${active(1)}`);
  expect((await person.see(pay("Pay 7.86 TRX"))).text).toContain("131,000 Energy, 1 hour");
  await person.tap("Pay 7.86 TRX");
  await person.see("safe to send");
  await person.say(active(2));
  const usual = await person.see(({ text = "" }) => text.includes(active(2)));
  expect(usual.text).toContain("131,000 Energy, 1 hour");
  await person.say(`${active(3)} 65k`);
  // It adds to the open card, as any wallet does.
  await person.see("2 wallets now");
  await person.say("70k 3h");
  const changed = await person.see("2 × 70,000 Energy, 3 hours");
  expect(changed.text).toContain(active(3));
  await person.say("/cancel");
  await person.say(`${active(3)} 65k`);
  await person.see("65,000 Energy, 1 hour");
  // It is of Energy too where it is too little for that.
  await person.say(`5000 1h ${active(4)}`);
  await person.see("too little; at least 32,000");
});

test("an amount that was found for another transfer does not become the usual one", async () => {
  const person = stranger();
  await person.say(`/usdt ${active(17)} ${NOT_ACTIVATED}`);
  await person.see(pay("Pay 7.86 TRX"));
  await person.tap("Pay 7.86 TRX");
  await person.see("safe to send");
  await person.say("/again");
  await person.see(pay("Pay 7.86 TRX"));
  await person.tap("Pay 7.86 TRX");
  await person.see(({ text = "" }) => text.includes("safe to send"));
  await person.say(active(18));
  const usual = await person.see(({ text = "" }) => text.includes(active(18)));
  expect(usual.text).toContain("65,000 Energy, 1 hour");
});

test.each([
  "1. T…",
  "hot0: T…",
  "wallets for today: T…",
  "please T…",
  "Вот кошельки T…",
  "今天的钱包：T…",
])("%s is the wallet, as it is by itself", async (text) => {
  const person = stranger();
  await person.say(text.replace("T…", active(19)));
  const card = await person.see(pay("Pay 3.9 TRX"));
  expect(card.text).toContain(`65,000 Energy, 1 day\n${active(19)}`);
  expect(card.text).not.toContain("❌");
});

test("what is not to be had on a line is said at once, and nothing else is asked", async () => {
  const person = stranger();
  await person.say(`65k 2h ${active(19)}`);
  const card = await person.see("“2h” is not offered. Take 1h or 3h.");
  expect(card.text).toContain("For how long?");
  expect(hasButton(card, "1h · 3.9 TRX", true)).toBe(true);
});

test("an open question for a wallet takes it; a price of one's own is of Energy and leaves the rest open, a quote needs no resource", async () => {
  const person = stranger();
  await person.say("/buy bandwidth");
  await person.see("Which wallets");
  await person.say(active(5));
  await person.see("How much Bandwidth");
  await person.say(`/buy 65k @50 ${active(5)}`);
  const asked = await person.see("For how long");
  expect(labelsOf(asked)).toContain("✏️ Energy");
  await person.say(`/quote 65k 1h ${active(5)}`);
  await person.see("Quote: 3.9 TRX");
});

test("a card on which nothing was chosen yet gives way to a pasted wallet, which is one card with Pay", async () => {
  const person = stranger();
  await person.say("/buy");
  await person.see("What do you need");
  await person.say(`${active(15)} 131k`);
  const card = await person.see(pay("Pay 7.86 TRX"));
  expect(card.text).toContain(`131,000 Energy, 1 day\n${active(15)}`);
  await until("the blank card has given way", async () =>
    (await person.left()).some(({ text }) => text === "↓ replaced by a newer card"),
  );
  await person.say("/buy");
  await person.see("What do you need");
  await person.tap("Energy");
  await person.see("Which wallets");
  await person.say(active(16));
  await person.see("How much Energy");
});

test("an edit of the pasted message is another wallet, until it is paid", async () => {
  const person = stranger();
  const pasted = await person.say(active(10));
  await person.see(pay("Pay 3.9 TRX"));
  await person.edit(pasted.message_id, active(11));
  const changed = await person.see(({ text = "" }) => text.includes(active(11)));
  expect(changed.text).not.toContain(active(10));
  await person.tap("Pay 3.9 TRX");
  await person.see("safe to send");
  await person.edit(pasted.message_id, active(12));
  await person.see("editing");
});

test("amounts beyond any order are said to be too much", async () => {
  const person = stranger();
  await person.say(`${active(13)} 999999999999999\n${active(14)} 999999999999999`);
  await person.see("too much, at most 10,000,000,000");
});

test("in a group a /buy line and a reply do the same, as a bot sees no more", async () => {
  const person = stranger(GROUP);
  await person.say(`/buy ${active(6)}`);
  const card = await person.see(pay("Pay 3.9 TRX"));
  expect(card.text).toContain("65,000 Energy, 1 day");
  await person.say("131k 1h", { reply_to_message_id: card.message_id });
  await person.see("131,000 Energy, 1 hour");
  await person.tap("Cancel");
  const dropped = await person.see("Order dropped");
  await person.say(active(7), { reply_to_message_id: dropped.message_id });
  await person.see(({ text = "" }) => text.includes(active(7)) && text.includes("65,000 Energy"));
});

test("once a card's price is over, or would be, a wallet or a file begins a new one", async () => {
  const own = await startRig({ settings: { quoteTtlMs: 60_000 } });
  const people = [
    [own.person(9_790), "131k 1h", "Pay 7.86 TRX"],
    [own.person(9_791), "131k 2h", "For how long?"],
    [own.person(9_792), "131k 1h", "Pay 7.86 TRX"],
  ] as const;
  const first: Seen[] = [];
  for (const [person, line, asked] of people) {
    await person.say(`/buy ${line} ${active(8)}`);
    first.push(await person.see(asked));
  }
  await people[1][0].say(active(10));
  await people[1][0].see("2 wallets now");
  own.wall.aheadMs += 61_000;
  await people[0][0].say(active(9));
  await people[1][0].say(active(9));
  await people[2][0].send("wallets.txt", active(9));
  for (const [at, [person]] of people.entries()) {
    const fresh = await person.see(pay("Pay 3.9 TRX"));
    expect(fresh.message_id).toBeGreaterThan(first[at]?.message_id ?? Infinity);
    expect(fresh.text).not.toContain(active(8));
    expect(buttonsOf(await person.see("replaced"))).toEqual([]);
  }
});

const LINES = ["T…", "65k 1h T…", "1h\nT… 65k\nT… 131k", "65k 1h T… locked"];

test.each([
  ["in private", undefined, LINES],
  ["in a group", GROUP, LINES.map((line) => `/buy@desk_sandbox_bot ${line}`)],
])("each line that /help shows %s is an order that can be paid", async (_, chatId, lines) => {
  const person = stranger(chatId);
  await person.say("/help");
  const { text = "", entities = [] } = await person.see("How it works");
  const shown = entities
    .filter(({ type }) => type === "code")
    .map(({ offset, length }) => text.slice(offset, offset + length));
  expect(shown).toEqual(lines);
  let wallet = 10;
  for (const line of shown) {
    const order = line.replaceAll("T…", () => active(wallet++));
    await person.say(order);
    const [first = ""] = /T\w{33}/.exec(order) ?? [];
    await person.see((card) => card.text?.includes(first) === true && hasButton(card, "Pay", true));
    await person.say("/cancel@desk_sandbox_bot");
  }
});
