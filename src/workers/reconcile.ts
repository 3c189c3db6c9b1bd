/** Reads every record that the pool's owners, and the legs of sellers, have on the chain, and compares it with the books. */
import type { Chain } from "../chain/port.js";
import type { Address } from "../domain/address.js";
import { RESOURCES, type Resource } from "../domain/resource.js";
import { readSweepBooks } from "../engine/deposits/sweep.js";
import { readOwners } from "../engine/legs/open-work.js";
import {
  booksCompared,
  type Comparison,
  type Difference,
  differencesOf,
  type SeenRecord,
} from "../engine/operating/reconcile.js";
import { expectedRecords } from "../store/leg-lists.js";
import type { WorkerContext } from "./context.js";
import { inGroups } from "./in-groups.js";
import { oneHost } from "./one-host.js";

interface Place {
  readonly owner: Address;
  readonly receiver: Address;
  readonly resource: Resource;
}

/** What the operator asks for: after a restore the desk may go on once it was done. */
export async function reconcile(context: WorkerContext): Promise<Comparison> {
  const comparison = await compare(context);
  await booksCompared(context.engine, comparison.differences);
  return comparison;
}

/** Throws while the chain is out of sight: a node that lags may not show what is there. */
export async function compare(context: WorkerContext): Promise<Comparison> {
  const { engine, logger } = context;
  const chain = oneHost(context.chain);
  const problem = engine.chainClock.signingProblem();
  if (problem) throw new Error(`TRON is unavailable: ${problem}. Try again in a moment`);
  const owners = (await readOwners(engine, "pool")).map(({ address }) => address);
  const before = await engine.database.read(expectedRecords);
  const places = new Map<string, Place>();
  const add = (place: Place) =>
    places.set(`${place.owner} ${place.receiver} ${place.resource}`, place);
  for (const { owner, receiver, resource } of before) add({ owner, receiver, resource });
  for (const owner of owners) {
    for (const receiver of await chain.receiversOf(owner)) {
      for (const resource of RESOURCES) add({ owner, receiver, resource });
    }
  }
  const seen = await inGroups([...places.values()], (place) => read(chain, place));
  const pool = new Set(owners);
  const found = differencesOf(seen, before, await engine.database.read(expectedRecords));
  // A seller may delegate to anybody; only missing stake of ours matters.
  const ours = found.filter(
    ({ owner, onChainSun, inBooksSun }) => pool.has(owner) || onChainSun < inBooksSun,
  );
  const differences = await beyondSweeps(engine, ours);
  if (differences.length > 0) logger.warn({ differences }, "the books differ from the chain");
  return { owners: owners.length, records: seen.length, differences };
}

/** Without what is lent to deposit addresses for a sweep, which no book has. It is never locked. */
async function beyondSweeps(
  engine: WorkerContext["engine"],
  differences: readonly Difference[],
): Promise<readonly Difference[]> {
  if (differences.length === 0) return differences;
  const { addresses } = await readSweepBooks(engine);
  return differences.filter(
    ({ receiver, onChainSun, inBooksSun, lockExpiresAt }) =>
      !(addresses.has(receiver) && onChainSun > inBooksSun && lockExpiresAt === 0),
  );
}

async function read(chain: Chain, place: Place): Promise<SeenRecord> {
  const record = await chain.delegated(place.owner, place.receiver, place.resource, "read");
  return {
    ...place,
    onChainSun: record.unlockedSun + record.lockedSun,
    lockExpiresAt: record.lockedSun > 0 ? record.lockExpiresAt : 0,
  };
}
