/** How fast the bot sends, and what it waits for. */
import { readFirstMs } from "../../domain/reading.js";

/** The bot's rates and pauses. Tests use shorter ones. */
export interface Timings {
  /** Sends and edits over all chats. */
  readonly overallPerSecond: number;
  /** Between two sends or edits in a chat. */
  readonly chatPauseMs: number;
  /** Sends and edits together. */
  readonly groupPerMinute: number;
  /** Pause before a failed send or edit is tried again. */
  readonly retryMs: number;
  /** Pause before a failed poll is tried again. */
  readonly pollRetryMs: number;
  /** How often Telegram is asked whether it can deliver. */
  readonly webhookLookMs: number;
  readonly lapseEveryMs: number;
  /** A minimum between redraws: blocks may come faster than anybody reads. */
  readonly watchEveryMs: number;
  /** How long a card that continues below an answer waits for a further one. */
  readonly burstMs: number;
  /** How long a sum in SUN must have been on the screen before Pay pays it. */
  readonly readFirstMs: (amountSun: number) => number;
}

export const TIMINGS: Timings = {
  overallPerSecond: 25,
  chatPauseMs: 1_000,
  groupPerMinute: 18,
  retryMs: 2_000,
  pollRetryMs: 3_000,
  webhookLookMs: 30_000,
  lapseEveryMs: 1_000,
  watchEveryMs: 500,
  burstMs: 250,
  readFirstMs,
};
