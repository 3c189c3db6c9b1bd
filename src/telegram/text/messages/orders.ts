/** The list of orders. */
import type { Part } from "../../format.js";
import type { BatchState } from "./batch.js";
import type { Rental } from "./rental.js";

/** An order by itself is over or not. */
export type OrderState = Exclude<BatchState, "ending">;

export interface OrdersTexts {
  readonly title: string;
  /** Asks which one is meant; the list stands below. */
  readonly question: Part;
  readonly empty: Part;
  readonly line: (what: Rental, paid: string, state: string) => string;
  readonly state: Record<OrderState, string>;
}
