/** A seller: what they offer, what they could deliver now, what is out, and what they have earned. */
import type { Address } from "../../domain/address.js";
import { DURATIONS, type Duration, durationSeconds } from "../../domain/duration.js";
import { validationFailed } from "../../domain/errors.js";
import type { CustomerId } from "../../domain/ids.js";
import type { LegState } from "../../domain/leg.js";
import { type Sun, sun } from "../../domain/money.js";
import { pauseWords } from "../../domain/pause.js";
import type { Policy } from "../../domain/policy.js";
import { type PerResource, RESOURCES, type Resource } from "../../domain/resource.js";
import type { Offer } from "../../domain/seller.js";
import { unitsWithinStake } from "../../domain/stake.js";
import { type OfferRow, offersOf } from "../../store/offers.js";
import { capacityOf, readStakeRatio } from "../../store/owners.js";
import type { Phase } from "../../store/phase.js";
import {
  countOpenFills,
  type FillRow,
  fillsOf,
  listSellerRows,
  openFillsOf,
  paidOutSunOf,
  type SellerRow,
} from "../../store/sellers.js";
import type { Engine } from "../context.js";
import { nextPayoutOf } from "../payouts/seller-payouts.js";
import { highestTradeSun } from "../prices/market.js";
import { durationOf, sellerOf } from "./sellers.js";

/** The most open delegations listed; the fills have all. */
const LISTED = 100;
/** A snapshot of the chain older than this is read again when its seller asks. */
const FRESH_BLOCKS = 7;

/** Times in Unix milliseconds. */
export interface Seller extends SellerSummary {
  /** What the account lets the desk's key do beyond delegating. */
  readonly warnings: readonly string[];
  /** Units that can be sold now: what the chain lets them delegate, less reservations and what they keep. */
  readonly capacity: PerResource<number>;
  readonly offers: readonly StandingOffer[];
  readonly openDelegations: { readonly count: number; readonly newest: readonly Fill[] };
  readonly paidOutSun: Sun;
  /** The next payout; null where the desk pays nothing out. */
  readonly payout: SellerPayout | null;
}

export interface SellerPayout {
  /** Why the next run of payouts does not pay it; null: it does. */
  readonly waits: "minimum" | "first payout" | "approval" | null;
  /** Not before then; wall time. */
  readonly dueAt: number | null;
  /** What must be earned for a payout. */
  readonly minimumSun: Sun;
}

export interface SellerSummary {
  readonly address: Address;
  readonly status: "active" | "paused";
  /** Why it is paused, and what to do. */
  readonly pauseReason: string | null;
  readonly registeredAt: number;
  /** Earned and not paid out. */
  readonly earnedSun: Sun;
}

export interface StandingOffer extends Offer {
  /** Among equal prices the older offer sells first. */
  readonly since: number;
  /** The most that a unit sells for now, of the dearest duration offered. */
  readonly mostPriceSun: number;
  /** It asks more than that, and sells nothing. */
  readonly isTooDear: boolean;
}

/** A delegation of a seller's stake; times are chain time. */
export interface Fill {
  readonly receiver: Address;
  readonly resource: Resource;
  readonly units: number;
  readonly duration: Duration;
  /** For a unit. */
  readonly priceSun: number;
  /** The price less the desk's commission; paid once the delegation is final on chain. */
  readonly earnsSun: Sun;
  readonly txid: string | null;
  readonly state: LegState;
  readonly locked: boolean;
  readonly delegatedAt: number | null;
  readonly expiresAt: number | null;
  readonly reclaimTxid: string | null;
}

/** Throws NOT_FOUND, also for somebody else's seller. */
export async function readSeller(
  engine: Engine,
  address: Address,
  customerId?: CustomerId,
): Promise<Seller> {
  const known = await engine.database.read(() => knownSeller(engine, address, customerId));
  return freshened(engine, known);
}

/** What is known of a seller, and when the chain was read for it. */
export interface KnownSeller {
  readonly seller: Seller;
  readonly readAtBlock: number;
}

/** Has the chain read again where what is known is old. */
export function freshened(engine: Engine, { seller, readAtBlock }: KnownSeller): Seller {
  const headBlock = engine.chainClock.head?.number ?? 0;
  if (headBlock - readAtBlock > FRESH_BLOCKS) engine.signals.emit("capacity", seller.address);
  return seller;
}

export function* knownSeller(
  engine: Engine,
  address: Address,
  customerId: CustomerId | undefined,
): Phase<KnownSeller> {
  const row = yield* sellerOf(address, customerId);
  const offers = yield* offersOf(address);
  const capacity = { energy: 0, bandwidth: 0 };
  const blocks: number[] = [];
  for (const resource of RESOURCES) {
    const offer = offers.find((one) => one.resource === resource);
    const { units, readAtBlock } = yield* sellable(engine.policy, address, resource, offer);
    capacity[resource] = units;
    blocks.push(readAtBlock);
  }
  const seller = {
    ...summaryOf(engine, row),
    warnings: JSON.parse(row.warnings) as string[],
    capacity,
    offers: offers.map((offer) => offerOf(offer, engine)),
    openDelegations: {
      count: yield* countOpenFills(address),
      newest: (yield* openFillsOf(address, LISTED)).map(fillOf),
    },
    paidOutSun: sun(yield* paidOutSunOf(address)),
    payout: yield* payoutTo(engine, address),
  };
  return { seller, readAtBlock: Math.min(...blocks) };
}

function* payoutTo(engine: Engine, address: Address): Phase<SellerPayout | null> {
  if (engine.sellerAccounts?.own.length === 0) return null;
  const { payouts } = engine.policy;
  const next = yield* nextPayoutOf(address, payouts, engine.now());
  const { waits, dueAt } = next ?? { waits: "minimum", dueAt: null };
  return { waits, dueAt, minimumSun: payouts.minimumSun };
}

function* sellable(
  policy: Policy,
  address: Address,
  resource: Resource,
  offer: OfferRow | undefined,
): Phase<{ units: number; readAtBlock: number }> {
  const row = yield* capacityOf(address, resource);
  const ratio = yield* readStakeRatio(resource);
  if (!row || !ratio) return { units: 0, readAtBlock: 0 };
  const freeSun = row.snapshot_sun - row.reserved_sun - (offer?.kept_sun ?? 0);
  const longest = offer ? durationOf(offer.longest_seconds) : "1d";
  const units = unitsWithinStake(Math.max(0, freeSun), ratio, longest, policy.headroom);
  return { units, readAtBlock: row.snapshot_block };
}

function summaryOf({ sellerAccounts }: Engine, seller: SellerRow): SellerSummary {
  const { pause_reason: reason } = seller;
  return {
    address: seller.address,
    status: reason === null ? "active" : "paused",
    pauseReason: reason === null ? null : pauseWords(reason, sellerAccounts?.operator),
    registeredAt: seller.registered_at,
    earnedSun: sun(seller.earned_sun),
  };
}

function offerOf(offer: OfferRow, terms: Pick<Engine, "market" | "policy">): StandingOffer {
  const { shortest_seconds: shortest, longest_seconds: longest } = offer;
  const sold = DURATIONS.filter((one) => {
    const seconds = durationSeconds(one);
    return seconds >= shortest && seconds <= longest;
  });
  const mostPriceSun = Math.max(...sold.map((one) => highestTradeSun(terms, offer.resource, one)));
  return {
    resource: offer.resource,
    minPriceSun: offer.min_price_sun,
    shortest: durationOf(shortest),
    longest: durationOf(longest),
    minChunk: offer.chunk_units,
    keep: offer.kept_units,
    active: offer.is_on === 1,
    since: offer.since,
    mostPriceSun,
    isTooDear: offer.min_price_sun > mostPriceSun,
  };
}

/** The buyer's order is private: a seller sees what is on chain, and what it earns them. */
function fillOf(fill: FillRow): Fill {
  return {
    receiver: fill.receiver,
    resource: fill.resource,
    units: fill.units,
    duration: fill.duration,
    priceSun: fill.price_sun,
    earnsSun: sun(fill.seller_sun),
    txid: fill.txid,
    state: fill.state,
    locked: fill.locked === 1,
    delegatedAt: fill.delegated_at,
    expiresAt: fill.expires_at,
    reclaimTxid: fill.reclaim_txid,
  };
}

/** A customer's sellers, or all of them, the oldest first. */
export async function readSellers(
  engine: Engine,
  customerId?: CustomerId,
): Promise<(SellerSummary & { readonly customerId: CustomerId })[]> {
  return (await engine.database.read(() => listSellerRows(customerId))).map((row) => ({
    ...summaryOf(engine, row),
    customerId: row.customer_id,
  }));
}

export interface FillPage {
  readonly fills: readonly Fill[];
  /** Give it as `cursor` for the next page; null on the last one. */
  readonly nextCursor: string | null;
}

export interface FillFilter {
  readonly address: Address;
  readonly customerId?: CustomerId | undefined;
  readonly limit: number;
  /** The `nextCursor` of a page. */
  readonly cursor?: string | undefined;
}

/** What a seller has delegated, newest first; fills that come meanwhile do not shift later pages. */
export async function readFills(engine: Engine, filter: FillFilter): Promise<FillPage> {
  const { address, customerId, limit, cursor } = filter;
  const below = cursor === undefined ? Number.MAX_SAFE_INTEGER : placeOf(cursor);
  return engine.database.read(function* (): Phase<FillPage> {
    yield* sellerOf(address, customerId);
    const rows = yield* fillsOf(address, below, limit + 1);
    const page = rows.slice(0, limit);
    const last = rows.length > page.length ? page.at(-1) : undefined;
    return { fills: page.map(fillOf), nextCursor: last ? cursorOf(last.place) : null };
  });
}

function cursorOf(place: number): string {
  return Buffer.from(place.toString(36)).toString("base64url");
}

function placeOf(cursor: string): number {
  const place = Number.parseInt(Buffer.from(cursor, "base64url").toString("latin1"), 36);
  if (Number.isSafeInteger(place) && place > 0 && cursorOf(place) === cursor) return place;
  throw validationFailed([{ path: "cursor", message: "must be the nextCursor of a page" }]);
}
