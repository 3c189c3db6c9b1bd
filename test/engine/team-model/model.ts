/**
 * A team as its rules read, written by somebody who had not seen the engine: who may what, what limits make of an order, what waits for
 * whom and ends with whom, and what is left of the balance. It knows nothing of tables and transactions.
 */
import { DAY_MS } from "../../../src/common/time.js";

export const ROLES = ["viewer", "trader", "approver", "owner"] as const;
export type Role = (typeof ROLES)[number];
export type LimitOf = "order" | "day" | "alone";
export type Caps = Partial<Record<LimitOf, number | undefined>>;
/** What a step must come to. */
export type Verdict = "taken" | "asked" | "refused";

export interface Spend {
  readonly by: number;
  /** By which key of theirs. */
  readonly key?: string | undefined;
  readonly wallets: readonly string[];
  /** Of all orders of the call, after it. */
  readonly totalSun: number;
  readonly addedSun: number;
  readonly isAboveFast?: boolean;
}

/** An order, or a booking. */
export interface Thing {
  readonly by: number;
  /** Orders of one call. */
  readonly call: string;
  readonly wallet: string;
  /** What of it was spent by whom on which day, the newest last. */
  readonly parts: { by: number; key: string | undefined; day: number; sun: number }[];
  isBooking?: boolean;
  state: "held" | "spent" | "over";
  /** A booking is due then, an order that rests is over. */
  endsAt: number;
}

/** It can be shown to its member once, and works from then on. */
export interface Key {
  readonly who: number;
  readonly madeBy: number;
  readonly capSun: number;
  state: "allowed" | "works" | "over";
}

type Wish = { readonly by: number; readonly until: number; isOpen: boolean };

export type OrderWish = Wish & { readonly spend: Spend };
export type Invitation = Wish & { readonly role: Role };

export type Change =
  | { kind: "join"; who: number; role: Role }
  | { kind: "role"; who: number; role: Role }
  | { kind: "removal"; who: number }
  | { kind: "memberLimits"; who: number; of: LimitOf; sun: number | undefined }
  | { kind: "teamLimits"; of: LimitOf; sun: number | undefined }
  | { kind: "rules"; is: boolean }
  | { kind: "key"; who: number; madeBy: number; capSun: number }
  | { kind: "withdrawal"; to: string; wholeSun: number }
  | { kind: "link" };

export type ChangeWish = Wish & { readonly change: Change; readonly was: unknown };

const LEAST_SUN = 1_000_000;
const NO_BOUND = Number.POSITIVE_INFINITY;
const dayOf = (at: number) => Math.floor(at / DAY_MS);
export const sunOf = (parts: Thing["parts"]) => parts.reduce((sum, part) => sum + part.sun, 0);
const rank = (role: Role | undefined) => (role ? ROLES.indexOf(role) : -1);

export class Model {
  readonly members = new Map<number, { role: Role }>();
  /** Also of who has left: they come back with them. */
  readonly own: Record<number, Caps> = {};
  readonly caps: Caps = {};
  onlyBooked = false;
  /** The one group, while it is the team's. */
  isLinked = false;
  availableSun = 0;
  /** By name. */
  readonly book = new Map<string, { wallet: string; by: number; at: number }>();
  readonly things = new Map<string, Thing>();
  readonly keys = new Map<string, Key>();
  /** What waits to be paid out. */
  readonly withdrawals = new Map<string, number>();
  readonly orderWishes = new Map<string, OrderWish>();
  readonly changeWishes = new Map<string, ChangeWish>();
  readonly invitations = new Map<string, Invitation>();

  constructor(public at: number) {}

  is(userId: number, role: Role): boolean {
    return rank(this.members.get(userId)?.role) >= rank(role);
  }

  owners(): number[] {
    return [...this.members.keys()].filter((userId) => this.is(userId, "owner"));
  }

  /** From whose account somebody orders in the group. */
  accountInGroup(userId: number): "own" | "team" | "stranger" {
    if (!this.isLinked) return "own";
    return this.members.has(userId) ? "team" : "stranger";
  }

  usedSun(by?: number, key?: string): number {
    const isTheirs = (part: Thing["parts"][number]) =>
      (by === undefined || part.by === by) && (key === undefined || part.key === key);
    const parts = [...this.things.values()].flatMap((thing) => thing.parts);
    return sunOf(parts.filter((part) => part.day === dayOf(this.at) && isTheirs(part)));
  }

  /** Somebody by themselves, or by a key of theirs, which has no more rights than they have now. */
  mayAct(by: number, role: Role, key?: string): boolean {
    return this.is(by, role) && (key === undefined || this.keys.get(key)?.state === "works");
  }

  /** The limits of the team, which nobody passes. */
  #isWithinTeam({ totalSun, addedSun }: Spend): boolean {
    const { order = NO_BOUND, day = NO_BOUND } = this.caps;
    return totalSun <= order && this.usedSun() + addedSun <= day;
  }

  /** Who named a wallet first has put it into the book. */
  #mayTarget(by: number, wallet: string): boolean {
    const [first] = [...this.book.values()]
      .filter((entry) => entry.wallet === wallet)
      .toSorted((a, b) => a.at - b.at);
    return first !== undefined && !(first.by === by && this.at - first.at < DAY_MS);
  }

  judge(spend: Spend): Verdict {
    const { by, totalSun, addedSun, wallets, isAboveFast } = spend;
    if (!this.mayAct(by, "trader", spend.key) || !this.#isWithinTeam(spend)) return "refused";
    const key = this.keys.get(spend.key ?? "");
    const { order = NO_BOUND, day = NO_BOUND, alone = NO_BOUND } = this.own[by] ?? {};
    const isAlone =
      totalSun <= Math.min(order, alone, this.caps.alone ?? NO_BOUND) &&
      this.usedSun(by) + addedSun <= day &&
      (!key || this.usedSun(by, spend.key) + addedSun <= key.capSun) &&
      !(isAboveFast && !this.is(by, "approver")) &&
      !(
        this.onlyBooked &&
        // Who made a key counts as who orders by it.
        [by, key?.madeBy ?? by].some((who) => wallets.some((one) => !this.#mayTarget(who, one)))
      );
    if (isAlone) return addedSun <= this.availableSun ? "taken" : "refused";
    return key ? "refused" : "asked";
  }

  /** Somebody else could approve it. */
  canBeAsked({ by }: Spend): boolean {
    return [...this.members.keys()].some((one) => one !== by && this.is(one, "approver"));
  }

  mayCancel(by: number, thing: Thing, key?: string): boolean {
    return thing.state === "held" && this.mayAct(by, thing.by === by ? "trader" : "approver", key);
  }

  /** Holds it. */
  order(id: string, whose: Pick<Thing, "by" | "call" | "wallet" | "endsAt">): Thing {
    const thing: Thing = { ...whose, parts: [], state: "held" };
    this.things.set(id, thing);
    return thing;
  }

  raise(thing: Thing, sun: number, { by, key }: Pick<Spend, "by" | "key">): void {
    this.availableSun -= sun;
    thing.parts.push({ by, key, day: dayOf(this.at), sun });
  }

  /** Something comes back, to the day on which it was spent: first of what was spent first. */
  giveBack(thing: Thing, sun: number): void {
    this.availableSun += sun;
    for (let left = sun; left > 0; ) {
      const first = thing.parts.find((part) => part.sun > 0);
      if (!first) throw new Error("more comes back than was spent");
      const back = Math.min(left, first.sun);
      first.sun -= back;
      left -= back;
    }
  }

  close(thing: Thing): void {
    this.giveBack(thing, sunOf(thing.parts));
    thing.state = "over";
  }

  mayApprove(by: number, wish: OrderWish): boolean {
    const isPayable = wish.spend.addedSun <= this.availableSun;
    return this.mayDecline(by, wish) && this.#isWithinTeam(wish.spend) && isPayable;
  }

  mayDecline(by: number, wish: OrderWish): boolean {
    return wish.isOpen && this.at < wish.until && by !== wish.by && this.is(by, "approver");
  }

  /** What a change would change. */
  valueOf(change: Change): unknown {
    if (change.kind === "teamLimits") return this.caps[change.of];
    if (change.kind === "rules") return this.onlyBooked;
    if (!("who" in change)) return null;
    if (change.kind === "memberLimits") return this.own[change.who]?.[change.of];
    return this.members.get(change.who)?.role;
  }

  #widens(change: Change): boolean {
    if (change.kind === "rules") return !change.is;
    if (change.kind === "join") return rank(change.role) > rank("viewer");
    if (change.kind === "role") return rank(change.role) > rank(this.members.get(change.who)?.role);
    if (change.kind === "removal") return false;
    if (!("of" in change)) return true;
    const before = (this.valueOf(change) as number | undefined) ?? NO_BOUND;
    return (change.sun ?? NO_BOUND) > before;
  }

  /** It takes an owner's rights, who is not asked. */
  #takesOwner(change: Change): boolean {
    const isLost = change.kind === "removal" || (change.kind === "role" && change.role !== "owner");
    return isLost && this.is(change.who, "owner");
  }

  #isPossible(change: Change): boolean {
    if (change.kind === "join") return !this.members.has(change.who);
    if ("who" in change && !this.members.has(change.who)) return false;
    if ("sun" in change) return (change.sun ?? LEAST_SUN) >= LEAST_SUN;
    return !this.#takesOwner(change) || this.owners().length > 1;
  }

  #isPayable(change: Change): boolean {
    return change.kind !== "withdrawal" || change.wholeSun <= this.availableSun;
  }

  judgeChange(by: number, change: Change): Verdict {
    // Everybody may leave.
    const isLeaving = change.kind === "removal" && change.who === by;
    const mayWant = isLeaving ? this.members.has(by) : this.is(by, "owner");
    if (change.kind !== "join" && !mayWant) return "refused";
    if (!this.#isPossible(change) || !this.#isPayable(change)) return "refused";
    const others = this.owners().filter((owner) => owner !== by);
    if (this.#takesOwner(change)) return "who" in change && change.who === by ? "taken" : "asked";
    return this.#widens(change) && others.length > 0 ? "asked" : "taken";
  }

  /** `id`: of what it makes. */
  apply(change: Change, id: string): void {
    if (change.kind === "teamLimits") this.caps[change.of] = change.sun;
    else if (change.kind === "rules") this.onlyBooked = change.is;
    else if (change.kind === "link") this.isLinked = true;
    else if (change.kind === "join" || change.kind === "role")
      this.members.set(change.who, { role: change.role });
    else if (change.kind === "removal") this.members.delete(change.who);
    else if (change.kind === "memberLimits")
      this.own[change.who] = { ...this.own[change.who], [change.of]: change.sun };
    else if (change.kind === "key") this.keys.set(id, { ...change, state: "allowed" });
    else if (change.kind === "withdrawal") {
      this.availableSun -= change.wholeSun;
      this.withdrawals.set(id, change.wholeSun);
    }
    this.#endWithRights();
  }

  /** Keys end with their member; what somebody asked for, with their right to ask, and once what it is about is another. */
  #endWithRights(): void {
    for (const key of this.keys.values()) if (!this.members.has(key.who)) key.state = "over";
    for (const wish of [...this.orderWishes.values(), ...this.invitations.values()])
      if (!this.is(wish.by, "spend" in wish ? "trader" : "owner")) wish.isOpen = false;
    for (const wish of this.changeWishes.values()) if (!this.#stands(wish)) wish.isOpen = false;
  }

  isSame(one: Change, other: Change): boolean {
    const thing = ({ kind, ...change }: Change) => {
      const about = ["who", "of", "to"].map((name) => change[name as keyof typeof change]);
      return JSON.stringify([kind.replace("removal", "role"), about]);
    };
    return thing(one) === thing(other);
  }

  /** Who decides a change is an owner who has neither asked for it, nor loses rights by it; it is still what was asked for. */
  mayDecide(by: number, wish: ChangeWish, isApproval: boolean): boolean {
    const { change } = wish;
    const isAbout = change.kind === "role" || change.kind === "removal" ? change.who : undefined;
    if (!wish.isOpen || this.at >= wish.until || by === wish.by || by === isAbout) return false;
    return this.is(by, "owner") && (!isApproval || (this.#stands(wish) && this.#isPayable(change)));
  }

  #stands({ change, was, by }: ChangeWish): boolean {
    return this.is(by, "owner") && this.valueOf(change) === was && this.#isPossible(change);
  }

  /** Time has passed: what is over by then, as the desk looks. */
  lapse(): void {
    for (const wish of this.orderWishes.values()) if (this.at >= wish.until) wish.isOpen = false;
    for (const [id, wish] of this.changeWishes) {
      if (!wish.isOpen || this.at < wish.until) continue;
      wish.isOpen = false;
      if (this.#takesOwner(wish.change) && this.#stands(wish)) this.apply(wish.change, id);
    }
  }
}
