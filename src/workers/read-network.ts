/**
 * Reads the network's totals of stake, which come with any activated account, and its parameters, often enough to sign by them.
 */

import { reasonOf } from "#shared/reason.js";
import { type Chain, ChainUnavailable } from "../chain/port.js";
import type { Engine } from "../engine/context.js";
import { networkRead } from "../engine/legs/make-good.js";
import { readOwners } from "../engine/legs/open-work.js";

/** Half of the age at which nothing is signed by totals. */
const EVERY_MS = 30_000;

/** How many sellers are asked when no pool owner answers. */
const SELLERS = 3;

export interface NetworkSource {
  readonly engine: Engine;
  readonly chain: Pick<Chain, "resources" | "parameters">;
}

/** Reads them when it is time, or now; throws when no account of the desk gives totals that can be believed. */
export async function readNetwork(source: NetworkSource, isAsked: boolean): Promise<void> {
  const { engine, chain } = source;
  const { network, chainClock } = engine;
  if (!isAsked && network.parameters && network.ageMs() < EVERY_MS) return;
  const { energyPriceSun, bandwidthPriceSun, maxLockPeriodBlocks } = await chain.parameters();
  const burnPriceSun = { energy: energyPriceSun, bandwidth: bandwidthPriceSun };
  const begin = network.begin(chainClock.head?.number ?? 0);
  const { totalLimit, totalWeight } = await resourcesOfAny(source);
  const reading = {
    parameters: { maxLockPeriodBlocks, burnPriceSun },
    ratios: {
      energy: { totalLimit: totalLimit.energy, totalWeight: totalWeight.energy },
      bandwidth: { totalLimit: totalLimit.bandwidth, totalWeight: totalWeight.bandwidth },
    },
  };
  if (await networkRead(engine, reading, begin)) return;
  throw new ChainUnavailable("the network's totals or parameters have changed: read once more");
}

/** The first account that answers counts: one that is not activated gives nothing. */
async function resourcesOfAny({ engine, chain }: NetworkSource) {
  const owners = [
    ...(await readOwners(engine, "pool")),
    ...(await readOwners(engine, "seller")).slice(0, SELLERS),
  ];
  const problems: string[] = [];
  for (const { address } of owners) {
    try {
      return await chain.resources(address);
    } catch (error) {
      if (!(error instanceof ChainUnavailable)) throw error;
      problems.push(reasonOf(error));
    }
  }
  throw new ChainUnavailable(
    problems[0] ?? "there is no owner whose account could tell the totals",
  );
}
