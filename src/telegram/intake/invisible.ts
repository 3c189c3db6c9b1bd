/** Invisible characters that a paste may contain: marks of writing direction, joiners, byte order marks. */

const INVISIBLE = /^[\s\p{Cf}]$/u;

/** Without invisible characters at both ends. */
export function trimInvisible(text: string): string {
  return trimWhile(text, (character) => INVISIBLE.test(character));
}

/** No regular expression, because one for the end of a text starts again at every similar place. */
export function trimWhile(text: string, isTrimmed: (character: string) => boolean): string {
  let start = 0;
  let end = text.length;
  while (start < end && isTrimmed(text.charAt(start))) start += 1;
  while (end > start && isTrimmed(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}
