/** What is around the messages: whose chat it is, and a hint while it is empty. */
import type { Acts } from "./acts.js";
import { button, byId, element } from "./dom.js";
import type { Chat } from "./message.js";
import { type ChatOption, headOf } from "./place.js";

const HINTS = {
  private: { command: "/start", text: "and press Enter. The bot answers here." },
  group: { command: "/help", text: "and press Enter. In a group the bot hears commands only." },
  forum: { command: "/help", text: "and press Enter. In a topic the bot hears commands only." },
} as const;

export function drawHead(option: ChatOption, chat: Chat | undefined): void {
  const { title, subtitle } = headOf(option, chat);
  byId("title", HTMLElement).textContent = title;
  byId("subtitle", HTMLElement).textContent = subtitle;
  byId("avatar", HTMLElement).dataset.kind = option.kind;
}

/** Undefined: there are messages, or it is not known yet. */
export function drawHint(kind: ChatOption["kind"] | undefined, acts: Acts): void {
  const hint = byId("hint", HTMLElement);
  hint.hidden = kind === undefined;
  if (kind === undefined) return;
  const { command, text } = HINTS[kind];
  const press = button(command, "command", () => acts.say(command));
  hint.replaceChildren(
    element("p", {}, "Nobody has written here yet."),
    element("p", {}, "Type ", press, ` ${text}`),
  );
}
