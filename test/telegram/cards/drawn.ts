/** A card as lines to read: its text, with marks where its entities begin and end, and its buttons row by row. */

import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { must } from "../../../src/domain/assert.js";
import { draftCard } from "../../../src/telegram/buy/card.js";
import type { DraftView } from "../../../src/telegram/buy/views.js";
import { LANGUAGES } from "../../../src/telegram/kit/language.js";
import { assertSendable } from "../../../src/telegram/kit/sendable.js";
import { batchCard } from "../../../src/telegram/orders/batch-card.js";
import type { BatchView } from "../../../src/telegram/orders/batch-state.js";
import type { Messages } from "../../../src/telegram/text/messages.js";
import type { Button, Card, Entity } from "../../../src/telegram/transport/message.js";
import { cutLabels } from "./legible.js";
import { expectOwnWords } from "./own-words.js";

/** Where `npm run gallery` keeps what each language says, for those who read it beside the English. */
const { GALLERY } = process.env;

/** What English says, for the golden that stands in the test. Each other language says it in words of its own. */
export function goldenOf<Said>(say: (messages: Messages) => Said): Said {
  const { en, ...others } = LANGUAGES;
  const english = say(en.messages);
  for (const [code, { messages }] of Object.entries(others)) {
    const said = linesOf(say(messages));
    expectOwnWords(code, said);
    if (GALLERY !== undefined) hang(GALLERY, code, linesOf(english), said);
  }
  return english;
}

function linesOf(said: unknown): string[] {
  if (typeof said === "string") return said.split("\n");
  if (typeof said !== "object" || said === null) return [];
  return Object.values(said).flatMap(linesOf);
}

function hang(folder: string, code: string, english: readonly string[], said: readonly string[]) {
  const { currentTestName = "" } = expect.getState();
  const parts = [`# ${currentTestName}`, english.join("\n"), said.join("\n")];
  mkdirSync(folder, { recursive: true });
  appendFileSync(join(folder, `${code}.md`), `${parts.join("\n\n")}\n\n`);
}

/** The same of a card, as lines to read. */
export function golden(draw: (messages: Messages) => Card): string {
  return goldenOf((messages) => drawn(draw(messages)));
}

export const goldenDraft = (view: DraftView) => golden((messages) => draftCard(view, messages));

export const goldenBatch = (view: BatchView) => golden((messages) => batchCard(view, messages));

/** Also asserts that Telegram would take it, and that its labels can be read. */
export function drawn(card: Card): string {
  assertGood(card);
  return [withMarks(card), ...card.keyboard.map((row) => row.map(buttonLine).join(" "))].join("\n");
}

/** The buttons alone. */
export function keyboardOf(card: Card): string[] {
  assertGood(card);
  return card.keyboard.map((row) => row.map(buttonLine).join(" "));
}

function assertGood(card: Card): void {
  assertSendable(card);
  expect(cutLabels(card)).toEqual([]);
}

function buttonLine(button: Button): string {
  if ("url" in button) return `[${button.text} → ${button.url}]`;
  if ("copy_text" in button) return `[${button.text} ⧉ ${button.copy_text.text}]`;
  if ("disabled" in button) return `[${button.text} ✗]`;
  return `[${button.text}${button.style ? ` (${button.style})` : ""}]`;
}

const MARKS: Readonly<Record<string, readonly [string, string]>> = {
  bold: ["*", "*"],
  code: ["|", "|"],
  spoiler: ["||", "||"],
  pre: ["```", "```"],
  date_time: ["‹", "›"],
};

/** The text alone; each line of a quotation begins with ">". */
export function withMarks({ text, entities }: Pick<Card, "text" | "entities">): string {
  const marks = entities.flatMap((entity) => {
    const { offset, length, type } = entity;
    if (type === "expandable_blockquote") {
      const quoted = text.slice(offset, offset + length);
      const lines = [...quoted.matchAll(/^/gm)].map(({ index }) => offset + index);
      return lines.map((at) => ({ at, order: 1, mark: "> " }));
    }
    const [open, close] = markOf(entity);
    return [
      { at: offset, order: 2, mark: open },
      { at: offset + length, order: 0, mark: close },
    ];
  });
  let shown = "";
  let last = 0;
  for (const { at, mark } of marks.toSorted((a, b) => a.at - b.at || a.order - b.order)) {
    shown += text.slice(last, at) + mark;
    last = at;
  }
  return shown + text.slice(last);
}

function markOf(entity: Entity): readonly [string, string] {
  if (entity.type === "text_link") return ["[", `](${entity.url})`];
  return must(MARKS[entity.type], `a mark for ${entity.type}`);
}
