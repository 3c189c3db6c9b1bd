/**
 * Characters that a paste brings along and nobody sees: marks of writing direction, joiners, byte
 * order marks.
 */

const INVISIBLE = /^[\s\p{Cf}]$/u;

/** Without what is invisible at both ends. */
export function trimInvisible(text: string): string {
  return trimWhile(text, (character) => INVISIBLE.test(character));
}

/**
 * By hand, because a pattern for the end of a text starts over at every place that looks like it.
 */
export function trimWhile(text: string, isTrimmed: (character: string) => boolean): string {
  let start = 0;
  let end = text.length;
  while (start < end && isTrimmed(text.charAt(start))) start += 1;
  while (end > start && isTrimmed(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}
