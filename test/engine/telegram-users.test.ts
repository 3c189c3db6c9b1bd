/** What the desk knows of a Telegram user: his account and the language he reads. */
import { expect, test } from "vitest";
import { sun } from "../../src/domain/money.js";
import {
  chooseLanguage,
  readLanguageWish,
  type TelegramPerson,
  telegramUser,
} from "../../src/engine/chat/telegram-users.js";
import { openDesk } from "../support/desk.js";
import { paidCredit } from "../support/terms.js";

const ALICE: TelegramPerson = { userId: 7001, name: "@alice", clientLanguage: "en" };

test("a user has one account, whatever his client speaks later", async () => {
  const desk = await openDesk();
  const first = await telegramUser(desk.engine, ALICE, paidCredit(sun(0)));
  const later = await telegramUser(
    desk.engine,
    { ...ALICE, clientLanguage: "ru" },
    paidCredit(sun(0)),
  );
  expect(later).toEqual({ ...first, client_language: "ru" });
  // A client that does not say it anew speaks what it spoke.
  const silent = { ...ALICE, clientLanguage: undefined };
  expect(await telegramUser(desk.engine, silent, paidCredit(sun(0)))).toEqual(later);
  await desk.restart();
  expect(await readLanguageWish(desk.engine, ALICE.userId)).toEqual({ chosen: null, client: "ru" });
});

test("a language stays chosen until the user follows his client again", async () => {
  const desk = await openDesk();
  await telegramUser(desk.engine, ALICE, paidCredit(sun(0)));
  await chooseLanguage(desk.engine, ALICE.userId, "ru");
  await telegramUser(desk.engine, { ...ALICE, clientLanguage: "de" }, paidCredit(sun(0)));
  await desk.restart();
  expect(await readLanguageWish(desk.engine, ALICE.userId)).toEqual({ chosen: "ru", client: "de" });
  await chooseLanguage(desk.engine, ALICE.userId, null);
  expect(await readLanguageWish(desk.engine, ALICE.userId)).toEqual({ chosen: null, client: "de" });
});

test("of one who never wrote nothing is known", async () => {
  const desk = await openDesk();
  expect(await readLanguageWish(desk.engine, 7003)).toEqual({ chosen: null, client: null });
});
