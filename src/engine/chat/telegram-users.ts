/** Who a Telegram user is to the desk: a customer of their own from the first contact on, and the language they read. */
import type { CustomerId } from "../../domain/ids.js";
import { SUN_PER_TRX, type Sun, sun } from "../../domain/money.js";
import { markOpenCardsDirty, markOpenCardsInDirty } from "../../store/chat/cards.js";
import {
  askAboveSunOf,
  findTelegramUser,
  insertTelegramUser,
  languageOfGroup,
  saveChosenLanguage,
  saveGroupLanguage,
  saveSeen,
  type TelegramUserRow,
} from "../../store/chat/telegram-users.js";
import { insertCustomer } from "../../store/customers.js";
import { openCustomerAccounts } from "../../store/ledger.js";
import type { Phase } from "../../store/phase.js";
import type { Engine } from "../context.js";
import { creditOpening, type FirstCredit } from "../customers/customers.js";

/** Above which sum Pay asks once more, unless its user has said otherwise in /settings: 500 TRX. */
export const USUAL_ASK_ABOVE_SUN = sun(500 * SUN_PER_TRX);

export async function readAskAboveSun(engine: Engine, userId: number): Promise<Sun> {
  return (await engine.database.read(() => askAboveSunOf(userId))) ?? USUAL_ASK_ABOVE_SUN;
}

/** What Telegram tells of a user with each update. */
export interface TelegramPerson {
  readonly userId: number;
  readonly name: string;
  /** What their client speaks; not every client says so. */
  readonly clientLanguage: string | undefined;
}

/** The user's account, made at the first contact, with a first credit where the desk gives one. */
export async function telegramUser(
  engine: Engine,
  person: TelegramPerson,
  firstCredit: FirstCredit,
): Promise<TelegramUserRow> {
  const { userId, clientLanguage } = person;
  const known = await engine.database.read(() => findTelegramUser(userId));
  if (!known) {
    const customerId = engine.newId();
    const at = engine.now();
    return engine.database.commit(() => meet(person, customerId, firstCredit, at));
  }
  const language = clientLanguage ?? known.client_language;
  const name = person.name.slice(0, LONGEST_NAME);
  if (language === known.client_language && name === known.name) return known;
  await engine.database.commit(() => saveSeen(userId, language, name));
  return { ...known, client_language: language, name };
}

const LONGEST_NAME = 200;

function* meet(
  person: TelegramPerson,
  customerId: CustomerId,
  firstCredit: FirstCredit,
  at: number,
): Phase<TelegramUserRow> {
  const { userId, name, clientLanguage = null } = person;
  const known = yield* findTelegramUser(userId);
  if (known) return known;
  yield* insertCustomer(customerId, name.slice(0, LONGEST_NAME) || `Telegram ${userId}`, at);
  yield* openCustomerAccounts(customerId);
  yield* insertTelegramUser(userId, customerId, clientLanguage, at, name.slice(0, LONGEST_NAME));
  if (firstCredit.amountSun > 0) yield* creditOpening(customerId, firstCredit, at);
  return {
    user_id: userId,
    customer_id: customerId,
    last_duration: null,
    last_energy: null,
    last_wallets: "[]",
    client_language: clientLanguage,
    chosen_language: null,
    name: name.slice(0, LONGEST_NAME),
    pays_from: null,
  };
}

/** What is wanted in a chat, and what the client of its person speaks; nothing is known of one who never wrote. */
export interface LanguageWish {
  readonly chosen: string | null;
  readonly client: string | null;
}

/** A private chat's id is its person's. */
export async function readLanguageWish(engine: Engine, chatId: number): Promise<LanguageWish> {
  return engine.database.read(function* () {
    const user = yield* findTelegramUser(chatId);
    if (user) return { chosen: user.chosen_language, client: user.client_language };
    return { chosen: (yield* languageOfGroup(chatId)) ?? null, client: null };
  });
}

/** The language of a group that has none yet. */
export async function beginGroup(engine: Engine, chatId: number, language: string): Promise<void> {
  const isNew = function* () {
    return (yield* languageOfGroup(chatId)) == null;
  };
  if (!(await engine.database.read(isNew))) return;
  await engine.database.commit(function* () {
    if (yield* isNew()) yield* saveGroupLanguage(chatId, language);
  });
}

/** What is open in the group is redrawn; orders change their language when they change. */
export async function chooseGroupLanguage(
  engine: Engine,
  chatId: number,
  language: string,
): Promise<void> {
  await engine.database.commit(function* () {
    yield* saveGroupLanguage(chatId, language);
    yield* markOpenCardsInDirty(chatId);
  });
}

/** Null follows the client again. What the user has open is redrawn; orders change their language when they change. */
export async function chooseLanguage(
  engine: Engine,
  userId: number,
  language: string | null,
): Promise<void> {
  await engine.database.commit(function* () {
    yield* saveChosenLanguage(userId, language);
    yield* markOpenCardsDirty(userId);
  });
}
