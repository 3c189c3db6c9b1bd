/** Ties a database to one network: money and delegations of one chain must never meet another chain. */

import { StandingRefusal } from "../common/failures.js";
import type { Database } from "../store/database.js";
import type { Phase } from "../store/phase.js";
import { readSetting, writeSetting } from "../store/settings.js";

export interface NetworkIdentity {
  readonly name: string;
  /** Id of block 0. */
  readonly genesisId: string;
}

/** What a database knows about its network: only the name until a desk has started on it. */
interface BoundNetwork {
  readonly name: string;
  readonly genesisId: string | null;
}

/** Mainnet has one block 0 forever; the operators of test networks may begin them again. */
const MAINNET_GENESIS = "00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc";

/** Block 0 of the public networks, as commonly known; of other networks only the bound one is known. */
const PUBLIC_NETWORKS: ReadonlyMap<string, string> = new Map([
  [MAINNET_GENESIS, "mainnet"],
  ["0000000000000000d698d4192c56cb6be724a558448e2684802de4d6cd8690dc", "nile"],
  ["0000000000000000de1aa88295e1fcf982742f773e0419c5a9c134c994a9059e", "shasta"],
]);

/** Undefined when no public network has this block 0. */
export function publicNetworkOf(genesisId: string): string | undefined {
  return PUBLIC_NETWORKS.get(genesisId);
}

/** Throws a sentence for the operator when the node serves another network than the settings name. */
export function assertServes({ name, genesisId }: NetworkIdentity): void {
  const served = publicNetworkOf(genesisId);
  if (served === name) return;
  if (served === undefined) {
    if (name !== "mainnet") return;
    throw new StandingRefusal(
      `TRON_NETWORK is mainnet, but the node serves a chain whose block 0 is ${genesisId}; that of mainnet is ${MAINNET_GENESIS}. Point TRON_FULL_HOST at a node of mainnet, or set TRON_NETWORK to the network that this node serves.`,
    );
  }
  throw new StandingRefusal(
    `TRON_NETWORK is ${name}, but the node serves ${served}. Set TRON_NETWORK=${served}, or point TRON_FULL_HOST at a node of ${name}.`,
  );
}

/**
 * Stores the network at the first start; throws a sentence for the operator when it is another one. `ownChain` is where
 * the desk keeps the chain of its own sandbox.
 */
export async function bindNetwork(
  database: Database,
  network: NetworkIdentity,
  at: number,
  ownChain?: string,
): Promise<void> {
  const bound = await database.commit(function* (): Phase<BoundNetwork> {
    const known = yield* readBound();
    if (known && (known.genesisId !== null || known.name !== network.name)) return known;
    yield* writeSetting("network", network, "first start", at);
    return network;
  });
  if (bound.genesisId === network.genesisId) return;
  if (bound.genesisId === null) {
    throw new StandingRefusal(
      `${database.name} was begun by a command with TRON_NETWORK=${bound.name}, but the desk is started with TRON_NETWORK=${network.name}. Set it to ${bound.name}; or set DATABASE_PATH to another file, and repeat there, with TRON_NETWORK=${network.name}, what was commanded.`,
    );
  }
  if (ownChain !== undefined) {
    throw new StandingRefusal(
      `${database.name} belongs to another chain (${bound.name}, block 0 is ${bound.genesisId}) than the sandbox in ${ownChain}. Replace it by the directory that belongs to this database, or set DATABASE_PATH to another file.`,
    );
  }
  throw new StandingRefusal(
    `${database.name} belongs to the network ${bound.name} (block 0 is ${bound.genesisId}), but the node serves block 0 ${network.genesisId}. Point TRON_FULL_HOST at a node of ${bound.name}, or DATABASE_PATH at another file.`,
  );
}

/**
 * Ties a database that a command creates to the network of its settings, by name, because there is no node to ask. Otherwise
 * customers with money of a sandbox would have it on whichever chain the desk first starts.
 */
export async function bindNetworkName(database: Database, name: string, at: number): Promise<void> {
  const bound: BoundNetwork = { name, genesisId: null };
  await database.commit(function* (): Phase<void> {
    if (!(yield* readBound())) yield* writeSetting("network", bound, "operator", at);
  });
}

function* readBound(): Phase<BoundNetwork | undefined> {
  return (yield* readSetting("network")) as BoundNetwork | undefined;
}
