/** The project's documents: their fenced blocks, the commands in their text, where their links lead. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** In the order in which a reader would try what they say. */
const FIRST = ["README.md", "docs/api.md", "examples/curl.md", "docs/client.md"];

export interface Block {
  /** From the root of the project. */
  readonly file: string;
  readonly language: string;
  readonly text: string;
  /** The file and how the first line begins, by which it is called here. */
  readonly name: string;
}

export function documents(): string[] {
  const found = ["docs", "examples", "packages", "src"].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".md") && !name.includes("node_modules/"))
      .map((name) => `${folder}/${name}`),
  );
  const top = readdirSync(ROOT).filter((name) => name.endsWith(".md"));
  const all = [...top, ...found].sort();
  return [...FIRST, ...all.filter((name) => !FIRST.includes(name))];
}

export function textOf(file: string): string {
  return readFileSync(join(ROOT, file), "utf8");
}

export function blocksOf(file: string): Block[] {
  const fences = textOf(file).matchAll(/^( *)```(\S*)\n(.*?)^ *```$/gms);
  return [...fences].map(([, indent = "", language = "", body = ""]) => {
    const text = body.replace(new RegExp(`^${indent}`, "gm"), "");
    const [first = ""] = text.split("\n");
    return { file, language, text, name: `${file}: ${first.slice(0, 50)}` };
  });
}

/** The client's script: what its README shows, with the loop of its document. */
export function scriptThatWaits(): string {
  const [script, loop] = ["packages/client/README.md", "docs/client.md"].map(
    (file) => blocksOf(file).find(({ language }) => language === "ts")?.text ?? "",
  );
  return (script ?? "").replace(/^ *for \(const .*\n/m, loop ?? "");
}

/** The text without its blocks. */
function prose(file: string): string {
  return textOf(file).replace(/^( *)```.*?^ *```$/gms, "");
}

/** What stands in the text as code. */
export function spansOf(file: string): string[] {
  return [...prose(file).matchAll(/`([^`\n]+)`/g)].map(([, span = ""]) => span);
}

/** What follows `desk` in the commands that a text names; those with holes in them are for people. */
export function commandsNamedIn(file: string): string[] {
  return spansOf(file)
    .map((span) => /^(?:npm run (?:--silent )?desk -- |(?:npx )?desk )(.*)$/.exec(span)?.[1])
    .filter((line): line is string => line !== undefined && !/…|COMMAND/.test(line));
}

/** Links to files of the project that lead nowhere. */
export function brokenLinks(file: string): string[] {
  const links = prose(file).matchAll(/\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"/g);
  return [...links].flatMap(([, markdown, html]) => {
    const link = markdown ?? html ?? "";
    if (/^[a-z]+:/.test(link)) return [];
    const [path = "", anchor] = link.split("#");
    const target = path === "" ? file : relative(ROOT, join(ROOT, dirname(file), path));
    if (!existsSync(join(ROOT, target))) return [`${file}: ${link} is not there`];
    if (anchor === undefined || !target.endsWith(".md") || anchorsOf(target).has(anchor)) return [];
    return [`${file}: ${link} has no such heading`];
  });
}

/** As GitHub makes them. */
function anchorsOf(file: string): Set<string> {
  const headings = [...textOf(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => heading);
  const slugs = headings.map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
  return new Set(slugs);
}
