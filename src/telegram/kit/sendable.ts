/** What Telegram refuses, found before it is sent; and cards that could grow beyond what a message holds. */
import { assert } from "../../domain/assert.js";
import type { Button, Card, Entity } from "../transport/message.js";

const MAX_TEXT_UNITS = 4_096;
export const MAX_ENTITIES = 100;
const MAX_BUTTON_TEXT = 64;
const MAX_COPY_TEXT = 256;
const MAX_CALLBACK_BYTES = 64;
const MAX_BUTTONS = 100;

export function assertSendable(card: Card): void {
  const problem = sendProblem(card);
  assert(problem === undefined, `a card that cannot be sent: ${problem}`);
}

/** Why Telegram would refuse the card, or show it differently; undefined when it is fine. */
export function sendProblem(card: Card): string | undefined {
  const { text, entities } = card;
  if (text.length === 0) return "no text";
  if (text !== text.trim()) return "space around the text";
  if (text.length > MAX_TEXT_UNITS) return `${text.length} characters`;
  if (entities.length > MAX_ENTITIES) return `${entities.length} entities`;
  for (const entity of entities) {
    const problem = entityProblem(text, entity);
    if (problem) return `${problem}: ${JSON.stringify(entity)}`;
  }
  return overlap(entities) ?? keyboardProblem(card);
}

function entityProblem(text: string, entity: Entity): string | undefined {
  const { offset, length } = entity;
  if (!Number.isInteger(offset) || !Number.isInteger(length)) return "a fraction";
  if (length < 1) return "an empty entity";
  if (offset < 0 || offset + length > text.length) return "an entity outside of the text";
  const covered = text.slice(offset, offset + length);
  if (covered !== covered.trim()) return "an entity that begins or ends with a space";
  if (/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/.test(covered)) return "an entity within a character";
  if (entity.type === "text_link" && !URL.canParse(entity.url)) return "a link without a URL";
  return undefined;
}

/** Our entities never nest, except in a quotation. */
function overlap(entities: readonly Entity[]): string | undefined {
  let end = 0;
  for (const { type, offset, length } of entities) {
    if (type === "expandable_blockquote") continue;
    if (offset < end) return `entities that overlap at ${offset}`;
    end = offset + length;
  }
  return undefined;
}

function keyboardProblem({ keyboard }: Card): string | undefined {
  const buttons = keyboard.flat();
  if (keyboard.some((row) => row.length === 0 || row.length > 8)) return "a row of 0 or over 8";
  if (buttons.length > MAX_BUTTONS) return `${buttons.length} buttons`;
  for (const button of buttons) {
    const problem = buttonProblem(button);
    if (problem) return `${problem}: ${JSON.stringify(button)}`;
  }
  return undefined;
}

function buttonProblem(button: Button): string | undefined {
  const { text } = button;
  if (text.length === 0 || text !== text.trim()) return "a button without a text, or with space";
  if (text.length > MAX_BUTTON_TEXT) return "a long text on a button";
  if ("callback_data" in button) {
    const bytes = Buffer.byteLength(button.callback_data);
    if (bytes < 1 || bytes > MAX_CALLBACK_BYTES) return `callback data of ${bytes} bytes`;
  }
  if ("url" in button && !URL.canParse(button.url)) return "a button without a URL";
  if ("copy_text" in button) {
    const { length } = button.copy_text.text;
    if (length < 1 || length > MAX_COPY_TEXT) return `${length} characters to copy`;
  }
  return undefined;
}

/** Draws with less and less detail until the card can be sent; the last level is used in any case. */
export function firstThatFits<Level>(
  levels: readonly [Level, ...Level[]],
  draw: (level: Level) => Card,
): Card {
  let card = draw(levels[0]);
  for (const level of levels.slice(1)) {
    if (sendProblem(card) === undefined) return card;
    card = draw(level);
  }
  return card;
}

/** The most that each of these may have, so that all together have at most `budget`. */
export function evenShare(counts: readonly number[], budget: number): number {
  const used = (share: number) => counts.reduce((sum, count) => sum + Math.min(count, share), 0);
  const most = Math.max(0, ...counts);
  let share = 0;
  while (share < most && used(share + 1) <= budget) share += 1;
  return share;
}
