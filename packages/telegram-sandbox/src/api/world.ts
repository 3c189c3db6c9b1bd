/** What everything here works on: the storage, the clock, and word of what has just happened. */
import { EventEmitter } from "node:events";
import type { CallbackAnswer } from "./storage/callbacks.js";
import type { Storage } from "./storage/storage.js";
import { appendUpdate, type UpdateKind } from "./storage/updates.js";

interface Clock {
  readonly now: () => number;
  readonly monotonicMs: () => number;
}

/** What the page of a chat has to redraw. */
export interface ChatChange {
  readonly chatId: number;
  readonly type: "added" | "changed" | "deleted" | "chat" | "action";
  readonly messageId?: number;
  readonly action?: string;
}

interface Events {
  /** An update is there for the bot. */
  update: [];
  change: [ChatChange];
  /** The bot has answered a callback query. */
  answer: [id: string, answer: CallbackAnswer];
  /** The webhook was set or deleted. */
  webhook: [];
}

export class World {
  readonly events = new EventEmitter<Events>();

  constructor(
    readonly storage: Storage,
    readonly clock: Clock,
  ) {
    // Every open page and every waiting tap listens.
    this.events.setMaxListeners(0);
  }

  get nowMs(): number {
    return this.clock.now();
  }

  /** Dates of the Bot API are in seconds. */
  get nowS(): number {
    return Math.floor(this.nowMs / 1000);
  }

  /** Within work: tells those who wait, once it is committed. */
  changed(change: ChatChange): void {
    this.storage.afterCommit(() => this.events.emit("change", change));
  }

  /** Within work: puts an update into the bot's queue, if the bot wants its kind. */
  tellBot(kind: UpdateKind, chatId: number, payload: unknown): number | null {
    const updateId = appendUpdate(this.storage, kind, chatId, payload, this.nowMs);
    if (updateId !== null) this.storage.afterCommit(() => this.events.emit("update"));
    return updateId;
  }
}
