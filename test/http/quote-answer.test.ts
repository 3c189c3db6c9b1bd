/** The sentence in a quote that explains its price. */
import { expect, test } from "vitest";
import { costOf } from "../../src/domain/price.js";
import { explainCost } from "../../src/http/quotes.js";

test.each([
  ["1d", 1, "65,000 Energy × 60 SUN × 1 day = 3.9 TRX"],
  ["7d", 1, "65,000 Energy × 60 SUN × 7 days = 27.3 TRX"],
  ["1h", 1, "65,000 Energy × 60 SUN × 1 (15 min to 1 day cost the same) = 3.9 TRX"],
  ["1d", 3, "65,000 Energy × 60 SUN × 1 day × 3 receivers = 11.7 TRX"],
] as const)("%s for %d receivers is explained in one sentence", (time, receivers, sentence) => {
  expect(explainCost(costOf("energy", Array(receivers).fill(65_000), 60, time), true)).toBe(
    sentence,
  );
});

test("where a longer time of up to a day costs more, none is said to cost the same", () => {
  const said = explainCost(costOf("energy", [65_000], 60, "3h"), false);
  expect(said).toBe("65,000 Energy × 60 SUN × 1 (3 hours is charged as 1 day) = 3.9 TRX");
});
