/**
 * The way on without the archive, when it is lost or only an older copy is left. No money is in it, so the desk can do without: old
 * orders show no delegations from then on. What is left becomes an archive of its own, so that the lost one, if it is found, is not
 * taken for it.
 */
import { randomInt } from "node:crypto";
import { DeskError } from "../domain/errors.js";
import { reasonOf } from "../domain/reason.js";
import { archivedAfter, deliveredLegs } from "../store/archivable.js";
import { raiseIncident } from "../store/incidents.js";
import type { Phase } from "../store/phase.js";
import { writeSetting } from "../store/settings.js";
import { archiveProblem, type UsedArchive } from "./archive.js";
import type { Engine } from "./context.js";

/** Orders looked up at once. */
const PAGE = 1_000;
/** SQLite keeps it as a signed number of 32 bits. */
const IDENTITIES = 2 ** 31;

export interface LostArchive {
  readonly file: string;
  /** What is wrong with the file. */
  readonly problem: string;
  /** Orders that show fewer delegations than they had, and how many they show no more. */
  readonly orders: number;
  readonly delegations: number;
  readonly confirmed: boolean;
}

/** Undefined when the archive has all that the books need of it. */
export function readLostArchive(engine: Engine): LostArchive | undefined {
  const { archive, database } = engine;
  const problem = archiveProblem(archive, database);
  if (problem === undefined) return undefined;
  try {
    return { file: archive.path, problem, ...lossOf(engine), confirmed: false };
  } catch (error) {
    throw new DeskError(
      "VALIDATION_FAILED",
      `${archive.path} cannot be read (${reasonOf(error)}). Move it elsewhere, keep it, and run this again: a new one begins in its place.`,
    );
  }
}

function lossOf({ archive, database }: Engine): { orders: number; delegations: number } {
  const loss = { orders: 0, delegations: 0 };
  for (let after = ""; ; ) {
    const ids = database.read(() => archivedAfter(after, PAGE));
    const last = ids.at(-1);
    if (last === undefined) return loss;
    const legs = database.read(() => deliveredLegs(ids));
    const there = archive.among(legs.map(({ id }) => id));
    const lost = legs.filter(({ id }) => !there.has(id));
    loss.orders += new Set(lost.map(({ order_id }) => order_id)).size;
    loss.delegations += lost.length;
    after = last;
  }
}

/** A stop between the file and the books leaves an archive that is not theirs: a start is refused as before, and this can be done again. */
export async function confirmLostArchive(engine: Engine): Promise<LostArchive | undefined> {
  const { archive, database, now } = engine;
  return archive.inTurn(async () => {
    const lost = readLostArchive(engine);
    if (!lost) return undefined;
    const used: UsedArchive = { identity: randomInt(1, IDENTITIES) };
    archive.become(used.identity ?? 0);
    const at = now();
    await database.commit(function* (): Phase<void> {
      yield* writeSetting("archive", used, "operator", at);
      yield* raiseIncident(
        "archive-lost",
        `The archive ${lost.problem}: ${lost.delegations} delegations of ${lost.orders} old orders are not shown any more. The orders and all money are in the books.`,
        at,
      );
    });
    return { ...lost, confirmed: true };
  });
}
