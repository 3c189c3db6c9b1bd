/**
 * The way on without the archive, when it is lost or only an older copy is left. No money is in it, so the desk can do without: the
 * orders that it had are shown no more, but for the movements of their money. What is left becomes an archive of its own, so that the
 * lost one, if it is found, is not taken for it.
 */
import { randomInt } from "node:crypto";
import { DeskError } from "../../domain/errors.js";
import type { OrderId } from "../../domain/ids.js";
import { movedOrders } from "../../store/archive/archivable.js";
import { ArchiveUnreadable } from "../../store/archive/archive.js";
import { deliveredLegs, giveUpOrders } from "../../store/archive/lost-orders.js";
import { raiseIncident } from "../../store/incidents.js";
import type { Phase } from "../../store/phase.js";
import { writeSetting } from "../../store/settings.js";
import type { Engine } from "../context.js";
import { archiveProblem, type UsedArchive } from "./archive.js";

/** Transfers looked at once. */
const PAGE = 5_000;
/** SQLite keeps it as a signed number of 32 bits. */
const IDENTITIES = 2 ** 31;

export interface LostArchive {
  readonly file: string;
  /** What is wrong with the file. */
  readonly problem: string;
  /** Orders that are shown no more, or without their delegations, and how many delegations they had. */
  readonly orders: number;
  readonly delegations: number;
  readonly confirmed: boolean;
}

/** Undefined when the archive has all that the books need of it. */
export function readLostArchive(engine: Engine): LostArchive | undefined {
  return readLoss(engine)?.lost;
}

function readLoss(engine: Engine): { lost: LostArchive; gone: readonly OrderId[] } | undefined {
  const { archive, database } = engine;
  const problem = archiveProblem(archive, database);
  try {
    // Before anything is said of it: what its indexes have may be lost all the same.
    if (archive.exists) archive.assertWhole();
    if (problem === undefined) return undefined;
    const { orders, delegations, gone } = lossOf(engine);
    return { lost: { file: archive.path, problem, orders, delegations, confirmed: false }, gone };
  } catch (error) {
    if (!(error instanceof ArchiveUnreadable)) throw error;
    throw new DeskError(
      "VALIDATION_FAILED",
      `${archive.path} ${error.problem}. Put its copy from the backup in its place. Where there is none: move it elsewhere, keep it, and run this again; a new one begins in its place.`,
    );
  }
}

interface Loss {
  orders: number;
  delegations: number;
  /** The orders of which nothing is left but their money. */
  readonly gone: OrderId[];
}

function lossOf({ archive, database }: Engine): Loss {
  const loss: Loss = { orders: 0, delegations: 0, gone: [] };
  for (let after = ""; ; ) {
    const { orders, last } = database.read(() => movedOrders(after, PAGE));
    if (last === undefined) return loss;
    const legs = database.read(() => deliveredLegs(orders.map(({ id }) => id)));
    const there = archive.among([...orders, ...legs].map(({ id }) => id));
    const missing = legs.filter(({ id }) => !there.has(id));
    const gone = orders.filter(({ id, in_books }) => in_books === 0 && !there.has(id));
    const orderIds = [...gone.map(({ id }) => id), ...missing.map(({ order_id }) => order_id)];
    loss.orders += new Set(orderIds).size;
    loss.delegations += missing.length;
    loss.gone.push(...gone.map(({ id }) => id));
    after = last;
  }
}

/** A stop between the file and the books leaves an archive that is not theirs: a start is refused as before, and this can be done again. */
export async function confirmLostArchive(engine: Engine): Promise<LostArchive | undefined> {
  const { archive, database, now } = engine;
  return archive.inTurn(async () => {
    const loss = readLoss(engine);
    if (!loss) return undefined;
    const { lost, gone } = loss;
    const used: UsedArchive = { identity: randomInt(1, IDENTITIES) };
    archive.become(used.identity ?? 0);
    const at = now();
    await database.commit(function* (): Phase<void> {
      yield* writeSetting("archive", used, "operator", at);
      yield* giveUpOrders(gone);
      yield* raiseIncident(
        "archive-lost",
        `The archive ${lost.problem}: ${lost.orders} old orders are not shown any more, or without their delegations, of which it had ${lost.delegations}. All that was paid and given back is in the books.`,
        at,
      );
    });
    return { ...lost, confirmed: true };
  });
}
