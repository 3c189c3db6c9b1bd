/**
 * Moves the delegations of orders that ended long ago into the archive. The orders and every transfer stay, so the audit holds each
 * order and each balance against its transfers as before; what an order shows of its delegations is read from the archive then.
 *
 * A page at a time: read, written to the archive and on disk, then forgotten by the books in one transaction. A stop in between
 * leaves the page in both, and the next run moves it again.
 */
import type { Address } from "../domain/address.js";
import { assert } from "../domain/assert.js";
import type { LegId } from "../domain/ids.js";
import { reasonOf } from "../domain/reason.js";
import { archivedAmong, forgetLegs, legsToArchive, oldOrders } from "../store/archivable.js";
import type { Archive } from "../store/archive.js";
import type { Database } from "../store/database.js";
import { legsOfOrder } from "../store/leg-lists.js";
import type { LegRow } from "../store/legs.js";
import type { OrderRow } from "../store/orders.js";
import type { Phase } from "../store/phase.js";
import type { FillRow } from "../store/sellers.js";
import { readSetting, writeSetting } from "../store/settings.js";
import type { Engine } from "./context.js";

/** Orders of a page: its transaction must hold nobody up. */
const PAGE = 50;

export interface ArchiveRun {
  readonly orders: number;
  readonly delegations: number;
  /** Whether there are more to be moved. */
  readonly more: boolean;
}

/** What the books remember of the archive: the last delegation that they have moved there, and which archive it is. */
export interface UsedArchive {
  readonly newest?: LegId | undefined;
  /** 0 unless given: the first. */
  readonly identity?: number;
}

interface Wanted {
  readonly before: number;
  readonly most: number;
}

/** Moves up to so many orders that ended before a moment. */
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
    const page = engine.database.read(() => oldOrders(after, before, PAGE));
    const last = page.at(-1);
    if (!last) return { ...done, more: false };
    const movable = page.filter((order) => order.movable === 1);
    const wanted = movable.slice(0, most - done.orders);
    if (wanted.length > 0) done.delegations += await movePage(engine, wanted);
    done.orders += wanted.length;
    if (wanted.length < movable.length) return { ...done, more: true };
    after = last.id;
    // What others have queued goes first.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

async function movePage(
  { archive, database, now }: Engine,
  orders: readonly { id: OrderRow["id"]; filled_amount: number }[],
): Promise<number> {
  const ids = orders.map(({ id }) => id);
  const legs = database.read(() => legsToArchive(ids));
  for (const { id, filled_amount } of orders) {
    const posted = legs.filter((leg) => leg.order_id === id && leg.posted === 1);
    const units = posted.reduce((sum, leg) => sum + leg.units, 0);
    assert(units === filled_amount, `order ${id} is not the sum of its legs`);
  }
  archive.add(legs);
  const at = now();
  await database.commit(function* (): Phase<void> {
    const { newest } = ((yield* readSetting("archive")) ?? {}) as UsedArchive;
    const used: UsedArchive = { newest: legs.at(-1)?.id ?? newest, identity: archive.identity };
    yield* writeSetting("archive", used, "desk", at);
    const gone = yield* forgetLegs(ids, at);
    assert(
      gone.orders === ids.length && gone.legs === legs.length,
      "what was archived is not what the books have",
    );
  });
  return legs.length;
}

/** The delegations of an order, wherever they are. */
export function* delegationsOf(order: OrderRow, archive: Archive): Phase<LegRow[]> {
  return order.archived_at === null ? yield* legsOfOrder(order.id) : archive.legsOf(order.id);
}

/**
 * What a seller delegated of orders that the books have archived, the newest first, below a place. The archive may hold more: what
 * a stop left in both, and what books that came back from a backup still have, or never heard of.
 */
export function* archivedFillsOf(
  archive: Archive,
  seller: Address,
  belowPlace: number,
  limit: number,
): Phase<FillRow[]> {
  const fills: FillRow[] = [];
  let last: { readonly place: number; readonly id?: LegId } = { place: belowPlace };
  for (;;) {
    const page = archive.fillsOf(seller, last, limit);
    const archived = yield* archivedAmong(page.map(({ order_id }) => order_id));
    fills.push(...page.filter(({ order_id }) => archived.has(order_id)));
    last = page.at(-1) ?? last;
    if (page.length < limit || fills.length >= limit) return fills;
  }
}

/** Throws a sentence for the operator when the books have orders whose delegations are nowhere. */
export function assertArchiveThere({ archive, database }: Engine): void {
  const problem = archiveProblem(archive, database);
  if (problem === undefined) return;
  throw new Error(
    `DATABASE_PATH: ${database.path} has orders whose delegations are in ${archive.path}, which ${problem}. Put that file back, from the backup if need be. Where there is none, \`desk archive --lost\` says what is lost without it.`,
  );
}

/** What is wrong with the archive that the books need; undefined when it has what they moved there, or they have moved nothing. */
export function archiveProblem(archive: Archive, database: Database): string | undefined {
  const used = database.read(() => readSetting("archive")) as UsedArchive | undefined;
  if (!used) return undefined;
  if (!archive.exists) return "is not there";
  try {
    if (archive.identity !== (used.identity ?? 0)) return "is another one than the books use";
    if (used.newest === undefined || archive.leg(used.newest)) return undefined;
    return "is older than the database: it lacks the last of them";
  } catch (error) {
    return `cannot be read (${reasonOf(error)})`;
  }
}
