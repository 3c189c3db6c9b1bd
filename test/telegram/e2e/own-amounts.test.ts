/** Different amounts for several wallets, through real polling: written, pasted or in a file, paid, and once more. */
import { expect, test } from "vitest";
import { readOrders } from "../../../src/engine/orders/read-orders.js";
import { findTelegramUser } from "../../../src/store/chat/telegram-users.js";
import { readNow } from "../../support/read-now.js";
import { until } from "../../support/until.js";
import { dataOf, hasButton, hearEach, type Person } from "./people.js";
import { sharedRig } from "./rig.js";
import { active, MISTYPED } from "./wallets.js";

const rig = sharedRig();
let lastPerson = 14_000;

function stranger(): Person {
  lastPerson += 1;
  return rig().person(lastPerson);
}

/** Receivers and their amounts, oldest order first. */
async function ordersOf({ id }: Person) {
  const { engine } = rig();
  const user = readNow(engine.database, () => findTelegramUser(id));
  if (!user) return [];
  const { orders } = await readOrders(engine, { customerId: user.customer_id, limit: 100 });
  return orders.map(({ receiver, amount }) => [receiver, amount]).toReversed();
}

test("a line with two amounts is paid as one sum, told, listed, repeated and extended", async () => {
  const person = stranger();
  const [first, second] = [active(0), active(1)];
  await hearEach(person);
  await person.say(`/buy energy 1h\n${first} 65k\n${second} 131k`);
  const confirm = await person.see("Pay 11.76 TRX");
  expect(confirm.text).toContain("11.76 TRX for 2 wallets: 196,000 Energy, 1 hour");
  expect(confirm.text).toContain(`${first} · 65,000\n${second} · 131,000`);
  await person.tap("Pay 11.76 TRX");
  const paid = await person.see("All 2 delivered");
  expect(paid.text).toContain(`${second} · 131,000`);
  await person.see("2 wallets: 196,000 Energy, 1 hour · 11.76 TRX");
  const bought = await ordersOf(person);
  expect(Object.fromEntries(bought)).toEqual({ [first]: 65_000, [second]: 131_000 });
  const told = await until("the delivery is told", async () =>
    (await person.news()).find(({ text = "" }) => text.includes("🔔 Delivered")),
  );
  expect(told.text).toContain("2 wallets: 196,000 Energy, 1 hour · 11.76 TRX");
  await person.say("/orders");
  await person.see("2 wallets: 196,000 Energy, 1 hour · 11.76 TRX");
  let last = paid.message_id;
  for (const again of ["/again", "Repeat", "Extend"]) {
    if (again === "/again") await person.say(again);
    else await person.press(paid.message_id, dataOf(paid, again));
    const before = last;
    const card = await person.see(
      (message) => message.message_id > before && hasButton(message, "Pay 11.76 TRX", true),
    );
    expect(card.text).toContain(`${first} · 65,000\n${second} · 131,000`);
    last = card.message_id;
  }
});

test("a list says what each gets, and what cannot be read is told with its line", async () => {
  const person = stranger();
  await person.say(`/book cold ${active(2)}`);
  await person.say("/buy energy 1h");
  await person.see("Which wallets");
  const lines = [`@cold 131k`, `${active(3)}, 31k`, `${active(4)}\t65,5k`, active(5), active(6)];
  await person.say([...lines, `${MISTYPED} 65k`, "@nobody 70k"].join("\n"));
  const asked = await person.see("How much Energy for each of the 2 other wallets");
  for (const said of [
    "3 wallets taken",
    `${active(3)} 31k: too little, at least 32,000 Energy`,
    `${active(4)} 65,5k: amount not clear`,
    `${MISTYPED}: mistyped`,
    "nobody is not in your address book",
    "1 wallet has its own amount: 131,000",
  ]) {
    expect(asked.text).toContain(said);
  }
  await person.say("65k");
  const confirm = await person.see("Pay 15.66 TRX");
  expect(confirm.text).toContain(`${active(2)} cold · 131,000\n${active(5)} · 65,000`);
  // Asked anew, one amount is for all.
  await person.tap("Change");
  await person.tap("65,000–131,000");
  expect((await person.see("It replaces the amounts")).text).toContain("each wallet");
  await person.tap("65,000");
  expect((await person.see("Pay 11.7 TRX")).text).toContain("3 × 65,000 Energy");
});

test("wallets sent one by one with their amounts are one order", async () => {
  const person = stranger();
  await person.say("/buy energy 1h");
  await person.see("Which wallets");
  await person.say(`${active(9)} 65k`);
  await person.see("Pay 3.9 TRX");
  await person.say(`${active(10)}: 131k`);
  const confirm = await person.see("Pay 11.76 TRX");
  expect(confirm.text).toContain(`${active(9)} · 65,000\n${active(10)} · 131,000`);
});

test("a list alone opens a card, which takes the resource first", async () => {
  const person = stranger();
  await person.say(`${active(7)} 5000\n${active(8)} 65000`);
  expect((await person.see("What do you need")).text).toContain("70,000 in all");
  await person.tap("Energy");
  const asked = await person.see("“5,000” is too little. At least 32,000 for each wallet.");
  expect(asked.text).toContain("How much Energy for the other wallet");
  await person.tap("131,000");
  await person.tap("1h");
  const confirm = await person.see("Pay 11.76 TRX");
  expect(confirm.text).toContain(`${active(7)} · 131,000\n${active(8)} · 65,000`);
});

test("a file's amounts last beyond the first 20 wallets, and a quote's as far as its card", async () => {
  const person = stranger();
  const rows = Array.from({ length: 22 }, (_, at) => `w${at};${active(at)};${32_000 + at}`);
  const list = ["name;wallet;amount", ...rows].join("\n");
  await person.send("list.csv", list, { caption: "/buy energy 1h" });
  const confirm = await person.see("2 more wait");
  expect(confirm.text).toContain(`${active(19)} · 32,019`);
  await person.tap("Pay");
  const paid = await person.see("Next 2 wallets");
  await person.press(paid.message_id, dataOf(paid, "Next 2 wallets"));
  const next = await person.see(
    (message) => hasButton(message, "Pay", false) && message.message_id !== paid.message_id,
  );
  expect(next.text).toContain(`${active(20)} · 32,020\n${active(21)} · 32,021`);
  await person.say(`/quote energy 1h\n${active(0)} 65k\n${active(1)} 131k`);
  expect((await person.see("Quote: 11.76 TRX")).text).toContain(`${active(1)} · 131,000`);
  await person.tap("Buy");
  const bought = await person.see("Pay 11.76 TRX");
  expect(bought.text).toContain(`${active(0)} · 65,000\n${active(1)} · 131,000`);
});

test("a line whose amounts may be anybody's asks for one", async () => {
  const person = stranger();
  await person.say(`/buy 131k energy 1h ${active(0)} 65k ${active(1)} 32k ${active(2)}`);
  const asked = await person.see("How much Energy for each wallet");
  expect(asked.text).toContain("“131k, 65k, 32k”: which wallet gets how much?");
  expect(hasButton(asked, "Pay", false)).toBe(false);
  // The list is sent again, a wallet a line.
  await person.say(`${active(0)} 131k\n${active(1)} 65k\n${active(2)} 32k`);
  const confirm = await person.see("Pay 13.68 TRX");
  expect(confirm.text).toContain(`${active(1)} · 65,000\n${active(2)} · 32,000`);
  expect(confirm.text).not.toContain("which wallet");
});

test("a line that alternates is taken in its order with a tap", async () => {
  const person = stranger();
  await person.say(`/buy energy 1h ${active(3)} 65k ${active(4)} 131k`);
  await person.tap("In order: 65,000 · 131,000");
  const confirm = await person.see("Pay 11.76 TRX");
  expect(confirm.text).toContain(`${active(3)} · 65,000\n${active(4)} · 131,000`);
});

test("a Manual order holds the sum of all", async () => {
  const person = stranger();
  await person.say(`/buy energy 1h @61 min=60000\n${active(0)} 65k\n${active(1)} 131k`);
  const confirm = await person.see("Pay 11.956 TRX");
  expect(confirm.text).toContain(`${active(0)} · 65,000\n${active(1)} · 131,000`);
  await person.tap("Pay 11.956 TRX");
  await person.see("2 wallets: 196,000 Energy, 1 hour");
  const bought = await ordersOf(person);
  expect(Object.fromEntries(bought)).toEqual({ [active(0)]: 65_000, [active(1)]: 131_000 });
});
