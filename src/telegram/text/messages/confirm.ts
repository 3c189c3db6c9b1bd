/** The card that shows the price, with or without the Pay button. */
import type { Cost } from "../../../domain/price.js";
import type { Resource } from "../../../domain/resource.js";
import type { Part } from "../../format.js";
import type { Rental } from "./rental.js";

export interface ConfirmTexts {
  readonly title: (total: string, what: Rental) => Part;
  readonly quoteTitle: (total: string, what: Rental) => Part;
  /** Without a price, because it is being asked for or could not be had. */
  readonly noPriceTitle: (what: Rental) => Part;
  readonly asking: string;
  /** Why it costs what it costs. */
  readonly explanation: (cost: Cost) => string;
  readonly perReceiver: (each: string, total: string) => string;
  readonly balance: (before: string, after: string) => string;
  readonly short: (before: string, missing: string) => string;
  readonly ends: (at: Part) => Part;
  /** Of several days the units are burnt for on each, because what is rented is there anew every day. */
  readonly burn: (burn: string, saved: string, days: number) => string;
  readonly burnCheaper: (burn: string, more: string, days: number) => string;
  readonly burnUnknown: string;
  /** Fewer units than ordered can be delivered now, to all wallets together. */
  readonly capacityShort: (units: number, resource: Resource, receivers: number) => string;
  readonly receivers: (count: number) => string;
  readonly heldUntil: (at: Part) => Part;
  readonly lapsed: string;
}
