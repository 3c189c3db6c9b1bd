/** Sellers on the paper desk: customers' accounts with stake on the chain on paper and offers in the book. */
import type { Address } from "../../src/domain/address.js";
import { parseOffer } from "../../src/domain/seller.js";
import { type SweepPlaces, sweepBook } from "../../src/engine/book/match-book.js";
import { saveSnapshot } from "../../src/engine/legs/open-work.js";
import { enrolSeller, setOffer } from "../../src/engine/sellers/sellers.js";
import type { OrderRow } from "../../src/store/orders.js";
import { addressOf } from "./addresses.js";
import { type Desk, type DeskOptions, openDesk } from "./desk.js";

const FIRST_SELLER = 0x2000;

/** 10 Energy and 1 Bandwidth for each TRX staked. */
const SUN_PER_ENERGY = 100_000;

export interface SellerTerms {
  /** What the seller can delegate, in units of Energy. */
  readonly units: number;
  readonly minPrice?: number;
  readonly customerId?: string;
  /** Further fields of the offer as they are put; of Energy for 15 minutes to a day unless given. */
  readonly offer?: Record<string, unknown>;
}

/** Puts a seller's offer, a millisecond after whatever was put before. */
export async function offer(
  desk: Desk,
  seller: Address,
  change: Record<string, unknown> = {},
): Promise<void> {
  desk.clock.nowMs += 1;
  const body = {
    resourceType: "Energy",
    minPrice: 50,
    shortestDuration: "15m",
    longestDuration: "1d",
    ...change,
  };
  await setOffer(desk.engine, { address: seller, offer: parseOffer(body) });
  desk.assertSound();
}

/** Stores what one owner can delegate by the chain on paper. */
export async function snapshotOf(desk: Desk, owner: Address): Promise<void> {
  const stakeSun = desk.stakesSun.get(owner) ?? 0;
  const delegatableSun = {
    energy: Math.max(0, stakeSun - desk.chain.stakeOut(owner, "energy")),
    bandwidth: Math.max(0, stakeSun - desk.chain.stakeOut(owner, "bandwidth")),
  };
  await saveSnapshot(desk.engine, { owner, block: desk.chain.head.number, delegatableSun });
}

/** Registers a seller, reads what they can delegate, and puts their offer: 50 SUN unless given. */
export async function openSeller(desk: Desk, terms: SellerTerms): Promise<Address> {
  const seller = addressOf(FIRST_SELLER + desk.sellers.length);
  const { customerId = desk.customerId } = terms;
  await enrolSeller(desk.engine, { address: seller, customerId });
  desk.sellers.push(seller);
  desk.stakesSun.set(seller, terms.units * SUN_PER_ENERGY);
  await snapshotOf(desk, seller);
  await offer(desk, seller, { minPrice: terms.minPrice ?? 50, ...terms.offer });
  return seller;
}

export const NO_POOL = { ownersUnits: [] };

/** A desk with sellers of these units, each at its price. */
export async function book(
  offers: readonly (readonly [minPrice: number, units: number])[],
  options: DeskOptions = NO_POOL,
): Promise<{ desk: Desk; sellers: readonly Address[] }> {
  const desk = await openDesk(options);
  for (const [minPrice, units] of offers) await openSeller(desk, { minPrice, units });
  return { desk, sellers: desk.sellers };
}

/** The body of a Manual order of 100,000 Energy at 50 SUN, in parts of at least 20,000, unless changed. */
export function manual(
  change: Record<string, unknown> = {},
  options: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    type: "Manual",
    resourceAmount: 100_000,
    price: 50,
    options: { allow_partial: true, ...options },
    ...change,
  };
}

/** Two sellers have 40,000 and 30,000 of an order of 100,000 Energy at 50 SUN; 30,000 rest. */
export async function partlyFilled() {
  const { desk, sellers } = await book([
    [45, 40_000],
    [50, 30_000],
  ]);
  const id = await desk.order(manual());
  const [first, second] = sellers as readonly [Address, Address];
  return { desk, id, first, second };
}

export const earnedSun = (desk: Desk, seller: Address | undefined) =>
  desk.balanceSun(`earned:${seller}`);

/** Who delivers how much of an order, dead legs left out. */
export function fillsOf(desk: Desk, orderId: string): [Address, number][] {
  return desk
    .legs(`order_id = '${orderId}' AND state <> 'dead'`)
    .map(({ owner, units }) => [owner, units]);
}

/** Orders that rest, with what is unplanned of each. */
export function restsOf(desk: Desk): Pick<OrderRow, "id" | "unplanned_amount">[] {
  return desk.rows(
    "SELECT id, unplanned_amount FROM orders WHERE unplanned_amount > 0 AND status = 'processing' ORDER BY id",
  ) as Pick<OrderRow, "id" | "unplanned_amount">[];
}

/** Looks at all resting orders once, best price first, as the matcher does over time. */
export async function sweep(desk: Desk): Promise<void> {
  const places: SweepPlaces = {};
  do {
    await sweepBook(desk.engine, places);
    desk.assertSound();
  } while (Object.keys(places).length > 0);
}
