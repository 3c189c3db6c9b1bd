/** Planted changes: which can be made to a source, in which order they are planted, and which tests reach them. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { type Change, changed, changesIn } from "../../tools/plant/changes.js";
import { queuesOf } from "../../tools/plant/choose.js";
import { type MeasuredTest, placeOf, Reach } from "../../tools/plant/reach.js";
import { shapeOf } from "../../tools/plant/shape.js";
import { mapSources } from "../../tools/source-tree.js";

const ROOT = mkdtempSync(join(tmpdir(), "desk-plant-"));
afterAll(() => rmSync(ROOT, { recursive: true, force: true }));

const MONEY = `import { of } from "./all.js" with { type: "1" };
type Small = 1 | 2;
const LIMIT = 10;
export const WAIT_MS: number = 1_000;
const SUN = 5n;
export function fits(sum: number, text = "a < b"): boolean {
  if (sum < LIMIT && !text) return true;
  return sum % 3 === 0 ? of(sum) : sum + 1 > 2;
}
export class Book {
  readonly first = SUN;
  read() {
    return [this.first, \`SELECT a FROM b WHERE c < \${WAIT_MS} AND d BETWEEN 1 AND 2 -- a < b
      OR e = ' < ' ORDER BY f DESC\`] satisfies [Small, string];
  }
}
`;
const FILES: Readonly<Record<string, string>> = {
  "money.ts": MONEY,
  "later.ts": "export const LATER_MS = 2 * WAIT_MS;\nexport const late = () => LATER_MS;\n",
  "text/en.ts": "export const one = (n: number) => n === 1 ? 2 : 3;\n",
  "tsconfig.json": JSON.stringify({ compilerOptions: { noEmit: true, types: [] } }),
};
mkdirSync(join(ROOT, "src/text"), { recursive: true });
for (const [name, text] of Object.entries(FILES)) writeFileSync(join(ROOT, "src", name), text);

const sources = mapSources(ROOT, (source, path) => ({
  changes: changesIn(source, path),
  shape: shapeOf(source, path),
}));
const changes = sources.flatMap((one) => one.changes);
const shapes = sources.map(({ shape }) => shape);

test("an operator, a bound, a branch, a constant can be changed, and conditions in SQL; types and texts cannot", () => {
  const ofMoney = changes.filter(({ path }) => path === "src/money.ts");
  expect(ofMoney.map(({ line, was, becomes }) => [line, was, becomes])).toEqual([
    [3, "10", "11"],
    [4, "1_000", "(2 * 1_000)"],
    [5, "5n", "6n"],
    [7, "sum < LIMIT && !text", "true"],
    [7, "sum < LIMIT && !text", "false"],
    [7, "<", "<="],
    [7, "&&", "||"],
    [7, "!", ""],
    [7, "true", "false"],
    [8, "sum % 3 === 0", "true"],
    [8, "sum % 3 === 0", "false"],
    [8, "%", "*"],
    [8, "3", "4"],
    [8, "===", "!=="],
    [8, "0", "1"],
    [8, "+", "-"],
    [8, "1", "2"],
    [8, ">", ">="],
    [8, "2", "3"],
    [13, "<", "<="],
    [13, "AND", "OR"],
    [14, "OR", "AND"],
    [14, "DESC", "ASC"],
  ]);
  expect(changes.filter(({ path }) => path === "src/text/en.ts")).toEqual([]);
});

test("a change is made in its place, and nothing else", () => {
  const bound = changes.find(({ was, line }) => was === "<" && line === 13) as Change;
  expect(changed(MONEY, bound)).toBe(MONEY.replace("c < $", "c <= $"));
});

test("each folder has its turn, the order is the seed's, and lines that move do not change it", () => {
  const one = (path: string, line: number, was = "1"): Change => {
    return { path, line, start: line * 10, was, becomes: "2" };
  };
  const all = [
    ...Array.from({ length: 50 }, (_, at) => one("src/a/many.ts", at)),
    ...[one("src/b/few.ts", 1), one("src/b/few.ts", 2, "0"), one("src/b/c/deep.ts", 3)],
  ];
  const queues = queuesOf(all, "7");
  expect(queues.map(({ length }) => length).sort()).toEqual([1, 2, 50]);
  expect(queues.flat()).toHaveLength(all.length);
  expect(new Set(queues.flat())).toEqual(new Set(all));
  expect(queuesOf(all, "7")).toEqual(queues);
  expect(queuesOf(all, "8")).not.toEqual(queues);
  const moved = all.map((change) => ({
    ...change,
    line: change.line + 5,
    start: change.start + 99,
  }));
  expect(queuesOf(moved, "7")).toEqual(
    queues.map((queue) => queue.map((change) => moved[all.indexOf(change)])),
  );
});

test("the tests of a change ran its function, or one that uses the constant; those that say most come first", () => {
  const place = (path: string, text: string) =>
    placeOf(`src/${path}`, (FILES[path] ?? "").indexOf(text));
  const ran = (file: string, durationMs: number, ...places: string[]): MeasuredTest => {
    return { file, passed: file !== "red", durationMs, places };
  };
  const reach = new Reach(shapes, [
    ran("whole", 900, place("money.ts", "export function"), place("money.ts", "read()"), "x", "y"),
    ran("fits", 10, place("money.ts", "export function")),
    ran("late", 10, place("later.ts", "() =>")),
    ran("red", 1, place("money.ts", "export function")),
    ran("loads", 1, placeOf("src/money.ts")),
    ran("packages/a/browser/a.test.ts", 1, "x"),
  ]);
  const filesAt = (text: string) =>
    reach.testsOf({ path: "src/money.ts", start: MONEY.indexOf(text) }).map(({ file }) => file);
  expect(filesAt("sum < LIMIT")).toEqual(["fits", "whole"]);
  expect(filesAt("10;")).toEqual(["fits", "whole"]);
  expect(filesAt("1_000")).toEqual(["late", "whole"]);
  expect(filesAt("SUN;")).toEqual(["whole"]);
  expect(filesAt("./all")).toEqual(["loads"]);
  expect(reach.testsOf({ path: "src/browser/page.ts", start: 0 }).map(({ file }) => file)).toEqual([
    "packages/a/browser/a.test.ts",
  ]);
});
