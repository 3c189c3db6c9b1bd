/** The event stream of a chat, read one event after the other. */
import { onTestFinished } from "vitest";
import type { Sandbox, SeenMessage } from "./support.js";

export interface SeenEvent {
  readonly type: string;
  readonly message_id?: number;
  readonly message?: SeenMessage;
  readonly action?: string;
}

export interface Stream {
  /** The next event that is wanted; those before it are passed over. */
  next(wanted?: (event: SeenEvent) => boolean): Promise<SeenEvent>;
}

export async function openStream({ base }: Sandbox, chatId: number): Promise<Stream> {
  const leaving = new AbortController();
  onTestFinished(() => leaving.abort());
  const response = await fetch(`${base}/chats/${chatId}/events`, { signal: leaving.signal });
  const events = eventsOf(response);
  return {
    async next(wanted = () => true) {
      for (;;) {
        const { value, done } = await events.next();
        if (done) throw new Error("the stream has ended");
        if (wanted(value)) return value;
      }
    },
  };
}

async function* eventsOf({ body }: Response): AsyncGenerator<SeenEvent, undefined> {
  if (body === null) return undefined;
  let text = "";
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const parts = text.split("\n\n");
    text = parts.pop() ?? "";
    for (const part of parts) {
      const json = /^data: (.*)$/m.exec(part)?.[1];
      if (json !== undefined) yield JSON.parse(json) as SeenEvent;
    }
  }
  return undefined;
}

/** A message of the bot that says this. */
export function botSays(text: string): (event: SeenEvent) => boolean {
  return ({ type, message }) =>
    (type === "added" || type === "changed") && message?.from.id === 42 && message.text === text;
}
