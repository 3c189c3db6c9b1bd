/** Who wants to hear what: kinds of notifications by chat, and limits of balances. */
import type { CustomerId } from "../../domain/ids.js";
import type { Sun } from "../../domain/money.js";
import { NEWS_KINDS, NEWS_MODES, type NewsKind, type NewsMode } from "../../domain/notification.js";
import { availableOf } from "../ledger.js";
import { all, type Phase, run, value } from "../phase.js";
import { flag, integer, oneOf, type RowOf, table, text } from "../table.js";

export const NEWS_SETTINGS = table(
  "news_setting",
  {
    chat_id: integer(),
    kind: oneOf(NEWS_KINDS),
    mode: oneOf(NEWS_MODES),
  },
  {
    key: "chat_id, kind",
  },
);

/** Who wants to be told when their balance falls below a limit; armed while it has not fallen since it was above. */
export const BALANCE_LIMITS = table(
  "balance_limit",
  {
    account_id: text().key.references("account"),
    user_id: integer().unique,
    limit_sun: integer().check("limit_sun > 0"),
    armed: flag(),
    changed: flag().default(0),
  },
  {
    sql: `
-- Limits that were crossed since they were looked at.
CREATE INDEX balance_limit_changed ON balance_limit (account_id) WHERE changed = 1;`,
  },
);

/** What a chat has said; the rest is as usual. */
export function* newsModesOf(chatId: number): Phase<Map<NewsKind, NewsMode>> {
  const rows = yield* all<{ kind: NewsKind; mode: NewsMode }>(
    "SELECT kind, mode FROM news_setting WHERE chat_id = ?",
    chatId,
  );
  return new Map(rows.map(({ kind, mode }) => [kind, mode]));
}

export const setNewsMode = (chatId: number, kind: NewsKind, mode: NewsMode) =>
  NEWS_SETTINGS.put({ chat_id: chatId, kind, mode });

/** What the new chat has said already stays. */
export function* moveNewsModes(fromChatId: number, toChatId: number): Phase<void> {
  yield* run(
    `INSERT INTO news_setting (chat_id, kind, mode)
     SELECT ?, kind, mode FROM news_setting WHERE chat_id = ?
     ON CONFLICT (chat_id, kind) DO NOTHING`,
    toChatId,
    fromChatId,
  );
  yield* run("DELETE FROM news_setting WHERE chat_id = ?", fromChatId);
}

export type CrossedLimitRow = {
  account_id: string;
  user_id: number;
  limit_sun: Sun;
  armed: 0 | 1;
  balance_sun: Sun;
};

/** Those that have been crossed, one way or the other, with what is available now. */
export const crossedLimits = (limit: number) =>
  all<CrossedLimitRow>(
    `SELECT balance_limit.account_id, user_id, limit_sun, armed, balance_sun
     FROM balance_limit JOIN account ON account.id = account_id
     WHERE changed = 1 LIMIT ?`,
    limit,
  );

export const armLimit = (accountId: string, armed: boolean) =>
  run(
    "UPDATE balance_limit SET changed = 0, armed = ? WHERE account_id = ?",
    armed ? 1 : 0,
    accountId,
  );

export interface NewLimit {
  readonly customerId: CustomerId;
  readonly userId: number;
  readonly limitSun: Sun;
  readonly armed: boolean;
}

export const setBalanceLimit = ({ customerId, userId, limitSun, armed }: NewLimit) =>
  BALANCE_LIMITS.put({
    ...{ account_id: availableOf(customerId), user_id: userId, limit_sun: limitSun },
    ...{ armed: armed ? 1 : 0, changed: 0 },
  });

export const deleteBalanceLimit = (userId: number) =>
  run("DELETE FROM balance_limit WHERE user_id = ?", userId);

export const balanceLimitOf = (userId: number) =>
  value<Sun>("SELECT limit_sun FROM balance_limit WHERE user_id = ?", userId);

/** Which sum: below which balance, or from which order on, somebody is told. */
export type LimitOf = "balance" | "orders";

/** The card of /settings that waits for a limit to be typed. */
export const LIMIT_QUESTIONS = table("limit_question", {
  user_id: integer().key,
  message_id: integer(),
  asked_at: integer(),
  /** Which sum the card of /settings waits for. */
  about: oneOf(["balance", "orders"]).default("balance"),
});

export type LimitQuestionRow = RowOf<typeof LIMIT_QUESTIONS>;

export const findLimitQuestion = (userId: number) =>
  LIMIT_QUESTIONS.one("WHERE user_id = ?", userId);

export const askForLimit = (userId: number, messageId: number, about: LimitOf, at: number) =>
  LIMIT_QUESTIONS.put({ user_id: userId, message_id: messageId, about, asked_at: at });

export const closeLimitQuestion = (userId: number) =>
  run("DELETE FROM limit_question WHERE user_id = ?", userId);
