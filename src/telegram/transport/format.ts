/**
 * Text with entities, put together from pieces; a user's text is a piece like any other and cannot become markup. Offsets are
 * UTF-16 units, as in `length` of a JavaScript string.
 */
import type { Entity } from "./message.js";

export interface Rich {
  readonly text: string;
  readonly entities: readonly Entity[];
}

export type Part = string | Rich;

/** A template: rich`Order ${code(id)}`. */
export function rich(strings: TemplateStringsArray, ...parts: readonly Part[]): Rich {
  return join(
    strings.flatMap((text, at) => [text, parts[at] ?? ""]),
    "",
  );
}

/** Joins the pieces that exist, by default each on a line of its own. */
export function join(parts: readonly (Part | undefined)[], separator = "\n"): Rich {
  let text = "";
  const entities: Entity[] = [];
  let isFirst = true;
  for (const part of parts) {
    if (part === undefined) continue;
    if (!isFirst) text += separator;
    isFirst = false;
    const piece = plain(part);
    for (const entity of piece.entities) {
      entities.push({ ...entity, offset: entity.offset + text.length });
    }
    text += piece.text;
  }
  return { text, entities };
}

/** Blocks of lines with an empty line between them; empty blocks are left out. */
export function blocks(...all: readonly (readonly (Part | undefined)[])[]): Rich {
  const lines = all.map((block) => join(block));
  return join(
    lines.filter(({ text }) => text.length > 0),
    "\n\n",
  );
}

export function plain(part: Part): Rich {
  return typeof part === "string" ? { text: part, entities: [] } : part;
}

export function bold(text: string): Rich {
  return marked(text, { type: "bold", offset: 0, length: text.length });
}

/** Copied by a tap on it. */
export function code(text: string): Rich {
  return marked(text, { type: "code", offset: 0, length: text.length });
}

/** Hidden until it is tapped. */
export function spoiler(text: string): Rich {
  return marked(text, { type: "spoiler", offset: 0, length: text.length });
}

/** A block of its own, copied by a tap on it. */
export function pre(text: string): Rich {
  return marked(text, { type: "pre", offset: 0, length: text.length });
}

/** Lines of which the first few are shown, and all after a tap. */
export function folded(lines: readonly Part[]): Rich {
  const { text, entities } = join(lines);
  if (text.length === 0) return { text, entities };
  return {
    text,
    entities: [{ type: "expandable_blockquote", offset: 0, length: text.length }, ...entities],
  };
}

export function link(text: string, url: string): Rich {
  return marked(text, { type: "text_link", offset: 0, length: text.length, url });
}

/** Heard by who is named; an @name is without being marked. */
export function mention(name: string, userId: number): Part {
  if (name.startsWith("@")) return name;
  const user = { id: userId, is_bot: false, first_name: name } as const;
  return marked(name, { type: "text_mention", offset: 0, length: name.length, user });
}

/** Where entities are shown, the reader's own time, without today's date; elsewhere the text. */
export function moment(text: string, unixMs: number, shown: "Dt" | "t"): Rich {
  const span = { offset: 0, length: text.length, unix_time: Math.floor(unixMs / 1_000) };
  return marked(text, { type: "date_time", ...span, date_time_format: shown });
}

/** Telegram refuses an empty entity, so an empty text has none. */
function marked(text: string, entity: Entity): Rich {
  return { text, entities: text.length > 0 ? [entity] : [] };
}

/** At most so many characters, whole ones, without space at the ends. */
export function shorten(text: string, most: number): string {
  const characters = [...text.trim()];
  if (characters.length <= most) return characters.join("");
  return `${characters.slice(0, most - 1).join("")}…`;
}

/** A Chinese character is as wide as two others. */
export function whatFits(most: number, text: string, shorter: string): string {
  const wide = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  return [...text].length + wide <= most ? text : shorter;
}
