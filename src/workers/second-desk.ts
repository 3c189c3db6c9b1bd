/**
 * Looks for another desk with the same key. Each block shows what was delegated by the key and is in no book of ours. For blocks
 * that were not read, at the start and hourly, what each owner of the pool delegates in all is compared with the books, one call an
 * owner; only what they do not explain is read record by record.
 */
import type { ChainBlock } from "../chain/port.js";
import { transactionSigner } from "../chain/recover-signer.js";
import { HOUR_MS } from "../common/time.js";
import type { Address } from "../domain/address.js";
import { RESOURCES, type Resource } from "../domain/resource.js";
import { readCursor, readOwners } from "../engine/legs/open-work.js";
import { tellDifferences } from "../engine/operating/reconcile.js";
import {
  type PoolDelegation,
  readUnknownDelegations,
  secondDeskSeen,
} from "../engine/operating/second-desk.js";
import { expectedRecords } from "../store/leg-lists.js";
import type { WorkerContext } from "./context.js";
import { inGroups } from "./in-groups.js";
import { Loop } from "./loop.js";
import { oneHost } from "./one-host.js";
import { compare } from "./reconcile.js";

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
