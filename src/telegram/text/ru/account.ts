/** The menu and the money of an account. */
import { bold, code, join, rich } from "../../format.js";
import type { AccountTexts } from "../messages/account.js";

export const topUp: AccountTexts["topUp"] = (contact, id) =>
  rich`Для пополнения напишите ${contact ?? "оператору"} и укажите ID клиента ${code(id)}`;

export const account: AccountTexts = {
  menu: (gift) =>
    join([
      bold("Energy Desk"),
      gift ? `У вас ${gift} TRX для пробы.` : "Аренда энергии и Bandwidth в сети TRON за секунды.",
      "Нажмите «Купить энергию» или вставьте адрес кошелька.",
    ]),
  balance: (available, held) =>
    join([bold(`Баланс ${available} TRX`), held ? `В текущих заказах: ${held} TRX` : undefined]),
  topUp,
  credited: (amount, available) =>
    join([bold(`+${amount} TRX`), `Теперь на балансе ${available} TRX. Купить: /buy.`]),
};
