/**
 * The files of `src`, of the packages and of the bench as the compiler reads them: how long they are, what they import, how long
 * their functions are.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
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

const FOLDERS = ["src", "packages", "bench"];
/** A folder may have several: what is built for browsers has settings of its own. */
const PROJECT = /(^|\/)tsconfig(\.shared)?\.json$/;
const NO_SOURCE = /(^|\/)(node_modules|dist)\//;

/** Reads the tree of the project at `root`, sorted by path. */
export function readSourceTree(root: string): readonly TreeFile[] {
  const names = readNames(root);
  return mapSources(root, (source, path) => treeFile(source, path, names));
}

/** Of each source of the project at `root` once, sorted by path. The nodes are gone afterwards. */
export function mapSources<T>(root: string, read: (source: SourceFile, path: string) => T): T[] {
  const api = new API({ cwd: root });
  try {
    const snapshot = api.updateSnapshot({ openProjects: projectsOf(root) });
    const files = new Map<string, T>();
    for (const { rootFiles, program } of snapshot.getProjects()) {
      for (const name of rootFiles) {
        const source = program.getSourceFile(name);
        if (!source) throw new Error(`the compiler has not read ${name}`);
        const path = relative(root, name);
        files.set(path, read(source, path));
      }
    }
    return [...files].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, file]) => file);
  } finally {
    api.close();
  }
}

function projectsOf(root: string): string[] {
  return FOLDERS.filter((folder) => existsSync(join(root, folder))).flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => PROJECT.test(name) && !NO_SOURCE.test(name))
      .map((name) => join(root, folder, name)),
  );
}

/** Where what is imported by name has its source, from the root of the project; a name may end in "*". */
type Names = readonly (readonly [name: string, source: string])[];

/** The names that `paths` of the tsconfig.json at the root has, without those of the dependencies. */
function readNames(root: string): Names {
  const file = join(root, "tsconfig.json");
  if (!existsSync(file)) return [];
  const { compilerOptions = {} } = JSON.parse(readFileSync(file, "utf8"));
  const paths = Object.entries<string[]>(compilerOptions.paths ?? {});
  return paths.map(([name, [source = ""]]) => [name, join(source)]);
}

/** Undefined for what is no file of the project. */
function sourceOf(specifier: string, path: string, names: Names): string | undefined {
  if (specifier.startsWith(".")) return tsOf(join(dirname(path), specifier));
  for (const [name, source] of names) {
    const start = name.replace(/\*$/, "");
    if (specifier === name) return source;
    if (start !== name && specifier.startsWith(start)) {
      return tsOf(source.replace("*", specifier.slice(start.length)));
    }
  }
  return undefined;
}

const tsOf = (path: string) => path.replace(/\.js$/, ".ts");

function treeFile(source: SourceFile, path: string, names: Names): TreeFile {
  const functions: NamedFunction[] = [];
  const visit = (node: Node): void => {
    if (isFunctionLikeDeclaration(node) && "body" in node && node.body !== undefined) {
      functions.push({ name: nameOf(node), lines: linesOf(source, node) });
    }
    node.forEachChild(visit);
  };
  visit(source);
  const lines = source.text.trimEnd().split("\n").length;
  return { path, lines, imports: importsOf(source, path, names), functions };
}

function importsOf(source: SourceFile, path: string, names: Names): Import[] {
  return source.imports.flatMap((specifier) => {
    const target = isStringLiteral(specifier) && sourceOf(specifier.text, path, names);
    return target ? [{ path: target, isType: isOfTypes(specifier.parent) }] : [];
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
