/** /again and Repeat: a card like an order's, quoted anew; in a group for its owner only. */
import { expect, test } from "vitest";
import { ALICE, BOB, dataOf, GROUP, type Person } from "./people.js";
import { sharedRig } from "./rig.js";
import { active } from "./wallets.js";

const rig = sharedRig();

async function buy(person: Person, line: string, pay: string): Promise<string> {
  await person.say(`/buy ${line}`);
  await person.tap(pay);
  const card = await person.see("safe to send");
  return /Order ([0-9a-f]{24})/.exec(card.text ?? "")?.[1] ?? "";
}

test("the last order, or one by its id, is quoted anew and paid by its button only", async () => {
  const person = rig().person(9_651);
  await person.say("/again");
  await person.see("no order to repeat yet");
  const first = await buy(person, `65k energy 1h ${active(0)}`, "Pay 3.9 TRX");
  await buy(person, `2000 bandwidth 3h ${active(1)}`, "Pay 1.2 TRX");
  await person.say("/again");
  const last = await person.see("Pay 1.2 TRX");
  expect(last.text).toContain("2,000 Bandwidth");
  expect(last.text).toContain(active(1));
  await person.say(`/again ${first}`);
  const older = await person.see("Pay 3.9 TRX");
  expect(older.text).toContain(active(0));
  await person.say("/again 0123456789abcdef01234567");
  await person.see("no order");
  await person.say("/balance");
  await person.see("Balance 994.9 TRX");
});

test("several wallets come again together; nobody repeats what is not theirs", async () => {
  const [alice, bob] = [rig().person(ALICE, GROUP), rig().person(BOB, GROUP)];
  const id = await buy(alice, `65k energy 1h ${active(2)} ${active(3)}`, "Pay 7.8 TRX");
  expect(id).toMatch(/^[0-9a-f]{24}$/);
  await bob.say(`/again ${id}`);
  await bob.see("no order");
  expect((await bob.tap("Repeat")).text).toMatch(/^This is \S.*'s card/);
  const command = await alice.say(`/again ${id}`);
  const card = await alice.see("Pay 7.8 TRX");
  // Whose card it is can be seen, and what it asks for is asked of her alone.
  expect(card.reply_to_message?.message_id).toBe(command.message_id);
  for (const wallet of [active(2), active(3)]) expect(card.text).toContain(wallet);
  expect((await bob.tap("Pay 7.8 TRX")).text).toMatch(/^This is \S.*'s card/);
  await alice.press(card.message_id, dataOf(card, "Change"));
  const fields = await alice.see("Back to the order");
  await alice.press(fields.message_id, dataOf(fields, "Receivers: 2"));
  const prompt = await alice.see("Which wallets? Reply");
  expect(prompt.reply_markup).toMatchObject({ force_reply: true, selective: true });
  expect(prompt.reply_to_message?.message_id).toBe(command.message_id);
});
