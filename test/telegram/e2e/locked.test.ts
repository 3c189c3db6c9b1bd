/** `locked` on a line: said on the card, kept by the order and its repetition, and refused where nothing can be locked. */
import { expect, test } from "vitest";
import { rows } from "./deliveries.js";
import { buttonsOf, type Person } from "./people.js";
import { sharedRig } from "./rig.js";
import { active } from "./wallets.js";

const rig = sharedRig();
const LINE = "Locked on chain for the whole time, or not delivered";

async function buy(person: Person, line: string, pay: string): Promise<void> {
  await person.say(`/buy ${line}`);
  const card = await person.see(pay);
  if (line.includes("locked")) expect(card.text).toContain(LINE);
  await person.tap(pay);
  await person.see("safe to send");
}

const locksFor = (receiver: string) =>
  rows(
    rig(),
    `SELECT require_lock, locked FROM orders JOIN leg ON order_id = orders.id
     WHERE orders.receiver = '${receiver}' ORDER BY orders.id`,
  );

test("an order of a line, and what repeats it, require locks", async () => {
  const person = rig().person(18_001);
  await buy(person, `65k energy 1h ${active(0)} locked`, "Pay 3.9 TRX");
  await person.say("/again");
  expect((await person.see("Pay 3.9 TRX")).text).toContain(LINE);
  await person.tap("Pay 3.9 TRX");
  await person.see("safe to send");
  const locked = { require_lock: 1, locked: 1 };
  expect(await locksFor(active(0))).toEqual([locked, locked]);
});

test("where every owner has a lock of another time, the card says so and offers no Pay", async () => {
  const person = rig().person(18_002);
  for (const [duration, pay] of [
    ["3h", "Pay 3.9 TRX"],
    ["1d", "Pay 3.9 TRX"],
    ["3d", "Pay 11.7 TRX"],
    ["7d", "Pay 27.3 TRX"],
  ] as const) {
    await buy(person, `65k energy ${duration} ${active(1)}`, pay);
  }
  await person.say(`/quote 65k energy 1h ${active(1)} locked`);
  const quote = await person.see("Quote: 3.9 TRX");
  expect(quote.text).toContain(LINE);
  expect(quote.text).toContain("No Energy can be locked for this time right now");
  await person.say(`/buy 65k energy 1h ${active(1)} locked`);
  const card = await person.see("3.9 TRX for 65,000 Energy, 1 hour");
  expect(card.text).toContain("No Energy can be locked for this time right now");
  expect(
    buttonsOf(card)
      .map(({ text }) => text)
      .join(),
  ).not.toContain("Pay");
  // What rests is offered no price at which it would not be filled.
  await person.say(`/buy 65k energy 1h ${active(1)} @45 locked`);
  expect((await person.see("Pay 2.925 TRX")).text).toContain(LINE);
  await person.tap("Pay 2.925 TRX");
  await person.see("Waiting in the order book");
  await person.tap("Change");
  await person.see("What do you want to change?");
  await person.tap("Price");
  const prices = buttonsOf(await person.see("Your price per unit")).map(({ text }) => text);
  expect(prices.filter((text) => /SUN/.test(text)).length).toBeGreaterThan(0);
  expect(prices.join()).not.toContain("now");
  await person.say(`/buy 65k energy 1h ${active(1)}`);
  await person.tap("Pay 3.9 TRX");
  await person.see("safe to send");
  expect((await locksFor(active(1))).at(-1)).toEqual({ require_lock: 0, locked: 0 });
});
