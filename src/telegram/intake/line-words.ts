/** The words of a line without its addresses. Parts separated by a space are joined: "65 000", "65 k", "1 h". */
import { parseAddresses } from "./addresses.js";
import { trimWhile } from "./invisible.js";

const FIRST_GROUP = /^[1-9]\d{0,2}(?: \d{3})*$/;
const NEXT_GROUP = /^\d{3}$/;
const NUMBER = /^@?\d[\d.,_ ]*$/;
const UNIT = /^(?:sun|k|к|m|min|mins|minutes?|h|hrs?|hours?|d|days?|w|weeks?)$/i;

export function lineWords(text: string): string[] {
  const words: string[] = [];
  for (const piece of text.split(/\s+/).flatMap(withoutAddresses)) {
    const word = trimWhile(piece, (character) => AROUND_A_WORD.test(character));
    const before = words.at(-1);
    if (before !== undefined && FIRST_GROUP.test(before) && NEXT_GROUP.test(word)) {
      words[words.length - 1] = `${before} ${word}`;
    } else if (before !== undefined && NUMBER.test(before) && UNIT.test(word)) {
      words[words.length - 1] = before + word;
    } else if (word !== "") {
      words.push(word);
    }
  }
  return words;
}

/** A list mark or a bracket is not reported. */
const AROUND_A_WORD = /^[,;:()"'`<>\p{Cf}]$/u;

/** "T…,65k" still contains 65k; what touches an address without a comma, as in a link, belongs to it. */
function withoutAddresses(piece: string): string[] {
  if (parseAddresses(piece).length === 0) return [piece];
  return piece.split(/[,;|]/).filter((part) => parseAddresses(part).length === 0);
}
