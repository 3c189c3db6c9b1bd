/**
 * Sellers in price-time order, as many as an order needs: the cost must depend on what is sold, not on the size of the order
 * book.
 */
import {
  type AskFilter,
  type AskRow,
  firstAsks,
  largeAsks,
  lowestPriceOfSize,
  openAsks,
} from "../../store/book.js";
import type { Phase } from "../../store/phase.js";

/** Offers read first: most orders are filled by one or two. */
const FIRST_PAGE = 8;
/** Offers in each further read. */
const PAGE = 32;
/** The most offers of one price that are sorted here; when more are large enough, reading by age finds one soon. */
const FEW = 64;

/** Receives some more sellers; true when the order needs no more. */
export type TakeAsks = (rows: readonly AskRow[]) => boolean;

/** For an order that nearly every open offer can serve. */
export function* askEach(filter: AskFilter, take: TakeAsks): Phase<boolean> {
  let after: AskRow | undefined;
  let size = FIRST_PAGE;
  while (true) {
    const page: AskRow[] = yield* openAsks(filter, after, size);
    if (take(page)) return true;
    if (page.length < size) return false;
    after = page.at(-1);
    size = PAGE;
  }
}

/** For an order that needs much from one seller: skips sellers with too little. */
export function* askLarge(filter: AskFilter, take: TakeAsks): Phase<boolean> {
  const asked = new Set<string>();
  const takeNew = (rows: readonly AskRow[]) => {
    const fresh = rows.filter(({ seller }) => !asked.has(seller));
    for (const { seller } of fresh) asked.add(seller);
    return take(fresh);
  };
  if (takeNew(yield* firstAsks(filter, FIRST_PAGE))) return true;
  let priceSun = yield* lowestPriceOfSize(filter);
  while (priceSun !== undefined) {
    const few = yield* largeAsks(filter, priceSun, FEW + 1);
    const isDone =
      few.length <= FEW
        ? takeNew(few.sort(byAge))
        : yield* askEach(
            { ...filter, abovePriceSun: priceSun - 1, upToPriceSun: priceSun },
            takeNew,
          );
    if (isDone) return true;
    priceSun = yield* lowestPriceOfSize({ ...filter, abovePriceSun: priceSun });
  }
  return false;
}

function byAge(a: AskRow, b: AskRow): number {
  return a.since - b.since || (a.seller < b.seller ? -1 : 1);
}
