/**
 * What a button carries: 1 to 64 bytes, ids and versions only. Anybody can send any text as
 * callback data, so what is read here says what was asked for and never what may be done: owner,
 * price and receivers come from the rows.
 */
import { assert } from "../../domain/assert.js";
import { isOrderId } from "../../domain/ids.js";
import { sellingActionFrom, sellingWords } from "../selling/action-words.js";
import type { SellingAction } from "../selling/events.js";
import { actionFrom, actionWords } from "../wizard/action-words.js";
import type { Action } from "../wizard/events.js";
import { type BookPress, bookWords, readBookPress } from "./book-press.js";
import { type KeyPress, keyWords, readKeyPress } from "./key-press.js";
import { readSettingPress, type SettingPress, settingWords } from "./setting-press.js";

/** What a tap on a button asks for. */
export type Press =
  | {
      readonly on: "draft";
      readonly draftId: string;
      readonly version: number;
      readonly action: Action;
    }
  | { readonly on: "menu"; readonly item: MenuItem }
  | { readonly on: "batch"; readonly batchId: string; readonly act: BatchAct }
  | { readonly on: "order"; readonly orderId: string }
  /** Rents the same again for the wallets of a batch whose rental ends then (Unix milliseconds, whole seconds). */
  | { readonly on: "extend"; readonly batchId: string; readonly endsAt: number }
  | { readonly on: "settings"; readonly setting: SettingPress }
  /** Opens a card for the wallets that a paid draft has left. */
  | { readonly on: "waiting"; readonly draftId: string }
  | { readonly on: "book"; readonly press: BookPress }
  | {
      readonly on: "selling";
      readonly sellingId: string;
      readonly version: number;
      readonly action: SellingAction;
    }
  | { readonly on: "keys"; readonly press: KeyPress }
  /** Buys what the answer to an update has quoted. */
  | { readonly on: "offer"; readonly updateId: number }
  /** A page of the orders; `cursor` undefined is the newest. */
  | { readonly on: "orders"; readonly cursor: string | undefined };

export const MENU_ITEMS = ["buyEnergy", "buyBandwidth", "orders", "balance", "help"] as const;
export type MenuItem = (typeof MENU_ITEMS)[number];

export const BATCH_ACTS = ["repeat", "refresh", "cancel"] as const;
export type BatchAct = (typeof BATCH_ACTS)[number];

/** Telegram's limit for callback data. */
const MAX_BYTES = 64;

export function encodePress(press: Press): string {
  const text = wordsOf(press).join(":");
  const bytes = Buffer.byteLength(text);
  assert(bytes >= 1 && bytes <= MAX_BYTES, `callback data of ${bytes} bytes: ${text}`);
  assert(readPress(text), `callback data that would not be read back: ${text}`);
  return text;
}

/** Never throws: undefined for whatever `encodePress` does not write. */
export function decodePress(text: string): Press | undefined {
  if (text.length > MAX_BYTES) return undefined;
  const press = readPress(text);
  // One text per press: "007" is not a way to write 7.
  return press && wordsOf(press).join(":") === text ? press : undefined;
}

function wordsOf(press: Press): string[] {
  switch (press.on) {
    case "draft":
      return ["w", press.draftId, press.version.toString(36), ...actionWords(press.action)];
    case "menu":
      return ["m", press.item];
    case "batch":
      return ["o", press.batchId, press.act];
    case "order":
      return ["s", press.orderId];
    case "extend":
      return ["x", press.batchId, Math.floor(press.endsAt / 1_000).toString(36)];
    case "settings":
      return ["n", ...settingWords(press.setting)];
    case "waiting":
      return ["v", press.draftId];
    case "book":
      return ["b", ...bookWords(press.press)];
    case "selling":
      return ["z", press.sellingId, press.version.toString(36), ...sellingWords(press.action)];
    case "keys":
      return ["k", ...keyWords(press.press)];
    case "offer":
      return ["q", String(press.updateId)];
    case "orders":
      return press.cursor === undefined ? ["l"] : ["l", press.cursor];
  }
}

function readPress(text: string): Press | undefined {
  const [on, first, second, ...rest] = text.split(":");
  if (on === "l" && first === undefined) return { on: "orders", cursor: undefined };
  if (first === undefined) return undefined;
  if (on === "m") {
    const item = MENU_ITEMS.find((name) => name === first);
    return item && { on: "menu", item };
  }
  if (on === "q") {
    return /^\d{1,15}$/.test(first) ? { on: "offer", updateId: Number(first) } : undefined;
  }
  if (on === "n") return readSettingsPress(text);
  if (on === "b") return readBook(text);
  if (on === "k") return readKeysPress(text);
  if (!isOrderId(first)) return undefined;
  if (on === "v") return second === undefined ? { on: "waiting", draftId: first } : undefined;
  if (on === "l") return { on: "orders", cursor: first };
  if (on === "s") return { on: "order", orderId: first };
  if (second === undefined) return undefined;
  if (on === "o") {
    const act = BATCH_ACTS.find((name) => name === second);
    return act && { on: "batch", batchId: first, act };
  }
  if (on === "x") {
    const seconds = /^[0-9a-z]{1,8}$/.test(second) ? Number.parseInt(second, 36) : 0;
    return seconds > 0 ? { on: "extend", batchId: first, endsAt: seconds * 1_000 } : undefined;
  }
  if (on === "z") return readSellingPress(first, second, rest);
  return on === "w" ? readDraftPress(first, second, rest) : undefined;
}

function readSettingsPress(text: string): Press | undefined {
  const setting = readSettingPress(text.split(":").slice(1));
  return setting && { on: "settings", setting };
}

function readBook(text: string): Press | undefined {
  const press = readBookPress(text.split(":").slice(1));
  return press && { on: "book", press };
}

function readKeysPress(text: string): Press | undefined {
  const press = readKeyPress(text.split(":").slice(1));
  return press && { on: "keys", press };
}

function readDraftPress(
  draftId: string,
  versionText: string,
  words: readonly string[],
): Press | undefined {
  const version = readVersion(versionText);
  const action = actionFrom(words);
  return version && action ? { on: "draft", draftId, version, action } : undefined;
}

function readSellingPress(
  sellingId: string,
  versionText: string,
  words: readonly string[],
): Press | undefined {
  const version = readVersion(versionText);
  const action = sellingActionFrom(words);
  return version && action ? { on: "selling", sellingId, version, action } : undefined;
}

function readVersion(text: string): number | undefined {
  const version = /^[0-9a-z]{1,11}$/.test(text) ? Number.parseInt(text, 36) : 0;
  return Number.isSafeInteger(version) && version > 0 ? version : undefined;
}
