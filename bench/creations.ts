/** Creations straight on the engine, as many under way as there are connections over HTTP. */
import type { CustomerId } from "../src/domain/ids.js";
import { parseOrderRequest } from "../src/domain/order-request.js";
import type { Engine } from "../src/engine/context.js";
import { createOrders } from "../src/engine/orders/create-orders.js";
import { orderOf, type Receivers, receiversOf } from "./bodies.js";
import { type Latency, latencyOf } from "./statistics.js";

export const UNDER_WAY = 64;
const BODIES = 40;

export interface Creations extends Latency {
  readonly callsPerSecond: number;
}

export async function create(
  engine: Engine,
  customerIds: readonly CustomerId[],
  receivers: Receivers,
  calls: number,
): Promise<Creations> {
  const requests = Array.from({ length: BODIES }, (_, at) =>
    parseOrderRequest(orderOf(receiversOf(at, receivers))),
  );
  const latenciesMs: number[] = [];
  let begun = 0;
  const work = async () => {
    while (begun < calls) {
      const call = begun;
      begun += 1;
      const customerId = customerIds[call % customerIds.length];
      const request = requests[call % requests.length];
      if (customerId === undefined || request === undefined) throw new Error("nobody orders");
      const sentAtMs = performance.now();
      await createOrders(engine, {
        customerId,
        channel: "http",
        request,
        idempotencyKey: undefined,
      });
      latenciesMs.push(performance.now() - sentAtMs);
    }
  };
  const startedAtMs = performance.now();
  await Promise.all(Array.from({ length: UNDER_WAY }, work));
  const seconds = (performance.now() - startedAtMs) / 1_000;
  return { callsPerSecond: calls / seconds, ...latencyOf(latenciesMs) };
}
