/** What is around the messages: whose chat it is, and a hint while it is empty. */
import type { Acts } from "./acts.js";
import { button, byId, element } from "./dom.js";
import type { Chat } from "./message.js";
import type { ChatOption } from "./place.js";
import { words } from "./reader.js";

const HINTS = {
  private: { command: "/start", text: words.hintPrivate },
  group: { command: "/help", text: words.hintGroup },
  forum: { command: "/help", text: words.hintForum },
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
    element("p", {}, words.nobodyWrote),
    element("p", {}, words.hintBefore, press, text),
  );
}

/** What stands above the messages: whose chat it is, and what kind. */
function headOf({ kind, name, topicId }: ChatOption, chat: Chat | undefined) {
  if (kind === "private") return { title: name, subtitle: words.isBot };
  const title = chat?.title ?? name;
  if (kind === "forum") {
    return { title, subtitle: topicId === undefined ? words.isGeneral : words.isTopic(name) };
  }
  return { title, subtitle: chat?.type === "supergroup" ? words.isSupergroup : words.isGroup };
}
