/** What a network tells of itself, for desks that have no node to ask. */

import { must } from "../../src/domain/assert.js";
import { sun } from "../../src/domain/money.js";
import type { Engine } from "../../src/engine/context.js";
import { type NetworkReading, networkRead } from "../../src/engine/legs/compensate.js";
import { readStakeRatios } from "../../src/store/owners.js";
import { readNow } from "./read-now.js";

/** 10 Energy and 1 Bandwidth for each TRX staked; every duration can be locked. */
export const NETWORK: NetworkReading = {
  ratios: {
    energy: { totalLimit: 180_000_000_000, totalWeight: 18_000_000_000 },
    bandwidth: { totalLimit: 40_000_000_000, totalWeight: 40_000_000_000 },
  },
  parameters: {
    maxLockPeriodBlocks: 864_000,
    burnPriceSun: { energy: 100, bandwidth: 1_000 },
    activationSun: sun(1_100_000),
  },
};

/** Of a network that has not voted for locks of any length. */
export const THREE_DAYS_ONLY = { ...NETWORK.parameters, maxLockPeriodBlocks: 86_400 };

/** Told as often as it takes to be believed. */
export async function tellNetwork(
  engine: Engine,
  change: Partial<NetworkReading> = {},
): Promise<void> {
  const { network, chainClock } = engine;
  const begin = network.begin(chainClock.head?.number ?? 0);
  while (!(await networkRead(engine, { ...NETWORK, ...change }, begin)));
}

/** The same once more, as a worker reads it every half minute. */
export function readNetworkAgain({ database, network, chainClock }: Engine): void {
  const ratios = must(readNow(database, readStakeRatios), "the network was read");
  network.stored(ratios, network.begin(chainClock.head?.number ?? 0));
}

/** A chain of one block, which is solid. */
export function seeOneBlock(engine: Engine): void {
  const block = { number: 1, id: "0".repeat(64), timestampMs: engine.now() };
  engine.chainClock.sawHead(block);
  engine.chainClock.sawSolid(block);
}
