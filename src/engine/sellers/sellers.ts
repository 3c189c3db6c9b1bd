/** Sellers: owners that are customers' accounts, and their offers. Registration is in register-seller.ts. */
import type { Address } from "../../domain/address.js";
import { durationSeconds } from "../../domain/duration.js";
import { DeskError, validationFailed } from "../../domain/errors.js";
import type { CustomerId } from "../../domain/ids.js";
import type { Offer } from "../../domain/seller.js";
import { findCustomer } from "../../store/customers.js";
import { findOffer, type OfferRow, putOffer } from "../../store/offers.js";
import {
  addOwner,
  findOwner,
  readStakeRatio,
  setPause,
  setPermission,
} from "../../store/owners.js";
import type { Phase } from "../../store/phase.js";
import { findSeller, putSeller, type SellerRow, setWarnings } from "../../store/sellers.js";
import type { Engine } from "../context.js";
import { chainUnavailable } from "../gates.js";
import { stakesOf } from "./offer-stakes.js";

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
