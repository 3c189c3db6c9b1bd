/** What the network and time do in a run, and the lies that are told of it. */
import type { Command } from "./commands.js";
import { BLOCK_MS } from "./paper-node.js";
import { LIFE_MS, WORKERS } from "./workers.js";
import type { World } from "./world.js";

/** More than the follower reads one by one. */
const GAP_BLOCKS = 1_050;
const HOUR_MS = 3_600_000;
/** Longer than stake is missed before its owner is thought to have taken it back. */
const MISSED_MS = 601_000;
async function tick(world: World): Promise<void> {
  world.mine();
  await world.workers.run(WORKERS);
}

async function expire(world: World): Promise<void> {
  // What is out misses its time.
  world.mine(LIFE_MS + 60_000, () => false);
  for (let blocks = 0; blocks < 6; blocks += 1) world.mine(2 * BLOCK_MS, () => false);
  await world.workers.run(["follower"]);
  await world.workers.run(["resender"]);
}

/** Rentals end, and what is not there then is missed for long enough. */
async function endRentals(world: World): Promise<void> {
  for (let blocks = 0; blocks < 5; blocks += 1) await tick(world);
  for (const laterMs of [world.random.of([0.26, 1.01]) * HOUR_MS, BLOCK_MS, MISSED_MS, BLOCK_MS]) {
    world.mine(laterMs);
    await world.workers.run(["follower"]);
    await world.workers.run(["reclaimer"]);
  }
}

export const networkCommands: Readonly<Record<string, Command>> = {
  tick: { weight: 10, run: tick },
  deliver: {
    weight: 4,
    run: async (world) => {
      await world.workers.run(["signer"]);
      await tick(world);
    },
  },
  mine: { weight: 4, run: (world) => world.mine() },
  mineSome: { weight: 4, run: (world) => world.mine(BLOCK_MS, () => world.random.chance(0.5)) },
  mineFailing: {
    weight: 1,
    run: (world) =>
      world.mine(
        BLOCK_MS,
        () => true,
        () => world.random.chance(0.3),
      ),
  },
  fork: {
    weight: 4,
    run: ({ node, random }) => {
      const share = random.of([0, 0.5, 1]);
      node.fork(1 + random.below(4), () => random.chance(share));
    },
  },
  solidify: { weight: 2, run: ({ node, random }) => node.solidify(random) },
  cut: {
    weight: 1,
    run: ({ node }) => {
      node.isCut = !node.isCut;
    },
  },
  gap: {
    weight: 0.2,
    run: (world) => {
      for (let made = 0; made < GAP_BLOCKS; made += 1) world.mine();
    },
  },
  refuse: {
    weight: 2,
    run: ({ node, random }) => {
      node.refusals = 1 + random.below(4);
    },
  },
  expire: { weight: 2, run: expire },
  pass: {
    weight: 3,
    run: (world) => world.mine(world.random.of([10_000, 61_000, 301_000, 601_000])),
  },
  passRental: {
    weight: 2,
    run: (world) => world.mine(world.random.of([0.26, 1.01, 72.1]) * HOUR_MS),
  },
  wallJumps: {
    weight: 1,
    run: ({ clock, random }) => {
      clock.wallOffMs = random.of([0, 0, 61_000, 301_000, HOUR_MS, -61_000, -HOUR_MS]);
    },
  },
  clockMended: {
    weight: 2,
    run: ({ clock }) => {
      clock.wallOffMs = 0;
    },
  },
  lie: {
    weight: 6,
    run: (world) => {
      world.notes.push(world.hosts.begin(world.random));
    },
  },
  deliverUnderLie: {
    weight: 4,
    run: async (world) => {
      world.notes.push(world.hosts.begin(world.random));
      await world.workers.run(["signer"]);
      await tick(world);
    },
  },
  fault: {
    weight: 5,
    run: (world) => {
      world.notes.push(world.hosts.beginFault(world.random));
    },
  },
  deny: {
    weight: 2,
    run: async (world) => {
      const denial = world.hosts.deny(world.random);
      world.notes.push(denial);
      await world.workers.run(["signer"]);
      await tick(world);
      if (world.random.chance(0.3)) return;
      await (denial.includes("stake") ? endRentals(world) : expire(world));
    },
  },
  activate: { weight: 1, run: ({ node }) => node.notActivated.clear() },
  honest: { weight: 2, run: ({ hosts }) => hosts.stop() },
};
