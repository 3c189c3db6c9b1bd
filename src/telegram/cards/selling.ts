/** The cards of /sell, in whatever step they are; accounts and the question for one stand here. */
import { formatTrx } from "../../domain/money.js";
import type { ShownSeller } from "../../engine/look-at-seller.js";
import { encodePress } from "../callback-data.js";
import type { Button, Card } from "../card.js";
import { blocks, bold, code, type Part } from "../format.js";
import type { SellingAction } from "../selling/events.js";
import { isOfferField, type Selling } from "../selling/selling.js";
import type { Messages } from "../text/messages.js";
import { cardOf, type Row, type Style, shortAddress, sunOf } from "./buttons.js";
import { challengeCard, permissionCard } from "./selling-access.js";
import { fieldCard, offerCard } from "./selling-offer.js";
import { sellerCard } from "./selling-seller.js";

/** What is on a card of /sell. */
export interface SellingView {
  readonly selling: Selling;
  /** Whose key delegates for sellers. */
  readonly operator: string;
  /** The command that signs in the sandbox. */
  readonly signCommand: string | undefined;
  /** The customer's accounts that sell. */
  readonly accounts: readonly AccountView[];
  /** The one the card is about; undefined when it is not his. */
  readonly seller: ShownSeller | undefined;
}

export interface AccountView {
  readonly address: string;
  readonly status: "active" | "paused";
  /** TRX. */
  readonly earned: number;
}

/** Makes the buttons of one card: each carries the card and the version it was drawn from. */
export type SellingButton = (text: string, action: SellingAction, style?: Style) => Button;

export function sellingCard(view: SellingView, messages: Messages): Card {
  const { selling } = view;
  if (selling.status !== "open") return cardOf(messages.sell.closed[selling.status]);
  const { id, version, step } = selling;
  const button: SellingButton = (text, action, style) => ({
    text,
    callback_data: encodePress({ on: "selling", sellingId: id, version, action }),
    ...(style ? { style } : {}),
  });
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

/** What went wrong last, as a line; nothing else of a card depends on it. */
export function noticeLine({ selling }: SellingView, { sell }: Messages): Part | undefined {
  const { notice } = selling.data;
  return notice && `⚠️ ${sell.notices[notice]}`;
}

/** Twice as long as a screen; more accounts are reached by their addresses. */
const LISTED = 20;

function listCard(view: SellingView, messages: Messages, button: SellingButton): Card {
  const { sell } = messages;
  const places = view.selling.data.sellers.slice(0, LISTED).map((address, at) => ({ address, at }));
  const more = view.selling.data.sellers.length - places.length;
  const lines = places.map(({ address }) => {
    const account = view.accounts.find((one) => one.address === address);
    const earned = formatTrx(sunOf(account?.earned ?? 0));
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

export function closeOf({ sell }: Messages, button: SellingButton): Button {
  return button(sell.buttons.close, { kind: "close" });
}
