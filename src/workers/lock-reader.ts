/** Reads the real end of each new lock from the chain: all locked stake of a record shares one end, and that one counts. */

import type { DelegatedRecord } from "../chain/port.js";
import { BLOCK_SECONDS } from "../domain/duration.js";
import { locksRead, type OpenLeg, readLegs } from "../engine/legs/open-work.js";
import { legsWithUnreadLock } from "../store/leg-lists.js";
import { oneHost, type WorkerContext } from "./context.js";
import { allOrThrow, Loop } from "./loop.js";

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

interface Reading {
  readonly endsAt: number;
  readonly block: number;
}

/**
 * The end of a lock decides how long stake is left alone, so one answer is not enough. It counts after two readings that agree, the
 * second at least a block later, and from the solidified state if the node serves it for records.
 */
export class LockReadings {
  #context: Pick<WorkerContext, "engine" | "chain">;
  /** By leg, in memory: a restart reads once more. */
  #first = new Map<string, Reading>();

  constructor(context: Pick<WorkerContext, "engine" | "chain">) {
    this.#context = context;
  }

  has(legId: string): boolean {
    return this.#first.has(legId);
  }

  keep(legIds: ReadonlySet<string>): void {
    for (const legId of this.#first.keys()) if (!legIds.has(legId)) this.#first.delete(legId);
  }

  /**
   * The second reading of a final leg, from the solidified state alone: the end that counts, or why none does. `differs` also
   * means that there was no first reading; `not served`, that the node has no solidified state of records.
   */
  async solidEnd(
    leg: OpenLeg,
    endOf: (record: DelegatedRecord) => number,
  ): Promise<number | "too early" | "not served" | "differs"> {
    const { head } = this.#context.engine.chainClock;
    const first = this.#first.get(leg.id);
    if (!first) return "differs";
    if (!head || head.number <= first.block) return "too early";
    const solid = await this.#context.chain.solidDelegated(leg.owner, leg.receiver, leg.resource);
    if (!solid) return "not served";
    return endOf(solid) === first.endsAt ? first.endsAt : "differs";
  }

  /** A second reading from the head, where the solidified state of records is not served; true when its end counts. */
  agrees(leg: OpenLeg, endsAt: number): boolean {
    return this.#first.get(leg.id)?.endsAt === endsAt || this.begin(leg, endsAt);
  }

  /** Takes a reading from the head, of a leg that is final; true when its end counts. */
  async confirms(
    leg: OpenLeg,
    endsAt: number,
    endOf: (record: DelegatedRecord) => number,
  ): Promise<boolean> {
    const { head } = this.#context.engine.chainClock;
    const first = this.#first.get(leg.id);
    if (!head || first?.endsAt !== endsAt) return this.begin(leg, endsAt);
    if (head.number <= first.block) return false;
    const solid = await this.#context.chain.solidDelegated(leg.owner, leg.receiver, leg.resource);
    return solid === undefined || endOf(solid) === endsAt;
  }

  /** Takes a first reading; an end beyond the network's longest lock is ignored. */
  begin(leg: OpenLeg, endsAt: number): false {
    const { chainClock, network } = this.#context.engine;
    const { head } = chainClock;
    this.#first.delete(leg.id);
    const longest = network.parameters?.maxLockPeriodBlocks ?? 0;
    if (head && endsAt <= head.timestampMs + longest * BLOCK_SECONDS * 1_000) {
      this.#first.set(leg.id, { endsAt, block: head.number });
    }
    return false;
  }
}
