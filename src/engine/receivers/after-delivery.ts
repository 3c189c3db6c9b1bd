/**
 * Whether receivers can send: each is read once after a delivery, when somebody looks at the order, and what was read is kept.
 * Nobody waits for it.
 */
import type { BatchId, OrderId } from "../../domain/ids.js";
import type { Order } from "../../domain/order.js";
import type { Resource } from "../../domain/resource.js";
import type { Delivered } from "../../domain/usdt.js";
import { lookAtBatchCards } from "../../store/chat/cards.js";
import type { Phase } from "../../store/phase.js";
import { insertUnused, type RunningLeg, runningLegs } from "../../store/receivers.js";
import type { Engine } from "../context.js";

/** A node that failed is asked again when somebody looks after this time. */
const AGAIN_AFTER_MS = 10_000;
/** A network's totals change a little between a delivery and its reading. */
const LEAST_SHARE = 0.95;
const MAX_REMEMBERED = 10_000;

/** Keeps what was read of the receivers of a call, and has its cards drawn. */
export async function saveUnused(
  engine: Engine,
  batchId: BatchId,
  readings: ReadonlyMap<OrderId, Delivered>,
): Promise<void> {
  const at = engine.now();
  await engine.database.commit(function* (): Phase<void> {
    for (const [orderId, unused] of readings) yield* insertUnused(orderId, unused, at);
    yield* lookAtBatchCards(batchId);
  });
}

function sumOf(legs: readonly RunningLeg[]): number {
  return legs.reduce((sum, { units }) => sum + units, 0);
}

export class AfterDelivery {
  /** Orders that are being read, or were read in vain until then (wall time). */
  readonly #notBefore = new Map<OrderId, number>();

  constructor(private readonly engine: Engine) {}

  /** Has the receivers of delivered orders of a call read; never throws. */
  read(batchId: BatchId, orders: readonly Order[]): void {
    const now = this.engine.now();
    const wanted = orders.filter(({ id }) => (this.#notBefore.get(id) ?? 0) <= now);
    if (wanted.length === 0) return;
    if (this.#notBefore.size > MAX_REMEMBERED) this.#notBefore.clear();
    for (const { id } of wanted) this.#notBefore.set(id, Number.POSITIVE_INFINITY);
    this.#readAll(batchId, wanted)
      .catch(() => {})
      .finally(() => {
        const again = this.engine.now() + AGAIN_AFTER_MS;
        for (const { id } of wanted) this.#notBefore.set(id, again);
      });
  }

  async #readAll(batchId: BatchId, orders: readonly Order[]): Promise<void> {
    const answers = await Promise.allSettled(orders.map((order) => this.#unusedOf(order)));
    const readings = new Map<OrderId, Delivered>();
    for (const [at, { id }] of orders.entries()) {
      const answer = answers[at];
      if (answer?.status === "fulfilled" && answer.value) readings.set(id, answer.value);
    }
    if (readings.size > 0) await saveUnused(this.engine, batchId, readings);
  }

  /** Undefined when the answer is older than the delivery: several nodes are not always at the same block. */
  async #unusedOf(order: Order): Promise<Delivered | undefined> {
    const { receiver, resource, filledUnits } = order;
    // Read before the chain: what is taken back in between is then taken off twice, and never counted.
    const ending = await this.#endingBefore(order);
    if (ending === "unknown") return undefined;
    const read = await this.engine.lookUpResources?.(receiver);
    if (!read || read.limit[resource] < filledUnits * LEAST_SHARE) return undefined;
    const { limit, used, freeBandwidth } = read;
    return {
      energyUnits: Math.max(0, limit.energy - used.energy),
      bandwidthUnits: Math.max(0, limit.bandwidth - used.bandwidth),
      freeBandwidthUnits: freeBandwidth,
      ending,
    };
  }

  /** Other rentals of the wallet that end before this one; not known while one is on its way. */
  async #endingBefore(order: Order): Promise<Delivered["ending"] | "unknown"> {
    const { customerId, receiver, batchId } = order;
    const endsOf = order.delegations.flatMap(({ state, expiresAt }) =>
      state === "dead" || expiresAt === null ? [] : [expiresAt],
    );
    const endsAt = Math.min(...endsOf);
    const othersOf = async (resource: Resource) =>
      (await this.engine.database.read(() => runningLegs(customerId, resource, [receiver]))).filter(
        (leg) => leg.batch_id !== batchId && (leg.expires_at ?? 0) < endsAt,
      );
    const [energy, bandwidth] = [await othersOf("energy"), await othersOf("bandwidth")];
    const ends = [...energy, ...bandwidth].map(({ expires_at: end }) => end);
    if (ends.includes(null)) return "unknown";
    if (ends.length === 0) return undefined;
    return {
      energyUnits: sumOf(energy),
      bandwidthUnits: sumOf(bandwidth),
      at: Math.min(...ends.map((end) => end ?? 0)),
    };
  }
}
