/** Which language a user reads: their client's, unless they chose; in a group it is that of the card's owner. */
import { expect, test } from "vitest";
import { chooseLanguage } from "../../../src/engine/chat/telegram-users.js";
import { addressOf } from "../../support/addresses.js";
import { GROUP, type Seen } from "./people.js";
import { sharedRig } from "./rig.js";
import { active } from "./wallets.js";

const rig = sharedRig();
const RUSSIAN = { language_code: "ru" };

test("the client's language, and what it speaks later", async () => {
  const person = rig().person(9_801);
  await person.say("/start", RUSSIAN);
  const menu = await person.see("Купить энергию");
  expect(menu.text).toContain("вставьте адрес кошелька");
  await person.say("/help", { language_code: "pt-br" });
  await person.see("How it works");
  await person.say("/help", { language_code: "ru-RU" });
  await person.see("Как это работает");
});

test.each([
  ["zh-hans", "使用说明"],
  ["zh", "使用说明"],
  ["es-mx", "Cómo funciona"],
])("a client that is set to %s", async (language_code, help) => {
  const person = rig().person(9_808);
  await person.say("/help", { language_code });
  await person.see(help);
});

test("a whole order in Russian, toasts included", async () => {
  const person = rig().person(9_802);
  await person.say("/start", RUSSIAN);
  await person.tap("Купить энергию");
  await person.see("На какие кошельки?");
  await person.say(`${active(31)} ${active(32)} ${addressOf(1).slice(0, -1)}1`);
  await person.see("Сколько энергии на каждый кошелёк?");
  await person.tap("65\u00a0000");
  const asks = await person.see("На какой срок?");
  await person.tap("1 час");
  await person.see("Оплатить 7.8 TRX");
  const stale = asks.reply_markup?.inline_keyboard?.flat().find(({ text }) => text === "1 день");
  const toast = await person.press(asks.message_id, stale?.callback_data ?? "");
  expect(toast.text).toContain("Карточка успела измениться");
  await person.tap("Оплатить 7.8 TRX");
  await person.see("Доставлено на все 2: можно отправлять");
  await person.say("/orders");
  expect((await person.see("Ваши заказы")).text).toContain("2 × 65\u00a0000 энергии на 1 час");
});

test("a card goes on in the language it was opened in, whichever client its owner takes next", async () => {
  const person = rig().person(9_807);
  await person.say(`/buy energy 1h ${active(35)}`, RUSSIAN);
  await person.see("Сколько энергии");
  await person.say("65k", { language_code: "en" });
  await person.tap("Оплатить 3.9 TRX");
  await person.see("Доставлено: можно отправлять");
  await person.tap("Повторить");
  await person.see("Pay 3.9 TRX");
});

test("what was chosen counts more, and what is open is drawn in it", async () => {
  const person = rig().person(9_803);
  await person.say(`/buy 65k energy 1h ${active(33)}`);
  await person.see("Pay 3.9 TRX");
  await chooseLanguage(rig().engine, person.id, "ru");
  await person.see("Оплатить 3.9 TRX");
  await person.say("/balance", { language_code: "en" });
  await person.see("Баланс");
  await chooseLanguage(rig().engine, person.id, null);
  await person.see("Pay 3.9 TRX");
});

test("a card in a group speaks its owner's language, to others their own", async () => {
  const owner = rig().person(9_804, GROUP);
  const other = rig().person(9_805, GROUP);
  await other.say("/help");
  await owner.say(`/buy 65k energy 1h ${active(34)}`, RUSSIAN);
  const card = await owner.see("Оплатить 3.9 TRX");
  const pay = card.reply_markup?.inline_keyboard?.at(-1)?.[0]?.callback_data ?? "";
  expect((await other.press(card.message_id, pay)).text).toContain("belongs to somebody else");
  await owner.press(card.message_id, pay);
  await owner.see("Доставлено: можно отправлять");
});

test("a question in a group is answered also when the language has changed since", async () => {
  const person = rig().person(9_806, GROUP);
  await person.say("/order", RUSSIAN);
  const question: Seen = await person.see("Какой заказ?");
  await person.say("none at all", {
    language_code: "en",
    reply_to_message_id: question.message_id,
  });
  await person.see("You have no order with this id");
});
