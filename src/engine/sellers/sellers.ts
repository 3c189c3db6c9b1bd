/**
 * Sellers: owners that are customers' accounts, their offers, and what a reading of the chain changes of them. Registration is in
 * register-seller.ts.
 */
import type { Address } from "../../domain/address.js";
import { must } from "../../domain/assert.js";
import { type Duration, durationSeconds, durationWith } from "../../domain/duration.js";
import { DeskError, validationFailed } from "../../domain/errors.js";
import type { CustomerId } from "../../domain/ids.js";
import type { Offer } from "../../domain/seller.js";
import {
  type Headroom,
  type OwnerSnapshot,
  type StakeRatio,
  stakeWithHeadroom,
  unitsOfStake,
} from "../../domain/stake.js";
import { findCustomer } from "../../store/customers.js";
import {
  findOffer,
  type OfferRow,
  offeringSellers,
  offersOf,
  pausedSellers,
  putOffer,
  restateOffer,
} from "../../store/offers.js";
import {
  addOwner,
  findOwner,
  readStakeRatio,
  setPause,
  setPermission,
  storeSnapshot,
} from "../../store/owners.js";
import type { Phase } from "../../store/phase.js";
import { findSeller, putSeller, type SellerRow, setWarnings } from "../../store/sellers.js";
import type { Engine } from "../context.js";
import { chainUnavailable } from "../gates.js";

export interface Enrolment {
  readonly address: Address;
  readonly customerId: CustomerId;
}

/** Makes an account a seller of the customer on the operator's word alone, as in their own sandbox. */
export async function enrolSeller(engine: Engine, enrolment: Enrolment): Promise<void> {
  const at = engine.now();
  await engine.database.commit(() => enrol(enrolment, at));
  engine.signals.emit("capacity", enrolment.address);
}

/** By which permission the desk's key may delegate, and what else it could do. */
export interface Permitted {
  readonly permissionId: number;
  readonly warnings: readonly string[];
}

/** An account that sells already moves to the customer, with its offers and earnings: the key decides. */
export function* enrol(
  { address, customerId }: Enrolment,
  at: number,
  permitted?: Permitted,
): Phase<void> {
  if (!(yield* findCustomer(customerId))) {
    throw new DeskError("NOT_FOUND", `There is no customer with the id ${customerId}.`);
  }
  if ((yield* findOwner(address))?.kind === "pool") throw notForSale(address);
  yield* addOwner(address, "seller", at);
  yield* putSeller(address, customerId, at);
  if (!permitted) return;
  yield* setPermission(address, permitted.permissionId);
  yield* setWarnings(address, permitted.warnings);
  // The cause of a pause is checked again before it next signs.
  yield* setPause(address, null);
}

export function notForSale(address: Address): DeskError {
  return validationFailed([
    {
      path: "address",
      message: `must be an account of your own; ${address} belongs to the desk`,
    },
  ]);
}

export interface OfferCall {
  readonly address: Address;
  /** The customer it must belong to; any unless given. */
  readonly customerId?: CustomerId | undefined;
  readonly offer: Offer;
}

/** Sets what a seller offers of one resource. A new price, or offering again, goes behind other offers at that price. */
export async function setOffer(engine: Engine, call: OfferCall): Promise<void> {
  const { address, customerId, offer } = call;
  const at = engine.now();
  await engine.database.commit(function* (): Phase<void> {
    yield* sellerOf(address, customerId);
    const ratio = yield* readStakeRatio(offer.resource);
    if (!ratio) throw chainUnavailable("the network's totals are not read yet");
    const before = yield* findOffer(address, offer.resource);
    const terms = {
      seller: address,
      resource: offer.resource,
      min_price_sun: offer.minPriceSun,
      shortest_seconds: durationSeconds(offer.shortest),
      longest_seconds: durationSeconds(offer.longest),
      chunk_units: offer.minChunk,
      kept_units: offer.keep,
      is_on: offer.active ? (1 as const) : (0 as const),
      since: before && keepsItsPlace(before, offer) ? before.since : at,
    };
    yield* putOffer({ ...terms, ...stakesOf(terms, ratio, engine.policy.headroom) });
  });
  engine.signals.emit("capacity", address);
  if (offer.active) engine.signals.emit("offered", address);
}

function keepsItsPlace(before: OfferRow, offer: Offer): boolean {
  const isPutOn = offer.active && !before.is_on;
  return before.min_price_sun === offer.minPriceSun && !isPutOn;
}

/** Throws NOT_FOUND, also for somebody else's seller; without a customer the operator asks. */
export function* sellerOf(address: Address, customerId: CustomerId | undefined): Phase<SellerRow> {
  const seller = yield* findSeller(address);
  if (seller && (customerId === undefined || seller.customer_id === customerId)) return seller;
  throw new DeskError(
    "NOT_FOUND",
    customerId === undefined
      ? `There is no seller ${address}. \`desk seller register\` begins to make one.`
      : `You have no seller ${address}. Register it first: POST /v1/seller answers with a text to sign.`,
  );
}

/** More stake than anybody has, for amounts whose stake would be no safe integer. */
const BEYOND_ANYBODY_SUN = Math.floor(Number.MAX_SAFE_INTEGER / 2);

/** Calculated for the longest rental, whose headroom is the largest. */
function stakesOf(
  terms: Pick<OfferRow, "longest_seconds" | "chunk_units" | "kept_units">,
  ratio: StakeRatio,
  headroom: Headroom,
): Pick<OfferRow, "chunk_sun" | "kept_sun"> {
  const longest = durationOf(terms.longest_seconds);
  const stakeSun = (units: number) =>
    unitsOfStake(BEYOND_ANYBODY_SUN, ratio) < units
      ? BEYOND_ANYBODY_SUN
      : stakeWithHeadroom(units, ratio, longest, headroom);
  return {
    chunk_sun: stakeSun(terms.chunk_units),
    kept_sun: terms.kept_units === 0 ? 0 : stakeSun(terms.kept_units),
  };
}

export function durationOf(seconds: number): Duration {
  return must(durationWith(seconds), `no duration has ${seconds} seconds`);
}

/** The next seller, by address, with an offer that is on; undefined after the last. */
export async function offeringAfter(
  engine: Engine,
  which: "paused" | "all",
  after: string,
): Promise<Address | undefined> {
  const list = which === "paused" ? pausedSellers : offeringSellers;
  return (await engine.database.read(() => list(after, 1)))[0];
}

/** Stores what a seller can delegate, recalculates their offers at the current ratio, and signals when they have more to sell. */
export async function saveSellerSnapshot(engine: Engine, snapshot: OwnerSnapshot): Promise<void> {
  const { headroom } = engine.policy;
  const hasMore = await engine.database.commit(function* (): Phase<boolean> {
    const { owner, block, delegatableSun } = snapshot;
    const before = yield* offersOf(owner);
    yield* storeSnapshot(owner, "energy", delegatableSun.energy, block);
    yield* storeSnapshot(owner, "bandwidth", delegatableSun.bandwidth, block);
    for (const offer of yield* offersOf(owner)) {
      const ratio = yield* readStakeRatio(offer.resource);
      if (ratio) yield* restateOffer(offer, stakesOf(offer, ratio, headroom));
    }
    const after = yield* offersOf(owner);
    return after.some(({ is_on, free_sun, chunk_sun }, at) => {
      const grew = free_sun > (before[at]?.free_sun ?? 0);
      return is_on === 1 && grew && free_sun >= chunk_sun;
    });
  });
  if (hasMore) engine.signals.emit("offered", snapshot.owner);
}

/** What a look at a seller's account found: the permission by which the desk may delegate, or why it is paused. */
export async function saveSellerCheck(
  engine: Engine,
  seller: Address,
  check: { readonly permitted?: Permitted; readonly pauseReason: string | null },
): Promise<void> {
  const { permitted, pauseReason } = check;
  await engine.database.commit(function* (): Phase<void> {
    if (permitted) {
      yield* setPermission(seller, permitted.permissionId);
      yield* setWarnings(seller, permitted.warnings);
    }
    yield* setPause(seller, pauseReason);
  });
}
