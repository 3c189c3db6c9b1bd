/** answerCallbackQuery. */
import { BOT_USERNAME } from "../model.js";
import { answerCallback, type CallbackAnswer } from "../storage/callbacks.js";
import { badRequest } from "../wire/api-error.js";
import type { Params } from "../wire/params.js";
import type { World } from "../world.js";

const MOST_TOAST = 200;
const OWN_LINK = new RegExp(`^(https?://)?t\\.me/${BOT_USERNAME}\\?start=`, "i");

export function answerCallbackQuery(world: World, params: Params): unknown {
  const id = params.text("callback_query_id");
  const text = params.text("text");
  const url = params.text("url");
  if (text.length > MOST_TOAST) throw badRequest("MESSAGE_TOO_LONG");
  // A bot without games may only open itself.
  if (url !== "" && !OWN_LINK.test(url)) throw badRequest("URL_INVALID");
  const answer: CallbackAnswer = {
    ...(text !== "" && { text }),
    ...(params.flag("show_alert") && { show_alert: true as const }),
    ...(url !== "" && { url }),
  };
  if (!answerCallback(world.storage, id, answer, world.nowMs)) {
    throw badRequest("query is too old and response timeout expired or query ID is invalid");
  }
  world.storage.afterCommit(() => world.events.emit("answer", id, answer));
  return true;
}
