/** The commands of a run: what customers, the network, the workers, owners and time do, in any order. */
import { isDeepStrictEqual } from "node:util";
import { DeskError } from "../../../src/domain/errors.js";
import { parseOrderRequest } from "../../../src/domain/order-request.js";
import { cancelOrder } from "../../../src/engine/orders/cancel-order.js";
import { changeOrder } from "../../../src/engine/orders/change-order.js";
import { createOrders } from "../../../src/engine/orders/create-orders.js";
import { setRates } from "../../../src/engine/prices/rates.js";
import { addressOf } from "../../support/addresses.js";
import { manual } from "../../support/sellers.js";
import { RATES } from "../../support/terms.js";
import { moneyCommands } from "./money-commands.js";
import { networkCommands } from "./network-commands.js";
import { ownerCommands } from "./owner-commands.js";
import { BLOCK_MS } from "./paper-node.js";
import { WORKERS, type WorkerName } from "./workers.js";
import type { World } from "./world.js";

export interface Command {
  /** How often it is drawn. */
  readonly weight: number;
  readonly run: (world: World) => Promise<void> | void;
}

/** The last of them is not activated at first. */
const RECEIVERS = 7;

/** What is ordered, but for its type: some units for some time to one to three wallets, of which some get amounts of their own. */
function ordered({ random }: World) {
  const isBandwidth = random.chance(0.15);
  const first = random.below(RECEIVERS);
  const amounts = isBandwidth
    ? [1_000, 3_000, 8_000]
    : [32_000, 65_000, 100_000, 150_000, 220_000, 280_000];
  const amount = random.of(amounts);
  const receiver = Array.from({ length: 1 + random.below(3) }, (_, at) =>
    addressOf(1 + ((first + at) % RECEIVERS)),
  );
  const each = receiver.map(() => random.of(amounts));
  const isEven = random.chance(0.75);
  return {
    resourceType: isBandwidth ? "Bandwidth" : "Energy",
    ...(isEven ? { resourceAmount: amount } : { amounts: each }),
    duration: random.of(["15m", "15m", "1h", "3d"]),
    receiver,
    least: isEven ? amount : Math.min(...each),
  };
}

export async function create(world: World, change: Record<string, unknown>): Promise<void> {
  const { keys, random, traders } = world;
  const key = `key ${keys.length}`;
  const customerId = random.of(traders);
  await allowed(
    call(world, customerId, key, change).then(({ orders }) => {
      keys.push({ key, customerId, change, orders });
    }),
  );
}

function call(world: World, customerId: string, key: string, change: Record<string, unknown>) {
  const request = parseOrderRequest({ type: "Fast", ...change });
  return createOrders(world.engine, { customerId, channel: "http", request, idempotencyKey: key });
}

/** Refusals are part of life; anything else is a failure of the run. */
export async function allowed(action: Promise<unknown>): Promise<void> {
  await action.catch((error: unknown) => {
    if (!(error instanceof DeskError) || error.code === "INTERNAL") throw error;
  });
}

/** One wallet orders a few times within minutes: what is delegated to it may be locked together. */
async function orderAgain(world: World): Promise<void> {
  const { random, workers } = world;
  const receiver = [addressOf(1 + random.below(2))];
  const usual = random.of(["15m", "1h", "3d"]);
  for (let left = 2 + random.below(4); left > 0; left -= 1) {
    await create(world, {
      resourceType: "Energy",
      resourceAmount: random.of([32_000, 32_000, 40_000, 65_000]),
      duration: random.chance(0.8) ? usual : random.of(["15m", "1h"]),
      receiver,
    });
    await workers.run(["signer"]);
    if (random.chance(0.7)) world.mine();
    await workers.run(["follower", "capacity"]);
    world.mine(random.of([BLOCK_MS, 12_000, 45_000, 90_000, 240_000]));
    await workers.run(["follower"]);
  }
}

const CUSTOMERS: Record<string, Command> = {
  create: {
    weight: 10,
    run: (world) => {
      const { least, ...order } = ordered(world);
      return create(world, order);
    },
  },
  orderAgain: { weight: 4, run: orderAgain },
  createManual: {
    weight: 8,
    run: (world) => {
      const { random } = world;
      const { least, ...order } = ordered(world);
      const chunk = order.resourceType === "Bandwidth" ? 1_000 : 20_000;
      const partialMin = random.of([chunk, Math.floor(chunk * 1.5), least]);
      const options = {
        allow_partial: random.chance(0.75),
        bulk_order: random.chance(0.3),
        partial_min: Math.min(partialMin, least),
      };
      const price = random.of([47, 53, 60, 60, 62]);
      return create(world, manual({ resourceAmount: undefined, ...order, price }, options));
    },
  },
  retry: {
    weight: 1,
    run: async (world) => {
      const old = world.random.maybeOf(world.keys);
      if (!old) return;
      const answer = await call(world, old.customerId, old.key, { ...old.change });
      if (answer.replayed && isDeepStrictEqual(answer.orders, old.orders)) return;
      world.problems.push("a retry was not a replay");
    },
  },
  change: {
    weight: 3,
    run: async (world) => {
      const { random, engine } = world;
      const resting = "SELECT id, customer_id FROM orders WHERE unplanned_amount > 0";
      const order = random.maybeOf(world.rows(resting));
      if (!order) return;
      const change = {
        priceSun: random.chance(0.8) ? random.of([47, 53, 60, 62]) : undefined,
        lifetimeHours: random.chance(0.3) ? random.of([1, 3]) : undefined,
      };
      await allowed(
        changeOrder(engine, { customerId: String(order.customer_id) }, String(order.id), change),
      );
    },
  },
  cancel: {
    weight: 3,
    run: async (world) => {
      const order = world.random.maybeOf(world.rows("SELECT id, customer_id FROM orders"));
      if (!order) return;
      await allowed(
        cancelOrder(world.engine, { customerId: String(order.customer_id) }, String(order.id)),
      );
    },
  },
};

/** Whatever the desk charges, no leg is planned at a price of before. */
async function setPrices({ engine, random }: World): Promise<void> {
  const energy = random.of([60, 60, 12, 30]);
  const fast = { energy, bandwidth: 10 * energy };
  const floors = Object.fromEntries(
    Object.entries(RATES.floors).map(([duration, floor]) => {
      const energy = Math.min(floor.energy, fast.energy);
      return [duration, { energy, bandwidth: Math.min(floor.bandwidth, fast.bandwidth) }];
    }),
  );
  await setRates(engine, { ...RATES, fast, floors }, "the run");
}

const THEFT: Record<string, Command> = {
  steal: { weight: 16, run: (world) => world.thief.act(world) },
  setPrices: { weight: 1, run: setPrices },
};

const worker = (weight: number, ...names: readonly WorkerName[]): Command => ({
  weight,
  run: ({ workers }) => workers.run(names),
});

const WORK: Record<string, Command> = {
  follow: worker(3, "follower"),
  sign: worker(4, "signer"),
  resend: worker(3, "resender"),
  reclaim: worker(2, "reclaimer"),
  readPool: worker(3, "capacity"),
  readSellers: worker(3, "sellers"),
  match: worker(3, "matcher"),
  workAll: worker(5, ...WORKERS),
  pay: { weight: 5, run: ({ workers }) => workers.pay() },
  readDeposits: worker(4, "deposits"),
  kill: {
    weight: 2,
    run: (world) => {
      const { random } = world;
      const names = random.of<readonly WorkerName[]>([["signer"], ["deposits"], WORKERS]);
      return world.kill(names, random.below(20), random.chance(0.4));
    },
  },
  restart: { weight: 1, run: (world) => world.restart() },
};

export const COMMANDS: Readonly<Record<string, Command>> = {
  ...CUSTOMERS,
  ...THEFT,
  ...WORK,
  ...networkCommands,
  ...ownerCommands,
  ...moneyCommands,
};
// Files that import each other may leave a part of them out, without a word.
if (!COMMANDS.payIn || !COMMANDS.offer) throw new Error("a run lacks commands");
