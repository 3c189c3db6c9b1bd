/**
 * Text of a message: read from the parameters first, and fixed the way Telegram's clients do it
 * once the chat is known (odd characters, ends trimmed, links and commands marked).
 */
import type { Entity, FormattedText } from "../model.js";
import { badRequest } from "../wire/api-error.js";
import type { Params } from "../wire/params.js";
import { assertWithin, readEntities } from "./entities.js";

const MOST_BYTES = 32_768;

export function readText(params: Params, field: "text" | "caption"): FormattedText {
  const text = params.text(field);
  if (field === "text" && text === "") throw badRequest("message text is empty");
  if (Buffer.byteLength(text) > MOST_BYTES) throw badRequest("text is too long");
  const parseMode = params.text("parse_mode").toLowerCase();
  const entities = readEntities(params.text(field === "text" ? "entities" : "caption_entities"));
  if (parseMode === "" || parseMode === "none") return { text, entities };
  if (!["markdown", "markdownv2", "html"].includes(parseMode)) {
    throw badRequest("unsupported parse_mode");
  }
  // Telegram would ignore the entities; a bot that sends both has a mistake to find.
  if (entities.length > 0) throw badRequest("entities can't be used together with parse_mode");
  throw badRequest("parse_mode is not served by the sandbox; send entities instead");
}

/** Throws when nothing is left to see, unless it may be empty. */
export function fixText(given: FormattedText, mayBeEmpty = false): FormattedText {
  assertWithin(given.text, given.entities);
  const cleaned = clean(given);
  const trimmed = trim(cleaned);
  if (trimmed.text === "" && !mayBeEmpty) throw badRequest("text must be non-empty");
  return { text: trimmed.text, entities: withFoundEntities(trimmed.text, trimmed.entities) };
}

/** Telegram counts characters here, not UTF-16 units. */
export function lengthOf(text: string): number {
  let length = 0;
  for (const _character of text) length += 1;
  return length;
}

/** Control characters become spaces; carriage returns and marks of direction go. */
function clean({ text, entities }: FormattedText): FormattedText {
  const newOffsets: number[] = [];
  let result = "";
  for (let at = 0; at < text.length; at += 1) {
    newOffsets.push(result.length);
    const code = text.charCodeAt(at);
    if (code === 0x0d || (code >= 0x2028 && code <= 0x202e)) continue;
    result += code < 0x20 && code !== 0x0a ? " " : text.charAt(at);
  }
  newOffsets.push(result.length);
  const moved = entities.map((entity) => {
    const offset = newOffsets[entity.offset] ?? 0;
    const end = newOffsets[entity.offset + entity.length] ?? offset;
    return { ...entity, offset, length: end - offset };
  });
  return { text: result, entities: moved };
}

/** The end is cut off whatever lies there, the beginning only up to the first entity. */
function trim({ text, entities }: FormattedText): FormattedText {
  const end = text.trimEnd().length;
  const kept = entities
    .filter(({ offset, length }) => length > 0 && offset < end)
    .map((entity) => ({ ...entity, length: Math.min(entity.length, end - entity.offset) }));
  const sorted = kept.sort((a: Entity, b: Entity) => a.offset - b.offset || b.length - a.length);
  const firstEntity = sorted[0]?.offset ?? end;
  const blank = /^[ \n]*/.exec(text.slice(0, firstEntity))?.[0].length ?? 0;
  return {
    text: text.slice(blank, end),
    entities: sorted.map((entity) => ({ ...entity, offset: entity.offset - blank })),
  };
}

const PATTERNS: readonly (readonly [string, RegExp])[] = [
  ["url", /https?:\/\/[^\s<>"'`]*[^\s<>"'`.,;:!?)\]}]/giu],
  [
    "bot_command",
    /(?<![\p{L}\p{N}_/])\/[A-Za-z0-9_]{1,64}(?:@[A-Za-z][A-Za-z0-9_]{2,31})?(?![\w/])/gu,
  ],
  ["mention", /(?<![\p{L}\p{N}_/@])@[A-Za-z][A-Za-z0-9_]{3,31}(?![\w])/gu],
  ["hashtag", /(?<![\p{L}\p{N}_#])#(?=[\p{L}\p{N}_]*\p{L})[\p{L}\p{N}_]{1,256}/gu],
];

/** Adds what Telegram marks in every text by itself where no given entity lies; all in the order of their offsets. */
export function withFoundEntities(text: string, given: readonly Entity[]): Entity[] {
  const entities = [...given];
  for (const [type, pattern] of PATTERNS) {
    for (const found of text.matchAll(pattern)) {
      const entity = { type, offset: found.index, length: found[0].length };
      if (!entities.some((other) => overlap(entity, other))) entities.push(entity);
    }
  }
  return entities.sort((a, b) => a.offset - b.offset || b.length - a.length);
}

function overlap(a: Entity, b: Entity): boolean {
  return a.offset < b.offset + b.length && b.offset < a.offset + a.length;
}
