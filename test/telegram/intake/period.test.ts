/** Periods as they are typed after /history. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { dayEndMs, dayStartMs, utcDayOf } from "../../../src/common/time.js";
import { parsePeriod } from "../../../src/telegram/intake/period.js";
import { codePoint } from "../../support/code-points.js";

const NOW = Date.parse("2026-11-20T13:05:00Z");

test.each([
  ["", { from: undefined, to: "2026-11-20" }],
  ["2026-10-01", { from: "2026-10-01", to: "2026-11-20" }],
  ["2026-10-01 2026-10-31", { from: "2026-10-01", to: "2026-10-31" }],
  ["  2026-10-01\n2026-10-01 ", { from: "2026-10-01", to: "2026-10-01" }],
  ["2026-10-01 2027-01-01", { from: "2026-10-01", to: "2027-01-01" }],
  ["2026-10-31 2026-10-01", { backwards: true }],
  ["2026-12-01", { backwards: true }],
  ["yesterday", { wrong: "yesterday" }],
  ["2026-02-30", { wrong: "2026-02-30" }],
  ["2026-2-3", { wrong: "2026-2-3" }],
  ["01.10.2026 5.11.2026", { from: "2026-10-01", to: "2026-11-05" }],
  ["2026年10月1日 ２０２６年11月05日", { from: "2026-10-01", to: "2026-11-05" }],
  ["2026/10/1 26/11/2026", { from: "2026-10-01", to: "2026-11-26" }],
  ["11/26/2026", { backwards: true }],
  ["01/10/2026", { wrong: "01/10/2026", days: ["2026-10-01", "2026-01-10"] }],
  ["01.10/2026", { wrong: "01.10/2026" }],
  ["31.02.2026", { wrong: "31.02.2026" }],
  ["1026-10-01", { wrong: "1026-10-01" }],
  ["2026-10-01 today", { wrong: "today" }],
  ["2026-10-01 2026-10-31 2026-11-01", { wrong: "2026-11-01" }],
])("%j", (text, answer) => {
  expect(parsePeriod(text, NOW, false)).toEqual(answer);
});

test("a language that writes the day first means it", () => {
  const answer = { from: "2026-10-01", to: "2026-10-26" };
  expect(parsePeriod("01/10/2026 26/10/2026", NOW, true)).toEqual(answer);
});

test("any text is a period, or has a word that is none", () => {
  fc.assert(
    fc.property(fc.string({ unit: codePoint }), (text) => {
      const answer = parsePeriod(text, NOW, true);
      if ("wrong" in answer) expect(text).toContain(answer.wrong);
    }),
  );
});

test("a day lasts from its first to its last millisecond", () => {
  const day = utcDayOf(NOW);
  expect([utcDayOf(dayStartMs(day) - 1), utcDayOf(dayStartMs(day))]).toEqual(["2026-11-19", day]);
  expect([utcDayOf(dayEndMs(day)), utcDayOf(dayEndMs(day) + 1)]).toEqual([day, "2026-11-21"]);
});
