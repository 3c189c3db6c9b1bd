/**
 * What a customer's receivers already rent from the desk, so that they do not pay twice by mistake. Others' rentals stay
 * private.
 */
import type { Address } from "../../domain/address.js";
import type { BatchId, CustomerId } from "../../domain/ids.js";
import type { Resource } from "../../domain/resource.js";
import { type RunningLeg, runningLegs } from "../../store/receivers.js";
import type { Engine } from "../context.js";

export interface Overlap {
  readonly receiver: Address;
  readonly units: number;
  /** When the first and the last of them end, in chain time; undefined while none is in a block. */
  readonly ends: { readonly first: number; readonly last: number } | undefined;
}

/** Rentals of a call that end by this chain time are left out: to extend them is intended. */
export interface Extended {
  readonly batchId: BatchId;
  readonly endsBy: number;
}

/** In the order of the receivers, without those that rent nothing. */
export async function readOverlaps(
  engine: Engine,
  customerId: CustomerId,
  resource: Resource,
  receivers: readonly Address[],
  extended?: Extended,
): Promise<Overlap[]> {
  if (receivers.length === 0) return [];
  const now = engine.chainClock.head?.timestampMs ?? engine.now();
  const legs = (
    await engine.database.read(() => runningLegs(customerId, resource, receivers))
  ).filter((leg) => !(extended && isExtended(leg, extended)));
  return receivers.flatMap((receiver) => {
    const running = legs.filter(
      (leg) => leg.receiver === receiver && (leg.expires_at ?? now + 1) > now,
    );
    if (running.length === 0) return [];
    const units = running.reduce((sum, leg) => sum + leg.units, 0);
    const known = running.flatMap(({ expires_at: end }) => (end === null ? [] : [end]));
    const ends = { first: Math.min(...known), last: Math.max(...known) };
    return [{ receiver, units, ends: known.length > 0 ? ends : undefined }];
  });
}

function isExtended({ batch_id, expires_at: end }: RunningLeg, { batchId, endsBy }: Extended) {
  return batch_id === batchId && end !== null && end <= endsBy;
}
