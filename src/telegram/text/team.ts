/** Teams: their cards, requests, and what is told of them. */
import { MAX_KEYS } from "../../domain/api-key.js";
import { SUN_PER_TRX } from "../../domain/money.js";
import type { Reason, Refusal, Role } from "../../domain/team.js";
import {
  LEAST_LIMIT_SUN,
  type LimitOf,
  MOST_INVITATIONS,
  MOST_MEMBERS,
  MOST_REQUESTS,
  MOST_TEAMS,
} from "../../domain/team-change.js";
import { MAX_NAMES } from "../../domain/wallet-name.js";
import type { Part } from "../transport/format.js";
import type { NamesIn, Rental, Words } from "./words.js";

export const team = ({ text, rich, rental, which, list }: Words) => ({
  none: rich("team-none"),
  several: text("team-several"),
  title: (name: string): string => text("team-title", { name }),
  founded: (name: string): Part => rich("team-founded", { name }),
  role: (role: Role): string => text(`team-role-${role}`),
  you: (role: Role): string => text(`team-you-${role}`),
  alone: text("team-alone"),
  member: (name: string, role: Role, used: string): string =>
    text("team-member", { name, role: text(`team-role-${role}`), used }),
  used: (used: string): string => text("team-used", { used }),
  former: (used: string): string => text("team-former", { used }),
  limits: (whose: "team" | "member" | "you", limits: readonly string[]): string =>
    text("team-limits", { whose, limits: list(limits) }),
  upTo: (of: "order" | "day" | "alone", sum: string): string => text("team-up-to", { of, sum }),
  noLimits: text("team-no-limits"),
  noOwnLimits: text("team-no-own-limits"),
  noOrders: text("team-no-orders"),
  onlyBooked: text("team-only-booked"),
  bookRefused: rich("team-book-refused"),
  invitation: (role: Role, until: Part): Part =>
    rich("team-invitation", { role: text(`team-role-${role}`), until }),
  waiting: (requests: number): string => text("team-waiting", { requests }),
  requestOf: (name: string, what: string): string => text("team-request-of", { name, what }),
  inviteAs: text("team-invite-as"),
  inviteLink: (link: Part, role: Role, until: Part): Part =>
    rich("team-invite-link", { link, role: text(`team-role-${role}`), until }),
  linkCode: (code: Part): Part => rich("team-link-code", { code }),
  linked: (name: string): string => text("team-linked", { name }),
  unlinked: (name: string): string => text("team-unlinked", { name }),
  notLinked: text("team-not-linked"),
  linkInGroup: text("team-link-in-group"),
  badCode: text("team-bad-code"),
  notMember: (name: string): string => text("team-not-member", { name }),
  joined: (name: string, role: Role): string => text("team-joined", { name, role }),
  /** `inviter` undefined: whoever reads it. */
  hasJoined: (who: Part, role: Role, teamName: string, inviter: string | undefined): Part =>
    rich("team-has-joined", { who, role: text(`team-role-${role}`), team: teamName, inviter }),
  hasLeft: (who: Part, role: Role, teamName: string): Part =>
    rich("team-has-left", { who, role: text(`team-role-${role}`), team: teamName }),
  joinAsked: (name: string): string => text("team-join-asked", { name }),
  invitationOver: text("team-invitation-over"),
  isMember: (name: string): string => text("team-is-member", { name }),
  wants: (name: string, teamName: string): string => text("team-wants", { name, team: teamName }),
  changed: (name: string, teamName: string): string =>
    text("team-changed", { name: name || undefined, team: teamName }),
  person: (name: Part, userId: Part): Part => rich("team-person", { name, userId }),
  onlyKnown: text("team-only-known"),
  /** Unless whoever decides it does so before: another owner, or only who asked. */
  happensAt: (at: Part, askedBy: string | undefined): Part =>
    rich("team-happens-at", { at, askedBy }),
  /** From what to what. */
  change: {
    join: (who: Part, role: Role, teamName: string, inviter: string): Part =>
      rich("team-change-join", {
        ...{ who, role: text(`team-role-${role}`), team: teamName, inviter },
      }),
    role: (who: Part, before: Role, after: Role): Part =>
      rich("team-change-role", {
        ...{ who, before: text(`team-role-${before}`), after: text(`team-role-${after}`) },
      }),
    memberLimits: (who: Part, limit: string, before: string, after: string): Part =>
      rich("team-change-member-limits", { who, limit, before, after }),
    teamLimits: (limit: string, before: string, after: string): string =>
      text("team-change-team-limits", { limit, before, after }),
    onlyBookedWallets: (isOn: boolean): string => text("team-change-booked", { isOn }),
    tradersSeeMoney: (isOn: boolean): string => text("team-change-traders-see", { isOn }),
    link: (title: string): string => text("team-change-link", { title }),
    unlink: (title: string): string => text("team-change-unlink", { title }),
    rename: (before: string, after: string): string =>
      text("team-change-rename", { before, after }),
    wallet: (name: string, wallet: Part, before: Part | undefined): Part =>
      before === undefined
        ? rich("team-change-wallet", { name, wallet })
        : rich("team-change-wallet-again", { name, before, wallet }),
    key: (who: Part, role: Role, cap: string): Part =>
      rich("team-change-key", { who, role: text(`team-role-${role}`), cap }),
    removal: (who: Part, before: Role): Part =>
      rich("team-change-removal", { who, before: text(`team-role-${before}`) }),
  },
  key: (startsWith: string, cap: string): string =>
    text("team-key", { startsWith: startsWith || undefined, cap }),
  chooseCap: (name: string): string => text("team-choose-cap", { name }),
  keyToShow: (name: string, cap: string, by: string): string =>
    text("team-key-to-show", { name, cap, by: by || undefined }),
  keyShown: (startsWith: Part): Part => rich("team-key-shown", { startsWith }),
  keyNotShown: (startsWith: Part): Part => rich("team-key-not-shown", { startsWith }),
  notAgreed: (by: string): string => text("team-not-agreed", { by: by || undefined }),
  confirmedBy: (by: string): string => text("team-confirmed-by", { by }),
  /** On the card of what was asked. */
  confirmed: (by: string): string => text("team-confirmed", { by: by || undefined }),
  lapsed: text("team-lapsed"),
  ended: text("team-ended"),
  endedWith: (name: string): string => text("team-ended-with", { name }),
  done: text("team-done"),
  asked: text("team-asked"),
  waits: text("team-waits"),
  refused: text("team-refused"),
  /** Of a role. */
  noRight: {
    order: text("team-no-right-order"),
    manage: text("team-no-right-manage"),
  },
  refusal: {
    role: () => text("team-refused"),
    teamOrder: (left) => text("team-refused-order", { left }),
    teamDay: (left) => text("team-refused-day", { left }),
    key: (left) => text("team-refused-key", { left }),
    nobodyElse: () => text("team-refused-nobody-else"),
    lastOwner: () => text("team-refused-last-owner"),
    isMember: () => text("team-refused-is-member"),
    noMember: () => text("team-refused-no-member"),
    othersGroup: () => text("team-refused-others-group"),
    leastLimit: () => text("team-refused-least-limit", { least: LEAST_LIMIT_SUN / SUN_PER_TRX }),
    manyKeys: () => text("team-refused-many-keys", { most: MAX_KEYS }),
    fullTeam: () => text("team-refused-full-team", { most: MOST_MEMBERS }),
    fullBook: () => text("team-refused-full-book", { most: MAX_NAMES }),
    manyTeams: () => text("team-refused-many-teams", { most: MOST_TEAMS }),
    manyInvitations: () => text("team-refused-many-invitations", { most: MOST_INVITATIONS }),
    manyRequests: () => text("team-refused-many-requests", { most: MOST_REQUESTS }),
    short: (left) => text("team-money-short", { left }),
    feeRisen: () => text("team-money-fee-risen"),
  } satisfies Record<Refusal, (left: string) => string>,
  notAlone: text("team-not-alone"),
  leftAlone: (left: string): string => text("team-left-alone", { left }),
  over: text("team-over"),
  timeOver: text("team-time-over"),
  /** Why a tap on a request does nothing: by whom it was decided, or who asked. */
  notDecided: {
    approved: (name) => text("team-tap-approved", { name: name || undefined }),
    declined: (name) => text("team-tap-declined", { name: name || undefined }),
    withdrawn: (name) => text("team-tap-withdrawn", { name }),
    lapsed: () => text("team-tap-lapsed"),
    dearer: () => text("team-tap-dearer"),
    unpaid: () => text("team-tap-unpaid"),
    ended: () => text("team-tap-ended"),
    own: () => text("team-tap-own"),
    aboutYou: () => text("team-tap-about-you"),
    ofApprovers: () => text("team-tap-of-approvers"),
    ofOwners: () => text("team-tap-of-owners"),
    declinable: (name) => text("team-tap-declinable", { name }),
    theirs: (name) => text("team-tap-theirs", { name }),
  } satisfies Record<string, (name: string) => string>,
  whyTheirs: text("team-tap-why"),
  askRemove: (name: string): string => text("team-ask-remove", { name }),
  /** `others`: there is somebody who may confirm it. */
  removalWaits: (others: boolean): string =>
    text("team-removal-waits", { others: others ? "some" : undefined }),
  askUnlink: (title: string): string => text("team-ask-unlink", { title }),
  askLeave: (name: string): string => text("team-ask-leave", { name }),
  chooseLimit: text("team-choose-limit"),
  limitOf: {
    order: text("team-limit-of-order"),
    day: text("team-limit-of-day"),
    alone: text("team-limit-of-alone"),
    key: text("team-limit-of-key"),
  },
  askSum: (of: LimitOf | "key", name: string | undefined): string =>
    text("team-ask-sum", { limit: text(`team-limit-of-${of}`), name }),
  whichSum: (said: string | undefined, readings: readonly string[]): string =>
    text("team-which-sum", { said, readings: which(readings) }),
  /** Short enough for three in a row; without a sum, none bounds it. */
  limitButton: {
    order: (sum = "∞"): string => text("team-limit-button-order", { sum }),
    day: (sum = "∞"): string => text("team-limit-button-day", { sum }),
    alone: (sum = "∞"): string => text("team-limit-button-alone", { sum }),
  },
  paysFrom: (name: string | undefined): string => text("team-pays-from", { name }),
  /** Of a card that has ended with the right to it. */
  cardOver: (why: NamesIn<"team-card-over">, name: string, isGroup: boolean): string =>
    text(`team-card-over-${why}`, { name, where: isGroup ? "group" : "private" }),
  lost: (name: string): string => text("team-lost", { name }),
  /** On a card: whose money; without a name, one's own. */
  paidFrom: (name: string | undefined): string => text("team-paid-from", { name }),
  request: (name: string, teamName: string): string =>
    text("team-request", { name, team: teamName }),
  requestTerms: (what: Rental, most: string): string =>
    text("team-request-terms", { ...rental(what), most }),
  requestBooks: (at: Part): Part => rich("team-request-books", { at }),
  /** `names`: whose word it needs; empty while there is nobody. */
  requestUntil: (at: Part, names: string): Part =>
    rich("team-request-until", { at, names: names || undefined }),
  requestOver: {
    approved: (by: string): string => text("team-request-approved", { by }),
    declined: (by: string): string => text("team-request-declined", { by }),
    withdrawn: (): string => text("team-request-withdrawn"),
    lapsed: (): string => text("team-request-lapsed"),
    ended: (_: string, askedBy: string): string => text("team-request-ended", { name: askedBy }),
  },
  /** `asker`: in a group. */
  answered: (teamName: string, asker: Part | undefined): Part =>
    asker === undefined
      ? rich("team-answered", { team: teamName })
      : rich("team-answered-in-group", { team: teamName, asker }),
  because: (reason: string): string => text("team-because", { reason }),
  why: {
    order: text("team-why-order"),
    day: text("team-why-day"),
    alone: text("team-why-alone"),
    price: text("team-why-price"),
    wallet: text("team-why-wallet"),
    ownWallet: text("team-why-own-wallet"),
  } satisfies Record<Reason, string>,
  strangeWallet: (wallet: Part): Part => rich("team-strange-wallet", { wallet }),
  noneInBook: text("team-none-in-book"),
  newWallet: (wallet: Part, by: string, at: Part): Part =>
    rich("team-new-wallet", { wallet, by, at }),
  approve: (most: string): string => text("team-approve", { most }),
  agree: text("team-agree"),
  decline: text("team-decline"),
  takeBack: text("team-take-back"),
  takenBack: text("team-taken-back"),
  decidesNoMore: text("team-decides-no-more"),
  sayWhy: text("team-say-why"),
  askWhy: text("team-ask-why"),
  askName: text("team-ask-name"),
  badName: text("team-bad-name"),
  proposed: (name: string): string => text("team-proposed", { name }),
  tradersSee: text("team-traders-see"),
  buttons: {
    members: text("team-buttons-members"),
    invite: text("team-buttons-invite"),
    limits: text("team-buttons-limits"),
    other: text("team-buttons-other"),
    link: text("team-buttons-link"),
    leave: text("team-buttons-leave"),
    remove: text("team-buttons-remove"),
    removeNow: text("team-buttons-remove-now"),
    unlinkNow: text("team-buttons-unlink-now"),
    leaveNow: text("team-buttons-leave-now"),
    back: text("team-buttons-back"),
    mine: text("team-buttons-mine"),
    payFrom: (name: string): string => text("team-buttons-pay-from", { name }),
    switchToMine: text("team-buttons-switch-to-mine"),
    switchTo: (name: string): string => text("team-buttons-switch-to", { name }),
    otherAccount: text("team-buttons-other-account"),
    newKey: text("team-buttons-new-key"),
    revokeKey: (startsWith: string, cap: string): string =>
      text("team-buttons-revoke-key", { startsWith: startsWith || undefined, cap }),
    showKey: text("team-buttons-show-key"),
    noLimit: text("team-buttons-no-limit"),
    uninvite: (role: Role): string =>
      text("team-buttons-uninvite", { role: text(`team-role-${role}`) }),
    rename: text("team-buttons-rename"),
    unlink: (title: string): string => text("team-buttons-unlink", { title }),
    shown: (isOn: boolean): string => text("team-buttons-shown", { isOn }),
    booked: (isOn: boolean): string => text("team-buttons-booked", { isOn }),
  },
});
