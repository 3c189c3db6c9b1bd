/** What two owners of a team decide together, through real polling: withdrawals, limits, and one of them. */
import { expect, test } from "vitest";
import { SUN_PER_TRX, sun } from "../../../src/domain/money.js";
import { creditCustomer } from "../../../src/engine/customers/customers.js";
import { linkGroup } from "../../../src/store/chat/telegram-users.js";
import { until } from "../../support/until.js";
import { buttonsOf, FORUM, type Person } from "./people.js";
import { sharedRig } from "./rig.js";
import { customerNamed, invited } from "./team-people.js";
import { active } from "./wallets.js";

const rig = sharedRig({ withdrawals: { newAddressMs: 0 } });

test("a withdrawal of a team waits for another owner, is taken back, confirmed, and paid", async () => {
  const desk = rig();
  const [erin, frank, grace] = [9_111, 9_112, 9_113].map((id) => desk.person(id)) as [
    Person,
    Person,
    Person,
  ];
  await erin.say("/team new Till");
  await erin.see("Team Till is founded");
  await invited(erin, frank, "owner");
  await frank.see(/You are an? [a-z]+ of team Till now/);
  await invited(erin, grace, "approver");
  await grace.say("/team");
  const waits = ({ text = "" }) =>
    text === "You can use team Till once another owner has confirmed it.";
  await until("/team says it, too", async () => (await grace.cards()).filter(waits).length === 2);
  await frank.see("joins team Till as approver");
  await frank.tap("Confirm");
  await grace.see(/You are an? [a-z]+ of team Till now/);
  const { customerId } = await customerNamed(desk, "Till");
  await desk.engine.database.commit(() => linkGroup(FORUM, customerId));
  await creditCustomer(desk.engine, {
    ...{ customerId, amountSun: sun(100 * SUN_PER_TRX), kind: "payment" },
    ...{ reason: "test", reference: "first" },
  });
  expect((await frank.hear("Team Till")).text).toContain("+100 TRX");
  await desk.person(erin.id, FORUM).hear("100 TRX paid in to team Till");
  for (const person of [erin, grace]) {
    await person.say("/team");
    await person.tap("Pay from team Till");
    await person.say("/balance");
    await person.see("Balance 100 TRX");
  }
  expect((await erin.card())?.text).toContain("Team Till");
  await erin.see("Withdraw");
  expect(JSON.stringify((await grace.card())?.reply_markup)).not.toContain("Withdraw");
  await grace.say("/withdraw");
  await grace.see("Only its owners withdraw from team Till");
  await grace.say(`/book cold ${active(8)}`);
  expect((await frank.hear("New in the team's book")).text).toContain(`cold ${active(8)}`);

  const asks = async () => {
    await erin.say(`/withdraw 10 ${active(7)}`);
    expect((await erin.see("Another owner of the team must confirm")).text).toContain("team Till");
    await erin.tap("Withdraw 10 TRX");
    await erin.tap("Yes, ask another owner for 10 TRX");
    await erin.see("It waits for another owner");
  };
  await asks();
  const request = await frank.see("asks for a withdrawal from team Till");
  expect(request.text).toContain("The team can withdraw: 100 TRX");
  expect(request.text).toContain("is not in the team's book");
  await erin.tap("Take back");
  await erin.see("Taken back: nothing was taken from the balance");
  await frank.see("Taken back: nothing has changed");
  await asks();
  await frank.tap("Confirm");
  const paid = await erin.see("✅ 10 TRX paid out");
  expect(paid.text).toContain("From team Till");
  await frank.see(/Confirmed by @user9112.*from team Till.*10 TRX to .*✅ 10 TRX paid out/s);
  expect(paid.text).toContain("Asked by @user9111, confirmed by @user9112");
  expect((await grace.hear("10 TRX paid out")).text).toContain("Team Till");
  expect((await customerNamed(desk, "Till")).availableSun).toBe(89 * SUN_PER_TRX);

  // What is ordered or asked for in private, the team's group sees as one message each.
  const group = desk.person(erin.id, FORUM);
  await grace.say(`/buy 65k energy 1h ${active(0)}`);
  await grace.tap("Pay 3.9 TRX");
  await group.see(/✅ Delivered.*Paid from team Till · Ordered by @user9113/s);
  await erin.say("/team");
  await erin.tap("Limits…");
  await erin.tap("Alone 10");
  await grace.say(`/buy 65k energy 1h ${[1, 2, 3].map(active).join(" ")}`);
  await grace.tap("Ask approval for 11.7 TRX");
  const asking = await group.see("@user9113 asks for an order of team Till");
  expect(asking.text).toContain("None of these wallets is in the team's book");
  for (const [person, buttons] of [
    [grace, ["Take back"]],
    [frank, ["Approve 11.7 TRX", "Decline"]],
    [group, ["Approve 11.7 TRX", "Decline", "Take back"]],
  ] as const) {
    const card = await person.see("@user9113 asks for an order of team Till");
    expect(buttonsOf(card).map(({ text }) => text)).toEqual(buttons);
  }
  await group.tap("Approve 11.7 TRX");
  await group.see(/✅ All 3 delivered.*Ordered by @user9113/s);
  // Who asked hears of a refusal, and why; they looked on when it was approved.
  await grace.say(`/buy 65k energy 1h ${[4, 5, 6].map(active).join(" ")}`);
  await grace.tap("Ask approval for 11.7 TRX");
  const { message_id: mine } = await grace.see("@user9113 asks for an order of team Till");
  await frank.tap("Decline");
  const declined = await grace.hear("Declined by @user9112: nothing was debited");
  expect(declined.reply_to_message?.message_id).toBe(mine);
  expect(buttonsOf(await erin.see("Declined by @user9112"))).toEqual([]);
  await frank.tap("Say why");
  const why = await frank.see("Why was it declined?");
  await frank.say("too much", { reply_to_message_id: why.message_id });
  await grace.hear("Why: too much");
  const refusals = (await grace.news()).filter(({ text = "" }) => text.includes("Declined by"));
  expect(refusals).toHaveLength(2);
  expect((await group.cards()).map(({ text = "" }) => text).join()).not.toMatch(/[Bb]alance/);

  await erin.say("/team");
  await erin.tap("Limits…");
  await erin.tap("Alone ∞");
  await frank.see(/wants to change.*“Alone”: 10 TRX → No limit/s);
  await frank.tap("Confirm");
  await erin.see(/^@user9111 has changed team Till.*Confirmed by @user9112$/s);
  await erin.say("/team");
  await erin.tap("Members");
  await erin.tap("@user9112");
  await erin.see(/^@user9112 · owner/);
  await erin.tap("Remove…");
  await erin.tap("Yes, remove");
  await frank.see(/This happens by itself: .*, unless @user9111 takes it back/);
  await erin.say("/team");
  await erin.tap("1 request waits");
  await erin.tap("@user9111: @user9112");
  await erin.tap("Take back");
  for (const owner of [erin, frank]) await owner.see(/Taken back: nothing has changed.*no longer/s);
});
