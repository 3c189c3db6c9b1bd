/** The wallets that a card offers as buttons: in private those with a name that are used most, then those used last. */

import type { TelegramUserRow } from "../../engine/chat/telegram-users.js";
import type { Engine } from "../../engine/context.js";
import { readUsedNames } from "../../engine/customers/wallet-names.js";
import type { DraftData } from "../state/draft.js";

/** Three rows of two, most of them for those used last. */
const WALLETS_OFFERED = 6;
const NAMES_OFFERED = 4;

export type Offered = Pick<DraftData, "wallets" | "walletNames">;

/** A group sees no names: an address book is its owner's. */
export function offeredWallets(engine: Engine, user: TelegramUserRow, isGroup: boolean): Offered {
  const last = lastWallets(user);
  if (isGroup) return { wallets: last, walletNames: {} };
  const used = readUsedNames(engine, user.customer_id, NAMES_OFFERED);
  const walletNames: Record<string, string> = {};
  for (const { address, name } of used) walletNames[address] ??= name;
  const wallets = [...new Set([...Object.keys(walletNames), ...last])].slice(0, WALLETS_OFFERED);
  return { wallets, walletNames };
}

function lastWallets(user: TelegramUserRow): string[] {
  const wallets = JSON.parse(user.last_wallets) as unknown;
  return Array.isArray(wallets)
    ? wallets.filter((one): one is string => typeof one === "string")
    : [];
}
