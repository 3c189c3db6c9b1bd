/** What a person can do from within a message. */
import type { Message } from "./message.js";

export interface Acts {
  /** Writes a message: a command that was clicked. */
  say(text: string): void;
  /** Resolves when the bot has answered, or is not going to. */
  tap(message: Message, callbackData: string): Promise<void>;
  copy(text: string): void;
  /** Undefined where there is no wallet. */
  readonly payIn: ((address: string) => void) | undefined;
  openPrivateChat(payload: string | undefined): void;
  goTo(messageId: number): void;
  reply(message: Message): void;
  edit(message: Message): void;
  remove(message: Message): void;
}
