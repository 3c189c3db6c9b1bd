/** An extension that waits for the end of the rental, through real polling: booked, cancelled, become an order, given back. */
import { expect, test } from "vitest";
import { holdBooking } from "../../../src/engine/chat/bookings.js";
import { momentOf } from "../../../src/engine/context.js";
import { setRates } from "../../../src/engine/prices/rates.js";
import { findTelegramUser } from "../../../src/store/chat/telegram-users.js";
import { request } from "../../support/desk.js";
import { rows } from "./deliveries.js";
import { buttonsOf, dataOf, GROUP, hasButton, type Person, type Seen } from "./people.js";
import { RATES, type Rig, sharedRig, startRig } from "./rig.js";
import { addSeller } from "./sellers.js";
import { active } from "./wallets.js";

const rig = sharedRig();

const HOUR_MS = 3_600_000;
const BOOK = "Start when it ends, hold 3.9 TRX";

/** Rents for a day, taps Extend on the card at once, and on the bell when it ends within the hour. */
async function extending(own: Rig, person: Person): Promise<(shows?: string) => Promise<Seen>> {
  await person.say(`/buy 65k energy 1d ${active(0)}`);
  await person.tap("Pay 3.9 TRX");
  await person.see("safe to send");
  await person.tap("Extend");
  await person.see(BOOK);
  await person.tap("Cancel");
  await own.node("mine", { missedMs: 23 * HOUR_MS + 60_000 });
  const news = await person.hear("🔔 A rental ends soon");
  const data = news.reply_markup?.inline_keyboard?.[0]?.[0]?.callback_data ?? "";
  return async (shows = BOOK) => {
    await person.press(news.message_id, data);
    return person.see(shows);
  };
}

const balanceOf = async (person: Person, holds: string) => {
  await person.say("/balance");
  return person.see(holds);
};

test("booked until the end: cancelled at once, or an order a minute before it", async () => {
  const own = rig();
  const person = own.person(17_001);
  const extend = await extending(own, person);
  const card = await extend();
  expect(card.text).toMatch(/\nStarts .+, a minute before your current rental ends, and runs to /);
  expect(card.text).toContain("The desk's own price is held until then");
  await person.tap("Start now, 3.9 TRX");
  const now = await person.see("Pay 3.9 TRX");
  expect(now.text).toMatch(/\. The \d\d minutes until your current rental ends are paid twice\.\n/);
  await person.tap("Start when it ends, 3.9 TRX");
  await person.tap(BOOK);
  const booked = await person.see("Booked: becomes an order");
  expect(booked.message_id).toBe(card.message_id);
  expect(booked.text).toContain("65,000 Energy, 1 day · 3.9 TRX held");
  await balanceOf(person, "Balance 992.2 TRX\nHeld for 1 booking: 3.9 TRX");
  await person.say("/orders");
  const listed = await person.see(/🕓 Booked, starts .+ · 65,000 Energy, 1 day · 3\.9 TRX held/);
  expect(listed.text).toContain(active(0));
  const stranger = own.person(17_002);
  await stranger.say("/start");
  const menu = await stranger.see("Buy Energy");
  const cancel = booked.reply_markup?.inline_keyboard?.[0]?.[0]?.callback_data ?? "";
  expect((await stranger.press(menu.message_id, cancel)).text).toContain("somebody else");
  // From the list, which asks once more, and is drawn again without it.
  await person.tap("Cancel booking 65,000 · ");
  const asked = await person.see("Cancel this booking?");
  expect(asked.text).toMatch(/🕓 Booked, starts .+ · 65,000 Energy, 1 day · 3\.9 TRX held/);
  await person.tap("Back");
  const onList = dataOf(await person.see("Cancel booking 65,000 · "), "Cancel booking");
  await person.press(listed.message_id, onList);
  const said = await person.tap("Yes, cancel it");
  expect(said.text).toBe("Booking cancelled: 3.9 TRX is back");
  await person.see(
    ({ text = "", message_id: id }) => id === listed.message_id && !text.includes("Booked"),
  );
  expect((await person.press(listed.message_id, onList)).text).toContain("already over");
  const over = await person.see("its money is back");
  expect(over.text).toContain("cancelled by you");
  expect(hasButton(over, "Cancel", true)).toBe(false);
  await balanceOf(person, "Balance 996.1 TRX");
  const [cancelled] = await rows(own, "SELECT id FROM booking");

  const again = await extend();
  await person.tap(BOOK);
  await person.see(
    ({ text = "", message_id: id }) => id === again.message_id && /Booked/.test(text),
  );
  await own.restartDesk();
  const [due] = await rows(own, "SELECT due_at FROM booking WHERE status = 'open'");
  const headMs = own.engine.chainClock.head?.timestampMs ?? 0;
  // Who booked is told, for they paid long before.
  own.wall.aheadMs += 16_000;
  await own.node("mine", { missedMs: Number(due?.due_at) - headMs });
  await person.see(
    ({ text = "", message_id: id }) => id === again.message_id && /safe to/.test(text),
  );
  await person.hear("🔔 Delivered");
  await balanceOf(person, "Balance 992.2 TRX");
  expect((await person.press(again.message_id, cancel)).text).toContain("already over");
  const [started] = await rows(own, "SELECT id FROM booking WHERE status = 'ordered'");
  const late = cancel.replace(String(cancelled?.id), String(started?.id));
  expect((await person.press(again.message_id, late)).text).toContain(
    "has already become an order",
  );
});

test("what is booked is not booked once more, on a new card or on one that was open", async () => {
  const own = rig();
  const person = own.person(17_008);
  const inGroup = own.person(17_008, GROUP);
  const extend = await extending(own, person);
  const booking = await extend();
  const data = dataOf(await person.hear("🔔 A rental ends soon"), "Extend");
  await inGroup.say(`/buy 65k energy 1h ${active(0)}`);
  await inGroup.press((await inGroup.see("Pay 3.9 TRX")).message_id, data);
  const open = await inGroup.see(BOOK);
  await person.press(booking.message_id, dataOf(booking, BOOK));
  await person.see("Booked: becomes an order");

  const again = await extend("Already booked: an extension starts");
  expect(again.text).toContain("3.9 TRX held");
  expect(hasButton(again, "Start when it ends", true)).toBe(false);
  expect(hasButton(again, "Pay 3.9 TRX", true)).toBe(true);
  const said = await inGroup.press(open.message_id, dataOf(open, BOOK));
  expect(said.text).toBe("An extension from then is already booked: nothing more was held.");
  await inGroup.see("Already booked: an extension starts");
  await inGroup.tap("Cancel");
  await balanceOf(person, "Held for 1 booking: 3.9 TRX");
  await person.say("/orders");
  await person.tap("Cancel booking 65,000 · ");
  await person.tap("Yes, cancel it");
  await person.see(({ text = "" }) => text.includes("Your orders") && !text.includes("Booked"));
  await extend();
});

test("one above the sum of /settings is asked for once more, in another place", async () => {
  const own = rig();
  const person = own.person(17_004);
  const extend = await extending(own, person);
  await person.say("/settings");
  await person.tap("Confirm above 500 TRX");
  await person.tap("Always confirm");
  await person.see("Ask me to confirm every payment");
  await extend();
  await person.tap(BOOK);
  const asked = await person.see("Please confirm: hold 3.9 TRX?");
  const labels = buttonsOf(asked).map(({ text }) => text);
  expect(labels).toEqual(["Yes, hold 3.9 TRX", "Back to the order", "Cancel", "Confirm above"]);
  await person.tap("Back to the order");
  await person.tap(BOOK);
  await person.tap("Yes, hold 3.9 TRX");
  await person.see("Booked: becomes an order");
  await balanceOf(person, "Balance 992.2 TRX\nHeld for 1 booking: 3.9 TRX");
});

test("a price that is over is held once the warning that has come was read", async () => {
  const own = await startRig({ timings: { lapseEveryMs: 60_000 } });
  const person = own.person(17_005);
  const inGroup = own.person(17_005, GROUP);
  const extend = await extending(own, person);
  const card = await extend();
  await inGroup.say(`/buy 65k energy 1h ${active(0)}`);
  await inGroup.tap("Pay 3.9 TRX");
  await inGroup.see("safe to send");
  const book = async (shown: Seen) =>
    (await person.press(shown.message_id, dataOf(shown, BOOK))).text;
  own.wall.aheadMs += 121_000;
  expect(await book(card)).toContain("nothing was charged");
  const warned = await person.see("already holds 65,000 Energy");
  own.wall.aheadMs += 121_000;
  await book(warned);
  await person.see("Booked: becomes an order");
});

test("the price that the card holds is the booking's, also where sellers are cheaper now", async () => {
  const own = await startRig();
  const person = own.person(17_006);
  const extend = await extending(own, person);
  await addSeller(own, 45, 100_000);
  const card = await extend();
  expect(card.text).toContain("Price held until");
  expect(hasButton(card, "Start now, 2.925 TRX", true)).toBe(true);
  await setRates(own.engine, { ...RATES, fast: { ...RATES.fast, energy: 61 } }, "the test");
  await person.tap(BOOK);
  const booked = await person.see("Booked: becomes an order");
  expect(booked.text).toContain("3.9 TRX held");
});

test("those that the list does not show are counted", async () => {
  const { engine } = rig();
  const person = rig().person(17_007);
  await person.say("/start");
  await person.see("Buy Energy");
  const user = await engine.database.read(() => findTelegramUser(person.id));
  const draft = { customerId: user?.customer_id ?? "", ownerUserId: person.id };
  const moment = momentOf(engine);
  const asked = request({ receiver: [active(0)] });
  for (let at = 0; at < 14; at += 1) {
    const whose = { ...draft, id: `${at}`.padStart(24, "d") };
    const endsAt = moment.headTimestampMs + HOUR_MS + at;
    await engine.database.commit(() =>
      holdBooking(whose, { request: asked, priceSun: 60, endsAt }, moment),
    );
  }
  await balanceOf(person, "Held for 14 bookings: 54.6 TRX");
  await person.say("/orders");
  const listed = await person.see("🕓 and 4 more booked");
  expect(listed.text?.split("🕓 Booked, starts")).toHaveLength(11);
});

test("what cannot start is given back, and said why", async () => {
  const own = rig();
  const person = own.person(17_003);
  const extend = await extending(own, person);
  await extend();
  await person.tap(BOOK);
  await person.see("Booked: becomes an order");
  own.engine.gates.hold("pause", "maintenance");
  await own.node("mine", { missedMs: HOUR_MS + 11 * 60_000 });
  const news = await person.hear("🔔 Not extended, the money is back");
  expect(news.text).toContain("3.9 TRX given back\nthe desk took no new orders when it was due");
  await person.see("its money is back");
  await balanceOf(person, "Balance 996.1 TRX");
});
