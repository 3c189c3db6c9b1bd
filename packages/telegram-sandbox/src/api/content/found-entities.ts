/** What Telegram marks in every text by itself: commands, mentions, hashtags and links. */
import type { Entity } from "../model.js";

const PATTERNS: readonly (readonly [string, RegExp])[] = [
  ["url", /https?:\/\/[^\s<>"'`]*[^\s<>"'`.,;:!?)\]}]/giu],
  [
    "bot_command",
    /(?<![\p{L}\p{N}_/])\/[A-Za-z0-9_]{1,64}(?:@[A-Za-z][A-Za-z0-9_]{2,31})?(?![\w/])/gu,
  ],
  ["mention", /(?<![\p{L}\p{N}_/@])@[A-Za-z][A-Za-z0-9_]{3,31}(?![\w])/gu],
  ["hashtag", /(?<![\p{L}\p{N}_#])#(?=[\p{L}\p{N}_]*\p{L})[\p{L}\p{N}_]{1,256}/gu],
];

/** Adds them where no given entity lies; all in the order of their offsets. */
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
