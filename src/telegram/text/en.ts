/**
 * English. Short lines, the most important first, and what to do next in every refusal. It is long because it is one catalogue:
 * every other language has the same texts, in the same order (messages.ts). Cards decide what is said; a language says how.
 * Money in TRX comes written; prices are numbers in SUN, amounts numbers of units; addresses are called in full, but on buttons.
 */
import { type Duration, durationTitle, oneDayDurations } from "../../domain/duration.js";
import type { ErrorCode } from "../../domain/errors.js";
import { formatInteger, formatTrx } from "../../domain/money.js";
import { MAX_AMOUNT } from "../../domain/order-request.js";
import type { Delegating, Power } from "../../domain/permission.js";
import type { Cost } from "../../domain/price.js";
import { MAX_RECEIVERS } from "../../domain/receivers.js";
import {
  MIN_AMOUNT,
  type PerResource,
  RESOURCES,
  type Resource,
  resourceTitle,
} from "../../domain/resource.js";
import type { Spent } from "../../domain/spending.js";
import { type SizeBasis, USDT_NEW_ENERGY } from "../../domain/usdt.js";
import { MAX_NAMES } from "../../domain/wallet-name.js";
import { blocks, bold, code, join, type Part, rich, whatFits } from "../transport/format.js";

/** Texts that are all given the same, whichever part of it English needs. */
const table =
  <Text>() =>
  <Key extends string>(texts: Record<Key, Text>): Record<Key, Text> =>
    texts;

// Words of several sections

/** What is rented; `amount` is for each receiver, or where they get different ones for all together. */
export interface Rental {
  readonly amount: number;
  readonly resource: Resource;
  readonly duration: Duration;
  readonly receivers: number;
  readonly isSum?: boolean;
  /** Rented with the Energy, in the same way. */
  readonly bandwidth?: number | undefined;
}

const wallets = (count: number) => `${count} wallet${count === 1 ? "" : "s"}`;

const units = (amount: number, resource: Resource) =>
  `${formatInteger(amount)} ${resourceTitle(resource)}`;

const rented = ({ amount, resource, bandwidth }: Rental) =>
  units(amount, resource) + (bandwidth === undefined ? "" : ` + ${units(bandwidth, "bandwidth")}`);

const rental = (what: Rental) => {
  const { duration, receivers, isSum } = what;
  const each = isSum ? `${wallets(receivers)}: ` : receivers > 1 ? `${receivers} × ` : "";
  return `${each}${rented(what)}, ${durationTitle(duration)}`;
};

/** Behind what several get. */
const forAll = (receivers: number) => (receivers > 1 ? ` for ${wallets(receivers)}` : "");

/** The same as a sentence says it. */
const rentalFor = (what: Rental) => {
  const { duration, receivers, isSum } = what;
  return `${rented(what)}${isSum ? " in all" : ""}${forAll(receivers)}, ${durationTitle(duration)}`;
};

const NOTHING_CHARGED = "Nothing was charged.";

const SUCH_AS = "a number such as 65000 or 65k.";

const WHOLE_SUN = "a whole number of SUN such as 55.";

const ETHEREUM = "This is an Ethereum-style address. TRON addresses begin with T.";

const DROPPED = `Order dropped. ${NOTHING_CHARGED} Start again with /buy.`;

function deliverable(
  free: number,
  resource: Resource,
  receivers: number,
  isLocked: boolean,
): string {
  const all = receivers > 1 ? " in all" : "";
  if (isLocked) {
    return free > 0
      ? `Only ${units(free, resource)}${all} can be locked for this time now.`
      : `No ${resourceTitle(resource)} can be locked for this time right now.`;
  }
  return free > 0
    ? `Only ${units(free, resource)} can be delivered now${all}.`
    : `No ${resourceTitle(resource)} is free right now.`;
}

// The menu and the money of an account

/** Whom to ask for money, where the desk does not take it by itself. */
export interface TopUp {
  readonly takesDeposits: boolean;
  readonly contact: string | undefined;
  readonly customerId: string;
}

const topUp = ({ takesDeposits, contact, customerId: id }: TopUp): Part =>
  takesDeposits
    ? "To top up: /deposit"
    : rich`To top up, write to ${contact ?? "the operator"} and quote your customer id ${code(id)}`;

const account = {
  /** Above the menu, of a text that says nothing to the desk; undefined where it may not be repeated. */
  notUnderstood: (said: string | undefined): string =>
    said === undefined ? "I did not understand that." : `I did not understand “${said}”.`,
  unknownNames: (names: readonly string[]): string =>
    `No wallet named ${names.join(", ")} in your /book.`,
  menu: (gift: string | undefined): Part =>
    join([
      bold("Energy Desk"),
      gift ? `You have ${gift} TRX to try it.` : "Rent TRON Energy and Bandwidth in seconds.",
      "Tap Buy Energy, or paste a wallet address.",
    ]),
  /** What is held for orders, and for withdrawals that are not sent yet. */
  balance: (
    available: string,
    forOrders: string | undefined,
    forWithdrawals: string | undefined,
  ): Part =>
    join([
      bold(`Balance ${available} TRX`),
      forOrders && `Held for orders: ${forOrders} TRX`,
      forWithdrawals && `Held for withdrawals: ${forWithdrawals} TRX`,
    ]),
  topUp,
  credited: (amount: string, available: string): Part =>
    join([bold(`+${amount} TRX`), `Your balance is ${available} TRX now. Buy with /buy.`]),
};

// Deposits

/** Where and what to pay in. Amounts come written. */
export interface DepositFacts {
  /** "TRON", or with the name of a test network. */
  readonly network: string;
  readonly address: Part;
  readonly minimumTrx: string;
  /** What a USDT is worth in TRX, unless that has lapsed; undefined while it is not taken. */
  readonly usdt: { readonly minimum: string; readonly rate: string | undefined } | undefined;
}

/** A deposit that was credited. */
export interface CreditedFacts {
  /** As it came: "20 USDT". */
  readonly amount: string;
  readonly creditedTrx: string;
  /** TRX for a USDT; undefined of TRX. */
  readonly rate: string | undefined;
  readonly available: string;
}

/** A deposit that the operator has not credited, or has taken back. */
export interface RefusedFacts {
  readonly amount: string;
  readonly contact: string | undefined;
  readonly customerId: string;
}

/** A deposit that was not credited. */
export interface UncreditedFacts {
  readonly amount: string;
  /** "1 TRX"; undefined where it is not the amount that is wrong. */
  readonly minimum: string | undefined;
  readonly asset: string;
  readonly contact: string | undefined;
  readonly customerId: string;
}

const deposit = {
  card: ({ network, address, minimumTrx, usdt }: DepositFacts): Part =>
    blocks(
      [bold(`Your deposit address, ${network} (TRC20) only`), address],
      [
        `TRX: at least ${minimumTrx} TRX`,
        usdt
          ? `USDT: at least ${usdt.minimum} USDT. ${usdt.rate ? `1 USDT = ${usdt.rate} TRX now; the rate at the block of your transfer counts.` : "There is no rate now; what you send waits for the next one."}`
          : "USDT: not taken now",
      ],
      [
        "Credited about a minute after your transfer is in a block, once that is final. The address stays yours.",
        "⚠️ Other tokens, and coins sent on another network, are not credited.",
      ],
    ),
  off: "Deposits are not credited automatically here.",
  copy: "Copy address",
  /** `amount` is "20 USDT". */
  seen: (amount: string): Part =>
    join([
      bold(`🔔 On the way: ${amount}`),
      "Your transfer is in a block. It is credited in about a minute.",
    ]),
  credited: ({ amount, creditedTrx, rate, available }: CreditedFacts): Part =>
    join([
      bold(`🔔 Deposit credited: +${creditedTrx} TRX`),
      rate ? `${amount} at ${rate} TRX each` : undefined,
      `Your balance is ${available} TRX now. Buy with /buy.`,
    ]),
  /** It came to an address whose key the desk has lost. */
  atRetired: (amount: string): Part =>
    join([
      bold(`🔔 Sent to an old address: ${amount}`),
      "The operator decides by hand whether it is credited, as this address must not be used any more. Pay in only at the one that /deposit shows.",
    ]),
  addressRetired: (address: Part): Part =>
    join([
      bold("⚠️ Do not use your old deposit address any more"),
      address,
      "What is sent there may be lost. Remove it wherever you have saved it; /deposit shows your new one.",
    ]),
  /** It waits for a check. */
  review: (amount: string): Part =>
    join([
      bold(`🔔 Being checked: ${amount}`),
      "Your transfer has come. It is credited after a check; you get a message then.",
    ]),
  /** Told of once a day. */
  tiny: (amount: string): string =>
    `🔔 Not credited: ${amount} is far below the minimum. More such transfers today are only listed.`,
  /** USDT that came while its rate had lapsed. */
  waitsForRate: (amount: string): Part =>
    join([
      bold(`🔔 Waiting for a rate: ${amount}`),
      "Your transfer has come. It is credited as soon as the desk sets its rate of USDT, at that rate.",
    ]),
  refused: ({ amount, contact, customerId }: RefusedFacts): Part =>
    join([
      bold(`🔔 Not credited: ${amount}`),
      "The operator has checked this transfer and has not credited it.",
      rich`Write to ${contact ?? "the operator"} and quote your customer id ${code(customerId)}`,
    ]),
  uncredited: ({ amount, minimum, asset, contact, customerId }: UncreditedFacts): Part =>
    join([
      bold(`🔔 Not credited: ${amount}`),
      minimum
        ? `Your transfer has come, but it is less than the minimum of ${minimum}.`
        : `Your transfer has come, but ${asset} is not taken now.`,
      rich`Write to ${contact ?? "the operator"} and quote your customer id ${code(customerId)}`,
    ]),
};

// Labels of buttons

/** What an amount is enough for: USDT transfers, to wallets that hold some or that never did. */
export type PresetUse = "usdt" | "usdtNew";

const presetUses = {
  usdt: (times: number) => ` · ${times > 1 ? `${times} USDT transfers` : "USDT transfer"}`,
  usdtNew: (times: number) => ` · ${times > 1 ? `${times} recipients` : "recipient"} new to USDT`,
};

const buttons = {
  buyEnergy: "Buy Energy",
  buyBandwidth: "Buy Bandwidth",
  orders: "Orders",
  balance: "Balance",
  deposit: "Deposit",
  withdraw: "Withdraw",
  help: "Help",
  back: "Back",
  cancel: "Cancel",
  other: "Other",
  type: { Fast: "Fast", Manual: "Manual" },
  resource: { energy: resourceTitle("energy"), bandwidth: resourceTitle("bandwidth") },
  duration: (duration: Duration): string => duration,
  next: (count: number): string => `Go on with ${wallets(count)}`,
  /** Amounts as they stand in a list, each for its wallet; the first of them. */
  inOrder: (amounts: readonly string[], isMore: boolean): string =>
    `In order: ${amounts.join(" · ")}${isMore ? " …" : ""}`,
  preset: (amount: number, use: PresetUse | undefined, times: number): string =>
    formatInteger(amount) + (use ? presetUses[use](times) : ""),
  /** A filled field, which leads back to its question. */
  field: (value: string): string => `✏️ ${value}`,
  /** Shows the fields of a whole order. */
  change: "✏️ Change",
  /** `first` is undefined in a group. */
  receiversField: (count: number, first: string | undefined): string =>
    count === 1 && first ? `Receiver ${first}` : `Receivers: ${count}`,
  pay: (total: string): string => `Pay ${total} TRX`,
  /** At a price of the book instead of the desk's; `isMost`: some of it may cost less. */
  takeOffers: (priceSun: number, total: string, isMost: boolean): string =>
    `Take ${priceSun} SUN: ${isMost ? "up to " : ""}${total} TRX`,
  /** After Pay, for a large sum. */
  payAgain: (total: string): string => `Yes, pay ${total} TRX`,
  /** Buys at a price of the user's own instead of the desk's. */
  nameYourPrice: "Manual: my price",
  /** Whom to write to; a name or an address. */
  ask: (contact: string): string => `Ask ${contact}`,
  checkAgain: "Check the balance again",
  backToOrder: "Back to the order",
  newQuote: "New quote",
  buy: "Buy",
  take: (amount: number): string => `Take ${formatInteger(amount)}`,
  /** Two of a row: Bandwidth with the Energy, and without it again. */
  addBandwidth: "+ Bandwidth",
  dropBandwidth: "No Bandwidth",
  /** Units for each wallet that the balance pays for. */
  takeAffordable: (amount: number): string =>
    `Take ${formatInteger(amount)}: your balance covers it`,
  tryAgain: "Try again",
  retry: "Retry",
  privateChat: "Open private chat",
  repeat: "Repeat",
  /** After a delivery that was too little for a transfer of USDT. */
  rentMissing: (amount: number): string => `Rent ${formatInteger(amount)} more`,
  refresh: "Refresh",
  /** The orders from one place to another, of so many. */
  copyOrderIds: (first: number, last: number, of: number): string => {
    if (of === 1) return "Copy order id";
    if (first === 1 && last === of) return "Copy order ids";
    return first === last ? `Copy id ${first}` : `Copy ids ${first}–${last}`;
  },
  copyReceiver: "Copy wallet",
  order: ({ amount, resource, receivers, isSum }: Rental, receiver: string): string =>
    isSum
      ? `${wallets(receivers)}: ${units(amount, resource)}`
      : `${units(amount, resource)} → ${receivers > 1 ? wallets(receivers) : receiver}`,
  older: "Older",
  newest: "Newest",
};

// What each command does, as its menu says it

const commands = {
  start: "Menu",
  buy: "Buy, step by step or in one line",
  quote: "Ask for the price only",
  again: "Your last order once more, or one by its id",
  orders: "Your orders",
  order: "One order, by its id",
  balance: "Your balance",
  deposit: "Top up with TRX or USDT",
  withdraw: "Take TRX out to your wallet",
  stats: "What you spent in 30 days, as a picture",
  history: "Every movement of your balance, as a CSV file",
  settings: "Notifications, payments and language",
  book: "Your names for wallets",
  usdt: "Energy for a USDT transfer",
  sell: "Sell your Energy and Bandwidth",
  key: "Your API keys",
  cancel: "Drop the open card",
  help: "How it works",
};

// The questions of an order, what was typed in answer, and a closed card

/** The least that one wallet gets of each. */
const leastAmounts = RESOURCES.map((one) => units(MIN_AMOUNT[one], one)).join(" or ");

/** Why an address is refused and what to do, as it follows the address. */
const badReasons = {
  checksum: ": mistyped (checksum does not match)",
  "not activated": " is not activated. Send it some TRX first.",
  contract: " is a contract. Only wallets can receive.",
  refused: " is an account of the desk, or nobody's. Name a wallet of yours.",
  duplicate: ": listed twice, counted once",
  "no address": " is not an address",
  "no such name": " is not in your address book. See /book.",
  ethereum: " is an Ethereum-style address. TRON addresses begin with T.",
  hex: " is an address in hex. Send it as wallets show it: it begins with T.",
  "no amount": ": amount not clear, write it as 65000 or 65k",
  "too little": `: too little, at least ${leastAmounts}`,
  "too much": `: too much, at most ${formatInteger(MAX_AMOUNT)}`,
};

type BadReason = keyof typeof badReasons;

interface QuestionFacts {
  readonly resource: Resource;
  readonly receivers: number;
  readonly isGroup: boolean;
  /** A typed answer is awaited. */
  readonly awaitsText: boolean;
  readonly hasWallets: boolean;
  /** Whose amount is asked while others have their own; 0 where all are asked alike. */
  readonly others: number;
  /** They have different amounts, which the answer replaces. */
  readonly replacesAll: boolean;
}

const list = (hint: readonly string[]) => hint.join(", ");

const listed = (words: readonly string[]) => new Intl.ListFormat("en-GB").format(words);

const wizard = {
  title: (resource: Resource | undefined): string =>
    resource ? `Buy ${resourceTitle(resource)}` : "New order",
  question: table<(facts: QuestionFacts) => Part>()({
    type: () =>
      "What kind of order?\nFast is delivered at once, at the desk's price. Manual waits for your price.",
    resource: () => "What do you need?\nEnergy: USDT and contracts. Bandwidth: TRX transfers.",
    receivers: ({ isGroup, hasWallets }) =>
      join([
        "Which wallets receive it?",
        isGroup
          ? `Reply to my question with up to ${MAX_RECEIVERS} addresses or a CSV or TXT file.`
          : `Paste up to ${MAX_RECEIVERS} addresses or send a CSV or TXT file.`,
        hasWallets ? "Or take one you used last." : undefined,
      ]),
    amount: ({ resource, receivers, isGroup, awaitsText, others, replacesAll }) =>
      join([
        `How much ${resourceTitle(resource)}${others > 0 ? ` for ${others > 1 ? `each of the ${others} other wallets` : "the other wallet"}` : receivers > 1 ? " for each wallet" : ""}?`,
        replacesAll ? "It replaces the amounts of all wallets." : undefined,
        awaitsText ? `${isGroup ? "Reply to my question with" : "Type"} ${SUCH_AS}` : undefined,
        `At least ${formatInteger(MIN_AMOUNT[resource])}.`,
      ]),
    duration: () => `For how long?\n${listed(oneDayDurations())} cost the same.`,
    price: ({ resource, isGroup, awaitsText }) =>
      join([
        `Your price per unit of ${resourceTitle(resource)}, in SUN?`,
        awaitsText ? `${isGroup ? "Reply to my question with" : "Type"} ${WHOLE_SUN}` : undefined,
      ]),
    options: ({ isGroup, awaitsText }) =>
      join([
        "May it come in parts, from several sellers?",
        awaitsText
          ? `${isGroup ? "Reply to my question with" : "Type"} the minimum part, such as 20000 or 20k.`
          : "Whole only waits for one seller who has it all.",
      ]),
  }),
  taken: (count: number): string => `✅ ${wallets(count)} taken`,
  /** After a message that adds to them. */
  walletsNow: (count: number): string => `${wallets(count)} now`,
  /** Whose amounts came with the wallets. */
  ownAmounts: (count: number, total: number): string =>
    count === 1
      ? `1 wallet has its own amount: ${formatInteger(total)}`
      : `${count} wallets have their own amounts: ${formatInteger(total)} in all`,
  refused: (address: string, reason: BadReason): Part =>
    rich`❌\u00a0${code(address)}${badReasons[reason]}`,
  moreRefused: (count: number): string => `❌ and ${formatInteger(count)} more that cannot be used`,
  beyondLimit: (count: number): string =>
    `⚠️ ${formatInteger(count)} more wait: at most ${MAX_RECEIVERS} at once. They come next, once these are paid.`,
  lowEnergy: (least: number): string =>
    `⚠️ With less than ${formatInteger(least)}, a USDT transfer still burns TRX.`,
  /** A word of a one-line order that could not be used; `word` and `hint` are short. */
  lineProblem: table<(word: string, hint: readonly string[]) => Part>()({
    UNKNOWN_WORD: (word) => `❌ “${word}”: not understood`,
    TWO_AMOUNTS: (word, hint) => `❌ “${word}”: more than one amount (${list(hint)})`,
    TWO_DURATIONS: (word, hint) => `❌ “${word}”: more than one duration (${list(hint)})`,
    TWO_RESOURCES: (word, hint) => `❌ “${word}”: more than one resource (${list(hint)})`,
    AMOUNT_NOT_UNDERSTOOD: (word) => `❌ “${word}”: not an amount; write 65000 or 65k`,
    AMOUNT_AMBIGUOUS: (word, hint) => `❌ “${word}”: ${hint.join(" or ")}?`,
    AMOUNT_TOO_SMALL: (word, hint) => `❌ “${word}”: too little; at least ${hint[0]}`,
    AMOUNT_TOO_LARGE: (word, hint) => `❌ “${word}”: too much; at most ${hint[0]}`,
    MILLIONS: (word, hint) => `${word} = ${hint[0]}`,
    DURATION_NOT_OFFERED: (word, hint) => `❌ “${word}” is not offered. Take ${hint.join(" or ")}.`,
    DURATION_NEEDS_UNIT: (word, hint) => `❌ “${word}”: which unit? Write ${hint.join(" or ")}`,
    TWO_TYPES: (word, hint) => `❌ “${word}”: ${hint.join(" or ")}?`,
    NOT_WITH_FAST: (word) => `❌ “${word}”: only Manual orders have that`,
    TWO_PRICES: (word, hint) => `❌ “${word}”: more than one price (${list(hint)})`,
    PRICE_NOT_UNDERSTOOD: (word, hint) => `❌ “${word}”: not a price; write ${hint[0]}`,
    PRICE_NOT_WHOLE: (word, hint) => `❌ “${word}”: whole SUN only: ${hint.join(" or ")}?`,
    PRICE_TOO_HIGH: (word, hint) => `❌ “${word}”: too high; at most ${hint[0]} SUN`,
    PARTIAL_OR_WHOLE: (word, hint) => `❌ “${word}”: ${hint.join(" or ")}?`,
    TWO_CHUNKS: (word, hint) => `❌ “${word}”: more than one minimum part (${list(hint)})`,
    CHUNK_NOT_UNDERSTOOD: (word, hint) => `❌ “${word}”: not a minimum part; write ${hint[0]}`,
    CHUNK_AMBIGUOUS: (word, hint) => `❌ “${word}”: ${hint.join(" or ")}?`,
    CHUNK_TOO_SMALL: (word, hint) => `❌ “${word}”: parts are at least ${hint[0]}`,
    CHUNK_TOO_LARGE: (word, hint) => `❌ “${word}”: more than the order's ${hint[0]}`,
    WHOSE_AMOUNTS: (word) =>
      `❓ “${word}”: which wallet gets how much? Give one amount for all, or send each wallet with its amount on its own line.`,
    COLUMN_NOT_READ: (word, [title]) =>
      `❓ “${word}”: are these the amounts? Give one amount for all, or send the ${title ? `file again with the title “${title}” and` : "list again with"} numbers such as 65000.`,
    NOT_TWO_WALLETS: () => "❌ Two wallets needed: sender first, then recipient",
  }),
  /** Without their number: of a long line only the first ones are kept. */
  moreProblems: "❌ and more words",
};

const closed = {
  dropped: DROPPED,
  replaced: "This card was replaced by a newer card. Nothing was charged here.",
  paid: "Paid. The order card shows how it goes.",
  /** Of a card that nobody has answered. */
  replacedUnanswered: "↓ replaced by a newer card",
  /** What stays of a message whose card was sent anew below an answer. */
  continued: "↓ continued below",
  closed: "This card is closed. Start again with /buy.",
};

// The price, and why it is what it is

const eachDay = (days: number) => (days > 1 ? ` on each of ${days} days` : "");

/** `isSameForDay`: any time of up to a day costs as much. */
function explanation(
  { resource, units: each, priceSun, ...cost }: Cost,
  isSameForDay: boolean,
): string {
  const { days, isPartOfDay, receivers, totalSun } = cost;
  const factors = [
    units(each, resource),
    `${formatInteger(priceSun)} SUN`,
    ...(isPartOfDay ? [] : [`${days} day${days === 1 ? "" : "s"}`]),
    ...(receivers > 1 ? [wallets(receivers)] : []),
  ];
  const sum = `${factors.join(" × ")} = ${formatTrx(totalSun)} TRX`;
  if (!isPartOfDay) return sum;
  const why = isSameForDay
    ? "Up to 1 day costs the same"
    : "Anything up to a day costs one day's price";
  return `${sum}\n${why}`;
}

const confirm = {
  explanation,
  /** Fewer units than ordered can be delivered now, to all wallets together. */
  locked: "🔒 Locked on chain for the whole time, or not delivered",
  capacityShort: (free: number, resource: Resource, receivers: number, isLocked: boolean): string =>
    `⚠️ ${deliverable(free, resource, receivers, isLocked)}`,
  title: (total: string, what: Rental): Part => bold(`${total} TRX for ${rental(what)}`),
  /** Of a Manual order: the most it costs, and what it costs now, if all of it fills now. */
  titleAtMost: (total: string, now: string | undefined, what: Rental): Part =>
    bold(
      now === undefined
        ? `At most ${total} TRX for ${rental(what)}`
        : `At most ${total} TRX, about ${now} now, for ${rental(what)}`,
    ),
  quoteTitle: (total: string, what: Rental): Part =>
    bold(`Quote: ${total} TRX for ${rental(what)}`),
  /** Without a price, because it is being asked for or could not be had. */
  noPriceTitle: (what: Rental): Part => bold(rental(what)),
  asking: "⏳ Asking for the price…",
  perReceiver: (each: string, total: string): string =>
    `${each} TRX for each wallet, ${total} TRX in all`,
  balance: (before: string, after: string): string => `Balance ${before} → ${after} TRX`,
  short: (before: string, missing: string): string =>
    `⚠️ Balance ${before} TRX: ${missing} TRX missing`,
  /** A group sees no balance. */
  shortInGroup: "⚠️ Not enough balance; details in our private chat.",
  ends: (at: Part): Part => rich`Ends about ${at}`,
  /** Of a rental that extends another one; so many minutes of it run beside that. */
  extension: (from: Part, to: Part, minutes: number): Part =>
    minutes > 0
      ? rich`Runs ${from} to ${to}. ${minutes === 1 ? "The minute until your current rental ends is" : `The ${formatInteger(minutes)} minutes until your current rental ends are`} paid twice.`
      : rich`Runs ${from} to ${to}. Your current rental ends before it begins.`,
  /** Of several days the units are burnt for on each, because what is rented is there anew every day. */
  burn: (burn: string, saved: string, days: number): string =>
    `Burning TRX${eachDay(days)} would cost ${burn} TRX: you save ${saved} TRX`,
  burnCheaper: (burn: string, more: string, days: number): string =>
    `⚠️ Burning TRX${eachDay(days)} is cheaper now: ${burn} TRX, ${more} TRX less`,
  burnUnknown: "What burning TRX would cost is not known now",
  receivers: (count: number): string =>
    count === 1 ? "For this wallet:" : `For these ${count} wallets:`,
  /** In a group. */
  payer: (name: string): string => `Paid by ${name}`,
  heldUntil: (at: Part): Part => rich`Price held until ${at}`,
  lapsed: "⚠️ This price has expired. Tap New quote.",
  /** What sellers ask for all of it, and how much less that is than the desk's price. */
  offers: (cost: string, saved: string): string =>
    `Sellers offer all of it now for ${cost} TRX: you save ${saved} TRX`,
  offersGone: "⚠️ The cheaper offers are gone, nothing was debited. This is the price now.",
  asksAgain: (total: string): string => `⚠️ Please confirm: pay ${total} TRX?`,
};

// Why there is no Pay: a button in its place that takes no tap

const noPay = {
  asking: "Asking for the price…",
  lapsed: "Price expired",
  asksAgain: "Confirm above",
  changes: "Tap what you want to change",
  /** `missing` is undefined where it is not known, and in a group. */
  balance: (missing: string | undefined): string =>
    missing === undefined ? "Not enough balance" : `${missing} TRX missing`,
  capacity: (free: number, resource: Resource): string =>
    free > 0
      ? `Only ${units(free, resource)} available`
      : `No ${resourceTitle(resource)} available`,
  wallets: "A wallet cannot receive it",
  floor: "Price below the floor",
  /** In the place of the button for the cheaper offers. */
  offers: "No cheaper offers now",
  other: "Cannot be paid now",
};

// What went wrong, and what to do next

/** The last problem on a card: a code of the error table, or what the bot itself could not use. */
export type NoticeCode =
  | ErrorCode
  | "AMOUNT_TOO_SMALL"
  | "AMOUNT_TOO_LARGE"
  | "AMOUNT_AMBIGUOUS"
  | "AMOUNT_NOT_UNDERSTOOD"
  | "DURATION_NOT_OFFERED"
  | "NO_ADDRESS"
  | "PRICE_NOT_UNDERSTOOD"
  | "PRICE_NOT_WHOLE"
  | "PRICE_TOO_HIGH"
  | "CHUNK_TOO_SMALL"
  | "CHUNK_TOO_LARGE";

/** What a notice may speak of; all that depends on its code is optional. */
export interface NoticeFacts {
  readonly isGroup: boolean;
  /** What was typed, where that is what is wrong; short. */
  readonly said: string | undefined;
  readonly resource: Resource;
  readonly receivers: number;
  /** What is not locked is not delivered. */
  readonly requireLock: boolean;
  readonly customerId: string;
  readonly contact: string | undefined;
  readonly takesDeposits: boolean;
  /** Of what is required: TRX, written. */
  readonly missing: { readonly amount: string; readonly required: string } | undefined;
  /** Units that can be delivered now, to all receivers together; locked, where that is required. */
  readonly availableUnits: number | undefined;
  /** Units per receiver of it, when that is enough for an order. */
  readonly takeUnits: number | undefined;
  readonly readings: readonly string[];
  /** What is wrong, line by line, where the error names it. */
  readonly problems: readonly string[];
  /** Receivers that are refused, each in full with its reason. */
  readonly wallets: readonly Part[];
  /** What was bid and what is the least, in SUN. */
  readonly price: { readonly asked: number; readonly floor: number } | undefined;
  /** The least or the most, written. */
  readonly limit: string;
}

const unreadable = () => `The desk could not read that. ${NOTHING_CHARGED} Start again with /buy.`;

const lapsed = () => `The price has expired. ${NOTHING_CHARGED} Tap New quote.`;

const badWallets = ({ wallets: lines }: NoticeFacts) =>
  join(["These wallets cannot receive it:", ...lines, `Change them. ${NOTHING_CHARGED}`]);

function noCapacity({
  availableUnits = 0,
  takeUnits,
  resource,
  receivers,
  requireLock,
}: NoticeFacts) {
  const each = receivers > 1 ? " for each wallet" : "";
  return join([
    `${deliverable(availableUnits, resource, receivers, requireLock)} ${NOTHING_CHARGED}`,
    takeUnits === undefined
      ? "Order less, or try again in a few minutes."
      : `Take ${formatInteger(takeUnits)}${each}, or try again in a few minutes.`,
  ]);
}

/** What was typed, as the subject of a sentence. */
const that = (said: string | undefined) => (said === undefined ? "That" : `“${said}”`);

/** An amount of TRX that was typed, and how each of its readings is typed. */
const twoReadings = (said: string | undefined, readings: readonly string[]): string =>
  `Is ${said === undefined ? "that" : `“${said}”`} ${readings.join(" or ")} TRX? Tap or type one of the two.`;

/** What was typed with what is wrong with it; nothing for a button. */
const quoted = (said: string | undefined, what: string) =>
  said === undefined ? "" : `“${said}” ${what}${what.endsWith(".") ? "" : "."}`;

const notices: Record<NoticeCode, (facts: NoticeFacts) => Part> = {
  MALFORMED_JSON: unreadable,
  METHOD_NOT_ALLOWED: unreadable,
  UNSUPPORTED_MEDIA_TYPE: unreadable,
  HEADERS_TOO_LARGE: unreadable,
  VALIDATION_FAILED: ({ problems }) =>
    join(["This cannot be ordered.", ...problems, `${NOTHING_CHARGED} Change it and try again.`]),
  UNAUTHORIZED: () => "You have no account here yet. Send /start to the bot in private.",
  INSUFFICIENT_BALANCE: ({ isGroup, missing, ...whose }) =>
    isGroup
      ? "Not enough balance; details in our private chat."
      : join([
          `Not enough balance. ${NOTHING_CHARGED}`,
          missing ? `Missing: ${missing.amount} of ${missing.required} TRX` : undefined,
          topUp(whose),
        ]),
  FORBIDDEN: () => `You may not do this. ${NOTHING_CHARGED} Ask the operator of the desk.`,
  NOT_FOUND: () => "That is not there any more. Start again with /buy.",
  ORDER_NOT_FOUND: ({ isGroup }) =>
    isGroup
      ? "You have no order with this id. /orders in our private chat lists yours; only its owner can open another person's order."
      : "You have no order with this id. See /orders.",
  NO_CAPACITY: noCapacity,
  NOT_CANCELABLE: () => "All of it was delivered already: there is nothing to cancel.",
  NOT_CHANGEABLE: () => "The order rests no longer: nothing of it can be changed.",
  REFERENCE_USED: () => "Another order of yours has this reference.",
  QUOTE_EXPIRED: lapsed,
  QUOTE_MISMATCH: lapsed,
  IDEMPOTENCY_IN_PROGRESS: () => "This order is being placed already. See /orders in a moment.",
  IDEMPOTENCY_KEY_REUSED: () => "This card has placed an order already. See /orders.",
  TOO_MANY_OPEN: () => "You have 20 withdrawals under way. Cancel one, or wait until one is paid.",
  BODY_TOO_LARGE: () => "That is too much at once. Send fewer addresses.",
  RECEIVER_NOT_ACTIVATED: badWallets,
  RECEIVER_IS_CONTRACT: badWallets,
  RECEIVER_REFUSED: badWallets,
  CHALLENGE_EXPIRED: () => "That text to sign has expired. Ask for a new one over the API.",
  SIGNATURE_INVALID: () => "That signature is not of the account's key. Sign the text as it is.",
  PERMISSION_MISSING: () => "The account does not let the desk delegate. The API says how to.",
  RATE_LIMITED: ({ limit }) =>
    limit
      ? `At most ${limit} of your orders may be open, cancelled or expired in a day. ${NOTHING_CHARGED} Wait until some are delivered, or try again tomorrow (UTC).`
      : `Too much at once. ${NOTHING_CHARGED} Try again in a moment.`,
  INTERNAL: () => "Something went wrong here. Look at /orders, then try again.",
  CHAIN_UNAVAILABLE: () => "The desk cannot check wallets now, nothing was charged. Try again.",
  BUSY: () => `Many orders wait for the network. ${NOTHING_CHARGED} Try again in a minute.`,
  DESK_HALTED: () => `No new orders now, running ones go on. ${NOTHING_CHARGED} Try again later.`,
  SHUTTING_DOWN: () => `The desk is restarting. ${NOTHING_CHARGED} Try again in a moment.`,
  AMOUNT_TOO_SMALL: ({ said, limit }) =>
    `${quoted(said, "is too little")} At least ${limit} for each wallet.`.trim(),
  AMOUNT_TOO_LARGE: ({ said, limit }) =>
    `${quoted(said, "is too much")} At most ${limit} for each wallet.`.trim(),
  AMOUNT_AMBIGUOUS: ({ said, readings }) =>
    `Is ${said ? `“${said}”` : "that"} ${readings.join(" or ")}? Type ${SUCH_AS}`,
  AMOUNT_NOT_UNDERSTOOD: ({ said }) => `${that(said)} is not an amount. Type ${SUCH_AS}`,
  DURATION_NOT_OFFERED: ({ said, readings }) =>
    readings.length > 0
      ? `${that(said)} is not offered. Take ${readings.join(" or ")}.`
      : `${that(said)} is not a duration on offer. Tap one, or type one such as 1h or 3d.`,
  NO_ADDRESS: ({ said }) =>
    `There is no TRON address in ${said ? `“${said}”` : "that"}. Addresses start with T.`,
  PRICE_BELOW_FLOOR: ({ price }) =>
    price
      ? `${price.asked} SUN is below the floor of ${price.floor} SUN. ${NOTHING_CHARGED} Raise it.`
      : `The price is below the floor. ${NOTHING_CHARGED} Raise it.`,
  PRICE_NOT_UNDERSTOOD: ({ said }) => `${that(said)} is not a price. Type ${WHOLE_SUN}`,
  PRICE_NOT_WHOLE: ({ said, readings }) =>
    readings.length > 0
      ? `${quoted(said, "is not whole.")} Whole SUN only: ${readings.join(" or ")}?`.trim()
      : `${quoted(said, "is not whole.")} A price is in whole SUN. Type ${WHOLE_SUN}`.trim(),
  PRICE_TOO_HIGH: ({ said, limit }) =>
    `${quoted(said, "is too high")} At most ${limit} SUN.`.trim(),
  CHUNK_TOO_SMALL: ({ said, limit }) =>
    `${quoted(said, "is too little")} A part is at least ${limit}.`.trim(),
  CHUNK_TOO_LARGE: ({ said, limit }) =>
    `${quoted(said, "is too much")} A part is at most the ${limit} of the order.`.trim(),
};

// The card of orders

const cancelReasons: Record<string, string> = {
  "cancelled by the customer": "cancelled by you",
  "the receiver is not activated": "cancelled: wallet not activated",
  "the receiver is a contract": "cancelled: wallet is a contract",
  "no owner could deliver in time": "cancelled: not delivered in time",
  "TRON could not be read in time": "cancelled: TRON could not be read in time",
  "its deadline has passed": "expired",
};

/** What a wallet can send after a delivery, and what it lacks for a transfer of USDT, in units. */
interface SendsFacts {
  /** What was rented: it is enough for so many transfers. */
  readonly resource: Resource;
  readonly transfers: number;
  readonly lacks: PerResource<number>;
  /** Energy is missing for the first transfer to a wallet that holds no USDT. */
  readonly isFirst: boolean;
  /** TRX, for the Bandwidth that is missing; undefined when it is not known. */
  readonly burn: string | undefined;
}

const progress = (count: number, of: number) => (of > 1 ? `: ${count} of ${of} wallets` : "");

const batch = {
  headline: table<(delivered: number, of: number) => string>()({
    safe: (_, of) => `✅ ${of > 1 ? `All ${of} delivered` : "Delivered"}: safe to send`,
    underWay: (delivered, of) => `⏳ On its way${progress(delivered, of)}`,
    resting: (delivered, of) => `⏳ Waiting in the order book${progress(delivered, of)}`,
    partlyFilled: (delivered, of) =>
      `⏳ Partly filled, the rest is waiting${progress(delivered, of)}`,
    cancelling: (delivered, of) => `⏳ Being cancelled${progress(delivered, of)}`,
    ending: () => "⌛ Rentals are ending",
    ended: () => "Rental is over",
    partlyDelivered: (delivered, of) => `⚠️ Delivered in part${progress(delivered, of)}`,
    cancelled: () => "❌ Cancelled, nothing delivered",
  }),
  /** What one of several orders of a wallet is for. */
  part: units,
  /** All is delivered, and it is not known, or not so, that a transfer can be sent. */
  delivered: (what: Rental): string =>
    what.receivers > 1
      ? `✅ All ${what.receivers} delivered: ${rented(what)} ${what.isSum ? "in all" : "each"}`
      : `✅ Delivered: ${rented(what)}`,
  /** It takes more to a wallet that holds none. */
  safeToHolders: (of: number): string =>
    `✅ ${of > 1 ? `All ${of} delivered` : "Delivered"}: safe to send USDT to a wallet that already holds USDT`,
  /** Energy; `isFirst` where the transfer is to a wallet that holds no USDT. */
  tooLittle: ({ amount, receivers: of, isSum }: Rental, isFirst: boolean): string =>
    `⚠️ ${of > 1 ? `All ${of} delivered` : "Delivered"}${isSum ? "" : `: ${units(amount, "energy")}${of > 1 ? " each" : ""}`}, too little for a USDT transfer${isFirst ? " to a wallet that holds none" : ""}`,
  safeForSome: (safe: number, of: number): string =>
    `⚠️ All ${of} delivered, safe to send: ${safe} of ${of} wallets`,
  sends: ({ resource, transfers, lacks, isFirst, burn }: SendsFacts): string => {
    const to = isFirst ? " to a wallet that holds USDT" : "";
    const times = `${formatInteger(transfers)} USDT transfer${transfers === 1 ? "" : "s"}${to}`;
    const missing = isFirst ? "Missing for one that holds none" : "Missing";
    const bandwidth = units(lacks.bandwidth, "bandwidth");
    const what = [
      lacks.energy > 0 ? units(lacks.energy, "energy") : undefined,
      lacks.bandwidth > 0
        ? `${bandwidth}${burn === undefined ? "" : ` (${burn} TRX will be burnt)`}`
        : undefined,
    ];
    const list = what.filter((one) => one !== undefined).join(", ");
    if (transfers === 0) {
      return `Not enough ${resourceTitle(resource)} for a USDT transfer. ${missing}: ${list}`;
    }
    return `Enough ${resourceTitle(resource)} for ${times}. ${missing}: ${list}`;
  },
  /** Where there is no room to say more. */
  notSafe: "⚠️ Not enough for a USDT transfer",
  terms: (what: Rental, paid: string): string => `${rental(what)} · ${paid} TRX`,
  ends: (at: Part): Part => rich`Ends ${at}`,
  endsBetween: (first: Part, last: Part): Part => rich`Ends from ${first} to ${last}`,
  ended: (at: Part): Part => rich`Ended ${at}`,
  legState: {
    planned: "being sent",
    signed: "being sent",
    sent: "sent, waiting for a block",
    included: "delivered",
    solidified: "delivered, confirmed",
    over: "rental is over",
    dead: "failed, not charged",
  },
  /** Nothing is planned for what is missing at this moment. */
  unplanned: "looking for another seller",
  transaction: "transaction",
  order: (id: Part): Part => rich`Order ${id}`,
  orders: (ids: readonly string[]): string => `Orders\n${ids.join("\n")}`,
  /** `amount` ends with a space, or is empty where it says nothing new. */
  delegation: (amount: string, state: string, transaction: Part | undefined): Part =>
    transaction ? rich`${amount}${state} · ${transaction}` : `${amount}${state}`,
  moreDelegations: (count: number): string => `+ ${count} part${count === 1 ? "" : "s"}`,
  cancelRequested: "cancelling; parts already signed will still be delivered",
  cancelled: (reason: string | null): string =>
    reason ? (cancelReasons[reason] ?? `cancelled: ${reason}`) : "cancelled",
  /** What a better price has saved. */
  improved: (amount: string): string => `${amount} TRX less than your limit`,
  refunded: (amount: string): string => `refunded ${amount} TRX`,
  waitsForNetwork: "⚠️ Still waiting for the network. This card updates itself.",
};

// The list of orders

const orders = {
  title: "Your orders",
  /** Asks which one is meant; the list stands below. */
  question: join([bold("Which order?"), "Tap it below, or send its id."]),
  empty: join([bold("No orders yet"), "Buy the first one with /buy, or paste a wallet address."]),
  /** All orders of a call. */
  line: (at: Part, what: Rental, paid: string, state: string): Part =>
    rich`${at} · ${rentalFor(what)} · ${paid} TRX · ${state}`,
  state: {
    safe: "✅ delivered",
    underWay: "⏳ on its way",
    resting: "⏳ waiting in the order book",
    partlyFilled: "⏳ filled in part",
    cancelling: "⏳ being cancelled",
    ending: "⌛ ending",
    ended: "over",
    partlyDelivered: "⚠️ delivered in part",
    cancelled: "❌ cancelled",
  },
};

// /settings

const settings = {
  title: "Settings",
  groupTitle: "Notifications in this group",
  /** What a tap on a kind does, and who may in a group. */
  hint: "Tap one to change it: on, silent, off.",
  groupHint: "For orders placed in this group. Only admins can change it.",
  kind: {
    completed: "Delivered",
    partial: "Delivered in part",
    cancelled: "Cancelled, refunds",
    ending: "Rental ends soon",
    balance: "Low balance",
    sale: "Sales",
  },
  mode: { on: "on", silent: "silent", off: "off" },
  /** On a button. */
  kindButton: (kind: string, mode: string): string => `${kind}: ${mode}`,
  /** `limit` in TRX; undefined when there is none. */
  limit: (limit: string | undefined): string =>
    limit ? `Alert me when my balance drops below ${limit} TRX` : "No alert for a low balance",
  /** Said when the limit was set. */
  alreadyBelow: (available: string): string =>
    `⚠️ Your balance is already below that: ${available} TRX. You will be told the next time it falls below.`,
  limitButton: (limit: string): string => `Limit: ${limit} TRX`,
  orders: (from: string | undefined): string =>
    from
      ? `Alert me when API keys order for ${from} TRX or more, at once or within an hour`
      : "No alert for orders by API keys",
  ordersButton: (from: string | undefined): string =>
    from ? `Orders by API keys: from ${from} TRX` : "Orders by API keys: off",
  askOrders:
    "Alert me when API keys order for how many TRX or more, at once or within an hour? Type an amount such as 50.",
  noLimit: "No limit",
  /** On a button: there is nothing to be told of. */
  noLimitYet: "Low balance: set a limit",
  /** Above so many TRX Pay asks once more; undefined is never. */
  askAbove: (trx: number | undefined): string =>
    trx === undefined
      ? "Never ask me to confirm a payment"
      : trx === 0
        ? "Ask me to confirm every payment"
        : `Ask me to confirm payments above ${formatInteger(trx)} TRX`,
  askAboveButton: (trx: number | undefined): string =>
    trx === undefined
      ? "Never confirm"
      : trx === 0
        ? "Always confirm"
        : `Confirm > ${formatInteger(trx)}`,
  askLimit: "Alert me below how many TRX? Type an amount such as 50.",
  /** What was typed is no limit. */
  badLimit: (said: string | undefined): string =>
    `${that(said)} is not an amount of TRX. Type a number such as 50 or 12.5, at most 6 decimals.`,
  language: (name: string): string => `Language: ${name}`,
  /** The language of the client, whichever it is. */
  asClient: "as in Telegram",
  languageButton: "🌐 Language",
  /** Toasts. */
  adminsOnly: "Only admins of this group can change that.",
  cannotAsk: "Telegram could not be asked whether you are an admin. Try again in a moment.",
};

// /sell

interface OfferLine {
  readonly resource: Resource;
  readonly price: number;
  readonly shortest: Duration;
  readonly longest: Duration;
  readonly chunk: string;
  /** Undefined where all is sold. */
  readonly keep: string | undefined;
  readonly isOn: boolean;
  /** The most that a unit sells for now, where the offer asks more. */
  readonly tooDearAbove: number | undefined;
}

interface TakeFacts {
  readonly rental: Rental;
  readonly gets: string;
  readonly costs: string;
  readonly commission: string;
}

const operations: Record<Delegating, string> = {
  delegate: "Delegate Resources (DelegateResource)",
  undelegate: "Reclaim Resources (UnDelegateResource)",
};

const powers: Record<Power, string> = {
  owner: "do anything, as an owner key",
  transfer: "transfer TRX",
  contracts: "call contracts",
  permissions: "change permissions",
  stake: "stake",
  unstake: "unstake",
  withdraw: "withdraw unstaked TRX",
};

const sell = {
  title: "Sell Energy and Bandwidth",
  list: "Your accounts that sell:",
  account: (address: Part, earned: string, state: "onSale" | "paused" | "idle"): Part =>
    rich`${address}\n${{ onSale: "✅ on sale", paused: "⏸ paused", idle: "⏸ nothing on sale" }[state]}, ${earned} TRX to be paid out`,
  moreAccounts: (count: number): string => `and ${count} more`,
  address: (commission: string): Part =>
    join([
      "Which account do you want to sell from?",
      "Send its address. It needs staked TRX; your TRX stay in it, and you can stop at any time.",
      `The desk keeps ${commission} % of each sale.`,
    ]),
  /** Behind a number. */
  units: { energy: resourceTitle("energy"), bandwidth: resourceTitle("bandwidth") },
  permission: {
    title: "Let the desk delegate",
    account: (address: Part): Part => rich`Account ${address}`,
    noKey: "❌ No active permission of the account names the desk yet.",
    missing: (lacking: readonly Delegating[]): string =>
      `❌ Not allowed yet: ${lacking.map((one) => operations[one]).join(", ")}`,
    weight: (has: number, needs: number): string =>
      `❌ The threshold is ${needs}, the desk's weight ${has}: one must reach the other.`,
    fine: "✅ The desk can delegate and take back.",
    tooMuch: (more: readonly Power[]): string =>
      `⚠️ Too much: the desk could also ${more.map((one) => powers[one]).join(", ")}. Take that out of the permission: selling does not need it.`,
    /** How it is given, wallet by wallet. */
    steps: (operator: Part): Part =>
      join([
        "Give the desk an active permission for two operations and no more:",
        "1. TronLink: Settings, Permission management. TronScan: connect the wallet, then Permissions of your account.",
        "2. Add an active permission. Leave the owner permission as it is.",
        `3. Operations: only ${operations.delegate} and ${operations.undelegate}.`,
        rich`4. Key: ${operator}, weight 1. Threshold: 1.`,
        "5. Confirm; the network charges 100 TRX for it. Then tap Check.",
      ]),
  },
  challenge: {
    title: "Show that the account is yours",
    ask: "Sign this text as it is, with the account's own key. It moves nothing. Tap it to copy:",
    how: join([
      "Sign it as a message (signMessageV2, TIP-191) in any wallet that can.",
      rich`With TronLink in a browser: open a page it is connected to and run ${code("await tronWeb.trx.signMessageV2(text)")} in the console.`,
    ]),
    /** In the sandbox, where the command signs. */
    sandbox: (command: Part): Part =>
      rich`In the sandbox run ${command}, paste the text and press Ctrl-D.`,
    until: (end: Part): Part => rich`Send me the signature, by ${end}.`,
    /** Under the QR code. */
    code: "The same text as a QR code, for a wallet on another device.",
  },
  seller: {
    state: (isPaused: boolean): string => (isPaused ? "⏸ Paused" : "✅ On sale"),
    /** All offers are off. */
    idle: "⏸ Nothing on sale",
    pause: {
      permission: "The account no longer lets the desk delegate. Tap Permission.",
      bandwidth: "It has too little TRX to pay for a delegation: send it 2 TRX or more.",
      activation: "It is not activated: send it some TRX.",
      other: "The operator of the desk knows why.",
    },
    capacity: (energy: string, bandwidth: string): string =>
      `Can sell now: ${energy} Energy, ${bandwidth} Bandwidth`,
    money: (earned: string, paidOut: string): Part =>
      `Earned: ${earned} TRX to be paid out, ${paidOut} TRX paid out`,
    /** When it is paid, or what that waits for. */
    payout: {
      minimum: (least: string): Part => `Paid out from ${least} TRX on`,
      next: "Paid out with the next round of payouts",
      first: (from: Part): Part => rich`The first payout waits for safety: not before ${from}`,
      approval: (from: Part | undefined): Part =>
        from
          ? rich`More than the desk pays out by itself in a day: the operator must approve it. Not before ${from}`
          : "More than the desk pays out by itself in a day: the operator must approve it",
    },
    open: (count: number): string =>
      count === 0 ? "No open delegations" : `Open delegations: ${count}`,
    delegation: (amount: string, price: number, earns: string, end: Part | undefined): Part =>
      end
        ? rich`${amount} at ${String(price)} SUN, earns ${earns} TRX, until ${end}`
        : `${amount} at ${price} SUN, earns ${earns} TRX, on its way`,
    moreDelegations: (count: number): string => `and ${count} more`,
    offer: ({
      resource,
      price,
      shortest,
      longest,
      chunk,
      keep,
      isOn,
      ...more
    }: OfferLine): string =>
      `${isOn ? "✅" : "⏸"} ${resourceTitle(resource)}: ${price} SUN, ${shortest} to ${longest}, parts of ${chunk} or more${keep === undefined ? "" : `, keeps ${keep}`}${more.tooDearAbove === undefined ? "" : `\n⚠️ Sells nothing: nobody gets more than ${more.tooDearAbove} SUN now. Lower the price.`}`,
    noOffer: "It offers nothing yet.",
    allowsMore: "⚠️ The account allows the desk more than selling needs. Tap Permission.",
  },
  offer: {
    title: (resource: Resource): string => `Offer ${resourceTitle(resource)}`,
    about: "Tap what you want to change, then Put on sale.",
    /** What is left to him of a price for a rental, in TRX, and the desk's share in percent. */
    take: (facts: TakeFacts): string =>
      `You get ${facts.gets} of ${facts.costs} TRX for ${rental(facts.rental)} (commission\u00a0${facts.commission}%).`,
    question: {
      price: "Your minimum price, in SUN per unit and day? Tap one, or type 1 to 1000.",
      shortest: "The shortest rental?",
      longest: "The longest rental? Your stake is tied up that long.",
      chunk: "The smallest part of it that you sell, in units? Tap one, or type a number.",
      keep: "How much do you keep for yourself, in units? Tap one, or type a number.",
    },
    /** A field and its value, on its button. */
    field: {
      price: (value: string): string => `Price: ${value}`,
      shortest: (value: string): string => `Shortest: ${value}`,
      longest: (value: string): string => `Longest: ${value}`,
      chunk: (value: string): string => `Parts from ${value}`,
      keep: (value: string): string => `Keep for myself: ${value}`,
    },
    price: (sun: number): string => `${sun} SUN`,
  },
  /** Behind what was wrong with a typed answer. */
  typed: (said: string): string => `You typed “${said}”.`,
  /** Behind OTHER_KEY. A signature of another text seems to be of some account that nobody knows. */
  signedBy: (account: Part): Part =>
    rich`It belongs to ${account}. If you do not know that account, a different text was signed: sign this one exactly as it is.`,
  notices: {
    NO_ADDRESS: "There is no TRON address in that. Addresses start with T.",
    BAD_ADDRESS: "That address is mistyped: its checksum is wrong.",
    SEVERAL_ADDRESSES: "One account at a time, please.",
    NOT_ACTIVATED: "That account is not activated: send it TRX, and stake some of it.",
    NOT_STAKED:
      "That account has no staked TRX, so there is nothing to sell yet: stake some first.",
    CONTRACT: "That is a contract. Only a wallet can sell.",
    DESKS_OWN: "That account belongs to the desk. Send one of your own.",
    NO_SIGNATURE: "That is not a signature: one has 130 hex characters, with or without 0x.",
    SIGNATURE_INVALID:
      "That signature cannot be read. Sign the text exactly as it is, with the account's own key.",
    OTHER_KEY: "This signature was made by another key.",
    WEAK_KEY: "That key alone does not speak for the account: its owner permission asks for more.",
    CHALLENGE_EXPIRED: "That text has expired or was replaced. Tap New text, and sign that.",
    PERMISSION_MISSING: "The account does not let the desk delegate any more. Tap Check.",
    PRICE_RANGE: "The price must be a whole number from 1 to 1000.",
    CHUNK_RANGE: "That is too little, or not a number: the desk delegates no smaller parts.",
    KEEP_RANGE: "That is not a number of units.",
    CHAIN_UNAVAILABLE: "The desk cannot ask the network now. Try again.",
    NOT_YOURS: "You do not sell from that account (any more).",
    FAILED: "That did not work. Nothing has changed; try again.",
  },
  closed: {
    closed: "Closed. Your offers stay on sale. Open it again with /sell.",
    /** With nothing on sale. */
    idle: "Closed. Open it again with /sell.",
    replaced: "This card was replaced by a newer one.",
  },
  toasts: {
    notYours: "This card belongs to somebody else. Open your own with /sell.",
    closed: "This card is closed. Open a new one with /sell.",
    saved: "Saved.",
    unchanged: "Read again: nothing has changed yet.",
    /** Of the permission of an account that sells. */
    fine: "✅ Read again: the desk can delegate and take back, nothing else.",
  },
  buttons: {
    add: "Add an account",
    list: "All accounts",
    check: "Check",
    copyDesk: "Copy the desk's address",
    goOn: "Continue anyway",
    newText: "New text",
    offer: (resource: Resource, isKnown: boolean): string =>
      `${isKnown ? "Change" : "Offer"} ${resourceTitle(resource)}`,
    turn: (resource: Resource, isOn: boolean): string =>
      `${resourceTitle(resource)} ${isOn ? "off" : "on"}`,
    permission: "Permission",
    save: "Put on sale",
    close: "Close",
  },
};

// /stats: on the picture of what was spent, and under it

export type TimeUnit = "second" | "minute" | "hour" | "day";

interface StatsFacts {
  readonly days: number;
  readonly all: Spent;
  readonly bought: readonly BoughtFacts[];
  /** Written, as are the prices. */
  readonly median: string;
  readonly p90: string;
  /** Against burning at today's price, written: what was saved, or what burning would have saved; undefined where that is not known. */
  readonly against: { readonly amount: string; readonly isSaved: boolean } | undefined;
}

interface BoughtFacts {
  readonly resource: Resource;
  readonly units: number;
  /** The average paid for a unit. */
  readonly price: string;
  /** What the network burns for one now, where that is known. */
  readonly burnPrice: string | undefined;
}

const day = (at: number): string =>
  new Date(at).toLocaleDateString("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });

const delivered = (count: number): string =>
  `${formatInteger(count)} order${count === 1 ? "" : "s"} delivered`;

const timeUnits = { second: "s", minute: "min", hour: "h", day: "d" };

const stats = {
  title: (days: number): string => `Last ${days} days`,
  range: (first: number, last: number): string => `${day(first)} – ${day(last)}, UTC`,
  day,
  spent: "Spent",
  orders: delivered,
  price: (resource: Resource): string => `${resourceTitle(resource)} price`,
  average: "average you paid",
  /** `price` with its unit. */
  burning: (price: string): string => `burning costs ${price}`,
  delivery: "Time to delivery",
  median: "median",
  p90: (time: string): string => `9 of 10 within ${time}`,
  trx: (amount: string): string => `${amount} TRX`,
  sun: (price: string): string => `${price} SUN`,
  // Never on two lines.
  duration: (count: string, unit: TimeUnit): string => `${count}\u00a0${timeUnits[unit]}`,
  /** Behind thousands, millions and so on, by thousands. */
  large: ["k", "M", "B", "T", "Q"] as readonly [string, string, string, string, string],
  caption: ({ days, all, bought, median, p90, against }: StatsFacts): Part =>
    join([
      bold(`${formatTrx(all.spentSun)} TRX spent in ${days} days`),
      against &&
        (against.isSaved
          ? `Saved against burning: ${against.amount} TRX, at today's price`
          : `Burning would have cost ${against.amount} TRX less, at today's price`),
      ...bought.map(
        ({ units: amount, resource, price, burnPrice }) =>
          `${units(amount, resource)} at ${price} SUN on average${
            burnPrice === undefined ? "" : `; burning costs ${burnPrice} SUN`
          }`,
      ),
      `${delivered(all.orders)}: half within ${median}, 9 of 10 within ${p90}`,
    ]),
  /** Nothing was bought in so many days. */
  nothing: (days: number): Part =>
    join([
      bold(`Nothing bought in the last ${days} days`),
      "Once something was delivered, /stats draws what you spent. Buy with /buy.",
    ]),
};

// /help

const help = {
  title: "How it works",
  oneLine: (buy: string): Part => rich`In one line: ${code(`${buy} 65k energy 1h T…`)}`,
  ownAmounts: (buy: string): Part =>
    rich`Different amounts: ${code(`${buy} energy 1h\nT… 65k\nT… 131k`)}`,
  locked: (buy: string): Part =>
    rich`Only locked on chain: ${code(`${buy} 65k energy 1h T… locked`)}`,
  paying: "You pay only by the button that shows the price.",
  group: "A card belongs to whoever opened it. Balance and orders: in private.",
  contact: (contact: string): string => `Questions: ${contact}`,
};

// /history

const period = (from: string | undefined, to: string) =>
  from === to ? `on ${to}` : `${from ? `from ${from} to` : "up to"} ${to}`;

const history = {
  title: "Account history",
  /** `amount` has its sign. */
  line: (at: Part, amount: string, what: string): Part => rich`${at}  ${amount} TRX · ${what}`,
  /** What a movement of the balance is. */
  kinds: {
    deposit: "deposit",
    gift: "credit",
    payment: "payment",
    correction: "correction",
    booked: "held for a booking",
    unbooked: "booking over",
    hold: "order",
    raised: "price of an order raised",
    lowered: "price of an order lowered",
    improved: "better price",
    refund: "refund",
    withdrawal_hold: "withdrawal and its fee",
    withdrawal_returned: "withdrawal given back",
    withdrawal: "withdrawal",
  },
  left: (balance: string): Part => `Balance after that: ${balance} TRX`,
  inFile: (from: string | undefined, to: string): Part =>
    `Every movement ${period(from, to)} is in the file; times there in UTC, amounts in TRX.`,
  nothing: (from: string | undefined, to: string): Part =>
    `No movement of your balance ${period(from, to)}.`,
  /** `command` asks for less; undefined when a single day is too much. */
  tooLarge: (command: Part | undefined): Part =>
    command
      ? rich`That is more than one file holds. This much fits: ${command}`
      : "A single day is more than one file holds. Read the orders over HTTP, with a key of yours.",
  wrongDay: (word: string, example: Part): Part => rich`“${word}” is not a date: write ${example}.`,
  backwards: (example: Part): Part =>
    rich`The end is before the beginning. Write it like this: ${example}`,
};

// Notifications: each begins with the bell, so that nobody takes one for a card

export interface OrderedFacts {
  readonly rental: Rental;
  /** The only wallet; undefined for several. */
  readonly wallet: Part | undefined;
  /** To whom a transfer of USDT can be sent with what each wallet gets; undefined of Bandwidth. */
  readonly sends: "nobody" | "holders" | "anyone" | undefined;
  readonly filledUnits: number;
  readonly paid: string;
  /** Undefined where nothing was delivered. */
  readonly delivered: string | undefined;
  readonly refunded: string;
  /** What a better price has saved, in words. */
  readonly improved: string | undefined;
  /** Why it was cancelled, in words. */
  readonly reason: string | undefined;
}

interface EndingFacts {
  readonly units: number;
  /** The units of each wallet; undefined where they differ. */
  readonly each: number | undefined;
  readonly resource: Resource;
  readonly wallets: number;
  readonly wallet: Part | undefined;
  readonly at: Part;
}

const inAll = ({ rental: { amount, receivers, isSum } }: OrderedFacts) =>
  isSum ? amount : amount * receivers;

const soldUnits = (sold: PerResource<number>) =>
  RESOURCES.flatMap((one) => (sold[one] > 0 ? [units(sold[one], one)] : []));
const booking = {
  /** On the card of an extension. */
  hint: "If it starts when the old rental ends, the money is held until then and only the last minute is paid twice.",
  /** A button. */
  book: (total: string): string =>
    whatFits(39, `Start when it ends, hold ${total} TRX`, `Start then, hold ${total} TRX`),
  open: (due: Part): Part => rich`${bold("🕓 Booked:")} becomes an order at ${due}`,
  terms: (what: Rental, held: string, isHeld: boolean): string =>
    `${rental(what)} · ${held} TRX ${isHeld ? "held" : "given back"}`,
  old: (end: Part): Part => rich`The old rental ends ${end}`,
  returned: "The booking is over, its money is back",
  /** Why the money of a booking went back. */
  reason: table<string>()({
    cancelled: "cancelled by you",
    noCapacity: "nobody could deliver it when it was due",
    closed: "the desk took no new orders when it was due",
    belowFloor: "its price was below the floor by then",
    receiver: "a wallet could not receive it",
    late: "the desk did not run when it was due",
    restored: "the desk was restored from a backup",
  }),
};

/** A booking whose money went back. */
interface ReturnedFacts {
  readonly rental: Rental;
  readonly held: string;
  readonly reason: string;
  readonly wallet: Part | undefined;
}

/** What a delivery by itself is enough for. */
const enough = {
  nobody: "⚠️ Too little for a USDT transfer by itself",
  holders: "Enough for USDT to a wallet that already holds USDT",
  anyone: undefined,
};

const news = {
  booking: (facts: ReturnedFacts): Part =>
    join([
      bold("🔔 Not extended, the money is back"),
      `${rental(facts.rental)} · ${facts.held} TRX given back`,
      facts.reason,
      facts.wallet,
    ]),
  completed: (facts: OrderedFacts): Part =>
    join([
      bold("🔔 Delivered"),
      `${rentalFor(facts.rental)} · ${facts.paid} TRX${facts.improved ? `, ${facts.improved}` : ""}`,
      facts.sends && enough[facts.sends],
      facts.wallet,
    ]),
  partial: (facts: OrderedFacts): Part =>
    join([
      bold("🔔 Delivered in part"),
      `${formatInteger(facts.filledUnits)} of ${units(inAll(facts), facts.rental.resource)}${forAll(facts.rental.receivers)}, ${formatInteger(inAll(facts) - facts.filledUnits)} waiting`,
      facts.wallet,
    ]),
  cancelled: (facts: OrderedFacts): Part =>
    join([
      bold(
        facts.delivered ? "🔔 Delivered in part, the rest refunded" : "🔔 Cancelled and refunded",
      ),
      rentalFor(facts.rental),
      `Paid ${facts.paid}, delivered ${facts.delivered ?? "0"}, refunded ${facts.refunded} TRX`,
      facts.improved,
      facts.reason,
      facts.wallet,
    ]),
  ending: ({ at, units: sum, each, resource, wallets: count, wallet }: EndingFacts): Part =>
    join([
      bold("🔔 A rental ends soon"),
      rich`${units(each ?? sum, resource)}${each === undefined ? " in all" : ""}${forAll(count)} until ${at}`,
      wallet,
    ]),
  balance: (available: string, limit: string): Part =>
    join([
      bold("🔔 Low balance"),
      `${available} TRX available, less than ${limit} TRX.`,
      "How to top up: /balance. The limit: /settings.",
    ]),
  /** What was sold, in how many orders, and what the seller gets for it, in TRX. */
  sale: (sold: PerResource<number>, orders: number, earned: string): Part =>
    join([
      bold("🔔 Sold"),
      `${soldUnits(sold).join(" and ")} in ${orders === 1 ? "1 order" : `${formatInteger(orders)} orders`}: ${earned} TRX for you`,
      "All you sell: /sell. These messages: /settings.",
    ]),
  /** Buttons. */
  open: "Open order",
  extend: "Extend",
};

// Manual orders

export interface DepthText {
  readonly priceSun: number;
  readonly units: number;
}

const depth = (levels: readonly DepthText[]) =>
  levels.map(({ priceSun, units }) => `${formatInteger(units)} at ${priceSun}`).join(" · ");

const sellers = (count: number) => `${count} seller${count === 1 ? "" : "s"} skipped`;

const manual = {
  buttons: {
    /** A price, what it comes to, and how much of so many units it fills at once. */
    price: (priceSun: number, total: string, fills: number, of: number): string => {
      const now = fills >= of ? "all now" : fills > 0 ? `${formatInteger(fills)} now` : "waiting";
      return whatFits(34, `${priceSun} SUN · ${total} TRX · ${now}`, `${priceSun} SUN · ${now}`);
    },
    parts: (least: number): string => `Parts, at least ${formatInteger(least)}`,
    whole: "Whole only",
    otherChunk: "Another minimum part",
    bulk: (isOn: boolean): string => `${isOn ? "☑" : "☐"} All wallets together`,
    priceField: (priceSun: number): string => `${priceSun} SUN`,
    /** `least` is undefined where one owner must deliver all. */
    optionsField: (least: number | undefined, bulk: boolean): string => {
      if (least === undefined) return bulk ? "All or nothing" : "Whole only";
      const from = `≥ ${formatInteger(least)}`;
      const of = bulk ? "All" : "Parts";
      return whatFits(15, `${of} ${from}`, whatFits(13, from, of));
    },
    takeFast: (total: string): string => `Take Fast: ${total} TRX`,
  },
  market: {
    prices: (floorSun: number, fastSun: number): string =>
      `Floor ${floorSun} SUN · Fast ${fastSun} SUN`,
    asks: (levels: readonly DepthText[]): string => `Offered: ${depth(levels)}`,
    noAsks: "Nobody offers any at the moment.",
    bids: (levels: readonly DepthText[]): string => `Waiting: ${depth(levels)}`,
    /** What would fill all at once costs no less than Fast. */
    fastIsBetter: "⚠️ Fast costs no more than a price that fills all now.",
  },
  confirm: {
    fillsAll: "Filled at once by the offers there are",
    /** `cost` in TRX where it is less than the limit. */
    fillsSome: (fills: number, rests: number, cost: string | undefined): string =>
      `By the offers there are, ${formatInteger(fills)} fill now${cost === undefined ? "" : ` for about ${cost} TRX`}, ${formatInteger(rests)} will wait`,
    fillsNone: "No offer fits now: all of it will wait",
    waitsForAll: "Nothing starts until all wallets can be filled",
    parts: (least: number): string => `In parts of at least ${formatInteger(least)}`,
    whole: "Whole only: one seller delivers all",
    bulk: "All wallets start together",
    /** Until when it waits. */
    held: (total: string, until: Part): Part =>
      rich`Waits until ${until}: ${total} TRX is held, what is not filled by then comes back`,
    runs: (duration: Duration): string =>
      `Each part runs ${durationTitle(duration)} from its delivery`,
    fastDearer: (fast: string, saved: string): string =>
      `Fast would cost ${fast} TRX, ${saved} TRX more`,
    fastSame: "⚠️ Fast costs the same and is delivered at once",
    fastCheaper: (fast: string, less: string): string =>
      `⚠️ Fast is cheaper: ${fast} TRX, ${less} TRX less, and at once`,
  },
  order: {
    price: (priceSun: number): string => `${priceSun} SUN`,
    /** Units delivered of so many, those on their way, and those that rest. */
    progress: (delivered: number, of: number, onTheWay: number, rests: number): string =>
      [
        `${formatInteger(delivered)} of ${formatInteger(of)} delivered`,
        ...(onTheWay > 0 ? [`${formatInteger(onTheWay)} on the way`] : []),
        `${formatInteger(rests)} waiting`,
      ].join(", "),
    restsUntil: (at: Part): Part => rich`Waits until ${at}, then the rest is refunded`,
    /** `held` is bound by what still runs to its end. */
    itemised: (
      paid: string,
      delivered: string,
      held: string | undefined,
      refunded: string,
    ): string =>
      [
        `paid ${paid}`,
        `delivered ${delivered}`,
        ...(held === undefined ? [] : [`on the way ${held}`]),
        `refunded ${refunded} TRX`,
      ].join(", "),
  },
  resting: {
    heldUp: "Matching is paused; it continues by itself",
    overdue: "Expired: the rest is being refunded",
    ofPool: "This wallet has become the desk's own: cancel it, the rest comes back",
    fillsNow: "A seller has just become free: it is being filled",
    locked: (owners: number, until: Part): Part =>
      rich`${sellers(owners)}: a longer lock to this wallet until ${until}`,
    underWay: (owners: number): string =>
      `${sellers(owners)}: another delegation to this wallet is on its way`,
    unlockable: (owners: number): string => `${sellers(owners)}: nothing can be locked for so long`,
    tooLittle: (owners: number): string =>
      `${sellers(owners)}: too little free for a part you allow`,
    tooCoarse: (owners: number): string => `${sellers(owners)}: sell no part as small as you need`,
    giftsOnly: (owners: number): string =>
      `${sellers(owners)}: credits from the operator buy from the desk only`,
    failedLately: (owners: number): string =>
      `${sellers(owners)}: a delivery failed, tried again soon`,
    bulk: "The wallets start together, once all can be filled",
    /** Nobody, or nobody else, offers at the price; the next price is undefined when there is none. */
    nobody: (priceSun: number, nextSun: number | undefined, isElse: boolean): string =>
      `Nobody ${isElse ? "else " : ""}offers at ${priceSun} SUN or less${
        nextSun === undefined ? "" : `; the next price is ${nextSun} SUN`
      }`,
  },
};

// /key

const keys = {
  title: "API keys",
  about: "With a key your programs order over HTTP, from your balance.",
  none: "You have none.",
  line: (startsWith: Part, issued: Part): Part => rich`${startsWith}, issued ${issued}`,
  /** After a restore. */
  disabledLine: (startsWith: Part, issued: Part): Part =>
    rich`${startsWith}, issued ${issued}, disabled until the operator enables it`,
  /** No more than so many. */
  full: (most: number): string =>
    `You have ${most}, the most there may be. Revoke one to issue another.`,
  issue: "Issue a key",
  revoke: (startsWith: string): string => `Revoke ${startsWith}`,
  askRevoke: (startsWith: Part): Part =>
    join([
      rich`Revoke the key ${startsWith}?`,
      "Programs that use it are refused at once. It cannot be undone.",
    ]),
  confirmRevoke: "Revoke",
  revoked: (startsWith: Part): Part => rich`✅ The key ${startsWith} is revoked.`,
  /** It was revoked before, or never was his. */
  gone: "That key is not in use any more.",
  /** The one time it is shown. */
  shown: (key: Part): Part =>
    join([
      bold("Your new API key"),
      key,
      "It is shown once: keep it now, the desk does not store it. Whoever has it can spend your balance. Delete this message when you have kept it.",
    ]),
  copy: "Copy the key",
  notShown: (startsWith: Part): Part =>
    rich`⚠️ A new key (${startsWith}) could not be shown for sure, so it was revoked. Issue another with /key.`,
};

// Plain messages

const AS_YOURSELF = "Write as yourself (Remain anonymous off), or order in private.";

const notes = {
  anonymousAdmin: `You are an anonymous admin, so I cannot know who pays.\n${AS_YOURSELF}`,
  channel: `A channel has no balance and cannot order.\n${AS_YOURSELF}`,
  linkedPost: `A post from a linked channel has nobody who pays.\n${AS_YOURSELF}`,
  editedAfterPayment: "This order is paid already: editing the message changes nothing.",
  deadLetter: "Sorry, something went wrong, nothing was charged; see /orders.",
  cannotWrite:
    "The desk cannot take this right now. You will get your answer as soon as it can; nothing was paid.",
  draftDropped: DROPPED,
  nothingToCancel: "No open card. An order is cancelled on its own card: see /orders.",
  nothingToRepeat: "You have no order to repeat yet. Start with /buy.",
  anothersOrder: "This order is another member's; only they can open it.",
  addressLater:
    "No address can be shown right now. Nothing is lost: ask again with /deposit in a few minutes.",
  privateOnly: "That is shown in private only.",
  groupHint:
    "In a group: /buy, /quote, /again, /order, /settings, /usdt, /cancel and /help. All else in private.",
};

/** Of a command that nobody knows; without their slashes. */
const unknownCommand = (
  typed: string,
  meant: string | undefined,
  known: readonly string[],
): string =>
  meant === undefined
    ? `There is no command /${typed}. The commands are ${listed(known.map((name) => `/${name}`))}.`
    : `There is no command /${typed}. Did you mean /${meant}?`;

// What the bot says of itself

const profile = {
  description: [
    "Rent TRON Energy and Bandwidth in seconds, and send USDT without burning TRX.",
    "Paste a wallet address or tap Start. You see the price first and pay by the button that shows it; the card says when it is safe to send.",
  ].join("\n\n"),
  shortDescription: "TRON Energy and Bandwidth in seconds: send USDT without burning TRX.",
};

// Questions that force a reply

/** A question that forces a reply; the placeholder stands in the empty input field. */
interface Prompt {
  readonly text: (resource: Resource) => Part;
  readonly placeholder: string;
}

const prompts = table<Prompt>()({
  receivers: {
    text: () => "Which wallets? Reply with their addresses or a file.",
    placeholder: "T… T…",
  },
  amount: {
    text: (resource) => `How much ${resourceTitle(resource)}? Reply with ${SUCH_AS}`,
    placeholder: "65000",
  },
  price: { text: () => `Which price? Reply with ${WHOLE_SUN}`, placeholder: "55" },
  partialMin: {
    text: () => "What is the minimum part? Reply with a number such as 20000 or 20k.",
    placeholder: "20000",
  },
  order: { text: () => "Which order? Reply with its id.", placeholder: "24 letters and digits" },
});

// Answers to a tap

const toasts = {
  notYours: "This card belongs to somebody else. Open your own with /buy.",
  stale: "The card has changed meanwhile. Here is the new one.",
  alreadyPaid: "Already paid: nothing is charged twice.",
  alreadyDropped: "This card is closed. Open a new one with /buy.",
  readFirst: "Read it first, then tap Pay again.",
  stillMissing: (amount: string): string => `Still ${amount} TRX missing.`,
  quoteLapsed: "That price has expired, nothing was charged. Here is the new one.",
  refreshed: "Refreshed.",
  nothingToGoBackTo: "This is the first question.",
};

// Files of wallets

const AS_CSV = "Save it as CSV (UTF-8) with the wallets in the first column, and send that.";

const files = {
  /** Why a file cannot be read, and what to do. */
  problem: {
    tooLarge: `⚠️ That file is larger than 64 KiB. Split it, or send the column of wallets only: 1,800 of them fit.`,
    unavailable: "⚠️ Telegram did not hand over that file. Send it again.",
    spreadsheet: `⚠️ That is a spreadsheet, which I cannot read. ${AS_CSV}`,
    notText: `⚠️ That file is no text. ${AS_CSV}`,
    noWallets: `⚠️ There is no TRON address in that file. ${AS_CSV}`,
  },
  /** A button: so many of those that are left come next. */
  next: (next: number, left: number): string =>
    `Next ${next === 1 ? "wallet" : `${next} wallets`}${left > next ? ` (${left} left)` : ""}`,
};

// /book

const HEX = "This is an address in hex. Send it as wallets show it: it begins with T.";

const LETTERS = "1 to 32 letters, digits, - and _, one of them a letter";

const howTo = join([
  rich`Add one: ${code("/book cold1 T…")}`,
  rich`Use it where a wallet is asked: ${code("@cold1")}`,
  "Many at once: a CSV of names and wallets with the caption /book",
]);

/** Why a line of a file gives no name. */
const nameProblems = {
  noWallet: "no wallet",
  checksum: "a mistyped wallet",
  ethereum: "an Ethereum-style address",
  hex: "an address in hex",
  noName: "no name",
  badName: `no name (${LETTERS})`,
  twice: "a name that stands for another wallet above",
};

/** What became of a file of names. */
interface ImportFacts {
  readonly outcomes: Record<"added" | "changed" | "same" | "full", number>;
  readonly badLines: readonly { readonly line: number; readonly why: keyof typeof nameProblems }[];
  /** Lines that are not listed. */
  readonly moreBadLines: number;
}

const book = {
  title: (names: number): string => `Address book · ${wallets(names)}`,
  page: (page: number, pages: number): string => `Page ${page} of ${pages}`,
  empty: join([bold("Your address book is empty"), howTo]),
  howTo,
  entry: (uses: number): string | undefined =>
    uses > 0 ? `Ordered ${uses === 1 ? "once" : `${uses} times`}` : undefined,
  /** What became of a name that was given; `name` with its sign, `wallet` in full. */
  added: (name: string, wallet: Part): Part => rich`✅ ${name} is ${wallet}`,
  same: (name: string, wallet: Part): Part => rich`${name} is ${wallet} already.`,
  changed: (name: string, wallet: Part, before: Part): Part =>
    rich`✅ ${name} is ${wallet} now. It was ${before}`,
  full: `⚠️ Your address book holds ${MAX_NAMES} names, which is the most. Remove one first: /book remove cold1`,
  removed: (name: string, wallet: Part, again: Part): Part =>
    rich`${name} is removed; it was ${wallet}. To have it back: ${again}`,
  noSuchName: (name: string): Part => `⚠️ ${name} is not in your address book. See /book.`,
  badName: (name: string): Part => `⚠️ “${name}” is no name. A name has ${LETTERS}.`,
  badWallet: (wallet: Part): Part => rich`⚠️ ${wallet} is no TRON address. Copy it once more.`,
  ethereum: `⚠️ ${ETHEREUM}`,
  hex: `⚠️ ${HEX}`,
  usage: join([
    "⚠️ I did not understand that.",
    howTo,
    rich`Remove one: ${code("/book remove cold1")}`,
    rich`All as a file: ${code("/book export")}`,
  ]),
  imported: ({ outcomes, badLines, moreBadLines }: ImportFacts): Part => {
    const { added, changed, same, full } = outcomes;
    return join([
      bold("Names from the file"),
      `✅ ${formatInteger(added)} new, ${formatInteger(changed)} changed, ${formatInteger(same)} as before`,
      full > 0
        ? `⚠️ ${formatInteger(full)} found no room: ${MAX_NAMES} names are the most.`
        : undefined,
      ...badLines.map(({ line, why }) => `❌ Line ${formatInteger(line)}: ${nameProblems[why]}`),
      moreBadLines > 0 ? `❌ and ${formatInteger(moreBadLines)} lines more` : undefined,
    ]);
  },
  /** The file holds letters that cannot be told. */
  notUtf8: "⚠️ Names in that file cannot be read for sure. Save it as CSV (UTF-8), and send that.",
  caption: (names: number): Part =>
    `Address book · ${wallets(names)}. To take it in again: caption /book.`,
  buttons: {
    buy: "Buy for it",
    remove: "Remove",
    back: "Back",
    export: "Export CSV",
    earlier: "Previous",
    later: "Next",
  },
};

// What receivers have already

export interface HeldFacts {
  /** Undefined where the card shows it already. */
  readonly wallet: Part | undefined;
  readonly units: number;
  readonly resource: Resource;
}

const heldAmount = (held: HeldFacts) => units(held.units, held.resource);

const holder = ({ wallet }: HeldFacts): Part => wallet ?? "This wallet";

const overlaps = {
  /** Each is named below. */
  several: (count: number, of: number, resource: Resource): string =>
    `⚠️ ${formatInteger(count)} of ${wallets(of)} already ${count === 1 ? "has" : "have"} ${resourceTitle(resource)}`,
  holds: (held: HeldFacts, until: Part): Part =>
    rich`⚠️ ${holder(held)} already holds ${heldAmount(held)} until ${until}`,
  /** Not all of it ends at the same time. */
  holdsParts: (held: HeldFacts, first: Part, last: Part): Part =>
    rich`⚠️ ${holder(held)} already holds ${heldAmount(held)}, ending between ${first} and ${last}`,
  /** Paid, and in no block yet. */
  gets: (held: HeldFacts): Part => rich`⚠️ ${holder(held)} is already getting ${heldAmount(held)}`,
  more: (count: number): string => `⚠️ and ${wallets(count)} more`,
};

// /usdt

/** Units of Energy. */
export interface SizeFacts {
  readonly basis: SizeBasis;
  /** What a trial took. */
  readonly triedUnits: number | undefined;
  readonly neededUnits: number;
  readonly heldUnits: number;
  readonly rentUnits: number;
  /** In full. */
  readonly to: Part;
}

const energy = (amount: number) => units(amount, "energy");

/** `wayOut` where the recipient may need more than is proposed. */
function transferTakes(
  { basis, triedUnits = 0, neededUnits, to }: SizeFacts,
  wayOut: string | undefined,
): Part {
  const needed = energy(neededUnits);
  switch (basis) {
    case "tried":
      return rich`Tried on the contract, a USDT transfer to ${to} takes ${energy(triedUnits)}: ${needed} will do.`;
    case "holdsSome":
      return rich`${to} holds USDT, so a transfer takes ${needed}.`;
    case "holdsNone":
      return rich`${to} holds no USDT, so a transfer takes ${needed}.`;
    case "notActivated":
      return rich`${to} is not activated, so it holds no USDT: ${needed} for a first transfer.`;
    case "usual":
      return rich`A USDT transfer usually takes ${needed}. If ${to} never held USDT, it takes ${formatInteger(USDT_NEW_ENERGY)}${wayOut === undefined ? "" : `: ${wayOut}`}.`;
  }
}

function senderHolds({ heldUnits, rentUnits, neededUnits }: SizeFacts): string | undefined {
  if (heldUnits === 0) return undefined;
  const missing = neededUnits - heldUnits;
  const less = `The sender holds ${formatInteger(heldUnits)} unused, so ${formatInteger(missing)} are missing.`;
  return rentUnits > missing
    ? `${less} ${formatInteger(MIN_AMOUNT.energy)} is the least to rent.`
    : less;
}

const usdt = {
  /** Asks for the wallets of a transfer. */
  question: (isGroup: boolean): Part =>
    join([
      "How much Energy does a USDT transfer take?",
      `${isGroup ? "Reply to my question with" : "Send"} two wallets: the sender first, then the recipient.`,
      rich`Such as: T… T…, or ${code("@hot @cold")}`,
    ]),
  /** One of the two is known: asks for the other. */
  askRecipient: (from: Part, isGroup: boolean): Part =>
    join([
      rich`Who gets the USDT from ${from}?`,
      `${isGroup ? "Reply to my question with" : "Send"} the recipient's wallet.`,
    ]),
  askSender: (to: Part, isGroup: boolean): Part =>
    join([
      rich`Who sends the USDT to ${to}?`,
      `${isGroup ? "Reply to my question with" : "Send"} the sender's wallet.`,
    ]),
  /** The same in a group, as a question that forces a reply. */
  prompt: {
    both: "Who sends the USDT, and who gets it? Reply with two wallets, the sender first.",
    recipient: "Who gets the USDT? Reply with the recipient's wallet.",
    sender: "Who sends the USDT? Reply with the sender's wallet.",
  },
  /** On the card that was opened with it. */
  sized: (facts: SizeFacts): Part => join([transferTakes(facts, undefined), senderHolds(facts)]),
  /** The sender holds enough. */
  enough: (facts: SizeFacts): Part => {
    const { basis, heldUnits } = facts;
    const isShortForNew = basis === "usual" && heldUnits < USDT_NEW_ENERGY;
    return join([
      bold(`Nothing to rent: the sender has ${energy(heldUnits)}`),
      transferTakes(facts, isShortForNew ? "rent what is missing with /buy" : undefined),
    ]);
  },
  /** On the same card: what the transfer burns for it, and what it costs here. */
  lacksBandwidth: (burn: string, amount: number, cost: string): string =>
    `The sender lacks Bandwidth: burning TRX for it costs ${burn}, renting ${formatInteger(amount)} here ${cost}.`,
  /** It holds enough Energy. */
  onlyBandwidth: (line: Part): Part =>
    rich`⚠️ The sender lacks Bandwidth, for which the transfer burns TRX. To rent it: ${line}`,
  burnsNothing: "✅ This transfer is free: it burns no TRX.",
  noBandwidth: "⚠️ No Bandwidth is free right now: this is the Energy alone.",
  notActivated: (from: Part): Part =>
    rich`⚠️ ${from} is not activated on TRON, so it cannot send USDT. Send it some TRX first.`,
};

// Changes of orders that rest

const amend = {
  title: "Change the order",
  terms: (what: Rental, priceSun: number): string => `${rental(what)} · ${priceSun} SUN`,
  question: "What is to change?",
  price: "Price",
  lifetime: "Waiting time",
  askLifetime: (created: Part): Part => rich`How long may it wait, counted from ${created}?`,
  hours: (hours: number): string => (hours < 24 ? `${hours} h` : `${hours / 24} d`),
  /** A higher price holds more money. */
  more: (priceSun: number, more: string): string =>
    `⚠️ At ${priceSun} SUN, ${more} TRX more is held. What is not needed comes back.`,
  hold: (more: string): string => `Hold ${more} TRX more`,
  close: "Leave it as it is",
  priceChanged: (priceSun: number): string => `✅ Price changed to ${priceSun} SUN`,
  lifetimeChanged: (until: Part): Part => rich`✅ Changed: waits until ${until}`,
  closed: "Closed, nothing was changed.",
  readFirst: "Read it first, then tap again.",
  over: "This card is closed. The order has the button to change it.",
};

// An order by a key

interface KeyOrderFacts {
  readonly what: Rental;
  readonly paid: string;
  /** Of a raised price: how much more is held. */
  readonly more: string | undefined;
  readonly priceSun: number;
  /** How the key begins. */
  readonly key: Part;
}

const ordered = ({ what, paid, more, priceSun, key }: KeyOrderFacts): Part =>
  join([
    bold(
      more
        ? `🔔 An API key raised the price of an order: now ${paid} TRX (+${more})`
        : `🔔 ${paid} TRX ordered with an API key`,
    ),
    `${rental(what)}, at ${priceSun} SUN`,
    rich`Key: ${key}`,
    "Not you? Revoke it with /key.",
  ]);

const orderedInHour = (paid: string, from: string): Part =>
  join([
    bold(`🔔 ${paid} TRX ordered with API keys within an hour`),
    `Each order by itself is below the ${from} TRX you chose; /orders lists them.`,
    "Not you? Revoke the key with /key.",
  ]);

// What happens to withdrawals

interface AskedFacts {
  readonly amount: string;
  readonly address: Part;
  /** From when it is paid; at once where it is missing. */
  readonly from: Part | undefined;
  readonly approval: boolean;
}

const withdrawalNews = {
  asked: ({ amount, address, from, approval }: AskedFacts): Part =>
    join([
      bold(`🔔 Withdrawal of ${amount} TRX requested with an API key`),
      rich`To ${address}, an address you have not used before.`,
      approval ? "The operator must approve it first." : undefined,
      from ? rich`It is not sent before ${from}.` : undefined,
      "Not you? Cancel it, and revoke your keys with /key.",
    ]),
  paid: (amount: string, address: Part, transaction: Part | undefined): Part =>
    join([bold(`🔔 ${amount} TRX paid out`), rich`To ${address}`, transaction]),
  refused: (amount: string, address: Part, reason: string | undefined): Part =>
    join([
      bold(`🔔 Withdrawal of ${amount} TRX refused`),
      rich`To ${address}`,
      reason && `The reason: ${reason}`,
      "The money is on your balance again.",
    ]),
  delayed: (amount: string, address: Part): Part =>
    join([
      bold(`🔔 Withdrawal of ${amount} TRX takes longer`),
      rich`To ${address}`,
      "The operator must first top up the account that pays. Then it is sent by itself; until then you can cancel it.",
    ]),
  unpaid: (amount: string, address: Part): Part =>
    join([
      bold(`🔔 Withdrawal of ${amount} TRX was not sent`),
      rich`To ${address}`,
      "Its transfer reached no block in time. The money is still held, and the operator must approve it again; until then you can cancel it.",
    ]),
  unbooked: (amount: string, address: Part): Part =>
    join([
      bold(`🔔 Withdrawal of ${amount} TRX is open again`),
      rich`To ${address}`,
      "It was marked as paid by mistake. The money is held again, and the operator must approve it again; until then you can cancel it.",
    ]),
};

// /withdraw

/** Of what a notice of /withdraw speaks; amounts in TRX. */
interface WithdrawingFacts {
  readonly said: string | undefined;
  readonly least: string;
  readonly most: string;
  readonly fee: string;
  readonly contact: string | undefined;
  /** Of an amount that has two. */
  readonly readings: readonly string[];
}

interface OpenWithdrawal {
  readonly amount: string;
  readonly address: Part;
  readonly due: Part | undefined;
  /** Also where no approval is needed. */
  readonly isApproved: boolean;
}

const withdraw = {
  title: "Withdraw TRX",
  /** Also the button that does so. */
  titleOf: (amount: string): string => `Withdraw ${amount} TRX`,
  off: (contact: string | undefined): string =>
    `Withdrawals are off at this desk. To take money out, write to ${contact ?? "the operator"}.`,
  /** On /balance too. */
  withdrawable: (amount: string): string => `You can withdraw: ${amount} TRX`,
  gifts: "Credits from the operator can be spent here, not withdrawn.",
  least: (least: string, fee: string): string =>
    `The minimum is ${least} TRX plus a fee of ${fee} TRX.`,
  askAddress: (hasWallets: boolean): string =>
    hasWallets
      ? "To which address? Tap one of your wallets, or send another."
      : "To which address? Send it here.",
  askAmount: (least: string, most: string): string =>
    `How many TRX shall arrive? From ${least} to ${most}.`,
  all: (amount: string): string => `All of it: ${amount} TRX`,
  to: (address: Part): Part => rich`To ${address}`,
  fee: (fee: string): string => `Fee: ${fee} TRX`,
  feeWithActivation: (fee: string, activation: string): string =>
    `Fee: ${fee} TRX; ${activation} TRX of it activates the new account`,
  arrives: (amount: string): string => `Arrives: ${amount} TRX`,
  taken: (amount: string): string => `Taken from your balance: ${amount} TRX`,
  atOnce: "It is sent at once.",
  newAddress: (hours: number): string =>
    `⏳ New address: it is sent after ${hours} h, and you can cancel it until then.`,
  needsOperator: "⏳ The operator must approve it first.",
  asksAgain: "⚠️ A sent withdrawal cannot be undone. Check the address.",
  sendAgain: (amount: string): string => `Yes, send ${amount} TRX`,
  close: "Close",
  closed: "Closed, nothing was withdrawn.",
  over: "This card is closed. Open a new one with /withdraw.",
  readFirst: "Read it first, then tap again.",
  status: {
    waiting: (amount: string): string => `🕓 Withdrawal of ${amount} TRX`,
    approval: (amount: string): string => `🕓 Withdrawal of ${amount} TRX`,
    signed: (amount: string): string => `⏳ Withdrawal of ${amount} TRX`,
    paid: (amount: string): string => `✅ ${amount} TRX paid out`,
    refused: (amount: string): string => `❌ Withdrawal of ${amount} TRX refused`,
    cancelled: (amount: string): string => `Withdrawal of ${amount} TRX cancelled`,
  },
  awaitsOperator: "It waits for the operator's approval.",
  notBefore: (due: Part): Part => rich`It is not sent before ${due}.`,
  soon: "It is sent as soon as possible.",
  paused: "Payouts are paused; it is sent once they go on.",
  canCancel: "You can cancel it until then.",
  onItsWay: "Sent; it is final in about a minute.",
  reason: (reason: string): string => `The reason: ${reason}`,
  isBack: (amount: string): string => `${amount} TRX are on your balance again.`,
  openTitle: "Not sent yet",
  openLine: ({ amount, address, due, isApproved }: OpenWithdrawal): Part =>
    rich`${amount} TRX to ${address}${due ? rich`, not before ${due}` : ""}${isApproved ? "" : ", waits for the operator's approval"}`,
  transaction: "Transaction",
  cancelOne: (amount: string, wallet: string): string =>
    whatFits(36, `Cancel ${amount} TRX to ${wallet}`, `Cancel ${amount} TRX`),
  cancelledToast: (amount: string): string => `Cancelled: ${amount} TRX are on your balance again.`,
  tooLate: "It cannot be cancelled any more. /withdraw shows what still can.",
  notices: table<(facts: WithdrawingFacts) => string>()({
    NO_ADDRESS: ({ said }) => `${that(said)} is not a TRON address. Addresses start with T.`,
    BAD_ADDRESS: () => "This address is mistyped. Copy it once more.",
    ETHEREUM: () => ETHEREUM,
    HEX: () => HEX,
    NO_SUCH_NAME: ({ said }) =>
      `No wallet of this name is in your /book${said ? `: ${said}` : ""}.`,
    SEVERAL: () => "One address for each withdrawal.",
    CONTRACT: () => "This address is a contract. The desk pays to wallets only.",
    DESKS_OWN: () =>
      "This address belongs to the desk, as your deposit address does, or to nobody. Send the address of a wallet of yours.",
    TWO_READINGS: ({ said, readings }) => twoReadings(said, readings),
    NOT_AMOUNT: ({ said }) => `${that(said)} is not an amount. Type TRX such as 10 or 12.5.`,
    TOO_SMALL: ({ least }) => `At least ${least} TRX.`,
    TOO_LARGE: ({ most, fee }) => `At most ${most} TRX can arrive, after the fee of ${fee} TRX.`,
    FEE_TAKES_ALL: ({ fee }) =>
      `To this address the fee is ${fee} TRX, because its account is new: too little would be left. Give another address.`,
    FEE_CHANGED: () => "The fee has risen. Nothing was sent.",
    BALANCE: ({ most }) =>
      `Your balance has changed: at most ${most} TRX can arrive. Nothing was sent.`,
    TOO_MANY: () =>
      "You have 20 withdrawals that are not paid yet. Cancel one of them, or wait until one is paid. Nothing was taken.",
    OFF: ({ contact }) => `Withdrawals are off now. Write to ${contact ?? "the operator"}.`,
    HALTED: () => "The desk makes no withdrawals now. Nothing was taken. Try again later.",
    CHAIN_UNAVAILABLE: () =>
      "The desk cannot read TRON now. Nothing was taken. Try again in a minute.",
    FAILED: () => "That did not work. Nothing was taken. Try again in a moment.",
  }),
};

export const en = {
  ...account,
  deposit,
  buttons,
  commands,
  wizard,
  confirm,
  noPay,
  closed,
  notices,
  batch,
  booking,
  orders,
  settings,
  sell,
  stats,
  help,
  history,
  news,
  manual,
  keys,
  notes,
  twoReadings,
  unknownCommand,
  profile,
  prompts,
  toasts,
  files,
  book,
  overlaps,
  usdt,
  amend,
  ordered,
  orderedInHour,
  withdrawalNews,
  withdraw,
};
