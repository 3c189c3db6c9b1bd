/** Reads every record that the pool's owners, and the legs of sellers, have on the chain, and compares it with the books. */
import type { Chain, ChainBlock } from "../chain/port.js";
import { transactionSigner } from "../chain/signed-elsewhere.js";
import { HOUR_MS } from "../common/time.js";
import type { Address } from "../domain/address.js";
import { RESOURCES, type Resource } from "../domain/resource.js";
import { readSweepBooks } from "../engine/deposits/sweep.js";
import { readCursor, readOwners } from "../engine/legs/open-work.js";
import {
  booksCompared,
  type Comparison,
  type Difference,
  differencesOf,
  type PoolDelegation,
  readUnknownDelegations,
  type SeenRecord,
  secondDeskSeen,
  tellDifferences,
} from "../engine/operating/reconcile.js";
import { expectedRecords } from "../store/leg-lists.js";
import { oneHost, type WorkerContext } from "./context.js";
import { inGroups, Loop } from "./loop.js";

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

const LOOK_EVERY_MS = HOUR_MS;

/** Recovers signers only of the pool's delegations that are no leg's: of none, almost always. */
export async function tellOfSecondDesk(context: WorkerContext, block: ChainBlock): Promise<void> {
  const { engine, logger } = context;
  const ofOurKey = await unknownOfOurKey(context, block);
  if (ofOurKey.length === 0) return;
  for (const { txid, stake } of ofOurKey) {
    logger.error({ block: block.number, txid, ...stake }, "our key has signed what is in no book");
  }
  await engine.database.commit(() => secondDeskSeen(ofOurKey, block.number, engine.now()));
}

/** Delegations of the pool in a block that our key has signed and no leg knows. */
export async function unknownOfOurKey(
  { engine, operator }: WorkerContext,
  { transactions }: Pick<ChainBlock, "transactions">,
): Promise<readonly PoolDelegation[]> {
  const unknown = await readUnknownDelegations(engine, transactions);
  return unknown.filter((one) => isSignedBy(operator.address, one));
}

function isSignedBy(key: Address, { txid, signed }: PoolDelegation): boolean {
  return signed.signatures.some((signature) => transactionSigner(txid, signature) === key);
}

export function createSecondDeskLook(context: WorkerContext): Loop {
  const { engine } = context;
  let told = "";
  return new Loop({
    name: "second desk",
    movesMoney: false,
    everyMs: LOOK_EVERY_MS,
    context,
    round: async () => {
      const unexplained = await readUnexplained(context);
      // The owner's own delegations stay as they are: read once, not each hour.
      if (unexplained === told) return;
      const { differences } = await compare(context);
      await engine.database.commit(() => tellDifferences(differences, engine.now()));
      told = unexplained;
    },
  });
}

/** Owners that delegate more than the books explain, and how much more; empty when they explain all. */
async function readUnexplained(context: WorkerContext): Promise<string> {
  const { engine } = context;
  const chain = oneHost(context.chain, (await readCursor(engine))?.number);
  const owners = await readOwners(engine, "pool");
  const before = await readInBooks(context);
  const accounts = await inGroups(owners, ({ address }) => chain.account(address));
  const after = await readInBooks(context);
  const sentences = owners.flatMap(({ address }, at) =>
    RESOURCES.flatMap((resource) => {
      const inBooksSun = Math.max(before(address, resource), after(address, resource));
      const moreSun = (accounts[at]?.delegatedSun[resource] ?? 0) - inBooksSun;
      return moreSun > 0 ? [`${address} ${resource} ${moreSun}`] : [];
    }),
  );
  return sentences.join(", ");
}

/** The most that the chain may show of an owner. */
async function readInBooks({ engine }: WorkerContext) {
  const sums = new Map<string, number>();
  for (const { owner, resource, most_sun } of await engine.database.read(expectedRecords)) {
    const key = `${owner} ${resource}`;
    sums.set(key, (sums.get(key) ?? 0) + most_sun);
  }
  return (owner: Address, resource: Resource) => sums.get(`${owner} ${resource}`) ?? 0;
}
