/** The end of a lock that a record shows at the end of a rental, where it is later than the books have it. */

import { BLOCK_SECONDS } from "../domain/duration.js";
import type { OpenLeg } from "../engine/legs/open-work.js";
import type { WorkerContext } from "./context.js";

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

  keep(legIds: ReadonlySet<string>): void {
    for (const legId of this.#first.keys()) if (!legIds.has(legId)) this.#first.delete(legId);
  }

  /** Takes a reading from the head, of a leg that is final; true when its end counts. */
  async confirms(leg: OpenLeg, endsAt: number): Promise<boolean> {
    const { head } = this.#context.engine.chainClock;
    const first = this.#first.get(leg.id);
    if (!head || first?.endsAt !== endsAt) return this.#begin(leg, endsAt);
    if (head.number <= first.block) return false;
    const solid = await this.#context.chain.solidDelegated(leg.owner, leg.receiver, leg.resource);
    return solid === undefined || solid.lockExpiresAt === endsAt;
  }

  /** Takes a first reading; an end beyond the network's longest lock is ignored. */
  #begin(leg: OpenLeg, endsAt: number): false {
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
