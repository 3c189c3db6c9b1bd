/** `/deposit`, in private: the address as text, on a button and as a picture, what is taken there; and what is told of each deposit. */

import type { Address } from "../../domain/address.js";
import type { DepositStatus } from "../../domain/deposit.js";
import { DeskError } from "../../domain/errors.js";
import { type DepositOffer, readDepositOffer } from "../../engine/deposits/deposits.js";
import { readPayer } from "../../engine/teams/paid-from.js";
import type { BotDeps, ShowCall } from "../kit/deps.js";
import { contactOf } from "../kit/draw.js";
import { languageOf } from "../kit/language.js";
import { noteCard } from "../kit/notes.js";
import { cardOf } from "../kit/parts.js";
import { creditCard, type Lacking, lackingOf } from "../kit/pay-in.js";
import type { DeskContact } from "../kit/views.js";
import type { Messages } from "../text/messages.js";
import { answer } from "../transport/answer.js";
import { bold, code, join } from "../transport/format.js";
import type { Card } from "../transport/message.js";
import { textCode } from "../transport/picture.js";

export async function showDeposit(deps: BotDeps, call: ShowCall): Promise<void> {
  const { updateId, place, user, messageId } = call;
  const messages = await languageOf(deps, place.chatId);
  if (place.isGroup) {
    const card = noteCard("privateOnly", contactOf(deps), messages);
    return answer(deps, updateId, place, card, { replyTo: messageId });
  }
  const offer = await offerTo(deps, user.customer_id);
  if (offer === "later") {
    return answer(deps, updateId, place, noteCard("addressLater", contactOf(deps), messages));
  }
  const { deposits } = deps.engine;
  if (!offer || !deposits) {
    const card = noDepositsCard(contactOf(deps), user.customer_id, messages);
    return answer(deps, updateId, place, card);
  }
  const { team: teamName } = await readPayer(deps.engine, user.customer_id, user.user_id);
  const lacking = teamName === undefined ? await lackingOf(deps.engine, user.user_id) : {};
  const known = { ...offer, ...lacking, network: deposits.network, teamName };
  const card = depositCard(known, messages);
  // Nothing but the address: wallets read it as such.
  await answer(deps, updateId, place, card, { picture: textCode(offer.address) });
}

/** Undefined where deposits are off, also while the operator has not confirmed the key; "later" while no new address can be kept. */
async function offerTo({ engine }: BotDeps, customerId: string) {
  try {
    return await readDepositOffer(engine, customerId);
  } catch (error) {
    if (error instanceof DeskError && error.code === "NOT_FOUND") return undefined;
    if (error instanceof DeskError && error.code === "BUSY") return "later";
    throw error;
  }
}

export interface DepositView extends Omit<DepositOffer, "retired">, Lacking {
  /** "mainnet", "nile" and so on. */
  readonly network: string;
  readonly teamName?: string | undefined;
}

/** The text under the address as a picture. */
export function depositCard(view: DepositView, messages: Messages): Card {
  const { deposit, trx, team } = messages;
  const { address, minimumTrxSun, usdt } = view;
  const facts = {
    network: networkTitle(view.network),
    address: code(address),
    minimumTrx: trx(minimumTrxSun),
    usdt: usdt && {
      minimum: trx(usdt.minimumUnits),
      rate: usdt.rateSun === undefined ? undefined : trx(usdt.rateSun),
    },
  };
  const { teamName } = view;
  const whose = teamName === undefined ? undefined : bold(team.title(teamName));
  const card = creditCard(join([whose, deposit.card(facts)]), view, messages);
  const copies = [{ text: deposit.copy, copy_text: { text: address } }];
  return { ...card, keyboard: [copies, ...card.keyboard] };
}

/** Test networks are named: what is sent on another network is lost. */
function networkTitle(network: string): string {
  if (network === "mainnet") return "TRON";
  return `TRON ${network.charAt(0).toUpperCase()}${network.slice(1)}`;
}

export function noDepositsCard(
  desk: Pick<DeskContact, "operatorContact">,
  customerId: string,
  messages: Messages,
): Card {
  const whose = { takesDeposits: false, contact: desk.operatorContact, customerId };
  return cardOf(join([messages.deposit.off, messages.topUp(whose)]));
}

/** Of TRX or USDT: both have 6 decimals. */
export interface DepositNewsView extends Lacking {
  readonly status: DepositStatus;
  readonly asset: string;
  /** In millionths. */
  readonly amount: number;
  readonly creditedSun: number;
  /** SUN for a USDT. */
  readonly rateSun: number | null;
  /** The least that is credited, in millionths. */
  readonly minimum: number;
  /** So little that further ones of the day are not reported. */
  readonly isTiny: boolean;
  readonly availableSun: number;
  readonly customerId: string;
  readonly contact: string | undefined;
  /** It came to an address of a lost key. */
  readonly isAtRetiredKey: boolean;
}

/** For the customer who had this address. */
export function addressRetiredCard(address: Address, { deposit }: Messages): Card {
  return cardOf(deposit.addressRetired(code(address)));
}

export function depositNewsCard(view: DepositNewsView, messages: Messages): Card {
  const { deposit, trx } = messages;
  const { status, asset, rateSun, contact, customerId } = view;
  const amount = `${trx(view.amount)} ${asset}`;
  // Whatever else it is: who hears only of a minimum sends more to the same address.
  if (view.isAtRetiredKey && !isDecided(status)) return cardOf(deposit.atRetired(amount));
  if (status === "seen") return cardOf(deposit.seen(amount));
  if (status === "review") return cardOf(deposit.review(amount));
  if (status === "waits_for_rate") return cardOf(deposit.waitsForRate(amount));
  if (status === "refused" || status === "undone") {
    return cardOf(deposit.refused({ amount, contact, customerId }));
  }
  if (status === "credited") {
    const creditedTrx = trx(view.creditedSun);
    const rate = rateSun === null ? undefined : trx(rateSun);
    const available = trx(view.availableSun);
    return creditCard(deposit.credited({ amount, creditedTrx, rate, available }), view, messages);
  }
  if (view.isTiny) return cardOf(deposit.tiny(amount));
  const minimum = status === "below_minimum" ? `${trx(view.minimum)} ${asset}` : undefined;
  return cardOf(deposit.uncredited({ amount, minimum, asset, contact, customerId }));
}

function isDecided(status: DepositNewsView["status"]): boolean {
  return status === "credited" || status === "refused" || status === "undone";
}
