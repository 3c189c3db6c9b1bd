/** Teams through real polling: founded, joined, linked to a group, ordering within limits and above them, and left. */
import { expect, test } from "vitest";
import { must } from "../../../src/domain/assert.js";
import { SUN_PER_TRX, sun } from "../../../src/domain/money.js";
import { creditCustomer, holderForKey } from "../../../src/engine/customers/customers.js";
import { readLog } from "../../../src/engine/teams/log.js";
import { until } from "../../support/until.js";
import { ALICE, buttonsOf, dataOf, GROUP, type Person } from "./people.js";
import { sharedRig } from "./rig.js";
import { customerNamed, invited, linkOf } from "./team-people.js";
import { active } from "./wallets.js";

const KEY = /edk_[0-9A-Za-z]{38}/;
const rig = sharedRig({ withdrawals: { newAddressMs: 0 } });

test("a team is founded, orders from its group within limits, and above them with somebody else's word", async () => {
  const desk = rig();
  const [alice, bob, carol, dave] = [ALICE, 9_102, 9_103, 9_104].map((id) => desk.person(id)) as [
    Person,
    Person,
    Person,
    Person,
  ];
  await alice.say("/team");
  await alice.see("You are in no team");
  await alice.say("/team new Big Desk");
  await alice.see("Team Big Desk is founded");
  const { customerId } = await customerNamed(desk, "Big Desk");
  await creditCustomer(desk.engine, {
    ...{ customerId, amountSun: sun(100 * SUN_PER_TRX), kind: "payment" },
    ...{ reason: "test", reference: "first" },
  });
  await invited(alice, bob, "trader");
  await bob.see(/You are an? [a-z]+ of team Big Desk now/);
  await alice.see(
    "@user9102 (Telegram id 9102) has joined team Big Desk as trader, by your invitation",
  );
  await invited(alice, carol, "approver");
  await carol.see(/You are an? [a-z]+ of team Big Desk now/);
  await alice.see("@user9103 (Telegram id 9103) has joined team Big Desk as approver");
  // A link is for one person.
  await dave.say(`/start ${await linkOf(alice)}`);
  await dave.see("This invitation was used");
  await alice.say("/team");
  await alice.tap("Invite…");
  await alice.see("Invite as what?");
  await alice.tap("viewer");
  await alice.see("joins as viewer");
  const withdrawn = await linkOf(alice);
  await alice.say("/team");
  await alice.tap("Withdraw the invitation: viewer");
  await alice.see(
    ({ text = "" }) => text.includes("Team Big Desk") && !text.includes("Invitation"),
  );
  const answers = (await dave.cards()).length;
  await dave.say(`/start ${withdrawn}`);
  await until("the link is refused", async () => (await dave.cards()).length > answers);
  await dave.see("This invitation was used, withdrawn");

  await alice.say("/team");
  await alice.tap("Link a group…");
  const { text: code = "" } = await alice.see("Send this in the group");
  const owner = desk.person(alice.id, GROUP);
  await desk.person(bob.id, GROUP).say(must(/\/link \w+/.exec(code)?.[0], "a code"));
  await owner.see("Only admins of this group");
  await owner.say(must(/\/link \w+/.exec(code)?.[0], "a code"));
  await owner.see("Orders of this group are those of team Big Desk");

  const trader = desk.person(bob.id, GROUP);
  await trader.say("/link off");
  await trader.see("Only owners of the team do this");
  await trader.say(`/buy 65k energy 1h ${active(0)}`);
  await trader.tap("Pay 3.9 TRX");
  await trader.see("✅ Delivered");
  const paid = await customerNamed(desk, "Big Desk");
  expect(paid.availableSun).toBe(96.1 * SUN_PER_TRX);
  await trader.say(`/book cold ${active(8)}`);
  await trader.see("cold is proposed for the team's book");
  await carol.see("The team's book: cold is");
  // Nobody reads from a price whether the balance is enough.
  await trader.say(`/buy 65k energy 7d ${[1, 2, 3, 4].map(active).join(" ")}`);
  await trader.tap("Pay 109.2 TRX");
  await trader.see("Not enough");
  const stranger = desk.person(dave.id, GROUP);
  await stranger.say(`/buy 65k energy 1h ${active(0)}`);
  await stranger.see("you are not a member");

  await alice.say("/team");
  await alice.tap("Limits…");
  await alice.tap("Alone 10");
  await alice.see("alone up to 10 TRX");
  await trader.say(`/buy 65k energy 1h ${[0, 2, 3].map(active).join(" ")}`);
  const above = await trader.see("Above 10 TRX alone: somebody else approves it (@alice");
  expect(above.text).toContain("1 of 3 wallets");
  await trader.tap("Ask approval for 11.7 TRX");
  const request = await trader.see("asks for an order of team Big Desk");
  expect(request.text).toContain("1 of 3 wallets");
  expect(request.text).toContain("Above the sum that one person orders alone");
  expect((await trader.tap("Approve 11.7 TRX")).text).toContain(
    "You asked for this: somebody else approves it",
  );
  await carol.see("asks for an order of team Big Desk");
  await carol.tap("Approve 11.7 TRX");
  await carol.see(/✅ All 3 delivered.*Ordered by @user9102 · approved by @user9103/s);
  await trader.see("✅ All 3 delivered");
  expect((await customerNamed(desk, "Big Desk")).availableSun).toBe(84.4 * SUN_PER_TRX);

  // One message an order, from its card to its end; a balance in none.
  const said = (await trader.cards()).map(({ text = "" }) => text);
  expect(said.filter((text) => text.includes("Energy"))).toEqual([
    expect.stringContaining("✅ Delivered"),
    expect.stringMatching(/✅ All 3 delivered.*Ordered by @user9102/s),
  ]);
  expect(await trader.news()).toEqual([]);
  expect(said.join()).not.toMatch(/96\.1|84\.4|[Bb]alance/);
  await bob.say("/orders");
  await bob.see("No orders yet");
  await bob.say("/team");
  await bob.tap("Orders");
  const { message_id: listId, text: list = "" } = await bob.see("Team Big Desk · Orders");
  expect(list).toMatch(/7\.8 TRX|11\.7 TRX/);
  expect(list).not.toMatch(/[Bb]alance/);
  await bob.tap("65,000 Energy → ");
  const opened = await bob.see(/✅ (?:All 3 d|D)elivered.*Paid from team Big Desk/s);
  expect(buttonsOf(opened).map(({ text }) => text)).not.toContain("Repeat");
  const hasFile = (caption: string) =>
    bob.see((message) => "caption" in message && String(message.caption).startsWith(caption));
  await bob.say("/team report 7d");
  await bob.see(/Team Big Desk in 7 days.*@user9102 · 15\.6 TRX · 4 orders delivered/s);
  await bob.tap("CSV");
  await hasFile("The report by day and member");
  await bob.say("/team log");
  await bob.see(/Log of team Big Desk.*approved/s);
  await bob.tap("CSV");
  await hasFile("The log as a file");

  await alice.say("/team");
  await alice.tap("Members");
  await alice.tap("@user9102");
  await alice.tap("New key…");
  await alice.tap("10 TRX");
  await bob.see("has made you a key of team Big Desk");
  await bob.tap("Show my key");
  const { text: shown = "" } = await bob.see(({ text = "" }) => KEY.test(text));
  const apiKey = must(KEY.exec(shown)?.[0], "a key");
  await until("the key works", () => holderForKey(desk.engine, apiKey));
  await bob.see("Whatever it orders counts as yours");
  await alice.say("/team");
  await alice.tap("Members");
  await alice.tap("@user9102");
  await alice.see(`Key ${apiKey.slice(0, 8)}…: up to 10 TRX a day (UTC)`);

  await trader.say(`/buy 65k energy 1h ${[4, 5, 6].map(active).join(" ")}`);
  await trader.tap("Ask approval for 11.7 TRX");
  await carol.see("Approve 11.7 TRX");
  // Each copy is as its reader's rights are.
  await alice.say("/team");
  await alice.tap("Members");
  await alice.tap("@user9103");
  await alice.see(/^@user9103 · approver · today/);
  await alice.tap("viewer");
  await alice.see("@user9103 · viewer · today");
  const copy = await carol.see("You no longer decide requests of this team");
  expect(copy.reply_markup).toBeUndefined();
  await trader.see(/It waits until .* for @\w+\.$/);
  await alice.tap("Members");
  await alice.tap("@user9103");
  await alice.see(/^@user9103 · viewer · today/);
  await alice.tap("approver");
  await alice.see("@user9103 · approver · today");
  const again = await carol.see("Approve 11.7 TRX");
  expect(again.message_id).toBe(copy.message_id);
  await trader.say(`/buy 65k energy 1h ${active(4)}`);
  await trader.see("Pay 3.9 TRX");
  await alice.say("/team");
  await alice.tap("Members");
  await alice.tap("@user9102");
  await alice.tap("Remove…");
  await alice.tap("Yes, remove");
  await alice.see(({ text = "" }) => text.includes("Done") && !text.includes("@user9102"));
  // Its card is over with their right to it.
  await trader.see(
    "Who opened it is no longer in team Big Desk: this card is over. Nothing was charged.",
  );
  const over = await alice.see("Over: @user9102 may no longer order for the team");
  const told = await trader.hear("@user9102, your request for an order of team Big Desk");
  expect(told.text).toContain("Over: @user9102 may no longer order for the team");
  await alice.see("No longer possible: nothing has changed");
  expect(JSON.stringify(over.reply_markup ?? "")).not.toContain("Approve");
  expect((await customerNamed(desk, "Big Desk")).availableSun).toBe(84.4 * SUN_PER_TRX);
  expect(await holderForKey(desk.engine, apiKey)).toBeUndefined();
  const seen = (await bob.cards()).find(({ message_id }) => message_id === listId);
  await bob.press(listId, dataOf(must(seen, "the list"), "65,000 Energy → "));
  await bob.see("no order");
  await bob.press(listId, dataOf(must(seen, "the list"), "Back").replace(":open:", ":orders:"));
  await bob.see(({ message_id, text = "" }) => message_id === listId && text.includes("no team"));

  await owner.say(`/buy 65k energy 1h ${active(5)}`);
  const { message_id: open } = await owner.see("Pay 3.9 TRX");
  await alice.say("/team");
  await alice.tap("Unlink “");
  await alice.see("From then on everybody orders there for themselves");
  await alice.tap("Yes, unlink");
  await owner.see("This group no longer orders for team Big Desk");
  await until("its card is over", async () =>
    (await owner.cards()).some(
      ({ message_id, text = "" }) =>
        message_id === open &&
        text.includes("no longer orders for team Big Desk: this card is over"),
    ),
  );
  expect((await customerNamed(desk, "Big Desk")).availableSun).toBe(84.4 * SUN_PER_TRX);
  const acts = (await readLog(desk.engine, customerId, alice.id))?.entries.map(({ act }) => act);
  expect(acts).toEqual([
    ...[
      ...["unlinked", "ended", "ended", "removed", "role", "role", "asked"],
      "key",
      "approved",
      "asked",
      "teamLimits",
      "asked",
      "linked",
      "linkCode",
      "withdrawn",
      "invited",
    ],
    ...["joined", "invited"],
    ...["joined", "invited", "founded"],
  ]);
});

test("a trader proposes a wallet, who declines says why, and owners set names and what is seen", async () => {
  const desk = rig();
  const [owner, trader] = [9_121, 9_122].map((id) => desk.person(id)) as [Person, Person];
  await owner.say("/team new Small Desk");
  await owner.see("Team Small Desk is founded");
  await invited(owner, trader, "trader");
  await trader.see(/You are an? [a-z]+ of team Small Desk now/);
  await owner.say("/team");
  await owner.tap("Rename…");
  const asked = await owner.see("team's new name");
  await owner.say("Calm Desk", { reply_to_message_id: asked.message_id });
  await owner.tap("Team Calm Desk");
  await owner.see("Team Calm Desk");
  await owner.tap("Limits…");
  await owner.tap("Order 200");
  await owner.see("The team's limits: an order up to 200 TRX");
  await owner.tap("Day …");
  const reply = async (question: string, text: string) => {
    const { message_id } = await owner.see(question);
    await owner.say(text, { reply_to_message_id: message_id });
  };
  await reply("A day (UTC): reply to this message", "20.000");
  await reply("Is “20.000” 20 or 20000 TRX?", "much");
  await reply("“much” is not an amount of TRX", "0.5");
  await owner.see("The least limit is 1 TRX");
  await reply("“much” is not an amount of TRX", "20000.5");
  await owner.see("an order up to 200 TRX, a day up to 20,000.5 TRX");
  const onLast = (holds: string) =>
    until(holds, async () => {
      const cards = await owner.cards();
      return JSON.stringify(cards.findLast((one) => buttonsOf(one).length > 0)).includes(holds);
    });
  for (const [label, holds] of [
    ["Back", "Rename…"],
    ["Members", "@user9122 · trader"],
    ["@user9122", "New key…"],
    ["Limits…", "Alone …"],
  ] as const) {
    await owner.tap(label);
    await onLast(holds);
  }
  await owner.tap("Alone …");
  await reply("@user9122 · Alone: reply to this message", "7.5");
  await onLast("alone up to 7.5 TRX");
  await owner.tap("Back");
  await onLast("New key…");
  await owner.tap("New key…");
  await owner.tap("Other…");
  await reply("@user9122 · A key, a day (UTC)", "12.5");
  await trader.see("it orders over HTTP for up to 12.5 TRX a day");
  await owner.say("/team");
  await owner.tap("Show the balance to traders");
  await owner.see("Traders see the balance");

  await trader.say(`/book mine ${active(1)}`);
  await trader.see(/^Your own book\n✅ mine is/);
  await owner.say("/team");
  await owner.tap("Pay from team Calm Desk");
  await owner.say(`/book ours ${active(1)}`);
  await owner.see(/^Team Calm Desk's book\n✅ ours is/);
  await owner.say("/book remove ours");
  await owner.see(/^Team Calm Desk's book\nours is removed/);
  await trader.say("/team");
  await trader.tap("Pay from team Calm Desk");
  await trader.say(`/book cold ${active(0)}`);
  await trader.see("cold is proposed for the team's book");
  await owner.say("/team");
  await owner.tap("1 request waits");
  await owner.tap("@user9122: The team's book: cold is");
  await owner.see("@user9122 wants to change team Calm Desk");
  await owner.tap("Decline");
  await owner.tap("Say why");
  const why = await owner.see("Why was it declined?");
  await owner.say("not our wallet", { reply_to_message_id: why.message_id });
  await trader.see("Why: not our wallet");
  await trader.say(`/book warm ${active(0)}`);
  await owner.see("The team's book: warm is");
  await owner.tap("Confirm");
  await owner.see(/Confirmed by @user9121.*@user9122 has changed team Calm Desk/s);
  await owner.say("/team");
  await owner.tap("Hide the balance from traders");
  await trader.see("You no longer see the balance of team Calm Desk");
});
