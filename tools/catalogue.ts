/** The keys of the catalogues and their variables, as types: `npm run texts` writes locales/keys.d.ts. Run at the project's root. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { FluentResource } from "@fluent/bundle";

type Pattern = NonNullable<FluentResource["body"][number]["value"]>;
type Catalogue = ReadonlyMap<string, Pattern>;

/** What a message does with a variable: what it asks of it, and whether it shows it. */
interface Use {
  readonly asked: Set<string>;
  isShown: boolean;
}

export function readCatalogues(root: string): Map<string, Catalogue> {
  const names = readdirSync(join(root, "locales")).filter((name) => name.endsWith(".ftl"));
  return new Map(
    names.sort().map((name) => {
      const { body } = new FluentResource(readFileSync(join(root, "locales", name), "utf8"));
      return [
        name.replace(".ftl", ""),
        new Map(body.flatMap(({ id, value }) => (value === null ? [] : [[id, value]]))),
      ];
    }),
  );
}

/** The variables of a message, with those of the messages it refers to. */
export function usesIn(catalogue: Catalogue, key: string): Map<string, Use> {
  const uses = new Map<string, Use>();
  const use = (name: string) => {
    const known = uses.get(name) ?? { asked: new Set(), isShown: false };
    uses.set(name, known);
    return known;
  };
  function read(pattern: Pattern): void {
    if (typeof pattern === "string") return;
    for (const piece of pattern) {
      if (typeof piece === "string") continue;
      if (piece.type === "var") use(piece.name).isShown = true;
      if (piece.type === "mesg") {
        const meant = catalogue.get(piece.name);
        if (meant === undefined)
          throw new Error(`${key} refers to ${piece.name}, which is missing`);
        read(meant);
      }
      if (piece.type !== "select" || piece.selector.type !== "var") continue;
      for (const { key: variant, value } of piece.variants) {
        use(piece.selector.name).asked.add(
          variant.type === "num" ? "number" : String(variant.value),
        );
        read(value);
      }
    }
  }
  read(catalogue.get(key) ?? "");
  return uses;
}

function hasMarkup(catalogue: Catalogue, pattern: Pattern): boolean {
  if (typeof pattern === "string") return /<\/?\w+>/.test(pattern);
  return pattern.some((piece) => {
    if (typeof piece === "string") return hasMarkup(catalogue, piece);
    if (piece.type === "mesg") return hasMarkup(catalogue, catalogue.get(piece.name) ?? "");
    if (piece.type !== "select") return false;
    return piece.variants.some(({ value }) => hasMarkup(catalogue, value));
  });
}

const PLURALS = ["zero", "one", "two", "few", "many", "number"];

function typeOf({ asked, isShown }: Use): string {
  const words = [...asked].filter((word) => !PLURALS.includes(word) && word !== "other");
  const types = new Set<string>();
  if (PLURALS.some((one) => asked.has(one))) types.add("number");
  for (const word of words.sort()) {
    if (word === "none") types.add("undefined");
    else types.add(word === "yes" || word === "no" ? "boolean" : `"${word}"`);
  }
  const isCounted = types.has("number");
  const isWord = [...types].some((type) => type.startsWith('"') || type === "boolean");
  // A number as a part of no sentence that depends on it is given as it is, too.
  if (!isCounted && !isWord && isShown) types.add("number").add("Shown");
  if (!isCounted && !isWord && !isShown) types.add("unknown");
  return [...types].sort().join(" | ");
}

export function keyTypes(root: string): string {
  const byLanguage = readCatalogues(root);
  const languages = [...byLanguage.keys()].map((name) => `"${name}"`);
  const catalogues = [...byLanguage.values()];
  const keys = [...new Set(catalogues.flatMap((catalogue) => [...catalogue.keys()]))];
  const lines = { Plain: [] as string[], Marked: [] as string[] };
  for (const key of keys) {
    const uses = new Map<string, Use>();
    for (const [name, { asked, isShown }] of catalogues.flatMap((one) => [...usesIn(one, key)])) {
      const before = uses.get(name);
      uses.set(name, {
        asked: new Set([...(before?.asked ?? []), ...asked]),
        isShown: isShown || (before?.isShown ?? false),
      });
    }
    const variables = [...uses].map(([name, use]) => `${name}: ${typeOf(use)}`).sort();
    const isMarked = catalogues.some((one) => hasMarkup(one, one.get(key) ?? ""));
    const given = variables.length > 0 ? `{ ${variables.join("; ")} }` : "object";
    lines[isMarked ? "Marked" : "Plain"].push(`  "${key}": ${given};`);
  }
  const type = (name: "Plain" | "Marked", about: string) =>
    `/** ${about} */\nexport interface ${name}<Shown> {\n${lines[name].join("\n")}\n}\n`;
  return [
    "// Written by `npm run texts` from the catalogues beside it.\n",
    `export type Language = ${languages.join(" | ")};\n`,
    type("Plain", "Texts without markup, and their variables."),
    type("Marked", "Texts with markup."),
  ].join("\n");
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  writeFileSync("locales/keys.d.ts", keyTypes(process.cwd()));
}
