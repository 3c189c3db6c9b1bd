/**
 * How fast the desk speaks: 25 messages a second over all chats, one a second in a chat, 18 a minute in a group. Sends and
 * edits wait here for their turn, final states first; answers to a tap do not pass here.
 */
import Bottleneck from "bottleneck";

const OVERALL_PER_SECOND = 25;
const CHAT_PAUSE_MS = 1_000;
const GROUP_PER_MINUTE = 18;
/** A chat whose limiter has nothing to do for so long is forgotten. */
const FORGET_AFTER_MS = 5 * 60_000;

export type Urgency = "final" | "answer" | "progress";

const PRIORITY: Record<Urgency, number> = { final: 1, answer: 3, progress: 6 };

export class SendPace {
  #overall = new Bottleneck({
    reservoir: OVERALL_PER_SECOND,
    reservoirRefreshAmount: OVERALL_PER_SECOND,
    reservoirRefreshInterval: 1_000,
  });
  #chats = new Map<number, { limiter: Bottleneck; usedAtMs: number }>();

  /** Runs a call to Telegram when the chat's turn comes. */
  run<T>(chatId: number, urgency: Urgency, call: () => Promise<T>): Promise<T> {
    return this.#limiter(chatId).schedule({ priority: PRIORITY[urgency] }, call);
  }

  async stop(): Promise<void> {
    const limiters = [...this.#chats.values()].map(({ limiter }) => limiter);
    const ended = [...limiters, this.#overall].map((limiter) =>
      limiter.stop({ dropWaitingJobs: true }).catch(() => {}),
    );
    await Promise.all(ended);
    await Promise.all([...limiters, this.#overall].map((limiter) => limiter.disconnect()));
  }

  #limiter(chatId: number): Bottleneck {
    const nowMs = performance.now();
    const known = this.#chats.get(chatId);
    if (known) {
      known.usedAtMs = nowMs;
      return known.limiter;
    }
    this.#forgetSilent(nowMs);
    const isGroup = chatId < 0;
    const limiter = new Bottleneck({
      maxConcurrent: 1,
      minTime: CHAT_PAUSE_MS,
      ...(isGroup && {
        reservoir: GROUP_PER_MINUTE,
        reservoirRefreshAmount: GROUP_PER_MINUTE,
        reservoirRefreshInterval: 60_000,
      }),
    });
    limiter.chain(this.#overall);
    this.#chats.set(chatId, { limiter, usedAtMs: nowMs });
    return limiter;
  }

  #forgetSilent(nowMs: number): void {
    for (const [chatId, { limiter, usedAtMs }] of this.#chats) {
      if (nowMs - usedAtMs < FORGET_AFTER_MS || !limiter.empty()) continue;
      this.#chats.delete(chatId);
      void limiter.disconnect();
    }
  }
}
