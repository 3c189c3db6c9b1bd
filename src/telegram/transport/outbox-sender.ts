/** Sends messages: each once, in their order in a chat. */
import type { Api } from "grammy";
import type { Logger } from "pino";
import {
  countAttempt,
  migrateChat,
  saveDead,
  saveReachable,
  saveSent,
  uncountAttempt,
} from "../../engine/chat/outbox.js";
import type { Engine } from "../../engine/context.js";
import type { OutboxRow } from "../../store/chat/outbox.js";
import type { Failure } from "./failures.js";
import type { SendPace } from "./pace.js";
import { type Means, type Payload, sendMessage } from "./send.js";
import type { Timings } from "./timings.js";

export interface OutboxSenderOptions extends Means {
  readonly engine: Engine;
  readonly api: Api;
  readonly logger: Logger;
  readonly timings: Timings;
  readonly pace: SendPace;
  readonly later: (afterMs: number, work: () => void) => void;
  /** Looks for the next message. */
  readonly wake: () => void;
  readonly failed: (error: unknown) => void;
}

/** A message whose sending has an unknown outcome is sent once more. */
const SENDS = 2;
/** An edit does no harm when it comes twice; but the chat's next message waits for it. */
const EDITS = 10;

export class OutboxSender {
  readonly #options: OutboxSenderOptions;
  readonly #busy = new Set<number>();

  constructor(options: OutboxSenderOptions) {
    this.#options = options;
  }

  queue(row: OutboxRow): void {
    if (this.#busy.has(row.id)) return;
    this.#busy.add(row.id);
    const { pace, later, wake, failed, timings } = this.#options;
    const next = () => {
      this.#busy.delete(row.id);
      wake();
    };
    this.#painted(row)
      .then((paint) => pace.run(row.chat_id, "answer", () => this.#enqueue(row, paint)))
      .then(
        (afterMs) => later(afterMs, next),
        (error: unknown) => {
          failed(error);
          later(timings.retryMs, next);
        },
      );
  }

  /** Paints the picture before the chat's turn, so that other messages need not wait. */
  async #painted(row: OutboxRow): Promise<Means["paint"]> {
    const { paint } = this.#options;
    const picture = carriedBy(row)?.picture;
    if (!picture) return paint;
    const painting = paint(picture);
    // The error is handled where the picture is sent.
    await painting.catch(() => {});
    return () => painting;
  }

  /** Returns the milliseconds until the next look. */
  async #enqueue(row: OutboxRow, paint: Means["paint"]): Promise<number> {
    const { engine, api } = this.#options;
    const attempts = await countAttempt(engine, row.id);
    if (attempts === undefined) return 0;
    const sent = await sendMessage(api, row, { ...this.#options, paint }).catch(
      (error: unknown) => {
        // It has no text, and never will have.
        const reason = error instanceof Error ? error.message : String(error);
        return { kind: "failed", failure: { kind: "refused", reason } } as const;
      },
    );
    if (sent.kind === "failed") return this.#notTold(row, sent.failure, attempts);
    const messageId = sent.kind === "lapsed" ? null : sent.messageId;
    await saveSent(engine, row, messageId, carriedBy(row)?.edits === messageId);
    return 0;
  }

  async #notTold(row: OutboxRow, failure: Failure, attempts: number): Promise<number> {
    const { engine, timings, logger, pace } = this.#options;
    switch (failure.kind) {
      case "migrated":
        await uncountAttempt(engine, row.id);
        await migrateChat(engine, row.chat_id, failure.to);
        return 0;
      case "unreachable":
        await uncountAttempt(engine, row.id);
        // It waits until the chat takes messages again.
        await saveReachable(engine, row.chat_id, false);
        return 0;
      case "wait":
        await uncountAttempt(engine, row.id);
        pace.holdBack(row.chat_id, failure.seconds * 1_000);
        return 0;
      case "unsent":
        await uncountAttempt(engine, row.id);
        return timings.retryMs;
      case "unknown":
        if (attempts < (carriedBy(row)?.onlyEdits ? EDITS : SENDS)) return timings.retryMs;
        break;
    }
    logger.warn({ message: row.key, failure }, "a message was given up");
    await saveDead(engine, row.id, failure.kind);
    return 0;
  }
}

function carriedBy({ payload }: OutboxRow): Partial<Payload> | undefined {
  try {
    return JSON.parse(payload) as Partial<Payload>;
  } catch {
    // The sender reports what is wrong with it.
    return undefined;
  }
}
