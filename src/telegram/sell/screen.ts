/** `/sell`, in private: the flow on which customers become sellers and look after what they sell. */

import { HOUR_MS } from "../../common/time.js";
import { type Address, isAddress } from "../../domain/address.js";
import { assert } from "../../domain/assert.js";
import { DeskError } from "../../domain/errors.js";
import { MIN_AMOUNT, type Resource } from "../../domain/resource.js";
import type { Offer } from "../../domain/seller.js";
import {
  knownOffer,
  lookAtSeller,
  readOfferTerms,
  readShownSeller,
} from "../../engine/sellers/look-at-seller.js";
import { challengeSeller, verifySeller } from "../../engine/sellers/register-seller.js";
import { readSeller, readSellers } from "../../engine/sellers/seller-resource.js";
import { setOffer } from "../../engine/sellers/sellers.js";
import { parseAddresses } from "../intake/addresses.js";
import { parseAmount } from "../intake/amount.js";
import { trimInvisible } from "../intake/invisible.js";
import { usualSigns } from "../intake/signs.js";
import type { SellingAction } from "../kit/buttons.js";
import type { BotDeps, ShowCall } from "../kit/deps.js";
import { contactOf, type Drawer } from "../kit/draw.js";
import { languageOf } from "../kit/language.js";
import { noteCard } from "../kit/notes.js";
import { redraws } from "../kit/reduction.js";
import { createScreen } from "../kit/runner.js";
import { repeatable } from "../kit/said.js";
import type { Messages } from "../text/messages.js";
import { answer } from "../transport/answer.js";
import { textCode } from "../transport/picture.js";
import type { Payload } from "../transport/send.js";
import type { Drawing } from "../transport/sender.js";
import { challengeCodeCard, sellingCard } from "./card.js";
import { type SellingView, usualDuration } from "./offer-card.js";
import {
  awaitsText,
  reduceSelling,
  SELLING_CODEC,
  type Selling,
  type SellingAnswer,
  type SellingEffect,
  type SellingEvent,
  type SellingNotice,
  type SellingWish,
  sellingDataSchema,
} from "./state.js";

export const SELLINGS = createScreen<Selling, SellingAction, SellingEvent, SellingEffect>({
  codec: SELLING_CODEC,
  reduce: reduceSelling,
  words: ({ toasts, sell }) => ({
    stale: toasts.stale,
    refreshed: toasts.refreshed,
    ...sell.toasts,
  }),
  gone: "closed",
  draw: drawSelling,
  cancelledAs: "closed",
  answer(selling, text) {
    const read = awaitsText(selling) ? readAnswer(selling, text) : undefined;
    return read && { kind: "answer", answer: read, said: repeatable(text) };
  },
  answeredForMs: HOUR_MS,
  /**
   * May be done again: looking changes nothing, a new challenge takes the place of the old, an offer is set to the same terms, and who
   * is a seller stays one.
   */
  async prepare(deps, selling, effects) {
    const wish = effects.find(isWish);
    if (wish) {
      await deps.quotePace.turn(selling.customerId);
      return grant(deps, selling, wish);
    }
    if (redraws(effects) && selling.step === "seller") await refresh(deps, selling);
    return undefined;
  },
  /** A new text to sign is also sent as a picture, for a wallet on another device. */
  async write({ engine }, { data }, { state }) {
    const { challenge } = state.data;
    if (!challenge || challenge.text === data.challenge?.text) return undefined;
    const { id, version, chatId } = state;
    const card = challengeCodeCard(await languageOf({ engine }, chatId));
    const payload: Payload = { card, chatId, picture: textCode(challenge.text) };
    return { told: [{ key: `code:${id}:${version}`, chatId, payload: JSON.stringify(payload) }] };
  },
  refused: (error) => ({ event: { kind: "failed", ...noticeOf(error) } }),
});

function isWish(effect: SellingEffect): effect is SellingWish {
  return effect.kind !== "toast" && effect.kind !== "redraw";
}

export async function showSelling(deps: BotDeps, call: ShowCall): Promise<void> {
  const { updateId, place, user, messageId } = call;
  if (place.isGroup) {
    const card = noteCard("privateOnly", contactOf(deps), await languageOf(deps, place.chatId));
    return answer(deps, updateId, place, card, { replyTo: messageId });
  }
  const sellers = (await readSellers(deps.engine, user.customer_id)).map(({ address }) => address);
  await SELLINGS.open(deps, call, {
    id: deps.engine.newId(),
    version: 1,
    ownerUserId: user.user_id,
    customerId: user.customer_id,
    ...place,
    status: "open",
    step: sellers.length > 0 ? "list" : "address",
    data: sellingDataSchema.parse({ sellers }),
  });
}

async function drawSelling(
  { engine, settings, books }: Drawer,
  selling: Selling,
  messages: Messages,
): Promise<Drawing> {
  const { customerId, data, status, step } = selling;
  const { address, offer } = data;
  const isKnown = address !== undefined && isAddress(address);
  const usualUnits = (resource: Resource) =>
    settings.presets[resource][0]?.units ?? MIN_AMOUNT[resource];
  const view = {
    selling,
    operator: engine.sellerAccounts?.operator ?? "",
    signCommand: settings.signCommand,
    commissionBps: engine.market.rates.commissionBps,
    usualUnits: { energy: usualUnits("energy"), bandwidth: usualUnits("bandwidth") },
    book:
      offer && (step === "offer" || step === "price")
        ? await books.read(offer.resource, usualDuration(offer))
        : undefined,
    accounts: await readAccounts(engine, selling),
    seller: isKnown ? await readShownSeller(engine, customerId, address) : undefined,
  };
  const card = sellingCard(view, messages);
  return { card, watching: status === "open", urgency: status === "open" ? "answer" : "final" };
}

/** Whether they sell anything is said on the list, and at the end. */
async function readAccounts(
  engine: Engine,
  { customerId, status, step }: Selling,
): Promise<SellingView["accounts"]> {
  const accounts = await readSellers(engine, customerId);
  const isSaid = status === "closed" || step === "list";
  return Promise.all(
    accounts.map(async (account) => {
      const shown = isSaid ? await readShownSeller(engine, customerId, account.address) : undefined;
      return { ...account, isOffering: shown?.offers.some(({ active }) => active) ?? false };
    }),
  );
}

/** Undefined for what was not asked for: lines and lists open an order, as anywhere else. */
function readAnswer({ step }: Selling, text: string): SellingAnswer | undefined {
  const verdicts = parseAddresses(text);
  if (step === "address") {
    const [first, ...others] = verdicts;
    const said = trimInvisible(text).split(/\s+/);
    const isAlone = said.length === 1 || said.join("") === first?.address;
    if (!isAlone || others.length > 0) return undefined;
    const isOther = first?.bad === "ethereum" || first?.bad === "hex";
    if (!first || isOther) return { kind: "bad", notice: "NO_ADDRESS" };
    if (first.bad) return { kind: "bad", notice: "BAD_ADDRESS" };
    return { kind: "address", address: first.address };
  }
  const written = trimInvisible(usualSigns(text));
  if (step === "challenge") {
    // A wallet may copy it in quotes.
    const [signature] = /(?<![0-9a-fA-F])(0x)?[0-9a-fA-F]{130}(?![0-9a-fA-F])/.exec(written) ?? [];
    if (signature) return { kind: "signature", signature };
    return verdicts.length > 0 ? undefined : { kind: "bad", notice: "NO_SIGNATURE" };
  }
  if (verdicts.length > 0) return undefined;
  if (written === "0") return { kind: "number", answer: { kind: "units", units: 0 } };
  return { kind: "number", answer: parseAmount(text) };
}

/** Has the chain read again where its picture is old. */
async function refresh(
  { engine }: BotDeps,
  { customerId, data: { address } }: Selling,
): Promise<void> {
  const sellers = await readSellers(engine, customerId);
  const own = sellers.find((one) => one.address === address);
  if (own) await readSeller(engine, own.address, customerId);
}

async function grant(
  { engine }: BotDeps,
  { customerId, data }: Selling,
  wish: SellingWish,
): Promise<SellingEvent> {
  if (wish.kind === "list") {
    const sellers = await readSellers(engine, customerId);
    return { kind: "listed", sellers: sellers.map(({ address }) => address) };
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

type Engine = BotDeps["engine"];

/** A challenge that was used up, by this very update perhaps, has made the account theirs. */
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
  const { customerId, address } = whose;
  const offer: Offer | undefined = await knownOffer(engine, customerId, address, resource);
  if (!offer) throw new DeskError("NOT_FOUND", "There is no such offer.");
  if (offer.active !== active) await setOffer(engine, { ...whose, offer: { ...offer, active } });
}

function addressOf(text: string | undefined): Address {
  assert(text !== undefined && isAddress(text), "a card of /sell keeps good addresses only");
  return text;
}

function noticeOf(error: DeskError): {
  readonly notice: SellingNotice;
  readonly signer?: string;
} {
  const { code } = error;
  switch (code) {
    case "SIGNATURE_INVALID": {
      const wrong = error.detailsOf(code);
      if (!wrong) return { notice: code };
      if (wrong.weight !== undefined) return { notice: "WEAK_KEY" };
      return { notice: "OTHER_KEY", signer: wrong.signer };
    }
    case "CHALLENGE_EXPIRED":
    case "PERMISSION_MISSING":
    case "CHAIN_UNAVAILABLE":
      return { notice: code };
    case "VALIDATION_FAILED":
      return { notice: "DESKS_OWN" };
    case "NOT_FOUND":
      return { notice: "NOT_YOURS" };
    default:
      return { notice: "FAILED" };
  }
}
