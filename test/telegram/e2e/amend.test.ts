/** Orders that rest are changed from their card: a higher price says what it holds, a lower one and another time are done at once. */
import { expect, test } from "vitest";
import { readCustomers } from "../../../src/engine/customers/customers.js";
import { availableSunOf } from "../../../src/store/ledger.js";
import { until } from "../../support/until.js";
import { buttonsOf, dataOf, GROUP, hasButton, type Person, type Seen } from "./people.js";
import { type Rig, sharedRig, startRig } from "./rig.js";
import { addSeller } from "./sellers.js";
import { active } from "./wallets.js";

let lastPerson = 9_700;

/** Known by a number, by which their balance is found. */
function stranger(rig: Rig, chatId?: number): Person {
  lastPerson += 1;
  return rig.person(lastPerson, chatId);
}

const shared = sharedRig();

/** So much is for sale at 50 SUN, beside what was sold of it before. */
async function deskWithOffers(rig = shared()): Promise<Rig> {
  await addSeller(rig, 50, 100_000);
  return rig;
}

async function balanceSun({ engine }: Rig, { id }: Person): Promise<number> {
  const customer = (await readCustomers(engine)).find(({ name }) => name.includes(String(id)));
  return engine.database.read(() => availableSunOf(customer?.customerId ?? ""));
}

const labels = (message: Seen) => buttonsOf(message).map(({ text }) => text);

/** An order of 65,000 at 45 SUN, for which nobody sells yet. */
async function resting(person: Person, wallet: number): Promise<Seen> {
  await person.say(`/buy 65k energy 1h ${active(wallet)} @45`);
  await person.tap("Pay 2.925 TRX");
  return person.see(
    ({ text = "" }) => text.includes("Waiting in the order book") && text.includes(active(wallet)),
  );
}

test("a higher price holds more, once, after that was said, and takes what is offered", async () => {
  const rig = await deskWithOffers();
  const alice = stranger(rig);
  const order = await resting(alice, 0);
  expect(labels(order).slice(0, 2)).toEqual(["✏️ Change", "Cancel"]);
  await alice.tap("Change");
  const card = await alice.see("What do you want to change?");
  await alice.tap("Price");
  const price = await alice.see("Your price per unit of Energy, in SUN?");
  expect(price.message_id).toBe(card.message_id);
  expect(labels(price)[0]).toContain("50 SUN · 3.25 TRX · all now");
  for (const [typed, said] of [
    ["44.5", "Whole SUN only: 44 or 45?"],
    ["39", "39 SUN is below the floor of 40 SUN"],
    ["4o", "“4o” is not a price"],
    ["138572296227", "At most 138,572,296,226 SUN"],
    ["44,500", "Whole SUN only: 44, 45 or 44500?"],
    ["1001", "At 1,001 SUN, 62.14 TRX more is held"],
  ] as const) {
    await alice.say(typed);
    await alice.see(said);
  }
  await alice.say("55");
  await alice.see("At 55 SUN, 0.65 TRX more is held");
  // A wallet is no price: it opens a card of its own, and after that the price is asked for again.
  await alice.say(active(9));
  await alice.see("while the offers last");
  await alice.tap("Cancel");
  await alice.see("Order dropped");
  await alice.tap("Back");
  await alice.tap("50 SUN");
  const hold = await alice.see("At 50 SUN, 0.325 TRX more is held");
  expect(labels(hold)).toEqual(["Leave it as it is", "Back", "Hold 0.325 TRX more"]);
  expect(await balanceSun(rig, alice)).toBe(997_075_000);
  const { update_id: updateId } = await alice.tapNow("Hold 0.325 TRX more");
  await alice.see("Price changed to 50 SUN");
  const filled = await alice.see("safe to send");
  expect(filled.message_id).toBe(order.message_id);
  expect(filled.text).toContain("65,000 Energy, 1 hour · 3.25 TRX · 50 SUN");
  await rig.redeliver(updateId ?? 0);
  expect((await alice.press(hold.message_id, dataOf(hold, "Hold"))).text).toContain("closed");
  expect(await balanceSun(rig, alice)).toBe(996_750_000);
  expect((await alice.press(order.message_id, dataOf(order, "Change"))).text).toContain(
    "no longer open",
  );
});

test("a lower price gives back at once, another time moves its end", async () => {
  const rig = await deskWithOffers();
  const alice = stranger(rig);
  const order = await resting(alice, 1);
  await alice.tap("Change");
  await alice.tap("Price");
  await alice.see("Your price per unit");
  await alice.say("41");
  await alice.see("Price changed to 41 SUN");
  await alice.see((one) => /1 hour · 2.665 TRX · 41 SUN/.test(one.text ?? ""));
  expect(await balanceSun(rig, alice)).toBe(997_335_000);
  await alice.tap("Change");
  await alice.tap("Waiting time");
  const asked = await alice.see("How long may it wait");
  expect(labels(asked)).toEqual(["1 h", "6 h", "1 d", "3 d", "7 d", "Back", "Leave it as it is"]);
  await alice.tap("3 d");
  const changed = await alice.see("Changed: waits until");
  const [, end = ""] = /waits until (.*)/.exec(changed.text ?? "") ?? [];
  const waits = `Waits until ${end}`;
  await alice.see(
    ({ message_id, text }) => message_id === order.message_id && !!text?.includes(waits),
  );
  expect(order.text).not.toContain(waits);
});

test("what cannot be done is said on the card", async () => {
  const rig = await deskWithOffers();
  const alice = stranger(rig);
  // Nobody sells for so little: it holds all but 3 TRX.
  await alice.say(`/buy 23738k energy 1h ${active(8)} @42`);
  await alice.tap("Pay 996.996 TRX");
  await alice.tap("Yes, pay 996.996 TRX");
  await alice.see("Waiting in the order book");
  await resting(alice, 2);
  await alice.tap("Change");
  await alice.tap("Price");
  await alice.tap("50 SUN");
  const short = await alice.see("Missing: 0.246 of 0.325 TRX");
  expect(short.text).toMatch(/^⚠️/);
  expect(hasButton(short, "50 SUN", true)).toBe(true);
  await alice.tap("Back");
  await alice.tap("Waiting time");
  await alice.see("How long may it wait");
  await addSeller(rig, 45, 100_000);
  await alice.see("safe to send");
  await alice.tap("3 d");
  await alice.see("This order is no longer open");
  await alice.tap("Leave it as it is");
  await alice.see("Closed, nothing was changed");
});

test("in a group by its owner alone, who replies; and only what was read is held", async () => {
  const options = { timings: { readFirstMs: () => 20_000 }, settings: { quoteTtlMs: 3_600_000 } };
  const rig = await deskWithOffers(await startRig(options));
  const [alice, bob] = [stranger(rig, GROUP), stranger(rig, GROUP)];
  const taps = (label: string, holds: string) =>
    until(`${label} leads to ${holds}`, async () => {
      const cards = await alice.cards();
      const found = cards.find(({ text = "" }) => text.includes(holds));
      const card = cards.find((one) => hasButton(one, label, true));
      if (found || !card) return found;
      rig.wall.aheadMs += 21_000;
      await alice.press(card.message_id, dataOf(card, label));
      return undefined;
    });
  await alice.say(`/buy 65k energy 1h ${active(3)} @45`);
  await alice.see("Pay 2.925 TRX");
  await taps("Pay 2.925 TRX", "Waiting in the order book");
  const order = await alice.see("Waiting in the order book");
  expect((await bob.press(order.message_id, dataOf(order, "Change"))).text).toContain("'s card");
  await alice.tap("Change");
  await alice.tap("Price");
  await alice.tap("Other");
  const question = await alice.see("Which price? Reply");
  await alice.say("50");
  await bob.say("60", { reply_to_message_id: question.message_id });
  await alice.say("55", { reply_to_message_id: question.message_id });
  const hold = await alice.see("At 55 SUN, 0.65 TRX more is held");
  const press = (person: Person) => person.press(hold.message_id, dataOf(hold, "Hold"));
  expect((await press(bob)).text).toMatch(/^This is \S.*'s card/);
  expect((await press(alice)).text).toContain("Read it first");
  expect(await balanceSun(rig, alice)).toBe(997_075_000);
  await taps("Hold 0.65 TRX more", "Price changed to 55 SUN");
  await alice.see("safe to send");
  expect(await balanceSun(rig, alice)).toBe(996_750_000);
});
