/** Limits the orders of a customer that bring nothing; checked in the transaction that creates orders. */
import { DAY_MS, utcMidnightMs } from "../../common/time.js";
import { DeskError } from "../../domain/errors.js";
import type { CustomerId } from "../../domain/ids.js";
import { formatInteger } from "../../domain/money.js";
import { countIdleOrders } from "../../store/orders.js";
import type { Phase } from "../../store/phase.js";
import type { Moment } from "../context.js";

/** When the open ones alone are too many, no day helps: some must be delivered. */
const RETRY_LATER_SECONDS = 60;

/** Throws RATE_LIMITED when so many orders more would be too many. What was delivered, died, or ended in an outage does not count. */
export function* assertRoomForOrders(
  customerId: CustomerId,
  more: number,
  { dueAt, policy: { mostIdleOrders: most } }: Moment,
): Phase<void> {
  const today = utcMidnightMs(dueAt);
  const { open, givenUp } = yield* countIdleOrders(customerId, today, most + 1);
  if (open + givenUp + more <= most) return;
  const until = open + more <= most ? today + DAY_MS : undefined;
  const ways = [
    ...(open > 0 ? ["when some are delivered"] : []),
    ...(until === undefined ? [] : [`from ${new Date(until).toISOString()} on`]),
  ];
  throw new DeskError(
    "RATE_LIMITED",
    `${formatInteger(open)} of your orders are open, and ${formatInteger(givenUp)} were cancelled or ran out today (UTC): together they may be ${formatInteger(most)}. There is room again ${ways.join(", or ")}; nothing was debited.`,
    { maximum: most, ...(until !== undefined && { until }) },
    until === undefined ? RETRY_LATER_SECONDS : Math.ceil((until - dueAt) / 1_000),
  );
}
