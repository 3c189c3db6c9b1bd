/** The card of /settings. */
import type { SettingsTexts } from "../messages/settings.js";

export const settings: SettingsTexts = {
  title: "Settings",
  groupTitle: "Notifications in this group",
  hint: "Tap one to change it: on, silent, off.",
  groupHint: "Of orders placed in this group. Admins change it.",
  kind: {
    completed: "Delivered",
    partial: "Delivered in part",
    cancelled: "Cancelled, refunds",
    ending: "Rental ends soon",
    balance: "Low balance",
  },
  mode: { on: "on", silent: "silent", off: "off" },
  kindButton: (kind, mode) => `${kind}: ${mode}`,
  limit: (limit) => (limit ? `Low balance is below ${limit} TRX` : "Low balance: no limit set"),
  limitButton: (limit) => (limit ? `Limit: ${limit} TRX` : "Set a balance limit"),
  noLimit: "No limit",
  askLimit: "Below how many TRX shall I tell you? Type an amount such as 50.",
  badLimit: "That is no amount of TRX. Type a number such as 50 or 12.5, at most 6 decimals.",
  language: (name) => `Language: ${name}`,
  asClient: "as in Telegram",
  adminsOnly: "Only admins of this group can change that.",
  cannotAsk: "Telegram could not be asked whether you are an admin. Try again in a moment.",
};
