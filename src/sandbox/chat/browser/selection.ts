/** The message one stands on, by keyboard or by a tap: arrow keys move, its actions appear. */
/// <reference lib="dom" />
import type { Acts } from "./acts.js";
import { around, button, element } from "./dom.js";
import { isFrom, type Message } from "./message.js";

const STEPS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowUp: (at) => Math.max(0, at - 1),
  ArrowDown: (at, last) => Math.min(last, at + 1),
  Home: () => 0,
  End: (_, last) => last,
};

export interface Shown {
  personId(): number;
  find(messageId: number): Message | undefined;
}

export function followSelection(log: HTMLElement, shown: Shown, acts: Acts): void {
  const messageOf = (article: HTMLElement): Message | undefined =>
    shown.find(Number(article.dataset.messageId));

  log.addEventListener("focusin", ({ target }) => {
    const article = around(target, "article");
    for (const one of log.querySelectorAll(".actions")) {
      if (one.parentElement !== article || target === article) one.remove();
    }
    if (target !== article || article === undefined) return;
    const message = messageOf(article);
    const isWritten = !article.classList.contains("event");
    if (message && isWritten) article.append(drawActions(message, shown.personId(), acts));
    article.scrollIntoView({ block: "nearest" });
    for (const one of log.querySelectorAll<HTMLElement>("article")) {
      one.tabIndex = one === article ? 0 : -1;
    }
  });
  log.addEventListener("focusout", ({ relatedTarget }) => {
    if (around(relatedTarget, "#log") === undefined) {
      for (const one of log.querySelectorAll(".actions")) one.remove();
    }
  });
  log.addEventListener("keydown", (event) => {
    const article = around(event.target, "article");
    if (article === undefined) return;
    if (event.target !== article) {
      if (event.key === "Escape") article.focus();
      return;
    }
    const message = messageOf(article);
    if (event.key === "Enter" && message) acts.reply(message);
    else if (!moveFrom(article, log, event.key)) return;
    event.preventDefault();
  });
}

function moveFrom(article: HTMLElement, log: HTMLElement, key: string): boolean {
  const step = STEPS[key];
  if (step === undefined) return false;
  const articles = [...log.querySelectorAll<HTMLElement>("article")];
  articles[step(articles.indexOf(article), articles.length - 1)]?.focus();
  return true;
}

function drawActions(message: Message, personId: number, acts: Acts): HTMLElement {
  const actions = element("div", { class: "actions" });
  const text = message.text ?? message.caption;
  const isOwn = isFrom(message, personId);
  actions.append(button("Reply", "action", () => acts.reply(message)));
  if (isOwn && message.text !== undefined) {
    actions.append(button("Edit", "action", () => acts.edit(message)));
  }
  if (text) actions.append(button("Copy text", "action", () => acts.copy(text)));
  actions.append(button("Delete", "action", () => acts.remove(message)));
  return actions;
}
