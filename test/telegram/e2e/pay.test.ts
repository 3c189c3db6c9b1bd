/** Nothing is paid by accident: a sum must have been on the screen for a while, and a large one is asked for twice. */
import { expect, test } from "vitest";
import { readFirstMs } from "../../../src/domain/reading.js";
import { readCustomers } from "../../../src/engine/customers/customers.js";
import { availableSunOf } from "../../../src/store/ledger.js";
import { one } from "../../../src/store/phase.js";
import { readNow } from "../../support/read-now.js";
import { sqliteTest } from "../../support/sqlite-only.js";
import { until } from "../../support/until.js";
import { buttonsOf, dataOf, hasButton, type Person, type Seen } from "./people.js";
import { type Rig, sharedRig, startRig } from "./rig.js";
import { active } from "./wallets.js";

const rig = sharedRig();
let lastPerson = 9_900;
/** The wall clock is moved, so that no test waits for it, and a slow machine reads no faster. */
const SLOWLY = 40;
const READ_FIRST_MS = SLOWLY * readFirstMs(0);

function stranger(from: Rig = rig()): Person {
  lastPerson += 1;
  return from.person(lastPerson);
}

async function balanceSun({ engine }: Rig, { id }: Person): Promise<number> {
  const customer = (await readCustomers(engine)).find(({ name }) => name.includes(String(id)));
  return engine.database.read(() => availableSunOf(customer?.customerId ?? ""));
}

/** Once the desk knows that Telegram shows a sum: until then none can be paid. */
function sumIsShown({ engine }: Rig, { chatId }: Person): Promise<unknown> {
  const sum = () => one("SELECT sum FROM card WHERE sum IS NOT NULL AND chat_id = ?", chatId);
  return until("the desk knows that the sum is shown", () => readNow(engine.database, sum));
}

const READ_FIRST = "Read it first, then tap again.";

test("Pay pays nothing before its sum has been on the screen for a while; a restart does not shorten that", async () => {
  const own = await startRig({
    timings: { readFirstMs: (amountSun) => SLOWLY * readFirstMs(amountSun) },
    settings: { quoteTtlMs: 3_600_000 },
  });
  const person = stranger(own);
  const pay = async (card: Seen) => (await person.press(card.message_id, dataOf(card, "Pay"))).text;
  await person.say(`/buy 65k energy 1h ${active(0)}`);
  const card = await person.see("Pay 3.9 TRX");
  await sumIsShown(own, person);
  expect(await pay(card)).toBe(READ_FIRST);
  own.wall.aheadMs += READ_FIRST_MS / 2;
  await own.restartDesk();
  expect(await pay(card)).toBe(READ_FIRST);
  expect(await balanceSun(own, person)).toBe(1_000_000_000);
  // Another sum is read anew, and so is the same sum for another rental.
  own.wall.aheadMs += READ_FIRST_MS;
  await person.tap("Change");
  await person.tap("✏️ 1h");
  await person.see("For how long");
  await person.tap("1d");
  const other = await person.see("3.9 TRX for 65,000 Energy, 1 day");
  await sumIsShown(own, person);
  expect(await pay(other)).toBe(READ_FIRST);
  expect(await balanceSun(own, person)).toBe(1_000_000_000);
  own.wall.aheadMs += READ_FIRST_MS + 1_000;
  await pay(other);
  await person.see("safe to send");
  expect(await balanceSun(own, person)).toBe(996_100_000);
  // From 50 TRX on it takes longer.
  await person.say(`/buy 65k energy 14d ${active(1)}`);
  const large = await person.see("Pay 54.6 TRX");
  await sumIsShown(own, person);
  own.wall.aheadMs += READ_FIRST_MS + 1_000;
  expect(await pay(large)).toBe(READ_FIRST);
  own.wall.aheadMs += SLOWLY * readFirstMs(54_600_000);
  await pay(large);
  await until("it is paid", async () => (await balanceSun(own, person)) === 941_500_000);
});

test("a sum above what /settings says is asked for once more, in another place, and Back leads to the order", async () => {
  const person = stranger();
  await person.say(`/buy 65k energy 30d ${[1, 2, 3, 4, 5].map(active).join(" ")}`);
  const first = await person.see("Pay 585 TRX");
  await person.tap("Pay 585 TRX");
  const asked = await person.see("Please confirm: pay 585 TRX?");
  expect(await balanceSun(rig(), person)).toBe(1_000_000_000);
  expect(asked.message_id).toBe(first.message_id);
  const labels = buttonsOf(asked).map(({ text }) => text);
  expect(labels.slice(0, 2)).toEqual(["Yes, pay 585 TRX", "Back to the order"]);
  // Where Pay was there is nothing to tap.
  expect(labels.slice(2)).toEqual(["Cancel", "Confirm above"]);
  await person.tap("Back to the order");
  await person.tap("Pay 585 TRX");
  await person.tap("Yes, pay 585 TRX");
  await person.see("All 5 delivered");
  expect(await balanceSun(rig(), person)).toBe(415_000_000);
});

test("above which sum a payment is confirmed is set in /settings", async () => {
  const person = stranger();
  await person.say("/settings");
  await person.see("Ask me to confirm payments above 500 TRX");
  await person.tap("Confirm above 500 TRX");
  await person.tap("Always confirm");
  await person.see("Ask me to confirm every payment");
  await person.say(`/buy 65k energy 1h ${active(6)}`);
  await person.tap("Pay 3.9 TRX");
  await person.see("Please confirm: pay 3.9 TRX?");
  await person.say("/settings");
  await person.tap("Always confirm");
  await person.tap("Never confirm");
  await person.see("Never ask me to confirm a payment");
  await person.say(`/buy 65k energy 30d ${[7, 8, 9, 10, 11].map(active).join(" ")}`);
  await person.tap("Pay 585 TRX");
  await person.see("All 5 delivered");
});

// Within 300 ms, which three answers over a socket may not be.
sqliteTest(
  "a burst of answers is answered by one card, below them, and says first what was wrong",
  async () => {
    const own = await startRig({ timings: { burstMs: 300 } });
    const person = stranger(own);
    await person.say(`/buy energy 1h ${active(0)}`);
    const asked = await person.see("How much Energy");
    const calls = await person.callsFromNow();
    for (const text of ["a lot", "many", "lots"]) await person.say(text);
    const card = await person.see("“lots” is not an amount");
    expect(card.text).toMatch(/^⚠️ “lots” is not an amount/);
    expect(card.message_id).toBeGreaterThan(asked.message_id + 3);
    const left = await until(
      "the old message says where it goes on",
      async () => (await person.left())[0],
    );
    expect(left).toMatchObject({ message_id: asked.message_id, text: "↓ continued below" });
    expect(buttonsOf(left)).toEqual([]);
    const sent = (await calls()).filter(({ method }) => method === "sendMessage");
    expect(sent).toHaveLength(1);
    expect(hasButton(card, "65,000", true)).toBe(true);
    await person.tap("65,000");
    expect((await person.see("Pay 3.9 TRX")).message_id).toBe(card.message_id);
  },
);

test("a key that was typed by mistake is not repeated", async () => {
  const person = stranger();
  await person.say(`/buy energy 1h ${active(0)}`);
  await person.see("How much Energy");
  const key = "0123456789abcdef".repeat(4);
  await person.say(key);
  const card = await person.see("That is not an amount");
  expect(card.text).not.toContain(key.slice(0, 16));
});

test("an old message that is gone is not sent again", async () => {
  const person = stranger();
  await person.say(`/buy energy 1h ${active(0)}`);
  const asked = await person.see("How much Energy");
  await person.remove(asked.message_id);
  await person.say("some");
  await person.see("“some” is not an amount");
  await person.say("/balance");
  await person.see("Balance 1,000 TRX");
  expect(await person.left()).toEqual([]);
});
