/** The buttons under a message. */
import type { Acts } from "./acts.js";
import { button, element } from "./dom.js";
import { destination } from "./links.js";
import type { InlineButton, Message } from "./message.js";
import { webLink } from "./rich-text.js";

const STYLES: ReadonlySet<string> = new Set(["primary", "success", "danger"]);

/** Undefined for a message without buttons. */
export function drawKeyboard(message: Message, acts: Acts): HTMLElement | undefined {
  const rows = (message.reply_markup?.inline_keyboard ?? []).filter((row) => row.length > 0);
  if (rows.length === 0) return undefined;
  return element("div", { class: "keyboard" }, ...rows.map((row) => drawRow(row, message, acts)));
}

function drawRow(row: readonly InlineButton[], message: Message, acts: Acts): HTMLElement {
  return element("div", { class: "row" }, ...row.map((one) => drawButton(one, message, acts)));
}

function drawButton(one: InlineButton, message: Message, acts: Acts): HTMLElement {
  const made = drawAction(one, message, acts);
  const { style = "" } = one;
  made.className = STYLES.has(style) ? `key ${style}` : "key";
  return made;
}

function drawAction(one: InlineButton, message: Message, acts: Acts): HTMLElement {
  const { text, callback_data, url, copy_text } = one;
  if (callback_data !== undefined) return tapButton(text, () => acts.tap(message, callback_data));
  if (copy_text)
    return marked(
      "copies",
      button(text, "", () => acts.copy(copy_text.text)),
    );
  const goal = destination(url ?? "");
  if (goal.kind === "web") {
    return marked("leads", webLink(goal.href, [document.createTextNode(text)]));
  }
  if (goal.kind === "bot") return button(text, "", () => acts.openPrivateChat(goal.payload));
  return element("button", { type: "button", disabled: "" }, text);
}

/** A corner sign says what the button does besides asking the bot. */
function marked<T extends HTMLElement>(sign: "copies" | "leads", made: T): T {
  made.dataset.sign = sign;
  return made;
}

/** Busy until the bot has answered; a second tap meanwhile does nothing. */
function tapButton(text: string, tap: () => Promise<void>): HTMLButtonElement {
  const made = button(text, "", () => {
    if (made.ariaBusy === "true") return;
    made.ariaBusy = "true";
    void tap().finally(() => {
      made.ariaBusy = "false";
    });
  });
  return made;
}
