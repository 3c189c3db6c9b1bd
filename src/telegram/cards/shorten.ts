/** Shortens texts of others, which may be longer than a line of a card. */

/** At most so many characters, whole ones, without space at the ends. */
export function shorten(text: string, most: number): string {
  const characters = [...text.trim()];
  if (characters.length <= most) return characters.join("");
  return `${characters.slice(0, most - 1).join("")}…`;
}
