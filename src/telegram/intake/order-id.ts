/** Finds an order's id in a typed text or a pasted card: ids only, of which the first counts. */
import { trimInvisible } from "./invisible.js";

/** Also mistyped ids. No amount and no address looks like one. */
const ID_LIKE = /^[0-9a-f]{16,32}$/;
const TITLE = /^orders?:?$/;

export function orderIdIn(text: string): string | undefined {
  const words = trimInvisible(text.toLowerCase()).split(/\s+/);
  const ids = words.filter((word) => !TITLE.test(word));
  return ids.every((word) => ID_LIKE.test(word)) ? ids[0] : undefined;
}
