/** Which language is read: in private the client's, unless another was chosen; a group has one for all. */
import { expect, test } from "vitest";
import { chooseGroupLanguage, chooseLanguage } from "../../../src/engine/chat/telegram-users.js";
import { addressOf } from "../../support/addresses.js";
import { ALICE, BOB, buttonsOf, CAROL, dataOf, GROUP, hearEach, type Seen } from "./people.js";
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
  await person.tap("1 ч");
  await person.see("Оплатить 7.8 TRX");
  const stale = asks.reply_markup?.inline_keyboard?.flat().find(({ text }) => text === "1 дн.");
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

test("a group speaks to all as the first who used the bot there", async () => {
  const first = rig().person(9_804, GROUP);
  const other = rig().person(9_805, GROUP);
  // It may be another bot's.
  await other.say("/price", { language_code: "es" });
  await first.say("/help", RUSSIAN);
  await first.see("Как это работает");
  await other.say(`/buy 65k energy 1h ${active(34)}`, { language_code: "es" });
  const card = await other.see("Оплатить 3.9 TRX");
  const pay = card.reply_markup?.inline_keyboard?.at(-1)?.[0]?.callback_data ?? "";
  const toast = await first.press(card.message_id, pay);
  expect(toast.text).toContain("Владелец этой карточки — @user9805.");
  await other.press(card.message_id, pay);
  await other.see("Доставлено: можно отправлять");
  const alone = rig().person(9_805);
  await alone.say("/help", { language_code: "es" });
  await alone.see("Cómo funciona");
});

test("a question in a group is answered also when the language has changed since", async () => {
  const person = rig().person(9_806, GROUP);
  await chooseGroupLanguage(rig().engine, GROUP, "ru");
  await person.say("/order");
  const question: Seen = await person.see("Какой заказ?");
  await chooseGroupLanguage(rig().engine, GROUP, "en");
  await person.say("none at all", { reply_to_message_id: question.message_id });
  await person.see("You have no order with this id");
});

test("an admin chooses a group's language; what is open there and its news follow", async () => {
  const own = rig();
  const [alice, bob] = [own.person(ALICE, GROUP), own.person(BOB, GROUP)];
  const alone = own.person(BOB);
  await alone.say("/start");
  await alone.see("Buy Energy");
  await hearEach(alone);
  await chooseLanguage(own.engine, BOB, "zh");
  await alice.say(`/buy 65k energy 1h ${active(36)}`);
  await bob.say("/settings");
  const card = await bob.see("Language: English");
  const refused = await bob.tap("🌐 Language");
  expect(refused).toMatchObject({ text: "Only admins of this group can change that." });
  const french = await bob.press(card.message_id, "n:language:es");
  expect(french).toMatchObject({ text: "Only admins of this group can change that." });
  await alice.tap("Delivered: off");
  await alice.tap("Delivered: if late");
  await alice.tap("🌐 Language");
  const choices = buttonsOf(await alice.see("✓ English")).map(({ text }) => text);
  expect(choices).toEqual(["✓ English", "Español", "Русский", "中文", "Back"]);
  await alice.tap("Español");
  await bob.see("Idioma: Español");
  // What the tapper alone sees is in theirs.
  const hers = await bob.see("Pagar 3.9 TRX");
  const whose = await bob.press(hers.message_id, dataOf(hers, "Pagar"));
  expect(whose.text).toContain("的卡片");
  await alice.tap("Pagar 3.9 TRX");
  // An older card of the group is told of as delivered in the new language too.
  await alice.see(new RegExp(`Entregado: ya puedes enviar[^]*${active(36)}`));
  await bob.say(`/buy 65k energy 1h ${active(37)}`, { language_code: "ru" });
  await bob.tap("Pagar 3.9 TRX");
  await bob.hear("🔔 Entregado", 2);
  await alone.hear("🔔 已到账");
  const there = own.person(CAROL, await own.migrate(GROUP));
  await there.say("/help");
  await there.see("Cómo funciona");
});
