/** The message one stands on, by keyboard or by a tap: arrow keys move, its actions appear. */
import type { Acts } from "./acts.js";
import { around, button, element } from "./dom.js";
import { isFrom, type Message } from "./message.js";
import { words } from "./reader.js";

type Step = (at: number, last: number) => number;

const UP_AND_DOWN: Readonly<Record<string, Step>> = {
  ArrowUp: (at) => Math.max(0, at - 1),
  ArrowDown: (at, last) => Math.min(last, at + 1),
};
const STEPS: Readonly<Record<string, Step>> = {
  ...UP_AND_DOWN,
  Home: () => 0,
  End: (_, last) => last,
};

export interface Shown {
  personId(): number;
  find(messageId: number): Message | undefined;
}

export function followSelection(log: HTMLElement, shown: Shown, acts: Acts): void {
  const messageOf = (article: HTMLElement): Message | undefined =>
    article.classList.contains("event") ? undefined : shown.find(Number(article.dataset.messageId));

  function showActions(article: HTMLElement): void {
    removeActions(log, undefined);
    const message = messageOf(article);
    if (message) article.append(drawActions(message, shown.personId(), acts));
    article.scrollIntoView({ block: "nearest" });
  }

  log.addEventListener("focusin", ({ target }) => {
    const article = around(target, "article");
    removeActions(log, article);
    if (article === undefined || target !== article) return;
    for (const one of articlesIn(log)) one.tabIndex = one === article ? 0 : -1;
    // Focus that comes with a tap elsewhere, as when a pressed button is gone, shows nothing.
    if (article.matches(":focus-visible")) showActions(article);
  });
  log.addEventListener("click", ({ target }) => {
    const article = around(target, "article");
    const isText = document.getSelection()?.isCollapsed === false;
    if (article && !isText && !around(target, "button, a, code")) showActions(article);
  });
  log.addEventListener("focusout", ({ relatedTarget }) => {
    if (relatedTarget !== null && !around(relatedTarget, "#log")) removeActions(log, undefined);
  });
  log.addEventListener("keydown", (event) => {
    const article = around(event.target, "article");
    if (article === undefined || !isTaken(event, article)) return;
    event.preventDefault();
  });

  /** Whether the key meant something here. */
  function isTaken({ key, target }: KeyboardEvent, article: HTMLElement): boolean {
    if (target !== article && key === "Escape") {
      article.focus();
      return true;
    }
    const message = messageOf(article);
    if (target === article && key === "Enter" && message) {
      acts.reply(message);
      return true;
    }
    const step = (target === article ? STEPS : UP_AND_DOWN)[key];
    const articles = articlesIn(log);
    if (step) articles[step(articles.indexOf(article), articles.length - 1)]?.focus();
    return step !== undefined;
  }
}

function articlesIn(log: HTMLElement): HTMLElement[] {
  return [...log.querySelectorAll<HTMLElement>("article")];
}

function removeActions(log: HTMLElement, except: HTMLElement | undefined): void {
  for (const one of log.querySelectorAll(".actions")) {
    if (one.parentElement !== except) one.remove();
  }
}

function drawActions(message: Message, personId: number, acts: Acts): HTMLElement {
  const actions = element("div", { class: "actions" });
  const text = message.text ?? message.caption;
  actions.append(button(words.reply, "action", () => acts.reply(message)));
  if (isFrom(message, personId) && message.text !== undefined) {
    actions.append(button(words.edit, "action", () => acts.edit(message)));
  }
  if (text) actions.append(button(words.copyText, "action", () => acts.copy(text)));
  actions.append(button(words.delete, "action", () => acts.remove(message)));
  return actions;
}
