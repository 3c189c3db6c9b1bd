/**
 * Moves orders that ended long ago into the archive, with their delegations. Every transfer stays, so the books go on telling
 * whose each order was and what was paid for it; how they are read then is said in order-reads.
 *
 * A page at a time: read, written to the archive and on disk, then forgotten by the books in one transaction. A stop in between
 * leaves the page in both, and the next run moves it again. The orders of a call go together: whoever shows one shows all.
 */

import { StandingRefusal } from "../../common/standing-refusal.js";
import { assert } from "../../domain/assert.js";
import type { BatchId, LegId, OrderId } from "../../domain/ids.js";
import {
  forgetOrders,
  legsToArchive,
  type OldBatch,
  oldBatches,
  ordersOfBatches,
} from "../../store/archive/archivable.js";
import { type Archive, ArchiveUnreadable, WITHOUT_ARCHIVE } from "../../store/archive/archive.js";
import type { Database } from "../../store/database.js";
import type { LegRow } from "../../store/legs.js";
import type { OrderRow } from "../../store/orders.js";
import type { Phase } from "../../store/phase.js";
import { readSetting, writeSetting } from "../../store/settings.js";
import type { Engine } from "../context.js";

/** Orders of a page, but for the rest of its last batch: its transaction must hold nobody up. */
const PAGE = 50;

export interface ArchiveRun {
  readonly orders: number;
  readonly delegations: number;
  /** Whether there are more to be moved. */
  readonly more: boolean;
}

/** What the books remember of the archive: what they have moved there last, and which archive it is. */
export interface UsedArchive {
  /** An order; a delegation where an earlier version moved these alone. */
  readonly newest?: OrderId | LegId;
  /** 0 unless given: the first. */
  readonly identity?: number;
}

interface Wanted {
  readonly before: number;
  readonly most: number;
}

/** Moves about so many orders that ended before a moment: as many more as the last call has. */
export async function archiveOrders(engine: Engine, wanted: Wanted): Promise<ArchiveRun> {
  return engine.archive.inTurn(() => {
    assertArchiveThere(engine);
    return movePages(engine, wanted);
  });
}

async function movePages(engine: Engine, { before, most }: Wanted): Promise<ArchiveRun> {
  const done = { orders: 0, delegations: 0 };
  let after = "";
  for (;;) {
    // A desk that ends waits for its commands: this one goes on another time.
    if (engine.gates.shuttingDown) return { ...done, more: true };
    const { batches, last } = engine.database.read(() => oldBatches(after, before, PAGE));
    if (last === undefined) return { ...done, more: false };
    const movable = batches.filter((batch) => batch.movable === 1);
    const wanted = beginningOf(movable, most - done.orders);
    if (wanted.length > 0) {
      const moved = await movePage(engine, wanted);
      done.orders += moved.orders;
      done.delegations += moved.delegations;
    }
    if (wanted.length < movable.length) return { ...done, more: true };
    after = last;
    // What others have queued goes first.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** The first batches that have at least so many orders together. */
function beginningOf(batches: readonly OldBatch[], orders: number): BatchId[] {
  const ids: BatchId[] = [];
  let count = 0;
  for (const batch of batches) {
    if (count >= orders) break;
    ids.push(batch.id);
    count += batch.orders;
  }
  return ids;
}

async function movePage(
  { archive, database, now }: Engine,
  batchIds: readonly BatchId[],
): Promise<{ orders: number; delegations: number }> {
  const orders = wholeOnes(database, archive, batchIds);
  const ids = orders.map(({ id }) => id);
  const newest = ids.at(-1);
  if (newest === undefined) return { orders: 0, delegations: 0 };
  const legs = database.read(() => legsToArchive(ids));
  for (const order of orders) {
    if (order.archived_at === null)
      assert(isSumOf(order, legs), `order ${order.id} is not the sum of its legs`);
  }
  const at = now();
  archive.add({ orders, legs, at });
  const used: UsedArchive = { newest, identity: archive.identity };
  await database.commit(function* (): Phase<void> {
    yield* writeSetting("archive", used, "desk", at);
    const gone = yield* forgetOrders(ids);
    assert(
      gone.orders === ids.length && gone.legs === legs.length,
      "what was archived is not what the books have",
    );
  });
  return { orders: ids.length, delegations: legs.length };
}

/**
 * The orders of the batches. Of those whose delegations an earlier version moved alone, an archive that was given up may lack some:
 * such an order, and the others of its call, stay where they are.
 */
function wholeOnes(database: Database, archive: Archive, batchIds: readonly BatchId[]): OrderRow[] {
  const orders = database.read(() => ordersOfBatches(batchIds));
  const half = orders.filter(({ archived_at }) => archived_at !== null);
  if (half.length === 0) return orders;
  const legs = archive.legsOf(...half.map(({ id }) => id));
  const broken = new Set(
    half.filter((order) => !isSumOf(order, legs)).map((order) => order.batch_id),
  );
  return orders.filter(({ batch_id }) => !broken.has(batch_id));
}

function isSumOf(order: OrderRow, legs: readonly LegRow[]): boolean {
  const posted = legs.filter((leg) => leg.order_id === order.id && leg.posted === 1);
  return posted.reduce((sum, leg) => sum + leg.units, 0) === order.filled_amount;
}

/** Throws a sentence for the operator when the books have moved orders that are nowhere. */
export function assertArchiveThere({ archive, database }: Engine): void {
  const problem = archiveProblem(archive, database);
  if (problem === undefined) return;
  throw new StandingRefusal(
    `DATABASE_PATH: ${database.path} has moved orders into ${archive.path}, which ${problem}. ${WITHOUT_ARCHIVE}`,
  );
}

/** What is wrong with the archive that the books need; undefined when it has what they moved there, or they have moved nothing. */
export function archiveProblem(archive: Archive, database: Database): string | undefined {
  return database.read(() => problemOfArchive(archive));
}

export function* problemOfArchive(archive: Archive): Phase<string | undefined> {
  const used = (yield* readSetting("archive")) as UsedArchive | undefined;
  if (!used) return undefined;
  if (!archive.exists) return "is not there";
  try {
    if (archive.identity !== (used.identity ?? 0)) return "is another one than the books use";
    if (used.newest === undefined || archive.among([used.newest]).size > 0) return undefined;
    return "is older than the database: it lacks the last of them";
  } catch (error) {
    if (error instanceof ArchiveUnreadable) return error.problem;
    throw error;
  }
}
