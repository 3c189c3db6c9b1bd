/** How long a sum must be on the screen before it is paid. */
import { expect, test } from "vitest";
import { readFirstMs } from "../../src/domain/reading.js";

test.each([
  [0, 500],
  [3_900_000, 500],
  [49_999_999, 500],
  [50_000_000, 1_500],
  [117_000_000, 1_500],
])("%i SUN must have been on the screen for %i ms", (amountSun, ms) => {
  expect(readFirstMs(amountSun)).toBe(ms);
});
