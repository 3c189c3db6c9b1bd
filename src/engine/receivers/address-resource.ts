/** An address before an order: what the chain says about it, and what is rented to it already. */
import { RecentReadings } from "../../common/recent-readings.js";
import type { Address } from "../../domain/address.js";
import type { BatchId, CustomerId, OrderId } from "../../domain/ids.js";
import type { LegState } from "../../domain/leg.js";
import type { Resource } from "../../domain/resource.js";
import { rentalsTo } from "../../store/leg-lists.js";
import { type RunningLeg, runningLegs } from "../../store/receivers.js";
import { type AccountResources, inTime } from "../chain-reads.js";
import type { Engine } from "../context.js";
import { chainUnavailable, nodeFailed } from "../gates.js";

/** The most rentals listed: those that end first. */
const LISTED = 100;
/** How long an answer is kept: scripts ask again and again. */
const REMEMBERED_MS = 1_000;

/** Amounts in units, times in Unix milliseconds. */
export interface AddressLook {
  readonly address: Address;
  readonly activated: boolean;
  readonly contract: boolean;
  readonly energy: HeldResource;
  readonly bandwidth: HeldResource & { readonly dailyFree: number };
  readonly rentals: readonly Rental[];
}

/** What comes from stake, the account's own and delegated. */
interface HeldResource {
  readonly limit: number;
  readonly used: number;
  readonly free: number;
}

interface Rental {
  readonly orderId: OrderId;
  readonly resource: Resource;
  readonly units: number;
  /** Chain time. */
  readonly expiresAt: number | null;
  readonly locked: boolean;
  readonly state: LegState;
}

const NOTHING: AccountResources = {
  limit: { energy: 0, bandwidth: 0 },
  used: { energy: 0, bandwidth: 0 },
  freeBandwidth: 0,
};

/** The chain's answer, at most a second old; one call at a time for each address. */
export class Addresses {
  readonly #recent: RecentReadings<AccountResources>;

  constructor(private readonly engine: Engine) {
    this.#recent = new RecentReadings(REMEMBERED_MS, engine.now);
  }

  /** Throws CHAIN_UNAVAILABLE when the node cannot be asked. */
  async read(customerId: CustomerId, address: Address): Promise<AddressLook> {
    const { verdict, resources } = await inTime(this.#onChain(address));
    const { limit, used, freeBandwidth } = resources;
    const held = (resource: Resource): HeldResource => ({
      limit: limit[resource],
      used: used[resource],
      free: Math.max(0, limit[resource] - used[resource]),
    });
    const rentals = await this.engine.database.read(() => rentalsTo(address, customerId, LISTED));
    return {
      address,
      activated: verdict !== "not activated",
      contract: verdict === "contract",
      energy: held("energy"),
      bandwidth: { ...held("bandwidth"), dailyFree: freeBandwidth },
      rentals: rentals.map((leg) => ({
        orderId: leg.order_id,
        resource: leg.resource,
        units: leg.units,
        expiresAt: leg.expires_at,
        locked: leg.locked === 1,
        state: leg.state,
      })),
    };
  }

  async #onChain(address: Address) {
    const [verdict] = await this.engine.receivers.onChain([address]);
    const resources = verdict === "not activated" ? NOTHING : await this.#resources(address);
    return { verdict, resources };
  }

  #resources(address: Address): Promise<AccountResources> {
    const { lookUpResources } = this.engine;
    if (!lookUpResources) throw chainUnavailable("the desk is not connected to it");
    return this.#recent.read(address, () => lookUpResources(address).catch(nodeFailed));
  }
}

/** The customer's own rentals of a wallet, and those of others that are delivered. */
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
