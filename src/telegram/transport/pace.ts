/**
 * The bot's rate: messages a second over all chats, one a second in a chat, so many a minute in a group, in any window of that
 * length. Sends and edits wait here for their turn, final states first; answers to taps do not.
 */
import { setTimeout as sleep } from "node:timers/promises";
import Bottleneck from "bottleneck";
import { byRealTime } from "../../common/real-time.js";
import { MINUTE_MS, SECOND_MS } from "../../common/time.js";
import type { Timings } from "./timings.js";

/** An idle chat's limiter is dropped after so long. */
const FORGET_AFTER_MS = 5 * MINUTE_MS;

export type Urgency = "final" | "answer" | "progress";

const PRIORITY: Record<Urgency, number> = { final: 1, answer: 3, progress: 6 };

interface ChatPace {
  readonly limiter: Bottleneck;
  usedAtMs: number;
  /** Telegram has asked for a pause until then. */
  silentUntilMs: number;
}

export class SendPace {
  readonly #timings: Timings;
  readonly #overall: Bottleneck;
  readonly #chats = new Map<number, ChatPace>();
  readonly #refills = new Set<NodeJS.Timeout>();
  readonly #stopping = new AbortController();

  constructor(timings: Timings) {
    this.#timings = timings;
    this.#overall = byRealTime(new Bottleneck({ reservoir: timings.overallPerSecond }));
  }

  /** Runs a call to Telegram when the chat's turn comes. */
  run<T>(chatId: number, urgency: Urgency, call: () => Promise<T>): Promise<T> {
    const chat = this.#chat(chatId);
    return chat.limiter.schedule({ priority: PRIORITY[urgency] }, async () => {
      await this.#silence(chat);
      this.#refill(this.#overall, SECOND_MS);
      if (chatId < 0) this.#refill(chat.limiter, MINUTE_MS);
      return call();
    });
  }

  /** Pauses the chat for that long. */
  holdBack(chatId: number, forMs: number): void {
    const chat = this.#chat(chatId);
    chat.silentUntilMs = Math.max(chat.silentUntilMs, performance.now() + forMs);
  }

  /** Drops what waits; resolves when what runs has ended. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    const limiters = [...[...this.#chats.values()].map(({ limiter }) => limiter), this.#overall];
    await Promise.all(
      limiters.map((limiter) => limiter.stop({ dropWaitingJobs: true }).catch(() => {})),
    );
    for (const timer of this.#refills) clearTimeout(timer);
    await Promise.all(limiters.map((limiter) => limiter.disconnect()));
  }

  async #silence({ silentUntilMs }: ChatPace): Promise<void> {
    const leftMs = silentUntilMs - performance.now();
    const { signal } = this.#stopping;
    if (leftMs > 0) await sleep(leftMs, undefined, { signal });
    signal.throwIfAborted();
  }

  /** A used place comes back after its window, so no window of that length holds more. */
  #refill(limiter: Bottleneck, afterMs: number): void {
    const timer = setTimeout(() => {
      this.#refills.delete(timer);
      void limiter.incrementReservoir(1);
    }, afterMs);
    this.#refills.add(timer);
  }

  #chat(chatId: number): ChatPace {
    const nowMs = performance.now();
    const known = this.#chats.get(chatId);
    if (known) {
      known.usedAtMs = nowMs;
      return known;
    }
    this.#forgetSilent(nowMs);
    const isGroup = chatId < 0;
    const limiter = byRealTime(
      new Bottleneck({
        maxConcurrent: 1,
        minTime: this.#timings.chatPauseMs,
        ...(isGroup && { reservoir: this.#timings.groupPerMinute }),
      }),
    );
    limiter.chain(this.#overall);
    const chat = { limiter, usedAtMs: nowMs, silentUntilMs: 0 };
    this.#chats.set(chatId, chat);
    return chat;
  }

  #forgetSilent(nowMs: number): void {
    for (const [chatId, { limiter, usedAtMs, silentUntilMs }] of this.#chats) {
      const isSilent = nowMs - usedAtMs >= FORGET_AFTER_MS && silentUntilMs < nowMs;
      if (!isSilent || !limiter.empty()) continue;
      this.#chats.delete(chatId);
      void limiter.disconnect();
    }
  }
}
