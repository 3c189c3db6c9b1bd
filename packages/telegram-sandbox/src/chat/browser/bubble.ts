/** One message as an element. */
import type { Acts } from "./acts.js";
import { FILES } from "./api.js";
import { eventText } from "./chat-event.js";
import { depositAddressIn } from "./deposit-address.js";
import { button, element } from "./dom.js";
import { drawKeyboard } from "./keyboard.js";
import { type AttachedFile, isFrom, type Message, senderName, snippet } from "./message.js";
import { clockTime, fullMoment } from "./moments.js";
import { words } from "./reader.js";
import { richText } from "./rich-text.js";

export interface Look {
  readonly personId: number;
  /** In a group messages carry the name of who wrote them. */
  readonly isGroup: boolean;
  readonly acts: Acts;
}

const SENDER_COLOURS = 7;

export function drawMessage(message: Message, look: Look): HTMLElement {
  const event = eventText(message);
  const attributes = { "data-message-id": String(message.message_id), tabindex: "-1" };
  if (event !== undefined) {
    return element("article", { ...attributes, class: "event" }, element("p", {}, event));
  }
  const side = isFrom(message, look.personId) ? "outgoing" : "incoming";
  const keyboard = drawKeyboard(message, look.acts);
  const kind = keyboard ? `message ${side} card` : `message ${side}`;
  const article = element("article", { ...attributes, class: kind }, drawBubble(message, look));
  if (keyboard) article.append(keyboard);
  const payIn = drawPayIn(message, look.acts);
  if (payIn) article.append(payIn);
  return article;
}

/** The page's own, below those of the bot. */
function drawPayIn(message: Message, { payIn }: Acts): HTMLElement | undefined {
  const address = depositAddressIn(message);
  if (address === undefined || payIn === undefined) return undefined;
  return button(words.payIn, "own", () => payIn(address));
}

function drawBubble(message: Message, look: Look): HTMLElement {
  const { acts, isGroup, personId } = look;
  const bubble = element("div", { class: "bubble" });
  if (isGroup && !isFrom(message, personId)) bubble.append(drawSender(message));
  else bubble.append(element("span", { class: "unseen" }, `${senderName(message)}: `));
  const { reply_to_message: original } = message;
  // In a topic every message replies to the one that opened it.
  if (original && !original.forum_topic_created) bubble.append(drawQuote(original, acts));
  const photo = message.photo?.at(-1);
  if (photo) bubble.append(drawPhoto(photo));
  if (message.document) bubble.append(drawDocument(message.document));
  const text = message.text ?? message.caption;
  if (text !== undefined) {
    const entities = message.text === undefined ? message.caption_entities : message.entities;
    bubble.append(element("div", { class: "text" }, richText(text, entities, acts)));
  }
  bubble.append(drawMeta(message));
  return bubble;
}

function drawSender(message: Message): HTMLElement {
  const id = Math.abs(message.sender_chat?.id ?? message.from?.id ?? 0);
  return element("div", { class: `sender colour-${id % SENDER_COLOURS}` }, senderName(message));
}

function drawQuote(original: Message, acts: Acts): HTMLElement {
  const quote = button("", "quote", () => acts.goTo(original.message_id));
  quote.append(element("strong", {}, senderName(original)), element("span", {}, snippet(original)));
  return quote;
}

function drawPhoto({ file_id }: AttachedFile): HTMLElement {
  const image = element("img", { src: fileUrl(file_id), alt: words.photo, class: "photo" });
  return element("a", { href: fileUrl(file_id), target: "_blank", rel: "noopener" }, image);
}

function drawDocument({ file_id, file_name = words.file, file_size }: AttachedFile): HTMLElement {
  const size = file_size === undefined ? "" : fileSize(file_size);
  const attributes = { class: "document", href: fileUrl(file_id), download: file_name };
  return element(
    "a",
    attributes,
    element("span", { class: "sheet", "aria-hidden": "true" }),
    element("span", { class: "file-name" }, file_name),
    element("span", { class: "file-size" }, size),
  );
}

function drawMeta({ date, edit_date }: Message): HTMLElement {
  const time = element("time", { title: fullMoment(edit_date ?? date) }, clockTime(date));
  time.dateTime = new Date(date * 1_000).toISOString();
  const edited = edit_date === undefined ? [] : [element("span", {}, `${words.edited} `)];
  return element("div", { class: "meta" }, ...edited, time);
}

function fileUrl(fileId: string): string {
  return `${FILES}/${encodeURIComponent(fileId)}`;
}

export function fileSize(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${(bytes / 1_000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
