/** The bot about itself: getMe, and its name and descriptions by language. */
import { lengthOf } from "../content/text.js";
import { BOT_ID } from "../model.js";
import { userOf } from "../storage/people.js";
import { deleteSetting, saveSetting, setting } from "../storage/settings.js";
import { badRequest } from "../wire/api-error.js";
import type { World } from "../world.js";
import type { Method } from "./call.js";
import { readLanguage } from "./commands.js";

/** The parameter, its longest value and how Telegram's servers refuse a longer one. */
interface ProfileText {
  readonly field: "name" | "description" | "short_description";
  readonly most: number;
  readonly refusal: string;
}

const NAME: ProfileText = { field: "name", most: 64, refusal: "BOT_TITLE_INVALID" };
const DESCRIPTION: ProfileText = {
  field: "description",
  most: 512,
  refusal: "DESCRIPTION_TOO_LONG",
};
const SHORT: ProfileText = {
  field: "short_description",
  most: 120,
  refusal: "SHORT_DESCRIPTION_TOO_LONG",
};

export function getMe(world: World): unknown {
  return {
    ...userOf(world.storage, BOT_ID),
    first_name: textIn(world, NAME, ""),
    can_join_groups: true,
    can_read_all_group_messages: false,
    supports_inline_queries: false,
    supports_guest_queries: false,
    can_connect_to_business: false,
    has_main_web_app: false,
    has_topics_enabled: false,
    allows_users_to_create_topics: false,
    can_manage_bots: false,
  };
}

/** Without a text in a language the one without language holds; the bot's name is never empty. */
function textIn(world: World, { field }: ProfileText, language: string): string {
  const { storage } = world;
  const own = setting<string>(storage, `${field}:${language}`);
  const general = setting<string>(storage, `${field}:`);
  const last = field === "name" ? (userOf(storage, BOT_ID)?.first_name ?? "") : "";
  return own ?? general ?? last;
}

function setter(text: ProfileText): Method {
  return (world, params) => {
    const language = readLanguage(params);
    const value = params.text(text.field).trim();
    if (lengthOf(value) > text.most) throw badRequest(text.refusal);
    const key = `${text.field}:${language}`;
    if (value === "") deleteSetting(world.storage, key);
    else saveSetting(world.storage, key, value);
    return true;
  };
}

function getter(text: ProfileText): Method {
  return (world, params) => ({ [text.field]: textIn(world, text, readLanguage(params)) });
}

export const profileMethods: Readonly<Record<string, Method>> = {
  getMe,
  setMyName: setter(NAME),
  getMyName: getter(NAME),
  setMyDescription: setter(DESCRIPTION),
  getMyDescription: getter(DESCRIPTION),
  setMyShortDescription: setter(SHORT),
  getMyShortDescription: getter(SHORT),
};
