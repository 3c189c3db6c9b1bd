/** What imports itself on a way round. Types count: whoever reads one file of a circle has to read them all. */
import { describe, expect, test } from "vitest";
import { fileCircles, folderPairs } from "../tools/circles.js";
import { readSourceTree } from "../tools/source-tree.js";

const FILES = readSourceTree(new URL("..", import.meta.url).pathname);

describe("files import each other", () => {
  test("in no circle", () => {
    expect(fileCircles(FILES)).toEqual([]);
  });
});

test("folders import each other in no pair", () => {
  expect(folderPairs(FILES)).toEqual([]);
});
