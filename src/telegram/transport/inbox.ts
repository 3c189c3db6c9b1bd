/**
 * Stores updates before Telegram hears that they were taken, and applies them in lanes, one for each user and chat. The next
 * start applies what a crash leaves.
 */
import type { Update } from "grammy/types";
import type { Logger } from "pino";
import { isUnwritable } from "../../common/failures.js";
import { withoutPrivateKeys } from "../../common/private-key.js";
import { withoutApiKeys } from "../../domain/api-key.js";
import {
  type AfterFailure,
  countFailure,
  markDone,
  readPendingUpdates,
  receiveUpdates,
} from "../../engine/chat/inbox.js";
import type { Engine } from "../../engine/context.js";
import { isUpdateDone } from "../../store/chat/inbox.js";
import { laneOf, newMessageIn } from "./incoming.js";
import { later } from "./later.js";
import type { TakeUpdates } from "./source.js";

/** Pause before another try, because a failure may pass. */
const AGAIN_MS = 100;
/** How long a stop waits for updates being applied: the next start applies what is not committed. */
const STOP_WITHIN_MS = 3_000;

/** Where people write. */
const TEXTS: ReadonlySet<string> = new Set(["text", "caption"]);

function withoutKeysIn(field: string, value: unknown): unknown {
  return TEXTS.has(field) && typeof value === "string" ? withoutPrivateKeys(value) : value;
}

export interface InboxOptions {
  readonly engine: Engine;
  readonly logger: Logger;
  /** Applies one update; an error means that it is tried again. */
  readonly apply: (update: Update) => Promise<void>;
  /** Three tries failed: nothing of the update has happened. */
  readonly onBuried: (update: Update) => Promise<void>;
  readonly notice: OutageNotice;
}

/** What is said while the database cannot be written, without it. */
interface OutageNotice {
  /** This update waits until it can be, and nothing of it has happened. */
  tell(update: Update): void;
  over(): void;
}

export class Inbox {
  #options: InboxOptions;
  #lanes = new Map<string, Promise<void>>();
  #stopped = false;
  readonly #stopping = new AbortController();

  constructor(options: InboxOptions) {
    this.#options = options;
  }

  /** Applies what an earlier run left. */
  async start(): Promise<void> {
    for (const { lane, body } of await readPendingUpdates(this.#options.engine)) {
      this.#enqueue(lane, JSON.parse(body) as Update);
    }
  }

  /** Resolves when the running updates are applied. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#stopping.abort();
    const ended = Promise.all(this.#lanes.values());
    const waited = new Promise<void>((resolve) => setTimeout(resolve, STOP_WITHIN_MS).unref());
    await Promise.race([ended, waited]);
  }

  /** Stores a batch, and has new updates applied. Keys in it (a reply quotes what it answers) are hidden first. */
  readonly take: TakeUpdates = async (updates) => {
    const received = updates.map((update) => ({
      updateId: update.update_id,
      lane: laneOf(update),
      messageIn: newMessageIn(update),
      body: withoutApiKeys(JSON.stringify(update, withoutKeysIn)),
    }));
    const fresh = await receiveUpdates(this.#options.engine, received).catch(async (error) => {
      if (isUnwritable(error)) for (const update of updates) await this.#tellWaits(update);
      throw error;
    });
    for (const { lane, body } of fresh) this.#enqueue(lane, JSON.parse(body) as Update);
  };

  #enqueue(lane: string, update: Update): void {
    const before = this.#lanes.get(lane) ?? Promise.resolve();
    const done = before.then(() => this.#apply(update));
    this.#lanes.set(lane, done);
    done.finally(() => {
      if (this.#lanes.get(lane) === done) this.#lanes.delete(lane);
    });
  }

  async #apply(update: Update): Promise<void> {
    const { engine, logger, apply, notice } = this.#options;
    for (;;) {
      if (this.#stopped) return;
      try {
        await apply(update);
        await markDone(engine, update.update_id);
        notice.over();
        return;
      } catch (error) {
        logger.error({ update: update.update_id, err: error }, "an update could not be applied");
        const after = await this.#afterFailure(update, error);
        if (after === "applied") return;
        if (after === "buried") return this.#bury(update);
        await later(AGAIN_MS, this.#stopping.signal);
      }
    }
  }

  /** A database that cannot be written is not the update's fault: no try is counted. */
  async #afterFailure(update: Update, error: unknown): Promise<AfterFailure> {
    if (isUnwritable(error)) {
      await this.#tellWaits(update);
      return "again";
    }
    const message = error instanceof Error ? error.message : String(error);
    const { engine } = this.#options;
    return countFailure(engine, update.update_id, message).catch((): AfterFailure => "again");
  }

  /** What failed after it was applied is not told: it may have paid. */
  async #tellWaits(update: Update): Promise<void> {
    const { engine, notice } = this.#options;
    const isDone = await engine.database
      .read(() => isUpdateDone(update.update_id))
      .catch(() => false);
    if (!isDone) notice.tell(update);
  }

  async #bury(update: Update): Promise<void> {
    const { logger, onBuried } = this.#options;
    await onBuried(update).catch((error: unknown) =>
      logger.error({ update: update.update_id, err: error }, "a dead letter could not be told"),
    );
  }
}
