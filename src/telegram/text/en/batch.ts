/** The card of orders. */
import { rich } from "../../format.js";
import type { BatchTexts } from "../messages/batch.js";
import { manualParts } from "./manual.js";
import { rental } from "./words.js";

const cancelReasons: Record<string, string> = {
  "cancelled by the customer": "cancelled by you",
  "the receiver is not activated": "cancelled: wallet not activated",
  "the receiver is a contract": "cancelled: wallet is a contract",
  "no owner could deliver in time": "cancelled: not delivered in time",
  "TRON could not be read in time": "cancelled: TRON could not be read in time",
  "its deadline has passed": "its time was over",
};

const progress = (count: number, of: number) => (of > 1 ? `: ${count} of ${of} wallets` : "");

export const batch: BatchTexts = {
  headline: {
    safe: (_, of) => `✅ ${of > 1 ? `All ${of} delivered` : "Delivered"}: safe to send`,
    underWay: (delivered, of) => `⏳ On its way${progress(delivered, of)}`,
    ...manualParts.headlines,
    cancelling: (delivered, of) => `⏳ Being cancelled${progress(delivered, of)}`,
    ending: () => "⌛ Rentals are ending",
    ended: () => "Rental is over",
    partlyDelivered: (delivered, of) => `⚠️ Delivered in part${progress(delivered, of)}`,
    cancelled: () => "❌ Cancelled, nothing delivered",
  },
  terms: (what, paid) => `${rental(what)} · ${paid} TRX`,
  ends: (at) => rich`Ends ${at}`,
  endsBetween: (first, last) => rich`Ends from ${first} to ${last}`,
  ended: (at) => rich`Ended ${at}`,
  legState: {
    planned: "waits its turn",
    signed: "signed, not sent yet",
    sent: "sent, not in a block yet",
    included: "delivered",
    solidified: "delivered, final",
    over: "rental is over",
    dead: "failed, not charged",
  },
  unplanned: "being placed anew",
  transaction: "transaction",
  order: (id) => rich`Order ${id}`,
  orders: (ids) => `Orders\n${ids.join("\n")}`,
  delegation: (amount, state, transaction) =>
    transaction ? rich`${amount}${state} · ${transaction}` : `${amount}${state}`,
  moreDelegations: (count) => `+ ${count} part${count === 1 ? "" : "s"}`,
  cancelRequested: "cancel asked; what is signed goes on",
  cancelled: (reason) => (reason ? (cancelReasons[reason] ?? `cancelled: ${reason}`) : "cancelled"),
  refunded: (amount) => `refunded ${amount} TRX`,
  waitsForNetwork: "⚠️ Still waiting for the network. This card goes on by itself.",
};
