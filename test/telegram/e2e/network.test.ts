/** The TRON node is away, at every moment an order can meet it. */

import { expect, test } from "vitest";
import { readCustomers } from "../../../src/engine/customers/customers.js";
import { availableSunOf } from "../../../src/store/ledger.js";
import { longTest } from "../../support/forms.js";
import { readNow } from "../../support/read-now.js";
import { until } from "../../support/until.js";
import { hasButton, type Person } from "./people.js";
import { type Rig, startRig } from "./rig.js";
import { active } from "./wallets.js";

/** By a clock that this test alone moves so far. */
const STALE_MS = 3_600_000;

/** The node makes no more blocks, and for longer than is let pass. */
async function standStill({ node, engine, clock }: Rig): Promise<void> {
  await node("stall", { on: true });
  const { head } = await node<{ head: { number: number } }>("state");
  await until(
    "its last block is seen, which would end the standstill",
    () => engine.chainClock.head?.number === head.number,
  );
  clock.aheadMs += STALE_MS + 1;
  await until("a problem is seen", () => engine.chainClock.problem() !== undefined);
}

async function balanceSun({ engine }: Rig, { id }: Person): Promise<number> {
  const customer = (await readCustomers(engine)).find(({ name }) => name.includes(String(id)));
  return engine.database.read(() => availableSunOf(customer?.customerId ?? ""));
}

test("the node is away when wallets are to be checked: nothing is charged, and Retry goes on", async () => {
  const rig = await startRig();
  const person = rig.person(9_601);
  await person.say("/start");
  await person.see("Energy Desk");
  await rig.stopNode();
  await person.say(`/buy 65k energy 1h ${active(0)}`);
  const card = await person.see("Cannot check wallets now, nothing was charged");
  expect(card.text).toContain(active(0));
  await person.tap("Retry");
  await person.see("Cannot check wallets now");
  await rig.startNode();
  await until("a price", async () => {
    if (hasButton((await person.card()) ?? card, "Pay", true)) return true;
    await person.tapNow("Retry").catch(() => undefined);
    return undefined;
  });
  await person.tap("Pay 3.9 TRX");
  await person.see("safe to send");
  expect(await balanceSun(rig, person)).toBe(996_100_000);
});

test("the chain stands still at the payment: nothing is charged; after it: the card waits with a word", async () => {
  const rig = await startRig({ staleHeadAfterMs: STALE_MS });
  const person = rig.person(9_602);
  await person.say(`/buy 65k energy 1h ${active(1)}`);
  await person.see("Pay 3.9 TRX");
  await standStill(rig);
  await person.tap("Pay 3.9 TRX");
  const refused = await person.see("nothing was charged");
  expect(refused.text).toContain(active(1));
  expect(await balanceSun(rig, person)).toBe(1_000_000_000);
  await rig.node("stall", { on: false });
  await until("the chain goes on", () => rig.engine.chainClock.problem() === undefined);
  await person.tap("Retry");
  await person.see((message) => hasButton(message, "Pay", true));
  await rig.node("stall", { on: true });
  await person.tap("Pay 3.9 TRX");
  await person.see("On its way");
  await standStill(rig);
  await person.see("Waiting for the network");
  await rig.node("stall", { on: false });
  const card = await person.see("safe to send");
  expect(card.text).not.toContain("Waiting for the network");
  expect(await balanceSun(rig, person)).toBe(996_100_000);
});

longTest("while the chain stands still no card offers a price that could not be paid", async () => {
  const rig = await startRig({ staleHeadAfterMs: STALE_MS });
  const person = rig.person(9_604);
  await person.say("/buy energy 65k");
  await person.see("Which wallets");
  await standStill(rig);
  await person.say(`/buy 65k energy 1h ${active(4)}`);
  const card = await person.see("cannot check wallets now, nothing was charged");
  expect(hasButton(card, "Pay", false)).toBe(false);
  expect(card.text).toContain(active(4));
  await rig.node("stall", { on: false });
  await until("the chain goes on", () => rig.engine.chainClock.problem() === undefined);
  await person.tap("Retry");
  await person.see("Pay 3.9 TRX");
});

test("an order that is not signed yet is cancelled on its card, and refunded; then there is nothing to cancel", async () => {
  const rig = await startRig();
  const person = rig.person(9_603);
  await person.say(`/buy 65k energy 1h ${active(2)} ${active(3)}`);
  await person.see("Pay 7.8 TRX");
  await rig.stopNode();
  await person.tap("Pay 7.8 TRX");
  const card = await person.see("On its way");
  expect(hasButton(card, "Cancel", true)).toBe(true);
  const cancel = card.reply_markup?.inline_keyboard
    ?.flat()
    .find(({ text }) => text === "Cancel")?.callback_data;
  await person.press(card.message_id, cancel ?? "");
  const cancelled = await person.see("Cancelled, nothing delivered");
  expect(cancelled.text).toContain("efunded");
  expect(hasButton(cancelled, "Cancel", false)).toBe(false);
  expect(await balanceSun(rig, person)).toBe(1_000_000_000);
  const again = await person.press(card.message_id, cancel ?? "");
  expect(again.text).toContain("nothing to cancel");
  // Who has tapped it sees how it ended.
  expect(await person.news()).toEqual([]);
  await rig.startNode();
});

longTest("the card of a rental that is over is no longer watched", async () => {
  const rig = await startRig();
  const person = rig.person(9_604);
  await person.say(`/buy 65k energy 15m ${active(4)}`);
  await person.tap("Pay 3.9 TRX");
  await person.see("safe to send");
  await rig.node("mine", { missedMs: 16 * 60_000 });
  await person.see("Rental is over");
  const watched = () =>
    readNow(rig.engine.database, function* () {
      const rows: Record<string, string | number | null>[] = yield {
        sql: "SELECT id FROM card WHERE watching = 1 AND owner_user_id = ?",
        params: [person.id],
      };
      return rows.length;
    });
  await until("no card is watched", () => watched() === 0);
});
