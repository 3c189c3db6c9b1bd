/** A trader in their private chat: what they write and tap, and what they see. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { address } from "../../../src/domain/address.js";
import { must } from "../../../src/domain/assert.js";
import { createOrders } from "../../../src/engine/orders/create-orders.js";
import { findTelegramUser } from "../../../src/store/chat/telegram-users.js";
import { until } from "../../support/until.js";
import { buttonsOf, dataOf, hasButton, type Person, type Seen } from "./people.js";
import { sharedRig } from "./rig.js";
import { active } from "./wallets.js";

const rig = sharedRig();
let lastPerson = 9_000;

/** Somebody the desk has never met. */
function stranger(): Person {
  lastPerson += 1;
  return rig().person(lastPerson);
}

async function findUser({ id }: Person) {
  const user = await rig().engine.database.read(() => findTelegramUser(id));
  return must(user, "somebody the desk has met");
}

async function buyOne(person: Person, wallet = active(0)): Promise<void> {
  await person.say(`/buy 65k energy 1h ${wallet}`);
  await person.tap("Pay 3.9 TRX");
  await person.see("safe to send");
}

test("any first message gives an account with 1,000 TRX and the menu", async () => {
  for (const first of ["/start", "good morning", "/balance"]) {
    const person = stranger();
    await person.say(first);
    if (first !== "/balance") {
      const menu = await person.see("You have 1,000 TRX");
      expect(menu.text?.split("\n").slice(-3)[0]).toBe("Energy Desk");
      expect(menu.text?.includes("I did not understand “good morning”.\n")).toBe(
        first !== "/start",
      );
      const labels = buttonsOf(menu).map(({ text }) => text);
      expect(labels).toEqual(["Buy Energy", "Buy Bandwidth", "Orders", "Balance", "Help"]);
      await person.tap("Balance");
    }
    expect((await person.see("Balance 1,000 TRX")).text).toContain("@desk_operator");
  }
});

test("from the menu, wallet, amount and Pay make an order; duration and wallet are remembered", async () => {
  const person = stranger();
  await person.say("hi");
  await person.tap("Buy Energy");
  await person.see("Which wallets");
  await person.say(active(1));
  await person.tap("65,000");
  await person.tap("1h");
  expect((await person.see("Pay 3.9 TRX")).text).toContain(active(1));
  await person.tap("Pay 3.9 TRX");
  await person.see("safe to send");

  await person.say("/start");
  await person.tap("Buy Energy");
  const short = `${active(1).slice(0, 6)}…${active(1).slice(-6)}`;
  await person.tap(short);
  await person.tap("65,000");
  const confirm = await person.see("Pay 3.9 TRX");
  expect(confirm.text).toContain("65,000 Energy, 1 hour");
  await person.tap("Pay");
  const paid = (message: Seen) => message.message_id === confirm.message_id;
  await person.see((message) => paid(message) && /safe to send/.test(message.text ?? ""));
  await person.say("/balance");
  await person.see("Balance 992.2 TRX");

  await person.say(`/buy 65k energy 1h ${active(2)}`);
  await person.tap("Pay 3.9 TRX");
  await person.see(({ text = "" }) => text.includes(active(2)) && text.includes("safe to send"));
  await person.say("/buy energy");
  const offered = buttonsOf(await person.see("Which wallets")).map(({ text }) => text);
  expect(offered.slice(0, 2)).toEqual([`${active(2).slice(0, 6)}…${active(2).slice(-6)}`, short]);
});

test("the wizard asks one question after the other, below what is typed, with Back and ways to each field", async () => {
  const person = stranger();
  await person.say("/buy");
  const first = await person.see("What do you need");
  await person.tap("Bandwidth");
  const wallets = await person.say(`${active(2)} and ${active(3)}`);
  const below = await person.see("How much Bandwidth for each wallet");
  expect(below.message_id).toBeGreaterThan(wallets.message_id);
  const left = await until(
    "the old message says where it goes on",
    async () => (await person.left())[0],
  );
  expect(left).toMatchObject({ message_id: first.message_id, text: "↓ continued below" });
  expect(buttonsOf(left)).toEqual([]);
  await person.tap("Back");
  await person.see("Which wallets");
  await person.tap("Continue with 2 wallets");
  await person.tap("Bandwidth");
  await person.tap("Energy");
  await person.see("How much Energy for each wallet");
  await person.tap("Other");
  await person.say("65,5k");
  await person.see("Is “65,5k” 65,500");
  await person.say("60000");
  const asked = await person.see("For how long");
  await person.tap("15m");
  const confirm = await person.see("Pay 7.2 TRX");
  expect(confirm.text).toContain("With less than 64,285");
  // After a tap the card changes where it is.
  expect(confirm.message_id).toBe(asked.message_id);
  await person.tap("Pay 7.2 TRX");
  const card = await person.see("All 2 delivered");
  expect(card.text).toContain(active(2));
  expect(card.text).toContain(active(3));
  expect((await person.cards()).filter(({ text }) => text !== undefined)).toHaveLength(1);
});

test("a line in any order ends on the confirm card; what is wrong in it is pointed at", async () => {
  const person = stranger();
  await person.say(`/buy 1h ${active(4)} Energy 65.000`);
  await person.see("Pay 3.9 TRX");
  const wrong: readonly [string, RegExp][] = [
    [`/buy 65,5k enrgy 1h ${active(4)}`, /“65,5k”: 65,500 or 655,000\?\n.*“enrgy”: not understood/],
    [`/buy 15m energy ${active(4)}`, /“15m”: 15,000,000 or 15 minutes\?/],
    [`/buy fast @55.5 65k energy 1h ${active(4)}`, /“@55\.5”: only Manual orders/],
  ];
  for (const [line, said] of wrong) {
    const before = await person.card();
    await person.say(line);
    const card = await person.see(
      (message) => message.message_id > (before?.message_id ?? 0) && said.test(message.text ?? ""),
    );
    expect(hasButton(card, "Cancel", true), line).toBe(true);
  }
  await person.say("/balance");
  await person.see("Balance 1,000 TRX");
});

test("/order without an id asks for it: by the newest orders' buttons, or by an id as it is pasted", async () => {
  const person = stranger();
  await person.say("/order");
  expect(hasButton(await person.see("No orders yet"), "Buy Energy", true)).toBe(true);
  await buyOne(person, active(13));
  const card = await person.see("safe to send");
  const id = /[0-9a-f]{24}/.exec(card.text ?? "")?.[0] ?? "";
  await person.say("/order");
  const question = await person.see("Which order?");
  await person.tap("→");
  const tapped = await person.see((message) => message.message_id > question.message_id);
  expect(tapped.text).toContain(id);
  let last = tapped.message_id;
  await person.say("/buy energy 1h");
  await person.see("Which wallets");
  for (const pasted of [
    id,
    ` ${id.toUpperCase()}\n`,
    `Order ${id}`,
    `/order ${id.toUpperCase()}`,
  ]) {
    const { message_id: said } = await person.say(pasted);
    const shown = await person.see((message) => message.message_id > said);
    expect(shown.text, pasted).toContain(id);
    last = shown.message_id;
  }
  await person.say(id.slice(1));
  await person.see(
    ({ message_id: at, text = "" }) => at > last && text.includes("no order with this"),
  );
});

test("Buy on a quote opens the card of the same line, at the price of the moment", async () => {
  const person = stranger();
  await person.say(`/quote 65k energy 1d ${active(5)} ${active(5).slice(0, -1)}x`);
  const quote = await person.see("Quote: 3.9 TRX");
  expect(hasButton(quote, "Pay", false)).toBe(false);
  await person.tap("Buy");
  const card = await person.see("Pay 3.9 TRX");
  expect(card.message_id).toBeGreaterThan(quote.message_id);
  expect(card.text).toContain(`${active(5).slice(0, -1)}x: mistyped`);
  await person.tap("Pay 3.9 TRX");
  expect((await person.see("safe to send")).text).toContain(active(5));
  const other = stranger();
  await other.say("/start");
  await other.see("Energy Desk");
  const refused = await other.press(1, dataOf(quote, "Buy"));
  expect(refused).toMatchObject({
    show_alert: true,
    text: expect.stringContaining("somebody else"),
  });
  const gone = await person.press(quote.message_id, "q:999999999999");
  expect(gone.text).toContain("closed");

  await person.say("/quote 1000 bandwidth 3d");
  await person.see("Quote: 1.8 TRX");
  await person.tap("Buy");
  await person.see("Which wallets receive it");
});

test("/orders is empty with a next step, then lists calls newest last, each on a line, a page at a time", async () => {
  const person = stranger();
  await person.say("/orders");
  const empty = await person.see("No orders yet");
  expect(hasButton(empty, "Buy Energy", true)).toBe(true);
  const wallets = [6, 7, 8, 9, 10, 11, 12].map(active);
  await person.say(`/buy 65k energy 1h ${wallets.join(" ")}`);
  await person.tap("Pay 27.3 TRX");
  await person.see("All 7 delivered");
  const customer = await findUser(person);
  for (const at of [13, 14, 15, 16, 17, 18]) {
    const receivers = [address(active(at))];
    const request = { type: "Fast", resource: "energy", receivers, amounts: [32_000] } as const;
    await createOrders(rig().engine, {
      ...{ customerId: customer.customer_id, channel: "http", idempotencyKey: undefined },
      request: { ...request, duration: "1h", quoteId: undefined },
    });
  }
  await person.say("/orders");
  const list = await person.see("Your orders");
  expect(buttonsOf(list).filter(({ text }) => text.includes("→"))).toHaveLength(5);
  await person.tap("Older");
  const older = await person.see((message) => hasButton(message, "Newest", true));
  expect(older.message_id).toBe(list.message_id);
  expect(older.text).toContain("UTC · 7 × 65,000 Energy, 1 hour · 27.3 TRX · ✅ delivered");
  const labels = buttonsOf(older).map(({ text }) => text);
  expect(labels.filter((text) => text.includes("→"))).toHaveLength(2);
  expect(labels).toContain("65,000 Energy → 7 wallets");
  await person.tap("Newest");
  await person.see((message) => hasButton(message, "Older", true));
  await person.tap("→");
  await person.see((message) => message.message_id > list.message_id);
});

test("/order shows one's own order; an unknown one and somebody else's are the same", async () => {
  const [owner, other] = [stranger(), stranger()];
  await buyOne(owner, active(13));
  const card = await owner.see("safe to send");
  const id = /[0-9a-f]{24}/.exec(card.text ?? "")?.[0] ?? "";
  await owner.say(`/order ${id}`);
  const again = await owner.see((message) => message.message_id > card.message_id + 1);
  expect(again.text).toContain(id);
  for (const asked of [id, "0123456789abcdef01234567", "nonsense"]) {
    await other.say(`/order ${asked}`);
    await other.see("You have no order with this id");
    expect((await other.card())?.text).not.toContain("Energy");
  }
});

test("/help and /cancel; a new /buy replaces the open card; commands win over an expected answer", async () => {
  const person = stranger();
  await person.say("/cancel");
  await person.see("No open card");
  await person.say("/buy");
  const first = await person.see("What do you need");
  await person.say("/buy energy");
  await person.see("Which wallets");
  const old = await until("the card that nobody answered is one short line", async () =>
    (await person.left()).find(({ text }) => text === "↓ replaced by a newer card"),
  );
  expect(old.message_id).toBe(first.message_id);
  expect(buttonsOf(old)).toEqual([]);
  await person.say("/help");
  expect((await person.see("How it works")).text).toContain("/orders");
  await person.say("/cancel");
  await person.see("Order dropped");
  expect(buttonsOf(await person.see("Order dropped"))).toEqual([]);
  await person.say("65000");
  await person.see("Energy Desk");
});

test("wallets sent one by one add up, whatever is asked; a command nobody knows is no answer", async () => {
  const person = stranger();
  await person.say("/buy energy 1h");
  await person.see("Which wallets");
  await person.say(active(14));
  const first = await person.see("How much Energy");
  await person.say("/weather");
  await person.see("There is no command /weather. The commands are /start, /buy");
  await person.say("/prise");
  await person.see("There is no command /prise. Did you mean /quote?");
  await person.say("/ordrs 5");
  await person.see("There is no command /ordrs. Did you mean /orders?");
  for (const wallet of [active(15), active(16), active(14)]) await person.say(wallet);
  expect((await person.see("3 wallets now")).message_id).toBeGreaterThan(first.message_id);
  const shown = (await person.cards()).map(({ text = "" }) => text).join("\n");
  expect(shown).not.toContain("replaced");
  await person.tap("65,000");
  const paying = await person.see("Pay 11.7 TRX");
  expect(paying.text).not.toContain("❌");
  await person.say(`/book cold ${active(17)}`);
  await person.see("cold is");
  const named = await person.say("@cold");
  const four = await person.see("Pay 15.6 TRX");
  expect(four.text).toContain("4 wallets now");
  expect(four.message_id).toBeGreaterThan(named.message_id);
  await person.edit(named.message_id, active(18));
  const edited = await person.see(active(18));
  expect(edited.text).not.toContain(active(17));
  await person.say("@nobody");
  await person.see("nobody is not in your address book");
});

test("a line without /buy opens the same card, also in the place of one that asks for wallets", async () => {
  const person = stranger();
  await person.say(`65k energy 1h ${active(16)}`);
  expect((await person.see("Pay 3.9 TRX")).text).toContain(active(16));
  await person.tap("Change");
  await person.tap("Receiver ");
  await person.see("Which wallets");
  await person.say(`${active(17)} 131k energy 1h @50`);
  expect((await person.see("Pay 6.55 TRX")).text).toContain(active(17));
  await person.see("replaced by a newer card");
  await person.say(`10m energy 30d ${active(17)}`);
  const large = await person.see("10,000,000 Energy, 30 days");
  expect(large.text).not.toContain("10m");
  const [asked] = [await person.say(`/buy energy @44.5 ${active(17)} 65k 1h`)];
  const priced = await person.see(({ message_id: id }) => id > asked.message_id);
  expect(priced.text).toContain("“@44.5”: whole SUN only: @44 or @45?");
  await person.say("44.5");
  await person.see("Whole SUN only: 44 or 45?");
});

test("what may be a private key is neither repeated nor kept", async () => {
  const person = stranger();
  const key = "9f8e7d6c".repeat(8);
  const said = [
    key,
    `/buy 65k energy 1h ${key}`,
    `/book cold ${key}`,
    `/history ${key}`,
    `/${key}`,
  ];
  for (const text of said) {
    const { message_id: id } = await person.say(text);
    await person.see((message) => message.message_id > id);
  }
  expect((await person.cards()).map(({ text }) => text).join("\n")).not.toContain("9f8e7d6c");
  const files = ["", "-wal"].map((end) => readFileSync(join(rig().directory, `desk.db${end}`)));
  expect(Buffer.concat(files).includes("9f8e7d6c9f8e7d6c")).toBe(false);
});

test("an address alone opens a card with it, a mistyped one too; any other text gets the menu", async () => {
  const person = stranger();
  await person.say(`please to ${active(14)} thanks`);
  await person.see("3.9 TRX for 65,000 Energy, 1 day");
  await person.say("/cancel");
  await person.see("Order dropped");
  await person.say(`${active(14).slice(0, -1)}x`);
  expect((await person.see("mistyped")).text).toContain(`${active(14).slice(0, -1)}x`);
  await person.say("/cancel");
  const evm = `0x${"Ab".repeat(20)}`;
  await person.say(evm);
  const named = await person.see("is an Ethereum-style address. TRON addresses begin with T.");
  expect(named.text).toContain(evm);
  await person.say("/cancel");
  await person.say("你好，怎么充值？");
  expect((await person.see("I did not understand “你好，怎么充值？”.")).text).toContain(
    "paste a wallet address",
  );
  await person.say("@nobody");
  await person.see("No wallet named nobody in your /book.");
  await Promise.all([10, 11, 12].map((at) => person.say(active(at))));
  await person.see("3 wallets now");
});

test("after a wallet that is no good, amount and duration are kept, and its reason stays", async () => {
  const person = stranger();
  await person.say("/buy energy");
  await person.see("Which wallets");
  const wrong = `${active(14).slice(0, -1)}x`;
  for (const text of [wrong, "65k", "1h"]) await person.say(text);
  const asked = await person.see((message) => hasButton(message, "1h", true));
  expect(asked.text).toContain(`${wrong}: mistyped`);
  expect(asked.text).toContain("Which wallets");
  await person.say(active(14));
  expect((await person.see("Pay 3.9 TRX")).text).not.toContain("checksum");
});
