/** What owners can delegate, read at one state of a followed chain. */
import type { Chain } from "../chain/port.js";
import type { Address } from "../domain/address.js";
import type { OwnerSnapshot } from "../domain/stake.js";
import type { Engine } from "../engine/context.js";
import { readCursor, readFollowed } from "../engine/legs/open-work.js";
import { allOrThrow } from "./loop.js";

const TOUCHED_EVERY_MS = 10_000;
/** The same in blocks, for chains that are faster than TRON's. */
const TOUCHED_EVERY_BLOCKS = 10 / 3;

/** How often owners are read whose delegations the chain may already count: once for all orders of that time. */
export function touchedPaceMs(blockMs: number): number {
  return Math.min(TOUCHED_EVERY_MS, TOUCHED_EVERY_BLOCKS * blockMs);
}

export type StakeSource = Pick<Chain, "head" | "delegatableSun" | "block">;

/**
 * Undefined while the node is on another fork than the desk: legs that the fork dropped would count as free stake. The follower
 * finds the fork, and the next look reads again.
 */
export async function readStake(
  { engine, chain }: { readonly engine: Engine; readonly chain: StakeSource },
  owners: readonly Address[],
): Promise<readonly OwnerSnapshot[] | undefined> {
  // The head is read first, so the snapshots include at least what was in blocks by then. A head that the desk saw earlier
  // would not prove that: the node may have gone back since, or another node behind its address may show less.
  const head = await chain.head();
  // Reservations up to its number end.
  if (!engine.chainClock.sawHead(head)) return undefined;
  const block = head.number;
  const snapshots = await allOrThrow(
    owners.map(async (owner): Promise<OwnerSnapshot> => {
      const [energy, bandwidth] = await Promise.all([
        chain.delegatableSun(owner, "energy"),
        chain.delegatableSun(owner, "bandwidth"),
      ]);
      return { owner, block, delegatableSun: { energy, bandwidth } };
    }),
  );
  const cursor = await readCursor(engine);
  const ours = cursor && (await readFollowed(engine, Math.min(block, cursor.number)));
  // It is older than all followed blocks.
  if (cursor && !ours) return undefined;
  const theirs = ours && (await chain.block(ours.number));
  return theirs && theirs.id !== ours.id ? undefined : snapshots;
}
