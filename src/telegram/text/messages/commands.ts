/** What each command does, as its menu says it. */

export type CommandName =
  | "start"
  | "buy"
  | "quote"
  | "again"
  | "orders"
  | "order"
  | "balance"
  | "stats"
  | "history"
  | "settings"
  | "book"
  | "usdt"
  | "sell"
  | "key"
  | "cancel"
  | "help";

export type CommandTexts = Record<CommandName, string>;
