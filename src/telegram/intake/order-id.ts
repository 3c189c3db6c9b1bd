/** Finds the id of an order in what was typed or pasted from a card: nothing but ids, of which the first counts. */
import { trimInvisible } from "./invisible.js";

/** What was meant as an id, mistyped ones too. No amount and no address looks like that. */
const ID_LIKE = /^[0-9a-f]{16,32}$/;
const TITLE = /^orders?:?$/;

export function orderIdIn(text: string): string | undefined {
  const words = trimInvisible(text.toLowerCase()).split(/\s+/);
  const ids = words.filter((word) => !TITLE.test(word));
  return ids.every((word) => ID_LIKE.test(word)) ? ids[0] : undefined;
}
