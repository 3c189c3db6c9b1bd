/** Text with entities as elements. What an entity of an unknown kind marks stays plain text. */
import type { Acts } from "./acts.js";
import { button, element } from "./dom.js";
import { destination } from "./links.js";
import type { Entity } from "./message.js";
import { fullMoment, momentSeen, relativeMoment } from "./moments.js";
import { words } from "./reader.js";
import { type Marked, plainText, splitAmounts, type TextNode, textTree } from "./text-tree.js";

type TextActs = Pick<Acts, "say" | "copy" | "openPrivateChat">;
type Draw = (marked: Marked, children: Node[], acts: TextActs) => Node;

/** Quotes longer than this start folded. */
const FOLDED = { lines: 3, letters: 150 };

const DRAW: Readonly<Record<string, Draw>> = {
  bold: wrap("strong"),
  italic: wrap("em"),
  underline: wrap("u"),
  strikethrough: wrap("s"),
  pre: wrap("pre"),
  blockquote: wrap("blockquote"),
  mention: wrap("span", "mention"),
  hashtag: wrap("span", "mention"),
  cashtag: wrap("span", "mention"),
  text_mention: wrap("span", "mention"),
  code: drawCode,
  spoiler: drawSpoiler,
  expandable_blockquote: drawFolded,
  bot_command: drawCommand,
  text_link: (marked, children, acts) => link(marked.entity.url ?? "", children, acts),
  url: (marked, children, acts) => link(plainText(marked.children), children, acts),
  email: (marked, children, acts) => link(`mailto:${plainText(marked.children)}`, children, acts),
  date_time: drawMoment,
};

export function richText(
  text: string,
  entities: readonly Entity[] | undefined,
  acts: TextActs,
): DocumentFragment {
  const fragment = document.createDocumentFragment();
  fragment.append(...draw(textTree(text, entities), acts));
  return fragment;
}

function draw(nodes: readonly TextNode[], acts: TextActs): Node[] {
  return nodes.flatMap((node) => {
    if (typeof node === "string") return keepTogether(node);
    const children = draw(node.children, acts);
    return (DRAW[node.entity.type] ?? wrap("span"))(node, children, acts);
  });
}

/** The text itself is as it came, so that a selection copies no other spaces. */
function keepTogether(text: string): Node[] {
  return splitAmounts(text).map((part, index) =>
    index % 2 === 0 ? document.createTextNode(part) : element("span", { class: "together" }, part),
  );
}

function wrap(tag: keyof HTMLElementTagNameMap, kind?: string): Draw {
  return (_, children) => element(tag, kind ? { class: kind } : {}, ...children);
}

/** A click copies it, as in Telegram; by keyboard, the message's own Copy does. */
function drawCode(marked: Marked, children: Node[], acts: TextActs): Node {
  const code = element("code", { title: words.clickToCopy }, ...children);
  code.addEventListener("click", () => {
    if (document.getSelection()?.isCollapsed !== false) acts.copy(plainText(marked.children));
  });
  return code;
}

function drawSpoiler(_: Marked, children: Node[]): Node {
  const shown = element("span", { class: "revealed" }, ...children);
  const covered = element("span", { inert: "" });
  covered.append(...children.map((one) => one.cloneNode(true)));
  const cover = button("", "spoiler", () => cover.replaceWith(shown));
  cover.setAttribute("aria-label", words.hidden);
  cover.append(covered);
  return cover;
}

function drawFolded(marked: Marked, children: Node[]): Node {
  const text = plainText(marked.children);
  const isLong = text.split("\n").length > FOLDED.lines || text.length > FOLDED.letters;
  if (!isLong) return element("blockquote", {}, ...children);
  const body = element("div", { class: "folded" }, ...children);
  const toggle = button(words.showAll, "unfold", () => {
    const isFolded = body.classList.toggle("folded");
    toggle.textContent = isFolded ? words.showAll : words.showLess;
    toggle.setAttribute("aria-expanded", String(!isFolded));
  });
  toggle.setAttribute("aria-expanded", "false");
  return element("blockquote", {}, body, toggle);
}

function drawCommand(marked: Marked, _: Node[], acts: TextActs): Node {
  const command = plainText(marked.children);
  return button(command, "command", () => acts.say(command));
}

/** What leads nowhere is not a link. */
export function link(written: string, children: Node[], acts: TextActs): HTMLElement {
  const goal = destination(written);
  if (goal.kind === "none") return element("span", {}, ...children);
  if (goal.kind === "web") return webLink(goal.href, children);
  const made = button("", "command", () => acts.openPrivateChat(goal.payload));
  made.append(...children);
  return made;
}

export function webLink(href: string, children: readonly Node[]): HTMLAnchorElement {
  const attributes = { href, title: href, target: "_blank", rel: "noopener noreferrer" };
  return element("a", attributes, ...children);
}

/** The reader's zone; what was written, UTC, is the title. Without a format it is the reverse. */
function drawMoment({ entity, children }: Marked): Node {
  const { unix_time: unixTime, date_time_format: format = "" } = entity;
  const written = plainText(children);
  if (unixTime === undefined) return document.createTextNode(written);
  const datetime = new Date(unixTime * 1_000).toISOString();
  if (format === "r") {
    const shown = relativeMoment(unixTime, Date.now());
    const live = { "data-relative": String(unixTime), "aria-live": "off" };
    return element("time", { datetime, title: written, ...live }, shown);
  }
  const shown = momentSeen(unixTime, format, Date.now());
  if (shown === "") return element("time", { datetime, title: fullMoment(unixTime) }, written);
  return element("time", { datetime, title: written }, shown);
}

/** "in 2 minutes" does not stay true. */
export function refreshRelativeMoments(root: ParentNode): void {
  for (const one of root.querySelectorAll<HTMLElement>("time[data-relative]")) {
    const shown = relativeMoment(Number(one.dataset.relative), Date.now());
    if (one.textContent !== shown) one.textContent = shown;
  }
}
