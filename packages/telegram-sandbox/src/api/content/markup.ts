/** reply_markup: its form is read before the chat is looked up, its content is judged last. */
import { type ForceReply, type InlineKeyboard, isInline, type Markup } from "../model.js";
import { badRequest } from "../wire/api-error.js";
import { booleanField, isObject, type JsonObject, parameterJson } from "../wire/json-field.js";
import type { Params } from "../wire/params.js";
import { assertButton, readButton } from "./buttons.js";

const MOST_BUTTONS = 100;
const MOST_PLACEHOLDER = 64;

export function readMarkup(params: Params): Markup | undefined {
  const text = params.text("reply_markup");
  if (text === "") return undefined;
  const value = parameterJson(text, "reply keyboard markup JSON object");
  if (!isObject(value)) throw badRequest("object expected as reply markup");
  const rows = inlineRows(value);
  if (rows.length > 0) {
    const forced = booleanField(value, "force_reply", badRequest);
    return { inline_keyboard: rows, ...(forced && { force_reply: true as const }) };
  }
  if (Array.isArray(value.keyboard) && value.keyboard.length > 0) {
    return { keyboard: value.keyboard };
  }
  if (booleanField(value, "remove_keyboard", badRequest)) return { remove_keyboard: true };
  if (booleanField(value, "force_reply", badRequest)) return forceReply(value);
  return undefined;
}

/** Empty rows are no rows, so a keyboard of nothing is no keyboard. */
function inlineRows(value: JsonObject): InlineKeyboard["inline_keyboard"] {
  const given = value.inline_keyboard;
  if (given === undefined || given === null) return [];
  if (!Array.isArray(given)) throw badRequest('field "inline_keyboard" must be of type Array');
  const rows = given.map((row: unknown) => {
    if (!Array.isArray(row)) {
      throw badRequest(
        'field "inline_keyboard" of the InlineKeyboardMarkup must be an Array of Arrays',
      );
    }
    return row.map(readButton);
  });
  return rows.filter((row) => row.length > 0);
}

function forceReply(value: JsonObject): ForceReply {
  const placeholder = value.input_field_placeholder;
  if (placeholder !== undefined && typeof placeholder !== "string") {
    throw badRequest('field "input_field_placeholder" must be of type String');
  }
  return {
    force_reply: true,
    ...(placeholder !== undefined && { input_field_placeholder: placeholder }),
    ...(booleanField(value, "selective", badRequest) && { selective: true as const }),
  };
}

export function assertMarkup(markup: Markup | undefined): void {
  if (markup === undefined) return;
  if (isInline(markup)) {
    const buttons = markup.inline_keyboard.flat();
    for (const button of buttons) assertButton(button);
    if (buttons.length > MOST_BUTTONS) throw badRequest("reply markup is too long");
  }
  const placeholder = "input_field_placeholder" in markup && markup.input_field_placeholder;
  if (typeof placeholder !== "string") return;
  // Telegram documents the limits without saying how it refuses.
  if (placeholder.length === 0 || placeholder.length > MOST_PLACEHOLDER) {
    throw badRequest("input field placeholder must be 1-64 characters long");
  }
}

/** Only inline keyboards can be put under a message that is there. */
export function inlineOnly(markup: Markup | undefined): InlineKeyboard | undefined {
  if (markup === undefined) return undefined;
  if (!isInline(markup)) throw badRequest("inline keyboard expected");
  return markup;
}
