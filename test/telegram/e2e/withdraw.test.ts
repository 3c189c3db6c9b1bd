/** /withdraw: an address, an amount, a second question, and the card follows what was asked for until it is over. */
import { USDT_CONTRACT } from "tron-sandbox";
import { expect, test } from "vitest";
import { address } from "../../../src/domain/address.js";
import { sun } from "../../../src/domain/money.js";
import { readBalance, readCustomers } from "../../../src/engine/customers/customers.js";
import { pausePayouts, resumePayouts } from "../../../src/engine/operating/holds.js";
import { approveWithdrawal, refuseWithdrawal } from "../../../src/engine/withdrawals/decide.js";
import {
  readWithdrawalList,
  readWithdrawals,
} from "../../../src/engine/withdrawals/read-withdrawals.js";
import { createWithdrawal } from "../../../src/engine/withdrawals/withdraw.js";
import { paidIn } from "../../support/withdrawals.js";
import { buttonsOf, dataOf, GROUP, type Person, type Seen } from "./people.js";
import { type Rig, sharedRig, startRig } from "./rig.js";
import { active, NOT_ACTIVATED } from "./wallets.js";

let lastPerson = 9_900;

const TRX = 1_000_000;
const NO_WAIT = { newAddressMs: 0 };

const labels = (message: Seen) => buttonsOf(message).map(({ text }) => text);

async function customerIdOf({ engine }: Rig, { id }: Person): Promise<string> {
  const customer = (await readCustomers(engine)).find(({ name }) => name.includes(String(id)));
  return customer?.customerId ?? "";
}

const balanceOf = async (rig: Rig, person: Person) =>
  readBalance(rig.engine, await customerIdOf(rig, person));

const withdrawalsOf = async (rig: Rig, person: Person) => {
  const customerId = await customerIdOf(rig, person);
  return (await readWithdrawals(rig.engine, customerId, { limit: 100 })).withdrawals;
};

/** Somebody who was given 1,000 TRX and has paid in 100 more. */
async function withMoney(rig: Rig, trx = 100): Promise<Person> {
  lastPerson += 1;
  const person = rig.person(lastPerson);
  await person.say("/start");
  await person.see("Energy Desk");
  const customerId = await customerIdOf(rig, person);
  const at = rig.engine.now();
  await rig.engine.database.commit(() => paidIn(customerId, sun(trx * TRX), at));
  return person;
}

/** Beside what they pay in. */
const GIVEN = { firstCredit: { amountSun: sun(1_000 * TRX), kind: "gift" } } as const;

/** Above 200 TRX a day the operator decides. */
const paying = sharedRig({
  ...{ settings: GIVEN, timings: { readFirstMs: () => 200 } },
  withdrawals: { ...NO_WAIT, customerDaySun: sun(200 * TRX) },
});

test("step by step: a wrong address, a wrong amount, and it arrives once", async () => {
  const rig = paying();
  const alice = await withMoney(rig);
  await alice.say("/balance");
  expect((await alice.see("Balance 1,100 TRX")).text).toContain("Can be withdrawn: 100 TRX");
  await alice.tap("Withdraw");
  const card = await alice.see("To which address?");
  for (const [typed, said] of [
    ["hello", "“hello” is not a TRON address"],
    [`${active(0).slice(0, -1)}1`, "mistyped"],
    ["0x52908400098527886E0F7030069857D2E4169EE7", "Ethereum-style"],
    ["@cold1", "No wallet of this name"],
    [`${active(0)} ${active(1)}`, "One address for each withdrawal"],
    [USDT_CONTRACT, "is a contract"],
  ] as const) {
    await alice.say(typed);
    await alice.see(said);
  }
  await alice.say(`10,5 ${active(0)}`);
  const amount = await alice.see("Is “10,5” 10.5 or 105 TRX? Tap or type one of the two.");
  expect(amount.text).toContain("How much TRX should arrive? From 1 to 99.");
  expect(amount.text).toContain(active(0));
  for (const [typed, said] of [
    ["0.5", "At least 1 TRX"],
    ["99.5", "At most 99 TRX can arrive"],
    ["0,5", "“0,5” is not an amount"],
    ["12 USDT", "“12 USDT” is not an amount. Type TRX"],
    ["12,500", "Is “12,500” 12.5 or 12500 TRX? Tap or type one of the two."],
  ] as const) {
    await alice.say(typed);
    await alice.see(said);
  }
  // What cannot be taken out is no button.
  const meant = labels(await alice.see("Is “12,500”")).filter((label) => /^12/.test(label));
  expect(meant).toEqual(["12.5 TRX"]);
  await alice.tap("12.5 TRX");
  await alice.see("Taken from the balance: 13.5 TRX");
  await alice.say("10 trx");
  const asked = await alice.see("Taken from the balance: 11 TRX");
  expect(asked.text).toContain(active(0));
  expect(asked.text).toContain("It is sent at once.");
  const send = dataOf(asked, "Withdraw 10 TRX");
  const taps = await Promise.all([
    alice.press(asked.message_id, send),
    alice.press(asked.message_id, send),
  ]);
  expect(taps.map(({ text }) => text).join()).toContain("changed meanwhile");
  const again = await alice.see("cannot be undone");
  expect(labels(again)).toEqual(["Yes, send 10 TRX", "Back", "Close", "Confirm above"]);
  const early = await alice.press(again.message_id, dataOf(again, "Yes, send"));
  expect(early.text).toContain("Read it first");
  expect(await withdrawalsOf(rig, alice)).toEqual([]);
  const { update_id: updateId } = await alice.tap("Yes, send 10 TRX");
  const paid = await alice.see((one) => /^✅ 10 TRX paid out/.test(one.text ?? ""));
  expect(paid.message_id).toBe(again.message_id);
  expect(paid.entities?.some(({ type }) => type === "text_link")).toBe(true);
  expect(card.message_id).toBeLessThan(paid.message_id);
  await rig.redeliver(updateId ?? 0);
  const late = await alice.press(again.message_id, dataOf(again, "Yes, send"));
  expect(late.text).toContain("closed");
  expect(await withdrawalsOf(rig, alice)).toMatchObject([
    { address: active(0), amountSun: 10 * TRX, feeSun: TRX, status: "paid", channel: "telegram" },
  ]);
  expect(await balanceOf(rig, alice)).toMatchObject({ availableSun: 1_089 * TRX, heldSun: 0 });
  await alice.hear("10 TRX paid out");
});

test("in one line, to a named wallet, all of it; a new account costs its activation", async () => {
  const rig = paying();
  const bob = await withMoney(rig);
  await bob.say(`/book cold1 ${active(1)}`);
  await bob.see("cold1 is");
  await bob.say("/withdraw 12.5 @cold1");
  const card = await bob.see("Arrives: 12.5 TRX");
  expect(card.text).toContain(`${active(1)} cold1`);
  await bob.tap("Back");
  await bob.tap("All of it: 99 TRX");
  await bob.see("Taken from the balance: 100 TRX");
  await bob.tap("Back");
  await bob.tap("Back");
  await bob.tap("cold1");
  await bob.see("From 1 to 99.");
  // As it is shown, too.
  await bob.say("/withdraw 12.6 Cold1");
  expect((await bob.see("Arrives: 12.6 TRX")).text).toContain(`${active(1)} cold1`);
  await bob.say("/withdraw");
  await bob.see("To which address?");
  await bob.say("cold1");
  await bob.see("From 1 to 99.");
  await bob.say(NOT_ACTIVATED);
  const activation = await bob.see("Fee: 2.1 TRX; 1.1 TRX of it activates the new account");
  expect(labels(activation)[0]).toBe("All of it: 97.9 TRX");
  await bob.tap("All of it");
  await bob.tap("Withdraw 97.9 TRX");
  await bob.tap("Yes, send 97.9 TRX");
  await bob.see("✅ 97.9 TRX paid out");
  expect(await balanceOf(rig, bob)).toMatchObject({
    availableSun: 1_000 * TRX,
    withdrawableSun: 0,
  });
  await bob.say("/withdraw");
  const nothing = await bob.see("Can be withdrawn: 0 TRX");
  expect(nothing.text).toContain("not withdrawn");
});

test("a new address waits: it is cancelled from its card, from /withdraw, and from the news", async () => {
  const rig = await startRig({ settings: GIVEN, withdrawals: {} });
  const carol = await withMoney(rig);
  const asked = async (trx: number) => {
    await carol.say(`/withdraw ${trx} ${active(2)}`);
    await carol.see("it is sent after 24 h");
    await carol.tap(`Withdraw ${trx} TRX`);
    await carol.tap(`Yes, send ${trx} TRX`);
    return carol.see((one) => one.text?.startsWith(`🕓 Withdrawal of ${trx} TRX`) ?? false);
  };
  const first = await asked(5);
  expect(first.text).toMatch(/It is not sent before 20/);
  const cancel = dataOf(first, "Cancel");
  expect((await carol.press(first.message_id, cancel)).text).toContain(
    "6 TRX is back on the balance",
  );
  const over = await carol.see("Withdrawal of 5 TRX cancelled");
  expect(over.message_id).toBe(first.message_id);
  expect(labels(over)).toEqual([]);
  await asked(6);
  await carol.say("/balance");
  await carol.see(
    "Balance 1,093 TRX\nHeld for withdrawals: 7 TRX\nCan be withdrawn: 93 TRX\nCredits",
  );
  await carol.say("/withdraw");
  await carol.see((one) => labels(one).some((label) => label.startsWith("Cancel 6 TRX to T")));
  await carol.tap("Cancel 6 TRX");
  await carol.see("Withdrawal of 6 TRX cancelled");
  await carol.see(
    (one) =>
      /To which address/.test(one.text ?? "") &&
      !labels(one).some((label) => label.startsWith("Cancel 6 TRX to T")),
  );
  const customerId = await customerIdOf(rig, carol);
  const call = { customerId, address: address(active(3)), amountSun: sun(7 * TRX) };
  const key = { channel: "http", idempotencyKey: "k7", hasRight: true } as const;
  await createWithdrawal(rig.engine, { ...call, ...key });
  const news = await carol.hear("with an API key");
  const stranger = rig.person(9_899);
  await stranger.say("/start");
  const menu = await stranger.see("Energy Desk");
  const others = await stranger.press(menu.message_id, dataOf(news, "Cancel"));
  expect(others.text).toContain("somebody else");
  await carol.press(news.message_id, dataOf(news, "Cancel"));
  const said = await carol.see("Withdrawal of 7 TRX cancelled");
  expect(said.message_id).toBe(news.message_id);
  expect(await balanceOf(rig, carol)).toMatchObject({ withdrawableSun: 100 * TRX });
  const { withdrawals } = await readWithdrawalList(rig.engine, { limit: 1, onlyOpen: true });
  expect(withdrawals).toEqual([]);
});

test("above the limit the operator decides, and the card says what they did", async () => {
  const rig = paying();
  const dave = await withMoney(rig, 600);
  const asked = async (trx: number) => {
    await dave.say(`/withdraw ${trx} ${active(4)}`);
    await dave.see("The operator must approve it first");
    await dave.tap(`Withdraw ${trx} TRX`);
    await dave.tap(`Yes, send ${trx} TRX`);
    await dave.see("It waits for the operator's approval");
    const [newest] = await withdrawalsOf(rig, dave);
    return newest?.id ?? "";
  };
  await refuseWithdrawal(rig.engine, await asked(201), { reason: "call me", decidedBy: "op" });
  const refused = await dave.see("❌ Withdrawal of 201 TRX refused");
  expect(refused.text).toContain("The reason: call me");
  expect(refused.text).toContain("202 TRX is back on the balance");
  await approveWithdrawal(rig.engine, await asked(202), "op");
  await dave.see("✅ 202 TRX paid out");
});

test("a card from before payouts were paused says so at its tap: nothing left, and it is cancelled", async () => {
  const rig = paying();
  const alice = await withMoney(rig);
  await alice.say(`/withdraw 10 ${active(0)}`);
  expect((await alice.see("Taken from the balance: 11 TRX")).text).toContain("It is sent at once.");
  await alice.tap("Withdraw 10 TRX");
  await alice.see("cannot be undone");
  await pausePayouts(rig.engine, "a stolen key");
  await alice.tap("Yes, send 10 TRX");
  const card = await alice.see("Payouts are paused; it is sent when they resume.");
  expect(card.text).toContain("You can cancel it until then.");
  await alice.tap("Cancel");
  await alice.see("11 TRX is back on the balance.");
  expect(await balanceOf(rig, alice)).toMatchObject({ availableSun: 1_100 * TRX, heldSun: 0 });
  await resumePayouts(rig.engine);
});

test("a restart between the taps loses nothing, and the money that went meanwhile is missed", async () => {
  const rig = paying();
  const frank = await withMoney(rig, 20);
  await frank.say(`/withdraw 15 ${active(6)}`);
  await frank.see("Arrives: 15 TRX");
  await rig.restartDesk();
  await frank.tap("Withdraw 15 TRX");
  await frank.see("cannot be undone");
  await rig.restartDesk();
  const customerId = await customerIdOf(rig, frank);
  const call = { customerId, address: address(active(6)), amountSun: sun(10 * TRX) };
  const key = { channel: "http", idempotencyKey: "k", hasRight: true } as const;
  await createWithdrawal(rig.engine, { ...call, ...key });
  await frank.tap("Yes, send 15 TRX");
  const short = await frank.see("The balance has changed: at most 8 TRX can arrive");
  expect(labels(short)[0]).toBe("All of it: 8 TRX");
  await frank.tap("All of it: 8 TRX");
  await frank.tap("Withdraw 8 TRX");
  await rig.restartDesk();
  await frank.tap("Yes, send 8 TRX");
  await frank.see("✅ 8 TRX paid out");
});

test("an hour later, or after another card, a wallet is for an order; /cancel closes the card", async () => {
  const rig = paying();
  const hans = await withMoney(rig);
  await hans.say("/withdraw");
  await hans.see("To which address?");
  await hans.say(`65k 1h ${active(8)}`);
  await hans.tap("Pay 3.9 TRX");
  await hans.see("safe to send");
  await hans.say(active(9));
  await hans.see(
    ({ text = "" }) => text.includes(active(9)) && text.includes("3.9 TRX for 65,000"),
  );
  await hans.say("/withdraw");
  // Whoever looks something up goes on.
  await hans.say("/book");
  await hans.say(active(7));
  await hans.see("How much TRX should arrive?");
  const { message_id: asks } = await hans.say("/withdraw");
  const below = (words: string) => (message: Seen) =>
    message.message_id > asks && (message.text?.includes(words) ?? false);
  await hans.see(below("To which address?"));
  rig.wall.aheadMs = 3_600_001;
  await hans.say(active(7));
  await hans.see(below("3.9 TRX for 65,000 Energy"));
  await hans.say(`/withdraw ${active(7)}`);
  await hans.see("How much TRX should arrive?");
  await hans.say("/cancel");
  await hans.see("Closed, nothing was withdrawn.");
  expect(await withdrawalsOf(rig, hans)).toEqual([]);
});

test("where withdrawals are off, /withdraw names the operator; a group is told that it is private", async () => {
  const rig = await startRig({ settings: GIVEN, withdrawals: { mode: "off" } });
  lastPerson += 1;
  const gina = rig.person(lastPerson);
  await gina.say("/withdraw");
  expect((await gina.see("Withdrawals are off")).text).toContain("@desk_operator");
  await gina.say("/balance");
  expect(labels(await gina.see("Balance 1,000 TRX"))).not.toContain("Withdraw");
  const inGroup = rig.person(lastPerson, GROUP);
  await inGroup.say("/withdraw");
  await inGroup.see("in private only");
});
