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

/** A delegation that a fork cannot undo, or that is out of the question. */
const SETTLED = new Set([
  "solidified",
  "reclaim_signed",
  "reclaim_sent",
  "reclaimed",
  "released",
  "dead",
]);

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
      if (last?.status === "cancelled" && typeof until === "string") throw cancelled(last, until);
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
  if (order.status !== "completed") return false;
  return until === "completed" || order.delegations.every(({ state }) => SETTLED.has(state));
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

function cancelled(order: Order, until: string): EnergyDeskError {
  const message = `The order was cancelled and will not be ${until} any more.`;
  return new EnergyDeskError("ORDER_CANCELLED", message, { details: order });
}

function nameOf(until: Until): string {
  return typeof until === "function" ? "what was waited for" : until;
}
