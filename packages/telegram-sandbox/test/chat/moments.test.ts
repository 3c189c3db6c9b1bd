/** Moments in the reader's zone. */
import { expect, test } from "vitest";
import {
  clockTime,
  dayName,
  fullMoment,
  moment,
  momentSeen,
  relativeMoment,
} from "../../src/chat/browser/moments.js";

const BERLIN = { zone: "Europe/Berlin", locale: "en-GB" };
/** 2026-11-20 23:05:09 UTC: already the next day in Berlin. */
const UNIX = Date.UTC(2026, 10, 20, 23, 5, 9) / 1_000;

test.each([
  ["t", "00:05"],
  ["T", "00:05:09"],
  ["d", "21/11/2026"],
  ["D", "21 November 2026"],
  ["dt", "21/11/2026 00:05"],
  ["wDT", "Saturday 21 November 2026 at 00:05:09"],
  ["", ""],
])("%j is %j", (format, expected) => {
  // Where commas stand differs between versions of the locale's own tables.
  expect(moment(UNIX, format, BERLIN).replaceAll(",", "")).toBe(expected);
});

test.each([
  ["Dt", 0, "today at 00:05"],
  ["wdT", 0, "today at 00:05:09"],
  ["Dt", -3_600, "20 November 2026 at 23:05"],
  ["Dt", 86_400, "22 November 2026 at 00:05"],
  ["D", 0, "21 November 2026"],
  ["t", 86_400, "00:05"],
])("%j, %d seconds from now, is %j", (format, seconds, expected) => {
  const seen = momentSeen(UNIX + seconds, format, UNIX * 1_000, BERLIN);
  expect(seen.replaceAll(",", "")).toBe(expected);
});

test.each([
  [120, "in 2 minutes"],
  [59, "in 59 seconds"],
  [0, "now"],
  [-7_300, "2 hours ago"],
  [86_400, "tomorrow"],
])("%d seconds from now are %j", (seconds, expected) => {
  expect(relativeMoment(UNIX + seconds, UNIX * 1_000, BERLIN)).toBe(expected);
});

test.each([
  [0, "Today"],
  [1, "Yesterday"],
  [2, "19 November 2026"],
])("%d days ago is %j", (days, expected) => {
  expect(dayName(UNIX - days * 86_400, UNIX * 1_000, BERLIN)).toBe(expected);
});

test("hours are 0 to 23, also where people count to 12", () => {
  const american = { zone: "Europe/Berlin", locale: "en-US" };
  expect(clockTime(UNIX, american)).toBe("00:05");
  expect(clockTime(UNIX + 17 * 3_600, american)).toBe("17:05");
  expect(fullMoment(UNIX + 17 * 3_600, american)).toMatch(/17:05:09/);
});
