/** Wallets by file through real polling: in private and in a group, 20 at a time, and what cannot be read. */

import { expect, test } from "vitest";
import { readOrders } from "../../../src/engine/orders/read-orders.js";
import { findTelegramUser } from "../../../src/store/chat/telegram-users.js";
import { readNow } from "../../support/read-now.js";
import { wallets } from "../wallets.js";
import { buttonsOf, dataOf, GROUP, hasButton, type Person } from "./people.js";
import { sharedRig } from "./rig.js";
import { active, MISTYPED, NOT_ACTIVATED } from "./wallets.js";

const rig = sharedRig();
let lastPerson = 12_000;

function stranger(chatId?: number): Person {
  lastPerson += 1;
  return rig().person(lastPerson, chatId);
}

const someWallets = (count: number) => Array.from({ length: count }, (_, at) => active(at));

async function ordersOf({ id }: Person) {
  const { engine } = rig();
  const user = readNow(engine.database, () => findTelegramUser(id));
  if (!user) return [];
  return (await readOrders(engine, { customerId: user.customer_id, limit: 100 })).orders;
}

test("a file answers the question for wallets, with a verdict for each line", async () => {
  const person = stranger();
  await person.say("/buy energy 1h");
  const card = await person.see("Which wallets");
  const lines = ["wallet;note", `${active(0)};a`, `${MISTYPED};b`, "rubbish;c", NOT_ACTIVATED];
  await person.send("list.csv", `\ufeff${[...lines, active(0), active(1)].join("\r\n")}`);
  const asked = await person.see("How much Energy for each wallet");
  expect(asked.message_id).toBeGreaterThan(card.message_id);
  for (const said of [
    "2 wallets taken",
    `${MISTYPED}: mistyped`,
    "rubbish is not an address",
    `${NOT_ACTIVATED} is not activated`,
    `${active(0)}: listed twice`,
  ]) {
    expect(asked.text).toContain(said);
  }
});

test("a file opens a card by itself, and with /buy as its caption fills it in", async () => {
  const person = stranger();
  await person.send("wallets.txt", `${active(2)}\n${active(3)}\n`);
  await person.see("7.8 TRX for 2 × 65,000 Energy, 1 day");
  await person.send("wallets.txt", active(4), { caption: "/buy 65k energy 1h" });
  expect((await person.see("Pay 3.9 TRX")).text).toContain(active(4));
  await person.send("wallets.txt", `${active(5)}\n${active(6)}`, {
    caption: "/quote 65k energy 1h",
  });
  const quote = await person.see("Quote: 7.8 TRX");
  expect(quote.text).toContain(active(6));
  await person.tap("Buy");
  await person.see("Pay 7.8 TRX");
});

test("a column that cannot be read is asked about, whatever the caption says, and sent again is taken", async () => {
  const person = stranger();
  const rows = (mark: string) =>
    `Wallet;Menge\n${active(0)};${mark}131000\n${active(1)};${mark}65000`;
  await person.send("list.csv", rows("~"), { caption: "/buy 65k energy 1h" });
  const asked = await person.see("How much Energy for each wallet");
  expect(asked.text).toContain("“Menge”: are these the amounts?");
  expect(hasButton(asked, "Pay", false)).toBe(false);
  await person.send("list.csv", rows("").replace("Menge", "Amount (Energy)"));
  const confirm = await person.see("Pay 11.76 TRX");
  expect(confirm.text).toContain(`${active(0)} · 131,000\n${active(1)} · 65,000`);
});

test("25 wallets are 20, and the next 5 once these are paid, each once", async () => {
  const person = stranger();
  const all = someWallets(25);
  await person.send("all.csv", all.join("\n"), { caption: "/buy 32k energy 1h" });
  const confirm = await person.see("Pay 38.4 TRX");
  expect(confirm.text).toContain("5 more wait");
  expect(hasButton(confirm, "Next 5 wallets", false)).toBe(false);
  await person.tap("Pay 38.4 TRX");
  const paid = await person.see("Next 5 wallets");
  const next = dataOf(paid, "Next 5 wallets");
  const [first, second] = await Promise.all([
    person.press(paid.message_id, next),
    person.press(paid.message_id, next),
  ]);
  expect([first.text, second.text].filter((text) => text !== undefined)).toHaveLength(1);
  const card = await person.see("Pay 9.6 TRX");
  expect(card.message_id).not.toBe(paid.message_id);
  await person.see(
    (message) =>
      message.message_id === paid.message_id && !hasButton(message, "Next 5 wallets", false),
  );
  const stranded = rig().person(person.id + 5_000);
  await stranded.say("/start");
  const menu = await stranded.see("Buy Energy");
  expect((await stranded.press(menu.message_id, next)).text).toContain("belongs to somebody else");
  await person.tap("Pay 9.6 TRX");
  await person.see("All 5 delivered: 32,000 Energy each");
  const bought = (await ordersOf(person)).map(({ receiver }) => receiver);
  expect(bought.toSorted()).toEqual(all.toSorted());
});

test("a cancelled card keeps the wallets that waited, and hands them on once", async () => {
  const person = stranger();
  await person.send("all.csv", someWallets(23).join("\n"), { caption: "/buy 32k energy 1h" });
  await person.see("3 more wait");
  await person.tap("Cancel");
  const cancelled = await person.see("Order dropped");
  expect(buttonsOf(cancelled).map(({ text }) => text)).toEqual(["Next 3 wallets"]);
  await person.tap("Next 3 wallets");
  await person.see("Pay 5.76 TRX");
  await person.see(
    (message) => message.message_id === cancelled.message_id && buttonsOf(message).length === 0,
  );
});

test("a Manual call hands its price and options on, and a tap that comes again opens no second card", async () => {
  const person = stranger();
  const list = someWallets(22).join(" ");
  await person.send("all.txt", list, { caption: "/buy 32k energy 1h @61 partial min=20000" });
  await person.tap("Pay 39.04 TRX");
  const tapped = await person.tap("Next 2 wallets");
  await person.see("Pay 3.904 TRX");
  await person.tap("Change");
  const card = await person.see("Back to the order");
  expect(
    buttonsOf(card)
      .map(({ text }) => text)
      .join(),
  ).toContain("61 SUN");
  if (tapped.update_id === null) throw new Error("the tap is an update");
  await rig().redeliver(tapped.update_id);
  await person.say("/help");
  await person.see("How it works");
  const cards = (await person.cards()).filter((one) => hasButton(one, "61 SUN", false));
  expect(cards).toHaveLength(1);
});

test("64 KiB are read, one byte more is not, whatever Telegram says of the size", async () => {
  const person = stranger();
  const line = (at: string) => `${at}\n`;
  const list = [...someWallets(20), ...wallets(1_853)].map(line).join("");
  const largest = list.slice(0, 65_536);
  expect(Buffer.byteLength(largest)).toBe(65_536);
  await person.send("large.csv", largest, { caption: "/buy 32k energy 15m" });
  const card = await person.see("Pay 38.4 TRX");
  // The next 20 were asked about too, and the last line is cut.
  const whole = Math.floor(65_536 / 35) - 40;
  expect(card.text).toContain(`${whole.toLocaleString("en-US")} more wait`);
  await person.send("larger.csv", `${largest}x`);
  await person.see("larger than 64 KiB");
  expect(rig().log.join("\n")).not.toContain("could not be applied");
});

test("what cannot be read is told with what to do, and the question stays", async () => {
  const person = stranger();
  await person.say("/buy energy 1h");
  const card = await person.see("Which wallets");
  const files: readonly [string, string | Uint8Array, string][] = [
    ["book.xlsx", Buffer.from("PK\x03\x04\0\0"), "spreadsheet"],
    ["photo.png", Buffer.from("\x89PNG\r\n\x1a\n\0", "latin1"), "is not text"],
    ["hello.txt", "hello\nworld", "no TRON address in that file"],
    ["wide.csv", Buffer.from(`${active(1)}\n`, "utf16le"), "is not text"],
  ];
  for (const [name, bytes, said] of files) {
    await person.send(name, bytes);
    await person.see(said);
  }
  await rig().fault({ method: "getFile", error_code: 500, times: 2 });
  await person.send("later.csv", active(5));
  await person.see("did not deliver that file");
  await rig().fault({ method: "getFile", error_code: 500, times: 1 });
  await person.send("marked.csv", Buffer.from(`\ufeff${active(6)}\n`, "utf16le"));
  const asked = await person.see("How much Energy");
  expect(asked.message_id).toBeGreaterThan(card.message_id);
});

test("in a group a file counts as a reply to the question, or with the command", async () => {
  const [alice, bob] = [stranger(GROUP), stranger(GROUP)];
  await alice.say("/buy 65k energy 1h");
  const prompt = await alice.see("Which wallets? Reply");
  const to = { reply_to_message_id: prompt.message_id };
  expect((await alice.send("silent.csv", active(7))).update_id).toBeNull();
  await bob.send("his.csv", active(8), to);
  await alice.send("hers.csv", active(9), to);
  // The price comes a moment after the wallets.
  const card = await alice.see(
    (message) =>
      (message.text ?? "").includes(active(9)) && hasButton(message, "Pay 3.9 TRX", true),
  );
  expect(card.text).not.toContain(active(8));
  const inGroup = async () => (await alice.cards()).map(({ text = "" }) => text).join();
  expect(await inGroup()).not.toContain(active(8));
  // Her card asks for nothing now.
  await alice.send("late.csv", active(12), to);
  const caption = "/buy@desk_sandbox_bot 65k energy 1h";
  // Without a reply the sandbox hides it, as privacy mode does.
  expect((await bob.send("more.csv", active(10), { caption })).update_id).toBeNull();
  await bob.send("more.csv", active(10), { caption, ...to });
  const his = await bob.see(active(10));
  expect(his.message_id).not.toBe(card.message_id);
  expect(await inGroup()).not.toContain(active(12));
  // The question alone has gone on below, no card of his.
  expect(await alice.left()).toHaveLength(1);
});

test("a file again in the place of the first changes the wallets while the card is open", async () => {
  const person = stranger();
  await person.say("/buy 65k energy 1h");
  await person.see("Which wallets");
  const { message_id: sent } = await person.send("list.csv", active(11));
  await person.see("Pay 3.9 TRX");
  await person.edit(sent, "a caption");
  await person.see(active(11));
  await person.tap("Pay 3.9 TRX");
  await person.see("safe to send");
  await person.edit(sent, "another caption");
  await person.see("editing the message changes nothing");
});
