/** Reads the real end of each new lock from the chain: all locked stake of a record shares one end, and that one counts. */

import type { DelegatedRecord } from "../chain/port.js";
import { locksRead, type OpenLeg, readLegs } from "../engine/legs/open-work.js";
import { legsWithUnreadLock } from "../store/leg-lists.js";
import type { WorkerContext } from "./context.js";
import { LockReadings } from "./lock-readings.js";
import { allOrThrow, Loop } from "./loop.js";
import { oneHost } from "./one-host.js";

const LOCKS_A_ROUND = 100;

export function createLockReader(context: WorkerContext): Loop {
  const { engine, chain } = context;
  const readings = new LockReadings(context);
  const hostOf = (leg: OpenLeg) => oneHost(chain, leg.blockNumber);
  /** The end of a lock once it counts; 0 when the lock is over. */
  const read = async (leg: OpenLeg) => {
    // The second reading waits until the leg is final.
    if (leg.state === "included" && readings.has(leg.id)) return undefined;
    // A live lock after the leg's own has ended belongs to another leg.
    const isOver = (leg.expiresAt ?? 0) < (engine.chainClock.head?.timestampMs ?? 0);
    const endOf = ({ lockedSun, lockExpiresAt }: DelegatedRecord) =>
      lockedSun > 0 && !isOver ? lockExpiresAt : 0;
    const readHead = async () =>
      endOf(await hostOf(leg).delegated(leg.owner, leg.receiver, leg.resource, "read"));
    if (leg.state === "included") {
      readings.begin(leg, await readHead());
      return undefined;
    }
    const solid = await readings.solidEnd(leg, endOf);
    if (typeof solid === "number") return { legId: leg.id, lockExpiresAt: solid };
    if (solid === "too early") return undefined;
    const lockExpiresAt = await readHead();
    if (solid === "differs") readings.begin(leg, lockExpiresAt);
    else if (readings.agrees(leg, lockExpiresAt)) return { legId: leg.id, lockExpiresAt };
    return undefined;
  };
  return new Loop({
    name: "lock reader",
    movesMoney: false,
    everyMs: Math.max(200, context.blockMs),
    context,
    round: async () => {
      const legs = await readLegs(engine, () => legsWithUnreadLock(LOCKS_A_ROUND));
      readings.keep(new Set(legs.map(({ id }) => id)));
      if (legs.length === 0) return;
      const reads = legs.map(read);
      const results = await Promise.allSettled(reads);
      const ends = results.flatMap((one) =>
        one.status === "fulfilled" && one.value ? [one.value] : [],
      );
      if (ends.length > 0) await engine.database.commit(() => locksRead(ends));
      await allOrThrow(reads);
    },
  });
}
