/** What is rented, as several texts name it. */
import type { Duration } from "../../../domain/duration.js";
import type { Resource } from "../../../domain/resource.js";

/** What is rented; `amount` is for each receiver. */
export interface Rental {
  readonly amount: number;
  readonly resource: Resource;
  readonly duration: Duration;
  readonly receivers: number;
}
