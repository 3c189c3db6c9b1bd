/** `/quote`: what a line would cost; it cannot be paid, but its Buy button opens a card with the same line. */

import { type Address, isAddress } from "../../domain/address.js";
import { durationMs } from "../../domain/duration.js";
import { DeskError } from "../../domain/errors.js";
import type { OrderRequest } from "../../domain/order-request.js";
import { highestPriceSun } from "../../domain/price.js";
import { readNamesOf } from "../../engine/customers/wallet-names.js";
import { priceOrders } from "../../engine/orders/quote-orders.js";
import { findPayload } from "../../store/chat/outbox.js";
import { keepUsable } from "../intake/addresses.js";
import type { Fields, Verdict } from "../intake/findings.js";
import { withFittingAmounts } from "../intake/wallet-text.js";
import type { BotDeps, CommandCall } from "../kit/deps.js";
import { contactOf } from "../kit/draw.js";
import { languageOf } from "../kit/language.js";
import { failureCard, noticeOf } from "../kit/notices.js";
import { judgedByChain, readLine, walletsOf, withList } from "../kit/said.js";
import { answer, updateKey } from "../transport/answer.js";
import type { Place } from "../transport/message.js";
import type { Payload } from "../transport/send.js";
import { amountsOf, EMPTY_DATA } from "./draft.js";
import { type Opening, openCard } from "./open.js";
import { termsOf } from "./quote.js";
import { quoteOnlyCard } from "./quote-card.js";
import { lockOf, manualOptionsOf } from "./request.js";
import { withUsual } from "./usual.js";

/** An incomplete line opens a card that asks for the rest. */
export async function showQuote(deps: BotDeps, call: CommandCall): Promise<void> {
  const { updateId, place, user, messageId } = call;
  const said = await readLine(deps, call);
  const listed = call.file && (await walletsOf(deps, call, call.file));
  if (call.file && !listed) return;
  const line = await withUsual(deps, user, listed ? withList(said, listed) : said);
  const request = requestFor(line.fields, line.verdicts);
  if (!request) {
    return openCard(deps, updateId, place, user, { ...line, messageId });
  }
  const messages = await languageOf(deps, place.chatId);
  try {
    await deps.quotePace.turn(user.customer_id);
    const fitting = withFittingAmounts(line.verdicts, line.fields.resource);
    const verdicts = await judgedByChain(deps, fitting);
    const { receivers, refused, alsoRefused, beyondLimit } = keepUsable(verdicts);
    const { engine, settings } = deps;
    const asked: OrderRequest = request(receivers.filter(isAddress));
    const { resource, amounts, duration } = asked;
    const price = await priceOrders(engine, user.customer_id, asked);
    const head = engine.chainClock.head?.timestampMs ?? engine.now();
    const card = quoteOnlyCard(
      {
        ...{ resource, amounts, duration, receivers, requireLock: asked.requireLock },
        ...(!place.isGroup && { names: await readNamesOf(engine, user.customer_id, receivers) }),
        manual:
          asked.type === "Manual"
            ? { options: asked.options, deadlineMs: engine.policy.manualDeadlineMs }
            : undefined,
        refused,
        alsoRefused,
        beyondLimit,
        problems: line.problems,
        buy: { on: "offer", updateId },
        isGroup: place.isGroup,
        endsAt: head + durationMs(duration),
        quote: {
          ...(await termsOf(engine, user.customer_id, asked, price)),
          expiresAt: engine.now() + settings.quoteTtlMs,
        },
      },
      messages,
    );
    const opening = { ...line, verdicts, messageId };
    const offer: Offer = { ownerUserId: user.user_id, opening };
    await answer(deps, updateId, place, card, { replyTo: messageId, offer });
  } catch (error) {
    if (!(error instanceof DeskError)) throw error;
    const customerId = user.customer_id;
    const view = { ...noticeOf(error), isGroup: place.isGroup, customerId, desk: contactOf(deps) };
    await answer(deps, updateId, place, failureCard(view, messages), { replyTo: messageId });
  }
}

/** Undefined for an incomplete line. */
function requestFor(
  fields: Fields,
  verdicts: readonly Verdict[],
): ((receivers: readonly Address[]) => OrderRequest) | undefined {
  const { type, resource, amount, duration, price: priceSun } = fields;
  const own = keepUsable(verdicts).amounts;
  // A quote that names no wallet is for one.
  const amounts = (receivers: readonly string[]) => amountsOf({ receivers, amount, amounts: own });
  const known = amounts(verdicts.flatMap(({ address, bad }) => (bad ? [] : [address])));
  if (!type || !resource || !known || !duration) return undefined;
  const common = (receivers: readonly Address[]) => ({
    ...{ resource, duration, receivers, quoteId: undefined, ...lockOf(fields) },
    amounts: amounts(receivers) ?? known.slice(0, 1),
  });
  if (type === "Fast") return (receivers) => ({ type, ...common(receivers) });
  if (priceSun === undefined || fields.allowPartial === undefined) return undefined;
  // The card asks for a lower one.
  if (priceSun > highestPriceSun(known, duration)) return undefined;
  return (receivers) => {
    const asked = common(receivers);
    const options = manualOptionsOf({
      ...EMPTY_DATA,
      ...fields,
      resource,
      amount: Math.max(...asked.amounts),
      receivers: [...receivers],
    });
    return { type, ...asked, priceSun, options };
  };
}

/**
 * What a quote's Buy button opens. Its wallets have no room on a button, so they are stored with the message; the button names
 * the update that was answered.
 */
interface Offer {
  readonly ownerUserId: number;
  readonly opening: Opening;
}

/** Undefined when it is too old. */
export async function readOffer(
  { engine }: BotDeps,
  updateId: number,
  place: Place,
): Promise<(Offer & { readonly isHere: boolean }) | undefined> {
  const told = await engine.database.read(() => findPayload(updateKey(updateId)));
  if (told === undefined) return undefined;
  const { offer, chatId } = JSON.parse(told) as Payload & { readonly offer?: Offer };
  if (!offer) return undefined;
  const isHere = chatId === place.chatId;
  const opening = isHere ? offer.opening : { ...offer.opening, messageId: undefined };
  return { ...offer, opening, isHere };
}
