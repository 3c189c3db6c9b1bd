/** English. Short lines, the most important first, and what to do next in every refusal. */
import { account } from "./en/account.js";
import { batch } from "./en/batch.js";
import { book } from "./en/book.js";
import { buttons } from "./en/buttons.js";
import { commands } from "./en/commands.js";
import { confirm } from "./en/confirm.js";
import { files } from "./en/files.js";
import { help } from "./en/help.js";
import { history } from "./en/history.js";
import { keys } from "./en/keys.js";
import { manual } from "./en/manual.js";
import { news } from "./en/news.js";
import { notes } from "./en/notes.js";
import { notices } from "./en/notices.js";
import { orders } from "./en/orders.js";
import { overlaps } from "./en/overlaps.js";
import { profile } from "./en/profile.js";
import { prompts } from "./en/prompts.js";
import { sell } from "./en/sell.js";
import { settings } from "./en/settings.js";
import { stats } from "./en/stats.js";
import { toasts } from "./en/toasts.js";
import { usdt } from "./en/usdt.js";
import { closed, wizard } from "./en/wizard.js";
import type { Messages } from "./messages.js";

export const en: Messages = {
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
