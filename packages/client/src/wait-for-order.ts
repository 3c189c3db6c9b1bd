/** Looks at an order until it is what is waited for. A service that is away for a moment does not end the wait. */
import type { Order } from "./answers.js";
import { whole } from "./check-options.js";
import { EnergyDeskError } from "./error.js";
import type { CallOptions, WaitOptions } from "./requests.js";
import { isTransient } from "./retry.js";
import { TimeLimit } from "./time-limit.js";

const TIMEOUT_MS = 120_000;
const MAX_TIMEOUT_MS = 2_147_483_647;
const POLL_MS = 1_000;
const LEAST_POLL_MS = 100;

/** A delegation that no fork can undo. */
const SOLID: readonly string[] = [
  "solidified",
  "reclaim_signed",
  "reclaim_sent",
  "reclaimed",
  "released",
];
const ON_CHAIN: readonly string[] = ["included", ...SOLID];

interface Watched {
  look(options: CallOptions): Promise<Order>;
  pause(ms: number, signal: AbortSignal): Promise<void>;
}

export async function waitForOrder(order: Watched, options: WaitOptions): Promise<Order> {
  const { until = "final", signal: outer } = options;
  const pollMs = whole("pollMs", options.pollMs ?? POLL_MS, LEAST_POLL_MS, MAX_TIMEOUT_MS);
  const timeoutMs = whole("timeoutMs", options.timeoutMs ?? TIMEOUT_MS, 1, MAX_TIMEOUT_MS);
  const limit = new TimeLimit(outer, timeoutMs);
  let last: Order | undefined;
  try {
    for (;;) {
      last = (await lookOnce(order, limit.signal)) ?? last;
      if (last && isReached(last, until)) return last;
      if (last && typeof until === "string") refuseWhatCannotCome(last, until);
      await order.pause(pollMs, limit.signal);
    }
  } catch (error) {
    if (!limit.isOver) throw error;
    throw new EnergyDeskError(
      "TIMEOUT",
      `The order was not ${nameOf(until)} within ${timeoutMs} ms.`,
      {
        details: last,
      },
    );
  } finally {
    limit.end();
  }
}

type Until = NonNullable<WaitOptions["until"]>;

function isReached(order: Order, until: Until): boolean {
  if (typeof until === "function") return until(order);
  if (until === "final") return order.status !== "processing";
  return order.status === "completed" && isDelivered(order, until === "solidified");
}

/**
 * A completed order stays completed when a fork takes its delegation: that is sent or replaced again, and the wallet goes
 * without it meanwhile. Where no delegation is listed the status is all there is.
 */
function isDelivered({ delegations = [], resourceAmount }: Order, isSolid: boolean): boolean {
  const counted = isSolid ? SOLID : ON_CHAIN;
  const there = delegations.filter(({ state }) => counted.includes(state));
  const units = there.reduce((sum, { amount }) => sum + amount, 0);
  return delegations.length === 0 || units >= resourceAmount;
}

/** Undefined while the service is away. */
async function lookOnce(order: Watched, signal: AbortSignal): Promise<Order | undefined> {
  try {
    return await order.look({ signal });
  } catch (error) {
    if (error instanceof EnergyDeskError && isTransient(error)) return undefined;
    throw error;
  }
}

function refuseWhatCannotCome(order: Order, until: string): void {
  const { status, filledAmount, resourceAmount } = order;
  const isTakenBack = status === "completed" && filledAmount < resourceAmount;
  if (status !== "cancelled" && !isTakenBack) return;
  const what = isTakenBack
    ? "A fork of the chain undid what was delivered, and its price was given back: the order"
    : "The order was cancelled and";
  const message = `${what} will not be ${until} any more.`;
  throw new EnergyDeskError("ORDER_CANCELLED", message, { details: order });
}

function nameOf(until: Until): string {
  return typeof until === "function" ? "what was waited for" : until;
}
