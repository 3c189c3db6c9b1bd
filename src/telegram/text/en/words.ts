/** Words that several sections use. */
import { durationTitle } from "../../../domain/duration.js";
import { formatInteger } from "../../../domain/money.js";
import { type Resource, resourceTitle } from "../../../domain/resource.js";
import type { Rental } from "../messages/rental.js";

export const wallets = (count: number) => `${count} wallet${count === 1 ? "" : "s"}`;

export const units = (amount: number, resource: Resource) =>
  `${formatInteger(amount)} ${resourceTitle(resource)}`;

export const rental = ({ amount, resource, duration, receivers }: Rental) =>
  `${receivers > 1 ? `${receivers} × ` : ""}${units(amount, resource)}, ${durationTitle(duration)}`;

export const NOTHING_CHARGED = "Nothing was charged.";

export const SUCH_AS = "a number such as 65000 or 65k.";

export const DROPPED = `Order dropped. ${NOTHING_CHARGED} Start anew with /buy.`;

export function deliverable(free: number, resource: Resource, receivers: number): string {
  const all = receivers > 1 ? " in all" : "";
  return free > 0
    ? `Only ${units(free, resource)} can be delivered now${all}.`
    : `No ${resourceTitle(resource)} is free right now.`;
}
