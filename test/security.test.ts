/** docs/security.md: each threat names tests, which are there; what is accepted instead comes with its reason. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = new URL("..", import.meta.url).pathname;
const page = readFileSync(join(ROOT, "docs/security.md"), "utf8");

test("every threat names the tests that show its defence, and they exist", () => {
  const [threatened = ""] = page.slice(page.indexOf("\n## Customers")).split("\n## Accepted");
  const threats = threatened
    .split(/\n(?=- |\n)/)
    .map((item) => item.trim().replace(/\s+/g, " "))
    .filter((item) => item.startsWith("- "));
  expect(threats.length).toBeGreaterThan(60);
  const isWhole =
    /^- [^:]+: .+[.`] `(packages\/[\w-]+\/)?test\/[\w./-]+`(, `(packages\/[\w-]+\/)?test\/[\w./-]+`)*$/;
  expect(threats.filter((item) => !isWhole.test(item))).toEqual([]);
  const paths = threats.flatMap(
    (item) => item.match(/(?<=`)(packages\/[\w-]+\/)?test\/[\w./-]+/g) ?? [],
  );
  expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

test("everything that is accepted comes with its reason", () => {
  const [, accepted = ""] = /\n## Accepted\n\n([\s\S]*?)\n\n## /.exec(page) ?? [];
  const points = accepted.split(/\n(?=- )/);
  expect(points.length).toBeGreaterThan(8);
  expect(points.filter((point) => !/^- \*\*[^*]+\*\*[\s\S]{40,}/.test(point))).toEqual([]);
});
