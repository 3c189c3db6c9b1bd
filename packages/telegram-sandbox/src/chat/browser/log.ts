/** The messages on the page: only what changed is redrawn, and neither focus nor place is lost. */
import { drawMessage, type Look } from "./bubble.js";
import { byId, element } from "./dom.js";
import type { Message } from "./message.js";
import { dayName } from "./moments.js";
import { refreshRelativeMoments } from "./rich-text.js";
import { createScroll } from "./scroll.js";

export interface Log {
  readonly element: HTMLElement;
  show(messages: readonly Message[], look: Look): void;
  /** Forgets everything: another chat, or another person, is shown next. */
  clear(): void;
  goTo(messageId: number): void;
  scrollToEnd(): void;
}

/** How long a message that was looked for stands out. */
const FOUND_MS = 1_500;

interface Drawn {
  readonly source: string;
  readonly article: HTMLElement;
}

export function createLog(): Log {
  const log = byId("log", HTMLElement);
  const scroll = createScroll(log);
  let drawn = new Map<number, Drawn>();

  function draw(message: Message, look: Look): HTMLElement {
    const source = JSON.stringify(message);
    const before = drawn.get(message.message_id);
    if (before?.source === source) return before.article;
    const article = drawMessage(message, look);
    if (before) takeOver(before.article, article);
    drawn.set(message.message_id, { source, article });
    return article;
  }

  setInterval(() => refreshRelativeMoments(log), 1_000);
  return {
    element: log,
    show(messages, look) {
      const isFirst = drawn.size === 0;
      const isNew = messages.some(({ message_id }) => !drawn.has(message_id));
      log.ariaBusy = String(isFirst);
      const articles = messages.map((message) => draw(message, look));
      const ids = new Set(messages.map(({ message_id }) => message_id));
      drawn = new Map([...drawn].filter(([id]) => ids.has(id)));
      place(log, withDays(messages, articles));
      reachByTab(log);
      scroll.afterChange({ isFirst, isNew });
      log.ariaBusy = "false";
    },
    clear() {
      drawn.clear();
      log.replaceChildren();
      scroll.toEnd();
    },
    goTo(messageId) {
      const article = drawn.get(messageId)?.article;
      if (article === undefined) return;
      article.scrollIntoView({ block: "center" });
      article.focus({ preventScroll: true });
      article.classList.add("found");
      setTimeout(() => article.classList.remove("found"), FOUND_MS);
    },
    scrollToEnd: scroll.toEnd,
  };
}

/** What was focused or unfolded in a message stays so when the message is edited. */
function takeOver(before: HTMLElement, after: HTMLElement): void {
  const unfolds = after.querySelectorAll<HTMLElement>(".unfold");
  before.querySelectorAll(".unfold").forEach((one, index) => {
    if (one.ariaExpanded === "true") unfolds[index]?.click();
  });
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || !before.contains(focused)) return;
  before.replaceWith(after);
  const keys = [...after.querySelectorAll<HTMLElement>(".key:not(:disabled)")];
  const sameKey = keys.find((one) => one.textContent === focused.textContent);
  const isKey = focused.classList.contains("key");
  (isKey ? (sameKey ?? after) : after).focus({ preventScroll: true });
}

/** Each day's first message comes after the day's name. */
function withDays(messages: readonly Message[], articles: readonly HTMLElement[]): HTMLElement[] {
  let shown = "";
  return articles.flatMap((article, index) => {
    const day = dayName(messages[index]?.date ?? 0, Date.now());
    if (day === shown) return [article];
    shown = day;
    return [element("div", { class: "day" }, day), article];
  });
}

/** Moves only what is not where it belongs: a moved element would lose its focus. */
function place(log: HTMLElement, wanted: readonly HTMLElement[]): void {
  const keep = new Set<Node>(wanted);
  for (const child of [...log.children]) if (!keep.has(child)) child.remove();
  wanted.forEach((one, index) => {
    const there = log.children[index];
    if (there !== one) log.insertBefore(one, there ?? null);
  });
}

/** The Tab key meets one message, the focused or the last; the arrow keys go on from there. */
function reachByTab(log: HTMLElement): void {
  const articles = [...log.querySelectorAll<HTMLElement>("article")];
  const current = articles.find((one) => one === document.activeElement) ?? articles.at(-1);
  for (const one of articles) one.tabIndex = one === current ? 0 : -1;
}
