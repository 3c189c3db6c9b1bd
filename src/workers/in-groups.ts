/** Many reads of the chain: a few at a time, because orders need the node too. */
import { allOrThrow } from "./loop.js";

const AT_ONCE = 8;

/** In the order of the items. */
export async function inGroups<T, R>(
  items: readonly T[],
  read: (item: T) => Promise<R>,
): Promise<R[]> {
  const done: R[] = [];
  for (let at = 0; at < items.length; at += AT_ONCE) {
    done.push(...(await allOrThrow(items.slice(at, at + AT_ONCE).map(read))));
  }
  return done;
}
