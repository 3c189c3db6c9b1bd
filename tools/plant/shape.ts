/** What a source is made of, as far as it says which tests reach a change: its functions, its classes, what it declares. */
import {
  isClassLikeDeclaration,
  isFunctionLikeDeclaration,
  type Node,
  type SourceFile,
} from "typescript/unstable/ast";

export interface Span {
  readonly start: number;
  readonly end: number;
}

interface Statement extends Span {
  /** Each word of it that could be a name. */
  readonly words: ReadonlySet<string>;
}

interface Declared {
  readonly declares: readonly string[];
  readonly isExported: boolean;
}

export interface Shape {
  readonly path: string;
  /** Where each line begins. */
  readonly lines: readonly number[];
  readonly functions: readonly Statement[];
  readonly classes: readonly Span[];
  /** The statements of the file itself. */
  readonly statements: readonly (Statement & Declared)[];
}

/** Functions and classes are left out: what is in them runs, and that is measured. */
const DECLARES = /^(?:export )?(?:declare )?(?:const|let|var|enum)\b/;

export function shapeOf(source: SourceFile, path: string): Shape {
  const functions: Statement[] = [];
  const classes: Span[] = [];
  const statementOf = (node: Node): Statement => {
    const start = node.getStart(source);
    return { start, end: node.end, words: wordsOf(source.text.slice(start, node.end)) };
  };
  const visit = (node: Node): void => {
    if (isFunctionLikeDeclaration(node) && "body" in node && node.body !== undefined) {
      functions.push(statementOf(node));
    }
    if (isClassLikeDeclaration(node)) classes.push({ start: node.pos, end: node.end });
    node.forEachChild(visit);
  };
  visit(source);
  const statements = source.statements.map((node) => {
    const statement = statementOf(node);
    const text = source.text.slice(statement.start, node.end);
    return { ...statement, declares: declaredBy(text), isExported: text.startsWith("export ") };
  });
  return { path, lines: lineStarts(source.text), functions, classes, statements };
}

export function lineStarts(text: string): number[] {
  return [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.match(/\w+/g));
}

/** The names before the "=", as in `const { a, b } = ...`. */
function declaredBy(text: string): string[] {
  const [start] = DECLARES.exec(text) ?? [];
  if (start === undefined) return [];
  const names = /^[^=({:]*(?:\{[^}]*\})?/.exec(text.slice(start.length))?.[0] ?? "";
  return [...new Set(names.match(/\w+/g))];
}

/** The smallest that holds both places. */
export function smallestAround<T extends Span>(
  spans: readonly T[],
  from: number,
  to = from,
): T | undefined {
  let smallest: T | undefined;
  for (const span of spans) {
    if (span.start > from || span.end < to) continue;
    if (!smallest || span.end - span.start < smallest.end - smallest.start) smallest = span;
  }
  return smallest;
}
