/** What `npm run house` prints. */
import { fileCircles, folderPairs } from "./circles.js";
import { countDecisions, readDocuments } from "./documents.js";
import { readSourceTree, type TreeFile } from "./source-tree.js";

const MOST_SHOWN = 10;

/** Of the project at `root`. */
export function report(root: string): string {
  const files = readSourceTree(root);
  const circles = fileCircles(files);
  const pairs = folderPairs(files);
  const documents = readDocuments(root);
  const functions = files.flatMap(({ path, functions: own }) =>
    own.map(({ name, lines }) => ({ lines, what: `${name}  ${path}` })),
  );
  const sections: readonly (readonly string[])[] = [
    filesOf("src", files, (path) => path.startsWith("src/")),
    filesOf("Beside src", files, (path) => !path.startsWith("src/")),
    [
      `Circles of files, types counted: ${circles.length}`,
      ...circles.flatMap((circle) => [`  ${circle.length} files`, ...circle.map(indented)]),
    ],
    [`Folders that import each other, types counted: ${pairs.length}`, ...pairs.map(indented)],
    [
      "Longest files, in lines",
      ...longest(files.map(({ path, lines }) => ({ lines, what: path }))),
    ],
    ["Longest functions, in lines", ...longest(functions)],
    [
      "Documents, in words",
      ...documents.map(({ path, words }) => row([words], path)),
      row([documents.reduce((total, { words }) => total + words, 0)], "all"),
    ],
    ["Decisions in docs/decisions.md", row([countDecisions(root)], "entries")],
  ];
  return `${sections.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

function filesOf(title: string, all: readonly TreeFile[], isOne: (path: string) => boolean) {
  const files = all.filter(({ path }) => isOne(path));
  return [`${title}: files, lines`, ...partsOf(files), row([files.length, linesOf(files)], "all")];
}

/** By the folder in src and in packages, or the file at its top; what lies in no folder of those is one part. */
function partsOf(files: readonly TreeFile[]): string[] {
  const parts = new Map<string, TreeFile[]>();
  for (const file of files) {
    const part = partOf(file.path);
    parts.set(part, [...(parts.get(part) ?? []), file]);
  }
  return [...parts].map(([part, own]) => row([own.length, linesOf(own)], part));
}

function partOf(path: string): string {
  const [top = "", part = ""] = path.split("/");
  return top === "src" || top === "packages" ? `${top}/${part}` : top;
}

function linesOf(files: readonly TreeFile[]): number {
  return files.reduce((total, { lines }) => total + lines, 0);
}

function longest(all: readonly { readonly lines: number; readonly what: string }[]): string[] {
  const sorted = [...all].sort((a, b) => b.lines - a.lines);
  return sorted.slice(0, MOST_SHOWN).map(({ lines, what }) => row([lines], what));
}

function row(numbers: readonly number[], what: string): string {
  return `${numbers.map((value) => value.toLocaleString("en-US").padStart(7)).join(" ")}  ${what}`;
}

function indented(line: string): string {
  return `    ${line}`;
}
