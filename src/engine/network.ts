/** Ties a database to one network: money and delegations of one chain must never meet another chain. */

import type { Database } from "../store/database.js";
import type { Phase } from "../store/phase.js";
import { readSetting, writeSetting } from "../store/settings.js";

export interface NetworkIdentity {
  readonly name: string;
  /** Id of block 0. */
  readonly genesisId: string;
}

/** Stores the network at the first start; throws a sentence for the operator when it is another one. */
export async function bindNetwork(
  database: Database,
  network: NetworkIdentity,
  at: number,
): Promise<void> {
  const bound = await database.commit(function* (): Phase<NetworkIdentity> {
    const known = (yield* readSetting("network")) as NetworkIdentity | undefined;
    if (!known) yield* writeSetting("network", network, "first start", at);
    return known ?? network;
  });
  if (bound.genesisId === network.genesisId) return;
  throw new Error(
    `DATABASE_PATH: ${database.path} belongs to the network ${bound.name} (block 0 is ${bound.genesisId}), but the node serves block 0 ${network.genesisId}. Point TRON_FULL_HOST at a node of ${bound.name}, or DATABASE_PATH at another file.`,
  );
}
