/** Russian. Short lines, the most important first, and what to do next in every refusal. */
import type { Messages } from "./messages.js";
import { account } from "./ru/account.js";
import { batch } from "./ru/batch.js";
import { book } from "./ru/book.js";
import { buttons } from "./ru/buttons.js";
import { commands } from "./ru/commands.js";
import { confirm } from "./ru/confirm.js";
import { files } from "./ru/files.js";
import { help } from "./ru/help.js";
import { history } from "./ru/history.js";
import { keys } from "./ru/keys.js";
import { manual } from "./ru/manual.js";
import { news } from "./ru/news.js";
import { notes } from "./ru/notes.js";
import { notices } from "./ru/notices.js";
import { orders } from "./ru/orders.js";
import { overlaps } from "./ru/overlaps.js";
import { profile } from "./ru/profile.js";
import { prompts } from "./ru/prompts.js";
import { sell } from "./ru/sell.js";
import { settings } from "./ru/settings.js";
import { stats } from "./ru/stats.js";
import { toasts } from "./ru/toasts.js";
import { usdt } from "./ru/usdt.js";
import { closed, wizard } from "./ru/wizard.js";

export const ru: Messages = {
  ...account,
  buttons,
  commands,
  wizard,
  confirm,
  closed,
  notices,
  batch,
  orders,
  settings,
  sell,
  stats,
  help,
  history,
  news,
  manual,
  keys,
  notes,
  profile,
  prompts,
  toasts,
  files,
  book,
  overlaps,
  usdt,
};
