/** The cards of /sell, in whatever step they are; accounts and the question for one stand here. */
import { formatTrx } from "../../domain/money.js";
import type { Card } from "../card.js";
import { blocks, bold, code } from "../format.js";
import { isOfferField } from "../state/selling.js";
import type { Messages } from "../text/messages.js";
import { cardOf, flowButtons, type Row, type SellingButton, shortAddress } from "./buttons.js";
import { challengeCard, permissionCard } from "./selling-access.js";
import { fieldCard, offerCard } from "./selling-offer.js";
import { sellerCard } from "./selling-seller.js";
import { closeOf, noticeLine, type SellingView } from "./selling-view.js";

export function sellingCard(view: SellingView, messages: Messages): Card {
  const { selling } = view;
  if (selling.status !== "open") return cardOf(messages.sell.closed[selling.status]);
  const { step } = selling;
  const button = flowButtons("selling", selling);
  if (isOfferField(step)) return fieldCard(view, step, messages, button);
  switch (step) {
    case "list":
      return listCard(view, messages, button);
    case "address":
      return addressCard(view, messages, button);
    case "permission":
      return permissionCard(view, messages, button);
    case "challenge":
      return challengeCard(view, messages, button);
    case "seller":
      return sellerCard(view, messages, button);
    case "offer":
      return offerCard(view, messages, button);
  }
}

/** Twice as long as a screen; more accounts are reached by their addresses. */
const LISTED = 20;

function listCard(view: SellingView, messages: Messages, button: SellingButton): Card {
  const { sell } = messages;
  const places = view.selling.data.sellers.slice(0, LISTED).map((address, at) => ({ address, at }));
  const more = view.selling.data.sellers.length - places.length;
  const lines = places.map(({ address }) => {
    const account = view.accounts.find((one) => one.address === address);
    const earned = formatTrx(account?.earnedSun ?? 0);
    return sell.account(code(address), earned, account?.status !== "active");
  });
  const rows: Row[] = places.map(({ address, at }) => [
    button(shortAddress(address), { kind: "open", at }),
  ]);
  return cardOf(
    blocks(
      [bold(sell.title)],
      [noticeLine(view, messages)],
      [sell.list, ...lines, more > 0 ? sell.moreAccounts(more) : undefined],
    ),
    [...rows, [button(sell.buttons.add, { kind: "add" }, "primary")], [closeOf(messages, button)]],
  );
}

function addressCard(view: SellingView, messages: Messages, button: SellingButton): Card {
  const { sell, buttons } = messages;
  const { address, sellers, notice } = view.selling.data;
  // The account was taken, and could only not be looked at.
  const again = address !== undefined && notice === "CHAIN_UNAVAILABLE";
  return cardOf(blocks([bold(sell.title)], [noticeLine(view, messages)], [sell.address]), [
    again ? [button(buttons.retry, { kind: "check" }, "primary")] : [],
    [
      ...(sellers.length > 0 ? [button(buttons.back, { kind: "back" })] : []),
      closeOf(messages, button),
    ],
  ]);
}
