/** An order that lacks money: what to pay in is copied from it, and once that is credited it comes back with its Pay, once. */
import { expect, onTestFinished, test, vi } from "vitest";
import { address } from "../../../src/domain/address.js";
import type { DeskError } from "../../../src/domain/errors.js";
import { sun } from "../../../src/domain/money.js";
import { creditCustomer } from "../../../src/engine/customers/customers.js";
import { bindPrice } from "../../../src/engine/orders/quote-orders.js";
import { findTelegramUser } from "../../../src/store/chat/telegram-users.js";
import { request } from "../../support/desk.js";
import { until } from "../../support/until.js";
import { buttonsOf, GROUP, hasButton, type Person, type Seen } from "./people.js";
import { type Rig, sharedRig } from "./rig.js";
import { active } from "./wallets.js";

/** The wallet of which the node says nothing yet. */
let held: { readonly wallet: string; readonly until: Promise<void> } | undefined;

const rig = sharedRig({
  deposits: "on",
  account: (ofNode) => async (wallet) => {
    if (held?.wallet === wallet) await held.until;
    return ofNode(wallet);
  },
  settings: { firstCredit: { amountSun: sun(0), kind: "payment" } },
});

const PAY = "Pay 3.9 TRX";
const LACKS = "3.9 TRX missing";

const copiedBy = (message: Seen) =>
  buttonsOf(message).flatMap(({ text, copy_text: copied }) =>
    copied ? [`${text}: ${copied.text}`] : [],
  );

let credits = 0;

/** By the operator, of whoever has written. */
async function credit({ engine }: Rig, person: Person, trx: number): Promise<void> {
  const user = await engine.database.read(() => findTelegramUser(person.id));
  if (!user) throw new Error(`${person.id} has not written`);
  credits += 1;
  const call = {
    customerId: user.customer_id,
    amountSun: sun(trx * 1e6),
    reference: `c${credits}`,
  };
  await creditCustomer(engine, { ...call, reason: "paid in", kind: "payment" });
}

/** Until it is final. */
async function payIn(to: string, what: object): Promise<void> {
  await rig().node("pay", { to, ...what });
  await rig().node("mine", { count: 5 });
}

const withPay = (message: Seen) => hasButton(message, PAY, true);

/** Everything that was left behind has been looked at. */
async function settled(person: Person): Promise<void> {
  await person.say("/help");
  await person.see("How it works");
}

const leftOne = (person: Person): Promise<Seen> =>
  until("a message is left", async () => (await person.left())[0]);

test("paid in in two parts: what is still missing is told, then the order is below with its Pay", async () => {
  const person = rig().person(9_401);
  await person.say(`/buy 65k energy 1h ${active(0)}`);
  const short = await person.see(LACKS);
  expect(short.text).toContain("this order comes back here with its Pay button");
  expect(copiedBy(short)).toEqual(["Copy 3.9 TRX: 3.9", "Copy 1.22 USDT: 1.22"]);
  await person.tap("Deposit");
  const [copied = ""] = copiedBy(await person.see("Copy address"));
  const address = copied.replace("Copy address: ", "");
  await payIn(address, { trx: 1 });
  const told = await person.hear("Your order still lacks 2.9 TRX.");
  expect(copiedBy(told)).toEqual(["Copy 2.9 TRX: 2.9", "Copy 1 USDT: 1"]);
  await settled(person);
  expect(await person.left()).toEqual([]);
  const lacks = await person.see(({ message_id: id }) => id === short.message_id);
  expect(lacks.text).toContain("2.9 TRX");
  expect(copiedBy(lacks)).toEqual(copiedBy(told));
  await payIn(address, { usdt: 1 });
  const back = await person.see(withPay);
  expect(back.message_id).toBeGreaterThan((await person.hear("+3.2 TRX")).message_id);
  expect(back.text).toContain("Balance 4.2 → 0.3 TRX");
  expect((await leftOne(person)).message_id).toBe(short.message_id);
  // What comes now is no news for the order.
  await credit(rig(), person, 10);
  await person.see("+10 TRX");
  await settled(person);
  expect(await person.left()).toHaveLength(1);
  await person.tap(PAY);
  await person.see("safe to send");
  await person.say("/balance");
  await person.see("Balance 10.3 TRX");
});

test("it comes back after a restart, when prices are to be had again", async () => {
  const person = rig().person(9_402);
  await person.say(`/buy 65k energy 1h ${active(0)}`);
  await person.see(LACKS);
  rig().engine.gates.hold("pause", "maintenance");
  const asked = vi.spyOn(rig().engine.admission.quote, "admit");
  await credit(rig(), person, 5);
  await person.see("+5 TRX");
  await settled(person);
  expect(await person.left()).toEqual([]);
  // No price can be told, so none is asked for again and again.
  expect(asked).not.toHaveBeenCalled();
  await rig().restartDesk();
  await person.see(withPay);
  await leftOne(person);
});

test("it comes back once no more quotes of its owner are in the way", async () => {
  const person = rig().person(9_408);
  await person.say(`/buy 65k energy 1h ${active(0)}`);
  await person.see(LACKS);
  const { engine, wall } = rig();
  const user = await engine.database.read(() => findTelegramUser(person.id));
  const asked = request({ receiver: [active(1)] });
  for (let at = 0; at < 200; at += 1) {
    const left = await bindPrice(engine, user?.customer_id ?? "", asked, 60, 600_000).catch(
      (error: DeskError) => error.code,
    );
    if (left === "RATE_LIMITED") break;
  }
  await credit(rig(), person, 5);
  await person.see("+5 TRX");
  await settled(person);
  expect(await person.left()).toEqual([]);
  wall.aheadMs += 601_000;
  await person.see(withPay);
  await leftOne(person);
});

test("what fails each time is asked for ever more rarely", async () => {
  const person = rig().person(9_414);
  await person.say(`/buy 65k energy 1h ${active(0)}`);
  await person.see(LACKS);
  let asked = 0;
  const { quote } = rig().engine.admission;
  const refused = vi.spyOn(quote, "admit").mockImplementation(() => {
    asked += 1;
    throw new Error("the same each time");
  });
  const creditedAtMs = performance.now();
  await credit(rig(), person, 5);
  await until("it is tried again and again", () => asked >= 6);
  const tookMs = performance.now() - creditedAtMs;
  refused.mockRestore();
  // From the tick of 25 ms on each pause is twice the one before.
  expect(tookMs).toBeGreaterThanOrEqual((1 + 2 + 4 + 8 + 16) * 25);
  await person.see(withPay);
});

test("while the node says nothing of one's wallets, those of others come back and prices lapse", async () => {
  const [slow, quick, priced] = [9_411, 9_412, 9_413].map((id) => rig().person(id)) as [
    Person,
    Person,
    Person,
  ];
  for (const [at, person] of [slow, quick, priced].entries()) {
    await person.say(`/buy 65k energy 1h ${active(10 + at)}`);
    await person.see(LACKS);
  }
  await credit(rig(), priced, 5);
  await priced.see(withPay);
  let letGo = () => {};
  const released = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  onTestFinished(letGo);
  let isAsked = false;
  held = {
    wallet: active(10),
    get until() {
      isAsked = true;
      return released;
    },
  };
  await rig().engine.receivers.forget(address(active(10)));
  await credit(rig(), slow, 5);
  await until("the node is asked", () => isAsked);
  await credit(rig(), quick, 5);
  await quick.see(withPay);
  rig().wall.aheadMs += 20 * 60_000;
  await priced.see("This price has expired");
  expect(await slow.left()).toEqual([]);
  letGo();
  await slow.see(withPay);
});

test("what is spent elsewhere is missing on the card at once, and on its buttons", async () => {
  const person = rig().person(9_415);
  const inGroup = rig().person(person.id, GROUP);
  await person.say("/balance");
  await person.see("Balance 0 TRX");
  await credit(rig(), person, 5);
  await person.see("+5 TRX");
  await person.say(`/buy 131k energy 1h ${active(0)}`);
  const short = await person.see("2.86 TRX missing");
  await inGroup.say(`/buy 65k energy 1h ${active(1)}`);
  await inGroup.see(withPay);
  await inGroup.tap(PAY);
  const more = await person.see("6.76 TRX missing");
  expect(more.message_id).toBe(short.message_id);
  expect(copiedBy(more)[0]).toBe("Copy 6.76 TRX: 6.76");
});

test("a group's comes back there, to its owner, and not what they had begun before elsewhere", async () => {
  const person = rig().person(9_407);
  const inGroup = rig().person(person.id, GROUP);
  await person.say(`/buy 65k energy 1h ${active(0)}`);
  await person.see(LACKS);
  const asked = await inGroup.say(`/buy 65k energy 1h ${active(1)}`);
  const short = await inGroup.see("Not enough balance");
  expect(copiedBy(short)).toEqual([]);
  await credit(rig(), person, 5);
  const back = await inGroup.see(withPay);
  expect(back.message_id).toBeGreaterThan(short.message_id);
  expect(back.reply_to_message?.message_id).toBe(asked.message_id);
  await settled(person);
  expect(await person.left()).toEqual([]);
});

test("none comes back that was cancelled, replaced or left a day ago", async () => {
  const [cancelled, busy, late] = [9_403, 9_404, 9_405].map((id) => rig().person(id)) as [
    Person,
    Person,
    Person,
  ];
  for (const person of [cancelled, busy, late]) {
    await person.say(`/buy 65k energy 1h ${active(0)}`);
    await person.see(LACKS);
  }
  await cancelled.tap("Cancel");
  await cancelled.see("Nothing was charged");
  await busy.say("/buy energy 1h");
  await busy.see("Which wallets");
  // Another chat's card is as new: until it is over, this one says nothing of coming back.
  const promises = (is: boolean) =>
    late.see(
      ({ text = "" }) => text.includes("comes back here") === is && text.includes("TRX missing"),
    );
  const elsewhere = rig().person(late.id, GROUP);
  await elsewhere.say(`/buy 65k energy 1h ${active(1)}`);
  await promises(false);
  await elsewhere.tap("Cancel");
  await promises(true);
  const staysAway = async (person: Person) => {
    await credit(rig(), person, 5);
    await person.see("+5 TRX");
    await settled(person);
    expect(await person.left()).toEqual([]);
  };
  await staysAway(cancelled);
  await staysAway(busy);
  rig().wall.aheadMs += 25 * 3_600_000;
  await credit(rig(), late, 5);
  await late.see("+5 TRX");
  // What came later has been looked at after it.
  const fresh = rig().person(9_406);
  await fresh.say(`/buy 65k energy 1h ${active(0)}`);
  await fresh.see(LACKS);
  await credit(rig(), fresh, 5);
  await fresh.see(withPay);
  await settled(late);
  expect(await late.left()).toEqual([]);
});
