/** setMyCommands, getMyCommands and deleteMyCommands, by scope and language. */
import { chatToRead } from "../chats/access.js";
import { lengthOf } from "../content/text.js";
import { type BotCommand, commandsOf, deleteCommands, saveCommands } from "../storage/commands.js";
import { badRequest } from "../wire/api-error.js";
import {
  isObject,
  numberField,
  parameterJson,
  type Refuse,
  requiredString,
} from "../wire/json-field.js";
import type { Params } from "../wire/params.js";
import type { World } from "../world.js";

const MOST_COMMANDS = 100;
const MOST_COMMAND = 32;
const MOST_DESCRIPTION = 256;
const GENERAL_SCOPES = [
  "default",
  "all_private_chats",
  "all_group_chats",
  "all_chat_administrators",
];
const CHAT_SCOPES = ["chat", "chat_administrators", "chat_member"];

const refuseCommand: Refuse = (text) => badRequest(`can't parse BotCommand: ${text}`);
const refuseScope: Refuse = (text) => badRequest(`can't parse BotCommandScope: ${text}`);

export function setMyCommands(world: World, params: Params): unknown {
  const given = readCommands(params);
  const scope = readScope(world, params);
  const language = readLanguage(params);
  const commands = given.map(checkCommand);
  if (commands.length > MOST_COMMANDS) throw badRequest("BOT_COMMANDS_TOO_MUCH");
  saveCommands(world.storage, scope, language, commands);
  return true;
}

export function getMyCommands(world: World, params: Params): unknown {
  return commandsOf(world.storage, readScope(world, params), readLanguage(params));
}

export function deleteMyCommands(world: World, params: Params): unknown {
  deleteCommands(world.storage, readScope(world, params), readLanguage(params));
  return true;
}

function readCommands(params: Params): BotCommand[] {
  const text = params.text("commands");
  if (text === "") return [];
  const value = parameterJson(text, "commands JSON object");
  if (!Array.isArray(value)) throw badRequest("expected an Array of BotCommand");
  return value.map((one: unknown) => {
    if (!isObject(one)) throw refuseCommand("expected an Object");
    return {
      command: requiredString(one, "command", refuseCommand),
      description: requiredString(one, "description", refuseCommand),
    };
  });
}

function checkCommand(given: BotCommand): BotCommand {
  const command = given.command.trim().replace(/^\//, "");
  const description = given.description.trim();
  if (command === "") throw badRequest("command must be non-empty");
  if (lengthOf(command) > MOST_COMMAND) {
    throw badRequest(`command length must not exceed ${MOST_COMMAND}`);
  }
  if (description === "") throw badRequest("command description must be non-empty");
  if (lengthOf(description) > MOST_DESCRIPTION) {
    throw badRequest(`command description length must not exceed ${MOST_DESCRIPTION}`);
  }
  if (!/^[a-z0-9_]+$/.test(command)) throw badRequest("BOT_COMMAND_INVALID");
  return { command, description };
}

/** As a key: "default", "chat:-1001", "chat_member:-1001:7001". */
function readScope(world: World, params: Params): string {
  const text = params.text("scope");
  if (text === "") return "default";
  const value = parameterJson(text, "BotCommandScope JSON object");
  if (!isObject(value)) throw refuseScope("BotCommandScope must be an Object");
  const type = requiredString(value, "type", refuseScope);
  if (GENERAL_SCOPES.includes(type)) return type;
  if (!CHAT_SCOPES.includes(type)) throw refuseScope("Unsupported type specified");
  const chatId = requiredString(value, "chat_id", refuseScope);
  if (chatId === "") throw refuseScope("Empty chat_id specified");
  if (type !== "chat_member") return `${type}:${chatToRead(world.storage, chatId).id}`;
  const userId = numberField(value, "user_id", refuseScope);
  if (userId === undefined) throw refuseScope('Can\'t find field "user_id"');
  if (userId <= 0) throw refuseScope("Invalid user_id specified");
  return `${type}:${chatToRead(world.storage, chatId).id}:${userId}`;
}

export function readLanguage(params: Params): string {
  const code = params.text("language_code");
  if (code !== "" && !/^[a-z]{2}$/.test(code)) throw badRequest("invalid language code specified");
  return code;
}
