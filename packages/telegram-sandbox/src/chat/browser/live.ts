/**
 * Follows a chat: reads it again whenever the event stream says that something changed, and every
 * second while there is no stream.
 */
import { eventsUrl, Refusal, readChat, Unreachable } from "./api.js";
import type { ChatView } from "./message.js";

const POLL_MS = 1_000;
/** What the stream says of messages, and of the chat itself. */
const EVENTS = ["added", "changed", "deleted", "chat"];
const STREAM_RETRY_MS = { first: 2_000, most: 30_000 };

export interface Following {
  /** Reads the chat again; what has changed by now is in the next view. */
  refresh(): void;
  close(): void;
}

export interface Follower {
  onView(view: ChatView): void;
  onReach(isReachable: boolean): void;
  /** The desk answers, but not with this chat. */
  onRefused(reason: string): void;
}

export function followChat(chatId: number, follower: Follower): Following {
  let stream: EventSource | undefined;
  let retry = { atMs: 0, afterMs: STREAM_RETRY_MS.first };
  let closed = false;
  const refresh = coalesced(async () => {
    const outcome = await read(chatId);
    if (!closed) tell(outcome, follower);
    return outcome instanceof Unreachable;
  });

  function openStream(): void {
    stream?.close();
    stream = new EventSource(eventsUrl(chatId));
    stream.onopen = () => {
      retry = { atMs: 0, afterMs: STREAM_RETRY_MS.first };
      refresh();
    };
    for (const name of EVENTS) stream.addEventListener(name, () => refresh());
    const { afterMs } = retry;
    retry = {
      atMs: Date.now() + afterMs,
      afterMs: Math.min(afterMs * 2, STREAM_RETRY_MS.most),
    };
  }

  /** A stream that only lost its connection comes back by itself; one that was refused does not. */
  function look(): void {
    if (document.hidden) {
      stream?.close();
      return;
    }
    if (stream?.readyState === EventSource.OPEN) return;
    refresh();
    const isDone = stream === undefined || stream.readyState === EventSource.CLOSED;
    if (isDone && Date.now() >= retry.atMs) openStream();
  }

  const timer = setInterval(look, POLL_MS);
  const onShown = (): void => look();
  document.addEventListener("visibilitychange", onShown);
  refresh();
  openStream();
  return {
    refresh,
    close() {
      closed = true;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", onShown);
      stream?.close();
    },
  };
}

async function read(chatId: number): Promise<ChatView | Error> {
  try {
    return await readChat(chatId);
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
}

function tell(outcome: ChatView | Error, follower: Follower): void {
  follower.onReach(!(outcome instanceof Unreachable));
  if (outcome instanceof Refusal) follower.onRefused(outcome.message);
  else if (!(outcome instanceof Error)) follower.onView(outcome);
}

/** One read at a time; asked for during one, another follows it, unless the desk is away. */
function coalesced(read: () => Promise<boolean>): () => void {
  let running = false;
  let again = false;
  return async function run(): Promise<void> {
    if (running) {
      again = true;
      return;
    }
    running = true;
    do {
      again = false;
      const isAway = await read();
      if (isAway) break;
    } while (again);
    running = false;
  };
}
