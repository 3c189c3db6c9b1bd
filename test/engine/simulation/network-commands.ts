/** What the network and time do in a run, and the lies that are told of it. */
import type { Command } from "./commands.js";
import { BLOCK_MS } from "./paper-node.js";
import { LIFE_MS, WORKERS } from "./workers.js";
import type { World } from "./world.js";

/** More than the follower reads one by one. */
const GAP_BLOCKS = 1_050;
const HOUR_MS = 3_600_000;
/** Of the network's stake: less than what a rental's stake has to spare. */
const DRIFT_SHARE = 0.0005;

/** Mines a block of what waits and is wanted, and lets as much time pass. */
function mine({ node, clock }: World, laterMs = BLOCK_MS, wanted = () => true): void {
  node.mine(wanted, laterMs);
  clock.pass(laterMs);
}

async function tick(world: World): Promise<void> {
  mine(world);
  await world.workers.run(WORKERS);
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
  mine: { weight: 4, run: (world) => mine(world) },
  mineSome: { weight: 4, run: (world) => mine(world, BLOCK_MS, () => world.random.chance(0.5)) },
  mineFailing: {
    weight: 1,
    run: ({ node, clock, random }) => {
      node.mine(undefined, BLOCK_MS, () => random.chance(0.3));
      clock.pass(BLOCK_MS);
    },
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
  drift: {
    weight: 1,
    run: ({ node, random }) => {
      const { energy, bandwidth } = node.ratios;
      const share = 1 + DRIFT_SHARE * random.of([-1, 0, 1]);
      const totalWeight = Math.round(18_000_000_000 * share);
      node.ratios = { energy: { ...energy, totalWeight }, bandwidth };
    },
  },
  gap: {
    weight: 0.2,
    run: (world) => {
      for (let made = 0; made < GAP_BLOCKS; made += 1) mine(world);
    },
  },
  refuse: {
    weight: 2,
    run: ({ node, random }) => {
      node.refusals = 1 + random.below(4);
    },
  },
  expire: {
    weight: 2,
    run: async (world) => {
      // What is out misses its time.
      mine(world, LIFE_MS + 60_000, () => false);
      for (let blocks = 0; blocks < 6; blocks += 1) mine(world, 2 * BLOCK_MS, () => false);
      await world.workers.run(["follower"]);
      await world.workers.run(["resender"]);
    },
  },
  pass: {
    weight: 3,
    run: (world) => mine(world, world.random.of([10_000, 61_000, 301_000, 601_000])),
  },
  passRental: {
    weight: 2,
    run: (world) => mine(world, world.random.of([0.26, 1.01, 72.1]) * HOUR_MS),
  },
  wallJumps: {
    weight: 1,
    run: ({ clock, random }) => {
      clock.wallOffMs = random.of([0, 0, 61_000, 301_000, HOUR_MS, -61_000, -HOUR_MS]);
    },
  },
  lie: {
    weight: 6,
    run: (world) => {
      world.notes.push(world.lying.begin());
    },
  },
  deliverUnderLie: {
    weight: 4,
    run: async (world) => {
      world.notes.push(world.lying.begin());
      await world.workers.run(["signer"]);
      await tick(world);
    },
  },
  honest: { weight: 2, run: ({ lying }) => lying.stop() },
};
