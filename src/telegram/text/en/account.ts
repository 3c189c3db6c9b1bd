/** The menu and the money of an account. */
import { bold, code, join, rich } from "../../format.js";
import type { AccountTexts } from "../messages/account.js";

export const topUp: AccountTexts["topUp"] = (contact, id) =>
  rich`To top up, write to ${contact ?? "the operator"} and quote your customer id ${code(id)}`;

export const account: AccountTexts = {
  menu: (gift) =>
    join([
      bold("Energy Desk"),
      gift ? `You have ${gift} TRX to try it.` : "Rent TRON Energy and Bandwidth in seconds.",
      "Tap Buy Energy, or paste a wallet address.",
    ]),
  balance: (available, held) =>
    join([bold(`Balance ${available} TRX`), held ? `Running orders: ${held} TRX` : undefined]),
  topUp,
  credited: (amount, available) =>
    join([bold(`+${amount} TRX`), `Your balance is ${available} TRX now. Buy with /buy.`]),
};
