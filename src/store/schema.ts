/**
 * All tables, each declared in the file of its noun with the reason for each index, and printed for SQLite. How they change:
 * CONTRIBUTING.md.
 *
 * Amounts of money and of stake end in `_sun`; 9007199254740991 is the largest whole number that JavaScript counts exactly.
 * Other times than those of legs are wall time in Unix milliseconds, unless a comment says otherwise.
 *
 * `IN` with more than two values is written as comparisons: SQLite fills a table of its own for it in each statement that writes
 * the row. An index is partial wherever it can be, since a row is written in every step of its life and each index it is in is
 * written with it; a query uses such an index only when it is written with the index's own condition (see conditions.ts).
 */
import { createHash } from "node:crypto";
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
import type { SqlValue } from "./phase.js";
import { QUOTES } from "./quotes.js";
import { AFTER_DELIVERY, RECEIVERS } from "./receivers.js";
import { CHALLENGES, SELLERS } from "./sellers.js";
import { SETTING_CHANGES, SETTINGS } from "./settings.js";
import { ACT_CURSOR, PRIVATE_STAKES, STAKE_ACTS } from "./stake-acts.js";
import type { Column, Declared } from "./table.js";
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

/** What a new file is given: the tables as the newest step leaves them. */
export const SCHEMA = TABLES.map(printed).join(";\n");

/** From each version to the next, the first from version 1. One that was released never changes. */
export const STEPS: readonly string[] = [];

/**
 * In each file of the desk (PRAGMA application_id). Until 1.0.0 is released it follows the tables, not their comments, so that a file with
 * others is known; from then on it stays the number that it was.
 */
export const APPLICATION_ID = createHash("sha256")
  .update(SCHEMA.replace(/--.*/g, "").replace(/\s+/g, " "))
  .digest()
  .readInt32BE();

function printed({ name, fields, rules }: Declared): string {
  const lines = [
    ...Object.entries(fields).map(([column, field]) => printedColumn(column, field)),
    ...(rules.key ? [`PRIMARY KEY (${rules.key})`] : []),
    ...(rules.unique ?? []).map((columns) => `UNIQUE (${columns})`),
    ...(rules.checks ?? []).map((check) => `CHECK (${check})`),
  ];
  const how = rules.hasRowid ? "STRICT" : "STRICT, WITHOUT ROWID";
  const fixed = Object.keys(fields).filter((column) => fields[column]?.rules.isFixed);
  const { isKept, sql } = rules;
  return [
    `CREATE TABLE ${name} (\n  ${lines.join(",\n  ")}\n) ${how}`,
    ...(sql ? [sql.trim().replace(/;$/, "")] : []),
    ...(fixed.length > 0 ? [frozen(name, fixed.join(", "))] : []),
    ...(isKept ? [kept(name, isKept === true ? "" : `WHEN ${isKept.when}`)] : []),
  ].join(";\n");
}

function printedColumn(name: string, { type, rules }: Column<SqlValue, boolean>): string {
  const { isNullable, isKey, isUnique, byDefault, values, check, references } = rules;
  const quoted = values?.map((value) => (typeof value === "string" ? `'${value}'` : value)) ?? [];
  const listed =
    quoted.length > 2
      ? quoted.map((value) => `${name} = ${value}`).join(" OR ")
      : `${name} IN (${quoted.join(", ")})`;
  const parts = [
    isKey ? "PRIMARY KEY" : !isNullable && "NOT NULL",
    isUnique && "UNIQUE",
    byDefault !== undefined &&
      `DEFAULT ${typeof byDefault === "string" ? `'${byDefault}'` : byDefault}`,
    references && `REFERENCES ${references}`,
    values && `CHECK (${listed})`,
    check && `CHECK (${check})`,
  ];
  return [name, type, ...parts.filter(Boolean)].join(" ");
}

function frozen(table: string, columns: string): string {
  return `
CREATE TRIGGER ${table}_is_final BEFORE UPDATE OF ${columns} ON ${table}
BEGIN SELECT RAISE(ABORT, '${table}: ${columns} are never changed'); END`;
}

function kept(table: string, when: string): string {
  return `
CREATE TRIGGER ${table}_is_kept BEFORE DELETE ON ${table} ${when}
BEGIN SELECT RAISE(ABORT, 'a row of ${table} is never deleted'); END`;
}
