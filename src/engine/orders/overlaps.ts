/** What a customer's receivers have already from the desk, so that nobody pays twice by mistake. Others' rentals are nobody's business. */
import type { Address } from "../../domain/address.js";
import type { BatchId, CustomerId } from "../../domain/ids.js";
import type { Resource } from "../../domain/resource.js";
import { type RunningLeg, runningLegs } from "../../store/overlaps.js";
import type { Engine } from "../context.js";

export interface Overlap {
  readonly receiver: Address;
  readonly units: number;
  /** When the first and the last of it end, chain time; undefined while none of it is in a block. */
  readonly ends: { readonly first: number; readonly last: number } | undefined;
}

/** Rentals of a call, as far as they end by then (chain time): to order their like once more is meant. */
export interface Extended {
  readonly batchId: BatchId;
  readonly endsBy: number;
}

/** In the order of the receivers; those that have nothing are left out. */
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
