/** The durable inbox: stored before Telegram hears that updates were taken, done once applied, buried after three tries. */
import { DAY_MS } from "../../common/time.js";
import {
  countUpdates,
  deleteUpdatesBefore,
  failUpdate,
  finishUpdate,
  type InboxRow,
  insertUpdate,
  pendingUpdates,
} from "../../store/chat/inbox.js";
import { countMessages } from "../../store/chat/outbox.js";
import { countMessage } from "../../store/chat/telegram-users.js";
import type { Phase } from "../../store/phase.js";
import type { Engine } from "../context.js";

export interface ReceivedUpdate {
  readonly updateId: number;
  readonly lane: string;
  readonly body: string;
  /** The chat in which it is a new message. */
  readonly messageIn?: number | undefined;
}

/** Telegram keeps updates for a day; a week covers every repetition. */
const KEPT_MS = 7 * DAY_MS;
const TRIES = 3;

/** Stores a batch; returns those that are new. */
export async function receiveUpdates(
  engine: Engine,
  updates: readonly ReceivedUpdate[],
): Promise<ReceivedUpdate[]> {
  const at = engine.now();
  return engine.database.commit(function* (): Phase<ReceivedUpdate[]> {
    const fresh: ReceivedUpdate[] = [];
    for (const update of updates) {
      const { updateId, lane, body, messageIn } = update;
      if (!(yield* insertUpdate(updateId, lane, body, at))) continue;
      if (messageIn !== undefined) yield* countMessage(messageIn);
      fresh.push(update);
    }
    yield* deleteUpdatesBefore(at - KEPT_MS);
    return fresh;
  });
}

/** What a stop left unapplied, in order. */
export function readPendingUpdates(engine: Engine): Promise<InboxRow[]> {
  return engine.database.read(() => pendingUpdates(100_000));
}

/** What waits on either side of Telegram, and what was given up. */
export interface Backlog {
  readonly inbox: number;
  readonly outbox: number;
  /** Updates that could not be applied and messages that could not be sent; kept for a week and a month. */
  readonly deadLetters: number;
}

export function readBacklog(engine: Engine): Promise<Backlog> {
  return engine.database.read(function* () {
    const updates = yield* countUpdates(TRIES);
    const messages = yield* countMessages();
    return {
      inbox: updates.waiting,
      outbox: messages.waiting,
      deadLetters: updates.buried + messages.dead,
    };
  });
}

/** Marks an update that needs no more; false when it was done before. */
export async function markDone(engine: Engine, updateId: number): Promise<boolean> {
  const at = engine.now();
  return engine.database.commit(() => finishUpdate(updateId, at));
}

/** What is to become of an update whose try has failed. */
export type AfterFailure = "again" | "buried" | "applied";

/** Counts a failed try: the last one buries the update. What fails after it was applied is no failure of the update. */
export async function countFailure(
  engine: Engine,
  updateId: number,
  error: string,
): Promise<AfterFailure> {
  const at = engine.now();
  return engine.database.commit(function* (): Phase<AfterFailure> {
    const attempts = yield* failUpdate(updateId, error);
    if (attempts === undefined) return "applied";
    if (attempts < TRIES) return "again";
    yield* finishUpdate(updateId, at);
    return "buried";
  });
}
