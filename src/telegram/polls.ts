/** When Telegram last answered a poll, and what is wrong if it does not: for the operator's eye. */
import type { Api } from "grammy";
import { callFailure } from "./connection.js";

type Transformer = Parameters<Api["config"]["use"]>[0];

export class Polls {
  #now: () => number;
  #lastAt: number | null = null;
  #problem: string | null = null;

  constructor(now: () => number) {
    this.#now = now;
  }

  get lastAt(): number | null {
    return this.#lastAt;
  }

  get problem(): string | null {
    return this.#problem;
  }

  readonly note: Transformer = async (call, method, payload, signal) => {
    if (method !== "getUpdates") return call(method, payload, signal);
    try {
      const answer = await call(method, payload, signal);
      this.#problem = answer.ok ? null : `${method}: ${answer.description}`;
      if (answer.ok) this.#lastAt = this.#now();
      return answer;
    } catch (error) {
      if (!signal?.aborted) this.#problem = callFailure(error);
      throw error;
    }
  };
}
