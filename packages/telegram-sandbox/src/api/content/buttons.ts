/** Buttons of an inline keyboard: read strictly, stored in one order of fields so they compare. */
import type { InlineButton } from "../model.js";
import { badRequest } from "../wire/api-error.js";
import {
  isObject,
  type JsonObject,
  objectField,
  type Refuse,
  requiredString,
  stringField,
} from "../wire/json-field.js";

const STYLES = ["primary", "success", "danger"];
const ACTIONS = [
  "url",
  "callback_data",
  "copy_text",
  "disabled",
  "switch_inline_query",
  "switch_inline_query_current_chat",
  "switch_inline_query_chosen_chat",
];
/** Telegram has them; a bot without games, payments, logins and web pages does not. */
const NOT_SERVED = ["callback_game", "pay", "login_url", "web_app"];
const MOST_DATA_BYTES = 64;
const MOST_COPIED = 256;

const refuse: Refuse = (text) => badRequest(`can't parse inline keyboard button: ${text}`);

/** Problems of form, which are found before the chat is looked up. */
export function readButton(value: unknown): InlineButton {
  if (!isObject(value)) throw refuse("InlineKeyboardButton must be an Object");
  const text = requiredString(value, "text", refuse);
  const style = (stringField(value, "style", refuse) ?? "").toLowerCase();
  if (style !== "" && style !== "default" && !STYLES.includes(style)) {
    throw refuse("invalid button style specified");
  }
  const icon = stringField(value, "icon_custom_emoji_id", refuse);
  const action = readAction(value);
  return {
    text,
    ...(STYLES.includes(style) && { style }),
    ...(icon && { icon_custom_emoji_id: icon }),
    ...action,
  };
}

function readAction(value: JsonObject): JsonObject {
  const present = [...ACTIONS, ...NOT_SERVED].filter((name) => isPresent(value, name));
  const name = present[0];
  if (name === undefined) throw refuse("Text buttons are unallowed in the inline keyboard");
  // Telegram takes the first of several; a bot that sends several has a mistake to find.
  if (present.length > 1) throw refuse("InlineKeyboardButton must have exactly one action");
  if (name === "copy_text") {
    return {
      copy_text: { text: requiredString(objectField(value, name, refuse), "text", refuse) },
    };
  }
  if (name === "disabled") {
    objectField(value, name, refuse);
    return { disabled: {} };
  }
  if (name === "switch_inline_query_chosen_chat") {
    return { [name]: objectField(value, name, refuse) };
  }
  return { [name]: NOT_SERVED.includes(name) ? value[name] : stringField(value, name, refuse) };
}

/** An empty link or an empty callback is none; an empty inline query is one. */
function isPresent(value: JsonObject, name: string): boolean {
  const field = value[name];
  if (name === "url" || name === "callback_data") return field !== undefined && field !== "";
  return field !== undefined;
}

/** Problems of content, which Telegram's servers find last. */
export function assertButton(button: InlineButton): void {
  if (button.text.trim() === "") {
    throw badRequest("inline keyboard button text must be non-empty");
  }
  if (NOT_SERVED.some((name) => button[name] !== undefined)) {
    throw badRequest("BUTTON_TYPE_INVALID");
  }
  const { callback_data, url, copy_text } = button;
  if (callback_data !== undefined && Buffer.byteLength(callback_data) > MOST_DATA_BYTES) {
    throw badRequest("BUTTON_DATA_INVALID");
  }
  if (isObject(copy_text)) {
    const length = String(copy_text.text).length;
    if (length === 0 || length > MOST_COPIED) throw badRequest("BUTTON_COPY_TEXT_INVALID");
  }
  if (typeof url === "string") {
    const problem = linkProblem(url);
    if (problem) throw badRequest(`inline keyboard button URL '${url}' is invalid: ${problem}`);
  }
}

/** Which links Telegram takes for a button: web addresses with a dot in their host, and tg: links. */
function linkProblem(link: string): string | undefined {
  if (/^tg:/i.test(link)) {
    return /^tg:(\/\/)?[\w-]+([/?#].*)?$/i.test(link) ? undefined : "Wrong tg URL";
  }
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(link)?.[1]?.toLowerCase();
  if (scheme !== undefined && scheme !== "http" && scheme !== "https") {
    return "Unsupported URL protocol";
  }
  const address = scheme === undefined ? `http://${link}` : link;
  const host = /^https?:\/\/([^/?#]*)/i.exec(address)?.[1] ?? "";
  if (host === "") return "URL host is empty";
  if (!URL.canParse(address) || !host.includes(".")) return "Wrong HTTP URL";
  return undefined;
}
