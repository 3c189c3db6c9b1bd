/** What imports itself on a way round. Types count: whoever reads one file of a circle has to read them all. */
import { describe, expect, test } from "vitest";
import { fileCircles, folderPairs } from "../tools/circles.js";
import { readSourceTree } from "../tools/source-tree.js";

const FILES = readSourceTree(new URL("..", import.meta.url).pathname);

interface Known {
  readonly why: string;
  /** Only ever shorter: a test fails when one of them has gone, and may be taken out. */
  readonly are: readonly string[];
}

/** Circles of files, each with all its files. */
const KNOWN_CIRCLES: readonly Known[] = [
  {
    why: "parts of the audit share its result",
    are: [
      "src/store/audit/audit-book.ts",
      "src/store/audit/audit-payouts.ts",
      "src/store/audit/audit.ts",
    ],
  },
];

/** Folders that import each other. */
const KNOWN_PAIRS: readonly Known[] = [
  {
    why: "the top of a part holds what its folders share, and what puts them together",
    are: [
      "packages/telegram-sandbox/src/api <> packages/telegram-sandbox/src/api/http",
      "packages/telegram-sandbox/src/api <> packages/telegram-sandbox/src/api/storage",
      "packages/telegram-sandbox/src/api <> packages/telegram-sandbox/src/api/updates",
      "packages/telegram-sandbox/src/chat <> packages/telegram-sandbox/src/chat/transaction",
      "packages/tron-sandbox/src <> packages/tron-sandbox/src/http",
      "bench <> bench/scenarios",
      "src/cli <> src/cli/commands",
      "src/http <> src/http/routes",
      "src/telegram <> src/telegram/cards",
      "src/telegram <> src/telegram/commands",
      "src/telegram <> src/telegram/drafts",
      "src/telegram <> src/telegram/drawing",
      "src/telegram <> src/telegram/files",
      "src/telegram <> src/telegram/sending",
      "src/telegram <> src/telegram/text",
      "src/telegram <> src/telegram/updates",
      "src/telegram <> src/telegram/wizard",
    ],
  },
  {
    why: "what a route says of itself stands beside it in part",
    are: ["src/http/contract <> src/http/routes"],
  },
  {
    why: "the sandbox's chain names what it is stored in",
    are: ["packages/tron-sandbox/src/chain <> packages/tron-sandbox/src/storage"],
  },
];

describe("files import each other", () => {
  const circles = fileCircles(FILES);

  test("in no circle that is not known", () => {
    const isKnown = (circle: readonly string[]) =>
      KNOWN_CIRCLES.some(({ are }) => circle.every((path) => are.includes(path)));
    expect(circles.filter((circle) => !isKnown(circle))).toEqual([]);
  });

  test("in every circle that is known; else take it out of the list", () => {
    const gone = KNOWN_CIRCLES.flatMap(({ are }) => are).filter(
      (path) => !circles.some((circle) => circle.includes(path)),
    );
    expect(gone).toEqual([]);
  });

  test("in no circle at all when the program runs", () => {
    const running = FILES.map((file) => ({
      ...file,
      imports: file.imports.filter(({ isType }) => !isType),
    }));
    expect(fileCircles(running)).toEqual([]);
  });
});

describe("folders import each other", () => {
  const pairs = folderPairs(FILES);
  const known = KNOWN_PAIRS.flatMap(({ are }) => are);

  test("in no pair that is not known", () => {
    expect(pairs.filter((pair) => !known.includes(pair))).toEqual([]);
  });

  test("in every pair that is known; else take it out of the list", () => {
    expect(known.filter((pair) => !pairs.includes(pair))).toEqual([]);
  });
});
