/** Which delivery is told beside its card, and what may be chosen. */
import { expect, test } from "vitest";
import { isLate, modesOf, NEWS_KINDS, usualMode } from "../../src/domain/notification.js";

test.each([
  [0, 0, false],
  [15_000, 9, false],
  [15_001, 0, true],
  [0, 10, true],
  [3_600_000, 400, true],
  [0, undefined, true],
])("after %i ms, with %s messages below its card: %s", (tookMs, messagesBelow, late) => {
  expect(isLate(tookMs, messagesBelow)).toBe(late);
});

test("only deliveries can be told when late, and are so in private unless set otherwise", () => {
  for (const kind of NEWS_KINDS) {
    const isDelivery = kind === "completed";
    expect(modesOf(kind)).toEqual([...(isDelivery ? ["late"] : []), "on", "silent", "off"]);
    expect(usualMode(kind, false)).toBe(isDelivery ? "late" : "on");
    expect(usualMode(kind, true)).toBe("off");
  }
});
