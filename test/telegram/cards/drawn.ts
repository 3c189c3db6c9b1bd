/** A card as lines to read: its text, its buttons row by row, and what its entities stand on. */

import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
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
  return [
    card.text,
    "────",
    ...card.keyboard.map((row) => row.map(buttonLine).join(" ")),
    ...card.entities.map((entity) => entityLine(card.text, entity)),
  ].join("\n");
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

function entityLine(text: string, entity: Entity): string {
  const covered = text.slice(entity.offset, entity.offset + entity.length);
  const more =
    entity.type === "text_link"
      ? ` → ${entity.url}`
      : entity.type === "date_time"
        ? ` = ${new Date(entity.unix_time * 1_000).toISOString()}`
        : "";
  return `${entity.type}: ${covered}${more}`;
}
