/** From whose account a private card is paid: one tap, remembered, and never from another than the card says. */
import { expect, test } from "vitest";
import { must } from "../../../src/domain/assert.js";
import { SUN_PER_TRX, sun } from "../../../src/domain/money.js";
import {
  creditCustomer,
  readBalance,
  readCustomers,
} from "../../../src/engine/customers/customers.js";
import { insertMember } from "../../../src/store/teams/teams.js";
import { buttonsOf, dataOf, hasButton, type Person } from "./people.js";
import { type Rig, sharedRig } from "./rig.js";
import { active } from "./wallets.js";

const rig = sharedRig();
const OWN = "Paid from your own account";

/** Founded by somebody, with so many TRX. */
async function teamOf(desk: Rig, owner: Person, name: string, trx: number) {
  await owner.say(`/team new ${name}`);
  await owner.see(`Team ${name} is founded`);
  const all = await readCustomers(desk.engine);
  const { customerId } = must(
    all.find((one) => one.name === name),
    "the team",
  );
  await creditCustomer(desk.engine, {
    ...{ customerId, amountSun: sun(trx * SUN_PER_TRX), kind: "payment" },
    ...{ reason: "test", reference: name },
  });
  return customerId;
}

async function joins(desk: Rig, customerId: string, person: Person, role: "approver") {
  const member = { customer_id: customerId, user_id: person.id, role, joined_at: 1 };
  await desk.engine.database.commit(() => insertMember(member));
}

test("one tap pays the same order from the team, and the next ones too", async () => {
  const desk = rig();
  const [owner, guest] = [desk.person(9_201), desk.person(9_202)];
  await guest.say(`/buy 65k energy 1h ${active(0)}`);
  expect((await guest.see("Pay 3.9 TRX")).text).not.toContain("Paid from");
  await guest.tap("Cancel");
  const team = await teamOf(desk, owner, "Purse", 100);
  await joins(desk, team, guest, "approver");
  const trxOf = async (customerId: string) =>
    (await readBalance(desk.engine, customerId)).availableSun / SUN_PER_TRX;

  await owner.say(`/book mine ${active(0)}`);
  await owner.say(`/buy 65k energy 1h ${active(0)}`);
  const before = await owner.see(/Paid from your own account\n.* mine\n/);
  expect(before.text).toContain("Balance 1,000 → 996.1 TRX");
  await owner.tap("Switch to team Purse");
  const card = await owner.see(/Paid from team Purse\n.*\nEnergy.*\nBalance 100 → 96\.1 TRX/);
  expect(card.message_id).toBe(before.message_id);
  // Its wallet has no name in the team's book.
  expect(card.text).toContain(active(0));
  expect(card.text).not.toContain("mine");
  // What it was before pays nothing.
  const stale = await owner.press(card.message_id, dataOf(before, "Pay 3.9 TRX"));
  expect(stale.text).toContain("changed meanwhile");
  await owner.tap("Pay 3.9 TRX");
  const paid = await owner.see("✅ Delivered");
  expect(paid.text).toContain("Paid from team Purse");
  expect(await trxOf(team)).toBe(96.1);

  await owner.say(`65k 1h ${active(1)}`);
  await owner.see(/Paid from team Purse\n.*\nEnergy.*\nBalance 96\.1 → 92\.2 TRX/);
  await owner.tap("Switch to my own account");
  await owner.see(/your own account\n.*\nEnergy.*\nBalance 1,000 → 996\.1 TRX/);
  await owner.tap("Pay 3.9 TRX");
  await owner.see(new RegExp(`✅ Delivered.*${OWN}.*${active(1)}`, "s"));
  expect(await trxOf(team)).toBe(96.1);
  // The buttons of an order's card are for the account whose it is.
  await owner.press(paid.message_id, dataOf(paid, "Repeat"));
  await owner.see(/Paid from team Purse\n.*\nBalance 96\.1/);

  // A button of somebody who is no member any more only draws the card anew; their card of the team is over.
  await guest.say(`/buy 65k energy 1h ${active(2)}`);
  const open = await guest.see("Switch to team Purse");
  expect(open.text).toContain(OWN);
  await owner.say("/team");
  await owner.tap("Members");
  await owner.tap("@user9202");
  await owner.tap("Remove…");
  await owner.tap("Yes, remove");
  await owner.see(({ text = "" }) => text.includes("Done") && !text.includes("@user9202"));
  const refused = await guest.press(open.message_id, dataOf(open, "Switch to team Purse"));
  expect(refused.text).toContain("changed meanwhile");
  const now = await guest.see(
    (one) => one.message_id === open.message_id && !one.text?.includes(OWN),
  );
  expect(buttonsOf(now).map(({ text }) => text)).not.toContain("Switch to team Purse");
  await guest.tap("Pay 3.9 TRX");
  expect((await guest.see("✅ Delivered")).text).not.toContain("Paid from");
  expect(await trxOf(team)).toBe(96.1);

  // Nor do they change what they ordered for it.
  await joins(desk, team, guest, "approver");
  await guest.say(`/buy 65k energy 1h ${active(3)} @45`);
  await guest.tap("Switch to team Purse");
  await guest.see("Paid from team Purse");
  await guest.tap("Pay 2.925 TRX");
  const rests = await guest.see("Waiting in the order book");
  await guest.tap("Change");
  await guest.see("What do you want to change?");
  const [orderId] = /\b[0-9a-f]{24}\b/.exec(rests.text ?? "") ?? [];
  await owner.say(`/order ${orderId}`);
  await owner.see("Waiting in the order book");
  await owner.tap("Cancel");
  await guest.hear("🔔 Team Purse\nCancelled and refunded");
  await owner.say("/team");
  await owner.tap("Members");
  await owner.tap("@user9202");
  await owner.tap("Remove…");
  await owner.tap("Yes, remove");
  await guest.see("You are no longer in team Purse: this card is over. Nothing was charged.");
});

test("several other accounts are a list, and one that has the money pays what another has not", async () => {
  const desk = rig();
  const owner = desk.person(9_211);
  await teamOf(desk, owner, "Empty", 1);
  await teamOf(desk, owner, "Rich", 5_000);
  await owner.say(`/buy 65k energy 1h ${active(0)}`);
  await owner.see("Switch account…");
  await owner.tap("Switch account…");
  await owner.see("Tap what you want to change");
  await owner.tap("Switch to team Empty");
  await owner.see(
    (one) =>
      /Paid from team Empty/.test(one.text ?? "") && hasButton(one, "Not enough balance", false),
  );
  await owner.tap("Switch account…");
  await owner.see("Back to the order");
  await owner.tap("Switch to team Rich");
  await owner.see(/Paid from team Rich.*Balance 5,000/s);
});
