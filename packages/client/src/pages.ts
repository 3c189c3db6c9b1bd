/** Lists that the service gives in pages, read one by one. */
import { EnergyDeskError } from "./error.js";

interface Page<T> {
  readonly items: readonly T[];
  readonly nextCursor: string | null;
}

/** Fetches the next page only when the one before has been read. */
export async function* pagesOf<T>(
  fetchPage: (cursor: string | undefined) => Promise<Page<T>>,
): AsyncGenerator<T, void, undefined> {
  let cursor: string | undefined;
  for (;;) {
    const page = await fetchPage(cursor);
    yield* page.items;
    if (page.nextCursor === null) return;
    if (page.nextCursor === cursor) {
      throw new EnergyDeskError("BAD_ANSWER", "A page of a list names itself as the next.");
    }
    cursor = page.nextCursor;
  }
}
