/** Entities as a bot sends them: read before the chat is looked up, fitted to the text after it. */
import type { Entity } from "../model.js";
import { badRequest } from "../wire/api-error.js";
import {
  isObject,
  type JsonObject,
  objectField,
  type Refuse,
  requiredNumber,
  requiredString,
  stringField,
} from "../wire/json-field.js";

const PLAIN = [
  "bold",
  "italic",
  "underline",
  "strikethrough",
  "spoiler",
  "code",
  "blockquote",
  "expandable_blockquote",
];
/** Telegram finds these itself and drops what a bot says of them. */
const FOUND = [
  "mention",
  "hashtag",
  "cashtag",
  "bot_command",
  "url",
  "email",
  "phone_number",
  "bank_card_number",
];
const MOST_ENTITIES = 100;
const DATE_FORMAT = /^([rR]|[tTdDwW]*)$/;

const refuse: Refuse = (text) => badRequest(`can't parse MessageEntity: ${text}`);

/** Broken JSON counts as no entities; a broken entity does not. */
export function readEntities(text: string): Entity[] {
  if (text === "") return [];
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return [];
  }
  if (!Array.isArray(value)) return [];
  const entities = value.map(readEntity).filter((one) => one !== undefined);
  // Telegram's servers have said so of too many; its applications would show the first 100.
  if (entities.length > MOST_ENTITIES) throw badRequest("ENTITIES_TOO_LONG");
  return entities;
}

function readEntity(value: unknown): Entity | undefined {
  if (!isObject(value)) throw refuse("expected an Object");
  const offset = requiredNumber(value, "offset", refuse);
  const length = requiredNumber(value, "length", refuse);
  const type = requiredString(value, "type", refuse);
  if (type === "") throw refuse("Type is not specified");
  if (FOUND.includes(type)) return undefined;
  return { offset, length, type, ...extraFields(type, value) };
}

function extraFields(type: string, value: JsonObject): JsonObject {
  if (PLAIN.includes(type)) return {};
  switch (type) {
    case "pre": {
      const language = stringField(value, "language", refuse);
      return language ? { language } : {};
    }
    case "text_link":
      return { url: requiredString(value, "url", refuse) };
    case "text_mention": {
      const user = objectField(value, "user", refuse);
      return { user: { id: requiredNumber(user, "id", refuse) } };
    }
    case "custom_emoji":
      return { custom_emoji_id: String(requiredNumber(value, "custom_emoji_id", refuse)) };
    case "date_time": {
      const unix_time = requiredNumber(value, "unix_time", refuse);
      const date_time_format = stringField(value, "date_time_format", refuse) ?? "";
      if (!DATE_FORMAT.test(date_time_format)) throw refuse("Invalid date-time format specified");
      return date_time_format === "" ? { unix_time } : { unix_time, date_time_format };
    }
    default:
      throw refuse("Unsupported type specified");
  }
}

/**
 * Offsets and lengths count UTF-16 units; an entity lies within the text and splits no character.
 */
export function assertWithin(text: string, entities: readonly Entity[]): void {
  for (const { offset, length } of entities) {
    if (offset < 0 || offset > 1_000_000) {
      throw badRequest(`receive an entity with incorrect offset ${offset}`);
    }
    if (length < 0 || length > 1_000_000) {
      throw badRequest(`receive an entity with incorrect length ${length}`);
    }
  }
  for (const { offset, length } of entities) {
    const end = offset + length;
    const begins = `entity beginning at UTF-16 offset ${offset}`;
    if (length === 0) continue;
    if (splitsCharacter(text, offset)) {
      const at = Buffer.byteLength(text.slice(0, offset + 1));
      throw badRequest(`entity begins in a middle of a UTF-16 symbol at byte offset ${at}`);
    }
    if (offset > text.length) {
      throw badRequest(`entity begins after the end of the text at UTF-16 offset ${offset}`);
    }
    if (end > text.length) {
      throw badRequest(`${begins} ends after the end of the text at UTF-16 offset ${end}`);
    }
    if (splitsCharacter(text, end)) {
      const at = Buffer.byteLength(text.slice(0, end + 1));
      throw badRequest(`${begins} ends in a middle of a UTF-16 symbol at byte offset ${at}`);
    }
  }
}

function splitsCharacter(text: string, offset: number): boolean {
  const before = text.charCodeAt(offset - 1);
  const after = text.charCodeAt(offset);
  return before >= 0xd800 && before < 0xdc00 && after >= 0xdc00 && after < 0xe000;
}
