/** A Fast card whose price the book beats: its cheaper offers have a button of their own, for all of them at once or nothing. */
import { expect, test } from "vitest";
import { sun } from "../../../src/domain/money.js";
import { readCustomers } from "../../../src/engine/customers/customers.js";
import { availableSunOf } from "../../../src/store/ledger.js";
import { buttonsOf, dataOf, GROUP, hasButton, type Person, type Seen } from "./people.js";
import { type Rig, type RigOptions, startRig } from "./rig.js";
import { addSeller } from "./sellers.js";
import { until } from "./until.js";
import { active } from "./wallets.js";

const TAKE = "Take 45 SUN: 2.925 TRX";

let lastPerson = 9_800;

/** Known by a number, by which his balance is found. */
function stranger(rig: Rig, chatId?: number): Person {
  lastPerson += 1;
  return rig.person(lastPerson, chatId);
}

/** One seller has more than 65,000 at 45 SUN; the pool stands behind him at 60. */
async function deskWithOffers(options: RigOptions = {}): Promise<Rig> {
  const rig = await startRig(options);
  await addSeller(rig, 45, 100_000);
  return rig;
}

async function balanceSun({ engine }: Rig, { id }: Person): Promise<number> {
  const customer = (await readCustomers(engine)).find(({ name }) => name.includes(String(id)));
  return engine.database.read(() => availableSunOf(customer?.customerId ?? ""));
}

const canPay = (message: Seen) => hasButton(message, "Pay 3.9 TRX", true);
const labels = (message: Seen) => buttonsOf(message).map(({ text }) => text);

test("are taken by one tap, by the owner of the card and once", async () => {
  const rig = await deskWithOffers();
  const [alice, bob] = [stranger(rig, GROUP), stranger(rig, GROUP)];
  await alice.say("/quote 65k energy 1h");
  const quoted = await alice.see("Quote: 3.9 TRX");
  expect(quoted.text).toContain("Sellers offer all of it now for 2.925 TRX");
  await alice.say(`/buy 65k energy 1h ${active(0)}`);
  const card = await alice.see(TAKE);
  expect(card.text).toContain("Sellers offer all of it now for 2.925 TRX: you save 0.975 TRX");
  expect(labels(card)).toEqual(["✏️ Change", "Cancel", TAKE, "Pay 3.9 TRX"]);
  expect((await bob.tapNow(TAKE)).text).toContain("somebody else");
  const { update_id: updateId } = await alice.tapNow(TAKE);
  const paid = await alice.see("safe to send");
  expect(paid.message_id).toBe(card.message_id);
  expect(paid.text).toContain("65,000 Energy, 1 hour · 2.925 TRX · 45 SUN");
  await rig.redeliver(updateId ?? 0);
  expect((await alice.press(card.message_id, dataOf(card, "Pay"))).text).toContain("paid");
  expect(await balanceSun(rig, alice)).toBe(997_075_000);
});

test("that others took meanwhile are said to be gone, beside a fresh price", async () => {
  const rig = await deskWithOffers();
  const [alice, bob] = [stranger(rig), stranger(rig)];
  await alice.say(`/buy 65k energy 1h ${active(1)}`);
  await alice.see(TAKE);
  await bob.say(`/buy 65k energy 1h ${active(2)} @45`);
  await bob.tap("Pay 2.925 TRX");
  await bob.see("safe to send");
  await alice.tap(TAKE);
  const fresh = await alice.see(
    (one) => /^⚠️ The cheaper offers are gone, nothing/.test(one.text ?? "") && canPay(one),
  );
  expect(labels(fresh)).toEqual(["✏️ Change", "Cancel", "No cheaper offers now", "Pay 3.9 TRX"]);
  expect(await balanceSun(rig, alice)).toBe(1_000_000_000);
  await alice.tap("Pay 3.9 TRX");
  await alice.see("safe to send");
  expect(await balanceSun(rig, alice)).toBe(996_100_000);
});

test("must be read first, and a large sum is asked for once more", async () => {
  const rig = await deskWithOffers({
    timings: { readFirstMs: 20_000 },
    settings: { quoteTtlMs: 3_600_000 },
  });
  const alice = stranger(rig);
  await alice.say("/settings");
  await alice.tap("Confirm > 500");
  await alice.tap("Always confirm");
  await alice.see("Ask me to confirm every payment");
  await alice.say(`/buy 65k energy 1h ${active(3)}`);
  const card = await alice.see(TAKE);
  expect((await alice.press(card.message_id, dataOf(card, TAKE))).text).toContain("Read it first");
  rig.wall.aheadMs += 21_000;
  const asked = await until(
    async () => {
      await alice.press(card.message_id, dataOf(card, TAKE));
      return (await alice.cards()).find(({ text = "" }) => text.includes("Please confirm"));
    },
    () => "the sum is asked for once more",
  );
  expect(asked.text).toContain("Please confirm: pay 2.925 TRX?");
  expect(labels(asked)).toEqual([
    ...["Yes, pay 2.925 TRX", "Back to the order", "Cancel", TAKE, "Confirm above"],
  ]);
  expect(await balanceSun(rig, alice)).toBe(1_000_000_000);
  await alice.tap("Yes, pay 2.925 TRX");
  await alice.see("safe to send");
  expect(await balanceSun(rig, alice)).toBe(997_075_000);
});

test("can be taken where the balance covers no more", async () => {
  const rig = await deskWithOffers({
    settings: { firstCredit: { amountSun: sun(3_000_000), kind: "payment" } },
  });
  const alice = stranger(rig);
  await alice.say(`/buy 66k energy 1h ${active(4)}`);
  const short = await alice.see("Take 45 SUN: 2.97 TRX");
  expect(labels(short)).toContain("0.96 TRX missing");
  await alice.say(`/buy 67k energy 1h ${active(4)}`);
  const both = labels(await alice.see("1.02 TRX missing"));
  expect(both.filter((label) => /cheaper|at 45|45 SUN/.test(label))).toEqual([]);
  await alice.say(`/buy 66k energy 1h ${active(4)}`);
  await alice.tap("Take 45 SUN: 2.97 TRX");
  await alice.see("safe to send");
  expect(await balanceSun(rig, alice)).toBe(30_000);
});

test("below the limit of a Manual order are what is paid: said before, on its card, by the bell and in the list", async () => {
  const rig = await deskWithOffers();
  const alice = stranger(rig);
  await alice.say(`/buy 65k energy 1h ${active(5)} ${active(6)} @55`);
  const confirm = await alice.see("Pay 7.15 TRX");
  expect(confirm.text).toContain("At most 7.15 TRX for 2 × 65,000 Energy");
  expect(confirm.text).toMatch(/fill now for about [\d.]+ TRX/);
  await alice.say(`/buy 65k energy 1h ${active(5)} @55`);
  const whole = await alice.see("At most 3.575 TRX, about 2.925 now, for 65,000 Energy, 1 hour");
  expect(hasButton(whole, "Pay 3.575 TRX", true)).toBe(true);
  await alice.tap("Pay 3.575 TRX");
  const saved = "0.65 TRX less than your limit";
  const paid = await alice.see("safe to send");
  expect(paid.text).toContain(`65,000 Energy, 1 hour · 2.925 TRX · ${saved} · 55 SUN`);
  expect(await balanceSun(rig, alice)).toBe(997_075_000);
  await until(
    async () => (await alice.news()).find(({ text = "" }) => text.includes(`2.925 TRX, ${saved}`)),
    () => "it is told",
  );
  await alice.say("/orders");
  expect((await alice.see("Your orders")).text).toContain("2.925 TRX · ✅ delivered");
});
