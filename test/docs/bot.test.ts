/** What the documents say to type to the bot: every line is understood to the last word, and every command is told of. */

import { MNEMONIC_ACCOUNTS } from "tron-sandbox";
import { expect, test } from "vitest";
import { COMMANDS } from "../../src/telegram/commands.js";
import { parseOneLine } from "../../src/telegram/intake/one-line.js";
import { documents, spansOf, textOf } from "./blocks.js";

const [WALLET = ""] = MNEMONIC_ACCOUNTS;

test("lines that order are whole orders", () => {
  const lines = documents()
    .flatMap(spansOf)
    .filter((span) => /^\/(buy|quote) [^…]/.test(span));
  expect(lines.length).toBeGreaterThan(1);
  for (const line of lines) {
    const { fields, problems } = parseOneLine(line.replace(/^\/\w+ /, "").replace("T…", WALLET));
    expect(problems, line).toEqual([]);
    expect(Object.keys(fields), line).toEqual(
      expect.arrayContaining(["type", "resource", "amount", "duration"]),
    );
  }
});

test("the list of commands has every one, and says which are for groups", () => {
  const items = textOf("docs/telegram.md").matchAll(
    /^- (`\/[^`]+`(?:, `[^`]+`)*)(?: \((.*?)\))?: /gm,
  );
  const told = [...items].flatMap(([, names = "", groups = ""]) =>
    [...new Set(names.match(/\/\w+/g))].map((name) => {
      const isNamed = groups === "groups" || groups.includes(`\`${name}\``);
      return `${name.slice(1)} ${isNamed ? "in groups" : "in private"}`;
    }),
  );
  const known = COMMANDS.map(
    ({ name, inGroups }) => `${name} ${inGroups ? "in groups" : "in private"}`,
  );
  expect(told.sort()).toEqual(known.sort());
});
