/** The card of orders under way, delivered or over. */
import type { Part } from "../../format.js";
import type { Rental } from "./rental.js";

export interface BatchTexts {
  readonly headline: Record<BatchState, (delivered: number, of: number) => string>;
  readonly terms: (what: Rental, paid: string) => string;
  readonly ends: (at: Part) => Part;
  readonly endsBetween: (first: Part, last: Part) => Part;
  readonly ended: (at: Part) => Part;
  readonly legState: Record<LegWord, string>;
  /** Nothing is planned for what is missing at this moment. */
  readonly unplanned: string;
  readonly transaction: string;
  readonly order: (id: Part) => Part;
  readonly orders: (ids: readonly string[]) => string;
  /** `amount` ends with a space, or is empty where it says nothing new. */
  readonly delegation: (amount: string, state: string, transaction: Part | undefined) => Part;
  readonly moreDelegations: (count: number) => string;
  readonly cancelRequested: string;
  readonly cancelled: (reason: string | null) => string;
  readonly refunded: (amount: string) => string;
  readonly waitsForNetwork: string;
}

/** The states of a leg, as far as a customer cares. */
export type LegWord = "planned" | "signed" | "sent" | "included" | "solidified" | "over" | "dead";

export type BatchState =
  | "safe"
  | "underWay"
  /** In the book; nothing of it is delivered or on its way, or some of it is delivered. */
  | "resting"
  | "partlyFilled"
  | "cancelling"
  /** Some of the orders are over. */
  | "ending"
  | "ended"
  | "partlyDelivered"
  | "cancelled";
