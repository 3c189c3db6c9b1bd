/** The files of `src` as the compiler reads them: how long they are, what they import, how long their functions are. */
import { dirname, join, relative } from "node:path";
import {
  isExportDeclaration,
  isFunctionLikeDeclaration,
  isIdentifier,
  isImportDeclaration,
  isLiteralTypeNode,
  isPropertyAssignment,
  isPropertyDeclaration,
  isStringLiteral,
  isVariableDeclaration,
  type Node,
  type SourceFile,
  SyntaxKind,
} from "typescript/unstable/ast";
import { API } from "typescript/unstable/sync";

export interface Import {
  /** The imported file, from the root of the project: "src/domain/leg.ts". */
  readonly path: string;
  /** Gone when the program runs. */
  readonly isType: boolean;
}

export interface NamedFunction {
  readonly name: string;
  readonly lines: number;
}

export interface TreeFile {
  /** From the root of the project. */
  readonly path: string;
  readonly lines: number;
  /** Of files of the project only, each statement for itself. */
  readonly imports: readonly Import[];
  /** With a body; the lines of a function count in the one around it, too. */
  readonly functions: readonly NamedFunction[];
}

/** All of `src`: the page of the sandbox's chat is built for browsers, by settings of its own. */
const PROJECTS = ["src/tsconfig.json", "src/sandbox/chat/browser/tsconfig.json"];

/** Reads the tree of the project at `root`, sorted by path. */
export function readSourceTree(root: string): readonly TreeFile[] {
  const api = new API({ cwd: root });
  try {
    const snapshot = api.updateSnapshot({ openProjects: PROJECTS.map((path) => join(root, path)) });
    const files = new Map<string, TreeFile>();
    for (const { rootFiles, program } of snapshot.getProjects()) {
      for (const name of rootFiles) {
        const source = program.getSourceFile(name);
        if (!source) throw new Error(`the compiler has not read ${name}`);
        const path = relative(root, name);
        if (path.startsWith("src/")) files.set(path, treeFile(source, path));
      }
    }
    return [...files.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  } finally {
    api.close();
  }
}

function treeFile(source: SourceFile, path: string): TreeFile {
  const functions: NamedFunction[] = [];
  const visit = (node: Node): void => {
    if (isFunctionLikeDeclaration(node) && "body" in node && node.body !== undefined) {
      functions.push({ name: nameOf(node), lines: linesOf(source, node) });
    }
    node.forEachChild(visit);
  };
  visit(source);
  const lines = source.text.trimEnd().split("\n").length;
  return { path, lines, imports: importsOf(source, path), functions };
}

function importsOf(source: SourceFile, path: string): Import[] {
  return source.imports.flatMap((specifier) => {
    if (!isStringLiteral(specifier) || !specifier.text.startsWith(".")) return [];
    const target = join(dirname(path), specifier.text).replace(/\.js$/, ".ts");
    return [{ path: target, isType: isOfTypes(specifier.parent) }];
  });
}

/** `import { type A }` is none: it still loads the file. */
function isOfTypes(statement: Node): boolean {
  if (isImportDeclaration(statement)) {
    return statement.importClause?.phaseModifier === SyntaxKind.TypeKeyword;
  }
  if (isExportDeclaration(statement)) return statement.isTypeOnly;
  return isLiteralTypeNode(statement);
}

/** A function without a name of its own goes by what it is assigned to. */
function nameOf(node: Node): string {
  const { name } = node as { name?: Node };
  if (name && isIdentifier(name)) return name.text;
  if (node.kind === SyntaxKind.Constructor) return "constructor";
  const { parent } = node;
  const isAssigned =
    isVariableDeclaration(parent) || isPropertyAssignment(parent) || isPropertyDeclaration(parent);
  return isAssigned && isIdentifier(parent.name) ? parent.name.text : "(no name)";
}

function linesOf(source: SourceFile, node: Node): number {
  const lineAt = (position: number) => source.getLineAndCharacterOfPosition(position).line;
  return lineAt(node.end) - lineAt(node.getStart(source)) + 1;
}
