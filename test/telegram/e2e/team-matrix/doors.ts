/** The doors by which something is done for a team, and why some things cannot be done by some of them. */
import type { Actor, Cell } from "./cell.js";

export const DOORS = [
  ...["private card", "group card", "typed line", "edited message", "old card", "deep link"],
  /** A member's key of the team; and over HTTP the key of their own account. */
  ...["API key", "HTTP"],
] as const;
export type Door = (typeof DOORS)[number];
export type Way = (cell: Cell) => Promise<void>;
export type From = Actor | "nobody";

export interface Action {
  readonly kind: Kind;
  /** From which role on it is done at once, and from which on it is asked for. */
  readonly from: From;
  readonly asksFrom?: From;
  /** By these doors nobody below. */
  readonly doorFrom?: Partial<Record<Door, From>>;
  /** Nothing is changed: it is allowed if the answer has this. */
  readonly isRead?: RegExp;
  /** The group is the team's. */
  readonly isInGroup?: boolean;
  /** What is taken is not the actor's: somebody else's right, or none of the team. */
  readonly isOfOther?: boolean;
  /** All others are refused. */
  readonly isFor?: Actor;
  readonly ways: Partial<Record<Door, Way>>;
}

const RANKS: readonly From[] = ["none", "viewer", "trader", "approver", "owner", "nobody"];
export const ACTORS = RANKS.slice(0, 5) as readonly Actor[];
export const reaches = (role: From, from: From) => RANKS.indexOf(role) >= RANKS.indexOf(from);

const ONLY_UNPAID = "an edit changes an unpaid card, and nothing else";
const LINK_SHOWS = "a link shows an order or joins a team, and does nothing else";
const NO_ROUTE = "no route does it";
const OWN_ACCOUNT = "the key of one's own account knows that account alone";
const BUTTONS = "it is done by buttons";
const LIVE = "what its buttons do is decided by what is so now: an old card is like every other";
const PRIVATE = "the bot answers it in private alone";

/** Of what kind an action is, and why it has no way by a door. */
export const CANNOT = {
  /** Whatever the way, what is paid is an order as any other: rows that ask one thing of it have the ways that differ. */
  spend: {
    ...{ "deep link": LINK_SHOWS, HTTP: OWN_ACCOUNT },
    ...{ "old card": "rows of their own", "private card": LIVE, "group card": LIVE },
    ...{ "typed line": BUTTONS, "edited message": ONLY_UNPAID, "API key": "it has no cards" },
  },
  again: {
    ...{ "typed line": "it opens a card", "edited message": ONLY_UNPAID, "deep link": LINK_SHOWS },
    ...{ "old card": LIVE, "API key": NO_ROUTE, HTTP: NO_ROUTE },
    ...{ "private card": "only a key has a cap", "group card": "only a key has a cap" },
  },
  order: {
    ...{ "typed line": BUTTONS, "edited message": ONLY_UNPAID, "deep link": LINK_SHOWS },
    ...{ "old card": LIVE, "private card": "as its cancelling", "group card": "as its cancelling" },
  },
  decide: {
    ...{ "typed line": BUTTONS, "edited message": ONLY_UNPAID, "deep link": LINK_SHOWS },
    ...{ "API key": NO_ROUTE, HTTP: NO_ROUTE, "old card": LIVE },
    ...{ "private card": "the group's is the same request", "group card": PRIVATE },
  },
  manage: {
    ...{ "typed line": BUTTONS, "edited message": ONLY_UNPAID, "deep link": LINK_SHOWS },
    ...{ "API key": NO_ROUTE, HTTP: NO_ROUTE, "old card": LIVE, "group card": PRIVATE },
    "private card": "it is done by a line, or by the link",
  },
  read: {
    ...{ "edited message": ONLY_UNPAID, "old card": LIVE, "deep link": "it leads to an order" },
    ...{ "group card": PRIVATE, "private card": "it is the answer to a line" },
    ...{
      "API key": NO_ROUTE,
      HTTP: OWN_ACCOUNT,
      "typed line": "it is a file, or the deep link's card",
    },
  },
} as const satisfies Record<string, Partial<Record<Door, string>>>;
export type Kind = keyof typeof CANNOT;
