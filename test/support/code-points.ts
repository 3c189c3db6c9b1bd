/** Any character there is. The "binary" of fast-check is the same, but takes two seconds to list them all. */
import fc from "fast-check";

const [FIRST_HALF, LAST_HALF, LAST] = [0xd800, 0xdfff, 0x10ffff];

export const codePoint = fc
  .oneof(fc.integer({ min: 0, max: FIRST_HALF - 1 }), fc.integer({ min: LAST_HALF + 1, max: LAST }))
  .map((code) => String.fromCodePoint(code));
