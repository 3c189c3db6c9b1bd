/**
 * The names that customers give to wallets, typed with an @ in front and shown without. A name contains a letter, because digits alone would be
 * a price. Letter case does not count.
 */

const MAX_NAME_LENGTH = 32;
/** Names that a customer may have. */
export const MAX_NAMES = 500;

const NAME = /^[\p{L}\p{N}_-]+$/u;
const LETTER = /\p{L}/u;
/** "55sun" is a price, as "55" is. */
const PRICE = /^[\d_]+sun$/i;

/** The name as it is stored; undefined when it is invalid. */
export function walletName(text: string): string | undefined {
  const name = text.normalize("NFC");
  const isShort = Array.from(name.slice(0, 2 * MAX_NAME_LENGTH + 1)).length <= MAX_NAME_LENGTH;
  const isName = NAME.test(name) && LETTER.test(name) && !PRICE.test(name);
  return isShort && isName ? name : undefined;
}

/** Names with the same key are the same. */
export function nameKey(name: string): string {
  return name.toLowerCase();
}
