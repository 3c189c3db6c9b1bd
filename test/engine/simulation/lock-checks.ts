/**
 * What must hold of locks by the chain's own truth: none holds others of its record beyond the bounds, unless the books tell of it.
 * Those that the desk has not read yet, or takes for dead, are not judged, nor what an owner locked with their own key.
 */
import { durationMs } from "../../../src/domain/duration.js";
import type { LegRow } from "../../../src/store/legs.js";
import { POLICY } from "../../support/terms.js";
import { BLOCK_MS, type PaperBlock } from "./paper-node.js";
import type { World } from "./world.js";

/** What sellers' locks are moved by at most. */
const SELLERS_LATER_MS = 60_000;

/** A lock as the chain has it: all of a record end together. */
interface Held {
  /** Undefined: not the desk's, or not in its books. */
  readonly leg: LegRow | undefined;
  readonly number: number;
  /** When its rental ends by itself. */
  readonly endsAt: number;
  until: number;
}

export function lockProblems(world: World, legs: readonly LegRow[]): string[] {
  const { blocks } = world.node;
  const byTxid = new Map(legs.map((leg) => [leg.txid, leg]));
  const read = new Set(world.rows("SELECT id FROM chain_block").map(({ id }) => String(id)));
  const records = new Map<string, Held[]>();
  const problems: string[] = [];
  for (const block of blocks) {
    const parentMs = blocks[block.number - 1]?.timestampMs ?? 0;
    for (const { txid, key, periodMs } of locksIn(block)) {
      const leg = byTxid.get(txid);
      const isRead = leg?.block_number === block.number && leg.delegated_at === block.timestampMs;
      const own: Held = {
        leg: isRead ? leg : undefined,
        number: block.number,
        endsAt: block.timestampMs + (leg ? durationMs(leg.duration) : 0),
        until: parentMs + periodMs,
      };
      const live = (records.get(key) ?? []).filter(({ until }) => until >= parentMs);
      if (read.has(block.id) && breaks(world, own, live))
        problems.push(`held beyond the bounds: by the lock of leg ${leg?.id}, and not told`);
      for (const other of live) other.until = own.until;
      records.set(key, [...live, own]);
    }
  }
  return problems;
}

function locksIn({ transactions }: PaperBlock) {
  return transactions.flatMap(({ paper: { intent, txid }, success }) => {
    if (!success || intent.kind !== "delegate" || intent.lockPeriodBlocks === 0) return [];
    const { owner, receiver, resource, lockPeriodBlocks } = intent;
    const key = `${owner} ${receiver} ${resource}`;
    return [{ txid, key, periodMs: lockPeriodBlocks * BLOCK_MS }];
  });
}

/** Whether a lock moves the others further than it may, and the books do not tell. */
function breaks({ node }: World, { leg, number, until }: Held, live: readonly Held[]): boolean {
  if (!leg || leg.overran || leg.state === "dead") return false;
  const share = (ms: number) => (ms * POLICY.lockOverrunPercent) / 100;
  let added = 0;
  for (const other of live) {
    if (!other.leg || other.leg.state === "dead") return false;
    const laterMs = Math.max(0, until - Math.max(other.until, other.endsAt));
    added += other.leg.units * laterMs;
    if (leg.seller_sun !== null) {
      // What a fork has brought late is not told of sellers.
      const isMoved = node.forked.has(number) || node.forked.has(other.number);
      if (laterMs > SELLERS_LATER_MS && !isMoved) return true;
    } else if (laterMs > 0 && until - other.endsAt > share(durationMs(other.leg.duration)))
      return true;
  }
  return leg.seller_sun === null && added > leg.units * share(durationMs(leg.duration));
}
