/** Many at once: every tap is answered at once, whatever the pace of sends and edits. */
import { expect, test } from "vitest";
import { readCustomers } from "../../../src/engine/customers/customers.js";
import { byForm } from "../../support/forms.js";
import { until } from "../../support/until.js";
import { rows } from "./deliveries.js";
import { dataOf } from "./people.js";
import { startRig } from "./rig.js";
import { active } from "./wallets.js";

const CHATS = byForm(10, 50);
const BROADCAST = "/wallet/broadcasthex";

test(`${CHATS} chats that tap at once are answered at once and delivered one order each`, async () => {
  const rig = await startRig();
  const people = Array.from({ length: CHATS }, (_, at) => rig.person(10_000 + at));
  const cards = await Promise.all(
    people.map(async (person, at) => {
      await person.say(`/buy 32k energy 1h ${active(at % 30)}`);
      return person.see("Pay 1.92 TRX");
    }),
  );
  // Nothing that they begin is done while they wait for their answers.
  await rig.node("faults", { add: [{ kind: "status", status: 503, path: BROADCAST, count: 1e6 }] });
  const calls = await rig.callsFromNow();
  const taps = await Promise.all(
    people.map((person, at) => {
      const card = cards[at];
      return card && person.press(card.message_id, dataOf(card, "Pay"));
    }),
  );
  expect(taps.every((tap) => tap?.answered)).toBe(true);
  const answers = (await calls()).filter(({ method }) => method === "answerCallbackQuery");
  expect(answers).toHaveLength(CHATS);
  const completed = "SELECT 1 FROM orders WHERE status = 'completed'";
  expect(await rows(rig, completed)).toEqual([]);
  await rig.node("faults", { clear: true });
  // Signed one after the other, which takes a busy machine long; 50 who look would take it longer.
  await until(
    "all are completed",
    async () => (await rows(rig, completed)).length === CHATS,
    Boolean,
    90_000,
  );
  await Promise.all(people.map((person) => person.see("Delivered: 32,000 Energy, too little")));
  await until("each has paid once", async () =>
    (await readCustomers(rig.engine)).every(({ availableSun }) => availableSun === 998_080_000),
  );
}, 120_000);

test("a burst of taps on one card is answered past the pace of its edits", async () => {
  const rig = await startRig({ timings: { chatPauseMs: 3_600_000, overallPerSecond: 25 } });
  const person = rig.person(10_100);
  await person.say("/buy energy 1h");
  const card = await person.see("Which wallets");
  for (let tap = 0; tap < 10; tap += 1) {
    const { answered } = await person.press(card.message_id, dataOf(card, "Back"));
    expect(answered).toBe(true);
  }
});
