/** What each command does. */
import type { CommandTexts } from "../messages/commands.js";

export const commands: CommandTexts = {
  start: "Menu",
  buy: "Buy, step by step or in one line",
  quote: "Ask for the price only",
  again: "Your last order once more, or one by its id",
  orders: "Your orders",
  order: "One order, by its id",
  balance: "Your balance",
  stats: "What you spent in 30 days, as a picture",
  history: "Every movement of your balance, as a CSV file",
  settings: "Notifications and language",
  book: "Your names for wallets",
  usdt: "Energy for a USDT transfer",
  sell: "Sell your Energy and Bandwidth",
  key: "Your API keys",
  cancel: "Drop the open card",
  help: "How it works",
};
