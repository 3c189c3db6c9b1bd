/** The commands of the simulation: what customers, workers, the chain and the operator do, in any order. */
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { DeskError } from "../../../src/domain/errors.js";
import type { OrderTerms } from "../../../src/domain/order.js";
import { closeOverdue, matchSeller } from "../../../src/engine/book/match-book.js";
import { legExpired, legRefused } from "../../../src/engine/legs/settle-leg.js";
import { nextAttempt } from "../../../src/engine/legs/sign-leg.js";
import { cancelOrder } from "../../../src/engine/orders/cancel-order.js";
import { changeOrder } from "../../../src/engine/orders/change-order.js";
import type { LegRow } from "../../../src/store/legs.js";
import { setPause } from "../../../src/store/owners.js";
import { addressOf } from "../../support/addresses.js";
import type { Desk } from "../../support/desk.js";
import { manual, offer, sweep } from "../../support/sellers.js";
import {
  dropReclaim,
  fork,
  mendNow,
  mine,
  moveAway,
  passRentals,
  reclaim,
  replanNow,
  send,
  sendReclaims,
  sign,
  solidifyFailures,
} from "../../support/steps.js";

/** What a run remembers beside the desk. */
export interface World {
  readonly desk: Desk;
  readonly customers: readonly string[];
  readonly keys: Creation[];
  solid: number;
}

interface Creation {
  readonly key: string;
  readonly customerId: string;
  readonly change: Record<string, unknown>;
  readonly orders: readonly OrderTerms[];
}

type Command = (world: World, pick: number) => Promise<void>;

const REASONS = ["expired", "owner_capacity", "lock", "permission", "other"] as const;

function pickFrom<T>(list: readonly T[], pick: number): T | undefined {
  return list[pick % list.length];
}

/** Refusals are part of life; anything else is a failure of the run. */
async function allowed(action: Promise<unknown>): Promise<void> {
  await action.catch((error: unknown) => {
    if (!(error instanceof DeskError) || error.code === "INTERNAL") throw error;
  });
}

/** What would go into a block now: in flight, in no block, and with the stake behind it. */
function minable(desk: Desk): string[] {
  const txids: string[] = [];
  const takenSun = new Map<string, number>();
  const waiting = [
    ...desk.legs("state IN ('signed','sent') AND failed_block IS NULL").map(({ txid }) => txid),
    ...desk
      .legs(
        "state IN ('reclaim_signed','reclaim_sent') AND reclaim_failed_block IS NULL AND reclaim_part = 0",
      )
      .map((leg) => leg.reclaim_txid),
  ];
  for (const txid of waiting) {
    const moved = txid === null ? undefined : desk.chain.signed.get(txid);
    if (!moved || txid === null || desk.chain.holds(txid)) continue;
    const account = `${moved.owner} ${moved.resource}`;
    const outSun = desk.chain.stakeOut(moved.owner, moved.resource) + (takenSun.get(account) ?? 0);
    if (moved.kind === "delegate") {
      if (outSun + moved.stakeSun > (desk.stakesSun.get(moved.owner) ?? 0)) continue;
      takenSun.set(account, (takenSun.get(account) ?? 0) + moved.stakeSun);
    }
    txids.push(txid);
  }
  return txids;
}

/** Legs in flight whose bytes are in no block. */
function lost(desk: Desk, condition: string) {
  return desk.legs(condition).filter(({ txid }) => txid !== null && !desk.chain.holds(txid));
}

/** What is ordered, but for its type: some units for some time to one to three wallets. */
function ordered(pick: number) {
  const amounts = [32_000, 100_000, 150_000, 220_000];
  const durations = ["15m", "1h", "3d"];
  return {
    resourceAmount: pickFrom(amounts, pick) ?? 0,
    duration: pickFrom(durations, pick >> 2),
    receiver: Array.from({ length: 1 + ((pick >> 4) % 3) }, (_, at) => addressOf(1 + at)),
  };
}

async function create(
  { desk, keys, customers }: World,
  change: Record<string, unknown>,
  pick: number,
): Promise<void> {
  const key = `key ${keys.length}`;
  const customerId = pickFrom(customers, pick) ?? "";
  await allowed(
    desk.create(change, key, customerId).then(({ orders }) => {
      keys.push({ key, customerId, change, orders });
    }),
  );
}

const ownersOf = (desk: Desk) => [...desk.owners, ...desk.sellers];

const COMMANDS: Record<string, Command> = {
  create: (world, pick) => create(world, ordered(pick), pick >> 6),
  createManual: (world, pick) => {
    const order = ordered(pick);
    const partialMin = pickFrom([20_000, 30_000, order.resourceAmount], pick >> 12);
    const options = {
      allow_partial: (pick >> 8) % 4 > 0,
      bulk_order: (pick >> 10) % 2 > 0,
      partial_min: Math.min(partialMin ?? 0, order.resourceAmount),
    };
    const price = pickFrom([47, 53, 60, 62], pick >> 14);
    return create(world, manual({ ...order, price }, options), pick >> 6);
  },
  offer: async ({ desk }, pick) => {
    const seller = pickFrom(desk.sellers, pick);
    if (seller === undefined) return;
    await offer(desk, seller, {
      minPrice: pickFrom([45, 50, 60, 61], pick >> 2),
      minChunk: pickFrom([20_000, 40_000], pick >> 4),
      keep: pickFrom([0, 10_000], pick >> 5),
      longestDuration: pickFrom(["30d", "1h"], pick >> 6),
      active: (pick >> 7) % 4 > 0,
    });
    if (pick % 3 > 0) await matchSeller(desk.engine, seller);
  },
  look: ({ desk }) => sweep(desk),
  close: async ({ desk }) => {
    await closeOverdue(desk.engine);
  },
  retry: async ({ desk, keys }, pick) => {
    const old = pickFrom(keys, pick);
    if (!old) return;
    const answer = await desk.create({ ...old.change }, old.key, old.customerId);
    if (!answer.replayed || !isDeepStrictEqual(answer.orders, old.orders))
      throw new Error("a retry was not a replay");
  },
  cancel: async ({ desk }, pick) => {
    const order = pickFrom(desk.rows("SELECT id, customer_id FROM orders"), pick);
    if (!order) return;
    await allowed(
      cancelOrder(desk.engine, { customerId: String(order.customer_id) }, String(order.id)),
    );
  },
  change: async ({ desk }, pick) => {
    const resting = desk.rows("SELECT id, customer_id FROM orders WHERE unplanned_amount > 0");
    const order = pickFrom(resting, pick);
    if (!order) return;
    const change = {
      priceSun: pickFrom([47, 53, 60, 62], pick >> 3),
      lifetimeHours: pickFrom([undefined, undefined, 1], pick >> 5),
    };
    const [customerId, orderId] = [String(order.customer_id), String(order.id)];
    await allowed(changeOrder(desk.engine, { customerId }, orderId, change));
  },
  sign: async ({ desk }, pick) => {
    const leg = pickFrom(desk.legs("state = 'planned'"), pick);
    if (leg) await sign(desk, pick % 3 === 0 ? leg.id : undefined);
  },
  send: ({ desk }) => send(desk),
  deliver: async ({ desk }) => {
    await sign(desk);
    await send(desk);
    await mine(desk, minable(desk));
  },
  mine: async ({ desk }, pick) => {
    const txids = minable(desk).filter((_, at) => ((pick >> at) & 1) === 0);
    await mine(desk, txids);
  },
  mineFailing: async ({ desk }, pick) => {
    const txid = pickFrom(minable(desk), pick);
    if (txid !== undefined && pick % 4 === 0) await mine(desk, [txid], false);
  },
  refuse: async ({ desk }, pick) => {
    const leg = pickFrom(lost(desk, "state = 'signed' AND attempts = 1"), pick);
    const reason = pickFrom(REASONS.slice(1), pick >> 3);
    const { moment } = desk;
    if (!leg || reason === undefined || reason === "expired") return;
    await desk.commit(() => legRefused(leg.id, reason, moment));
  },
  attempt: async ({ desk }, pick) => {
    const leg = pickFrom(desk.legs("state IN ('signed','sent')"), pick);
    if (leg) await desk.commit(() => nextAttempt(leg.id));
  },
  expire: async ({ desk }, pick) => {
    const leg = pickFrom(lost(desk, "state IN ('signed','sent')"), pick);
    const { moment } = desk;
    if (leg) await desk.commit(() => legExpired(leg.id, leg.txid ?? "", moment));
  },
  fork: async (world, pick) => {
    const { desk } = world;
    const depth = Math.min(1 + (pick % 3), desk.chain.head.number - world.solid);
    if (depth > 0) await fork(desk, depth);
  },
  solid: async (world, pick) => {
    world.solid = Math.max(world.solid, world.desk.chain.head.number - (pick % 4));
    await solidifyFailures(world.desk, world.solid);
  },
  end: async ({ desk }) => {
    if (desk.legs("expires_at IS NOT NULL").length > 0) await passRentals(desk);
  },
  reclaim: async ({ desk }, pick) => {
    const { headTimestampMs } = desk.moment;
    const due = desk.legs(`state = 'solidified' AND expires_at < ${headTimestampMs}`);
    const leg = pickFrom(due, pick);
    const ofRecord = (one: LegRow) =>
      one.owner === leg?.owner && one.receiver === leg.receiver && one.resource === leg.resource;
    // Some together, as the worker has it, others one by one.
    const together = pick % 3 === 0 ? due.filter((one) => one === leg) : due.filter(ofRecord);
    if (leg) await reclaim(desk, ...together.map(({ id }) => id));
    if (pick % 2 === 0) await sendReclaims(desk);
  },
  dropReclaim: async ({ desk }, pick) => {
    const out = desk
      .legs("state IN ('reclaim_signed','reclaim_sent')")
      .filter((leg) => leg.reclaim_txid !== null && !desk.chain.holds(leg.reclaim_txid));
    const leg = pickFrom(out, pick);
    if (leg) await dropReclaim(desk, leg.id);
  },
  snapshot: ({ desk }) => desk.snapshot(),
  pause: async ({ desk }, pick) => {
    const owner = pickFrom(ownersOf(desk), pick);
    if (!owner) return;
    await desk.commit(() => setPause(owner, pick % 3 === 0 ? "paused by the run" : null));
    if (pick % 3 === 0) await moveAway(desk, owner);
  },
  wait: async ({ desk }, pick) => {
    desk.clock.nowMs += pickFrom([1_000, 60_000, 301_000, 601_000], pick) ?? 0;
  },
  planAnew: async ({ desk }) => {
    await replanNow(desk);
    await mendNow(desk);
  },
  restart: async ({ desk }) => desk.restart(),
};

/** How often each is drawn: what moves orders on comes more often than what disturbs them. */
const WEIGHTS: Record<string, number> = {
  create: 7,
  createManual: 8,
  offer: 4,
  look: 4,
  sign: 5,
  deliver: 4,
  mine: 4,
  fork: 5,
  expire: 6,
  refuse: 3,
  planAnew: 4,
  cancel: 3,
  change: 3,
  solid: 2,
};

const kind = fc.oneof(
  ...Object.keys(COMMANDS).map((name) => ({
    weight: WEIGHTS[name] ?? 1,
    arbitrary: fc.constant(name),
  })),
);

/** A run: the names of its commands and what each of them picks. */
export const runs = fc.array(fc.tuple(kind, fc.nat({ max: 1_000_000 })), {
  minLength: 20,
  maxLength: 50,
  size: "max",
});

export async function perform(world: World, name: string, pick: number): Promise<void> {
  await COMMANDS[name]?.(world, pick);
}
