/** Prices: what was on the button is the most that is ever paid, and every refusal says what to do. */
import { expect, test } from "vitest";
import { sun } from "../../../src/domain/money.js";
import { creditCustomer, readCustomers } from "../../../src/engine/customers/customers.js";
import { setRates } from "../../../src/engine/prices/rates.js";
import { availableSunOf } from "../../../src/store/ledger.js";
import { buttonsOf, dataOf, GROUP, hasButton, type Person, type Seen } from "./people.js";
import { RATES, type Rig, sharedRig, startRig } from "./rig.js";
import { addSeller } from "./sellers.js";
import { active } from "./wallets.js";

const rig = sharedRig();
let lastPerson = 9_400;

function stranger(from: Rig = rig()): Person {
  lastPerson += 1;
  return from.person(lastPerson);
}

async function balanceSun({ engine }: Rig, { id }: Person): Promise<number> {
  const customer = (await readCustomers(engine)).find(({ name }) => name.includes(String(id)));
  return engine.database.read(() => availableSunOf(customer?.customerId ?? ""));
}

function energyAt(fastSun: number): unknown {
  return { ...RATES, fast: { ...RATES.fast, energy: fastSun } };
}

test("a quote lapses by the timer: the card says that it is no longer held, then is greyed and offers a new one, which can be paid", async () => {
  const own = await startRig({ settings: { quoteTtlMs: 60_000 } });
  const person = stranger(own);
  await person.say(`/buy 65k energy 1h ${active(0)}`);
  const card = await person.see("Pay 3.9 TRX");
  own.wall.aheadMs += 61_000;
  const over = await person.see("Price no longer held");
  expect(over.message_id).toBe(card.message_id);
  expect(dataOf(over, "Pay")).toBe(dataOf(card, "Pay"));
  own.wall.aheadMs += 15 * 60_000;
  const grey = await person.see("New quote");
  expect(grey.message_id).toBe(card.message_id);
  expect(hasButton(grey, "Pay", true)).toBe(false);
  const late = await person.press(card.message_id, dataOf(card, "Pay"));
  expect(late.answered).toBe(true);
  await person.tap("New quote");
  await person.tap("Pay 3.9 TRX");
  await person.see("safe to send");
});

test("a rental of days is compared with burning on each of them, one of less than a day with once", async () => {
  const person = stranger();
  await person.say("/quote 65k energy 3d");
  const days = await person.see("Quote: 11.7 TRX");
  expect(days.text).toContain(
    "Burning TRX on each of 3 days would cost 19.5 TRX: you save 7.8 TRX",
  );
  await person.say("/quote 65k energy 1h");
  const hour = await person.see("Quote: 3.9 TRX");
  expect(hour.text).toContain("Burning TRX would cost 6.5 TRX: you save 2.6 TRX");
});

test("a lapsed quote is paid at once when the price is the same or lower, at the lower price", async () => {
  const own = await startRig({
    settings: { quoteTtlMs: 60_000 },
    timings: { lapseEveryMs: 60_000 },
  });
  const person = stranger(own);
  await person.say(`/buy 65k energy 1h ${active(1)}`);
  await person.see("Pay 3.9 TRX");
  own.wall.aheadMs += 61_000;
  await person.tap("Pay 3.9 TRX");
  await person.see("safe to send");
  expect(await balanceSun(own, person)).toBe(996_100_000);

  await person.say(`/buy 65k energy 1h ${active(2)}`);
  await person.see("Pay 3.9 TRX");
  own.wall.aheadMs += 61_000;
  await setRates(own.engine, energyAt(50), "test");
  await person.tap("Pay 3.9 TRX");
  await person.see(({ text = "" }) => text.includes(active(2)) && text.includes("safe to send"));
  expect(await balanceSun(own, person)).toBe(996_100_000 - 3_250_000);
});

test("a lapsed quote is not paid at a higher price: the new one is shown first", async () => {
  const own = await startRig({
    settings: { quoteTtlMs: 60_000 },
    timings: { lapseEveryMs: 60_000 },
  });
  const person = stranger(own);
  await person.say(`/buy 65k energy 1h ${active(3)}`);
  await person.see("Pay 3.9 TRX");
  own.wall.aheadMs += 61_000;
  await setRates(own.engine, energyAt(61), "test");
  const tapped = await person.tap("Pay 3.9 TRX");
  expect(tapped.text).toContain("nothing was charged. Now: 3.9 → 3.965 TRX");
  await person.see("Pay 3.965 TRX");
  expect(await balanceSun(own, person)).toBe(1_000_000_000);
  await person.tap("Pay 3.965 TRX");
  await person.see("safe to send");
  expect(await balanceSun(own, person)).toBe(1_000_000_000 - 3_965_000);
});

test("a price that is over is shown anew before it is paid when a warning has come, or others sell it now", async () => {
  const own = await startRig({
    settings: { quoteTtlMs: 60_000 },
    timings: { lapseEveryMs: 60_000 },
  });
  const [person, inGroup] = [stranger(own), own.person(lastPerson, GROUP)];
  await person.say(`/buy 65k energy 1h ${active(3)}`);
  const card = await person.see("Pay 3.9 TRX");
  const pay = async (shown: Seen) =>
    (await person.press(shown.message_id, dataOf(shown, "Pay"))).text;
  // The wallet gets the same from another chat.
  await inGroup.say(`/buy 65k energy 1h ${active(3)}`);
  await inGroup.tap("Pay 3.9 TRX");
  await inGroup.see("safe to send");
  own.wall.aheadMs += 61_000;
  expect(await pay(card)).toContain("nothing was charged. Here is the new one.");
  const warned = await person.see("already holds 65,000 Energy");
  expect(await balanceSun(own, person)).toBe(996_100_000);
  // Now sellers are cheaper: what was read was the desk's price.
  await addSeller(own, 45, 100_000);
  own.wall.aheadMs += 61_000;
  expect(await pay(warned)).toContain("nothing was charged");
  const cheaper = await person.see("Pay 2.925 TRX");
  own.wall.aheadMs += 61_000;
  await pay(cheaper);
  await person.see("safe to send");
  expect(await balanceSun(own, person)).toBe(993_175_000);
});

test("an order at a price of one's own is shown anew when less of it would be filled at once", async () => {
  const own = await startRig({ settings: { quoteTtlMs: 60_000 } });
  await addSeller(own, 45, 100_000);
  const [person, other] = [stranger(own), stranger(own)];
  await person.say(`/buy 65k energy 1h @50 ${active(3)}`);
  const card = await person.see("Pay 3.25 TRX");
  await other.say(`/buy 65k energy 1h @50 ${active(4)}`);
  await other.tap("Pay 3.25 TRX");
  await other.see("safe to send");
  own.wall.aheadMs += 61_000;
  const late = await person.press(card.message_id, dataOf(card, "Pay"));
  expect(late.text).toContain("nothing was charged");
  expect(await balanceSun(own, person)).toBe(1_000_000_000);
});

test("a quote binds its price while it lasts, although the rates have risen", async () => {
  const own = await startRig();
  const person = stranger(own);
  await person.say(`/buy 65k energy 1h ${active(4)}`);
  await person.see("Pay 3.9 TRX");
  await setRates(own.engine, energyAt(90), "test");
  await person.tap("Pay 3.9 TRX");
  await person.see("safe to send");
  expect(await balanceSun(own, person)).toBe(996_100_000);
});

test("a pool that is sold out is told of before anything is tapped", async () => {
  const own = await startRig({ node: { poolEnergy: 400_000 } });
  const person = stranger(own);
  await person.say("/quote 5000000 energy 1h");
  await person.see(/Quote: 300 TRX[\s\S]*can be delivered now/);
  await person.say(`/buy 5000000 energy 1h ${active(5)}`);
  const card = await person.see((message) => hasButton(message, "Refresh", true));
  expect(card.text).toMatch(/^300 TRX for[\s\S]*Only [\d,]+ Energy can be delivered now/);
  expect(hasButton(card, "Pay", true)).toBe(false);
  await person.tap("Refresh");
  await person.tap("Take ");
  const isLess = (message: Seen) =>
    /Price held/.test(message.text ?? "") && !/now/.test(message.text ?? "");
  const less = await person.see(isLess);
  expect(less.message_id).toBe(card.message_id);
  await person.tap("Pay ");
  await person.see("safe to send");
});

test("no capacity any more keeps the fields and offers what there is", async () => {
  const own = await startRig({ node: { poolEnergy: 400_000 } });
  const [person, other] = [stranger(own), stranger(own)];
  await person.say(`/buy 250k energy 1h ${active(5)}`);
  await person.see("Pay 15 TRX");
  await other.say(`/buy 250k energy 1h ${active(6)}`);
  await other.tap("Pay 15 TRX");
  await other.see("safe to send");
  await person.tap("Pay 15 TRX");
  const refused = await person.see(/can be delivered now\. Nothing was charged/);
  expect(refused.text).toContain(active(5));
  expect(hasButton(refused, "Try again", true)).toBe(true);
  const take = buttonsOf(refused).find(({ text }) => text.startsWith("Take "));
  const amount = take?.text.slice("Take ".length) ?? "none";
  await person.tap("Try again");
  await person.see(/15 TRX for[\s\S]*can be delivered now/);
  expect(await balanceSun(own, person)).toBe(1_000_000_000);
  await person.tap("Take ");
  const confirm = await person.see((message) => hasButton(message, "Pay", true));
  expect(confirm.text).toContain(`${amount} Energy`);
  await person.tap("Pay ");
  await person.see("safe to send");
});

test("short of money: the missing sum, whom to ask, and the way on", async () => {
  const person = stranger();
  await person.say(`/buy 65k energy 30d ${[6, 7, 8, 9, 10, 11, 12, 13, 14].map(active).join(" ")}`);
  const told = await person.see("53 TRX missing");
  expect(told.text).toContain(active(14));
  expect(hasButton(told, "Pay", true)).toBe(false);
  expect(hasButton(told, "Ask @desk_operator", false)).toBe(true);
  const again = await person.tap("Check the balance again");
  expect(again.text).toBe("Still 53 TRX missing.");
  const customer = (await readCustomers(rig().engine)).find(({ name }) =>
    name.includes(String(person.id)),
  );
  await creditCustomer(rig().engine, {
    customerId: customer?.customerId ?? "",
    amountSun: sun(53_000_000),
    reason: "paid by hand",
    kind: "payment",
    reference: "paid by hand",
  });
  await person.see("Pay 1,053 TRX");
});
