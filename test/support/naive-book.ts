// A naive twin of the order book: lists and loops only, written from a text, not from the engine.
type Numbers<K extends string> = Readonly<Record<K, number>>;
export interface Terms extends Numbers<"minPrice" | "chunk" | "keep" | "shortest" | "longest"> {
  readonly active: boolean;
}
type Owner = Terms & { readonly owner: string; stake: number; readonly place: number };
type Piece = { readonly from: number; readonly price: number; units: number }; // from a dead part
type Rules = { duration: string; allowPartial: boolean; partialMin: number; bulk: boolean };
export interface NewOrder extends Readonly<Rules>, Numbers<"price"> {
  readonly units: readonly number[];
}
type Flags = Record<"locked" | "capped" | "signed" | "counted", boolean>;
type Names = Readonly<Record<"owner" | "receiver", string>>;
/** capped: planned from a piece; held: until first included; counted: included and not undone. */
export interface Part extends Numbers<"sequence" | "units" | "price">, Flags, Names {
  held: number;
  state: "waiting" | "included" | "dead";
}
type Sums = Record<"paid" | "spent" | "held" | "refunded" | "improved", number>;
type Counts = Record<"units" | "price" | "call" | "place" | "rests" | "ordinary", number>;
/** bulk: still waits for its call; ordinary: resting at the limit; pieces: resting capped ones. */
export interface Order extends Rules, Sums, Counts, Readonly<Record<"id" | "receiver", string>> {
  closed: boolean;
  status: "processing" | "completed" | "cancelled";
  pieces: Piece[];
  parts: Part[];
}
const LAST = Number.MAX_SAFE_INTEGER; // the place of every pool owner
const secondsOf = (duration: string): number =>
  Number.parseInt(duration, 10) * ({ m: 60, h: 3_600, d: 86_400 }[duration.slice(-1)] ?? 0);
const cost = (order: Order, units: number, price: number): number =>
  units * price * Math.max(1, secondsOf(order.duration) / 86_400);
const total = (list: readonly Numbers<"units">[]) => list.reduce((all, one) => all + one.units, 0);
const unpaid = (part: Part): boolean => part.state === "waiting" && !part.counted;
const known = <T>(found: T | undefined): T => {
  if (found === undefined) throw new Error("unknown order or part");
  return found;
};
/** Whether the order allows a part of so many units of what is left. */
const legal = (order: Order, take: number, left: number): boolean =>
  take === left || (order.allowPartial && Math.min(take, left - take) >= order.partialMin);
/** What rests, is held, paid and (once closed) refunded now; final once nothing is held. */
const settle = (order: Order): void => {
  order.rests = order.ordinary + total(order.pieces);
  order.held = cost(order, order.ordinary, order.price);
  for (const piece of order.pieces) order.held += cost(order, piece.units, piece.price);
  for (const part of order.parts.filter(unpaid)) order.held += part.held;
  const kept = order.spent + order.held + order.improved;
  if (order.closed) order.refunded = order.paid - kept;
  else order.paid = kept;
  if (order.status !== "processing" || order.held > 0) return;
  const whole = total(order.parts.filter((part) => part.counted)) === order.units;
  order.status = whole ? "completed" : "cancelled";
};
export class NaiveBook {
  readonly orders: Order[] = [];
  private owners: Owner[];
  private places = 0;
  constructor(pool: readonly { owner: string; units: number }[], minPrice = 60) {
    const open = { minPrice, chunk: 20_000, keep: 0, shortest: 0, longest: LAST, active: true };
    this.owners = pool.map(({ owner, units }) => ({ ...open, owner, stake: units, place: LAST }));
  }
  queue(): string[] {
    const resting = this.orders.filter((order) => order.rests > 0);
    return resting.sort((a, b) => b.price - a.price || a.place - b.place).map(({ id }) => id);
  }
  put(owner: string, terms: Terms, stakeUnits: number): void {
    const old = this.owners.find((one) => one.owner === owner);
    const same = old?.minPrice === terms.minPrice && (old.active || !terms.active);
    const kept = { stake: old?.stake ?? stakeUnits, place: same ? old.place : ++this.places };
    this.owners = [...this.owners.filter((one) => one !== old), { ...terms, owner, ...kept }];
  }
  stake(owner: string, units: number): void {
    for (const one of this.owners) if (one.owner === owner) one.stake = units;
  }
  offered(owner: string): void {
    const seller = this.asks("").find((ask) => ask.owner === owner);
    if (seller?.active && seller.free >= seller.chunk) this.sweep(seller.minPrice);
  }
  sweep(least = 0): void {
    for (const id of this.queue()) if (this.order(id).price >= least) this.attempt(this.order(id));
  }
  create(ids: readonly string[], order: NewOrder, receivers: readonly string[]): void {
    const call = ++this.places;
    for (const [index, id] of ids.entries()) {
      const [units, receiver] = [order.units[index] ?? 0, receivers[index] ?? ""];
      const own = { id, receiver, units, ordinary: units, rests: units, place: ++this.places };
      const sums = { call, paid: 0, spent: 0, held: 0, refunded: 0, improved: 0, closed: false };
      const one: Order = { ...order, ...own, ...sums, status: "processing", pieces: [], parts: [] };
      this.orders.push(one);
      if (!one.bulk || index === ids.length - 1) this.attempt(one, call);
    }
  }
  change(id: string, to: { readonly price?: number; readonly laterEnd?: boolean }): void {
    const order = this.order(id);
    const step = (to.price ?? order.price) - order.price;
    if (order.rests === 0 || (step === 0 && to.laterEnd !== true)) return;
    order.place = ++this.places;
    if (step === 0) return;
    order.price += step;
    for (const part of order.parts.filter((one) => unpaid(one) && !one.capped)) {
      part.held = cost(order, part.units, Math.max(part.price, order.price));
    }
    order.ordinary += total(order.pieces.filter((piece) => piece.price >= order.price));
    order.pieces = order.pieces.filter((piece) => piece.price < order.price);
    settle(order);
    this.attempt(order, order.place - 1);
  }
  cancel(id: string): void {
    const order = this.order(id);
    if (order.closed || order.status !== "processing") return;
    Object.assign(order, { closed: true, bulk: false, ordinary: 0, pieces: [] });
    for (const part of order.parts.filter(unpaid)) if (!part.signed) part.state = "dead";
    settle(order);
  }
  sign(id: string, sequence: number): void {
    Object.assign(known(this.order(id).parts[sequence - 1]), { signed: true });
  }
  include(id: string, sequence: number): void {
    const order = this.order(id);
    const part = known(order.parts[sequence - 1]);
    if (part.state !== "waiting") return;
    const own = cost(order, part.units, part.price);
    order.spent += unpaid(part) ? own : 0;
    order.improved += unpaid(part) ? part.held - own : 0;
    Object.assign(part, { state: "included", signed: true, counted: true });
    settle(order);
  }
  fork(id: string, sequence: number): void {
    const part = known(this.order(id).parts[sequence - 1]);
    if (part.state === "included") part.state = "waiting";
  }
  die(id: string, sequence: number): void {
    const order = this.order(id);
    const part = known(order.parts[sequence - 1]);
    if (part.state !== "waiting") return;
    const { units, price, counted, capped } = part;
    Object.assign(part, { state: "dead", counted: false });
    if (order.status !== "processing") return;
    const piece = (counted || capped) && price < order.price;
    if (counted) order.spent -= cost(order, units, price);
    if (!order.closed && piece) order.pieces.push({ from: sequence, price, units });
    else if (!order.closed) order.ordinary += units;
    settle(order);
    for (const except of [part.owner, ""]) this.attempt(order, LAST, except);
  }
  private order(id: string): Order {
    return known(this.orders.find((order) => order.id === id));
  }
  /** An order, or a bulk call that has not started, fills itself; fresh are places after since. */
  private attempt(order: Order, since = LAST, except = ""): void {
    const all = this.orders.filter((one) => one.call === order.call && one.bulk);
    const together = order.bulk ? all : [order];
    for (const one of together) {
      const ordinary = { from: 0, price: one.price, units: one.ordinary };
      one.pieces.sort((a, b) => a.price - b.price || a.from - b.from);
      for (const piece of one.pieces) this.fill(one, piece, false, except);
      this.fill(one, ordinary, one.place > since, except);
      one.ordinary = ordinary.units;
      one.pieces = one.pieces.filter(({ units }) => units > 0);
      settle(one);
    }
    const started = together.every((one) => one.rests === 0);
    for (const one of together.filter(({ bulk }) => bulk))
      if (started) one.bulk = false;
      else Object.assign(one, { ordinary: one.units, rests: one.units, parts: [] });
  }
  /** Every owner in the order they are asked, with what is free and whether they can lock. */
  private asks(receiver: string) {
    const parts = this.orders.flatMap((order) => order.parts);
    const asks = this.owners.map((one) => {
      const own = parts.filter(({ owner, state }) => owner === one.owner && state !== "dead");
      const locks = own.filter((part) => part.locked && part.receiver === receiver);
      const locked = locks.every(({ state }) => state === "included" && one.place !== LAST);
      return { ...one, free: one.stake - one.keep - total(own), locked };
    });
    asks.sort((a, b) => Number(b.locked) - Number(a.locked) || b.free - a.free);
    return asks.sort((a, b) => a.minPrice - b.minPrice || a.place - b.place);
  }
  private fill(order: Order, piece: Piece, fresh: boolean, except: string): void {
    const [receiver, wanted, seconds] = [order.receiver, piece.units, secondsOf(order.duration)];
    for (const { owner, minPrice, locked, free, ...terms } of this.asks(receiver)) {
      const pool = terms.place === LAST;
      const inRange = terms.shortest <= seconds && seconds <= terms.longest;
      const asked = owner !== receiver && owner !== except && terms.active && (locked || pool);
      if (!asked || !inRange || minPrice > piece.price) continue;
      const chunk = pool ? Math.min(terms.chunk, wanted) : terms.chunk;
      const least = Math.max(1, chunk, order.allowPartial ? 0 : piece.units);
      let take = Math.min(piece.units, free);
      while (take >= least && !legal(order, take, piece.units)) take -= 1;
      if (take < least) continue;
      piece.units -= take;
      const own = { sequence: order.parts.length + 1, owner, receiver, units: take, locked };
      const money = { price: fresh ? minPrice : piece.price, held: cost(order, take, piece.price) };
      const flags = { capped: piece.from > 0, signed: false, counted: false };
      order.parts.push({ ...own, ...money, ...flags, state: "waiting" });
    }
  }
}
