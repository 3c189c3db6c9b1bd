/** The changes that can be made to a source, one at a time: an operator, a bound, a branch, a constant. Texts stay as they are. */
import {
  isBigIntLiteral,
  isBinaryExpression,
  isConditionalExpression,
  isIfStatement,
  isImportDeclaration,
  isNoSubstitutionTemplateLiteral,
  isNumericLiteral,
  isPrefixUnaryExpression,
  isStringLiteral,
  isTemplateExpression,
  isTypeNode,
  type Node,
  type SourceFile,
  SyntaxKind,
} from "typescript/unstable/ast";
import { isSql, sqlChanges } from "./sql.js";

export interface Change {
  /** From the root of the project. */
  readonly path: string;
  /** From 1. */
  readonly line: number;
  /** Into the text of the file. */
  readonly start: number;
  readonly was: string;
  readonly becomes: string;
}

const OPERATORS: ReadonlyMap<SyntaxKind, string> = new Map([
  [SyntaxKind.LessThanToken, "<="],
  [SyntaxKind.LessThanEqualsToken, "<"],
  [SyntaxKind.GreaterThanToken, ">="],
  [SyntaxKind.GreaterThanEqualsToken, ">"],
  [SyntaxKind.EqualsEqualsEqualsToken, "!=="],
  [SyntaxKind.ExclamationEqualsEqualsToken, "==="],
  [SyntaxKind.AmpersandAmpersandToken, "||"],
  [SyntaxKind.BarBarToken, "&&"],
  [SyntaxKind.PlusToken, "-"],
  [SyntaxKind.MinusToken, "+"],
  [SyntaxKind.AsteriskToken, "/"],
  [SyntaxKind.SlashToken, "*"],
  [SyntaxKind.PercentToken, "*"],
  [SyntaxKind.PlusEqualsToken, "-="],
  [SyntaxKind.MinusEqualsToken, "+="],
]);

/** Above it a constant is doubled: nobody would see 60,001 ms in the place of 60,000. */
const LARGEST_COUNTED = 100;

/** Sentences of people, and nothing else. */
const TEXTS = /(^|\/)(text|locales)\//;

/** All of them, in the order of the source. */
export function changesIn(source: SourceFile, path: string): Change[] {
  if (TEXTS.test(path)) return [];
  const changes: Change[] = [];
  const add = (start: number, was: string, ...becomes: string[]) => {
    const line = source.getLineAndCharacterOfPosition(start).line + 1;
    changes.push(...becomes.map((one) => ({ path, line, start, was, becomes: one })));
  };
  const replace = (node: Node, ...becomes: string[]) => {
    const start = node.getStart(source);
    add(start, source.text.slice(start, node.end), ...becomes);
  };
  const addSql = (whole: Node, pieces: readonly Node[]) => {
    if (!isSql(source.text.slice(whole.pos, whole.end))) return;
    for (const piece of pieces) {
      const start = piece.getStart(source);
      for (const { at, was, becomes } of sqlChanges(source.text.slice(start, piece.end))) {
        add(start + at, was, becomes);
      }
    }
  };
  const visit = (node: Node): void => {
    if (isTypeNode(node) || isImportDeclaration(node)) return;
    if (isBinaryExpression(node)) {
      const becomes = OPERATORS.get(node.operatorToken.kind);
      if (becomes !== undefined) replace(node.operatorToken, becomes);
    } else if (isPrefixUnaryExpression(node) && node.operator === SyntaxKind.ExclamationToken) {
      add(node.getStart(source), "!", "");
    } else if (isIfStatement(node)) {
      replace(node.expression, "true", "false");
    } else if (isConditionalExpression(node)) {
      replace(node.condition, "true", "false");
    } else if (isNumericLiteral(node) || isBigIntLiteral(node)) {
      const start = node.getStart(source);
      replace(node, otherNumber(source.text.slice(start, node.end)));
    } else if (node.kind === SyntaxKind.TrueKeyword) {
      replace(node, "false");
    } else if (node.kind === SyntaxKind.FalseKeyword) {
      replace(node, "true");
    } else if (isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node)) {
      addSql(node, [node]);
    } else if (isTemplateExpression(node)) {
      addSql(node, [node.head, ...node.templateSpans.map(({ literal }) => literal)]);
    }
    node.forEachChild(visit);
  };
  visit(source);
  return changes.sort((a, b) => a.start - b.start);
}

function otherNumber(written: string): string {
  const isLarge = Number(written.replaceAll(/[_n]/g, "")) > LARGEST_COUNTED;
  return isLarge ? `(2${written.endsWith("n") ? "n" : ""} * ${written})` : nextOf(written);
}

function nextOf(written: string): string {
  if (written.endsWith("n")) return `${BigInt(written.slice(0, -1).replaceAll("_", "")) + 1n}n`;
  return String(Number(written.replaceAll("_", "")) + 1);
}

/** The text of the file with that change made. */
export function changed(text: string, { start, was, becomes }: Change): string {
  return text.slice(0, start) + becomes + text.slice(start + was.length);
}
