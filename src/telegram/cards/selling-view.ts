/** What the cards of /sell are drawn from, and what stands on more than one of them. */
import type { ShownSeller } from "../../engine/sellers/look-at-seller.js";
import type { Button } from "../card.js";
import type { Part } from "../format.js";
import type { Selling } from "../state/selling.js";
import type { Messages } from "../text/messages.js";
import type { SellingButton } from "./buttons.js";

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
  readonly earnedSun: number;
}

/** What went wrong last, as a line; nothing else of a card depends on it. */
export function noticeLine({ selling }: SellingView, { sell }: Messages): Part | undefined {
  const { notice } = selling.data;
  return notice && `⚠️ ${sell.notices[notice]}`;
}

export function closeOf({ sell }: Messages, button: SellingButton): Button {
  return button(sell.buttons.close, { kind: "close" });
}
