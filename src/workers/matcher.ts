/** Fills resting orders as offers and capacity change, closes those whose deadline has passed, and starts bookings that are due. */
import type { Address } from "../domain/address.js";
import {
  closeOverdue,
  matchSeller,
  type SweepPlaces,
  sweepBook,
} from "../engine/book/match-book.js";
import { startDueBookings } from "../engine/chat/bookings.js";
import { lapseRequests } from "../engine/chat/team-requests.js";
import { throwFirst } from "../engine/context.js";
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
  const places: SweepPlaces = {};
  const round = async (stopping: AbortSignal) => {
    const failures: unknown[] = [];
    // An order that cannot be closed or matched must not prevent the rest of the round.
    const attempt = (step: Promise<unknown>) =>
      step.catch((error: unknown) => void failures.push(error));
    while (!stopping.aborted && (await attempt(closeOverdue(engine)))) {}
    for (const seller of [...waiting]) {
      if (stopping.aborted) return;
      waiting.delete(seller);
      await attempt(matchSeller(engine, seller));
    }
    await attempt(sweepBook(engine, places));
    await attempt(startDueBookings(engine));
    await attempt(lapseRequests(engine));
    throwFirst(failures);
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
