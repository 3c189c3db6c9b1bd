/** /settings and /key. */

import type { Part } from "../transport/format.js";
import type { NamesIn, Words } from "./words.js";

export const settings = ({ text }: Words) => ({
  title: text("settings-title"),
  groupTitle: text("settings-group-title"),
  /** What a tap on a kind does, and who may in a group. */
  hint: text("settings-hint"),
  groupHint: text("settings-group-hint"),
  /** When the mode `late` tells. */
  lateHint: text("settings-late-hint"),
  kind: (kind: NamesIn<"settings-kind">): string => text(`settings-kind-${kind}`),
  mode: (mode: NamesIn<"settings-mode">): string => text(`settings-mode-${mode}`),
  /** On a button. */
  kindButton: (kind: string, mode: string): string => text("settings-button-kind", { kind, mode }),
  /** `limit` in TRX; undefined when there is none. */
  limit: (limit: string | undefined): string => text("settings-limit", { limit }),
  /** Said when the limit was set. */
  alreadyBelow: (available: string): string => text("settings-already-below", { available }),
  limitButton: (limit: string): string => text("settings-limit-button", { limit }),
  orders: (from: string | undefined): string => text("settings-orders", { from }),
  ordersButton: (from: string | undefined): string => text("settings-orders-button", { from }),
  askOrders: text("settings-ask-orders"),
  noLimit: text("settings-no-limit"),
  /** On a button: there is nothing to be told of. */
  noLimitYet: text("settings-no-limit-yet"),
  /** Above so many TRX Pay asks once more; undefined is never. */
  askAbove: (trx: number | undefined): string => text("settings-ask-above", { trx }),
  askAboveButton: (trx: number | undefined): string => text("settings-ask-above-button", { trx }),
  askLimit: text("settings-ask-limit"),
  /** What was typed is no limit. */
  badLimit: (said: string | undefined): string => text("settings-bad-limit", { said }),
  language: (name: string): string => text("settings-language", { name }),
  /** The language of the client, whichever it is. */
  asClient: text("settings-as-client"),
  languageButton: text("settings-language-button"),
  /** Toasts. */
  adminsOnly: text("settings-admins-only"),
  cannotAsk: text("settings-cannot-ask"),
});

export const keys = ({ text, rich }: Words) => ({
  title: text("keys-title"),
  about: text("keys-about"),
  none: text("keys-none"),
  line: (startsWith: Part, issued: Part): Part => rich("keys-line", { startsWith, issued }),
  /** After a restore. */
  disabledLine: (startsWith: Part, issued: Part): Part =>
    rich("keys-disabled-line", { startsWith, issued }),
  /** No more than so many. */
  full: (most: number): string => text("keys-full", { most }),
  issue: text("keys-issue"),
  revoke: (startsWith: string): string => text("keys-revoke", { startsWith }),
  askRevoke: (startsWith: Part): Part => rich("keys-ask-revoke", { startsWith }),
  confirmRevoke: text("keys-confirm-revoke"),
  revoked: (startsWith: Part): Part => rich("keys-revoked", { startsWith }),
  /** It was revoked before, or never was theirs. */
  gone: text("keys-gone"),
  /** The one time it is shown. */
  shown: (key: Part, team: string | undefined, cap: string): Part =>
    rich("keys-shown", { key, team, cap }),
  copy: text("keys-copy"),
  notShown: (startsWith: Part): Part => rich("keys-not-shown", { startsWith }),
});
