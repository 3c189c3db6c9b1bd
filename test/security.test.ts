/** docs/security.md: each threat names tests, which are there; what is accepted instead comes with its reason. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = new URL("..", import.meta.url).pathname;
const page = readFileSync(join(ROOT, "docs/security.md"), "utf8");

test("every threat names the tests that show its defence, and they exist", () => {
  const tables = page.matchAll(/^\| threat \| defence \| shown by \|\n\|[-|]+\|\n((?:\|.*\n)+)/gm);
  const threats = [...tables].flatMap(([, rows = ""]) => rows.trimEnd().split("\n"));
  expect(threats.length).toBeGreaterThan(40);
  const isWhole =
    /^\| [^|]+ \| [^|]+ \| `(packages\/[\w-]+\/)?test\/[\w./-]+`(, `(packages\/[\w-]+\/)?test\/[\w./-]+`)* \|$/;
  expect(threats.filter((row) => !isWhole.test(row))).toEqual([]);
  const paths = threats.flatMap(
    (row) => row.match(/(?<=`)(packages\/[\w-]+\/)?test\/[\w./-]+/g) ?? [],
  );
  expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

test("everything that is accepted comes with its reason", () => {
  const [, accepted = ""] = /\n## Accepted\n\n([\s\S]*?)\n\n## /.exec(page) ?? [];
  const points = accepted.split(/\n(?=- )/);
  expect(points.length).toBeGreaterThan(8);
  expect(points.filter((point) => !/^- \*\*[^*]+\*\*[\s\S]{40,}/.test(point))).toEqual([]);
});
