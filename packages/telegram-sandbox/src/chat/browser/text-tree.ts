/** Text with entities as a tree: what nests inside what, whatever the order they came in. */
import type { Entity } from "./message.js";

export type TextNode = string | Marked;

export interface Marked {
  readonly entity: Entity;
  readonly children: readonly TextNode[];
}

const BLOCKS: ReadonlySet<string> = new Set(["pre", "blockquote", "expandable_blockquote"]);

function isBlock(node: TextNode | undefined): boolean {
  return typeof node === "object" && BLOCKS.has(node.entity.type);
}

/** Nothing of the text is lost or doubled: entities that reach beyond it, or across others, are cut. */
export function textTree(text: string, entities: readonly Entity[] = []): readonly TextNode[] {
  const whole = { from: 0, to: text.length };
  return build(text, whole, entities.map((one) => clip(one, whole)).filter(isLong));
}

interface Span {
  readonly from: number;
  readonly to: number;
}

function build(text: string, { from, to }: Span, entities: readonly Entity[]): TextNode[] {
  const nodes: TextNode[] = [];
  let at = from;
  let rest = [...entities].sort(outerFirst);
  for (let entity = rest.shift(); entity !== undefined; entity = rest.shift()) {
    const span = { from: entity.offset, to: entity.offset + entity.length };
    pushText(nodes, text.slice(at, span.from));
    const inner = rest.map((one) => clip(one, span)).filter(isLong);
    nodes.push({ entity, children: build(text, span, inner) });
    rest = rest.map((one) => clip(one, { from: span.to, to })).filter(isLong);
    at = span.to;
  }
  pushText(nodes, text.slice(at, to));
  return nodes;
}

/** A block ends its line by itself, so that a line break after it would leave an empty line. */
function pushText(nodes: TextNode[], text: string): void {
  const shown = isBlock(nodes.at(-1)) && text.startsWith("\n") ? text.slice(1) : text;
  if (shown !== "") nodes.push(shown);
}

function clip(entity: Entity, { from, to }: Span): Entity {
  const start = Math.max(entity.offset, from);
  const end = Math.min(entity.offset + entity.length, to);
  return { ...entity, offset: start, length: end - start };
}

function isLong({ length }: Entity): boolean {
  return length > 0;
}

function outerFirst(one: Entity, other: Entity): number {
  return one.offset - other.offset || other.length - one.length;
}

export function plainText(nodes: readonly TextNode[]): string {
  return nodes.map((one) => (typeof one === "string" ? one : plainText(one.children))).join("");
}

/** "65,000 Energy", "20 × 65,000 Energy", "1 小时": a number with the word that it counts. */
const AMOUNT =
  /(?<![\p{L}\d])(\d[\d.,]*(?: × \d[\d.,]*)? (?:\p{Script=Han}{1,2}|\p{L}{1,10}(?!\p{L})))/u;

/** The parts in turn: other text (perhaps empty), an amount that stays on one line, other text. */
export function splitAmounts(text: string): string[] {
  return text.split(AMOUNT);
}
