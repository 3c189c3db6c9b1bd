/** Typed answers: lists of wallets, edits of what was typed, the word that cancels, and cards that were deleted. */
import { expect, test } from "vitest";
import { longTest } from "../../support/forms.js";
import { buttonsOf, dataOf, type Person, type Seen } from "./people.js";
import { sharedRig } from "./rig.js";
import { active, MISTYPED, NOT_ACTIVATED } from "./wallets.js";

const rig = sharedRig();
let lastPerson = 9_100;

function stranger(): Person {
  lastPerson += 1;
  return rig().person(lastPerson);
}

test("one good address answers; each bad one is shown in full with its reason", async () => {
  const contract = active(38);
  await rig().node("contract", { address: contract });
  const person = stranger();
  await person.say("/buy energy");
  await person.see("Which wallets");
  const pasted = [active(0), MISTYPED, NOT_ACTIVATED, contract, active(0)];
  await person.say(pasted.join("\n"));
  const card = await person.see("How much Energy");
  expect(card.text).toContain("1 wallet taken");
  for (const [wallet, reason] of [
    [MISTYPED, ": mistyped"],
    [NOT_ACTIVATED, " is not activated"],
    [contract, " is a contract"],
    [active(0), ": listed twice"],
  ]) {
    expect(card.text).toContain(`${wallet}${reason}`);
  }
  await person.tap("Receiver ");
  await person.see("Which wallets");
  await person.say(NOT_ACTIVATED);
  const asked = await person.see(
    ({ text = "" }) => text.includes(NOT_ACTIVATED) && !text.includes(MISTYPED),
  );
  expect(asked.text).toContain("Which wallets");
  // What was good before is still there.
  expect(buttonsOf(asked).map(({ text }) => text)).toContain("Continue with 1 wallet");
});

test("a duration, an amount or a price typed to a whole order changes it, and an edit of it counts", async () => {
  const person = stranger();
  await person.say("/buy 65k energy");
  await person.see("Which wallets");
  await person.say(active(1));
  await person.see("For how long?");
  await person.say("2h");
  await person.see("“2h” is not offered. Take 1h or 3h.");
  const answer = await person.say("1 day");
  await person.see("3.9 TRX for 65,000 Energy, 1 day");
  // As it stands on a button in Russian.
  await person.edit(answer.message_id, "7 дней");
  await person.see("27.3 TRX for 65,000 Energy, 7 days");
  await person.say("3d");
  await person.see("11.7 TRX for 65,000 Energy, 3 days");
  await person.say("70k");
  await person.see("12.6 TRX for 70,000 Energy, 3 days");
  await person.say("15m");
  const asked = await person.see("Is “15m” 15,000,000 or 15 minutes?");
  expect(buttonsOf(asked).map(({ text }) => text)).toContain("Back to the order");
  await person.tap("Back to the order");
  await person.see("Pay 12.6 TRX");
  await person.say("@55");
  await person.see("11.55 TRX for 70,000 Energy, 3 days");
  await person.say("58");
  await person.see("12.18 TRX for 70,000 Energy, 3 days");
  // Anything else is none of it.
  await person.say("soon");
  await person.see("I did not understand “soon”.");
});

test("an edited answer changes its field and makes the older price unpayable", async () => {
  const person = stranger();
  await person.say("/buy energy 1h");
  await person.see("Which wallets");
  const answer = await person.say(active(5));
  await person.tap("65,000");
  const old = await person.see("Pay 3.9 TRX");
  await person.edit(answer.message_id, `${active(6)} ${active(7)}`);
  const fresh = await person.see("Pay 7.8 TRX");
  expect(fresh.message_id).toBe(old.message_id);
  expect(fresh.text).not.toContain(active(5));
  const stale = await person.press(old.message_id, dataOf(old, "Pay"));
  expect(stale.text).toContain("changed meanwhile");
  await person.tap("Pay 7.8 TRX");
  await person.see("All 2 delivered");
  await person.edit(answer.message_id, active(8));
  await person.see("paid already: editing the message changes nothing");
  await person.say("/balance");
  await person.see("Balance 992.2 TRX");
  expect((await person.see("All 2 delivered")).text).not.toContain(active(8));
});

longTest("an edited amount counts; an edit that says nothing asks again", async () => {
  const person = stranger();
  await person.say(`/buy energy 1h ${active(9)}`);
  await person.tap("Other");
  const amount = await person.say("70000");
  await person.see("Pay 4.2 TRX");
  await person.edit(amount.message_id, "100k");
  await person.see("Pay 6 TRX");
  await person.edit(amount.message_id, "many");
  const asked = await person.see("“many” is not an amount");
  expect(buttonsOf(asked).some(({ text }) => text.includes("Receiver "))).toBe(true);
});

test("a card that was deleted comes back as a new one, and can be paid", async () => {
  const person = stranger();
  await person.say("/buy energy 1h");
  const first = await person.see("Which wallets");
  await person.remove(first.message_id);
  await person.say(active(10));
  const second = await person.see("How much Energy");
  expect(second.message_id).toBeGreaterThan(first.message_id);
  await person.tap("65,000");
  await person.tap("Pay 3.9 TRX");
  const card = await person.see("safe to send");
  expect(card.message_id).toBe(second.message_id);
});

longTest("Repeat quotes the same anew and pays nothing by itself", async () => {
  const person = stranger();
  await person.say(`/buy 65k energy 3h ${active(11)} ${active(12)}`);
  await person.tap("Pay 7.8 TRX");
  const card = await person.see("All 2 delivered");
  await person.tap("Repeat");
  const again = await person.see("Pay 7.8 TRX");
  expect(again.message_id).toBeGreaterThan(card.message_id);
  expect(again.text).toContain(active(12));
  await person.say("/balance");
  await person.see("Balance 992.2 TRX");
  await person.tap("Pay 7.8 TRX");
  const both = (message: Seen) => message.message_id === again.message_id;
  await person.see((message) => both(message) && /All 2 delivered/.test(message.text ?? ""));
  expect((await person.tap("Refresh")).text).toBe("Refreshed.");
});

test("the word cancels a question, a card that is not paid, and the question for a limit, as their buttons do", async () => {
  const person = stranger();
  await person.say("cancel");
  await person.see("No open card");
  await person.say("/buy energy");
  const question = await person.see("Which wallets");
  await person.say("Cancel");
  // Its card says so below, and nothing else does.
  const isDroppedBelow =
    (id: number) =>
    ({ message_id, text = "" }: Seen) =>
      message_id > id && text.includes("Order dropped");
  expect(buttonsOf(await person.see(isDroppedBelow(question.message_id)))).toEqual([]);
  await person.say(`65k 1h ${active(16)}`);
  const card = await person.see("Pay 3.9 TRX");
  await person.say("取消");
  expect(buttonsOf(await person.see(isDroppedBelow(card.message_id)))).toEqual([]);
  const said = (await person.transcript()).filter((text) => text.includes("Order dropped"));
  expect(said).toHaveLength(2);
  await person.say("/settings");
  await person.tap("Alert me at a low balance");
  const limit = await person.see("Alert me below how many TRX");
  await person.say("отмена");
  await person.see(
    ({ message_id, text = "" }) => message_id === limit.message_id && !text.includes("below how"),
  );
});
