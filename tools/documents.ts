/** How much there is to read beside the code. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

interface Document {
  /** From the root of the project. */
  readonly path: string;
  readonly words: number;
}

/** All documents of the project, in Markdown. */
export function readDocuments(root: string): readonly Document[] {
  const paths = [
    ...markdownIn(root, "", false),
    ...["docs", "src", "packages", "examples"].flatMap((folder) => markdownIn(root, folder, true)),
  ];
  return paths.map((path) => {
    const words = readFileSync(join(root, path), "utf8").match(/\S+/g) ?? [];
    return { path, words: words.length };
  });
}

/** Each is one item of the lists in docs/decisions.md. */
export function countDecisions(root: string): number {
  const text = readFileSync(join(root, "docs/decisions.md"), "utf8");
  return text.match(/^- /gm)?.length ?? 0;
}

function markdownIn(root: string, folder: string, recursive: boolean): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive, encoding: "utf8" })
    .filter((name) => name.endsWith(".md") && !name.includes("node_modules/"))
    .map((name) => join(folder, name))
    .sort();
}
