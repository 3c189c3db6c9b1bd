/** English. Short lines, the most important first, and what to do next in every refusal. */
import { durationTitle } from "../../domain/duration.js";
import { formatInteger } from "../../domain/money.js";
import { MAX_AMOUNT, MAX_RECEIVERS } from "../../domain/order-request.js";
import { MIN_AMOUNT, type Resource, resourceTitle } from "../../domain/resource.js";
import { bold, code, join, rich } from "../format.js";
import type { FinishedFacts, Messages, NoticeFacts, Rental } from "./messages.js";

const wallets = (count: number) => `${count} wallet${count === 1 ? "" : "s"}`;
const units = (amount: number, resource: Resource) =>
  `${formatInteger(amount)} ${resourceTitle(resource)}`;
const rental = ({ amount, resource, duration, receivers }: Rental) =>
  `${receivers > 1 ? `${receivers} × ` : ""}${units(amount, resource)}, ${durationTitle(duration)}`;

const NOTHING_CHARGED = "Nothing was charged.";

const buttons: Messages["buttons"] = {
  buyEnergy: "Buy Energy",
  buyBandwidth: "Buy Bandwidth",
  orders: "Orders",
  balance: "Balance",
  help: "Help",
  back: "Back",
  cancel: "Cancel",
  other: "Other",
  next: (count) => `Go on with ${wallets(count)}`,
  preset: (amount, use, times) => [formatInteger(amount), presetUse(use, times)].join(""),
  field: (value) => `✏️ ${value}`,
  receiversField: (count, first) => (count === 1 ? `Receiver ${first}` : `Receivers: ${count}`),
  pay: (total) => `Pay ${total} TRX`,
  lapsed: "Price lapsed",
  newQuote: "New quote",
  buy: "Buy",
  take: (amount) => `Take ${formatInteger(amount)}`,
  tryAgain: "Try again",
  retry: "Retry",
  privateChat: "Open private chat",
  repeat: "Repeat",
  refresh: "Refresh",
  copyOrderIds: (count) => (count === 1 ? "Copy order id" : "Copy order ids"),
  copyReceiver: "Copy wallet",
  order: (amount, resource, receiver) => `${units(amount, resource)} → ${receiver}`,
  older: "Older",
  newest: "Newest",
};

function presetUse(use: "usdt" | "usdtNew" | undefined, times: number): string {
  if (use === "usdt") return times === 1 ? " · USDT transfer" : ` · ${times} USDT transfers`;
  if (use === undefined) return "";
  return times === 1
    ? " · wallet that never held USDT"
    : ` · ${times} wallets that never held USDT`;
}

const wizard: Messages["wizard"] = {
  title: (resource) => (resource ? `Buy ${resourceTitle(resource)}` : "New order"),
  question: {
    type: () => "What kind of order?\nFast is delivered at once, at the desk's price.",
    resource: () =>
      "What do you need?\nEnergy for USDT and contracts, Bandwidth for TRX transfers.",
    receivers: ({ isGroup, hasWallets }) =>
      join([
        "Which wallets receive it?",
        isGroup
          ? `Reply to my question with up to ${MAX_RECEIVERS} addresses.`
          : `Paste up to ${MAX_RECEIVERS} addresses in one message.`,
        hasWallets ? "Or take one you used last." : undefined,
      ]),
    amount: ({ resource, receivers, isGroup, awaitsText }) =>
      join([
        `How much ${resourceTitle(resource)}${receivers > 1 ? " for each wallet" : ""}?`,
        awaitsText
          ? `${isGroup ? "Reply to my question with" : "Type"} a number such as 65000 or 65k.`
          : undefined,
        `At least ${formatInteger(MIN_AMOUNT[resource])}.`,
      ]),
    duration: () => "For how long?\n15m, 1h, 3h and 1d cost the same.",
  },
  taken: (count) => `✅ ${wallets(count)} taken`,
  refused: (address, reason) => rich`❌ ${code(address)} ${reason}`,
  moreRefused: (count) => `❌ and ${formatInteger(count)} more that cannot be used`,
  beyondLimit: (count) =>
    `⚠️ ${formatInteger(count)} more left out: an order takes ${MAX_RECEIVERS} wallets. Order for the rest after it.`,
  lowEnergy: (least) => `⚠️ Under ${formatInteger(least)} Energy a USDT transfer still burns TRX.`,
  lineProblem: {
    UNKNOWN_WORD: (word) => `❌ “${word}”: not understood`,
    TWO_AMOUNTS: (word, hint) => `❌ “${word}”: more than one amount (${hint.join(", ")})`,
    TWO_DURATIONS: (word, hint) => `❌ “${word}”: more than one duration (${hint.join(", ")})`,
    TWO_RESOURCES: (word, hint) => `❌ “${word}”: more than one resource (${hint.join(", ")})`,
    AMOUNT_NOT_UNDERSTOOD: (word) => `❌ “${word}”: no amount; write 65000 or 65k`,
    AMOUNT_AMBIGUOUS: (word, hint) => `❌ “${word}”: ${hint.join(" or ")}?`,
    AMOUNT_TOO_SMALL: (word, hint) => `❌ “${word}”: too little${atLeast(hint)}`,
    AMOUNT_TOO_LARGE: (word, hint) => `❌ “${word}”: too much${atMost(hint)}`,
    DURATION_NOT_OFFERED: (word, hint) => `❌ “${word}”: not offered; take ${hint.join(", ")}`,
    DURATION_NEEDS_UNIT: (word, hint) => `❌ “${word}”: which unit? Write ${hint.join(" or ")}`,
    MANUAL_NOT_YET: (word) => `❌ “${word}”: not open yet, Fast is taken`,
  },
  moreProblems: (count) => `❌ and ${count} words more`,
};

function atLeast(hint: readonly string[]) {
  return hint[0] ? `; at least ${hint[0]}` : "";
}

function atMost(hint: readonly string[]) {
  return hint[0] ? `; at most ${hint[0]}` : "";
}

const confirm: Messages["confirm"] = {
  title: (total, what) => bold(`${total} TRX for ${rental(what)}`),
  quoteTitle: (total, what) => bold(`Quote: ${total} TRX for ${rental(what)}`),
  noPriceTitle: (what) => bold(rental(what)),
  asking: "⏳ Asking for the price…",
  perReceiver: (each, total) => `${each} TRX for each wallet, ${total} TRX in all`,
  balance: (before, after) => `Balance ${before} TRX, after paying ${after} TRX`,
  short: (before, missing) => `⚠️ Balance ${before} TRX: ${missing} TRX missing`,
  ends: (at) => rich`Ends about ${at}`,
  burn: (burn, saved) => `Burning TRX instead: ${burn} TRX. You save ${saved} TRX.`,
  burnCheaper: (burn, more) =>
    `⚠️ Renting is dearer: burning TRX costs ${burn} TRX, ${more} TRX less.`,
  burnUnknown: "Burning TRX instead: price not known now.",
  receivers: (count) => (count === 1 ? "To" : `To ${wallets(count)}:`),
  heldUntil: (at) => rich`Price held until ${at}`,
  lapsed: "⚠️ This price has lapsed. Tap New quote.",
};

const closed: Messages["closed"] = {
  dropped: "Order dropped. Nothing was charged.\nStart anew with /buy.",
  replaced: "This card was replaced by a newer card. Nothing was charged here.",
  paid: "Paid. The order card shows how it goes.",
};

const topUp: Messages["topUp"] = (contact, customerId) =>
  contact
    ? rich`To top up, write to ${contact} and quote your customer id ${code(customerId)}.`
    : rich`To top up, ask the desk's operator and quote your customer id ${code(customerId)}.`;

const nothingUsable = () =>
  `The desk could not read that. ${NOTHING_CHARGED} Start anew with /buy.`;
const quoteGone = () => `The price has lapsed. ${NOTHING_CHARGED} Tap New quote.`;

function noCapacity({ availableUnits = 0, takeUnits, resource, receivers }: NoticeFacts) {
  const name = resourceTitle(resource);
  if (availableUnits === 0) {
    return `No ${name} is free right now. ${NOTHING_CHARGED} Try again in a few minutes.`;
  }
  const all = receivers > 1 ? " in all" : "";
  return join([
    `Only ${units(availableUnits, resource)} can be delivered now${all}. ${NOTHING_CHARGED}`,
    takeUnits === undefined
      ? "That is too little for this order. Order less, or try again in a few minutes."
      : `Take ${formatInteger(takeUnits)}${receivers > 1 ? " for each wallet" : ""}, or try again in a few minutes.`,
  ]);
}

const listed = (head: string, addresses: readonly string[], tail: string) =>
  join([head, ...addresses.map(code), tail]);

const notices: Messages["notices"] = {
  MALFORMED_JSON: nothingUsable,
  UNSUPPORTED_MEDIA_TYPE: nothingUsable,
  VALIDATION_FAILED: ({ problems }) =>
    join(["This cannot be ordered.", ...problems, `${NOTHING_CHARGED} Change it and try again.`]),
  UNAUTHORIZED: () => "You have no account here yet. Send /start to the bot in private.",
  INSUFFICIENT_BALANCE: ({ isGroup, missing, contact, customerId }) =>
    isGroup
      ? "Not enough balance, details in private."
      : join([
          `Not enough balance${missing ? `: ${missing} TRX missing` : ""}. ${NOTHING_CHARGED}`,
          topUp(contact, customerId),
        ]),
  FORBIDDEN: ({ contact }) =>
    `You may not do this. ${NOTHING_CHARGED} Ask ${contact ?? "the desk's operator"}.`,
  NOT_FOUND: () => "That is not there any more. Start anew with /buy.",
  ORDER_NOT_FOUND: () => "You have no order with this id. See /orders.",
  NO_CAPACITY: noCapacity,
  NOT_CANCELABLE: () => "All of it was delivered already: there is nothing to cancel.",
  QUOTE_EXPIRED: quoteGone,
  QUOTE_MISMATCH: quoteGone,
  IDEMPOTENCY_IN_PROGRESS: () => "This order is being placed already. See /orders in a moment.",
  IDEMPOTENCY_KEY_REUSED: () => "This card has placed an order already. See /orders.",
  BODY_TOO_LARGE: () => "That is too much at once. Send fewer addresses.",
  RECEIVER_NOT_ACTIVATED: ({ wallets: addresses }) =>
    listed(
      "Not activated on TRON:",
      addresses,
      `Send some TRX there first, or take another wallet. ${NOTHING_CHARGED}`,
    ),
  RECEIVER_IS_CONTRACT: ({ wallets: addresses }) =>
    listed("A contract cannot receive this:", addresses, `Take another wallet. ${NOTHING_CHARGED}`),
  PRICE_BELOW_FLOOR: ({ floorSun }) =>
    `That price is below the desk's floor${floorSun ? ` of ${floorSun} SUN` : ""}. Raise it; nothing was charged.`,
  RATE_LIMITED: () => `Too many taps at once. ${NOTHING_CHARGED} Wait a second, then tap Retry.`,
  INTERNAL: ({ requestId }) =>
    rich`Something went wrong here. Look at /orders, then tap Retry.${
      requestId ? rich` For the operator: ${code(requestId)}` : ""
    }`,
  CHAIN_UNAVAILABLE: () => "Cannot check wallets now, nothing was charged. Tap Retry in a moment.",
  BUSY: () => `Many orders wait for the network. ${NOTHING_CHARGED} Tap Retry in a minute.`,
  DESK_HALTED: ({ contact }) =>
    `The desk takes no new orders now. ${NOTHING_CHARGED} Tap Retry later${contact ? ` or ask ${contact}` : ""}.`,
  SHUTTING_DOWN: () => `The desk is restarting. ${NOTHING_CHARGED} Tap Retry in a moment.`,
  AMOUNT_TOO_SMALL: ({ resource }) =>
    `At least ${units(MIN_AMOUNT[resource], resource)} for a wallet. Take or type a larger amount.`,
  AMOUNT_TOO_LARGE: ({ resource }) =>
    `At most ${units(MAX_AMOUNT, resource)} for a wallet. Take or type a smaller amount.`,
  AMOUNT_AMBIGUOUS: ({ readings }) =>
    `That can be read as ${readings.join(" or as ")}. Type it without point or comma: 65000 or 65k.`,
  AMOUNT_NOT_UNDERSTOOD: () => "That is no amount. Type a number such as 65000 or 65k.",
  NO_ADDRESS: () => "There is no TRON address in that. Paste addresses that start with T.",
  MANUAL_NOT_YET: () => "Manual orders are not open yet. Take Fast: it is delivered at once.",
  PRICE_ROSE: () => `The price went up meanwhile. ${NOTHING_CHARGED} This is the new one.`,
};

const cancelReasons: Record<string, string> = {
  "cancelled by the customer": "cancelled by you",
  "the receiver is not activated": "cancelled: wallet not activated",
  "the receiver is a contract": "cancelled: wallet is a contract",
  "no owner could deliver in time": "cancelled: not delivered in time",
};

const batch: Messages["batch"] = {
  headline: {
    safe: (_, of) =>
      of === 1 ? bold("✅ Delivered: safe to send") : bold(`✅ All ${of} delivered: safe to send`),
    underWay: (delivered, of) =>
      of === 1 ? bold("⏳ On its way") : bold(`⏳ On its way: ${delivered} of ${of} delivered`),
    cancelling: (delivered, of) =>
      of === 1
        ? bold("⏳ Being cancelled")
        : bold(`⏳ Being cancelled: ${delivered} of ${of} delivered`),
    ended: (_, of) => bold(of === 1 ? "Rental is over" : "Rentals are over"),
    partlyDelivered: (delivered, of) =>
      of === 1
        ? bold("⚠️ Delivered in part")
        : bold(`⚠️ Delivered in part: ${delivered} of ${of} wallets`),
    cancelled: () => bold("❌ Cancelled, nothing delivered"),
  },
  terms: (what, paid) => `${rental(what)} · ${paid} TRX`,
  endsAbout: (at) => rich`Ends about ${at}`,
  ends: (at) => rich`Ends ${at}`,
  endsBetween: (first, last) => rich`Ends from ${first} to ${last}`,
  ended: (at) => rich`Ended ${at}`,
  legState: {
    planned: "waits its turn",
    signed: "signed, not sent yet",
    sent: "sent, not in a block yet",
    included: "delivered",
    solidified: "delivered, final",
    reclaim_signed: "rental is over",
    reclaim_sent: "rental is over",
    reclaimed: "rental is over, taken back",
    released: "rental is over, taken back",
    dead: "failed, not charged",
  },
  unplanned: "being placed anew",
  transaction: "transaction",
  line: (position, receiver, orderId) => rich`${position}${receiver}\nOrder ${orderId}`,
  delegation: (amount, state, transaction) =>
    transaction ? rich`${amount}${state} · ${transaction}` : `${amount}${state}`,
  moreDelegations: (count) => `and ${count} more part${count === 1 ? "" : "s"}`,
  delegations: (count) => `${count} part${count === 1 ? "" : "s"}`,
  cancelRequested: "cancel asked; what is signed goes on",
  cancelled: (reason) => (reason ? (cancelReasons[reason] ?? `cancelled: ${reason}`) : "cancelled"),
  refunded: (amount) => `refunded ${amount} TRX`,
  refundedTotal: (amount) => `Refunded ${amount} TRX`,
  waitsForNetwork: "⚠️ Waiting for the network. This card goes on by itself.",
  finished: {
    delivered: (facts) => finished(`✅ Delivered: ${facts.terms}`, facts),
    part: (facts) =>
      finished(`⚠️ Delivered to ${facts.delivered} of ${facts.of}: ${facts.terms}`, facts),
    none: (facts) => finished(`❌ Not delivered: ${facts.terms}`, facts),
  },
};

function finished(head: string, { orderIds, of, refunded, endsAt }: FinishedFacts) {
  return join([
    head,
    refunded ? `Refunded ${refunded} TRX` : undefined,
    endsAt ? rich`Ends ${endsAt}` : undefined,
    rich`Order${of === 1 ? "" : "s"} ${orderIds}`,
  ]);
}

export const en: Messages = {
  buttons,
  commands: {
    start: "Menu",
    buy: "Buy, step by step or in one line: /buy 65k energy 1h T…",
    quote: "What it would cost: /quote 65k energy 1h T…",
    orders: "Your orders",
    order: "One order: /order ID",
    balance: "Your balance",
    cancel: "Drop the open card",
    help: "How it works",
  },
  menu: (gift) =>
    join([
      bold("Energy Desk"),
      gift ? `You have ${gift} TRX to try it.` : "Rent TRON Energy and Bandwidth in seconds.",
      "Tap Buy Energy, or paste a wallet address.",
    ]),
  wizard,
  confirm,
  closed,
  notices,
  batch,
  orders: {
    title: "Your orders",
    empty: join([bold("No orders yet"), "Buy the first one with /buy, or paste a wallet address."]),
    noMore: "No older orders.",
    line: (what, paid, state) => `${rental(what)} · ${paid} TRX · ${state}`,
    state: {
      safe: "✅ delivered",
      underWay: "⏳ on its way",
      cancelling: "⏳ being cancelled",
      ended: "over",
      partlyDelivered: "⚠️ delivered in part",
      cancelled: "❌ cancelled",
    },
  },
  balance: (available, held) =>
    join([
      bold(`Balance ${available} TRX`),
      held ? `${held} TRX more in running orders` : undefined,
    ]),
  topUp,
  help: {
    title: "How it works",
    oneLine: (buy) =>
      rich`In one line: ${code(`${buy} 65k energy 1h T…`)}\nYou pay only on the card that shows the price.`,
    group: "A card belongs to who opened it. Balance and orders: in private.",
    contact: (contact) => `Questions: ${contact}`,
  },
  notes: {
    anonymousAdmin:
      "You write as an anonymous admin, so I cannot know whose balance pays. Turn off Remain anonymous, or order in private.",
    channel:
      "A channel has no balance of its own, so it cannot order. Write as yourself, or order in private.",
    linkedPost:
      "This post comes from a linked channel, so I cannot know whose balance pays. Write as yourself, or order in private.",
    notYourReply: "This question is for who opened the card. Open your own with /buy.",
    editedAfterPayment: "This order is paid already: editing the message changes nothing.",
    deadLetter: "Something went wrong, nothing was charged; see /orders.",
    draftDropped: "Order dropped. Nothing was charged. Start anew with /buy.",
    nothingToCancel:
      "There is no open card to drop. Orders are cancelled on their own card: see /orders.",
    privateOnly: "This is shown in private only.",
    orderNotFound: "You have no order with this id. See /orders.",
    groupBuy: "In a group, open a card with /buy.",
    sorry: "That cannot be done here. See /help.",
  },
  credited: (amount, available) =>
    join([bold(`+${amount} TRX`), `Your balance is ${available} TRX now. Buy with /buy.`]),
  prompts: {
    receivers: {
      text: () => `Which wallets? Reply with up to ${MAX_RECEIVERS} addresses.`,
      placeholder: "T… T…",
    },
    amount: {
      text: (resource) =>
        `How much ${resourceTitle(resource)}? Reply with a number such as 65000 or 65k.`,
      placeholder: "65000",
    },
  },
  toasts: {
    notYours: "This card belongs to somebody else. Open your own with /buy.",
    stale: "The card has changed meanwhile. Here it is as it is now.",
    alreadyPaid: "Already paid: nothing is charged twice.",
    alreadyDropped: "This card was dropped. Open a new one with /buy.",
    quoteLapsed: "The price has lapsed. Tap New quote.",
    nothingToGoBackTo: "This is the first question.",
  },
};
