/**
 * English. Short lines, the most important first, and what to do next in every refusal. The file is long because a language
 * is one file.
 */
import { durationTitle } from "../../domain/duration.js";
import { formatInteger, formatTrx } from "../../domain/money.js";
import { MAX_RECEIVERS } from "../../domain/order-request.js";
import type { Cost } from "../../domain/price.js";
import { MIN_AMOUNT, type Resource, resourceTitle } from "../../domain/resource.js";
import { bold, code, join, rich } from "../format.js";
import type { Messages, NoticeFacts, PresetUse, Rental } from "./messages.js";

const wallets = (count: number) => `${count} wallet${count === 1 ? "" : "s"}`;
const units = (amount: number, resource: Resource) =>
  `${formatInteger(amount)} ${resourceTitle(resource)}`;
const rental = ({ amount, resource, duration, receivers }: Rental) =>
  `${receivers > 1 ? `${receivers} × ` : ""}${units(amount, resource)}, ${durationTitle(duration)}`;

const NOTHING_CHARGED = "Nothing was charged.";
const SUCH_AS = "a number such as 65000 or 65k.";
const AS_YOURSELF = "Write as yourself (Remain anonymous off), or order in private.";
const DROPPED = `Order dropped. ${NOTHING_CHARGED} Start anew with /buy.`;

const buttons: Messages["buttons"] = {
  buyEnergy: "Buy Energy",
  buyBandwidth: "Buy Bandwidth",
  orders: "Orders",
  balance: "Balance",
  help: "Help",
  back: "Back",
  cancel: "Cancel",
  other: "Other",
  type: { Fast: "Fast", Manual: "Manual" },
  resource: { energy: resourceTitle("energy"), bandwidth: resourceTitle("bandwidth") },
  duration: (duration) => duration,
  next: (count) => `Go on with ${wallets(count)}`,
  preset: (amount, use, times) => formatInteger(amount) + (use ? presetUses[use](times) : ""),
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
  copyOrderIds: (first, last, of) => {
    if (of === 1) return "Copy order id";
    if (first === 1 && last === of) return "Copy order ids";
    return first === last ? `Copy order id ${first}` : `Copy order ids ${first}–${last}`;
  },
  copyReceiver: "Copy wallet",
  order: (amount, resource, receiver) => `${units(amount, resource)} → ${receiver}`,
  older: "Older",
  newest: "Newest",
};

const presetUses: Record<PresetUse, (times: number) => string> = {
  usdt: (times) => ` · ${times > 1 ? `${times} USDT transfers` : "USDT transfer"}`,
  usdtNew: (times) => ` · ${times > 1 ? times : "wallet"} that never held USDT`,
};

const wizard: Messages["wizard"] = {
  title: (resource) => (resource ? `Buy ${resourceTitle(resource)}` : "New order"),
  question: {
    type: () => "What kind of order?\nFast is delivered at once, at the desk's price.",
    resource: () => "What do you need?\nEnergy: USDT and contracts. Bandwidth: TRX transfers.",
    receivers: ({ isGroup, hasWallets }) =>
      join([
        "Which wallets receive it?",
        `${isGroup ? "Reply to my question with" : "Paste"} up to ${MAX_RECEIVERS} addresses.`,
        hasWallets ? "Or take one you used last." : undefined,
      ]),
    amount: ({ resource, receivers, isGroup, awaitsText }) =>
      join([
        `How much ${resourceTitle(resource)}${receivers > 1 ? " for each wallet" : ""}?`,
        awaitsText ? `${isGroup ? "Reply to my question with" : "Type"} ${SUCH_AS}` : undefined,
        `At least ${formatInteger(MIN_AMOUNT[resource])}.`,
      ]),
    duration: () => "For how long?\n15m, 1h, 3h and 1d cost the same.",
  },
  taken: (count) => `✅ ${wallets(count)} taken`,
  refused: (address, reason) => rich`${code(address)} ${reason} ❌`,
  moreRefused: (count) => `❌ and ${formatInteger(count)} more that cannot be used`,
  beyondLimit: (count) =>
    `⚠️ ${formatInteger(count)} left out: at most ${MAX_RECEIVERS} at once. Order for them next.`,
  lowEnergy: (least) => `⚠️ Under ${formatInteger(least)} a USDT transfer still burns TRX.`,
  lineProblem: {
    UNKNOWN_WORD: (word) => `❌ “${word}”: not understood`,
    TWO_AMOUNTS: (word, hint) => `❌ “${word}”: more than one amount (${hint.join(", ")})`,
    TWO_DURATIONS: (word, hint) => `❌ “${word}”: more than one duration (${hint.join(", ")})`,
    TWO_RESOURCES: (word, hint) => `❌ “${word}”: more than one resource (${hint.join(", ")})`,
    AMOUNT_NOT_UNDERSTOOD: (word) => `❌ “${word}”: no amount; write 65000 or 65k`,
    AMOUNT_AMBIGUOUS: (word, hint) => `❌ “${word}”: ${hint.join(" or ")}?`,
    AMOUNT_TOO_SMALL: (word, hint) => `❌ “${word}”: too little; at least ${hint[0]}`,
    AMOUNT_TOO_LARGE: (word, hint) => `❌ “${word}”: too much; at most ${hint[0]}`,
    DURATION_NOT_OFFERED: (word, hint) => `❌ “${word}”: not offered; take ${hint.join(", ")}`,
    DURATION_NEEDS_UNIT: (word, hint) => `❌ “${word}”: which unit? Write ${hint.join(" or ")}`,
    MANUAL_NOT_YET: (word) => `❌ “${word}”: not open yet; take Fast`,
  },
  moreProblems: (count) => `❌ and ${count} words more`,
};

function explanation({ resource, units: each, priceSun, duration, ...cost }: Cost): string {
  const { days, isPartOfDay, receivers, totalSun } = cost;
  const factors = [
    units(each, resource),
    `${formatInteger(priceSun)} SUN`,
    isPartOfDay
      ? `${days} (${durationTitle(duration)} costs one full price)`
      : `${days} day${days === 1 ? "" : "s"}`,
    ...(receivers > 1 ? [wallets(receivers)] : []),
  ];
  return `${factors.join(" × ")} = ${formatTrx(totalSun)} TRX`;
}

function deliverable(free: number, resource: Resource, receivers: number): string {
  const all = receivers > 1 ? " in all" : "";
  return free > 0
    ? `Only ${units(free, resource)} can be delivered now${all}.`
    : `No ${resourceTitle(resource)} is free right now.`;
}

const confirm: Messages["confirm"] = {
  explanation,
  capacityShort: (...free) => `⚠️ ${deliverable(...free)}`,
  title: (total, what) => bold(`${total} TRX for ${rental(what)}`),
  quoteTitle: (total, what) => bold(`Quote: ${total} TRX for ${rental(what)}`),
  noPriceTitle: (what) => bold(rental(what)),
  asking: "⏳ Asking for the price…",
  perReceiver: (each, total) => `${each} TRX for each wallet, ${total} TRX in all`,
  balance: (before, after) => `Balance ${before} TRX, after paying ${after} TRX`,
  short: (before, missing) => `⚠️ Balance ${before} TRX: ${missing} TRX missing`,
  ends: (at) => rich`Ends about ${at}`,
  burn: (burn, saved) => `Burning TRX would cost ${burn} TRX: you save ${saved} TRX`,
  burnCheaper: (burn, more) =>
    `⚠️ Renting is dearer: burning TRX costs ${burn} TRX, ${more} TRX less`,
  burnUnknown: "What burning TRX would cost is not known now",
  receivers: (count) => (count === 1 ? "For this wallet:" : `For these ${count} wallets:`),
  heldUntil: (at) => rich`Price held until ${at}`,
  lapsed: "⚠️ This price has lapsed. Tap New quote.",
};

const closed: Messages["closed"] = {
  dropped: DROPPED,
  replaced: "This card was replaced by a newer card. Nothing was charged here.",
  paid: "Paid. The order card shows how it goes.",
};

const topUp: Messages["topUp"] = (contact, id) =>
  rich`To top up, write to ${contact ?? "the operator"} and quote your customer id ${code(id)}`;

const unreadable = () => `The desk could not read that. ${NOTHING_CHARGED} Start anew with /buy.`;
const lapsed = () => `The price has lapsed. ${NOTHING_CHARGED} Tap New quote.`;
const badWallets = ({ wallets: lines }: NoticeFacts) =>
  join(["These wallets cannot receive it:", ...lines, `Change them. ${NOTHING_CHARGED}`]);

function noCapacity({ availableUnits = 0, takeUnits, resource, receivers }: NoticeFacts) {
  const each = receivers > 1 ? " for each wallet" : "";
  return join([
    `${deliverable(availableUnits, resource, receivers)} ${NOTHING_CHARGED}`,
    takeUnits === undefined
      ? "Order less, or try again in a few minutes."
      : `Take ${formatInteger(takeUnits)}${each}, or try again in a few minutes.`,
  ]);
}

const notices: Messages["notices"] = {
  MALFORMED_JSON: unreadable,
  UNSUPPORTED_MEDIA_TYPE: unreadable,
  VALIDATION_FAILED: ({ problems }) =>
    join(["This cannot be ordered.", ...problems, `${NOTHING_CHARGED} Change it and try again.`]),
  UNAUTHORIZED: () => "You have no account here yet. Send /start to the bot in private.",
  INSUFFICIENT_BALANCE: ({ isGroup, missing, contact, customerId }) =>
    isGroup
      ? "There is not enough balance, details in private."
      : join([
          `Not enough balance. ${NOTHING_CHARGED}`,
          missing ? `Missing: ${missing.amount} of ${missing.required} TRX` : undefined,
          topUp(contact, customerId),
        ]),
  FORBIDDEN: () => `You may not do this. ${NOTHING_CHARGED} Ask the operator of the desk.`,
  NOT_FOUND: () => "That is not there any more. Start anew with /buy.",
  ORDER_NOT_FOUND: () => "You have no order with this id. See /orders.",
  NO_CAPACITY: noCapacity,
  NOT_CANCELABLE: () => "All of it was delivered already: there is nothing to cancel.",
  QUOTE_EXPIRED: lapsed,
  QUOTE_MISMATCH: lapsed,
  IDEMPOTENCY_IN_PROGRESS: () => "This order is being placed already. See /orders in a moment.",
  IDEMPOTENCY_KEY_REUSED: () => "This card has placed an order already. See /orders.",
  BODY_TOO_LARGE: () => "That is too much at once. Send fewer addresses.",
  RECEIVER_NOT_ACTIVATED: badWallets,
  RECEIVER_IS_CONTRACT: badWallets,
  PRICE_BELOW_FLOOR: () => `The price is below the floor. ${NOTHING_CHARGED} Raise it.`,
  CHALLENGE_EXPIRED: () => "That text to sign has lapsed. Ask for a new one over the API.",
  SIGNATURE_INVALID: () => "That signature is not of the account's key. Sign the text as it is.",
  PERMISSION_MISSING: () => "The account does not let the desk delegate. The API says how to.",
  RATE_LIMITED: () => `Too much at once. ${NOTHING_CHARGED} Try again in a second.`,
  INTERNAL: () => "Something went wrong here. Look at /orders, then try again.",
  CHAIN_UNAVAILABLE: () => "The desk cannot check wallets now, nothing was charged. Try again.",
  BUSY: () => `Many orders wait for the network. ${NOTHING_CHARGED} Try again in a minute.`,
  DESK_HALTED: () => `No new orders now, running ones go on. ${NOTHING_CHARGED} Try again later.`,
  SHUTTING_DOWN: () => `The desk is restarting. ${NOTHING_CHARGED} Try again in a moment.`,
  AMOUNT_TOO_SMALL: ({ limit }) => `At least ${limit} for a wallet. Take or type more.`,
  AMOUNT_TOO_LARGE: ({ limit }) => `At most ${limit} for a wallet. Take or type less.`,
  AMOUNT_AMBIGUOUS: ({ readings }) => `Is that ${readings.join(" or ")}? Type ${SUCH_AS}`,
  AMOUNT_NOT_UNDERSTOOD: () => `That is no amount. Type ${SUCH_AS}`,
  NO_ADDRESS: () => "There is no TRON address in that. Addresses start with T.",
  MANUAL_NOT_YET: () => "Manual orders are not open yet. Take Fast: it is delivered at once.",
};

const cancelReasons: Record<string, string> = {
  "cancelled by the customer": "cancelled by you",
  "the receiver is not activated": "cancelled: wallet not activated",
  "the receiver is a contract": "cancelled: wallet is a contract",
  "no owner could deliver in time": "cancelled: not delivered in time",
};

const progress = (count: number, of: number) => (of > 1 ? `: ${count} of ${of} wallets` : "");

const batch: Messages["batch"] = {
  headline: {
    safe: (_, of) => `✅ ${of > 1 ? `All ${of} delivered` : "Delivered"}: safe to send`,
    underWay: (delivered, of) => `⏳ On its way${progress(delivered, of)}`,
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

export const en: Messages = {
  buttons,
  commands: {
    start: "Menu",
    buy: "Buy, step by step or in one line",
    quote: "Ask for the price only",
    orders: "Your orders",
    order: "One order, by its id",
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
    question: join([bold("Which order?"), "Tap it below, or send its id."]),
    empty: join([bold("No orders yet"), "Buy the first one with /buy, or paste a wallet address."]),
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
    join([bold(`Balance ${available} TRX`), held ? `Running orders: ${held} TRX` : undefined]),
  topUp,
  help: {
    title: "How it works",
    oneLine: (buy) => rich`In one line: ${code(`${buy} 65k energy 1h T…`)}`,
    paying: "You pay only by the button that shows the price.",
    group: "A card belongs to who opened it. Balance and orders: in private.",
    contact: (contact) => `Questions: ${contact}`,
  },
  notes: {
    anonymousAdmin: `You are an anonymous admin, so I cannot know who pays.\n${AS_YOURSELF}`,
    channel: `A channel has no balance and cannot order.\n${AS_YOURSELF}`,
    linkedPost: `A post from a linked channel has nobody who pays.\n${AS_YOURSELF}`,
    editedAfterPayment: "This order is paid already: editing the message changes nothing.",
    deadLetter: "Sorry, something went wrong, nothing was charged; see /orders.",
    draftDropped: DROPPED,
    nothingToCancel: "No open card. An order is cancelled on its own card: see /orders.",
    privateOnly: "That is shown in private only.",
    groupHint: "In a group: /buy, /quote, /order and /help. All else in private.",
  },
  credited: (amount, available) =>
    join([bold(`+${amount} TRX`), `Your balance is ${available} TRX now. Buy with /buy.`]),
  prompts: {
    receivers: { text: () => "Which wallets? Reply with their addresses.", placeholder: "T… T…" },
    amount: {
      text: (resource) => `How much ${resourceTitle(resource)}? Reply with ${SUCH_AS}`,
      placeholder: "65000",
    },
    order: { text: () => "Which order? Reply with its id.", placeholder: "24 letters and digits" },
  },
  toasts: {
    notYours: "This card belongs to somebody else. Open your own with /buy.",
    stale: "The card has changed meanwhile. Here it is as it is now.",
    alreadyPaid: "Already paid: nothing is charged twice.",
    alreadyDropped: "This card is closed. Open a new one with /buy.",
    quoteLapsed: "That price has lapsed, nothing was charged. Here is the new one.",
    nothingToGoBackTo: "This is the first question.",
  },
};
