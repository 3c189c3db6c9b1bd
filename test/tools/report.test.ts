/** The measures of a tree, on a small project of which all is known. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { fileCircles, folderPairs } from "../../tools/circles.js";
import { report } from "../../tools/report.js";
import { readSourceTree } from "../../tools/source-tree.js";

const ROOT = mkdtempSync(join(tmpdir(), "desk-tree-"));
afterAll(() => rmSync(ROOT, { recursive: true, force: true }));

const PAGE = "packages/three/src/page";
const SETTINGS = { module: "NodeNext", noEmit: true, types: [] };
const PROJECT: Readonly<Record<string, string>> = {
  "README.md": "one two three",
  "docs/decisions.md": "# Decisions\n\n- **One**: why.\n  More of it.\n- **Two**.\n",
  "src/tsconfig.json": JSON.stringify({
    compilerOptions: SETTINGS,
    include: ["."],
  }),
  "tsconfig.json": JSON.stringify({
    compilerOptions: {
      paths: { three: ["./packages/three/src/index.ts"], "#both/*": ["./packages/both/*"] },
    },
  }),
  "packages/three/tsconfig.json": JSON.stringify({
    compilerOptions: SETTINGS,
    include: ["src"],
    exclude: ["src/page"],
  }),
  "packages/three/README.md": "two words\n",
  "packages/three/node_modules/four/README.md": "of others\n",
  "packages/three/src/index.ts": 'export { both } from "#both/both.js";\n',
  "packages/both/tsconfig.shared.json": JSON.stringify({
    compilerOptions: SETTINGS,
    include: ["*.ts"],
  }),
  "packages/both/both.ts": "export const both = 2;\n",
  [`${PAGE}/tsconfig.json`]: JSON.stringify({ compilerOptions: SETTINGS, include: ["."] }),
  [`${PAGE}/chat.ts`]: "export const page = 1;\n",
  "src/main.ts":
    'import { both } from "three";\nimport { one } from "./one/one.js";\none(both);\nvoid import("./two/late.js");\n',
  "src/one/one.ts": [
    'import { readFileSync } from "node:fs";',
    'import type { Two } from "../two/two.js";',
    "",
    '// import { none } from "../none/none.js";',
    "export function one(two?: Two): unknown {",
    "  const inner = () => {",
    "    return readFileSync;",
    "  };",
    "  return [two, inner];",
    "}",
    "",
  ].join("\n"),
  "src/two/two.ts": [
    'export { type Late, late } from "./late.js";',
    'export type Two = typeof import("./late.js").late;',
    "",
  ].join("\n"),
  "src/two/late.ts": [
    'import { one } from "../one/one.js";',
    "export type Late = number;",
    "export const late = one;",
    "",
  ].join("\n"),
  "examples/curl.md": "four words of text\n",
};
for (const [path, text] of Object.entries(PROJECT)) {
  mkdirSync(dirname(join(ROOT, path)), { recursive: true });
  writeFileSync(join(ROOT, path), text);
}

test("circles are found by types too, and each once", () => {
  const files = readSourceTree(ROOT);
  expect(fileCircles(files)).toEqual([["src/one/one.ts", "src/two/late.ts", "src/two/two.ts"]]);
  expect(folderPairs(files)).toEqual(["src/one <> src/two"]);
  const running = files.map((file) => ({
    ...file,
    imports: file.imports.filter(({ isType }) => !isType),
  }));
  expect(fileCircles(running)).toEqual([]);
  expect(folderPairs(running)).toEqual([]);
});

test("the report has all of it", () => {
  expect(report(ROOT)).toBe(
    [
      "src: files, lines",
      "      1       4  src/main.ts",
      "      1      10  src/one",
      "      2       5  src/two",
      "      4      19  all",
      "",
      "Beside src: files, lines",
      "      1       1  packages/both",
      "      2       2  packages/three",
      "      3       3  all",
      "",
      "Circles of files, types counted: 1",
      "  3 files",
      "    src/one/one.ts",
      "    src/two/late.ts",
      "    src/two/two.ts",
      "",
      "Folders that import each other, types counted: 1",
      "    src/one <> src/two",
      "",
      "Longest files, in lines",
      "     10  src/one/one.ts",
      "      4  src/main.ts",
      "      3  src/two/late.ts",
      "      2  src/two/two.ts",
      "      1  packages/both/both.ts",
      "      1  packages/three/src/index.ts",
      `      1  ${PAGE}/chat.ts`,
      "",
      "Longest functions, in lines",
      "      6  one  src/one/one.ts",
      "      3  inner  src/one/one.ts",
      "",
      "Documents, in words",
      "      3  README.md",
      "     10  docs/decisions.md",
      "      2  packages/three/README.md",
      "      4  examples/curl.md",
      "     19  all",
      "",
      "Decisions in docs/decisions.md",
      "      2  entries",
      "",
    ].join("\n"),
  );
});
