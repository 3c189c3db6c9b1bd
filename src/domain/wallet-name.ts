/**
 * The names that customers give to wallets. A name is written with an @ before it; one of digits alone would be a price, so
 * it holds a letter. Whether letters are large or small makes no difference between two names.
 */

const MAX_NAME_LENGTH = 32;
/** Names that a customer may have. */
export const MAX_NAMES = 500;

const NAME = /^[\p{L}\p{N}_-]+$/u;
const LETTER = /\p{L}/u;
/** "55sun" is a price like "55". */
const PRICE = /^[\d_]+sun$/i;

/** The name as it is kept; undefined when it is none. */
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
