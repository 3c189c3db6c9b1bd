/** Applies events to cards of /sell: the reducer decides, what it wishes for is done, and one transaction writes the card. */
import { type Address, isAddress } from "../../domain/address.js";
import { assert } from "../../domain/assert.js";
import { DeskError } from "../../domain/errors.js";
import type { Offer } from "../../domain/seller.js";
import { readSelling, saveSelling } from "../../engine/chat/selling.js";
import { knownOffer, lookAtSeller, readOfferTerms } from "../../engine/sellers/look-at-seller.js";
import { challengeSeller, verifySeller } from "../../engine/sellers/register-seller.js";
import { readSeller, readSellers } from "../../engine/sellers/seller-resource.js";
import { setOffer } from "../../engine/sellers/sellers.js";
import type { TelegramDoor } from "../door.js";
import type { Selling, SellingNotice } from "../state/selling.js";
import { sellingOf, sellingRowOf } from "../state/selling-rows.js";
import type { SellingEvent, SellingToast, SellingWish } from "./events.js";
import { reduceSelling } from "./reduce.js";

/**
 * What is wished for is done before the card is written, and may be done again when a stop comes between: looking changes
 * nothing, a new challenge takes the place of the old, an offer is set to the same terms, and who is a seller stays one.
 */
export async function applySellingEvent(
  door: TelegramDoor,
  updateId: number,
  id: string,
  event: SellingEvent,
  onToast: (toast: SellingToast | undefined) => void = () => {},
): Promise<void> {
  const { engine, sender } = door;
  const before = await readSelling(engine, id);
  if (!before) return onToast("closed");
  let reduction = reduceSelling(sellingOf(before), event);
  let { toast, redraws = false } = reduction;
  while (reduction.wish) {
    const next = await granted(door, reduction.selling, reduction.wish);
    reduction = reduceSelling(reduction.selling, next);
    toast ??= reduction.toast;
    redraws ||= reduction.redraws ?? false;
  }
  const { selling } = reduction;
  if (redraws && selling.step === "seller") await refresh(door, selling);
  const next = sellingRowOf(selling, engine.now());
  await saveSelling(engine, { updateId, before, next, redraws });
  onToast(toast);
  sender.wake();
}

/** Has the chain read anew where its picture is old. */
async function refresh(
  { engine }: TelegramDoor,
  { customerId, data: { address } }: Selling,
): Promise<void> {
  const own = (await readSellers(engine, customerId)).find((one) => one.address === address);
  if (own) await readSeller(engine, own.address, customerId);
}

async function granted(
  door: TelegramDoor,
  selling: Selling,
  wish: SellingWish,
): Promise<SellingEvent> {
  try {
    await door.quotePace.turn(selling.customerId);
    return await grant(door, selling, wish);
  } catch (error) {
    if (error instanceof DeskError) return { kind: "failed", notice: noticeOf(error) };
    throw error;
  }
}

async function grant(
  { engine }: TelegramDoor,
  { customerId, data }: Selling,
  wish: SellingWish,
): Promise<SellingEvent> {
  if (wish.kind === "list") {
    const sellers = (await readSellers(engine, customerId)).map(({ address }) => address);
    return { kind: "listed", sellers };
  }
  const address = addressOf(data.address);
  switch (wish.kind) {
    case "look":
      return { kind: "looked", look: await lookAtSeller(engine, customerId, address) };
    case "challenge": {
      const { challenge, expiresAt } = await challengeSeller(engine, customerId, address);
      return { kind: "challenged", text: challenge, expiresAt };
    }
    case "verify":
      await verified(engine, customerId, { address, signature: wish.signature });
      return { kind: "verified" };
    case "terms": {
      const terms = await readOfferTerms(engine, customerId, address, wish.resource);
      return { kind: "terms", ...terms };
    }
    case "put":
      await setOffer(engine, { address, customerId, offer: wish.offer });
      return { kind: "offered" };
    case "switch":
      await switchOffer(engine, { address, customerId }, wish);
      return { kind: "offered" };
  }
}

type Engine = TelegramDoor["engine"];

/** A challenge that was used up, by this very update perhaps, has made the account his. */
async function verified(
  engine: Engine,
  customerId: string,
  proof: { readonly address: Address; readonly signature: string },
): Promise<void> {
  try {
    await verifySeller(engine, customerId, proof);
  } catch (error) {
    const isUsed = error instanceof DeskError && error.code === "CHALLENGE_EXPIRED";
    const own = await readSellers(engine, customerId);
    if (!isUsed || !own.some(({ address }) => address === proof.address)) throw error;
  }
}

async function switchOffer(
  engine: Engine,
  whose: { readonly address: Address; readonly customerId: string },
  { resource, active }: Extract<SellingWish, { kind: "switch" }>,
): Promise<void> {
  const offer: Offer | undefined = await knownOffer(
    engine,
    whose.customerId,
    whose.address,
    resource,
  );
  if (!offer) throw new DeskError("NOT_FOUND", "There is no such offer.");
  if (offer.active !== active) await setOffer(engine, { ...whose, offer: { ...offer, active } });
}

function addressOf(text: string | undefined): Address {
  assert(text !== undefined && isAddress(text), "a card of /sell keeps good addresses only");
  return text;
}

function noticeOf({ code }: DeskError): SellingNotice {
  switch (code) {
    case "SIGNATURE_INVALID":
    case "CHALLENGE_EXPIRED":
    case "PERMISSION_MISSING":
    case "CHAIN_UNAVAILABLE":
      return code;
    case "VALIDATION_FAILED":
      return "DESKS_OWN";
    case "NOT_FOUND":
      return "NOT_YOURS";
    default:
      return "FAILED";
  }
}
