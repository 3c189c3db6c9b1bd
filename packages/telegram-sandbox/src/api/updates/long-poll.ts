/**
 * getUpdates: an offset confirms what lies below it, and a call waits until there is something.
 * There is one reader of the queue: a newer call ends an older one.
 */
import { readAllowedUpdates, webhookOf } from "../methods/webhook.js";
import { setting } from "../storage/settings.js";
import {
  confirmBelow,
  endRedelivery,
  keepLast,
  type PendingUpdate,
  pendingUpdates,
} from "../storage/updates.js";
import { type ApiError, conflict } from "../wire/api-error.js";
import type { Params } from "../wire/params.js";
import type { World } from "../world.js";

const MOST_UPDATES = 100;
const MOST_WAIT_S = 50;

interface Poll {
  readonly offset: number;
  readonly limit: number;
  readonly answer: (updates: readonly PendingUpdate[]) => void;
  readonly refuse: (error: ApiError) => void;
}

export class LongPoll {
  readonly #world: World;
  #waiting: Poll | undefined;
  #isClosed = false;

  constructor(world: World) {
    this.#world = world;
    world.events.on("update", () => void this.#serve());
    world.events.on("webhook", () => {
      if (webhookOf(world.storage)) this.#end(conflict("setWebhook"));
    });
  }

  /** `hungUp` ends the wait of a bot that is gone, which would otherwise swallow updates. */
  async getUpdates(params: Params, hungUp: AbortSignal): Promise<unknown> {
    const { storage } = this.#world;
    if (webhookOf(storage)) throw conflict("webhook");
    this.#end(conflict("otherPoll"));
    const limit = params.integerWithin("limit", MOST_UPDATES, 1, MOST_UPDATES);
    const waitS = params.integerWithin("timeout", 0, 0, MOST_WAIT_S);
    const { offset, updates } = await storage.commit(() => {
      readAllowedUpdates(storage, params);
      const offset = this.#confirm(params.integer("offset"));
      return { offset, updates: this.#take(offset, limit) };
    });
    const found =
      updates.length > 0 || waitS === 0 || this.#isClosed
        ? updates
        : await this.#wait(offset, limit, waitS, hungUp);
    return found.map(({ body }) => JSON.parse(body) as unknown);
  }

  close(): void {
    this.#isClosed = true;
    this.#waiting?.answer([]);
    this.#waiting = undefined;
  }

  /** An offset beyond the last update is a mistake and confirms nothing. */
  #confirm(offset: number): number {
    const { storage } = this.#world;
    if (offset < 0) {
      keepLast(storage, -offset);
      return 0;
    }
    const last = setting<number>(storage, "update_id") ?? 0;
    if (offset > last + 1) return 0;
    confirmBelow(storage, offset);
    return offset;
  }

  #take(offset: number, limit: number): PendingUpdate[] {
    const { storage, nowMs } = this.#world;
    const updates = pendingUpdates(storage, offset, limit, nowMs);
    endRedelivery(storage, updates);
    return updates;
  }

  #wait(
    offset: number,
    limit: number,
    waitS: number,
    hungUp: AbortSignal,
  ): Promise<readonly PendingUpdate[]> {
    // Calls that arrived together have both found nobody waiting.
    this.#end(conflict("otherPoll"));
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => poll.answer([]), waitS * 1000);
      const leave = (): void => {
        clearTimeout(timer);
        hungUp.removeEventListener("abort", hangUp);
        if (this.#waiting === poll) this.#waiting = undefined;
      };
      const poll: Poll = {
        offset,
        limit,
        answer: (updates) => {
          leave();
          resolve(updates);
        },
        refuse: (error) => {
          leave();
          reject(error);
        },
      };
      const hangUp = (): void => poll.answer([]);
      hungUp.addEventListener("abort", hangUp);
      this.#waiting = poll;
      // What was committed between the look and the wait has woken nobody.
      void this.#serve();
    });
  }

  #end(error: ApiError): void {
    this.#waiting?.refuse(error);
  }

  async #serve(): Promise<void> {
    const poll = this.#waiting;
    if (poll === undefined) return;
    const { storage } = this.#world;
    const updates = await storage.commit(() =>
      this.#waiting === poll ? this.#take(poll.offset, poll.limit) : [],
    );
    if (updates.length > 0) poll.answer(updates);
  }
}
