/** What an account that wants to sell has, lacks, and allows too much of, as the chain shows it now. */
import type { Address } from "../../domain/address.js";
import { durationSeconds } from "../../domain/duration.js";
import type { CustomerId } from "../../domain/ids.js";
import { type Pause, pauseOf } from "../../domain/pause.js";
import {
  type PermissionGap,
  type Power,
  permissionGap,
  powersOf,
} from "../../domain/permission.js";
import { MIN_CHUNK, type Resource } from "../../domain/resource.js";
import type { Offer } from "../../domain/seller.js";
import { openAsks } from "../../store/book.js";
import { findOwner } from "../../store/owners.js";
import { findSeller } from "../../store/sellers.js";
import type { Engine } from "../context.js";
import { nodeFailed } from "../gates.js";
import { fastPriceAt, floorNow, highestTradeSun } from "../prices/market.js";
import { accountsOf } from "./register-seller.js";
import { freshened, knownSeller, readSeller, type Seller } from "./seller-resource.js";

export interface SellerLook {
  /** The customer already sells from it. */
  readonly isOwn: boolean;
  /** `unstaked`: it has nothing to sell. */
  readonly account: "wallet" | "notActivated" | "unstaked" | "contract" | "desk";
  /** Undefined when the desk's key may delegate for it. */
  readonly gap: PermissionGap | undefined;
  readonly powers: readonly Power[];
}

/** Throws CHAIN_UNAVAILABLE when the node cannot be asked. */
export async function lookAtSeller(
  engine: Engine,
  customerId: CustomerId,
  address: Address,
): Promise<SellerLook> {
  const { operator, own, account: read } = accountsOf(engine);
  const { owner, seller } = await engine.database.read(function* () {
    return { owner: yield* findOwner(address), seller: yield* findSeller(address) };
  });
  const isOwn = seller?.customer_id === customerId;
  const nothing = { isOwn, gap: undefined, powers: [] };
  const isDesks = address === operator || own.includes(address) || owner?.kind === "pool";
  if (isDesks) return { ...nothing, account: "desk" };
  const account = await read(address).catch(nodeFailed);
  if (!account) return { ...nothing, account: "notActivated" };
  if (account.contract) return { ...nothing, account: "contract" };
  if (!isOwn && account.stakedSun === 0) return { ...nothing, account: "unstaked" };
  return {
    isOwn,
    account: "wallet",
    gap: permissionGap(account.permissions, operator),
    powers: powersOf(account, operator),
  };
}

/** The card of an offer: what they offer now, or usual terms, and prices to choose from. */
export interface OfferTerms {
  readonly offer: Offer;
  /** SUN per unit, the lowest first: floor, the cheapest ask, the desk's own price. */
  readonly prices: readonly number[];
}

/** Most rentals are for an hour. */
const USUAL = "1h";

export async function readOfferTerms(
  engine: Engine,
  customerId: CustomerId,
  address: Address,
  resource: Resource,
): Promise<OfferTerms> {
  const floor = floorNow(engine.market, resource, USUAL);
  const fast = fastPriceAt(engine.market, resource, USUAL);
  const asks = { resource, durationSeconds: durationSeconds(USUAL), abovePriceSun: 0 };
  const any = { upToPriceSun: highestTradeSun(engine, resource, USUAL), leastFreeSun: 0 };
  const [cheapest] = await engine.database.read(() => openAsks({ ...asks, ...any }, undefined, 1));
  const best = cheapest?.min_price_sun ?? fast;
  const prices = [...new Set([floor, Math.max(floor, best - 1), best, fast])].sort((a, b) => a - b);
  const known = await knownOffer(engine, customerId, address, resource);
  const usual = {
    shortest: "15m",
    longest: "1d",
    minChunk: MIN_CHUNK[resource],
    keep: 0,
  } as const;
  const offer = known ?? { resource, minPriceSun: best, ...usual, active: true };
  return { offer, prices };
}

/** The offer of a resource as it is set now. */
export async function knownOffer(
  engine: Engine,
  customerId: CustomerId,
  address: Address,
  resource: Resource,
): Promise<Offer | undefined> {
  const { offers } = await readSeller(engine, address, customerId);
  const standing = offers.find((one) => one.resource === resource);
  if (!standing) return undefined;
  const { since, mostPriceSun, isTooDear, ...offer } = standing;
  return offer;
}

/** A seller as their card shows them, with why they are paused by a code. */
export interface ShownSeller extends Seller {
  readonly pause: Pause | undefined;
}

/** Undefined when it is not the customer's seller (any more). */
export async function readShownSeller(
  engine: Engine,
  customerId: CustomerId,
  address: Address,
): Promise<ShownSeller | undefined> {
  const shown = await engine.database.read(function* () {
    const seller = yield* findSeller(address);
    if (seller?.customer_id !== customerId) return undefined;
    const pause = seller.pause_reason === null ? undefined : pauseOf(seller.pause_reason);
    return { pause, known: yield* knownSeller(engine, address, customerId) };
  });
  return shown && { ...freshened(engine, shown.known), pause: shown.pause };
}
