/** The sources themselves: who imports whom, how long a file is, what no file may hold. */
import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { readSourceTree } from "../tools/source-tree.js";

const ROOT = new URL("..", import.meta.url).pathname;

interface Source {
  /** From the root of the project: "src/domain/leg.ts". */
  readonly path: string;
  readonly text: string;
}

const SOURCES: readonly Source[] = ["src", "packages", "bench", "test", "tools"].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !/(^|\/)(node_modules|dist)\//.test(name))
    .sort()
    .map((name) => {
      const path = `${folder}/${name}`;
      return { path, text: readFileSync(join(ROOT, path), "utf8") };
    }),
);
/** What runs outside of tests and tools. */
const PRODUCTION = SOURCES.filter(
  ({ path }) => /^(src|bench)\//.test(path) || /^packages\/[^/]+\/(?!test\/)/.test(path),
);

const TREE = new Map(readSourceTree(ROOT).map((file) => [file.path, file]));

/** Paths of ours that a file of those imports, as they are in the tree. */
const imports = ({ path }: Source) => (TREE.get(path)?.imports ?? []).map((one) => one.path);

/** "domain" of src/domain/leg.ts, "main.ts" of src/main.ts, "packages/client" of all in that package. */
function folderOf(path: string): string {
  const [top = "", folder = ""] = path.split("/");
  if (top === "bench") return top;
  return top === "src" ? folder : `${top}/${folder}`;
}

/** Folders, or single files, that the files of a folder may import beside their own. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  common: [],
  domain: ["common"],
  store: ["common", "domain", "packages/shared"],
  engine: ["common", "domain", "store", "packages/shared"],
  chain: ["common", "domain", "packages/shared"],
  workers: ["common", "domain", "engine", "store", "chain", "packages/shared"],
  answers: ["common", "domain", "engine"],
  http: ["common", "domain", "engine", "answers", "src/chain/port.ts"],
  telegram: ["common", "domain", "engine", "store", "src/chain/port.ts", "locales/keys.ts"],
  control: ["common", "domain", "engine", "config.ts", "packages/shared"],
  cli: [
    "common",
    "domain",
    "engine",
    "chain",
    "control",
    "answers",
    "config.ts",
    "packages/shared",
  ],
  config: ["common", "domain"],
  "config.ts": ["common", "domain", "config"],
  "packages/client": [],
  "packages/shared": [],
  "packages/telegram-sandbox": ["packages/shared"],
  "packages/tron-sandbox": ["packages/shared"],
};

/** Rooms of the bot: each may import those after it. Transport knows no card, the kit no feature. */
const BOT_ROOMS: readonly (readonly string[])[] = [
  ["telegram.ts"],
  ["profile.ts", "routing"],
  ["commands.ts"],
  ["buy", "orders", "money", "sell", "account", "team", "news"],
  ["kit"],
  ["intake"],
  ["text"],
  ["transport"],
];

/** What one feature needs of another. */
const BETWEEN_FEATURES: Readonly<Record<string, readonly string[]>> = {
  /** A paid draft is drawn as its orders; orders are bought again. */
  buy: ["orders"],
  /** A wallet of the address book is bought for. */
  account: ["buy"],
  /** News of keys, deposits, withdrawals and teams are their cards. */
  news: ["account", "money", "team"],
  /** A team's orders are a list of orders. */
  team: ["orders"],
};

/** In one folder. */
const MOST_FILES = 45;

/** The composition roots, which put the parts together. */
const ROOTS = ["main.ts", "desk.ts", "boot", "bench"];

/** The one file of the command line that opens the database, when no desk runs. */
const OPENS_DATABASE = new Set([
  "src/store/database.ts",
  "src/store/postgres/take-over.ts",
  "src/store/sqlite/database.ts",
]);

/** A phase of the store whose own statements select. */
function onlyReads(name: string, path: string): boolean {
  const text = SOURCES.find((source) => source.path === path)?.text ?? "";
  const whole = `^export (?:function\\*? ${name}\\b.*?^\\}|const ${name} = .*?;$)`;
  const [body] = new RegExp(whole, "ms").exec(text) ?? [];
  const writes = /\brun\(|\.(add|addNew|addRow|put)\(|\b(INSERT|UPDATE|DELETE)\b/;
  return body !== undefined && !writes.test(body);
}

describe("imports", () => {
  test("are known of every file", () => {
    expect([...TREE.keys()]).toEqual(PRODUCTION.map(({ path }) => path).sort());
  });

  test("go one way, by the table", () => {
    const wrong = PRODUCTION.flatMap((source) => {
      const folder = folderOf(source.path);
      if (ROOTS.includes(folder)) return [];
      const allowed = [folder, ...(MAY_IMPORT[folder] ?? [])];
      return imports(source)
        .filter((target) => !allowed.includes(folderOf(target)) && !allowed.includes(target))
        .filter((target) => !(folder === "cli" && OPENS_DATABASE.has(target)))
        .map((target) => `${source.path} imports ${target}`);
    });
    expect(wrong).toEqual([]);
  });

  test("of the database are in one file of the command line at most", () => {
    const files = PRODUCTION.filter(({ path }) => folderOf(path) === "cli")
      .filter((source) => imports(source).some((target) => OPENS_DATABASE.has(target)))
      .map(({ path }) => path);
    expect(files.length).toBeLessThanOrEqual(1);
  });

  test("of the store, by bot and workers, are types and phases that only read", () => {
    const wrong = PRODUCTION.filter(({ path }) => ["telegram", "workers"].includes(folderOf(path)))
      .flatMap(({ path, text }) =>
        [...text.matchAll(/^import (?!type)\{([^}]*)\} from "(\.[^"]*\/store\/[^"]*)"/gm)].flatMap(
          ([, names = "", from = ""]) => {
            const target = join(dirname(path), from).replace(/js$/, "ts");
            const phases = names.split(",").map((name) => name.trim());
            return phases
              .filter((name) => name !== "" && !name.startsWith("type "))
              .map((name) => ({ path, name, target }));
          },
        ),
      )
      .filter(({ name, target }) => !onlyReads(name, target));
    expect(wrong).toEqual([]);
  });

  test("of the database driver are of the one that suits the Node at hand", () => {
    expect(linesWith(/from "better-sqlite3/).map((line) => line.split(":")[0])).toEqual([
      "packages/shared/sqlite.ts",
    ]);
  });

  test("of the settings are in the composition roots, the command line and what it shares with the desk only", () => {
    const wrong = PRODUCTION.filter((source) => imports(source).includes("src/config.ts"))
      .map(({ path }) => path)
      .filter((path) => ![...ROOTS, "control", "cli"].includes(folderOf(path)));
    expect(wrong).toEqual([]);
  });

  test("of the command line are in the two programs only", () => {
    const files = PRODUCTION.filter(({ path }) => folderOf(path) !== "cli")
      .filter((source) => imports(source).some((target) => folderOf(target) === "cli"))
      .map(({ path }) => path);
    expect(files).toEqual(["src/desk.ts", "src/main.ts"]);
  });

  test("of the bot, types too, go one way, by the order of its rooms", () => {
    const bot = PRODUCTION.filter(({ path }) => folderOf(path) === "telegram");
    const roomOf = (path: string) => path.split("/")[2] ?? "";
    const storeyOf = (room: string) => BOT_ROOMS.findIndex((rooms) => rooms.includes(room));
    expect(bot.map(({ path }) => roomOf(path)).filter((room) => storeyOf(room) < 0)).toEqual([]);
    const mayImport = (from: string, to: string) =>
      from === to || storeyOf(from) < storeyOf(to) || (BETWEEN_FEATURES[from] ?? []).includes(to);
    const wrong = bot.flatMap((source) =>
      imports(source)
        .filter((target) => target.startsWith("src/telegram/"))
        .filter((target) => !mayImport(roomOf(source.path), roomOf(target)))
        .map((target) => `${source.path} imports ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  test("of the bot's texts are the domain's and the catalogues'", () => {
    const texts = "src/telegram/text/";
    const isGiven = (path: string) =>
      path.startsWith(texts) ||
      folderOf(path) === "domain" ||
      path === "locales/keys.ts" ||
      path === "src/telegram/transport/format.ts";
    const wrong = PRODUCTION.filter(({ path }) => path.startsWith(texts)).flatMap((source) =>
      imports(source)
        .filter((target) => !isGiven(target))
        .map((target) => `${source.path} imports ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  test("of a package from outside are by its name, and none leads out of one", () => {
    const packageOf = (path: string) => /^packages\/[^/]+/.exec(path)?.[0];
    const wrong = SOURCES.flatMap(({ path, text }) =>
      [...text.matchAll(/(?:from|import|import\()\s*"(\.[^"]*)"/g)]
        .map(([, target = ""]) => join(dirname(path), target))
        .filter((target) => packageOf(target) !== packageOf(path))
        .map((target) => `${path} imports ${target}`),
    );
    expect(wrong).toEqual([]);
  });
});

describe("folders", () => {
  const foldersOf = new Map<string, number>();
  for (const { path } of PRODUCTION) {
    const folder = dirname(path);
    foldersOf.set(folder, (foldersOf.get(folder) ?? 0) + 1);
  }

  test("of the large parts are told of in the architecture", () => {
    const told = readFileSync(join(ROOT, "docs/architecture.md"), "utf8");
    const parts = /^src\/((?:engine|store|telegram)\/[^/]+)/;
    const folders = new Set(
      [...foldersOf.keys()].flatMap((folder) => parts.exec(folder)?.[1] ?? []),
    );
    const untold = [...folders].filter((folder) => !told.includes(`\`${folder}/\``));
    expect(untold).toEqual([]);
    const inTable = [...told.matchAll(/`((?:engine|store|telegram)\/[^/`]+)\/`/g)];
    expect(inTable.map(([, folder]) => folder).filter((one) => !folders.has(one ?? ""))).toEqual(
      [],
    );
  });

  test("hold no more files than one can look over", () => {
    expect([...foldersOf].filter(([, files]) => files > MOST_FILES)).toEqual([]);
  });
});

/** Lines that hold what no line may hold, as "file:line: text". */
function linesWith(pattern: RegExp, sources = SOURCES): string[] {
  return sources.flatMap(({ path, text }) =>
    text.split("\n").flatMap((line, at) => {
      if (path === "test/tidy.test.ts" || !pattern.test(line)) return [];
      return [`${path}:${at + 1}: ${line.trim()}`];
    }),
  );
}

describe("no file", () => {
  test("begins without a comment that says what it is for", () => {
    const bare = SOURCES.filter(({ text }) => !/^(#![^\n]*\n)?\/(\*\*|\/)/.test(text));
    expect(bare.map(({ path }) => path)).toEqual([]);
  });

  test("has more than 400 lines, unless its head says why", () => {
    const long = SOURCES.filter(({ text }) => text.trimEnd().split("\n").length > 400)
      .filter(({ text }) => !/^\/\*\*[^/]*\b(long|lines)\b/.test(text))
      .map(({ path }) => path);
    expect(long).toEqual([]);
  });

  test("escapes from the types", () => {
    const code = SOURCES.map(({ path, text }) => ({ path, text: withoutComments(text) }));
    expect(linesWith(/(?<!\d): any\b|\bas any\b|<any>|\bany\[\]/, code)).toEqual([]);
    expect(linesWith(/@ts-(ignore|nocheck|expect-error)/)).toEqual([]);
    expect(linesWith(/as unknown as/)).toEqual([]);
  });

  test("leaves work for later", () => {
    expect(linesWith(/\b(TODO|FIXME|XXX|HACK)\b/)).toEqual([]);
  });

  test("knows the machine it was written on", () => {
    expect(linesWith(/["'`(\s](\/home\/|\/root\/|\/Users\/|\/work\/|[A-Z]:\\)/)).toEqual([]);
  });

  test("is named for nothing in particular", () => {
    const vague = /(manager|helper|util|utils|service|handler|processor)s?$/i;
    const files = SOURCES.map(({ path }) => path).filter((path) =>
      vague.test(basename(path).replace(/(\.test)?\.ts$/, "")),
    );
    expect(files).toEqual([]);
    const names = SOURCES.flatMap((source) =>
      exportsOf(source).map(({ name }) => ({ source, name })),
    )
      .filter(({ name }) => vague.test(name))
      .map(({ source, name }) => `${source.path} exports ${name}`);
    expect(names).toEqual([]);
  });
});

test("no test is left out without naming what it lacks", () => {
  expect(linesWith(/\.(only|todo)\b\(|\.(only|todo)\(|\bx(it|describe|test)\(/)).toEqual([]);
  // A skip is fine where its line names a variable of the environment or a program.
  const skips = linesWith(/\.skip(If)?\(/).filter(
    (line) => !/[A-Z][A-Z0-9]+_[A-Z0-9_]+/.test(line),
  );
  expect(skips).toEqual([]);
});

interface Export {
  readonly name: string;
  readonly isType: boolean;
}

function exportsOf({ text }: Source): Export[] {
  const declared = text.matchAll(
    /^export (?:declare |abstract |async )*(const|let|function\*?|class|interface|type|enum) (\w+)/gm,
  );
  const exports = [...declared].map(([, kind, name = ""]) => ({
    name,
    isType: kind === "interface" || kind === "type",
  }));
  for (const [, isType, names = ""] of text.matchAll(/^export (type )?\{([^}]*)\}/gm)) {
    for (const name of names.split(",").map((entry) => entry.trim())) {
      const given =
        name
          .replace(/^type /, "")
          .split(/\s+as\s+/)
          .at(-1) ?? "";
      exports.push({ name: given, isType: isType !== undefined || name.startsWith("type ") });
    }
  }
  return exports.filter(({ name }) => name !== "");
}

const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/[^\n]*/g, "");

test("every export is used in another file, a type perhaps only by what its own file exports", () => {
  const words = new Map(
    SOURCES.map(({ path, text }) => [path, withoutComments(text).match(/\w+/g) ?? []]),
  );
  const files = new Map<string, Set<string>>();
  for (const [path, names] of words) {
    for (const name of names) files.set(name, (files.get(name) ?? new Set()).add(path));
  }
  const mentions = (path: string, name: string) =>
    (words.get(path) ?? []).filter((word) => word === name).length;
  // What scripts import is there for them.
  const unused = SOURCES.filter(({ path }) => !path.startsWith("packages/client/src/")).flatMap(
    (source) =>
      exportsOf(source)
        .filter(({ name }) => (files.get(name)?.size ?? 0) < 2)
        .filter(({ name, isType }) => !(isType && mentions(source.path, name) > 1))
        .map(({ name }) => `${source.path}: ${name}`),
  );
  expect(unused).toEqual([]);
});
