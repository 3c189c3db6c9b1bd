/** Fills resting orders as offers and capacity change, and ends those whose deadline has passed. */
import type { Address } from "../domain/address.js";
import {
  closeOverdue,
  matchSeller,
  type SweepPlaces,
  sweepBook,
} from "../engine/book/match-book.js";
import type { WorkerContext } from "./context.js";
import { Loop } from "./loop.js";

export interface Matcher {
  readonly loop: Loop;
  /** A seller has more to offer than before. */
  readonly offered: (seller: Address) => void;
}

export function createMatcher(context: WorkerContext): Matcher {
  const { engine } = context;
  const waiting = new Set<Address>();
  let places: SweepPlaces = {};
  const round = async (stopping: AbortSignal) => {
    while (!stopping.aborted && (await closeOverdue(engine)) > 0);
    for (const seller of [...waiting]) {
      if (stopping.aborted) return;
      waiting.delete(seller);
      await matchSeller(engine, seller);
    }
    places = await sweepBook(engine, places);
  };
  const loop = new Loop({
    name: "matcher",
    everyMs: Math.max(100, Math.min(3_000, context.blockMs)),
    context,
    round,
  });
  const offered = (seller: Address) => {
    waiting.add(seller);
    loop.wake();
  };
  return { loop, offered };
}
