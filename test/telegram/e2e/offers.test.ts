/** One Pay: where sellers deliver all of it at once for less than the desk, theirs is the price; all of it, or nothing is paid. */
import { expect, test } from "vitest";
import { sun } from "../../../src/domain/money.js";
import { readCustomers } from "../../../src/engine/customers/customers.js";
import { availableSunOf } from "../../../src/store/ledger.js";
import { openQuotes } from "../../../src/store/quotes.js";
import { until } from "../../support/until.js";
import { buttonsOf, dataOf, GROUP, hasButton, hearEach, type Person, type Seen } from "./people.js";
import { type Rig, type RigOptions, startRig } from "./rig.js";
import { addSeller } from "./sellers.js";
import { active } from "./wallets.js";

const PAY = "Pay 2.925 TRX";
const OF_SELLERS = "From sellers at 45 SUN; the desk's own price is 3.9 TRX";

let lastPerson = 9_800;

/** Known by a number, by which their balance is found. */
function stranger(rig: Rig, chatId?: number): Person {
  lastPerson += 1;
  return rig.person(lastPerson, chatId);
}

/** One seller has more than 65,000 at 45 SUN; the pool stands behind them at 60. */
async function deskWithOffers(options: RigOptions = {}): Promise<Rig> {
  const rig = await startRig(options);
  await addSeller(rig, 45, 100_000);
  return rig;
}

async function balanceSun({ engine }: Rig, { id }: Person): Promise<number> {
  const customer = (await readCustomers(engine)).find(({ name }) => name.includes(String(id)));
  return engine.database.read(() => availableSunOf(customer?.customerId ?? ""));
}

const labels = (message: Seen) => buttonsOf(message).map(({ text }) => text);

test("are paid by one tap, by the owner of the card and once", async () => {
  const rig = await deskWithOffers();
  const [alice, bob] = [stranger(rig, GROUP), stranger(rig, GROUP)];
  await alice.say("/quote 65k energy 1h");
  expect((await alice.see("Quote: 2.925 TRX")).text).toContain(OF_SELLERS);
  await alice.say(`/buy 65k energy 1h ${active(0)}`);
  const card = await alice.see(PAY);
  expect(card.text).toContain(OF_SELLERS);
  expect(labels(card)).toEqual(["✏️ Change", "Cancel", PAY]);
  expect((await bob.tapNow(PAY)).text).toMatch(/^This is \S.*'s card/);
  const { update_id: updateId } = await alice.tapNow(PAY);
  const paid = await alice.see("safe to send");
  expect(paid.message_id).toBe(card.message_id);
  expect(paid.text).toContain("65,000 Energy, 1 hour · 2.925 TRX · 45 SUN");
  await rig.redeliver(updateId ?? 0);
  expect((await alice.press(card.message_id, dataOf(card, "Pay"))).text).toContain("paid");
  expect(await balanceSun(rig, alice)).toBe(997_075_000);

  // The rental of the hour keeps the same seller from a shorter one to this wallet.
  await alice.say(`/buy 32k energy 15m ${active(0)}`);
  const desk = await alice.see("Pay 1.92 TRX");
  expect(desk.text).toMatch(/^45 SUN for this wallet from 2/m);
  await alice.say(`/buy 32k energy 15m ${active(1)}`);
  expect((await alice.see("Pay 1.44 TRX")).text).not.toContain("is offered");
});

test("that others took meanwhile are not paid: the price of now is shown, and is to be read first", async () => {
  const rig = await deskWithOffers({
    timings: { readFirstMs: () => 20_000 },
    settings: { quoteTtlMs: 3_600_000 },
  });
  const [alice, bob] = [stranger(rig), stranger(rig)];
  /** Until it counts as read. */
  const pays = (person: Person, { message_id: id, ...card }: Seen) =>
    until(
      "it counts as read",
      async () => {
        const { text = "" } = await person.press(id, dataOf({ message_id: id, ...card }, "Pay"));
        if (text.includes("Read it first")) rig.wall.aheadMs += 21_000;
        return text;
      },
      (text) => !text.includes("Read it first"),
    );
  await alice.say(`/buy 65k energy 1h ${active(1)}`);
  const card = await alice.see(PAY);
  await bob.say(`/buy 65k energy 1h ${active(2)}`);
  await pays(bob, await bob.see(PAY));
  await bob.see("safe to send");
  expect(await pays(alice, card)).toContain("nothing was charged. Now: 2.925 → 3.9 TRX");
  const fresh = await alice.see("Pay 3.9 TRX");
  expect(fresh.text).not.toContain("From sellers");
  expect((await alice.press(fresh.message_id, dataOf(fresh, "Pay"))).text).toContain("Read it");
  expect(await balanceSun(rig, alice)).toBe(1_000_000_000);
});

test("are what a large sum is asked once more for, and what the balance must cover", async () => {
  const rig = await deskWithOffers({
    settings: { firstCredit: { amountSun: sun(3_000_000), kind: "payment" } },
  });
  const alice = stranger(rig);
  await alice.say("/settings");
  await alice.tap("Confirm above 500 TRX");
  await alice.tap("Always confirm");
  await alice.see("Ask me to confirm every payment");
  await alice.say(`/buy 67k energy 1h ${active(4)}`);
  await alice.see("0.015 TRX missing");
  await alice.say(`/buy 66k energy 1h ${active(4)}`);
  await alice.tap("Pay 2.97 TRX");
  const asked = await alice.see("Please confirm: pay 2.97 TRX?");
  expect(asked.text).toContain("the desk's own price is 3.96 TRX");
  await alice.tap("Yes, pay 2.97 TRX");
  await alice.see("safe to send");
  expect(await balanceSun(rig, alice)).toBe(30_000);
});

test("are paid together with the desk's Bandwidth", async () => {
  const rig = await deskWithOffers();
  const alice = stranger(rig);
  const [from, to] = [active(30), active(31)];
  await rig.node("use", { address: from, resource: "bandwidth", units: 600 });
  await alice.say(`/usdt ${from} ${to}`);
  await alice.see(PAY);
  await alice.tap("+ Bandwidth");
  const both = await alice.see("Pay 3.525 TRX");
  expect(both.text).toContain("From sellers at 45 SUN; the desk's own price is 4.5 TRX");
  await alice.tap("Pay 3.525 TRX");
  const paid = await alice.see("safe to send");
  expect(paid.text).toContain("65,000 Energy + 1,000 Bandwidth, 1 hour · 3.525 TRX");
  expect(await balanceSun(rig, alice)).toBe(996_475_000);
});

test("whose delivery was paid are asked for anew by Repeat, from whoever is the cheapest then", async () => {
  const rig = await deskWithOffers();
  const alice = stranger(rig);
  await alice.say(`/buy 65k energy 1h ${active(9)}`);
  await alice.tap(PAY);
  await alice.see("safe to send");
  await alice.tap("Repeat");
  await alice.see("Pay 3.9 TRX");
});

test("below the limit of a Manual order are what is paid: said before, on its card, by the bell and in the list", async () => {
  const rig = await deskWithOffers();
  const alice = stranger(rig);
  await hearEach(alice);
  await alice.say(`/buy 65k energy 1h ${active(5)} ${active(6)} @55`);
  const confirm = await alice.see("Pay 7.15 TRX");
  expect(confirm.text).toContain("At most 7.15 TRX for 2 × 65,000 Energy");
  expect(confirm.text).toMatch(/fill now for about [\d.]+ TRX/);
  await alice.say(`/buy 65k energy 1h ${active(5)} @55`);
  const ofOne = "At most 3.575 TRX, about 2.925 TRX now, for 65,000 Energy, 1 hour";
  const whole = await alice.see(ofOne);
  expect(whole.text).not.toContain("Fast");
  expect(whole.text).toContain("Delivered at once, all of it costs at most 2.925 TRX");
  expect(labels(whole)).toEqual(["All at once: 2.925 TRX", "✏️ Change", "Cancel", "Pay 3.575 TRX"]);
  await alice.tap("All at once: 2.925 TRX");
  expect((await alice.see(PAY)).text).toContain(OF_SELLERS);
  await alice.say(`/buy 65k energy 1h ${active(5)} @45`);
  const same = await alice.see("Filled at once by the offers there are");
  expect(same.text).not.toContain("Delivered at once");
  expect(labels(same)).toEqual(["✏️ Change", "Cancel", PAY]);
  await alice.say(`/buy 65k energy 1h ${active(5)} @44`);
  expect((await alice.see("No offer fits now")).text).toContain(
    "Delivered at once, all of it would cost 2.925 TRX",
  );
  await alice.say(`/buy 65k energy 1h ${active(5)} @55`);
  await alice.see(ofOne);
  await alice.tap("Pay 3.575 TRX");
  const saved = "0.65 TRX saved by a better price";
  const paid = await alice.see("safe to send");
  expect(paid.text).toContain(`65,000 Energy, 1 hour · 2.925 TRX · ${saved} · 55 SUN`);
  expect(await balanceSun(rig, alice)).toBe(997_075_000);
  await until("it is told", async () =>
    (await alice.news()).find(({ text = "" }) => text.includes(`2.925 TRX, ${saved}`)),
  );
  await alice.say("/orders");
  expect((await alice.see("Your orders")).text).toContain("2.925 TRX · ✅ delivered");
});

test("stand on the buttons of amounts and durations: what Pay then asks, for all wallets, and no quote is made", async () => {
  const rig = await deskWithOffers();
  const alice = stranger(rig);
  await alice.say("/buy energy");
  await alice.see("Which wallets");
  await alice.say(active(32));
  const amounts = await alice.see("Prices for 1 hour");
  expect(labels(amounts)).toContain("65,000 · USDT transfer · 2.925 TRX");
  expect(labels(amounts)).toContain("131,000 · new to USDT · 7.86 TRX");
  expect(labels(amounts)).toContain("262,000 · 2× new to USDT · 15.72 TRX");
  await alice.tap("65,000");
  const durations = await alice.see("For how long");
  expect(labels(durations)).toEqual(
    expect.arrayContaining([
      "1h · 2.925 TRX",
      "1d · 2.925 TRX",
      "3d · 8.775 TRX",
      "30d · 87.75 TRX",
    ]),
  );
  const customer = (await readCustomers(rig.engine)).find(({ name }) =>
    name.includes(`${alice.id}`),
  );
  const quotes = await rig.engine.database.read(() => openQuotes(customer?.customerId ?? "", 0));
  expect(quotes.count).toBe(0);
  await alice.say(active(33));
  await alice.see((message) => hasButton(message, "Receivers: 2", true));
  expect(labels(await alice.see("1h · 7.8 TRX"))).toContain("30d · 234 TRX");
  await alice.tap("1h");
  await alice.see("Pay 7.8 TRX");
});

test("go from the buttons where a start finds a question that was left", async () => {
  const rig = await deskWithOffers();
  const alice = stranger(rig);
  await alice.say("/buy energy");
  await alice.see("Which wallets");
  await alice.say(active(32));
  const asked = await alice.see("65,000 · USDT transfer · 2.925 TRX");
  rig.wall.aheadMs += 60_000;
  await rig.restartDesk();
  const isUnpriced = (message: Seen) => labels(message).includes("65,000 · USDT transfer");
  expect((await alice.see(isUnpriced)).message_id).toBe(asked.message_id);
});

test("of a price of one's own is what it holds; of none that is named nobody knows", async () => {
  const rig = await deskWithOffers();
  const alice = stranger(rig);
  await alice.say(`/buy manual energy 65k ${active(34)}`);
  expect(labels(await alice.see("For how long"))).toContain("1h");
  await alice.say(`/buy energy 65k 1h @41 ${active(34)}`);
  await alice.tap("✏️ Change");
  await alice.tap("✏️ 1h");
  const asked = await alice.see("1h · 2.665 TRX");
  // Below the floor of a day.
  expect(labels(asked)).toEqual(expect.arrayContaining(["1d", "30d · 79.95 TRX"]));
});
