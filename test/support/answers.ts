/**
 * Answers of a database that are awaited. Those of SQLite come within a turn of the event loop and are not counted; who lets a desk go on
 * turn by turn waits here for those of PostgreSQL, which come over a socket.
 */
import { setImmediate } from "node:timers/promises";
import type { Database } from "../../src/store/database.js";

const awaited = new WeakMap<Database, Set<Promise<void>>>();

export function countAnswers<D extends Database>(database: D): D {
  const open = new Set<Promise<void>>();
  awaited.set(database, open);
  const counted = <T>(answer: Promise<T>): Promise<T> => {
    const ends = () => void open.delete(settled);
    const settled = answer.then(ends, ends);
    open.add(settled);
    return answer;
  };
  const { commit, read } = database;
  database.commit = (phase) => counted(commit.call(database, phase)) as never;
  database.read = (phase) => counted(read.call(database, phase)) as never;
  return database;
}

/** A turn of the event loop; one in which an answer has come, where any is awaited. */
export async function turn(database: Database): Promise<void> {
  const open = awaited.get(database);
  if (open?.size) await Promise.race(open);
  await setImmediate();
}
