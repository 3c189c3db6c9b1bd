/**
 * The table of all buttons: the letter of each in callback data, and the values after it. A tap is written and read by this
 * table, and its type comes from it; routing/tap.ts says what each tap does. Old messages keep their buttons, so letters and
 * words must not change.
 *
 * Callback data has 1 to 64 bytes: ids and versions only. Anybody can send any text as callback data, so a decoded tap says
 * what was asked for, never what is allowed: owner, price and receivers come from the database.
 */
import { HOUR_MS } from "../../common/time.js";
import { assert } from "../../domain/assert.js";
import { DURATIONS } from "../../domain/duration.js";
import { isOrderId, type OrderId } from "../../domain/ids.js";
import { NEWS_KINDS, NEWS_MODES } from "../../domain/notification.js";
import { MAX_AMOUNT, MAX_LIFETIME_MS, ORDER_TYPES } from "../../domain/order-request.js";
import { RESOURCES } from "../../domain/resource.js";
import { ROLES } from "../../domain/team.js";
import {
  allOf,
  BAD,
  type Codecs,
  choice,
  type Flat,
  oneOf,
  optional,
  second,
  shortId,
  text,
  type Values,
  whole,
} from "./codecs.js";

/** What is asked, in this order; `confirm` shows the quote. */
export const STEPS = [
  "type",
  "resource",
  "receivers",
  "amount",
  "duration",
  "price",
  "options",
  "confirm",
] as const;

/** The questions of an offer, which stand on cards of their own. */
export const OFFER_FIELDS = ["price", "shortest", "longest", "chunk", "keep"] as const;

/** An id of 24 hexadecimal digits. */
const id = text(isOrderId);

/** A card's version, which rises with each change. */
const version = whole({ from: 1, to: Number.MAX_SAFE_INTEGER, radix: 36 });

/** The largest number that a button may carry. */
const MOST = 999_999_999_999_999;

/** A limit above any real sum. */
const MOST_TRX = 1_000_000_000;

/** A limit above the number of wallets that any card offers. */
const MAX_WALLET_PLACES = 100;

const amount = whole({ from: 1, to: MAX_AMOUNT });
const price = whole({ from: 1, to: Number.MAX_SAFE_INTEGER });
const resource = choice(RESOURCES);

/** The buttons of the wizard's cards. */
const DRAFT_ACTIONS = {
  type: { type: choice(ORDER_TYPES) },
  resource: { resource },
  duration: { duration: choice(DURATIONS) },
  amount: { amount },
  /** SUN per unit. */
  price: { price },
  /** Parts are allowed, of at least so many units. */
  parts: { least: amount },
  /** One owner delivers all of it. */
  whole: {},
  /** Toggles whether all receivers start together. */
  bulk: {},
  /** Asks for a typed answer. */
  other: {},
  /** One of the wallets that are offered, by its place in the card's list. */
  wallet: { at: whole({ from: 0, to: MAX_WALLET_PLACES - 1 }) },
  /** Goes on with the receivers entered so far. */
  next: {},
  jump: { step: choice(STEPS) },
  /** Shows the fields of a whole order. */
  change: {},
  back: {},
  cancel: {},
  pay: {},
  /** Adds so much Bandwidth for each wallet; 0 takes it away. */
  bandwidth: { units: whole({ from: 0, to: MAX_AMOUNT }) },
  /** Holds the money until the rental ends that it extends. */
  book: {},
  /** Offers that, or to pay it now. */
  starts: { when: choice(["now", "atEnd"]) },
  requote: {},
  /** Takes the largest amount that can be delivered now, after NO_CAPACITY. */
  take: { amount },
  /** Takes the amounts of a list as most would read it. */
  inOrder: {},
  /** Shows the accounts from which it can be paid; pays from a team's, undefined from one's own. */
  accounts: {},
  from: { team: optional(shortId) },
};

/** The buttons of the cards of /sell. */
const SELLING_ACTIONS = {
  /** One of the accounts on the list, by its place. */
  open: { at: whole({ from: 0, to: 99_999_999_999 }) },
  edit: { resource },
  on: { resource },
  off: { resource },
  ask: { field: choice(OFFER_FIELDS) },
  /** An answer to the card's question: SUN, units, or the seconds of a duration. */
  set: { value: whole({ from: 0, to: 99_999_999_999 }) },
  list: {},
  add: {},
  check: {},
  sign: {},
  save: {},
  refresh: {},
  back: {},
  close: {},
};

/** The buttons of the card that changes orders which rest. */
const AMEND_ACTIONS = {
  ask: { field: choice(["price", "lifetime"]) },
  price: { price },
  /** In all, from the orders' creation. */
  lifetime: { hours: whole({ from: 1, to: MAX_LIFETIME_MS / HOUR_MS }) },
  /** In a group: asks for a typed price. */
  other: {},
  /** Holds what the higher price needs. */
  hold: {},
  back: {},
  close: {},
};

/** The buttons of the cards of /withdraw. */
const WITHDRAWING_ACTIONS = {
  /** One of the named wallets, by its place in the card's list. */
  wallet: { at: whole({ from: 0, to: MAX_WALLET_PLACES - 1 }) },
  all: {},
  /** One of the readings of an amount that was typed, in SUN. */
  amount: { amount: whole({ from: 1, to: Number.MAX_SAFE_INTEGER }) },
  /** Asks once more, then sends. */
  send: {},
  back: {},
  close: {},
};

/** The buttons of /settings. Each names the value it sets, never "the next". */
const SETTINGS = {
  mode: { kind: choice(NEWS_KINDS), mode: choice(NEWS_MODES) },
  /** Asks for a limit of the balance, removes it, or drops the question. */
  question: {},
  noLimit: {},
  /** The same of orders that keys place. */
  askOrders: {},
  noOrders: {},
  /** One of the readings of a limit that was typed, in SUN. */
  limit: {
    about: choice(["balance", "orders"]),
    limit: whole({ from: 1, to: Number.MAX_SAFE_INTEGER }),
  },
  /** Above so many TRX Pay asks once more; undefined is never. */
  askAbove: { trx: optional(whole({ from: 0, to: MOST_TRX })) },
  back: {},
  /** Shows what there is to choose. */
  choices: { of: choice(["askAbove", "language"]) },
  /** Undefined: the language that Telegram is set to. */
  language: { code: optional(text((code) => /^[a-z]{2}$/.test(code))) },
};

/** The buttons of /key. */
const KEY_ACTS = {
  list: {},
  /** `issued` is how many keys there were when the button was drawn: each button issues one. */
  issue: { issued: whole({ from: 0, to: 999_999_999 }) },
  ask: { keyId: id },
  revoke: { keyId: id },
  /** A team's, once. */
  show: { keyId: id },
};

const team = id;
const user = whole({ from: 1, to: MOST, radix: 36 });
export const REPORT_DAYS = ["1", "7", "30"] as const;
const logLine = whole({ from: 1, to: Number.MAX_SAFE_INTEGER, radix: 36 });
/** A limit of a team is less, so that all of its button fits. */
const MOST_CAP_TRX = 99_999_999;
/** In TRX; undefined is none. */
const teamLimit = {
  of: choice(["order", "day", "alone"]),
  trx: optional(whole({ from: 1, to: MOST_CAP_TRX })),
};

/** The buttons of /team. Each names what it sets, never "the next". */
const TEAM_ACTS = {
  list: {},
  open: { team },
  members: { team },
  member: { team, user },
  role: { team, user, role: choice(ROLES) },
  askRemove: { team, user },
  remove: { team, user },
  /** Asks which role. */
  inviteAs: { team },
  invite: { team, role: choice(ROLES) },
  /** Withdraws an invitation. */
  uninvite: { team, invitation: id },
  limits: { team },
  cap: { team, ...teamLimit },
  memberLimits: { team, user },
  memberCap: { team, user, ...teamLimit },
  /** Whether alone nobody orders for other wallets than those of the team's book. */
  booked: { team, is: choice(["on", "off"]) },
  /** Asks how much a key of theirs may spend in a day; makes it; revokes one. */
  keyCaps: { team, user },
  key: { team, user, trx: whole({ from: 1, to: MOST_CAP_TRX }) },
  unkey: { team, key: id },
  /** Asks for a typed sum: a limit of the team or of a member, or for a key of theirs. */
  otherSum: { team, of: choice(["order", "day", "alone", "key"]), user: optional(user) },
  linkCode: { team },
  /** What happened before that line of the log; undefined is the newest. As a file, too. */
  log: { team, before: optional(logLine) },
  logFile: { team, before: optional(logLine) },
  /** Asks, and does it. A group's number is below zero. */
  unlink: { team, below: user },
  unlinkNow: { team, below: user },
  /** Asks for a typed name. */
  rename: { team },
  /** Whether traders see the balance. */
  shown: { team, is: choice(["on", "off"]) },
  /** A page of its orders; undefined is the newest. */
  orders: { team, before: optional(id) },
  /** Those that are open, and one of them. */
  requests: { team },
  request: { team, request: id },
  /** Of so many days, today included. As a file, too. */
  report: { team, days: choice(REPORT_DAYS) },
  reportFile: { team, days: choice(REPORT_DAYS) },
  /** From whose account they pay in private; undefined is their own. */
  paysFrom: { team: optional(team) },
};

const BUTTONS = {
  draft: { letter: "w", says: { flowId: id, version, action: oneOf("kind", DRAFT_ACTIONS) } },
  selling: { letter: "z", says: { flowId: id, version, action: oneOf("kind", SELLING_ACTIONS) } },
  amend: { letter: "c", says: { flowId: id, version, action: oneOf("kind", AMEND_ACTIONS) } },
  withdrawing: {
    letter: "t",
    says: { flowId: id, version, action: oneOf("kind", WITHDRAWING_ACTIONS) },
  },
  /** Cancels a withdrawal. `at`: a card, which is drawn again by itself, or a message, which says it once. */
  withdrawal: { letter: "y", says: { withdrawalId: id, at: choice(["card", "message"]) } },
  menu: {
    letter: "m",
    says: {
      item: choice([
        "buyEnergy",
        "buyBandwidth",
        "orders",
        "balance",
        "deposit",
        "withdraw",
        "help",
      ]),
    },
  },
  batch: {
    letter: "o",
    says: { batchId: id, act: choice(["repeat", "refresh", "cancel", "missing", "amend"]) },
  },
  order: { letter: "s", says: { orderId: id } },
  /** A page of the orders; `cursor` undefined is the newest. */
  orders: { letter: "l", says: { cursor: optional(id) } },
  /** Rents the same again for the wallets of a batch whose rental ends then. */
  extend: { letter: "x", says: { batchId: id, endsAt: second } },
  /** Cancels what was booked for the end of a rental; on its card, or on the list of orders. */
  booking: { letter: "h", says: { bookingId: id, at: optional(choice(["list", "sure"])) } },
  /** Opens a card for the wallets that a paid draft has left over. */
  waiting: { letter: "v", says: { draftId: id } },
  /** Buys what the answer to an update has quoted. */
  offer: { letter: "q", says: { updateId: whole({ from: 0, to: MOST }) } },
  settings: { letter: "n", says: { setting: oneOf("what", SETTINGS) } },
  team: { letter: "g", says: { tapped: oneOf("act", TEAM_ACTS) } },
  /** What a member asks for and somebody else decides. */
  request: {
    letter: "r",
    says: { requestId: id, act: choice(["approve", "decline", "withdraw", "why"]) },
  },
  keys: { letter: "k", says: { tapped: oneOf("act", KEY_ACTS) } },
  book: {
    letter: "b",
    says: {
      tapped: allOf({
        act: choice(["page", "open", "buy", "remove", "export", "replace", "keep"]),
        /** A page, from 0, a name's number, or the update that asked whether to replace; 0 for none of them. */
        number: whole({ from: 0, to: MOST }),
      }),
    },
  },
};

type Buttons = typeof BUTTONS;
type On = keyof Buttons;

/** The decoded callback data of a button. */
export type ButtonTap<O extends On = On> = {
  [Name in O]: Flat<{ readonly on: Name } & Values<Buttons[Name]["says"]>>;
}[O];
/** On the card of a flow; `on` is its kind. */
export type FlowPress = Extract<ButtonTap, { readonly flowId: string }>;
export type Action = ButtonTap<"draft">["action"];
export type SellingAction = ButtonTap<"selling">["action"];
export type AmendAction = ButtonTap<"amend">["action"];
export type WithdrawingAction = ButtonTap<"withdrawing">["action"];
export type SettingTap = ButtonTap<"settings">["setting"];
export type TeamTap = ButtonTap<"team">["tapped"];
export type KeyTap = ButtonTap<"keys">["tapped"];
export type BookTap = ButtonTap<"book">["tapped"];
export type MenuItem = ButtonTap<"menu">["item"];

/** Telegram's limit for callback data. */
const MAX_BYTES = 64;

export function encodeTap(tapped: ButtonTap): string {
  const text = textOf(tapped);
  const bytes = Buffer.byteLength(text);
  assert(bytes >= 1 && bytes <= MAX_BYTES, `callback data of ${bytes} bytes: ${text}`);
  assert(readTap(text), `callback data that would not be read back: ${text}`);
  return text;
}

/** Never throws: undefined for anything that `encodeTap` does not write. */
export function decodeTap(text: string): ButtonTap | undefined {
  if (text.length > MAX_BYTES) return undefined;
  const tapped = readTap(text);
  // Each tap has one text: "007" is no way to write 7.
  return tapped && textOf(tapped) === text ? tapped : undefined;
}

const LETTERS = new Map(Object.entries(BUTTONS).map(([on, { letter }]) => [letter, on as On]));
assert(LETTERS.size === Object.keys(BUTTONS).length, "each button has a letter of its own");

function textOf(tapped: ButtonTap): string {
  const { letter, says } = BUTTONS[tapped.on];
  return [letter, ...allOf<Codecs>(says).write({ ...tapped })].join(":");
}

function readTap(text: string): ButtonTap | undefined {
  const [letter = "", ...words] = text.split(":");
  const on = LETTERS.get(letter);
  if (!on) return undefined;
  const said = allOf<Codecs>(BUTTONS[on].says).read(words);
  return said === BAD || words.length > 0 ? undefined : ({ on, ...said } as ButtonTap);
}

/** `https://t.me/<bot>?start=o_<id>` opens the private chat with the order's card, for the customer whose order it is. */
export function orderLink(botUsername: string, orderId: OrderId): string {
  return `https://t.me/${botUsername}?start=o_${orderId}`;
}

/** `https://t.me/<bot>?start=t_<token>` joins a team. */
export function invitationLink(botUsername: string, token: string): string {
  return `https://t.me/${botUsername}?start=t_${token}`;
}

/** The token in the argument of `/start`. */
export function linkedInvitation(startArgument: string): string | undefined {
  return /^t_([0-9a-f]{32})$/.exec(startArgument)?.[1];
}

/** The order in the argument of `/start`. Anybody can write a link, so it gives no permission. */
export function linkedOrderId(startArgument: string): string | undefined {
  return /^o_([0-9a-f]{24})$/.exec(startArgument)?.[1];
}
