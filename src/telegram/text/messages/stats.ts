/** The texts of /stats: on the picture of what was spent, and under it. */
import type { Resource } from "../../../domain/resource.js";
import type { Spent } from "../../../domain/spending.js";
import type { Part } from "../../format.js";

export type TimeUnit = "second" | "minute" | "hour" | "day";

/** Days are Unix milliseconds of their midnight, UTC. */
export interface StatsTexts {
  readonly title: (days: number) => string;
  readonly range: (first: number, last: number) => string;
  readonly day: (at: number) => string;
  readonly spent: string;
  readonly orders: (count: number) => string;
  readonly price: (resource: Resource) => string;
  readonly average: string;
  /** `price` with its unit. */
  readonly burning: (price: string) => string;
  readonly delivery: string;
  readonly median: string;
  readonly p90: (time: string) => string;
  readonly trx: (amount: string) => string;
  readonly sun: (price: string) => string;
  readonly duration: (count: string, unit: TimeUnit) => string;
  /** Behind thousands, millions and so on, by thousands. */
  readonly large: readonly [string, string, string, string, string];
  readonly caption: (facts: StatsFacts) => Part;
  /** Nothing was bought in so many days. */
  readonly nothing: (days: number) => Part;
}

export interface StatsFacts {
  readonly days: number;
  readonly all: Spent;
  readonly bought: readonly BoughtFacts[];
  /** Written, as are the prices. */
  readonly median: string;
  readonly p90: string;
}

export interface BoughtFacts {
  readonly resource: Resource;
  readonly units: number;
  /** The average paid for a unit. */
  readonly price: string;
  /** What the network burns for one now, where that is known. */
  readonly burnPrice: string | undefined;
}
