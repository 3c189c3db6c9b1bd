/** Steps with money: orders, requests above a limit, other prices, cancellations, bookings, and time, which ends some of them. */
import { expect } from "vitest";
import { HOUR_MS } from "../../../src/common/time.js";
import type { Address } from "../../../src/domain/address.js";
import { BOOKING_GRACE_MS, BOOKING_LEAD_MS } from "../../../src/domain/booking.js";
import { DeskError } from "../../../src/domain/errors.js";
import { type Sun, sun } from "../../../src/domain/money.js";
import { closeOverdue } from "../../../src/engine/book/match-book.js";
import { cancelBooking, holdBooking, startDueBookings } from "../../../src/engine/chat/bookings.js";
import { askForOrder, decide, lapseRequests } from "../../../src/engine/chat/team-requests.js";
import { creditCustomer } from "../../../src/engine/customers/customers.js";
import { cancelOrder } from "../../../src/engine/orders/cancel-order.js";
import { changeOrder } from "../../../src/engine/orders/change-order.js";
import { createOrders } from "../../../src/engine/orders/create-orders.js";
import { addressOf } from "../../support/addresses.js";
import { type Desk, request } from "../../support/desk.js";
import { manual } from "../../support/sellers.js";
import { deliver, mine } from "../../support/steps.js";
import { quotedFor, TRX, teamDraft } from "../../support/teams.js";
import type { Random } from "../simulation/random.js";
import { type Spend, sunOf, type Thing } from "./model.js";
import {
  type Actor,
  acting,
  called,
  PEOPLE,
  perform,
  type Step,
  someActor,
  somebody,
  type World,
} from "./step.js";

const WALLETS = [1, 2, 3, 4].map(addressOf);
/** Of an order of 100,000 Energy that rests; the desk's own price is 60. */
const SUN_PER_PRICE = 100_000;
const FAST_PRICE = 60;
const MINUTE_MS = 60_000;
const FAST_SUN = 3_900_000;
const LONGEST_MS = 86_400_000;
const someWallets = (random: Random): readonly Address[] =>
  random.chance(0.7)
    ? [random.of(WALLETS)]
    : WALLETS.slice(random.below(2)).slice(0, 2 + random.below(2));

type Created = Awaited<ReturnType<typeof createOrders>>;

/** What the desk itself delivers costs its own price, and is spent. */
async function ordered(
  { desk, model }: World,
  actor: Actor,
  { id: call, orders, eachSun }: Ordered,
): Promise<void> {
  const isDelivered = eachSun === FAST_SUN || eachSun > FAST_PRICE * SUN_PER_PRICE;
  for (const { id, receiver: wallet } of orders) {
    const whose = { by: actor.by, call, wallet, endsAt: model.at + LONGEST_MS };
    const thing = model.order(id, whose);
    model.raise(thing, eachSun, actor);
    if (!isDelivered) continue;
    model.giveBack(thing, Math.max(0, eachSun - FAST_PRICE * SUN_PER_PRICE));
    thing.state = "spent";
  }
  if (isDelivered) await deliver(desk);
  model.at = desk.clock.nowMs;
}

interface Ordered {
  readonly id: string;
  readonly orders: readonly { readonly id: string; readonly receiver: string }[];
  readonly eachSun: number;
}

/** Orders of one call at the desk's own price, or at one of their own; what is above a limit is asked for. */
export async function order(world: World): Promise<Step<Created>> {
  const { desk, model, random } = world;
  const actor = someActor(world);
  const isByKey = actor.key !== undefined;
  const wallets = someWallets(random);
  const price = random.of([0, 0, 50, 55, 59, 70]) || undefined;
  const eachSun = price === undefined ? FAST_SUN : price * SUN_PER_PRICE;
  const totalSun = eachSun * wallets.length;
  const isAboveFast = price !== undefined && price > FAST_PRICE;
  const spend: Spend = { ...actor, wallets, totalSun, addedSun: totalSun, isAboveFast };
  const change = { ...(price === undefined ? {} : manual({ price })), receiver: wallets };
  return {
    says: `${called(actor)} orders for ${wallets.length} at ${price ?? "the desk's price"}`,
    must: model.judge(spend),
    act: () =>
      createOrders(desk.engine, {
        ...{ ...acting(world, actor), channel: isByKey ? "http" : "telegram" },
        idempotencyKey: undefined,
        request: request(change),
      }),
    taken: ({ batchId: id, orders }) => ordered(world, actor, { id, orders, eachSun }),
    isByKey,
    asked: async () => {
      if (price === undefined) await perform(world, await asking(world, spend, change));
    },
  };
}

const newId = ({ engine }: Desk) => engine.newId();

async function asking(world: World, spend: Spend, change: object): Promise<Step<void>> {
  const { desk, team, model } = world;
  const id = newId(desk);
  const { whose } = await teamDraft(desk, team, { id, userId: spend.by });
  const payment = await quotedFor(desk, team, { ...change });
  const cards = PEOPLE.map((_, at) => `${whose.id.slice(0, 22)}${at}d`);
  const asked = { whose, why: ["alone"] as const, payment };
  return {
    says: `${spend.by} asks for it`,
    must: model.canBeAsked(spend) ? "asked" : "refused",
    act: () => desk.database.commit(() => askForOrder(asked, cards, desk.moment)),
    asked: (requestId) => {
      const until = model.at + HOUR_MS;
      model.orderWishes.set(requestId, { by: spend.by, spend, until, isOpen: true });
    },
    isLogged: true,
  };
}

export async function decideOrder(world: World): Promise<Step<void> | undefined> {
  const { desk, model, random } = world;
  const [requestId, wish] = random.maybeOf([...model.orderWishes].slice(-4)) ?? [];
  if (!requestId || !wish) return undefined;
  const decision = random.of(["approve", "approve", "approve", "decline", "withdraw"] as const);
  const userId = random.chance(0.2) ? wish.by : somebody(world);
  const may = {
    approve: () => model.mayApprove(userId, wish),
    decline: () => model.mayDecline(userId, wish),
    withdraw: () => wish.isOpen && model.at < wish.until && userId === wish.by,
  };
  const made = () =>
    desk.rows(`SELECT o.id, o.receiver, o.batch_id FROM team_request r
      JOIN orders o ON o.batch_id = r.batch_id WHERE r.id = '${requestId}' ORDER BY o.id`);
  return {
    says: `${userId}: ${decision} what ${wish.by} asked for`,
    must: may[decision]() ? "taken" : "refused",
    act: () => decide(desk.engine, { requestId, userId, decision }),
    taken: async () => {
      wish.isOpen = false;
      const orders = made().map(({ id, receiver }) => ({
        id: String(id),
        receiver: String(receiver),
      }));
      expect(orders.length).toBe(decision === "approve" ? wish.spend.wallets.length : 0);
      if (orders.length > 0)
        await ordered(world, wish, { id: requestId, orders, eachSun: FAST_SUN });
    },
    isLogged: true,
  };
}

const someThing = ({ model, random }: World, isBooking: boolean) =>
  random.maybeOf(
    [...model.things].filter(
      ([, thing]) =>
        !!thing.isBooking === isBooking &&
        (thing.state === "held" || (thing.state === "spent" && random.chance(0.05))),
    ),
  );

export async function raise(world: World): Promise<undefined> {
  const found = someThing(world, false);
  if (found) await perform(world, raising(world, found, someActor(world)));
}

/** Much comes over one price. */
export async function haggle(world: World): Promise<undefined> {
  const found = someThing(world, false);
  const { by = 0, key } = found?.[1].parts.at(-1) ?? {};
  for (let left = 8; found && left > 0; left -= 1) {
    await perform(world, raising(world, found, { by, key }));
  }
}

function raising(world: World, [id, thing]: [string, Thing], actor: Actor): Step<unknown> {
  const { desk, model, random } = world;
  const { by, key } = actor;
  const before = sunOf(thing.parts);
  const prices = [40, 48, 56, 59].filter((price) => price * SUN_PER_PRICE !== before);
  const price = random.of(prices);
  const addedSun = price * SUN_PER_PRICE - before;
  const ofCall = [...model.things.values()].filter(({ call }) => call === thing.call);
  const totalSun = ofCall.reduce((sum, one) => sum + sunOf(one.parts), addedSun);
  const spend = { ...actor, wallets: [thing.wallet], totalSun, addedSun };
  const verdict = addedSun > 0 ? model.judge(spend) : "taken";
  return {
    says: `${called(actor)} changes an order of ${thing.by} for ${thing.wallet} from ${before} to ${price}`,
    must: model.mayCancel(by, thing, key) ? verdict : "refused",
    isByKey: key !== undefined,
    act: () => changeOrder(desk.engine, acting(world, actor), id, { priceSun: price }),
    taken: () => {
      if (addedSun > 0) model.raise(thing, addedSun, actor);
      else model.giveBack(thing, -addedSun);
    },
    isLogged: by !== thing.by && verdict === "taken",
  };
}

export async function cancel(world: World): Promise<Step<unknown> | undefined> {
  const { desk, model, random } = world;
  const isBooking = random.chance(0.3);
  const [id, thing] = someThing(world, isBooking) ?? [];
  if (!id || !thing) return undefined;
  const actor = random.chance(0.3) ? { by: thing.by } : someActor(world);
  const { by, key } = actor;
  return {
    says: `${called(actor)} cancels ${isBooking ? "a booking" : "an order"} of ${thing.by}`,
    // Whoever may hears of what is over that it is.
    must: model.mayCancel(by, thing, key) ? "taken" : "refused",
    act: async () => {
      if (!isBooking) await cancelOrder(desk.engine, acting(world, actor), id);
      else if (!(await cancelBooking(desk.engine, acting(world, actor), id)))
        throw new DeskError("NOT_CHANGEABLE", "It is over.");
    },
    taken: () => model.close(thing),
    isLogged: by !== thing.by,
  };
}

export async function book(world: World): Promise<Step<void>> {
  const { desk, team, model, random, done } = world;
  const by = somebody(world);
  const wallets = someWallets(random);
  const sunOfAll = FAST_SUN * wallets.length;
  const id = newId(desk);
  // No other booking ends then.
  const endsAt = desk.chain.head.timestampMs + random.of([5, 20, 90]) * MINUTE_MS + done.length;
  const draft = { id, customerId: team, ownerUserId: by };
  const booking = { request: request({ receiver: wallets }), priceSun: FAST_PRICE, endsAt };
  return {
    says: `${by} books for ${wallets.length}`,
    must: model.judge({ by, wallets, totalSun: sunOfAll, addedSun: sunOfAll }),
    act: () => desk.database.commit(() => holdBooking(draft, booking, desk.moment)),
    taken: () => {
      const booking = model.order(id, { by, call: id, wallet: "", endsAt });
      booking.isBooking = true;
      model.raise(booking, sunOfAll, { by });
    },
  };
}

export async function passTime(world: World): Promise<undefined> {
  const { desk, model, random, done } = world;
  const laterMs = random.of([1, 1, 10, 10, 30, 65, 180, 600, 1500, 4400]) * MINUTE_MS;
  done.push(`${laterMs / MINUTE_MS} minutes pass`);
  await mine(desk, [], true, laterMs);
  await desk.snapshot();
  model.at = desk.clock.nowMs;
  for (const work of [startDueBookings, closeOverdue, lapseRequests]) await work(desk.engine);
  const now = desk.chain.head.timestampMs;
  for (const thing of model.things.values()) {
    if (thing.state !== "held") continue;
    const { isBooking, endsAt } = thing;
    const isDue = isBooking ? now >= endsAt - BOOKING_LEAD_MS : model.at >= endsAt;
    const isTheirs = !isBooking || model.is(thing.by, "trader");
    if (isTheirs && !isDue) continue;
    const canStart = isBooking && Math.max(now, model.at) <= endsAt + BOOKING_GRACE_MS;
    if (canStart && isTheirs) thing.state = "spent";
    else model.close(thing);
  }
  model.lapse();
}

export async function payIn(world: World): Promise<Step<unknown>> {
  const { desk, team, model, done } = world;
  const amountSun: Sun = sun(30 * TRX);
  const reference = `paid ${done.length}`;
  const credit = {
    customerId: team,
    amountSun,
    kind: "payment",
    reason: "test",
    reference,
  } as const;
  return {
    says: "30 TRX are paid in",
    must: "taken",
    act: () => creditCustomer(desk.engine, credit),
    taken: () => {
      model.availableSun += amountSun;
    },
  };
}
