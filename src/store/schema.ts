/** The steps from an empty file to the tables of today, in order. A released step never changes; a new one is appended. */
import { BOOK } from "./schema/book.js";
import { CARD_LANGUAGE } from "./schema/card-language.js";
import { FORGETTING } from "./schema/forgetting.js";
import { INITIAL } from "./schema/initial.js";
import { LANGUAGE } from "./schema/language.js";
import { LEGS_OF_RECORDS, LIVING_LEGS } from "./schema/legs-on-record.js";
import { NOTIFICATIONS } from "./schema/notifications.js";
import { OPEN_INCIDENTS } from "./schema/open-incidents.js";
import { OPEN_OFFERS } from "./schema/open-offers.js";
import { PENDING_KEYS } from "./schema/pending-keys.js";
import { PRIVATE_STAKE } from "./schema/private-stake.js";
import { RESTING_CARDS } from "./schema/resting-cards.js";
import { SELLER_LISTS } from "./schema/seller-lists.js";
import { SELLING } from "./schema/selling.js";
import { SETTING_LOG } from "./schema/setting-log.js";
import { SHORTFALLS } from "./schema/shortfalls.js";
import { SILENT_CHATS } from "./schema/silent-chats.js";
import { STATED_BY_BLOCKS } from "./schema/stated-by-blocks.js";
import { TELEGRAM } from "./schema/telegram.js";
import { TOLD_LOCKS } from "./schema/told-locks.js";
import { WALLET_NAMES } from "./schema/wallet-names.js";

export const MIGRATIONS: readonly string[] = [
  ...[INITIAL, TELEGRAM, LIVING_LEGS, BOOK],
  ...[LEGS_OF_RECORDS, SELLER_LISTS, LANGUAGE, WALLET_NAMES],
  ...[NOTIFICATIONS, PENDING_KEYS, RESTING_CARDS, SELLING],
  ...[SETTING_LOG, OPEN_OFFERS, CARD_LANGUAGE],
  ...[FORGETTING, SILENT_CHATS, SHORTFALLS],
  ...[OPEN_INCIDENTS, TOLD_LOCKS, STATED_BY_BLOCKS, PRIVATE_STAKE],
];
