/** Who a Telegram user is to the desk: a customer of his own from the first contact on. */
import type { CustomerId } from "../domain/ids.js";
import type { Sun } from "../domain/money.js";
import { insertCustomer } from "../store/customers.js";
import { openCustomerAccounts } from "../store/ledger.js";
import type { Phase } from "../store/phase.js";
import {
  findTelegramUser,
  insertTelegramUser,
  type TelegramUserRow,
} from "../store/telegram-users.js";
import type { Engine } from "./context.js";
import { creditOpening } from "./customers.js";

export type { TelegramUserRow } from "../store/telegram-users.js";

/** The user's account, made at the first contact, with a first credit where the desk gives one. */
export async function telegramUser(
  engine: Engine,
  userId: number,
  name: string,
  firstCreditSun: Sun,
): Promise<TelegramUserRow> {
  const known = engine.database.read(() => findTelegramUser(userId));
  if (known) return known;
  const customerId = engine.newId();
  const at = engine.now();
  return engine.database.commit(() => meet(userId, name, customerId, firstCreditSun, at));
}

function* meet(
  userId: number,
  name: string,
  customerId: CustomerId,
  firstCreditSun: Sun,
  at: number,
): Phase<TelegramUserRow> {
  const known = yield* findTelegramUser(userId);
  if (known) return known;
  yield* insertCustomer(customerId, name.slice(0, 200) || `Telegram ${userId}`, at);
  yield* openCustomerAccounts(customerId);
  yield* insertTelegramUser(userId, customerId, at);
  if (firstCreditSun > 0) yield* creditOpening(customerId, firstCreditSun, at);
  return {
    user_id: userId,
    customer_id: customerId,
    last_duration: null,
    last_wallets: "[]",
  };
}
