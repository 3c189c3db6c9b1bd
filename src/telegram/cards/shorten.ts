/** Texts that others wrote may be longer than a line of a card can be. */

/** At most so many characters, whole ones, without space around them. */
export function shorten(text: string, most: number): string {
  const characters = [...text.trim()];
  if (characters.length <= most) return characters.join("");
  return `${characters.slice(0, most - 1).join("")}…`;
}
