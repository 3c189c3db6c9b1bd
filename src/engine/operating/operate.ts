/** What an operator does to the running desk: add, drain and remove owners, read the state of the pool, choose nodes. */
import type { Address } from "../../domain/address.js";
import { DeskError, validationFailed } from "../../domain/errors.js";
import type { Resource } from "../../domain/resource.js";
import { unitsOfStake } from "../../domain/stake.js";
import { hasLegs } from "../../store/legs.js";
import {
  addOwner,
  findOwner,
  listCapacity,
  listOwners,
  readStakeRatio,
  removeOwner,
  setDraining,
} from "../../store/owners.js";
import type { Phase } from "../../store/phase.js";
import { deleteSetting, readSetting, writeSetting } from "../../store/settings.js";
import type { Engine } from "../context.js";
import { refreshMarket } from "../prices/utilisation.js";
import { assertCompared } from "./restore.js";

/** Adds an owner, or puts a drained one back to work. */
export async function addPoolOwner(engine: Engine, owner: Address): Promise<void> {
  await engine.database.commit(function* (): Phase<void> {
    yield* assertNoSeller(owner, "ADDRESS");
    yield* addOwner(owner, "pool", engine.now());
    yield* setDraining(owner, false);
  });
  engine.signals.emit("capacity");
}

/** Adds the owners of the settings; those known already stay as they are. */
export async function addConfiguredOwners(
  engine: Engine,
  owners: readonly Address[],
): Promise<void> {
  const at = engine.now();
  await engine.database.commit(function* (): Phase<void> {
    for (const owner of owners) {
      yield* assertNoSeller(owner, "POOL_OWNERS");
      yield* addOwner(owner, "pool", at);
    }
  });
}

/** A seller's earnings are theirs; as a pool owner's they would be revenue. */
function* assertNoSeller(owner: Address, path: string): Phase<void> {
  if ((yield* findOwner(owner))?.kind !== "seller") return;
  const message = `must be accounts of the desk; ${owner} is a customer's seller`;
  throw validationFailed([{ path, message }]);
}

/** The owner gets no new legs; what it has delegated runs to its end and is taken back. */
export async function drainPoolOwner(engine: Engine, owner: Address): Promise<void> {
  const known = await engine.database.commit(() => setDraining(owner, true));
  if (!known) throw noPoolOwner(owner);
}

/**
 * Forgets an owner that has never delegated, such as one added by mistake. It may have delegations that a restored backup does
 * not know, so the chain is read first.
 */
export async function removePoolOwner(engine: Engine, owner: Address): Promise<void> {
  await engine.database.commit(function* (): Phase<void> {
    yield* assertCompared();
    const known = yield* findOwner(owner);
    if (known?.kind !== "pool") throw noPoolOwner(owner);
    if (yield* hasLegs(owner)) {
      const message = `has had delegations, which are in the books; stop new orders for it instead: desk pool drain ${owner}`;
      throw validationFailed([{ path: "ADDRESS", message }]);
    }
    yield* removeOwner(owner);
  });
  await refreshMarket(engine);
  engine.signals.emit("capacity");
}

function noPoolOwner(owner: Address): DeskError {
  const message = `${owner} is no owner of the pool. \`desk pool show\` lists them.`;
  return new DeskError("NOT_FOUND", message);
}

/** The pool, owner by owner: units are what the stake yields now. */
export function readPoolState(engine: Engine) {
  return engine.database.read(function* () {
    const capacity = yield* listCapacity("pool");
    const ratios = {
      energy: yield* readStakeRatio("energy"),
      bandwidth: yield* readStakeRatio("bandwidth"),
    };
    const stateOf = (owner: Address, resource: Resource) => {
      const row = capacity.find((entry) => entry.owner === owner && entry.resource === resource);
      const { snapshot_sun: delegatableSun = 0, reserved_sun: reservedSun = 0 } = row ?? {};
      const ratio = ratios[resource];
      const freeSun = Math.max(0, delegatableSun - reservedSun);
      return { delegatableSun, reservedSun, freeUnits: ratio ? unitsOfStake(freeSun, ratio) : 0 };
    };
    return (yield* listOwners("pool")).map((owner) => ({
      address: owner.address,
      state: owner.draining ? "draining" : owner.pause_reason ? "paused" : "active",
      pauseReason: owner.pause_reason,
      energy: stateOf(owner.address, "energy"),
      bandwidth: stateOf(owner.address, "bandwidth"),
    }));
  });
}

/** The nodes that the operator has taken out of use, each by its number and origin, without path and key. */
export async function ignoredNodes({ database }: Engine): Promise<readonly string[]> {
  return (
    ((await database.read(() => readSetting("ignored-nodes"))) as readonly string[] | undefined) ??
    []
  );
}

export async function saveIgnoredNodes(
  { database, now }: Engine,
  nodes: readonly string[],
): Promise<void> {
  await database.commit(function* (): Phase<void> {
    if (nodes.length === 0) yield* deleteSetting("ignored-nodes");
    else yield* writeSetting("ignored-nodes", nodes, "operator", now());
  });
}
