/** Notifications: what is told without being asked. Amounts of TRX are written. */
import type { Resource } from "../../../domain/resource.js";
import type { Part } from "../../format.js";
import type { Rental } from "./rental.js";

export interface NewsTexts {
  readonly completed: (facts: OrderedFacts) => Part;
  readonly partial: (facts: OrderedFacts) => Part;
  readonly cancelled: (facts: OrderedFacts) => Part;
  readonly ending: (facts: EndingFacts) => Part;
  readonly balance: (available: string, limit: string) => Part;
  /** Buttons. */
  readonly open: string;
  readonly extend: string;
}

export interface OrderedFacts {
  readonly rental: Rental;
  /** The only wallet; undefined for several. */
  readonly wallet: Part | undefined;
  readonly filledUnits: number;
  readonly paid: string;
  /** Undefined where nothing was delivered. */
  readonly delivered: string | undefined;
  readonly refunded: string;
  /** Why it was cancelled, in words. */
  readonly reason: string | undefined;
}

export interface EndingFacts {
  readonly units: number;
  readonly resource: Resource;
  readonly wallets: number;
  readonly wallet: Part | undefined;
  readonly at: Part;
}
