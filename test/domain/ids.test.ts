/** Identifiers and API keys: their shape, their order, and what a typing error does to a key. */
import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  API_KEY_RANDOM_BYTES,
  apiKeyHint,
  formatApiKey,
  hashApiKey,
  isWellFormedApiKey,
} from "../../src/domain/api-key.js";
import { AssertionFailed } from "../../src/domain/assert.js";
import { createIdSource, firstIdSince, isOrderId, legId } from "../../src/domain/ids.js";

/** Takes ids at these times of the clock. */
function idsAt(times: readonly number[]): string[] {
  let at = 0;
  const next = createIdSource(() => times[at++] ?? 0);
  return times.map(() => next());
}

const ascending = (ids: readonly string[]) =>
  ids.every((id, at) => at === 0 || id > (ids[at - 1] ?? ""));

describe("ids", () => {
  test("rise over a restart, even when the clock was set back meanwhile", () => {
    const before = createIdSource(() => 2_000_000_000_000)();
    const after = createIdSource(() => 1_000_000_000_000, before)();
    expect(after > before).toBe(true);
  });

  test("are 24 lower-case hex characters", () => {
    const id = createIdSource(Date.now)();
    expect(id).toMatch(/^[0-9a-f]{24}$/);
    expect(isOrderId(id)).toBe(true);
  });

  test.each(["", "A".repeat(24), "0".repeat(23), "0".repeat(25), `${"0".repeat(24)}\n`])(
    "%j is none",
    (text) => expect(isOrderId(text)).toBe(false),
  );

  test("rise while the clock stands still, beyond the counter of a millisecond", () => {
    const ids = idsAt(new Array(10_000).fill(1_800_000_000_000));
    expect(ascending(ids)).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("rise when the clock jumps about, backwards too", () => {
    const times = fc.array(fc.integer({ min: 1, max: 2 ** 41 }), { maxLength: 200 });
    fc.assert(fc.property(times, (clock) => ascending(idsAt(clock))));
  });

  test.each([2_000_000_000_000, 17_592_186_044_416, 20_000_000_000_000, Number.MAX_SAFE_INTEGER])(
    "of today stand before a time as late as %i",
    (atMs) => expect(createIdSource(() => 1_800_000_000_000)() < firstIdSince(atMs)).toBe(true),
  );

  test("of legs name their order", () => {
    expect(legId("0".repeat(24), 3)).toBe(`${"0".repeat(24)}.3`);
  });
});

describe("API keys", () => {
  const newKey = () => formatApiKey(randomBytes(API_KEY_RANDOM_BYTES));

  test("have a prefix, 32 random characters and a checksum of 6", () => {
    const key = newKey();
    expect(key).toMatch(/^edk_[0-9A-Za-z]{38}$/);
    expect(isWellFormedApiKey(key)).toBe(true);
    expect(hashApiKey(key)).toMatch(/^[0-9a-f]{64}$/);
    expect(apiKeyHint(key)).toBe(key.slice(0, 8));
  });

  test("one wrong character anywhere is noticed", () => {
    const key = newKey();
    for (let at = 0; at < key.length; at += 1) {
      const wrong = key[at] === "x" ? "y" : "x";
      expect(isWellFormedApiKey(key.slice(0, at) + wrong + key.slice(at + 1))).toBe(false);
    }
  });

  test("two neighbours that changed places are noticed", () => {
    const key = newKey();
    for (let at = 4; at + 1 < key.length; at += 1) {
      if (key[at] === key[at + 1]) continue;
      const swapped = `${key.slice(0, at)}${key[at + 1]}${key[at]}${key.slice(at + 2)}`;
      expect(isWellFormedApiKey(swapped)).toBe(false);
    }
  });

  test.each(["", "edk_", "edk_".padEnd(42, "!"), "EDK_".padEnd(42, "0"), " "])(
    "%j is none",
    (text) => expect(isWellFormedApiKey(text)).toBe(false),
  );

  test("bytes that would favour some characters are passed over, and too few of them are refused", () => {
    const biased = new Uint8Array(API_KEY_RANDOM_BYTES).fill(255);
    expect(() => formatApiKey(biased)).toThrow(AssertionFailed);
  });
});
