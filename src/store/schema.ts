/**
 * All tables, each declared in the file of its noun with the reason for each index; `ddl.ts` prints them. How they change:
 * CONTRIBUTING.md.
 *
 * Amounts of money and of stake end in `_sun`; 9007199254740991 is the largest whole number that JavaScript counts exactly.
 * Other times than those of legs are wall time in Unix milliseconds, unless a comment says otherwise.
 *
 * `IN` with more than two values is written as comparisons: SQLite fills a table of its own for it in each statement that writes
 * the row. An index is partial wherever it can be, since a row is written in every step of its life and each index it is in is
 * written with it; a query uses such an index only when it is written with the index's own condition (see conditions.ts).
 */
import { BATCHES } from "./batches.js";
import { BOOKINGS } from "./bookings.js";
import { CHAIN_BLOCKS } from "./chain-blocks.js";
import { CARDS } from "./chat/cards.js";
import { FLOWS } from "./chat/flows.js";
import { INBOX } from "./chat/inbox.js";
import { BALANCE_LIMITS, LIMIT_QUESTIONS, NEWS_SETTINGS } from "./chat/news-settings.js";
import { OPERATOR_CHATS, OPERATOR_NEWS } from "./chat/operator-chat.js";
import { OUTBOX } from "./chat/outbox.js";
import { SALE_WATCHES, UNTOLD_SALES } from "./chat/sales.js";
import { TELEGRAM_CHATS, TELEGRAM_USERS } from "./chat/telegram-users.js";
import { EXTENSIONS, WATCHED_BATCHES } from "./chat/watched-batches.js";
import { API_KEYS, CUSTOMERS } from "./customers.js";
import { DEPOSIT_KEYS } from "./deposit-keys.js";
import { DEPOSIT_ADDRESSES, DEPOSIT_CURSOR, DEPOSITS, USDT_RATES } from "./deposits.js";
import { INCIDENTS } from "./incidents.js";
import { ACCOUNTS, TRANSFERS } from "./ledger.js";
import { LEGS } from "./legs.js";
import { TOLD_LOCKS } from "./locks.js";
import { NOT_READ } from "./not-read.js";
import { OFFERS } from "./offers.js";
import { ORDERS } from "./orders.js";
import { CAPACITIES, OWNERS, STAKE_RATIOS } from "./owners.js";
import { PAYOUTS } from "./payouts.js";
import { QUOTES } from "./quotes.js";
import { AFTER_DELIVERY, RECEIVERS } from "./receivers.js";
import { CHALLENGES, SELLERS } from "./sellers.js";
import { SETTING_CHANGES, SETTINGS } from "./settings.js";
import { ACT_CURSOR, PRIVATE_STAKES, STAKE_ACTS } from "./stake-acts.js";
import type { Declared } from "./table.js";
import { TAKE_BACKS } from "./take-backs.js";
import { TEAM_INVITATIONS } from "./teams/invitations.js";
import { TEAM_LINK_CODES } from "./teams/link-codes.js";
import { TEAM_LOG } from "./teams/log.js";
import { TEAM_RAISES } from "./teams/raises.js";
import { TEAM_REQUESTS } from "./teams/requests.js";
import { TEAM_MEMBERS, TEAMS } from "./teams/teams.js";
import { UNKNOWN_PAYOUTS } from "./unknown-payouts.js";
import { WALLET_NAMES } from "./wallet-names.js";
import { NEXT_INDEXES, UNCLAIMED_DEPOSITS, WATCHED_ADDRESSES } from "./watched-addresses.js";
import { WITHDRAWALS, WITHDRAWALS_ASKED } from "./withdrawals.js";

/** Each behind those it refers to. */
export const TABLES: readonly Declared[] = [
  ...[SETTINGS, SETTING_CHANGES],
  ...[CUSTOMERS, TEAMS, API_KEYS, WALLET_NAMES],
  ...[ACCOUNTS, TRANSFERS],
  ...[QUOTES, BATCHES, ORDERS, AFTER_DELIVERY, BOOKINGS],
  ...[TEAM_MEMBERS, TEAM_INVITATIONS, TEAM_REQUESTS, TEAM_RAISES, TEAM_LOG, TEAM_LINK_CODES],
  ...[OWNERS, CAPACITIES, STAKE_RATIOS, TOLD_LOCKS, STAKE_ACTS, PRIVATE_STAKES, ACT_CURSOR],
  ...[LEGS],
  ...[SELLERS, CHALLENGES, OFFERS],
  ...[
    DEPOSIT_KEYS,
    DEPOSIT_ADDRESSES,
    NEXT_INDEXES,
    DEPOSIT_CURSOR,
    USDT_RATES,
    DEPOSITS,
    WATCHED_ADDRESSES,
    UNCLAIMED_DEPOSITS,
    WITHDRAWALS,
    WITHDRAWALS_ASKED,
    PAYOUTS,
  ],
  ...[TAKE_BACKS, UNKNOWN_PAYOUTS],
  ...[CHAIN_BLOCKS, RECEIVERS, NOT_READ, INCIDENTS],
  ...[
    TELEGRAM_USERS,
    TELEGRAM_CHATS,
    INBOX,
    OUTBOX,
    FLOWS,
    CARDS,
    EXTENSIONS,
    WATCHED_BATCHES,
    UNTOLD_SALES,
    SALE_WATCHES,
    NEWS_SETTINGS,
    BALANCE_LIMITS,
    LIMIT_QUESTIONS,
    OPERATOR_CHATS,
    OPERATOR_NEWS,
  ],
];

/** From each version to the next, the first from version 1, as each engine takes it. One that was released never changes. */
export const STEPS: readonly Step[] = [];

interface Step {
  readonly sqlite: string;
  readonly postgres: string;
}
