/** Manual orders from the chat: by the wizard and on one line, filled part by part, cancelled, and closed at their deadline. */
import { expect, test } from "vitest";
import { setRates } from "../../../src/engine/prices/rates.js";
import { longTest } from "../../support/forms.js";
import { until } from "../../support/until.js";
import {
  ALICE,
  BOB,
  buttonsOf,
  dataOf,
  GROUP,
  hasButton,
  type Person,
  type Seen,
} from "./people.js";
import { RATES, type Rig, startRig } from "./rig.js";
import { addSeller } from "./sellers.js";
import { active } from "./wallets.js";

/** A desk with one seller, who has about half of 65,000 at 45 SUN; the pool stands behind them at 60. */
async function deskWithSeller(): Promise<Rig> {
  const rig = await startRig();
  await addSeller(rig, 45, 33_000);
  return rig;
}

const DAY_MS = 86_400_000;
const DELIVERED = /([\d,]+) of 65,000 delivered, ([\d,]+) waiting/;
const SUMS = /paid ([\d.]+), delivered ([\d.]+), refunded ([\d.]+) TRX/;

/** Units delivered, and those that rest. */
function progressOf({ text = "" }: Seen): [number, number] {
  const [, delivered = "", rests = ""] = DELIVERED.exec(text) ?? [];
  return [Number(delivered.replace(",", "")), Number(rests.replace(",", ""))];
}

const sunOf = (trx: string | undefined) => Math.round(Number(trx) * 1_000_000);
const labels = (message: Seen) => buttonsOf(message).map(({ text }) => text);
const newest = (after: Seen, holds: RegExp) => (message: Seen) =>
  message.message_id > after.message_id && holds.test(message.text ?? "");

async function payLine(person: Person, line: string, pay: string): Promise<void> {
  await person.say(line);
  await person.tap(pay);
}

test("by the wizard: what each price fills, then parts as sellers come, each seen on the card", async () => {
  const rig = await deskWithSeller();
  const alice = rig.person(ALICE);
  await alice.say("/buy");
  await alice.tap("Manual: my price");
  await alice.tap("Energy");
  await alice.say(active(0));
  await alice.tap("65,000");
  await alice.tap("1h");
  const price = await alice.see("Floor 40 SUN · desk's own price 60 SUN");
  expect(price.text).toMatch(/Offered: 3\d,\d{3} at 45 · [\d,]+ at 60/);
  expect(price.text).toContain("The desk's own price is no higher");
  expect(labels(price)).toEqual(
    expect.arrayContaining([
      "60 SUN · 3.9 TRX · all now",
      expect.stringMatching(/^45 SUN · 2\.925 TRX · 3\d,\d{3} now$/),
      "40 SUN · 2.6 TRX · waiting",
      "Other",
    ]),
  );
  for (const [typed, said] of [
    ["39", "39 SUN is below the floor of 40 SUN"],
    ["44.5", "Whole SUN only: 44 or 45?"],
    ["138572296227", "At most 138,572,296,226 SUN"],
    ["cheap", "“cheap” is not a price"],
  ] as const) {
    await alice.say(typed);
    await alice.see(said);
  }
  await alice.tap("45 SUN");
  expect(labels(await alice.see("May it come in parts"))).not.toContain("☐ All wallets together");
  await alice.tap("Parts, at least 20,000");
  const confirm = await alice.see("Pay 2.925 TRX");
  expect(confirm.text).toMatch(/3\d,\d{3} fill now, 3\d,\d{3} will wait/);
  expect(confirm.text).toContain("then the rest is refunded");
  expect(confirm.text).toContain("obody else offers at 45 SUN or less; the next price is 60 SUN");
  expect(confirm.text).toContain("Delivered at once, all of it would cost 3.9 TRX");
  await alice.tap("Pay 2.925 TRX");

  const part = await alice.see("Partly filled, the rest is waiting");
  expect(part.message_id).toBe(confirm.message_id);
  const [delivered, rests] = progressOf(part);
  expect(delivered + rests).toBe(65_000);
  expect(part.text).toMatch(/obody.* offers at 45 SUN or less; the next price is 60 SUN/);
  // The reason follows the book, then the rest is filled.
  await addSeller(rig, 50, 100_000);
  await alice.see("the next price is 50 SUN");
  await addSeller(rig, 45, 100_000);
  const whole = await alice.see("safe to send");
  expect(whole.message_id).toBe(confirm.message_id);
  expect(whole.text).toContain("65,000 Energy, 1 hour · 2.925 TRX · 45 SUN");
});

longTest("in a group price and least part are asked for by forced replies", async () => {
  const rig = await deskWithSeller();
  const [alice, bob] = [rig.person(ALICE, GROUP), rig.person(BOB, GROUP)];
  await alice.say(`/buy manual 65k energy 1h ${active(1)} ${active(2)}`);
  await alice.see("Your price per unit");
  await alice.tap("Other");
  const asked = await alice.see("Which price? Reply");
  expect(asked.reply_markup).toMatchObject({ force_reply: true, selective: true });
  await bob.say("60", { reply_to_message_id: asked.message_id });
  await alice.say("39", { reply_to_message_id: asked.message_id });
  await alice.see("39 SUN is below the floor");
  await alice.say("45", { reply_to_message_id: asked.message_id });
  await alice.see("May it come in parts");
  await alice.tap("☐ All wallets together");
  await alice.see("☑ All wallets together");
  await alice.tap("Another minimum part");
  const chunk = await alice.see("What is the minimum part? Reply");
  await alice.say("30k", { reply_to_message_id: chunk.message_id });
  const confirm = await alice.see("Pay 5.85 TRX");
  expect(confirm.text).toContain("Nothing starts until all wallets can be filled");
  expect(confirm.text).toContain("In parts of at least 30,000");
  expect(confirm.text).not.toContain("Balance");
  expect((await bob.tapNow("Pay 5.85 TRX")).text).toMatch(/^This is \S.*'s card/);
  await alice.tap("Pay 5.85 TRX");
  const waits = await alice.see("Waiting in the order book: 0 of 2 wallets");
  expect(waits.message_id).toBe(confirm.message_id);
  expect(waits.text).toContain("The wallets start together");
  // All of both can be filled now.
  await addSeller(rig, 45, 150_000);
  await alice.see("All 2 delivered: safe to send");
});

test("on one line; cancelling gives back what was not delivered, item by item, and Extend asks for the rest no more", async () => {
  const rig = await deskWithSeller();
  const alice = rig.person(ALICE);
  await payLine(alice, `/buy 65k energy 1h ${active(3)} @45 partial min=30000`, "Pay 2.925 TRX");
  const part = await alice.see("Partly filled, the rest is waiting");
  const [delivered] = progressOf(part);
  await alice.tap("Cancel");
  const over = await alice.see("Delivered in part");
  expect(over.message_id).toBe(part.message_id);
  const [, paid, kept, back] = SUMS.exec(over.text ?? "") ?? [];
  expect([sunOf(paid), sunOf(kept)]).toEqual([2_925_000, delivered * 45]);
  expect(sunOf(kept) + sunOf(back)).toBe(2_925_000);
  await alice.say("/balance");
  const balance = (1_000_000_000 - sunOf(kept)) / 1_000_000;
  await alice.see(`Balance ${balance} TRX`);

  await alice.tap("Repeat");
  await alice.see(newest(over, /then the rest is refunded/));
  await alice.tap("Change");
  const fields = await alice.see("Back to the order");
  expect(labels(fields)).toEqual(expect.arrayContaining(["✏️ 45 SUN", "✏️ Parts ≥ 30,000"]));

  await rig.node("mine", { missedMs: 56 * 60_000 });
  const ends = await until("its end is told", async () =>
    (await alice.news()).find(({ text = "" }) => text.includes("ends soon")),
  );
  const bells = (await alice.news()).map(({ text = "" }) => text);
  expect(bells.filter((text) => text.includes("refunded"))).toEqual([]);
  await alice.press(ends.message_id, dataOf(ends, "Extend"));
  await alice.see(`Pay ${(delivered * 60) / 1_000_000} TRX`);
});

longTest("what a line says is kept, whatever is wrong with the rest of it", async () => {
  const rig = await deskWithSeller();
  const alice = rig.person(ALICE);
  await alice.say(`/buy 65k energy 1h ${active(4)} @39`);
  const low = await alice.see("39 SUN is below the floor of 40 SUN");
  expect(hasButton(low, "45 SUN", true)).toBe(true);
  await alice.say("41");
  expect((await alice.see("Pay 2.665 TRX")).text).toContain("No offer fits now");

  await alice.say(`/buy 65k energy 1h ${active(4)} fast @55`);
  await alice.see("“@55”: only Manual orders have that");
  await alice.tap("Manual");
  await alice.see("Pay 3.575 TRX");

  await alice.say(`/quote 65k energy 1h ${active(4)} @45 whole`);
  const quote = await alice.see("Quote: 2.925 TRX");
  expect(quote.text).toContain("Whole only: one seller delivers all");
  expect(labels(quote)).toEqual(["Buy"]);
  await alice.tap("Buy");
  const card = await alice.see(newest(quote, /Whole only/));
  expect(hasButton(card, "Pay 2.925 TRX", true)).toBe(true);
});

longTest("a bound price is paid though the floor has risen above it", async () => {
  const rig = await deskWithSeller();
  const alice = rig.person(ALICE);
  const raiseFloor = async (energy: number) => {
    const floors = { ...RATES.floors, "1h": { ...RATES.floors["1h"], energy } };
    await setRates(rig.engine, { ...RATES, floors }, "the test");
  };
  await alice.say(`/buy 65k energy 1h ${active(8)} @45`);
  await alice.see("Pay 2.925 TRX");
  await raiseFloor(46);
  await alice.tap("Pay 2.925 TRX");
  await alice.see("Partly filled, the rest is waiting");
  await alice.say(`/buy 65k energy 1h ${active(9)} @46`);
  await alice.see("Pay 2.99 TRX");
  await raiseFloor(47);
  rig.wall.aheadMs += 121_000;
  await alice.tap("Pay 2.99 TRX");
  const asked = await alice.see("46 SUN is below the floor of 47 SUN");
  expect(labels(asked).join()).not.toContain("Pay");
  await alice.tap("47 SUN");
  await alice.see("Pay 3.055 TRX");
});

longTest(
  "what all of it costs at once is offered where that is less, and forgets the price",
  async () => {
    const rig = await deskWithSeller();
    const alice = rig.person(ALICE);
    // Nobody but the pool sells it: what a limit above its price pays is that price.
    await alice.say(`/buy 1000 bandwidth 1h ${active(5)} @610`);
    const confirm = await alice.see("Delivered at once, all of it costs at most 0.6 TRX");
    expect(labels(confirm)[0]).toBe("All at once: 0.6 TRX");
    expect(labels(confirm).at(-1)).toBe("Pay 0.61 TRX");
    await alice.tap("All at once");
    const fast = await alice.see("Pay 0.6 TRX");
    expect(labels(fast).join()).not.toContain("SUN");
    await alice.tap("Pay 0.6 TRX");
    await alice.see("Delivered: 1,000 Bandwidth");
  },
);

test("a price that no order can cost is asked for again, also where only a quote was asked for", async () => {
  const rig = await startRig();
  const alice = rig.person(ALICE);
  for (const command of ["/buy", "/quote"]) {
    await alice.say(`${command} 65k energy 1h @9007199254740991 ${active(0)}`);
    const card = await alice.see("At most 138,572,296,226 SUN");
    await alice.say("1001");
    await alice.see("Pay 65.065 TRX");
    await alice.tap("Cancel");
    await alice.see((one) => one.message_id >= card.message_id && /dropped/i.test(one.text ?? ""));
  }
});

test("at its deadline the rest is refunded, and the card says so by itself; a restart in between changes nothing", async () => {
  const rig = await deskWithSeller();
  const alice = rig.person(ALICE);
  await payLine(alice, `/buy 65k energy 1h ${active(6)} @45`, "Pay 2.925 TRX");
  const part = await alice.see("Partly filled, the rest is waiting");
  await payLine(alice, `/buy 65k energy 1h ${active(7)} @40`, "Pay 2.6 TRX");
  const waits = await alice.see("Waiting in the order book");
  await rig.stopDesk();
  rig.wall.aheadMs += DAY_MS + 1_000;
  await rig.startDesk();
  const seen = (card: Seen, holds: RegExp) =>
    alice.see(({ message_id: id, text = "" }) => id === card.message_id && holds.test(text));
  expect((await seen(part, /expired/)).text).toMatch(SUMS);
  const nothing = await seen(waits, /Cancelled, nothing delivered/);
  expect(nothing.text).toContain("paid 2.6, delivered 0, refunded 2.6 TRX");
});
