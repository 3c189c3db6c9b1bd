/** Every text of the bot: the same composers for all languages, each given its own words. */
import { account, deposit, history } from "./account.js";
import { book } from "./book.js";
import { buttons } from "./buttons.js";
import { files, help, notes, profile, prompts, toasts, unknownCommand } from "./chat.js";
import { closed, confirm, lineProblem, noPay, overlaps, wizard } from "./draft.js";
import { manual } from "./manual.js";
import { news, ordered, orderedInHour } from "./news.js";
import { notices, twoReadings } from "./notices.js";
import { amend, batch, booking, orders } from "./orders.js";
import { sell } from "./sell.js";
import { keys, settings } from "./settings.js";
import { stats } from "./stats.js";
import { team } from "./team.js";
import { teamAsk } from "./team-ask.js";
import { teamMoney } from "./team-money.js";
import { teamLog, teamReport } from "./team-told.js";
import { usdt } from "./usdt.js";
import { withdraw, withdrawalNews } from "./withdrawals.js";
import type { NamesIn, Words } from "./words.js";

export type CommandName = NamesIn<"commands">;

export type Messages = ReturnType<typeof messagesOf>;

export const messagesOf = (words: Words) => ({
  number: words.number,
  trx: words.trx,
  time: words.time,
  ...account(words),
  deposit: deposit(words),
  buttons: buttons(words),
  command: (name: CommandName): string => words.text(`commands-${name}`),
  wizard: wizard(words),
  lineProblem: lineProblem(words),
  confirm: confirm(words),
  noPay: noPay(words),
  closed: closed(words),
  notices: notices(words),
  batch: batch(words),
  booking: booking(words),
  orders: orders(words),
  settings: settings(words),
  sell: sell(words),
  stats: stats(words),
  help: help(words),
  history: history(words),
  news: news(words),
  manual: manual(words),
  keys: keys(words),
  notes: notes(words),
  twoReadings: twoReadings(words),
  unknownCommand: unknownCommand(words),
  profile: profile(words),
  prompts: prompts(words),
  toasts: toasts(words),
  files: files(words),
  book: book(words),
  overlaps: overlaps(words),
  usdt: usdt(words),
  amend: amend(words),
  ordered: ordered(words),
  orderedInHour: orderedInHour(words),
  withdrawalNews: withdrawalNews(words),
  withdraw: withdraw(words),
  team: team(words),
  teamAsk: teamAsk(words),
  teamMoney: teamMoney(words),
  teamLog: teamLog(words),
  teamReport: teamReport(words),
});
