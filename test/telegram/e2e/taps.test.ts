/** Taps that come twice, late, from somebody else, or with words that no button has. */
import { expect, test } from "vitest";
import { sun } from "../../../src/domain/money.js";
import { creditCustomer, readCustomers } from "../../../src/engine/customers/customers.js";
import { readOrders } from "../../../src/engine/orders/read-orders.js";
import { longTest } from "../../support/forms.js";
import { until } from "../../support/until.js";
import { buttonsOf, dataOf, GROUP, hasButton, type Person, type Seen } from "./people.js";
import { sharedRig } from "./rig.js";
import { active } from "./wallets.js";

const rig = sharedRig();
let lastPerson = 9_200;

function stranger(): Person {
  lastPerson += 1;
  return rig().person(lastPerson);
}

/** The customers of the desk by their Telegram name, which is the first name the sandbox gives. */
async function customerOf({ id }: Person): Promise<string> {
  const customer = (await readCustomers(rig().engine)).find(({ name }) =>
    name.includes(String(id)),
  );
  if (!customer) throw new Error(`${id} is no customer`);
  return customer.customerId;
}

async function ordersOf(person: Person): Promise<number> {
  const page = { customerId: await customerOf(person), before: undefined, limit: 100 };
  return (await readOrders(rig().engine, page)).orders.length;
}

async function confirmed(person: Person, wallet: string): ReturnType<Person["see"]> {
  await person.say(`/buy 65k energy 1h ${wallet}`);
  return person.see("Pay 3.9 TRX");
}

test("Pay tapped many times at once makes one order", async () => {
  const person = stranger();
  const card = await confirmed(person, active(0));
  const data = dataOf(card, "Pay");
  const taps = await Promise.all(
    Array.from({ length: 6 }, () => person.press(card.message_id, data)),
  );
  expect(taps.every(({ answered }) => answered)).toBe(true);
  expect(taps.filter(({ text }) => text?.includes("Already paid"))).toHaveLength(5);
  await person.see("safe to send");
  expect(await ordersOf(person)).toBe(1);
});

test("two devices that tap different buttons of one version: the first counts", async () => {
  const person = stranger();
  const card = await confirmed(person, active(1));
  const [pay, change] = [dataOf(card, "Pay"), dataOf(card, "Change")];
  const [, second] = await Promise.all([
    person.press(card.message_id, change),
    person.press(card.message_id, pay),
  ]);
  expect(second.text).toContain("changed meanwhile");
  await person.see("Back to the order");
  expect(await ordersOf(person)).toBe(0);
});

test("a card that was replaced takes no more taps", async () => {
  const person = stranger();
  const old = await confirmed(person, active(2));
  await confirmed(person, active(3));
  const tapped = await person.press(old.message_id, dataOf(old, "Pay"));
  expect(tapped.text).toContain("This card is closed");
  expect(await ordersOf(person)).toBe(0);
});

test("a stale tap draws the card again as it is", async () => {
  const person = stranger();
  const card = await confirmed(person, active(4));
  await person.tap("Change");
  const asked = await person.see("Back to the order");
  const calls = await person.callsFromNow();
  await person.press(card.message_id, dataOf(card, "Pay"));
  await until("an edit", async () =>
    (await calls()).some(({ method }) => method === "editMessageText"),
  );
  // But for the time, which may be another minute.
  const plain = (text = "") => text.replace(/^Ends about .*$/m, "");
  expect(plain((await person.card())?.text)).toBe(plain(asked.text));
});

test("whatever is sent as callback data is answered, and changes nothing", async () => {
  const person = stranger();
  const card = await confirmed(person, active(5));
  const pay = dataOf(card, "Pay");
  const [kind, id, version] = pay.split(":");
  const forged = [
    "",
    "x",
    "w",
    `${kind}:${id}:${version}:pay:1`,
    `${kind}:${id}:zzzzzz:pay`,
    `${kind}:${id}:${version}:amount:-1`,
    `${kind}:${id}:${version}:amount:99999999999`,
    `${kind}:${id}:${version}:wallet:99`,
    `${kind}:${"0".repeat(24)}:1:pay`,
    `o:${"0".repeat(24)}:cancel`,
    `s:${"0".repeat(24)}`,
    `l:${"f".repeat(24)}`,
    "m:everything",
    "☃".repeat(20),
    "p".repeat(64),
  ];
  for (const words of forged) {
    const tapped = await person.press(card.message_id, words);
    expect(tapped.answered, words).toBe(true);
  }
  expect(await ordersOf(person)).toBe(0);
  expect(rig().engine.gates.halt).toBeUndefined();
});

test("a stranger's tap with valid data is refused and changes nothing, not even a list of another", async () => {
  const [alice, bob] = [stranger(), stranger()].map(({ id }) => rig().person(id, GROUP));
  if (!alice || !bob) throw new Error("two people");
  await alice.say(`/buy 65k energy 1h ${active(6)}`);
  const card = await alice.see("Pay 3.9 TRX");
  for (const data of [dataOf(card, "Pay"), dataOf(card, "Cancel"), dataOf(card, "Change")]) {
    const tapped = await bob.press(card.message_id, data);
    expect(tapped.show_alert).toBe(true);
    expect(tapped.text).toMatch(/^This is \S.*'s card\. Open your own with \/buy\.$/);
  }
  await bob.press(card.message_id, "l");
  await bob.see("shown in private");
  const now = (await alice.cards()).find(({ message_id }) => message_id === card.message_id);
  // Drawn once more, a card may show a later minute of the chain.
  const lasting = ({ text = "" }: Seen) => text.replace(/^Ends about .*$/m, "");
  expect(now && lasting(now)).toBe(lasting(card));
  await alice.tap("Pay 3.9 TRX");
  const paid = await alice.see("safe to send");
  for (const label of ["Repeat", "Refresh"]) {
    const tapped = await bob.press(paid.message_id, dataOf(paid, label));
    expect(tapped.text).toMatch(/^This is \S.*'s card/);
  }
});

test("the same update twice is applied once", async () => {
  const person = stranger();
  const card = await confirmed(person, active(7));
  const { update_id } = await person.press(card.message_id, dataOf(card, "Pay"));
  await person.see("safe to send");
  await rig().redeliver(update_id ?? 0);
  const written = await person.say("/orders");
  await person.see("Your orders");
  await rig().redeliver(written.update_id ?? 0);
  await rig().redeliver(update_id ?? 0);
  const opened = await person.say(`/buy 65k energy 1h ${active(7)}`);
  await person.see("Pay 3.9 TRX");
  await rig().redeliver(opened.update_id ?? 0);
  await person.say("/help");
  await person.see("How it works");
  expect(await ordersOf(person)).toBe(1);
  const lists = (await person.cards()).filter(({ text }) => text?.startsWith("Your orders"));
  expect(lists).toHaveLength(1);
  expect((await person.transcript()).join()).not.toMatch(/replaced by a newer card/i);
});

longTest("an order waits when the customer's calls of this second are used up", async () => {
  const person = stranger();
  await confirmed(person, active(8));
  const customerId = await customerOf(person);
  const startedMs = performance.now();
  for (let call = 0; call < 15; call += 1) rig().engine.admission.create.admit(customerId);
  await person.tap("Pay 3.9 TRX");
  expect(performance.now() - startedMs).toBeGreaterThan(700);
  await person.see("safe to send");
  expect(await ordersOf(person)).toBe(1);
});

test("quotes count like those of any other door, and wait their turn when this second is used up", async () => {
  const person = stranger();
  await person.say("/start");
  await person.see("Energy Desk");
  const { quote } = rig().engine.admission;
  const customerId = await customerOf(person);
  for (const line of ["/quote", "/buy"]) {
    const startedMs = performance.now();
    expect(() => {
      for (let call = 0; call <= 30; call += 1) quote.admit(customerId);
    }).toThrow("More than 30 calls");
    await person.say(`${line} 65k energy 1h ${active(8)}`);
    await person.see(line === "/buy" ? "Pay 3.9 TRX" : "Quote: 3.9 TRX");
    expect(performance.now() - startedMs).toBeGreaterThan(700);
  }
});

test("strangers who tap Pay on a card use up nothing of its owner's", async () => {
  const [alice, bob] = [stranger(), stranger()].map(({ id }) => rig().person(id, GROUP));
  if (!alice || !bob) throw new Error("two people");
  await alice.say(`/buy 65k energy 1h ${active(9)}`);
  const card = await alice.see(
    (message) => (message.text ?? "").includes(active(9)) && hasButton(message, "Pay", true),
  );
  await Promise.all(
    Array.from({ length: 20 }, () => bob.press(card.message_id, dataOf(card, "Pay"))),
  );
  const { remaining } = rig().engine.admission.create.admit(await customerOf(alice));
  expect(remaining).toBe(14);
  await alice.press(card.message_id, dataOf(card, "Pay"));
  await alice.see(({ text = "" }) => text.includes(active(9)) && text.includes("safe to send"));
});

test("a credit is told once", async () => {
  const person = stranger();
  await person.say("/start");
  await person.see("Energy Desk");
  const credit = {
    customerId: await customerOf(person),
    amountSun: sun(25_500_000),
    reason: "deposit",
    kind: "payment" as const,
    reference: "first",
  };
  await creditCustomer(rig().engine, credit);
  await creditCustomer(rig().engine, credit);
  await person.see("+25.5 TRX");
  expect((await person.see("+25.5 TRX")).text).toContain("1,025.5 TRX");
  await person.say("/help");
  await person.see("How it works");
  const told = (await person.cards()).filter(({ text }) => text?.includes("+25.5"));
  expect(told).toHaveLength(1);
  expect(told.flatMap(buttonsOf)).toEqual([]);
});
